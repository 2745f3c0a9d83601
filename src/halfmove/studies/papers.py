"""The printed tables of the papers, as data. They are in `papers/`, and its README explains the files.

>>> paper = load("srimani_1985")
>>> cell = paper.tables["4.1"].cell("PS*(2)", "ord=4")
>>> cell.setting.algorithm, dict(cell.setting.parameters), dict(cell.setting.tree)
('ps_star', {'phases': 2}, {'width': 8, 'depth': 4, 'order': 4})
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from halfmove.base.checks import unknown
from halfmove.base.shipped import PAPERS, shipped
from halfmove.errors import UsageError

COLUMNS = ("table", "page", "row", "column", "value", "unit", "as_printed", "status", "note")
STATUSES = ("", "misprint", "unreadable", "blank", "text", "counted")
SURE = ("documented", "inferred", "unknown")

# The quantities that a printed number can be, with their units. None: each cell names its own unit.
QUANTITIES: Mapping[str, str | None] = {
    "leaves": "leaves",
    "leaves sd": "leaves",
    "leaves percent": "%",
    "leaves more percent": "%",
    "trees with fewer percent": "%",
    "trees with more percent": "%",
    "ratio": "1",
    "exponent": "1",
    "branching factor": "1",
    "nodes": "nodes",
    "states": "states",
    "open": "states",
    "backup": "states",
    "stack": "half-moves",
    "value": "score",
    "leaf value": "score",
    "listings": "listings",
    "dominates": "claim",
    "equals": "claim",
    "attains minimum": "claim",
    "holds": "claim",
    "alpha": "score",
    "beta": "score",
    "attains maximum": "claim",
    "at least": "claim",
    "at most": "claim",
    "deeper is better": "claim",
    "same leaves": "claim",
    "mostly same leaves": "claim",
    "leaves within": "claim",
    "best move": "claim",
    "value known": "claim",
    "same answer": "claim",
    "fewer on average": "claim",
    "below formula": "claim",
    "same ratio": "claim",
    "input": None,
    "remark": None,
}


@dataclass(frozen=True)
class Setting:
    """What to run for a cell: the keys of its printed table, its row, its column and its own, merged."""

    quantity: str
    algorithm: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    against: str | None = None
    against_parameters: Mapping[str, Any] = field(default_factory=dict)
    family: str | None = None
    tree: Mapping[str, Any] = field(default_factory=dict)
    trees: int | None = None
    window: Mapping[str, Any] = field(default_factory=dict)
    against_window: Mapping[str, Any] = field(default_factory=dict)
    formula: str | None = None
    arguments: Mapping[str, Any] = field(default_factory=dict)
    sure: str = "unknown"
    setting_note: str = ""
    explanation: str = ""
    witness: tuple[Any, ...] | list[Any] = ()


KEYS = frozenset(each.name for each in fields(Setting))


@dataclass(frozen=True)
class PrintedCell:
    """A printed number. `value` is None if no number is printed or readable."""

    table: str
    page: str
    row: str
    column: str
    value: int | float | None
    unit: str
    as_printed: str
    status: str
    note: str
    setting: Setting


@dataclass(frozen=True)
class PrintedTable:
    """A printed table, or a figure. A figure has no file, and its `points` name the tables that it draws."""

    id: str
    file: str
    caption: str
    page: str
    generation: str
    sure: str
    note: str
    points: tuple[str, ...]
    common: Mapping[str, Any]
    rows: Mapping[str, Mapping[str, Any]]
    columns: Mapping[str, Mapping[str, Any]]
    exceptions: Mapping[tuple[str, str], Mapping[str, Any]]
    cells: tuple[PrintedCell, ...] = ()

    @property
    def place(self) -> str:
        """Where it is in the paper.

        >>> [load("srimani_1985").tables[key].place for key in ("4.1", "figure 4.4", "A runs", "text")]
        ['table 4.1, page 36', 'figure 4.4, page 42', 'appendix A, page 64', 'text']
        """
        if re.fullmatch(r"[\d.]+", self.id):
            place = f"table {self.id}" if self.file else f"figure {self.id}"
        elif self.id.startswith("figure") or not self.file:
            place = self.id if self.id.startswith("figure") else f"figure {self.id}"
        else:
            place = "appendix A" if self.id.startswith("A ") else "text"
        return f"{place}, page {self.page}" if self.page else place

    def setting(self, row: str | None = None, column: str | None = None) -> Setting:
        """The setting of a row and a column, even if no number is printed there."""
        parts = [self.common]
        parts += [self.rows[row]] if row is not None else []
        parts += [self.columns[column]] if column is not None else []
        if row is not None and column is not None:
            parts.append(self.exceptions.get((row, column), {}))
        return Setting(**_merged(parts))

    def cell(self, row: str, column: str) -> PrintedCell:
        for each in self.cells:
            if (each.row, each.column) == (row, column):
                return each
        raise UsageError(f"table {self.id} has no cell in row {row!r}, column {column!r}")


@dataclass(frozen=True)
class Formula:
    """A formula of a paper, with the name that settings use."""

    id: str
    caption: str
    where: str
    page: str
    arguments: tuple[str, ...]
    note: str


@dataclass(frozen=True)
class Paper:
    """A folder of `papers/`. `year` is None if the publication has no date."""

    id: str
    title: str
    authors: tuple[str, ...]
    year: int | None
    published: str
    note: str
    tables: Mapping[str, PrintedTable]
    figures: Mapping[str, PrintedTable]
    formulas: Mapping[str, Formula]

    @property
    def short_name(self) -> str:
        """The authors and the year.

        >>> [load(name).short_name for name in ("campbell_marsland_1983", "sarkar_lecture_8")]
        ['Campbell & Marsland 1983', 'Sarkar (undated)']
        """
        surnames = " & ".join(author.split()[-1] for author in self.authors)
        return f"{surnames} {self.year}" if self.year else f"{surnames} (undated)"

    def cells(self) -> Iterable[PrintedCell]:
        for table in self.tables.values():
            yield from table.cells


def names() -> tuple[str, ...]:
    """The ids of all papers."""
    return tuple(sorted(file.parent.name for file in shipped(PAPERS).glob("*/paper.toml")))


def load(paper: str) -> Paper:
    """Load a paper and its printed tables.

    Parameters
    ----------
    paper : str
        The id of the paper, one of `names()`.

    Returns
    -------
    Paper

    Raises
    ------
    UsageError
        If there is no such paper.
    """
    known = names()
    if paper not in known:
        raise unknown("paper", paper, known)
    place = shipped(PAPERS) / paper
    about = tomllib.loads((place / "paper.toml").read_text(encoding="utf-8"))
    return Paper(
        id=paper,
        title=about["title"],
        authors=tuple(about["authors"]),
        year=about.get("year"),
        published=about["published"],
        note=about.get("note", ""),
        tables={key: _printed_table(place, key, text) for key, text in about["tables"].items()},
        figures={key: _printed_table(place, key, text) for key, text in about.get("figures", {}).items()},
        formulas={key: _formula(key, text) for key, text in about.get("formulas", {}).items()},
    )


def _printed_table(place: Path, key: str, text: Mapping[str, Any]) -> PrintedTable:
    described = {"file", "caption", "page", "generation", "note", "points", "rows", "columns", "cells"}
    exceptions = {
        (each["row"], each["column"]): {name: value for name, value in each.items() if name not in ("row", "column")}
        for each in text.get("cells", ())
    }
    table = PrintedTable(
        id=key,
        file=text.get("file", ""),
        caption=text["caption"],
        page=text.get("page", ""),
        generation=text.get("generation", ""),
        sure=text.get("sure", "unknown"),
        note=text.get("note", ""),
        points=tuple(text.get("points", ())),
        common={name: value for name, value in text.items() if name not in described},
        rows=text.get("rows", {}),
        columns=text.get("columns", {}),
        exceptions=exceptions,
    )
    for part in (table.common, *table.rows.values(), *table.columns.values(), *exceptions.values()):
        if wrong := set(part) - KEYS:
            raise UsageError(f"{place.name}, table {key}: unknown key {min(wrong)!r} in paper.toml")
    if table.file:
        return replace(table, cells=tuple(_cells(place / table.file, table)))
    return table


def _cells(file: Path, table: PrintedTable) -> Iterable[PrintedCell]:
    with file.open(encoding="utf-8", newline="") as lines:
        for number, text in enumerate(csv.DictReader(lines, strict=True), 2):
            if tuple(text) != COLUMNS:
                raise UsageError(f"{file.name}, line {number}: the columns must be {','.join(COLUMNS)}")
            row, column = text["row"], text["column"]
            if row not in table.rows or column not in table.columns:
                raise UsageError(f"{file.name}, line {number}: paper.toml does not define {row!r} and {column!r}")
            yield PrintedCell(**(text | {"value": _number(text["value"])}), setting=table.setting(row, column))  # type: ignore[arg-type]


def _number(text: str) -> int | float | None:
    if not text:
        return None
    return int(text) if text.lstrip("-").isdigit() else float(text)


def _formula(key: str, text: Mapping[str, Any]) -> Formula:
    return Formula(
        id=key,
        caption=text["caption"],
        where=text["where"],
        page=text.get("page", ""),
        arguments=tuple(text.get("arguments", ())),
        note=text.get("note", ""),
    )


def _merged(parts: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Merge parts. Later ones override earlier ones; mappings are merged key by key."""
    merged: dict[str, Any] = {}
    for part in parts:
        for name, value in part.items():
            merged[name] = {**merged.get(name, {}), **value} if isinstance(value, Mapping) else value
    return merged
