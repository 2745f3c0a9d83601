"""A study of parallel searches as one self-contained page: curves, tables, and what was published beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from halfmove.drawing.drawings import chart_of_search
from halfmove.drawing.processors_svg import chart_svg, is_whole, legend
from halfmove.errors import HalfmoveError
from halfmove.reports.chart import looks
from halfmove.reports.figure import figure_html
from halfmove.reports.numbers import number, percent, span
from halfmove.reports.page import Entry, document, facts, machine, row_head, table, text, version
from halfmove.studies.figures import Figure, Point, Series
from halfmove.studies.parallel import Speedup, name_of
from halfmove.studies.published import Published
from halfmove.studies.specs import TreeSpec
from halfmove.studies.statistics import Ratio
from halfmove.studies.table import Table

_MODEL = (
    "Time is virtual: a leaf takes one round, and nothing else takes any time, unless a scheme has a latency. Speed-up "
    "is the leaves of alpha-beta divided by rounds, on the same trees. It says what a scheme can gain, not what a "
    "program on a real machine gains."
)
_BESIDE = (
    "Other programs, on other trees and machines. These figures are shown beside ours for their size. They neither "
    "confirm nor contradict them."
)
_SMALL = (
    "One small tree of 81 leaves, searched by four processors: a row for each processor, time to the right. The charts "
    "show how schemes work; one tree measures nothing."
)
# The tree of the example charts: so small that each leaf can be seen.
_EXAMPLE, _EXAMPLE_PROCESSORS = TreeSpec.parse("uniform:3,4"), 4


def page(found: Table, rows: Sequence[Speedup], published: Sequence[Published], command: str) -> str:
    """One HTML file that loads nothing."""
    kinds = list(dict.fromkeys(row.tree for row in rows))
    parts = ["<h1>Parallel search</h1>", f'<p class="lead">{text(_MODEL)}</p>']
    if not found.complete:
        done, planned = found.done()
        parts.append(
            f"<p><strong>Not finished:</strong> {number(done)} of {number(planned)} searches. Rows may be over "
            "different trees.</p>"
        )
    contents = []
    for place, tree in enumerate(kinds, 1):
        anchor, some = f"kind-{place}", [row for row in rows if row.tree == tree]
        contents.append(Entry(anchor, str(tree)))
        parts += [f'<h2 id="{anchor}">{text(tree)}</h2>', *_figures(some, anchor), *_tables(some)]
    contents.append(Entry("who-works-when", "Who works when"))
    parts += _examples(rows)
    if published:
        contents.append(Entry("published", "Published figures"))
        parts += ['<h2 id="published">Published figures</h2>', f"<p>{text(_BESIDE)}</p>", _beside(published, rows)]
    about = {"command": command, "seed": str(found.plan.seed), **version(), "machine": machine()}
    parts += ['<h2 id="provenance">Provenance</h2>', facts(about, "What these numbers were made with")]
    return document("Parallel search", parts, contents=[*contents, Entry("provenance", "Provenance")])


def _examples(rows: Sequence[Speedup]) -> list[str]:
    """One small search by each scheme, processor by processor. A user's own algorithm may record no rounds."""
    tree, charts, without = _EXAMPLE.make(1), {}, []
    for scheme in dict.fromkeys(row.scheme for row in rows):
        given = scheme.named | {"processors": _EXAMPLE_PROCESSORS}
        try:
            charts[name_of(scheme)] = chart_of_search(tree, scheme.reference, **given)
        except HalfmoveError as error:
            without.append(f"{name_of(scheme)} has no chart: {error}.")
    whole = [chart for chart in charts.values() if is_whole(chart)]  # with a large latency a chart may be folded
    longest = max((chart.rounds for chart in whole), default=0)
    signs = dict.fromkeys(line for chart in whole for line in legend(chart))
    if len(whole) == len(charts) > 1:
        signs = {"All have the same scale of time.": None} | signs
    parts = ['<h2 id="who-works-when">Who works when</h2>', f"<p>{text(' '.join([_SMALL, *signs]))}</p>"]
    for place, (name, chart) in enumerate(charts.items(), 1):
        caption = f"<strong>{text(name)}.</strong> {text(chart.notes[-1][0].upper() + chart.notes[-1][1:])}."
        if chart not in whole:
            caption += f" {text(' '.join(['This chart has a scale of its own.', *legend(chart)]))}"
        drawn = chart_svg(chart, page=True, longest=longest if chart in whole else 0)
        parts.append(f'<figure id="who-works-when-{place}">{drawn}<figcaption>{caption}</figcaption></figure>')
    return parts + [f"<p>{text(sentence)}</p>" for sentence in without]


def curves(rows: Sequence[Speedup]) -> list[Figure]:
    """Speed-up, leaves and idle time of all schemes on trees of one kind, against the number of processors."""
    counts = sorted({row.processors for row in rows})
    limits = [Series("as many as processors", [Point(p, p) for p in counts], plain=True)] if len(counts) > 1 else []
    gained = [*_series(rows, lambda row: _point(row, row.speedup)), *_limits(rows), *limits]
    leaves = _series(rows, lambda row: _point(row, row.leaves))
    idle = _series(rows, lambda row: Point(row.processors, 100 * row.idle))
    trees = {row.trees for row in rows}
    note = f"{number(max(trees))} tree{'s' if max(trees) > 1 else ''}."
    return [
        _figure("Speed-up over alpha-beta", note, "speed-up", gained, log=True),
        _figure("Leaves, as a multiple of those of alpha-beta", note, "leaves / alpha-beta", leaves, log=True),
        _figure("Time without work, of all processors", note, "% of rounds", idle, log=False),
    ]


def _figure(caption: str, note: str, up: str, series: Iterable[Series], log: bool) -> Figure:
    return Figure("", "", caption, note, "processors", up, tuple(series), log_x=True, log_y=log)


def _series(rows: Iterable[Speedup], point: Callable[[Speedup], Point]) -> list[Series]:
    found: dict[str, Series] = {}
    for row in rows:
        found.setdefault(row.name, Series(row.name)).points.append(point(row))
    return list(found.values())


def _limits(rows: Iterable[Speedup]) -> list[Series]:
    """What theory allows, as dashed lines in the colour of the scheme."""
    found: dict[str, Series] = {}
    for row in rows:
        words, value = ("at most", row.theory.most) if row.theory.order is None else ("order of", row.theory.order)
        if value is not None:
            name = f"{words}: {row.name}"
            found.setdefault(name, Series(name, kind=row.name, variant=1, plain=True)).points.append(
                Point(row.processors, value)
            )
    return list(found.values())


def _point(row: Speedup, value: Ratio) -> Point:
    return Point(row.processors, value.value, value.low, value.high)


def _figures(rows: Sequence[Speedup], anchor: str) -> list[str]:
    drawn = curves(rows)
    look = looks(drawn)
    return [figure_html(figure, look, f"{anchor}-{place}") for place, figure in enumerate(drawn, 1)]


def _tables(rows: Sequence[Speedup]) -> Iterable[str]:
    for name in dict.fromkeys(row.name for row in rows):
        some = [row for row in rows if row.name == name]
        heads = ["processors", "speed-up", "95 % interval"]
        words = "order of, by theory" if some[0].theory.order is not None else "at most, by theory"
        known = any(row.theory.most is not None or row.theory.order is not None for row in some)
        heads += [words] if known else []
        moved = any(row.in_transit for row in some)
        heads += ["efficiency", "idle", *(["in transit"] if moved else []), "leaves / alpha-beta", "over itself"]
        heads += ["rounds", "steals", "trees"]
        yield f"<h3>{text(name)}</h3>"
        yield table(heads, [_row(row, known, moved) for row in some], f"{name} on {some[0].tree}")


def _row(row: Speedup, known: bool, moved: bool) -> str:
    theory = row.theory.most if row.theory.order is None else row.theory.order
    cells = [
        number(row.speedup.value, 2),
        span(row.speedup.low, row.speedup.high, 2),
        *([number(theory, 2)] if known else []),
        number(row.efficiency, 2),
        percent(row.idle),
        *([percent(row.in_transit)] if moved else []),
        number(row.leaves.value, 2),
        "" if row.over_itself is None else number(row.over_itself.value, 2),
        number(row.rounds, 1),
        number(row.steals, 1),
        number(row.trees),
    ]
    return f"<tr>{row_head(number(row.processors))}{''.join(f'<td>{text(cell)}</td>' for cell in cells)}</tr>"


def _beside(published: Sequence[Published], rows: Sequence[Speedup]) -> str:
    kinds = list(dict.fromkeys(row.tree for row in rows))
    heads = ["scheme", "processors", "published", *map(str, kinds), "beside it", "source", "measured on", "note"]
    words = (0, 2, *range(len(heads) - 4, len(heads)))
    classes = ['<td class="words">' if place in words else "<td>" for place in range(1, len(heads))]
    lines = []
    for each in published:
        cells = ["any" if each.processors is None else number(each.processors), f"{each.as_printed} ({each.status})"]
        cells += [simulated(each, rows, tree) for tree in kinds]
        cells += [each.beside, each.source, each.measured, each.note]
        inner = "".join(f"{kind}{text(cell)}</td>" for kind, cell in zip(classes, cells, strict=True))
        lines.append(f"<tr>{row_head(each.scheme)}{inner}</tr>")
    return table(heads, lines, "Published speed-ups, and beside them those of this study", words)


def simulated(each: Published, rows: Iterable[Speedup], tree: TreeSpec) -> str:
    """Our speed-ups with as many processors as a published one, of the scheme beside it, with any parameters."""
    found = []
    for row in rows:
        name, _, given = row.name.partition(":")
        if (row.tree, name, row.processors) == (tree, each.beside, each.processors):
            found.append(number(row.speedup.value, 2) + (f" ({given})" if given else ""))
    return ", ".join(found)
