"""A study as drawings and as one self-contained page."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from halfmove.reports.page import document, machine
from halfmove.studies.run import signature
from halfmove.studies.table import Aggregate, Difference, Table

_LABEL, _PLOT, _ROW, _TOP = 260, 460, 24, 40


def charts(table: Table, metrics: Sequence[str] = ("leaves",)) -> str:
    """One SVG: for every metric and kind of trees a bar an algorithm, with the 95 % interval of its mean."""
    groups = [some for metric in metrics for some in _groups(table.aggregates(metric))]
    drawn, height = [], 0
    for some in groups:
        part, own = _chart(some)
        drawn.append(f'<g transform="translate(0 {height})">{part}</g>')
        height += own
    size = f'width="{_LABEL + _PLOT + 100}" height="{height}" viewBox="0 0 {_LABEL + _PLOT + 100} {height}"'
    body = "\n".join(drawn)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="13">\n{body}\n</svg>\n'


def page(table: Table, metrics: Sequence[str] = ("leaves",), against: str | None = None, command: str = "") -> str:
    """One HTML file that loads nothing: what was measured, tables, drawings, and how to do it again."""
    plan = table.plan
    parts = [f"<h1>{html.escape(plan.name)}</h1>"]
    parts += [f"<p>{html.escape(plan.about)}</p>"] if plan.about else []
    if not table.complete:
        parts.append(f"<p><strong>Not finished:</strong> {len(table)} of {plan.searches} searches.</p>")
    for metric in metrics:
        differences = {(d.tree, d.algorithm): d for d in table.differences(metric, against)}
        for some in _groups(table.aggregates(metric)):
            parts.append(f"<h2>{html.escape(str(some[0].tree))}: {metric}</h2>")
            parts.append(_grid(some, [differences.get((each.tree, each.algorithm)) for each in some]))
            part, height = _chart(some)
            parts.append(f'<svg viewBox="0 0 {_LABEL + _PLOT + 100} {height}" role="img">{part}</svg>')
    parts.append(f"<p>Seed {plan.seed}; halfmove {html.escape(signature())}; {html.escape(machine())}.</p>")
    parts += [f"<p>Again: <code>{html.escape(command)}</code></p>"] if command else []
    return document(plan.name, parts)


def _groups(entries: Iterable[Aggregate]) -> list[list[Aggregate]]:
    groups: dict[str, list[Aggregate]] = {}
    for each in entries:
        groups.setdefault(str(each.tree), []).append(each)
    return list(groups.values())


def _chart(some: list[Aggregate]) -> tuple[str, int]:
    """Horizontal bars from 0, and their height."""
    top = max([each.summary.high or each.summary.mean for each in some] + [1e-12])
    parts = [f'<text x="4" y="20" font-weight="bold">{html.escape(f"{some[0].tree}: {some[0].metric}")}</text>']
    for row, each in enumerate(some):
        s, y = each.summary, _TOP + row * _ROW
        x = [_LABEL + _PLOT * max(0.0, value) / top for value in (s.mean, s.low or s.mean, s.high or s.mean)]
        middle = y + _ROW // 2 - 3
        parts.append(f'<text x="{_LABEL - 8}" y="{y + 13}" text-anchor="end">{html.escape(str(each.algorithm))}</text>')
        parts.append(f'<rect x="{_LABEL}" y="{y}" width="{x[0] - _LABEL:.1f}" height="{_ROW - 6}" fill="#7aa6c2"/>')
        parts.append(f'<path d="M{x[1]:.1f} {middle}H{x[2]:.1f}" stroke="#1a1a1a" stroke-width="2"/>')
        parts.append(f'<text x="{x[2] + 6:.1f}" y="{y + 13}">{s.mean:.4g}</text>')
    return "".join(parts), _TOP + len(some) * _ROW + 12


def _grid(some: list[Aggregate], differences: list[Difference | None]) -> str:
    base = next((each.reference for each in differences if each is not None), None)
    known = any(each.expected is not None for each in some)
    heads = ["algorithm", "trees", "mean", "95 % interval", "deviation", *(["expected by theory"] if known else [])]
    heads += [f"minus {base}", "95 % interval", "ratio"] if base is not None else []
    rows = []
    for each, other in zip(some, differences, strict=True):
        s = each.summary
        cells = [str(each.algorithm), str(s.count), _number(s.mean), _pair(s.low, s.high), _number(s.deviation)]
        cells += [_number(each.expected)] if known else []
        if other is not None:
            d = other.summary
            cells += [_number(d.mean), _pair(d.low, d.high), _number(other.ratio)]
        elif base is not None:
            cells += ["", "", ""]
        rows.append("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>")
    head = "".join(f"<th>{html.escape(each)}</th>" for each in heads)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.5g}" if abs(value) < 1e5 else f"{value:,.0f}"


def _pair(low: float | None, high: float | None) -> str:
    return "" if low is None else f"{_number(low)} – {_number(high)}"
