"""The sections of the page of the papers: a table and the figures that show its numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from halfmove.reports.page import anchor
from halfmove.studies.figures import Figure
from halfmove.studies.papers import Paper, PrintedTable
from halfmove.studies.reproduce import ReproducedCell


@dataclass(frozen=True)
class Section:
    """A table with the figures that show its numbers, or a figure without a printed table."""

    paper: Paper
    printed: PrintedTable
    cells: tuple[ReproducedCell, ...]
    figures: tuple[Figure, ...]

    @property
    def anchor(self) -> str:
        kind = "table" if self.printed.file else "figure"
        return anchor(self.paper.id, kind, self.printed.id)

    @property
    def place(self) -> str:
        """The place in the paper, as in `Table 4.1`, without the page."""
        place = self.printed.place.partition(",")[0]
        return place[0].upper() + place[1:]

    @property
    def title(self) -> str:
        """Its caption, after its number if it has one."""
        return self.printed.caption if self.place == "Text" else f"{self.place}: {self.printed.caption}"


def sections_of(
    paper: Paper, tables: Iterable[PrintedTable], cells: Sequence[ReproducedCell], figures: Sequence[Figure]
) -> Iterable[Section]:
    """Tables in their order. A figure goes with its first table; one without a table follows the numbered tables."""
    drawn = [figure for figure in figures if figure.paper == paper.id]
    shown = list(tables)
    keys = [table.id for table in shown]
    home = {figure.id: next((key for key in paper.figures[figure.id].points if key in keys), None) for figure in drawn}
    alone = [Section(paper, paper.figures[figure.id], (), (figure,)) for figure in drawn if home[figure.id] is None]
    numbered = [place for place, table in enumerate(shown) if not table.place.startswith("text")]
    after = numbered[-1] if numbered else len(shown) - 1
    if not shown:
        yield from alone
    for place, table in enumerate(shown):
        own = tuple(cell for cell in cells if (cell.paper, cell.table) == (paper.id, table.id))
        yield Section(paper, table, own, tuple(figure for figure in drawn if home[figure.id] == table.id))
        if place == after:
            yield from alone
