"""A study as drawings and as one self-contained page: curves where trees differ in one number, bars for each kind."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

from halfmove.base.notebook import Svg
from halfmove.base.printable import printable
from halfmove.reports import bars as bar_chart
from halfmove.reports.bars import Bar, bars
from halfmove.reports.chart import HEIGHT, WIDTH, chart, has_bars, looks
from halfmove.reports.figure import figure_html, numbers_html
from halfmove.reports.measures import Measure, measure
from halfmove.reports.numbers import number, span
from halfmove.reports.page import Entry, document, facts, machine, row_head, text, version
from halfmove.reports.page import table as table_of_rows
from halfmove.studies.figures import Figure, Point, Series
from halfmove.studies.specs import TreeSpec
from halfmove.studies.table import Aggregate, Difference, Table

_STYLE = "td.least { font-weight: 700 }"
_FAR = 20  # the axis of curves is logarithmic if the largest mean is more than this many times the smallest
_UNNAMED = "study"  # the name of a study without a name


def charts(table: Table, metrics: Sequence[str] = ("leaves",)) -> Svg:
    """One SVG: curves, then for every kind of trees a bar per algorithm, with the 95 % interval of its mean."""
    drawn, height = [], 0
    for title, note, inner, width, tall in _drawings([measure(table, metric) for metric in metrics]):
        heading = f'<text x="4" y="20" font-weight="bold">{html.escape(title)}</text>'
        heading += f'<text x="4" y="38" font-size="12">{html.escape(note)}</text>'
        size = f'<svg y="48" width="{width}" height="{tall}"'
        drawn.append(f'<g transform="translate(0 {height})">{heading}{size}{inner.removeprefix("<svg")}</g>')
        height += tall + 62
    size = f'width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
    body = printable("\n".join(drawn))  # XML forbids most control characters
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="system-ui, sans-serif" font-size="13">'
    background = '<rect width="100%" height="100%" fill="#ffffff"/>'  # black letters are unreadable on a dark page
    return Svg(f"{head}{background}\n{body}\n</svg>\n")


def _drawings(measures: Sequence[Measure]) -> list[tuple[str, str, str, int, int]]:
    """For each drawing: title, note, SVG element, width and height."""
    found = [
        (each.caption, each.note + (" Whiskers: 95 % intervals." if has_bars(each) else ""), chart(each), WIDTH, HEIGHT)
        for one in measures
        for each in _curves(one)
    ]
    for one in measures:
        for group in one.groups():
            inner, height = _bars(group, one)
            title = f"{group[0].tree}: {one.metric}{_so_far(one, group[0].tree)}"
            found.append((title, _bars_note(group), inner, bar_chart.WIDTH, height))
    return found


def page(table: Table, metrics: Sequence[str] = ("leaves",), against: str | None = None, command: str = "") -> str:
    """One HTML file that loads nothing: a summary, tables with their drawings, and how to repeat the study."""
    plan, measures = table.plan, [measure(table, metric, against) for metric in metrics]
    parts = [f"<h1>{text('Study' if plan.name == _UNNAMED else plan.name)}</h1>"]
    parts += [f'<p class="lead">{text(plan.about)}</p>'] if plan.about else []
    if not table.complete:
        done = f"{number(len(table))} of {number(plan.searches)} searches"
        parts.append(
            f"<p><strong>Not finished:</strong> {done}. In a kind of trees that is not finished, the means may be over "
            "different trees. Only the differences, tree by tree, compare algorithms on the same trees.</p>"
        )
    algorithms, kinds = _plural(len(plan.algorithms), "algorithm"), _plural(len(plan.trees), "kind")
    same = " All algorithms search the same trees." if table.complete else ""
    parts.append(f"<p>{_plural(len(table), 'search', 'es')}: {algorithms} on {kinds} of trees.{same}</p>")
    parts.append('<h2 id="summary">Summary</h2>')
    parts += [_means(each) for each in measures]
    contents = [Entry("summary", "Summary")]
    for each in measures:
        written, below = _measured(each)
        parts += [f'<h2 id="{each.metric}">{text(each.title)}</h2>', *written]
        contents.append(Entry(each.metric, each.title, tuple(below)))
    parts.append('<h2 id="provenance">Provenance</h2>')
    about = {"command": command} if command else {}
    about |= {"seed": str(plan.seed), **version(), "machine": machine()}
    parts.append(facts(about, "What these numbers were made with"))
    return document(plan.name, parts, _STYLE, [*contents, Entry("provenance", "Provenance")])


def curves(table: Table, metric: str) -> list[Figure]:
    """A figure for every number that varies: three or more kinds of trees of the plan differ in that number alone.

    All figures have the same kind of axis.
    """
    return _curves(measure(table, metric))


def _curves(measured: Measure) -> list[Figure]:
    varied: dict[tuple[str, str], list[tuple[float, Aggregate]]] = {}
    for each in measured.aggregates:
        for key, value in (given := _numbers(each.tree)).items():
            others = ", ".join(f"{name}={given[name]}" for name in given if name != key)
            varied.setdefault((key, f"{each.tree.name} {others}".strip()), []).append((value, each))
    varied = {what: entries for what, entries in varied.items() if len({x for x, _ in entries}) >= 3}
    means = [[each.summary.mean for _, each in entries] for entries in varied.values()]
    wide = all(min(group) > 0 for group in means) and any(max(group) > _FAR * min(group) for group in means)
    drawn = []
    for (key, what), entries in varied.items():
        series: dict[str, Series] = {}
        for x, each in sorted(entries, key=lambda entry: entry[0]):
            s, name = each.summary, str(each.algorithm)
            series.setdefault(name, Series(name)).points.append(Point(x, s.mean, s.low, s.high))
        unfinished = any(each.tree in measured.unfinished for _, each in entries)
        caption = f"{measured.metric} against {key}: {what}" + (" (unfinished)" if unfinished else "")
        note = f"{_means_of([each for _, each in entries])}."
        drawn.append(Figure("", "", caption, note, key, measured.words, tuple(series.values()), log_y=wide))
    return drawn


def _numbers(tree: TreeSpec) -> dict[str, Any]:
    """The numbers that define a kind of trees: its arguments, and the depth and opening of a game."""
    of_the_search = {"look_ahead": tree.look_ahead, "opening": tree.opening}
    given = tree.all_arguments | {name: value for name, value in of_the_search.items() if value}
    return {name: value for name, value in given.items() if isinstance(value, int | float)}


def _means(measured: Measure) -> str:
    """A line for each kind of trees, with a link and the mean of every algorithm; the smallest is bold."""
    algorithms = list(dict.fromkeys(each.algorithm for each in measured.aggregates))
    rows = []
    for place, group in enumerate(measured.groups(), 1):
        means = {each.algorithm: each.summary.mean for each in group}
        comparable = len(means) > 1 and group[0].tree not in measured.unfinished
        least = min(means.values()) if comparable else None
        cells = [
            f"<td{' class=least' if means.get(one) == least is not None else ''}>"
            f"{number(means.get(one), measured.places)}</td>"
            for one in algorithms
        ]
        head = row_head(group[0].tree, f"{measured.metric}-kind-{place}")
        rows.append(f"<tr>{head}{''.join(cells)}</tr>")
    which = "each finished line" if measured.unfinished else "each line"
    caption = f"Means of {measured.words}" + (f"; the smallest of {which} is bold" if len(algorithms) > 1 else "")
    return table_of_rows(["trees", *map(str, algorithms)], rows, caption)


def _measured(measured: Measure) -> tuple[list[str], list[Entry]]:
    """The sections of a metric, and their entries in the contents."""
    parts, entries = [], []
    drawn = _curves(measured)
    for place, figure in enumerate(drawn, 1):
        anchor = f"{measured.metric}-curves-{place}"
        entries.append(Entry(anchor, f"Curves: {figure.caption}"))
        shown = figure_html(figure, looks(drawn), f"{anchor}-drawing", titled=False) + numbers_html(figure)
        parts.append(f'<section><h3 id="{anchor}">{text(figure.caption)}</h3>{shown}</section>')
    differences = {(each.tree, each.algorithm): each for each in measured.differences}
    for place, group in enumerate(measured.groups(), 1):
        anchor = f"{measured.metric}-kind-{place}"
        entries.append(Entry(anchor, str(group[0].tree)))
        others = [differences.get((each.tree, each.algorithm)) for each in group]
        parts.append(_section(measured, group, others, anchor))
    return parts, entries


def _section(measured: Measure, group: list[Aggregate], others: list[Difference | None], anchor: str) -> str:
    trees = "" if _counted(measured, group) else f" on {_plural(group[0].summary.count, 'tree')}"
    caption = measured.title + trees + _so_far(measured, group[0].tree)
    drawn, _ = _bars(group, measured)
    figure = f"<figure>{drawn}<figcaption>{text(_bars_note(group))}</figcaption></figure>"
    both = f'<div class="pair">{figure}{_grid(measured, group, others)}</div>'
    head = f'<h3 id="{anchor}"><span class="where">{text(caption)}</span> {text(group[0].tree)}</h3>'
    return f"<section>{head}{both}</section>"


def _means_of(entries: Sequence[Aggregate]) -> str:
    """What every point or bar of a drawing shows."""
    counts = sorted({each.summary.count for each in entries})
    trees = f"{number(counts[0])} to {number(counts[-1])} trees" if len(counts) > 1 else _plural(counts[0], "tree")
    return f"Means of {trees} each"


def _bars_note(group: Sequence[Aggregate]) -> str:
    """What bars and their whiskers show."""
    known = any(each.summary.low is not None for each in group)
    return _means_of(group) + (", with their 95 % intervals as whiskers." if known else ".")


def _bars(group: list[Aggregate], measured: Measure) -> tuple[str, int]:
    counted = _counted(measured, group)
    entries = [
        Bar(str(each.algorithm), s.mean, s.low, s.high, _plural(s.count, "tree") if counted else "")
        for each in group
        for s in [each.summary]
    ]
    return bars(entries, measured.words, f"{group[0].tree}: {measured.words}", measured.places)


def _grid(measured: Measure, group: list[Aggregate], others: list[Difference | None]) -> str:
    base = next((each.reference for each in others if each is not None), None)
    known = any(each.expected is not None for each in group)
    counted = _counted(measured, group)
    heads = ["algorithm", *(["trees"] if counted else []), "mean", "95 % interval", "deviation"]
    heads += ["expected by theory"] if known else []
    paired = [f"minus {base}", "95 % interval", "ratio", "fewer / equal / more"] if base is not None else []
    paired += ["pairs"] if counted and base is not None else []
    places = measured.places
    rows = []
    for each, other in zip(group, others, strict=True):
        s = each.summary
        cells = [number(s.count)] if counted else []
        cells += [number(s.mean, places), span(s.low, s.high, places), number(s.deviation, places)]
        cells += [number(each.expected, places)] if known else []
        if other is not None:
            d = other.summary
            cells += [number(d.mean, places), span(d.low, d.high, places), number(other.ratio, 3)]
            cells.append("/".join(map(number, other.counts)))
            cells += [number(d.count)] if counted else []
        else:
            cells += [""] * len(paired)
        head = row_head(each.algorithm)
        rows.append(f"<tr>{head}{''.join(f'<td>{text(cell)}</td>' for cell in cells)}</tr>")
    caption = "The mean of each algorithm" + (f", and its difference from {base}, tree by tree" if base else "")
    return table_of_rows([*heads, *paired], rows, caption)


def _counted(measured: Measure, group: list[Aggregate]) -> bool:
    """Whether every line names its number of trees, because the lines may be over different trees."""
    return group[0].tree in measured.unfinished or len({each.summary.count for each in group}) > 1


def _so_far(measured: Measure, tree: TreeSpec) -> str:
    """How many searches of a kind of trees are done, if it is not finished."""
    if tree not in measured.unfinished:
        return ""
    done, planned = measured.unfinished[tree]
    return f" (unfinished: {number(done)} of {number(planned)} searches)"


def _plural(count: int, word: str, ending: str = "s") -> str:
    return f"{number(count)} {word}{'' if count == 1 else ending}"
