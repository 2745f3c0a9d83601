"""`halfmove reproduce`: repeat the tables of the papers, and compare our numbers with theirs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict
from itertools import groupby
from typing import Any

import click

from halfmove.cli import grid, reproduce_summary, study_runner, text
from halfmove.cli.commands import Command
from halfmove.cli.live import live_line, ticking
from halfmove.cli.program import CheckFailed
from halfmove.cli.reproduce_summary import number
from halfmove.cli.write import check, write
from halfmove.errors import UsageError
from halfmove.reports.marks import ANSWERS, MARKS, Notes
from halfmove.studies import papers
from halfmove.studies.reproduce import ReproducedCell, Results, Selection, calibration, choose, compared, tally
from halfmove.studies.verdicts import TOLERANCE


@click.command("reproduce", cls=Command)
@click.argument("paper", required=False)
@click.option("--table", metavar="T", help="One table, such as 4.1. [default: all]")
@click.option("--trees", type=click.IntRange(1), default=100, metavar="N", help="Trees per cell. [default: 100]")
@click.option("--seed", type=int, default=1, metavar="S", help="Base seed; each tree derives its own.")
@click.option(
    "--tolerance",
    type=click.FloatRange(0, 1),
    default=TOLERANCE,
    metavar="X",
    help=f"Share of the printed number that ours may differ by. [default: {TOLERANCE}]",
)
@study_runner.options
@click.option("--cells", is_flag=True, help="Show every cell. [default: with --table only]")
@click.option("--html", "html_file", metavar="FILE", help="Write a self-contained page with tables and figures.")
@click.option("--json", "as_json", is_flag=True, help="Print the cells as JSON.")
def command(
    paper: str | None,
    table: str | None,
    trees: int,
    seed: int,
    tolerance: float,
    jobs: int | None,
    cluster: str | None,
    workers_within: float,
    store_file: str | None,
    resume: bool,
    cells: bool,
    html_file: str | None,
    as_json: bool,
) -> None:
    """Repeat the experiments of the papers, and compare our results with theirs, cell by cell.

    PAPER is a name such as srimani_1985. If it is left out, all are run. The command shows how
    many cells agree and which need a look; --cells shows all of them, our numbers next to the printed ones. Each cell
    has a mark: agrees within both errors, within the tolerance, within chance, explained by a recorded note, disagrees,
    ambiguous, not printed, not run. The exit code is 1 when a cell disagrees without a recorded explanation.

    \b
    halfmove reproduce
    halfmove reproduce srimani_1985 --table 4.1 --trees 1000
    halfmove reproduce baudet_1977 --cells
    halfmove reproduce --html report.html
    """
    begun = time.perf_counter()
    check({"--html": html_file}, as_json, {"--store": store_file})
    if tolerance != tolerance:
        raise UsageError("--tolerance must be a share from 0 to 1, not nan")
    selection = choose(paper, table, trees, seed)
    if html_file is None and not any(True for _ in selection.cells()):
        raise UsageError(f"{table} is drawn, not printed: add --html FILE")
    words = ["reproduce", *_words(paper, table, trees, seed, tolerance, cluster)]
    repeat = text.command(*words)
    searched, unfinished = None, None
    if selection.needs_searches:
        words += ["--cells"] * cells + ["--json"] * as_json + ([] if html_file is None else ["--html", html_file])
        searched, unfinished = study_runner.carry_out(
            selection.plan, jobs, cluster, workers_within, store_file, resume, words
        )
    results = Results(selection, searched)
    with live_line() as line, ticking(line, "comparing with the papers"):
        found = compared(results, tolerance)
    seconds = time.perf_counter() - begun
    if html_file is not None:
        from halfmove.reports.reproduction import page
        from halfmove.studies.figures import figures

        write(
            page(selection, found, figures(results), repeat, seconds, tolerance, str(unfinished or "")),
            html_file,
            announce=as_json,
        )
    if as_json:
        head: dict[str, Any] = {"seed": seed, "trees": trees, "tolerance": tolerance, "seconds": seconds}
        head |= {"finished": unfinished is None, "repeat": repeat}
        click.echo(text.as_json({**head, "summary": tally(found), "cells": [asdict(cell) for cell in found]}))
    elif html_file == "-":
        click.echo(text.repeated(repeat, f"seed {seed}; ", err=True), err=True)
    else:
        if cells or table is not None:
            _show(selection, found)
            click.echo(f"{reproduce_summary.in_words(found)}; {text.time(seconds)}")
            if judged := calibration(found):
                click.echo(judged)
        else:
            reproduce_summary.show(selection, found, seconds)
            click.echo("For all cells, add --cells.")
        click.echo(text.repeated(repeat, f"seed {seed}; "))
        if html_file is not None:
            click.echo()
            reproduce_summary.show_page(html_file)
        if table is None and paper is None and not cells:
            click.echo()
            reproduce_summary.show_next()
    if unfinished is not None:
        raise unfinished
    if searched is not None and (faults := searched.disagreements()):
        raise CheckFailed(text.first_of(faults, "trees"))
    if wrong := [cell for cell in found if cell.status == "disagrees"]:
        raise CheckFailed(f"{len(wrong)} of {len(found)} cells disagree without an explanation: {_named(wrong)}")


def _words(
    paper: str | None, table: str | None, trees: int, seed: int, tolerance: float, cluster: str | None
) -> Iterator[Any]:
    """The options that repeat this study, without --jobs and --store, which change no number."""
    if paper is not None:
        yield paper
    given: dict[str, Any] = {"--table": table, "--trees": trees, "--seed": seed, "--cluster": cluster}
    given |= {"--tolerance": tolerance} if tolerance != TOLERANCE else {}
    for option, value in given.items():
        if value is not None:
            yield from (option, value)


def _show(selection: Selection, cells: list[ReproducedCell]) -> None:
    about: dict[str, papers.Paper] = {paper.id: paper for paper, *_ in selection.papers}
    left_out: dict[str, None] = {}
    for (paper, table), group in groupby(cells, key=lambda cell: (cell.paper, cell.table)):
        shown, notes = list(group), Notes()
        known = any(cell.expected is not None for cell in shown)
        headings = ("row", "column", "printed", "ours", "95 % interval", *(["expected"] if known else []))
        lines = [_row(cell, known, notes) for cell in shown]
        title = f"{paper}, table {table}: {about[paper].tables[table].caption}"
        columns = (*headings, "trees", "ratio", "")
        left_out |= dict.fromkeys(
            grid.show(title, columns, lines, words=(0, 1, -1), end="", optional=_optional(columns))
        )
        for mark, note in notes:
            click.echo(f"[{mark}] {note}")
        click.echo()
    if left_out:
        click.echo(f"The terminal is too narrow for all columns. Left out: {', '.join(left_out)}.")


def _optional(columns: tuple[str, ...]) -> list[int]:
    """The columns that a table can do without."""
    return [columns.index(name) for name in ("trees", "expected", "ratio") if name in columns]


def _row(cell: ReproducedCell, known: bool, notes: Notes) -> tuple[str, ...]:
    interval = "" if cell.low is None or cell.low == cell.high else f"{number(cell.low)} .. {number(cell.high)}"
    mark = notes.mark(cell.note)
    return (
        cell.row,
        cell.column,
        ANSWERS.get(cell.printed, "") if cell.unit == "claim" else "" if cell.printed is None else str(cell.printed),
        ANSWERS.get(cell.mean, "") if cell.unit == "claim" else number(cell.mean),
        interval,
        *([number(cell.expected)] if known else []),
        f"{cell.trees:,}" if cell.trees else "",
        "" if cell.ratio is None else f"{cell.ratio:.3f}",
        f"{MARKS[cell.status]} {cell.status}{f' [{mark}]' if mark else ''}",
    )


def _named(cells: list[ReproducedCell]) -> str:
    names = [f"{cell.paper} {cell.table} ({cell.row}, {cell.column})" for cell in cells[:3]]
    return ", ".join(names) + (" ..." if len(cells) > 3 else "")
