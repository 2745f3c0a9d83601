"""A summary of the papers' experiments: what was run, the results, what needs a look, what to try next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import click

from halfmove.cli import grid, text
from halfmove.cli.streams import bold
from halfmove.cli.write import opening
from halfmove.reports.marks import ANSWERS, MARKS, NAMES, NEED_A_LOOK, grouped, in_short
from halfmove.studies.papers import Paper, PrintedTable
from halfmove.studies.reproduce import ReproducedCell, Selection, tally

_MOST = 5  # cells that are listed
_ROOM = 80  # columns
NEXT = (
    ("explore", "replay a search in the browser"),
    ("play connect_four", "play against it"),
    ("compare --trees 50", "count the leaves that algorithms need"),
)
_COLUMNS = ("searches", "cells", "agree", "close", "explained", "open", "rest")
_LEGEND = (
    "close: within the tolerance, or no further off than chance; explained: differs,",
    "and the reason is recorded; open: undecided, or differs; rest: not compared",
)


def show(selection: Selection, cells: list[ReproducedCell], seconds: float) -> None:
    """Print what came out in a few sentences, a line of numbers for each source, and the cells that need a look."""
    many = len(selection.papers)
    trees = f"{selection.trees} tree{'s' * (selection.trees > 1)}"
    sources = f"{many} source{'s' * (many > 1)}"
    click.echo(f"{sources}, repeated in {text.time(seconds)}: {trees} per cell, formulas, written trees\n")
    click.echo("\n".join(in_short(tally(cells))) + "\n")
    width = max(len(paper.id) for paper, *_ in selection.papers)
    click.echo(_line("source", _COLUMNS, width))
    click.echo(grid.rule(len(_line("", _COLUMNS, width))))
    for part in selection.papers:
        paper = part[0]
        own = [cell for cell in cells if cell.paper == paper.id]
        click.echo(_line(paper.id, _numbers(replace(selection, papers=(part,)), own), width))
        click.echo(f"  {_run(*part)}")
    if many > 1:
        click.echo(_line("all", _numbers(selection, cells), width))
    click.echo("\n".join(_LEGEND) + "\n")
    _show_look(cells)


def _line(name: str, numbers: Iterable[str], width: int) -> str:
    cells = (f"{number:>{len(column)}}" for column, number in zip(_COLUMNS, numbers, strict=True))
    return "  ".join((f"{name:<{width}}", *cells))


def _numbers(selection: Selection, cells: list[ReproducedCell]) -> list[str]:
    searches = selection.plan.searches if selection.needs_searches else 0
    return [f"{number:,}" for number in (searches, len(cells), *grouped(tally(cells)).values())]


def _run(paper: Paper, tables: tuple[PrintedTable, ...], figures: tuple[PrintedTable, ...]) -> str:
    """What was run for a source: its tables and figures, under its title."""
    counts = {"table": len(tables), "figure": len(figures)}
    parts = [f"{count} {name}{'s' * (count > 1)}" for name, count in counts.items() if count]
    kept = f" ({', '.join(parts)})"
    return shortened(paper.title, _ROOM - 2 - len(kept)) + kept


def shortened(words: str, room: int) -> str:
    """Words that fit, cut at the end of a word."""
    if len(words) <= room:
        return words
    return words[: room - 3].rpartition(" ")[0] + " ..."


def in_words(cells: list[ReproducedCell]) -> str:
    """144 cells: 107 agree, 27 explained, ..."""
    counts = tally(cells)
    parts = [f"{counts[status]} {NAMES[status]}" for status in MARKS if status in counts]
    return f"{len(cells)} cell{'s' * (len(cells) != 1)}" + (f": {', '.join(parts)}" if parts else "")


def _show_look(cells: list[ReproducedCell]) -> None:
    look = sorted(
        (cell for cell in cells if cell.status in NEED_A_LOOK),
        key=lambda cell: (NEED_A_LOOK.index(cell.status), -abs(cell.z or 0)),
    )
    if not look:
        return
    rows = [
        (
            shortened(f"{cell.paper} {cell.table}: {cell.row}, {cell.column}", _ROOM // 2 + 10),
            ANSWERS.get(cell.printed, "") if cell.unit == "claim" else cell.as_printed,
            ANSWERS.get(cell.mean, "") if cell.unit == "claim" else number(cell.mean),
            f"{MARKS[cell.status]} {cell.status}",
        )
        for cell in look[:_MOST]
    ]
    most = "" if len(look) <= _MOST else f"; the {_MOST} that are farthest off"
    title = "1 cell needs a look" if len(look) == 1 else f"{len(look)} cells need a look{most}"
    grid.show(title, ("cell", "printed", "ours", ""), rows, words=(0, -1), end="")
    if any(cell.status == "ambiguous" for cell in look):
        click.echo("ambiguous: these trees are too few to decide")


def number(value: float | None) -> str:
    """Enough digits to compare."""
    if value is None:
        return ""
    if value == int(value):
        return f"{int(value)}"
    return f"{value:.0f}" if abs(value) >= 10_000 else f"{value:.1f}" if abs(value) >= 100 else f"{value:.3f}"


def show_page(file: str) -> None:
    """Print where the page is, and how to open it."""
    click.echo(f"{file} was written: all tables, our numbers beside theirs, and the figures.")
    click.echo(text.hint("Open it in a browser", opening(file)))


def show_next() -> None:
    """Print what to try next, as it can be typed here."""
    click.echo(bold("Try next"))
    lines = [f"  {text.program(as_module=True)} {words}" for words, _ in NEXT]
    width = max(map(len, lines)) + 2
    all_fit = all(width + len(what) <= _ROOM for _, what in NEXT)
    for line, (_, what) in zip(lines, NEXT, strict=True):
        click.echo(f"{line:<{width}}{what}" if all_fit else line)
