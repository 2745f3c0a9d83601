"""`halfmove parallel`: what each scheme of parallel search gains with more and more processors."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

import click

from halfmove.algorithms.parallel_alpha_beta import SCHEMES
from halfmove.cli import grid, study_runner, text
from halfmove.cli.commands import DEPTH, Command
from halfmove.cli.program import CheckFailed
from halfmove.cli.streams import bold, fitted
from halfmove.cli.write import check, write
from halfmove.errors import UsageError
from halfmove.parts.processors import MOST
from halfmove.reports.parallel import page, simulated
from halfmove.studies import Plan, Speedup, load, parallel_plan, speedups
from halfmove.studies.parallel import scheme_of
from halfmove.studies.published import published_speedups
from halfmove.studies.table import as_csv

_TREES, _SEED, _PROCESSORS = 20, 1, [1, 2, 4, 8, 16, 32, 64]
_LEFT_OUT = ("steals", "rounds", "over itself", "in transit")  # on a narrow terminal, in this order


def _numbers(ctx: click.Context, param: click.Parameter, value: str | None) -> list[int] | None:
    """1,2,4 or 1..64, which doubles from number to number."""
    if value is None:
        return None
    found: list[int] = []
    for part in value.split(","):
        match = re.fullmatch(r"\s*(\d{1,18})(?:\.\.(\d{1,18}))?\s*", part)
        if match is None:
            raise click.BadParameter(f"{part!r} is neither a whole number nor a range such as 1..64", ctx, param)
        low, high = int(match[1]), int(match[2] or match[1])
        if not 1 <= low <= high <= MOST:
            raise click.BadParameter(f"{part!r} must lie between 1 and {MOST:,}, and go upwards", ctx, param)
        while low < high:
            found.append(low)
            low *= 2
        found.append(high)
    return sorted(set(found))


@click.command("parallel", cls=Command)
@click.argument("families", nargs=-1, required=True, metavar="FAMILY|GAME...")
@click.option(
    "--scheme",
    "schemes",
    multiple=True,
    metavar="SCHEME",
    help="Scheme, such as pv_splitting, parallel_ps_star:phases=2 or my_search.py:kernel; repeat for several. "
    "[default: all of parallel_alpha_beta]",
)
@click.option(
    "--processors",
    callback=_numbers,
    metavar="LIST",
    help="Numbers of processors, such as 1,2,3; a range doubles. [default: 1..64]",
)
@click.option("--latency", type=click.IntRange(0, MOST), metavar="N", help="Rounds to hand work over. [default: 0]")
@click.option("--trees", type=click.IntRange(1), metavar="N", help=f"Trees of each family. [default: {_TREES}]")
@click.option("--seed", type=int, metavar="S", help=f"Base seed; each tree derives its own. [default: {_SEED}]")
@click.option("--depth", type=DEPTH, metavar="N", help="Half-moves to look ahead. [default: to the leaves]")
@click.option("--published", is_flag=True, help="Show published speed-ups beside these.")
@study_runner.options
@click.option("--csv", "csv_file", metavar="FILE", help="Write the table as CSV; - is standard output.")
@click.option("--html", "html_file", metavar="FILE", help="Write a self-contained page with curves and tables.")
@click.option("--json", "as_json", is_flag=True, help="Print the table as JSON.")
def command(
    jobs: int | None,
    cluster: str | None,
    workers_within: float,
    store_file: str | None,
    resume: bool,
    csv_file: str | None,
    html_file: str | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """Measure what parallel searches gain with more processors, in virtual time.

    A leaf takes one round. Speed-up is the leaves of alpha_beta divided by rounds, on the same trees, with a 95 %
    interval. Efficiency is speed-up per processor; idle is the share of rounds without work. On perfectly ordered trees
    theory gives a limit ("at most") or, for tree_splitting, an order of magnitude ("order"). Instead of a family, a
    study file (TOML) may be given. Each result is kept in a store: after Ctrl-C the same command with --resume goes on.

    \b
    halfmove parallel uniform:8,4
    halfmove parallel ordered:8,4,order=4 --scheme parallel_ps_star:phases=2
    halfmove parallel othello:opening=10 --depth 4 --processors 1,3,10
    """
    files = {"--csv": csv_file, "--html": html_file}
    check(files, as_json, {"--store": store_file})
    question = _Question(**asked)
    study = _plan(question)
    words = ["parallel", *_words(question, cluster)]
    repeat = text.command(*words)
    words += [word for option, name in files.items() if name is not None for word in (option, name)]
    words += ["--json"] * as_json
    table, unfinished = study_runner.carry_out(study, jobs, cluster, workers_within, store_file, resume, words)
    rows = speedups(table)
    if unfinished is not None and not rows:
        raise unfinished
    flat = [_flat(row) for row in rows]
    figures = published_speedups()
    if csv_file is not None:
        write(as_csv(flat[0], flat), csv_file)
    if html_file is not None:
        write(page(table, rows, figures, repeat), html_file)
    if as_json:
        done, planned = table.done()
        head: dict[str, Any] = {"seed": study.seed, "finished": table.complete, "done": done, "planned": planned}
        head |= {"repeat": repeat, "rows": flat}
        head |= {"published": list(map(asdict, figures))} if question.published else {}
        click.echo(text.as_json(head))
    elif "-" in files.values():
        click.echo(text.repeated(repeat, f"seed {study.seed}; ", err=True), err=True)
    else:
        if not table.complete:
            done, planned = table.done()
            sentence = f"unfinished: {done:,} of {planned:,} searches; rows may be over different trees"
            click.echo(bold(fitted(sentence, sys.stdout)) + "\n")
        _show(rows)
        if question.published:
            _show_published(rows)
        click.echo(text.repeated(repeat, f"seed {study.seed}; "))
    if faults := table.disagreements():
        raise CheckFailed(text.first_of(faults, "trees"))
    if unfinished is not None:
        raise unfinished


class _Question(NamedTuple):
    """The arguments and options that say what is measured, and what is shown beside it."""

    families: tuple[str, ...]
    schemes: tuple[str, ...]
    processors: list[int] | None
    latency: int | None
    trees: int | None
    seed: int | None
    depth: int | None
    published: bool


def _plan(asked: _Question) -> Plan:
    families, schemes = asked.families, asked.schemes
    if any(each.endswith(".toml") for each in families):
        more_is_said = schemes or asked.processors or asked.latency is not None or asked.depth is not None
        if len(families) > 1 or more_is_said:
            raise UsageError(
                "a study file says itself what to search: give it alone, without --scheme, --processors, --latency "
                "and --depth"
            )
        return load(families[0], trees=asked.trees, seed=asked.seed)
    more = {} if asked.latency is None else {"latency": asked.latency}
    chosen = [scheme_of(each, **more) for each in schemes or SCHEMES]
    trees = _TREES if asked.trees is None else asked.trees
    seed = _SEED if asked.seed is None else asked.seed
    return parallel_plan(families, chosen, asked.processors or _PROCESSORS, trees, seed, depth=asked.depth)


def _words(asked: _Question, cluster: str | None) -> Iterator[Any]:
    """The options that repeat this study, without --jobs and --store, which change no number."""
    yield from asked.families
    for each in asked.schemes:
        yield from ("--scheme", each)
    single = {"--processors": asked.processors and ",".join(map(str, asked.processors)), "--cluster": cluster}
    single |= {f"--{name}": getattr(asked, name) for name in ("latency", "trees", "seed", "depth")}
    for option, one in single.items():
        if one is not None:
            yield from (option, one)
    if asked.published:
        yield "--published"


def _flat(row: Speedup) -> dict[str, Any]:
    """A row as one flat dictionary of plain data."""
    flat: dict[str, Any] = {"tree": str(row.tree), "scheme": row.name, "processors": row.processors}
    flat |= {"trees": row.trees, "rounds": row.rounds}
    for name, value in (("speedup", row.speedup), ("over_itself", row.over_itself), ("leaves", row.leaves)):
        for end in ("value", "low", "high"):
            flat[name if end == "value" else f"{name}_{end}"] = None if value is None else getattr(value, end)
    flat |= {"efficiency": row.efficiency, "idle": row.idle, "in_transit": row.in_transit, "steals": row.steals}
    return flat | {"at_most": row.theory.most, "theory_order": row.theory.order}


def _show(rows: Sequence[Speedup]) -> None:
    for tree in dict.fromkeys(row.tree for row in rows):
        some = [row for row in rows if row.tree == tree]
        names = list(dict.fromkeys(row.name for row in some))
        if len(names) > 1:
            _show_all(some, names)
        for name in names:
            _show_scheme([row for row in some if row.name == name])


def _show_all(rows: Sequence[Speedup], names: Sequence[str]) -> None:
    """The speed-ups of all schemes side by side."""
    known = {(row.name, row.processors): row for row in rows}
    counts = sorted({row.processors for row in rows})
    lines = [
        [_processors(count, counts), *(_two(known[name, count].speedup.value if (name, count) in known else None)
                                       for name in names)]
        for count in counts
    ]  # fmt: skip
    headings = ["processors", *(text.with_gaps(name).replace("_", " ") for name in names)]
    grid.show(f"{rows[0].tree}: speed-up over alpha_beta{_on(rows)}", headings, lines)


def _show_scheme(rows: Sequence[Speedup]) -> None:
    counts = [row.processors for row in rows]
    unlike = len({row.trees for row in rows}) > 1
    limit = "order" if any(row.theory.order is not None for row in rows) else "at most"
    headings = ["processors", "trees", "speed-up", "95 % interval", limit, "over itself"]
    headings += ["efficiency", "idle", "in transit", "leaves / alpha_beta", "rounds", "steals"]
    lines = [
        [
            _processors(row.processors, counts),
            f"{row.trees:,}" if unlike else "",
            _two(row.speedup.value),
            "" if row.speedup.low is None else f"{_two(row.speedup.low)} to {_two(row.speedup.high)}",
            _two(row.theory.most if row.theory.order is None else row.theory.order),
            "" if row.over_itself is None else _two(row.over_itself.value),
            _share(row.efficiency),
            f"{row.idle:.0%}",
            f"{row.in_transit:.0%}" if any(each.in_transit for each in rows) else "",
            f"{row.leaves.value:.2f}",
            text.count(row.rounds),
            text.count(row.steals),
        ]
        for row in rows
    ]
    optional = [headings.index(name) for name in _LEFT_OUT]
    grid.show(f"{rows[0].tree}: {rows[0].name}{_on(rows)}", headings, lines, optional=optional)


def _show_published(rows: Sequence[Speedup]) -> None:
    kinds = list(dict.fromkeys(row.tree for row in rows))
    headings = ["scheme", "processors", "published", *map(str, kinds), "beside", "source", "measured on"]
    lines = [
        [
            each.scheme,
            "any" if each.processors is None else f"{each.processors}",
            f"{each.as_printed} ({each.status})",
            *(simulated(each, rows, tree) for tree in kinds),
            each.beside.replace("_", " "),
            each.source,
            each.measured,
        ]
        for each in published_speedups()
    ]
    title = "published: other programs, on other trees and machines; ours stand beside them"
    grid.show(title, headings, lines, words=(0, 2, -3, -2, -1), optional=[len(headings) - n for n in (1, 2, 3)])


def _on(rows: Sequence[Speedup]) -> str:
    """How many trees, if all rows have the same number."""
    count = rows[0].trees
    return f", {count:,} tree{'s' * (count > 1)}" if len({row.trees for row in rows}) == 1 else ""


def _processors(count: int, counts: Sequence[int]) -> str:
    """A number of processors, as wide as the largest: its column is the first, whose cells begin at the left."""
    return f"{count:>{len(str(max(counts)))}}"


def _two(value: float | None) -> str:
    return "" if value is None else f"{value:,.2f}"


def _share(value: float) -> str:
    """A share with two decimals, or with as many as show that it is not 0."""
    return f"{value:.2f}" if value >= 0.01 else f"{value:.1g}"
