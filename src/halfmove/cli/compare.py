"""`halfmove compare`: the leaves of several algorithms on the same trees, in one table."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import asdict, fields
from typing import Any

import click

from halfmove.cli import grid, text
from halfmove.cli.algorithms import choice_from, compared_by_default
from halfmove.cli.program import CheckFailed, Interrupted
from halfmove.cli.progress import progress
from halfmove.cli.what import family_from
from halfmove.cli.write import check, write
from halfmove.compare import Measurement, Row, disagreements, measure, plan, summarise


@click.command("compare")
@click.option("-a", "--algorithm", "names", multiple=True, metavar="ID", help="As in -a scout:test=strict; repeat it.")
@click.option("--family", "families", multiple=True, metavar="FAMILY", help="Repeat it. [default: uniform:8,4]")
@click.option("--trees", default=100, show_default=True, metavar="N", help="Trees of each family.")
@click.option("--seed", default=1, show_default=True, metavar="S", help="Base seed, from which each tree has its own.")
@click.option("--depth", type=int, metavar="N", help="Half-moves to look ahead. [default: to the leaves]")
@click.option("--compiled/--interpreted", default=None, help="Machine code or plain Python. [default: the faster]")
@click.option("--csv", "csv_file", metavar="FILE", help="Write the table as CSV; - is standard output.")
@click.option("--each", "each_file", metavar="FILE", help="Write a row for every tree and algorithm, as CSV.")
@click.option("--json", "as_json", is_flag=True, help="The table as JSON.")
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

    Every algorithm searches the same trees. Shown are the mean number of leaves with its standard error, and the mean
    divided by the minimum possible for such trees and by the mean of alpha_beta, which is always there; and, where
    there is a formula for it, the mean that theory expects.

    \b
    halfmove compare --family uniform:8,4 --family ordered:8,4,order=4,probability=0.9
    halfmove compare -a scout:test=strict -a aspiration:guess=0.5,error=0.1 --trees 1000 --csv table.csv
    """
    names, families = names or tuple(compared_by_default()), families or ("uniform:8,4",)
    chosen = plan(choice_from(name) for name in names)
    makers = {family: family_from(family) for family in families}
    check({"--csv": csv_file, "--each": each_file}, as_json)
    repeat = text.command(
        "compare", *_words([str(choice) for choice in chosen], families, trees, seed, depth, compiled)
    )
    done: list[Measurement] = []
    interrupted = False
    with progress() as bar:
        try:
            for some in measure(makers, chosen, trees, seed, depth=depth, compiled=compiled):
                done += some
                bar(some[0].family, len(done) // len(chosen), len(makers) * trees, "trees")
        except KeyboardInterrupt:
            interrupted = True
    finished = len(done) // len(chosen)
    told = f"stopped by Ctrl-C after {finished} of {len(makers) * trees} trees"
    if interrupted and not done:
        raise Interrupted(told)
    rows = summarise(done)
    _write(rows, Row, csv_file)
    _write(done, Measurement, each_file)
    if as_json:
        head = {"seed": seed, "trees": trees, "finished": not interrupted, "repeat": repeat}
        click.echo(text.as_json({**head, "rows": [asdict(row) for row in rows]}))
    elif csv_file == "-":
        click.echo(f"seed {seed}; repeat: {repeat}", err=True)
    else:
        _show(rows)
        click.echo(f"seed {seed}; repeat: {repeat}")
    faults = disagreements(done)
    if faults:
        more = f"; and on {len(faults) - 1} more trees" if len(faults) > 1 else ""
        raise CheckFailed(faults[0] + more)
    if interrupted:
        raise Interrupted(f"{told}; the table counts those only")


def _words(
    names: list[str], families: tuple[str, ...], trees: int, seed: int, depth: int | None, compiled: bool | None
) -> Iterator[Any]:
    for name in names:
        yield from ("-a", name)
    for family in families:
        yield from ("--family", family)
    yield from ("--trees", trees, "--seed", seed)
    if depth is not None:
        yield from ("--depth", depth)
    if compiled is not None:
        yield "--compiled" if compiled else "--interpreted"


def _show(rows: list[Row]) -> None:
    for family in dict.fromkeys(row.family for row in rows):
        some = [row for row in rows if row.family == family]
        least = some[0].minimum
        title = f"{family}: {some[0].trees} tree{'s' if some[0].trees > 1 else ''}"
        title += "" if least is None else f", at least {text.count(least)} leaves each"
        known = any(row.expected is not None for row in some)
        headings = ("algorithm", "leaves", "std error", *(["expected"] if known else []))
        lines = (
            (
                row.algorithm.replace(":", ": ").replace(",", ", "),
                text.count(row.leaves),
                "" if row.standard_error is None else text.count(row.standard_error),
                *([] if not known else [""] if row.expected is None else [text.count(row.expected)]),
                "" if least is None else f"{row.leaves / least:.3f}",
                f"{row.relative:.3f}",
                text.time(row.seconds),
            )
            for row in some
        )
        grid.show(title, (*headings, "/ minimum", "/ alpha_beta", "time"), lines)


def _write(rows: list[Any], kind: type, file: str | None) -> None:
    """Rows as CSV."""
    if file is None:
        return
    out = io.StringIO()
    writer = csv.DictWriter(out, [each.name for each in fields(kind)], lineterminator="\n")
    writer.writeheader()
    writer.writerows(asdict(row) for row in rows)
    write(out.getvalue(), file)
