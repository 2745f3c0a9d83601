"""`halfmove compare`: the leaves of several algorithms on the same trees, in one table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, fields
from typing import Any

import click

from halfmove.base.user_files import split_file_text
from halfmove.cli import grid, text
from halfmove.cli.algorithms import compared_by_default
from halfmove.cli.commands import Command
from halfmove.cli.interrupts import interruptible
from halfmove.cli.program import CheckFailed, Interrupted
from halfmove.cli.progress import progress
from halfmove.cli.write import check, write
from halfmove.compare import Row, measure, planned, rows, single_searches
from halfmove.studies import Interrupted as StudyInterrupted
from halfmove.studies import Plan
from halfmove.studies.table import as_csv


@click.command("compare", cls=Command)
@click.option(
    "-a",
    "--algorithm",
    "names",
    multiple=True,
    metavar="ID",
    help="Algorithm, such as scout:test=strict; repeat for several.",
)
@click.option(
    "--family",
    "families",
    multiple=True,
    metavar="FAMILY",
    help="Tree family or game; repeat for several. [default: uniform:8,4]",
)
@click.option("--trees", default=100, show_default=True, metavar="N", help="Trees of each family.")
@click.option("--seed", default=1, show_default=True, metavar="S", help="Base seed; each tree derives its own.")
@click.option("--depth", type=int, metavar="N", help="Half-moves to look ahead. [default: to the leaves]")
@click.option("--compiled/--interpreted", default=None, help="Machine code or plain Python. [default: the faster]")
@click.option("--csv", "csv_file", metavar="FILE", help="Write the table as CSV; - is standard output.")
@click.option("--each", "each_file", metavar="FILE", help="Write a row for every tree and algorithm, as CSV.")
@click.option("--json", "as_json", is_flag=True, help="Print the table as JSON.")
def command(
    names: tuple[str, ...],
    families: tuple[str, ...],
    trees: int,
    seed: int,
    depth: int | None,
    compiled: bool | None,
    csv_file: str | None,
    each_file: str | None,
    as_json: bool,
) -> None:
    """Count the leaves of several algorithms on many trees.

    Every algorithm searches the same trees. The table shows the mean number of leaves with its standard error. It also
    shows the mean divided by the least possible for such trees, and divided by the mean of alpha_beta, which is always
    included. Where theory has a formula, the expected mean is shown too. With --compiled or --interpreted all searches
    run at one speed; then the time that they took is shown as well, without compiling.

    \b
    halfmove compare --family uniform:8,4 --family ordered:8,4,order=4
    halfmove compare -a scout:test=strict -a mtd_f --trees 1000 --csv table.csv
    """
    check({"--csv": csv_file, "--each": each_file}, as_json)
    families = families or ("uniform:8,4",)
    study = planned(families, names or compared_by_default(), trees, seed, depth)
    repeat = text.command("compare", *_words(study, families, trees, depth, compiled))
    interrupted = None
    with interruptible(), progress() as bar:
        try:
            table = measure(study, compiled, lambda done, total: bar("compare", done, total, "trees"))
        except StudyInterrupted as stop:
            table, interrupted = stop.table, str(stop)
    if interrupted and not len(table):
        raise Interrupted(interrupted)
    lines = rows(table)
    if csv_file is not None:
        write(as_csv([each.name for each in fields(Row)], map(asdict, lines)), csv_file)
    if each_file is not None:
        singles = list(single_searches(table))
        write(as_csv(singles[0], singles), each_file)
    if as_json:
        head = {"seed": seed, "trees": trees, "finished": not interrupted, "repeat": repeat}
        click.echo(text.as_json({**head, "rows": [asdict(row) for row in lines]}))
    elif csv_file == "-":
        click.echo(text.repeated(repeat, f"seed {seed}; ", err=True), err=True)
    else:
        _show(lines, timed=compiled is not None)
        click.echo(text.repeated(repeat, f"seed {seed}; "))
    if faults := table.disagreements():
        raise CheckFailed(*_failed(text.first_of(faults, "trees"), names))
    if interrupted:
        raise Interrupted(f"{interrupted}; the table counts only those")


def _failed(fault: str, names: tuple[str, ...]) -> tuple[str, str]:
    """The sentence about values that differ; for an algorithm of the user's, with the command that says more."""
    own = next((name for name in names if split_file_text(name) is not None), None)
    if own is None:
        return fault, ""
    return f"{fault}; for a small tree that shows it", text.command("check", own)


def _words(
    study: Plan, families: tuple[str, ...], trees: int, depth: int | None, compiled: bool | None
) -> Iterator[Any]:
    for algorithm in study.algorithms:
        yield from ("-a", algorithm)
    for family in families:
        yield from ("--family", family)
    yield from ("--trees", trees, "--seed", study.seed)
    if depth is not None:
        yield from ("--depth", depth)
    if compiled is not None:
        yield "--compiled" if compiled else "--interpreted"


def _show(lines: list[Row], timed: bool) -> None:
    """Print the table. Times are shown only if all searches ran at one speed and were compiled before."""
    for family in dict.fromkeys(row.family for row in lines):
        shown = [row for row in lines if row.family == family]
        least = shown[0].minimum
        title = f"{family}: {shown[0].trees} tree{'s' if shown[0].trees > 1 else ''}"
        title += "" if least is None else f", at least {text.count(least)} leaves each"
        known = any(row.expected is not None for row in shown)
        headings = ("algorithm", "leaves", "std error", *(["expected"] if known else []))
        cells = (
            (
                text.with_gaps(row.algorithm),
                text.count(row.leaves),
                "" if row.standard_error is None else text.count(row.standard_error),
                *([] if not known else [""] if row.expected is None else [text.count(row.expected)]),
                "" if least is None else f"{row.leaves / least:.3f}",
                f"{row.relative:.3f}",
                *([text.time(row.seconds)] if timed else []),
            )
            for row in shown
        )
        grid.show(title, (*headings, "/minimum", "/alpha_beta", *(["time"] if timed else [])), cells)
