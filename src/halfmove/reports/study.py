"""A study as drawings and as one self-contained page: curves where trees differ in one number, bars for each kind."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import Any

from halfmove.identity import signature
from halfmove.notebook import Svg
from halfmove.printable import printable
from halfmove.reports.chart import HEIGHT, WIDTH, chart
from halfmove.reports.page import document, machine
from halfmove.studies.figures import Figure, Point, Series
from halfmove.studies.specs import TreeSpec
from halfmove.studies.table import Aggregate, Difference, Table

_STYLE = "body { max-width: 75rem } div.wide { overflow-x: auto }"
_LABEL, _PLOT, _ROW, _TOP = 260, 460, 24, 40


def charts(table: Table, metrics: Sequence[str] = ("leaves",)) -> Svg:
    """One SVG: curves; then for every kind of trees a bar per algorithm, with the 95 % interval of its mean."""
    groups = [group for metric in metrics for group in _groups(table.aggregates(metric))]
    drawn, height = [], 0
    for figure in (figure for metric in metrics for figure in curves(table, metric)):
        title = f'<text x="4" y="20" font-weight="bold">{html.escape(figure.caption)}</text>'
        lines = f'<svg y="30" width="{WIDTH}" height="{HEIGHT}"{chart(figure).removeprefix("<svg")}'
        drawn.append(f'<g transform="translate(0 {height})">{title}{lines}</g>')
        height += HEIGHT + 40
    for group in groups:
        part, part_height = _chart(group)
        drawn.append(f'<g transform="translate(0 {height})">{part}</g>')
        height += part_height
    size = f'width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
    body = printable("\n".join(drawn))  # XML forbids most control characters
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="13">'
    background = '<rect width="100%" height="100%" fill="#ffffff"/>'  # black letters on a dark page cannot be read
    return Svg(f"{head}{background}\n{body}\n</svg>\n")


def page(table: Table, metrics: Sequence[str] = ("leaves",), against: str | None = None, command: str = "") -> str:
    """One HTML file that loads nothing: what was measured, tables, drawings, and how to do it again."""
    plan = table.plan
    parts = [f"<h1>{html.escape(plan.name)}</h1>"]
    parts += [f"<p>{html.escape(plan.about)}</p>"] if plan.about else []
    if not table.complete:
        parts.append(f"<p><strong>Not finished:</strong> {len(table)} of {plan.searches} searches.</p>")
    for figure in (figure for metric in metrics for figure in curves(table, metric)):
        parts.append(f"<h2>{html.escape(figure.caption)}</h2>{chart(figure)}")
        parts.append("<p>Means, with bars for their 95 % intervals.</p>")
    for metric in metrics:
        differences = {(d.tree, d.algorithm): d for d in table.differences(metric, against)}
        for group in _groups(table.aggregates(metric)):
            parts.append(f"<h2>{html.escape(str(group[0].tree))}: {metric}</h2>")
            parts.append(_grid(group, [differences.get((each.tree, each.algorithm)) for each in group]))
            part, height = _chart(group)
            parts.append(f'<svg viewBox="0 0 {_LABEL + _PLOT + 100} {height}" role="img">{part}</svg>')
    parts.append(f"<p>Seed {plan.seed}; halfmove {html.escape(signature())}; {html.escape(machine())}.</p>")
    parts += [f"<p>Again: <code>{html.escape(command)}</code></p>"] if command else []
    return document(plan.name, parts, _STYLE)


def curves(table: Table, metric: str) -> list[Figure]:
    """A figure for every number in which trees of the plan differ, when three or more differ in nothing else."""
    varied: dict[tuple[str, str], list[tuple[float, Aggregate]]] = {}
    for each in table.aggregates(metric):
        for key, value in (given := _numbers(each.tree)).items():
            others = ", ".join(f"{name}={given[name]}" for name in given if name != key)
            varied.setdefault((key, f"{each.tree.name} {others}".strip()), []).append((value, each))
    drawn = []
    for (key, what), entries in varied.items():
        if len({x for x, _ in entries}) < 3:
            continue
        series: dict[str, Series] = {}
        for x, each in sorted(entries, key=lambda entry: entry[0]):
            s, name = each.summary, str(each.algorithm)
            series.setdefault(name, Series(name)).points.append(Point(x, s.mean, s.low, s.high))
        means = [each.summary.mean for _, each in entries]
        wide = min(means) > 0 and max(means) > 20 * min(means)
        caption = f"{metric} against {key}: {what}"
        drawn.append(Figure(table.plan.name, "", caption, "", key, metric, tuple(series.values()), log_y=wide))
    return drawn


def _numbers(tree: TreeSpec) -> dict[str, Any]:
    """What a kind of trees is made with: its arguments, and the depth and opening of a game."""
    of_the_search = {"look_ahead": tree.look_ahead, "opening": tree.opening}
    given = tree.all_arguments | {name: value for name, value in of_the_search.items() if value}
    return {name: value for name, value in given.items() if isinstance(value, int | float)}


def _groups(entries: Iterable[Aggregate]) -> list[list[Aggregate]]:
    groups: dict[str, list[Aggregate]] = {}
    for each in entries:
        groups.setdefault(str(each.tree), []).append(each)
    return list(groups.values())


def _chart(group: list[Aggregate]) -> tuple[str, int]:
    """Horizontal bars from 0, and their height."""
    top = max([each.summary.high or each.summary.mean for each in group] + [1e-12])
    parts = [f'<text x="4" y="20" font-weight="bold">{html.escape(f"{group[0].tree}: {group[0].metric}")}</text>']
    for row, each in enumerate(group):
        s, y = each.summary, _TOP + row * _ROW
        x = [_LABEL + _PLOT * max(0.0, value) / top for value in (s.mean, s.low or s.mean, s.high or s.mean)]
        middle = y + _ROW // 2 - 3
        parts.append(f'<text x="{_LABEL - 8}" y="{y + 13}" text-anchor="end">{html.escape(str(each.algorithm))}</text>')
        parts.append(f'<rect x="{_LABEL}" y="{y}" width="{x[0] - _LABEL:.1f}" height="{_ROW - 6}" fill="#7aa6c2"/>')
        parts.append(f'<path d="M{x[1]:.1f} {middle}H{x[2]:.1f}" stroke="#1a1a1a" stroke-width="2"/>')
        parts.append(f'<text x="{x[2] + 6:.1f}" y="{y + 13}">{s.mean:.4g}</text>')
    return "".join(parts), _TOP + len(group) * _ROW + 12


def _grid(group: list[Aggregate], differences: list[Difference | None]) -> str:
    base = next((each.reference for each in differences if each is not None), None)
    known = any(each.expected is not None for each in group)
    heads = ["algorithm", "trees", "mean", "95 % interval", "deviation", *(["expected by theory"] if known else [])]
    heads += [f"minus {base}", "95 % interval", "ratio"] if base is not None else []
    rows = []
    for each, other in zip(group, differences, strict=True):
        s = each.summary
        cells = [str(each.algorithm), str(s.count), _number(s.mean), _pair(s.low, s.high), _number(s.deviation)]
        cells += [_number(each.expected)] if known else []
        if other is not None:
            d = other.summary
            cells += [_number(d.mean), _pair(d.low, d.high), "" if other.ratio is None else f"{other.ratio:.3f}"]
        elif base is not None:
            cells += ["", "", ""]
        rows.append("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>")
    head = "".join(f"<th>{html.escape(each)}</th>" for each in heads)
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:,.1f}" if abs(value) >= 1 else f"{value:,.4g}"


def _pair(low: float | None, high: float | None) -> str:
    return "" if low is None else f"{_number(low)} .. {_number(high)}"
