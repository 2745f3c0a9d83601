"""The papers' experiments, repeated: our numbers next to the printed ones, cell by cell.

All cells of all chosen printed tables, and the points of the figures, become one plan. So algorithms share trees, and
searches that two cells have in common are run once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from halfmove.base.checks import unknown
from halfmove.studies import papers
from halfmove.studies.papers import Paper, PrintedCell, PrintedTable, Setting
from halfmove.studies.plans import Cell, Plan, joined
from halfmove.studies.quantities import Measurement, measured, searches
from halfmove.studies.table import Table
from halfmove.studies.verdicts import TOLERANCE, deviations, verdict
from halfmove.studies.work import Record


@dataclass(frozen=True)
class ReproducedCell:
    """A printed number and ours.

    table                 the printed table of the paper
    printed, as_printed   the printed number, and its text; the number is None where nothing is printed or readable
    mean, low, high       our number and its 95 % interval
    expected              our mean according to theory, where there is a formula for the measured quantity
    trees                 how many trees our number is from; 0 for a formula
    ratio                 our number divided by the printed one
    z                     how far ours is above the printed one, in standard errors of both; None without an error
    status, note          see `verdicts`
    """

    paper: str
    table: str
    row: str
    column: str
    quantity: str
    unit: str
    printed: int | float | None
    as_printed: str
    mean: float | None
    low: float | None
    high: float | None
    expected: float | None
    trees: int
    ratio: float | None
    z: float | None
    status: str
    note: str


@dataclass(frozen=True)
class Selection:
    """What to reproduce: for each paper some printed tables, and the figures that belong to them."""

    papers: tuple[tuple[Paper, tuple[PrintedTable, ...], tuple[PrintedTable, ...]], ...]
    trees: int
    seed: int

    def cells(self) -> Iterable[tuple[Paper, PrintedCell]]:
        for paper, tables, _ in self.papers:
            for printed in tables:
                yield from ((paper, cell) for cell in printed.cells)

    def figures(self) -> Iterable[tuple[Paper, PrintedTable]]:
        for paper, _, figures in self.papers:
            yield from ((paper, figure) for figure in figures)

    def settings(self) -> Iterable[Setting]:
        """The setting of each selected cell and of each point of the selected figures."""
        for _, cell in self.cells():
            yield cell.setting
        for _, figure in self.figures():
            yield from (figure.setting(row, column) for row in figure.rows for column in figure.columns)

    @property
    def plan(self) -> Plan:
        """One study for all cells. Check `needs_searches` first: a selection of formulas has no plan."""
        wanted = [cell for setting in self.settings() for cell in searches(setting, self.trees)]
        return joined(wanted, self.seed, "reproduce")

    @property
    def needs_searches(self) -> bool:
        return any(searches(setting, 1) for setting in self.settings())


def choose(paper: str | None = None, table: str | None = None, trees: int = 100, seed: int = 1) -> Selection:
    """Select one or all papers, and one or all of their printed tables.

    Parameters
    ----------
    paper : str, optional
        The id of a paper; None selects all papers.
    table : str, optional
        The id of a printed table, or a figure as in "figure 4.4"; None selects all.
    trees : int
        How many trees to search for each cell.
    seed : int
        The seed from which the seeds of all trees are derived.

    Returns
    -------
    Selection

    Examples
    --------

    >>> [len(tables) for _, tables, _ in choose("srimani_1985", "4.1").papers]
    [1]
    """
    loaded = [papers.load(name) for name in (papers.names() if paper is None else (paper,))]
    if table is None:
        parts = [(each, tuple(each.tables.values()), tuple(each.figures.values())) for each in loaded]
        return Selection(tuple(parts), trees, seed)
    parts = []
    for each in loaded:
        tables = tuple(one for key, one in each.tables.items() if key == table)
        figures = tuple(one for key, one in each.figures.items() if table in (*one.points, f"figure {key}"))
        if tables or figures:
            parts.append((each, tables, figures))
    if not parts:
        drawn = [f"figure {key}" for each in loaded for key in each.figures]
        raise unknown("table", table, dict.fromkeys([*(key for each in loaded for key in each.tables), *drawn]))
    return Selection(tuple(parts), trees, seed)


class Results:
    """The records of a study, by cell."""

    def __init__(self, selection: Selection, results: Table | None) -> None:
        self.selection = selection
        self._records: dict[Any, Sequence[Record]] = {}
        if results is not None:
            self._records = {(cell.tree, cell.algorithm): records for cell, records in results.cells()}
        self._examples = {paper.id: _example(paper) for paper, *_ in selection.papers}

    def of(self, cell: Cell) -> Sequence[Record]:
        return self._records.get((cell.tree, cell.algorithm), ())

    def measured(self, paper: Paper, setting: Setting) -> Measurement:
        return measured(setting, self.selection.trees, self.of, self._examples[paper.id])


def compared(results: Results, tolerance: float = TOLERANCE) -> list[ReproducedCell]:
    """Every chosen cell with its status, in the order of the printed tables."""
    both = [(paper, cell, results.measured(paper, cell.setting)) for paper, cell in results.selection.cells()]
    uncertain = sum(deviations(cell, ours) is not None for _, cell, ours in both)
    return [_compared(paper, cell, ours, tolerance, max(1, uncertain)) for paper, cell, ours in both]


def _compared(paper: Paper, cell: PrintedCell, ours: Measurement, tolerance: float, among: int) -> ReproducedCell:
    status, note = verdict(cell, ours, tolerance, among)
    about = paper.tables[cell.table].note
    if ours.mean is None and cell.setting.quantity not in ("input", "remark") and about:
        note = f"{note}; {about}" if note else about
    claim = cell.unit == "claim"
    comparable = ours.mean is not None and bool(cell.value) and not claim
    return ReproducedCell(
        paper=paper.id,
        table=cell.table,
        row=cell.row,
        column=cell.column,
        quantity=cell.setting.quantity,
        unit=cell.unit,
        printed=cell.value,
        as_printed=cell.as_printed,
        mean=ours.mean,
        low=ours.low,
        high=ours.high,
        expected=ours.expected,
        trees=ours.trees,
        ratio=ours.mean / cell.value if comparable and ours.mean is not None and cell.value else None,
        z=deviations(cell, ours),
        status=status,
        note=note,
    )


def _example(paper: Paper) -> Any:
    """The tree that a paper writes down, if there is exactly one."""
    written = [each.common["tree"]["tree"] for each in paper.tables.values() if each.common.get("family") == "explicit"]
    return written[0] if len(written) == 1 else None


def tally(
    cells: Iterable[ReproducedCell], key: Callable[[ReproducedCell], str] = lambda cell: cell.status
) -> dict[str, int]:
    """The number of cells with each status."""
    counts: dict[str, int] = {}
    for cell in cells:
        counts[key(cell)] = counts.get(key(cell), 0) + 1
    return counts


def calibration(cells: Iterable[ReproducedCell]) -> str:
    """A sentence that says how many cells are off by more than two standard errors, and how many would be by chance.

    Cells that differ for a known reason are not counted. Cells that share their trees deviate together, so the number
    varies more than it would for independent cells.
    """
    off = [abs(cell.z) for cell in cells if cell.z is not None and cell.status != "explained"]
    if not off:
        return ""
    return (
        f"{len(off)} cells are means over random trees and have no known reason to differ: "
        f"{sum(z > 2 for z in off)} of them are off by more than 2 standard errors, and by chance alone "
        f"{2 * NormalDist().cdf(-2) * len(off):.0f} would be; the largest difference is {max(off):.1f}"
    )
