"""The top of the page of the papers: the outcome of each, the cells to check, and a link to every table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from halfmove.reports.cells import as_on_pages, cell_anchor, written_numbers
from halfmove.reports.marks import MARKS, MEANINGS, NAMES, NEED_A_LOOK, in_short
from halfmove.reports.numbers import number, percent
from halfmove.reports.page import Entry, anchor, row_head, table, text
from halfmove.reports.scatter import scatter
from halfmove.reports.sections import Section
from halfmove.studies.reproduce import ReproducedCell, Selection, calibration, tally

_LOOK = "need a look"
_OTHERS = ("chance", "possible", "explained", "not printed")


def parts(
    selection: Selection, sections: Sequence[Section], cells: Sequence[ReproducedCell], tolerance: float
) -> Iterator[str]:
    """HTML, from the first sentence to the meaning of the marks."""
    yield from _opening(cells)
    yield '<h2 id="summary">Summary</h2>'
    trees = "1 tree" if selection.trees == 1 else f"{number(selection.trees)} trees"
    yield _papers(selection, cells, tolerance)
    yield f"<p>{trees} per cell. {text(calibration(cells))}{'.' if calibration(cells) else ''}</p>"
    if flagged := list(_need_a_look(sections)):
        yield '<h2 id="look">What needs a look</h2>'
        yield _flagged(flagged)
    if sections:
        yield '<h2 id="tables">Every table and figure</h2>'
        yield _tables(sections)
    yield '<h2 id="marks">What the marks mean</h2>'
    yield _marks(cells, tolerance)


def _opening(cells: Sequence[ReproducedCell]) -> Iterator[str]:
    """What this is, a picture of all numbers, and what came out, in a few lines."""
    yield '<p class="lead">The experiments of these texts, run again. Our numbers stand beside the printed ones.</p>'
    if not cells:
        yield "<p>Only figures: none of these numbers is printed.</p>"
        return
    if picture := scatter(cells):
        words = "Each point is a printed number and ours. On the grey line they are equal."
        yield f"<figure>{picture}<figcaption>{words}</figcaption></figure>"
    lines = "".join(f"<li>{text(line)}</li>" for line in in_short(tally(cells)))
    yield f"<ul>{lines}</ul>"


def contents(sections: Sequence[Section], cells: Sequence[ReproducedCell]) -> list[Entry]:
    look = [Entry("look", f"What needs a look ({_flagged_count(cells)})")] if _flagged_count(cells) else []
    return [*look, Entry("tables", "Every table and figure"), Entry("marks", "What the marks mean")]


def _run(cells: Iterable[ReproducedCell]) -> int:
    return sum(cell.status != "not run" for cell in cells)


def _flagged_count(cells: Iterable[ReproducedCell]) -> int:
    return sum(cell.status in NEED_A_LOOK for cell in cells)


def _first(cells: Sequence[ReproducedCell]) -> dict[str, int]:
    """The columns that all tables here share. On a narrow page those after them are hidden until one scrolls."""
    agree = tally(cells).get("agrees", 0)
    return {"cells": len(cells), "run": _run(cells), "agree": agree, _LOOK: _flagged_count(cells)}


def _counts(cells: Sequence[ReproducedCell], tolerance: float) -> dict[str, int]:
    """The columns of the summary."""
    counts = tally(cells)
    within = {f"within {percent(tolerance)}": counts.get("tolerance", 0)}
    return _first(cells) | within | {status: counts.get(status, 0) for status in _OTHERS}


def _papers(selection: Selection, cells: Sequence[ReproducedCell], tolerance: float) -> str:
    of_all, rows = _counts(cells, tolerance), []
    for paper, *_ in selection.papers:
        counts = _counts([cell for cell in cells if cell.paper == paper.id], tolerance)
        rows.append(_row(row_head(paper.short_name, anchor(paper.id)), counts))
    if len(rows) > 1:
        rows.append(_row(row_head("All"), of_all, ' class="total"'))
    return table(["paper", *of_all], rows, "Cells of each paper, and their outcome")


def _row(head: str, counts: Mapping[str, int], kind: str = "") -> str:
    return f"<tr{kind}>{head}{_cells(counts)}</tr>"


def _cells(counts: Mapping[str, int]) -> str:
    kinds = {
        name: " class=none" if not n else " class=ambiguous" if name == _LOOK else "" for name, n in counts.items()
    }
    return "".join(f"<td{kinds[name]}>{number(n)}</td>" for name, n in counts.items())


def _need_a_look(sections: Iterable[Section]) -> Iterator[tuple[Section, int, ReproducedCell]]:
    found = [
        (section, place, cell)
        for section in sections
        for place, cell in enumerate(section.cells)
        if cell.status in NEED_A_LOOK
    ]
    yield from sorted(found, key=lambda each: NEED_A_LOOK.index(each[2].status))


def _flagged(found: Sequence[tuple[Section, int, ReproducedCell]]) -> str:
    rows = []
    for section, place, cell in found:
        where = f"{section.paper.short_name}, {section.place[0].lower()}{section.place[1:]}"
        name = cell.row if len({each.column for each in section.cells}) == 1 else f"{cell.row}, {cell.column}"
        written = written_numbers(section.cells)[place]
        rows.append(
            f"<tr>{row_head(name, cell_anchor(section.anchor, place))}"
            f'<td class="words wraps">{text(where)}</td><td>{text(written.printed)}</td><td>{text(written.ours)}</td>'
            f'<td class="words">{MARKS[cell.status]} {text(cell.status)}</td>'
            f'<td class="words sentence">{text(as_on_pages(cell.note))}</td></tr>'
        )
    heads = ["cell", "where", "printed", "ours", "mark", "why"]
    return table(heads, rows, "Cells that disagree, or about which nothing can be concluded", (0, 1, 4, 5))


def _tables(sections: Sequence[Section]) -> str:
    rows, before = [], None
    for section in sections:
        if section.paper.id != before:
            before = section.paper.id
            rows.append(
                f'<tr class="group"><th scope="rowgroup" colspan="6">{text(section.paper.short_name)}</th></tr>'
            )
        link = f'<a href="#{section.anchor}">{text(section.printed.caption)}</a>'
        rows.append(
            f'<tr><th scope="row" class="sentence">{link}</th><td class="words">{text(section.place)}</td>'
            + (_cells(_first(section.cells)) if section.cells else '<td colspan="4" class="none">drawn</td>')
            + "</tr>"
        )
    heads = ["topic", "where", *_first([])]
    return table(heads, rows, "Tables and figures, with the number of cells", (0, 1))


def _marks(cells: Sequence[ReproducedCell], tolerance: float) -> str:
    counts = tally(cells)
    rows = [
        f'<tr><th scope="row">{MARKS[status]} {text(NAMES[status])}</th>'
        f'<td class="words sentence">{text(MEANINGS[status])}</td><td>{number(counts.get(status, 0))}</td></tr>'
        for status in MARKS
    ]
    caption = f"Marks of cells; the tolerance is {percent(tolerance)} of the printed number"
    return table(["mark", "meaning", "cells"], rows, caption, (0, 1))
