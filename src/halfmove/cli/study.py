"""`halfmove study`: measure algorithms on many trees, and keep every result."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import asdict
from importlib.util import find_spec
from typing import Any

import click

from halfmove.cli import grid, study_runner, text
from halfmove.cli.algorithms import compared_by_default
from halfmove.cli.commands import Command
from halfmove.cli.program import CheckFailed
from halfmove.cli.streams import bold
from halfmove.cli.write import check, write
from halfmove.errors import UsageError
from halfmove.reports.study import charts, page
from halfmove.studies import METRICS, Plan, load, plan
from halfmove.studies.specs import AlgorithmSpec, TreeSpec
from halfmove.studies.table import Aggregate, Difference, Table


@click.command("study", cls=Command)
@click.argument("file", required=False, type=click.Path(), metavar="[FILE.toml]")
@click.option(
    "--family",
    "families",
    multiple=True,
    metavar="WHAT",
    help="Tree family or game, such as uniform:8,4; repeat for several.",
)
@click.option(
    "-a",
    "--algorithm",
    "names",
    multiple=True,
    metavar="ID",
    help="Algorithm, such as ps_star:phases=2; repeat for several.",
)
@click.option("--trees", type=click.IntRange(1), metavar="N", help="Trees of each family. [default: 100]")
@click.option("--seed", type=int, metavar="S", help="Base seed; each tree derives its own. [default: 1]")
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    type=click.Choice(METRICS),
    metavar="METRIC",
    help=f"One of {', '.join(METRICS)}; repeat for several. [default: leaves]",
)
@click.option("--against", metavar="ID", help="Compare the others with this algorithm. [default: the first]")
@study_runner.options
@click.option("--csv", "csv_file", metavar="FILE", help="Write every search as CSV; - is standard output.")
@click.option("--parquet", "parquet_file", metavar="FILE", help="Write every search as Parquet.")
@click.option("--plot", "plot_file", metavar="FILE", help="Draw the means as SVG.")
@click.option("--html", "html_file", metavar="FILE", help="Write a self-contained page with tables and drawings.")
@click.option("--json", "as_json", is_flag=True, help="Print means and differences as JSON.")
def command(
    file: str | None,
    families: tuple[str, ...],
    names: tuple[str, ...],
    trees: int | None,
    seed: int | None,
    metrics: tuple[str, ...],
    against: str | None,
    jobs: int | None,
    cluster: str | None,
    workers_within: float,
    store_file: str | None,
    resume: bool,
    csv_file: str | None,
    parquet_file: str | None,
    plot_file: str | None,
    html_file: str | None,
    as_json: bool,
) -> None:
    """Measure algorithms on many trees, from a study file or from options.

    Every algorithm searches the same trees. Each result is kept in a store as soon as it is finished. After Ctrl-C, a
    crash or a power cut, run the same command with --resume: it does the rest and gives the same numbers.

    \b
    halfmove study my_study.toml
    halfmove study --family uniform:8,4 -a alpha_beta -a ps_star:phases=2
    halfmove study --family nim:look_ahead=8,opening=2 -a mtd_f --metric seconds
    """
    if parquet_file is not None and find_spec("pyarrow") is None:
        raise UsageError("Parquet needs pyarrow: pip install 'halfmove[data]'")
    files = {"--csv": csv_file, "--parquet": parquet_file, "--plot": plot_file, "--html": html_file}
    check(files, as_json, {"the study file": file, "--store": store_file})
    study = _plan(file, families, names, trees, seed)
    if against is not None and AlgorithmSpec.parse(against) not in study.algorithms:
        raise UsageError(f"--against {against}: the study has only {', '.join(map(str, study.algorithms))}")
    chosen = metrics or ("leaves",)
    words = ["study", *_words(file, families, names, trees, seed, metrics, against, cluster)]
    repeat = text.command(*words)
    words += [word for option, name in files.items() if name is not None for word in (option, name)]
    words += ["--json"] * as_json
    table, unfinished = study_runner.carry_out(study, jobs, cluster, workers_within, store_file, resume, words)
    if unfinished is not None and not len(table):
        raise unfinished
    if csv_file is not None:
        write(table.csv(), csv_file)
    if parquet_file is not None:
        rows = io.BytesIO()
        table.parquet(rows)
        write(rows.getvalue(), parquet_file)
    if plot_file is not None:
        write(charts(table, chosen), plot_file)
    if html_file is not None:
        write(page(table, chosen, against, repeat), html_file)
    aggregates = [each for metric in chosen for each in table.aggregates(metric)]
    differences = [each for metric in chosen for each in table.differences(metric, against)]
    if as_json:
        done, planned = table.done()
        head = {"name": study.name, "seed": study.seed, "finished": table.complete}
        head |= {"done": done, "planned": planned, "repeat": repeat}
        both = {"cells": list(map(_flat, aggregates)), "differences": list(map(_flat, differences))}
        click.echo(text.as_json({**head, **both}))
    elif "-" in files.values():
        click.echo(text.repeated(repeat, f"seed {study.seed}; ", err=True), err=True)
    else:
        _show(table, aggregates, differences)
        click.echo(text.repeated(repeat, f"seed {study.seed}; "))
    if faults := table.disagreements():
        raise CheckFailed(text.first_of(faults, "trees"))
    if unfinished is not None:
        raise unfinished


def _plan(
    file: str | None, families: tuple[str, ...], names: tuple[str, ...], trees: int | None, seed: int | None
) -> Plan:
    if file is not None:
        if families or names:
            raise UsageError("give a study file, or --family and --algorithm, not both")
        return load(file, trees=trees, seed=seed)
    return plan(
        families or ("uniform:8,4",),
        names or compared_by_default(),
        100 if trees is None else trees,
        1 if seed is None else seed,
    )


def _words(
    file: str | None,
    families: tuple[str, ...],
    names: tuple[str, ...],
    trees: int | None,
    seed: int | None,
    metrics: tuple[str, ...],
    against: str | None,
    cluster: str | None,
) -> Iterator[Any]:
    """The options that repeat this study, without --jobs and --store, which change no number."""
    if file is not None:
        yield file
    for option, values in (("--family", families), ("-a", names), ("--metric", metrics)):
        for value in values:
            yield from (option, value)
    single = {"--trees": trees, "--seed": seed, "--against": against, "--cluster": cluster}
    for option, one in single.items():
        if one is not None:
            yield from (option, one)


def _flat(entry: Aggregate | Difference) -> dict[str, Any]:
    """An entry as one flat dictionary of plain data."""
    plain = {name: value for name, value in vars(entry).items() if name != "summary"}
    named = {name: str(value) if name in ("tree", "algorithm", "reference") else value for name, value in plain.items()}
    return named | asdict(entry.summary)


def _show(table: Table, aggregates: list[Aggregate], differences: list[Difference]) -> None:
    against = {(each.tree, each.algorithm, each.metric): each for each in differences}
    if not table.complete and len(table.plan.trees) > 1:
        click.echo(bold(f"unfinished: {_of(table.done())}") + "\n")
    for tree, metric in dict.fromkeys((each.tree, each.metric) for each in aggregates):
        group = [each for each in aggregates if (each.tree, each.metric) == (tree, metric)]
        base = next((each.reference for each in differences if each.tree == tree), None)
        known = any(each.expected is not None for each in group)
        done, planned = table.done(tree)
        counted = done < planned or len({each.summary.count for each in group}) > 1
        headings = ("algorithm", *(["trees"] if counted else []), "mean", "95 % interval", "deviation")
        headings += ("expected",) if known else ()
        paired: tuple[str, ...] = () if base is None else (f"- {base}", "95 % interval", "ratio", "fewer/equal/more")
        paired += ("pairs",) if counted and base is not None else ()
        lines = []
        for each in group:
            s, other = each.summary, against.get((tree, each.algorithm, metric))
            lines.append(
                (
                    text.with_gaps(str(each.algorithm)),
                    *([f"{s.count:,}"] if counted else []),
                    _amount(metric, s.mean),
                    _interval(metric, s.low, s.high),
                    _amount(metric, s.deviation),
                    *([_amount(metric, each.expected)] if known else []),
                    *(("",) * len(paired) if other is None else _compared(metric, other, counted)),
                )
            )
        count = group[0].summary.count
        on = "" if counted else f" on {count} tree{'s' * (count > 1)}"
        title = f"{tree}: {metric}{on}" + (f", unfinished: {_of((done, planned))}" if done < planned else "")
        if base is None or grid.fits(headings + paired, lines):
            grid.show(title, headings + paired, lines)
        else:
            middle = len(headings)
            grid.show(title, headings, [line[:middle] for line in lines])
            rest = [(line[0], *line[middle:]) for line in lines if any(line[middle:])]
            grid.show(f"{metric} against {base}, tree by tree", (headings[0], *paired), rest)
        if done < planned:
            click.echo(_so_far(table, tree, {each.algorithm: each for each in differences if each.tree == tree}) + "\n")


def _of(counts: tuple[int, int]) -> str:
    return f"{counts[0]:,} of {counts[1]:,} searches"


def _so_far(table: Table, tree: TreeSpec, paired: dict[AlgorithmSpec, Difference]) -> str:
    """What the numbers of an unfinished table mean."""
    cells = {cell.algorithm: len(records) for cell, records in table.cells() if cell.tree == tree}
    if len(cells) == 1:
        return "The mean is over the trees that have been searched so far."
    parts = ["Means are over the trees that each algorithm has searched so far, which need not be the same trees."]
    base = next((each.reference for each in paired.values()), None)
    if none := [str(algorithm) for algorithm, count in cells.items() if not count]:
        parts.append(f"No tree has been searched by {', '.join(none)} yet.")
    lonely = [str(one) for one, count in cells.items() if count and one not in paired and one != base]
    if base is None:
        parts.append("No two compared algorithms have a tree in common yet, so there are no differences.")
    elif lonely:
        parts.append(f"{', '.join(lonely)}: no tree in common with {base} yet.")
    return " ".join(parts)


def _compared(metric: str, other: Difference, counted: bool) -> tuple[str, ...]:
    s = other.summary
    return (
        _amount(metric, s.mean),
        _interval(metric, s.low, s.high),
        "" if other.ratio is None else f"{other.ratio:.3f}",
        "/".join(map(str, other.counts)),
        *([f"{s.count:,}"] if counted else []),
    )


def _amount(metric: str, number: float | None) -> str:
    if number is None:
        return ""
    if metric == "seconds":
        return ("-" if number < 0 else "") + text.time(abs(number))
    return f"{number:,.0f}" if abs(number) >= 10_000 else f"{number:,.1f}"


def _interval(metric: str, low: float | None, high: float | None) -> str:
    return "" if low is None else f"{_amount(metric, low)} .. {_amount(metric, high)}"
