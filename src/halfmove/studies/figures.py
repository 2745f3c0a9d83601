"""The papers' figures as data: our points with their errors, and the printed points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from halfmove.studies.formulas import by_formula
from halfmove.studies.papers import Paper, PrintedTable, Setting
from halfmove.studies.reproduce import Results
from halfmove.theory.ladder import geometric


@dataclass(frozen=True)
class Point:
    """One of our points; `low` and `high` are its 95 % interval, or None if it has no error."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


@dataclass
class Series:
    """One curve: our points and the printed ones.

    kind      what the curve shows, if its name does not say it: curves of one kind look alike in all figures
    variant   distinguishes curves of one kind in one figure
    plain     a line without marks
    """

    name: str
    points: list[Point] = field(default_factory=list)
    printed: list[tuple[float, float]] = field(default_factory=list)
    kind: str = ""
    variant: int = 0
    plain: bool = False


@dataclass(frozen=True)
class Figure:
    """A figure, ready to be drawn. `ticks` are named places on a horizontal axis that has no scale."""

    paper: str
    id: str
    caption: str
    note: str
    across: str
    up: str
    series: tuple[Series, ...]
    log_x: bool = False
    log_y: bool = False
    ticks: tuple[tuple[float, str], ...] = ()


_UP = {
    "leaves": "leaves evaluated",
    "leaves more percent": "more leaves than alpha-beta, %",
    "states": "states kept",
    "stack": "states kept",
    "ratio": "leaves of alpha-beta / leaves of SSS*",
    "branching factor": "branching factor",
}


def figures(results: Results) -> list[Figure]:
    """All selected figures that can be drawn."""
    drawn = [_drawn(paper, figure, results) for paper, figure in results.selection.figures()]
    return [figure for figure in drawn if any(series.points for series in figure.series)]


def _drawn(paper: Paper, figure: PrintedTable, results: Results) -> Figure:
    if figure.points:
        return _of_tables(paper, figure, results)
    if figure.rows and figure.columns:
        return _of_kinds(paper, figure, results)
    if figure.rows:
        return _of_branching(paper, figure)
    return _of_area(paper, figure)


def _of_tables(paper: Paper, figure: PrintedTable, results: Results) -> Figure:
    """A figure of the cells of tables: leaves against the order of moves, or another quantity against the width."""
    curves: dict[str, Series] = {}
    across, quantity = "", ""
    for cell in (cell for table in figure.points for cell in paper.tables[table].cells):
        place = _place(cell.setting, cell.row, cell.column)
        if place is None:
            continue
        x, chance, across, row = place
        name = row if chance == 1 else f"{row}, p = {chance:g}"
        quantity = quantity or cell.setting.quantity
        ours = results.measured(paper, cell.setting)
        series = curves.setdefault(name, Series(name, kind=row, variant=int(chance != 1)))
        if ours.mean is not None:
            series.points.append(Point(x, ours.mean, ours.low, ours.high))
        if cell.value is not None:
            series.printed.append((x, cell.value))
    for series in curves.values():
        series.points.sort(key=lambda point: point.x)
    log = quantity != "branching factor"
    return Figure(
        paper.id, figure.id, figure.caption, figure.note, across, _UP[quantity], tuple(curves.values()), log, log
    )


def _place(setting: Setting, row: str, column: str) -> tuple[float, float, str, str] | None:
    """A cell's place on the axis, the probability of its order, the name of the axis, and the name of its curve."""
    if setting.quantity == "leaves" and isinstance(setting.tree.get("order"), int):
        return setting.tree["order"], setting.tree.get("probability", 1), "order R", row
    if setting.quantity in ("states", "stack") and setting.tree.get("width") and "width" in column:
        return setting.tree["width"], 1, "width", row
    if setting.quantity == "branching factor":
        return setting.arguments["width"], 1, "width", column
    return None


def _of_kinds(paper: Paper, figure: PrintedTable, results: Results) -> Figure:
    """A curve for each algorithm (row), over the ways of ordering moves (columns)."""
    curves = []
    for row in figure.rows:
        numbers = [results.measured(paper, figure.setting(row, column)) for column in figure.columns]
        points = [
            Point(x, ours.mean, ours.low, ours.high) for x, ours in enumerate(numbers, 1) if ours.mean is not None
        ]
        curves.append(Series(row, points))
    quantity = str(figure.common.get("quantity", "leaves"))
    ticks = tuple(
        (float(x), _order(column, figure.setting(None, column))) for x, column in enumerate(figure.columns, 1)
    )
    log = quantity == "leaves"
    return Figure(
        paper.id, figure.id, figure.caption, figure.note, "order type", _UP[quantity], tuple(curves), False, log, ticks
    )


def _order(column: str, setting: Setting) -> str:
    """The name of an order type, with its meaning: `3: geometric 0.5`."""
    parts = [str(setting.tree[key]) for key in ("order", "probability") if key in setting.tree]
    return f"{column}: {' '.join(parts)}"


def _of_branching(paper: Paper, figure: PrintedTable) -> Figure:
    """A curve for each formula, over the average branching factor from 1 to the width."""
    curves = []
    for row in figure.rows:
        setting = figure.setting(row)
        width = setting.arguments["width"]
        curves.append(Series(row, [Point(abf, by_formula(setting, abf=abf)) for abf in range(1, width + 1)]))
    up = _UP[str(figure.common["quantity"])]
    return Figure(paper.id, figure.id, figure.caption, figure.note, "average branching factor", up, tuple(curves))


def _of_area(paper: Paper, figure: PrintedTable) -> Figure:
    """The expected leaves as an area: S against R for continuous leaves, and steps for equally likely values."""
    setting = figure.setting()
    width, depth = setting.arguments["width"], setting.arguments["depth"]
    curve = [Point(*_products(width, depth, i / 400)) for i in range(401)]
    rungs = [_products(width, depth, i / 8) for i in range(9)]
    steps = [Point(*pair) for pair in _stairs(rungs)]
    note = (
        f"{figure.note} Here the steps are eight equally likely values. Area below the curve plus {width}^{depth // 2}"
    )
    note += f" is the expected number of leaves: {by_formula(setting):.2f}."
    return Figure(
        paper.id,
        figure.id,
        figure.caption,
        note,
        "R",
        "S",
        (Series("continuous", curve, plain=True), Series("eight values", steps, plain=True)),
    )


def _products(width: int, depth: int, z: float) -> tuple[float, float]:
    """Baudet's products R and S for a probability z."""
    products = [1.0, 1.0]
    for height in range(depth):
        products[height % 2] *= geometric(width, z)
        z = 1 - z**width
    return products[0], products[1]


def _stairs(rungs: Iterable[tuple[float, float]]) -> Iterable[tuple[float, float]]:
    """The corners of a staircase through these points: between two of them it has the height of the right one."""
    before: float | None = None
    for x, y in rungs:
        if before is not None:
            yield before, y
        yield x, y
        before = x
