"""A printed table on a page: as a grid if it is one in print, and cell by cell with intervals and ratios."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from halfmove.reports.marks import ANSWERS, MARKS, Notes
from halfmove.reports.numbers import common_places, number, span
from halfmove.reports.page import anchor, boxed, row_head, table, text
from halfmove.studies.reproduce import ReproducedCell
from halfmove.studies.verdicts import decimals_of

_FILLED = 0.6  # a table is shown as a grid if at least this share of its places has a printed number


@dataclass(frozen=True)
class Numbers:
    """The texts of a cell."""

    printed: str
    ours: str
    interval: str
    expected: str
    trees: str
    ratio: str

    @property
    def all(self) -> tuple[str, ...]:
        return self.printed, self.ours, self.interval, self.expected, self.trees, self.ratio


HEADS = ("printed", "ours", "95 % interval", "expected by theory", "trees", "ours / printed")


def table_html(cells: Sequence[ReproducedCell], section: str) -> tuple[str, str]:
    """The part beside a figure, and the part below both. `section` is the anchor of the table."""
    notes = Notes()
    written = written_numbers(cells)
    marks = [_mark(cell, notes, section) for cell in cells]
    ids = [f' id="{cell_anchor(section, place)}"' for place in range(len(cells))]
    below = "".join(f'<li id="{section}-note-{sign}">{text(as_on_pages(note))}</li>' for sign, note in notes)
    notes_html = f'<ol class="notes">{below}</ol>' if below else ""
    if not is_grid(cells):
        return _list(cells, written, marks, ids), notes_html
    every = _list(cells, written, marks, [""] * len(cells))
    details = f"<details><summary>Every cell, with interval, trees and ratio</summary>{every}</details>"
    return _grid(cells, written, marks, ids), notes_html + details


def as_on_pages(note: str) -> str:
    """A note with its numbers written as on pages.

    >>> as_on_pages("-46.2 % (-66.6 .. -25.8) leaves; types 1-3")
    '−46.2 % (−66.6 to −25.8) leaves; types 1-3'
    """
    return re.sub(r"(?<![\w.)])-(?=\d)", "−", note.replace(" .. ", " to "))


def written_numbers(cells: Sequence[ReproducedCell]) -> list[Numbers]:
    """The texts of each cell of a table."""
    return [_numbers(cell, places) for cell, places in zip(cells, _places(cells), strict=True)]


def cell_anchor(section: str, place: int) -> str:
    """The anchor of the cell at this place of its table."""
    return f"{section}-cell-{place + 1}"


def is_grid(cells: Sequence[ReproducedCell]) -> bool:
    """Whether rows and columns are those of a table: several of each, mostly filled, no place twice."""
    rows, columns = {cell.row for cell in cells}, {cell.column for cell in cells}
    once = len({(cell.row, cell.column) for cell in cells}) == len(cells)
    return once and min(len(rows), len(columns)) > 1 and len(cells) >= _FILLED * len(rows) * len(columns)


def _grid(cells: Sequence[ReproducedCell], written: Sequence[Numbers], marks: Sequence[str], ids: Sequence[str]) -> str:
    rows, columns = dict.fromkeys(cell.row for cell in cells), dict.fromkeys(cell.column for cell in cells)
    found = {(cell.row, cell.column): place for place, cell in enumerate(cells)}
    lines = []
    for row in rows:
        line = [f"<tr>{row_head(row)}"]
        for column in columns:
            place = found.get((row, column))
            if place is None:
                line.append("<td></td>")
                continue
            ours, printed = written[place].ours, written[place].printed
            line.append(
                f'<td{ids[place]} class="{anchor(cells[place].status)}">{text(ours)} {marks[place]}'
                f' <span class="printed">{text(printed)}</span></td>'
            )
        lines.append("".join(line) + "</tr>")
    caption = "In each cell: our number with its mark, and below it the printed number"
    head = "".join(f'<th scope="col">{text(column)}</th>' for column in columns)
    body = f"<thead><tr><td></td>{head}</tr></thead><tbody>{''.join(lines)}</tbody>"
    return boxed(f'<table class="grid"><caption><span>{caption}</span></caption>{body}</table>', caption)


def _list(cells: Sequence[ReproducedCell], written: Sequence[Numbers], marks: Sequence[str], ids: Sequence[str]) -> str:
    """A line for each cell; empty columns are left out."""
    used = [place for place in range(len(HEADS)) if any(each.all[place] for each in written)]
    several = len({cell.column for cell in cells}) > 1
    heads = ["row", *(["column"] if several else []), *(HEADS[place] for place in used), "mark"]
    lines = []
    for cell, numbers, mark, own in zip(cells, written, marks, ids, strict=True):
        names = row_head(cell.row) + (f'<td class="words">{text(cell.column)}</td>' * several)
        plain = "".join(f"<td>{text(numbers.all[place])}</td>" for place in used)
        status = f'<td class="words">{mark} {text(cell.status)}</td>'
        lines.append(f'<tr{own} class="{anchor(cell.status)}">{names}{plain}{status}</tr>')
    words = (0, *((1,) if several else ()), len(heads) - 1)
    return table(heads, lines, "Printed and ours, cell by cell", words)


def _mark(cell: ReproducedCell, notes: Notes, section: str) -> str:
    note = notes.mark(cell.note)
    link = f'<sup><a href="#{section}-note-{note}" aria-label="note {note}">{note}</a></sup>' if note else ""
    return f'<span class="mark" title="{text(cell.status)}">{MARKS[cell.status]}{link}</span>'


def _numbers(cell: ReproducedCell, places: int) -> Numbers:
    claim = cell.unit == "claim"
    end = " %" if cell.unit == "%" else ""

    def amount(value: float | None) -> str:
        return "" if value is None else f"{number(value, places)}{end}"

    if cell.printed is None:
        printed = cell.as_printed
    elif claim:
        printed = ANSWERS.get(cell.printed, "")
    else:
        printed = f"{number(cell.printed, decimals_of(cell.as_printed, cell.printed))}{end}"
    apart = cell.low is not None and cell.low != cell.high
    return Numbers(
        printed,
        ANSWERS.get(cell.mean, "") if claim else amount(cell.mean),
        f"{span(cell.low, cell.high, places)}{end}" if apart else "",
        amount(cell.expected),
        number(cell.trees) if cell.trees else "",
        number(cell.ratio, 3),
    )


def _places(cells: Sequence[ReproducedCell]) -> list[int]:
    """Decimals of each cell: those in print, or if there are none, the same for all numbers of a unit."""
    printed = [0 if cell.printed is None else decimals_of(cell.as_printed, cell.printed) for cell in cells]
    alike: dict[str, list[float | None]] = {}
    for cell, places in zip(cells, printed, strict=True):
        if not places:
            alike.setdefault(cell.unit, []).append(cell.mean)
    common: Mapping[str, int] = {unit: common_places(values) for unit, values in alike.items()}
    return [places or min(3, common[cell.unit]) for cell, places in zip(cells, printed, strict=True)]
