"""Parallel PS* against young brothers wait and parallel SSS*, on trees and in games."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from shared import (
    INK,
    Ratio,
    Row,
    Tables,
    canvas,
    columns_of,
    kind_of,
    markdown,
    ratio,
    save,
    size_of,
    storage_of,
    titles,
)

import halfmove as hm
from halfmove import studies
from halfmove.studies.table import as_csv

COLUMNS = ("rounds", "idle", "steals", "storage", *columns_of("speedup", "over_itself", "to_young_brothers"))
COLUMNS += ("first_rounds",)
KEPT = 3  # trees of each cell whose rounds are stored one by one
YOUNG_BROTHERS = "young brothers"
PLAIN = ("SSS*", "PS*(2)", "PS*(4)")
SIBLINGS = tuple(f"{name} + siblings" for name in (*PLAIN, "PS*(1, rest)"))
SCHEMES = (YOUNG_BROTHERS, *PLAIN, *SIBLINGS)
LATE = (YOUNG_BROTHERS, "SSS* + siblings", "PS*(2) + siblings", "PS*(1, rest) + siblings")
STORED = (1, 4, 16, 64, 256)
COLOURS = dict(zip(("young", "SSS*", "PS*(2)", "PS*(4)", "PS*(1, rest)"), ("#000000", *INK), strict=False))
STORAGE_COLUMNS = ("tree", "processors", "trees", "storage", "first")
GAMES = {"connect_four": "Connect Four", "othello": "Othello", "checkers": "checkers"}


@dataclass(frozen=True)
class Run:
    """One scheme with one number of processors and one latency, on trees of one kind.

    storage             the most states of PS*, or nodes of young brothers, in any tree; 0 if that was not measured
    to_young_brothers   the time of young brothers wait, divided by the time of this scheme: above 1 this one is faster
    """

    shown: studies.Speedup
    storage: int
    rounds: tuple[int, ...]
    to_young_brothers: Ratio

    @property
    def speedup(self) -> Ratio:
        return ratio_of(self.shown.speedup)


Key = tuple[str, int, int]  # scheme, processors, latency
Found = dict[studies.TreeSpec, dict[Key, Run]]


def ratio_of(found: studies.Ratio) -> Ratio:
    assert found.low is not None
    assert found.high is not None
    return Ratio(found.value, found.low, found.high)


def scheme_of(algorithm: studies.AlgorithmSpec) -> str:
    """
    >>> scheme_of(studies.AlgorithmSpec.parse("parallel_ps_star:phases=1,processors=4,siblings=99"))
    'SSS* + siblings'
    >>> scheme_of(studies.AlgorithmSpec.parse("parallel_alpha_beta:processors=4"))
    'young brothers'
    """
    if algorithm.id == "parallel_alpha_beta":
        return YOUNG_BROTHERS
    given = algorithm.all_parameters
    name = "SSS*" if given["phases"] == 1 else f"PS*({given['phases']})"
    if given["partitions"]:
        name = "PS*(1, rest)"
    return name + (" + siblings" if given["siblings"] > 1 else "")


def key_of(algorithm: studies.AlgorithmSpec) -> Key:
    given = algorithm.all_parameters
    return scheme_of(algorithm), given["processors"], given["latency"]


def read(table: studies.Table) -> Found:
    shown = {
        (row.tree, (scheme_of(row.scheme), row.processors, row.scheme.all_parameters["latency"])): row
        for row in studies.speedups(table)
    }
    records: dict[studies.TreeSpec, dict[Key, tuple[studies.Record, ...]]] = {}
    for cell, some in table.cells():
        if cell.algorithm.id != "alpha_beta":
            records.setdefault(cell.tree, {})[key_of(cell.algorithm)] = some
    found: Found = {}
    for tree, by_key in records.items():
        rounds = {key: tuple(each.rounds for each in some) for key, some in by_key.items()}
        found[tree] = {
            key: Run(
                shown[tree, key],
                storage_of(some),
                rounds[key],
                ratio(rounds[YOUNG_BROTHERS, key[1], key[2]], rounds[key]),
            )
            for key, some in by_key.items()
        }
    return found


def cells(table: studies.Table) -> Iterator[Row]:
    found = read(table)
    for cell, _ in table.cells():
        if cell.algorithm.id == "alpha_beta":
            yield dict.fromkeys(COLUMNS, "")
            continue
        scheme, processors, latency = key_of(cell.algorithm)
        run, alone = found[cell.tree][scheme, processors, latency], found[cell.tree][scheme, 1, 0]
        yield {
            "rounds": f"{run.shown.rounds:.2f}",
            "idle": f"{run.shown.idle:.4f}",
            "steals": f"{run.shown.steals:.2f}",
            "storage": "" if scheme == YOUNG_BROTHERS else run.storage,
            **run.speedup.cells("speedup"),
            **ratio(alone.rounds, run.rounds).cells("over_itself"),
            **run.to_young_brothers.cells("to_young_brothers"),
            "first_rounds": " ".join(map(str, run.rounds[:KEPT])),
        }


# The storage of young brothers: a counter of their own, which studies do not keep


def storage_file(folder: Path) -> Path:
    return folder / "ps_star_in_parallel_storage.csv"


def measure(table: studies.Table, folder: Path) -> None:
    """Search the same trees again, and store the most nodes that were begun and not finished at the same time."""
    wanted = [(YOUNG_BROTHERS, processors, 0) for processors in STORED]
    rows = [
        nodes_of_young_brothers(cell, table.plan.seed, cell.repetitions)
        for cell in table.plan.cells
        if cell.algorithm.id != "alpha_beta" and key_of(cell.algorithm) in wanted
    ]
    storage_file(folder).write_text(as_csv(STORAGE_COLUMNS, rows), encoding="utf-8")


def nodes_of_young_brothers(cell: Any, seed: int, numbers: Iterable[int]) -> Row:
    """The row of one cell of the study, for the trees with these numbers."""
    tree, named = cell.tree, cell.algorithm.named
    most = [
        hm.search(
            tree.make(tree.seed(seed, number)), cell.algorithm.id, depth=tree.look_ahead, compiled=True, **named
        ).counters["max_begun"]
        for number in numbers
    ]
    row: Row = {"tree": str(tree), "processors": named["processors"], "trees": len(most), "storage": max(most)}
    return row | {"first": " ".join(map(str, most[:KEPT]))}


def with_storage(found: Found, folder: Path) -> Found:
    """Add the storage of young brothers."""
    with storage_file(folder).open(encoding="utf-8") as file:
        nodes = {(row["tree"], int(row["processors"])): int(row["storage"]) for row in csv.DictReader(file)}
    return {
        tree: {
            key: replace(run, storage=nodes.get((str(tree), key[1]), 0)) if key[0] == YOUNG_BROTHERS else run
            for key, run in some.items()
        }
        for tree, some in found.items()
    }


# The page


def page(table: studies.Table, folder: Path) -> Tables:
    found = with_storage(read(table), folder)
    trees, games = ([tree for tree in found if (tree.name in GAMES) == played] for played in (False, True))
    numbers = sorted({processors for some in found.values() for _, processors, _ in some})
    more = [number for number in numbers if number > 1]
    late = sorted({processors for some in found.values() for _, processors, latency in some if latency})
    draw(found, [trees[::2], trees[1::2]], folder, "trees")
    draw(found, [games], folder, "games")
    draw_latency(found, [trees[::2], trees[1::2], games], folder, late)

    def speedup(run: Run) -> str:
        return short(run.speedup)

    def against(run: Run) -> str:
        return short(run.to_young_brothers)

    tables = {}
    for key, some in (("trees", trees), ("games", games)):
        tables[f"speed-up, {key}"] = grid(found, some, SCHEMES, numbers, speedup)
        tables[f"young brothers, {key}"] = grid(found, some, SIBLINGS, more, against)
        tables[f"storage, {key}"] = grid(found, some, SCHEMES, STORED, lambda run: f"{run.storage:,}")
    tables["two parts"] = markdown(["trees", *[f"p = {p}" for p in numbers]], two_rows(found, numbers))
    tables["plain"] = markdown(["trees", *PLAIN], plain_rows(found, numbers[-1]))
    tables["efficient"] = markdown(["trees", *SCHEMES], efficient_rows(found, numbers))
    tables["latency"] = grid(found, found, LATE, late, speedup, latency=10)
    tables["latency, young brothers"] = grid(found, found, LATE[1:], late, against, latency=10)
    return tables


def short(found: Ratio) -> str:
    """A ratio and the ends of its interval.

    >>> short(Ratio(1.234, 1.111, 1.361)), short(Ratio(34.01, 31.2, 36.5))
    ('1.23 [1.11, 1.36]', '34.0 [31.2, 36.5]')
    """
    form = ".2f" if found.value < 10 else ".1f"
    value, low, high = (format(each, form) for each in (found.value, found.low, found.high))
    return f"{value} [{low}, {high}]" if low != high else value


def kind(tree: studies.TreeSpec) -> str:
    if tree.name in GAMES:
        return f"{GAMES[tree.name]} {tree.look_ahead}"
    return f"{size_of(tree)} {kind_of(tree)}"


def grid(
    found: Found,
    trees: Iterable[studies.TreeSpec],
    schemes: Iterable[str],
    numbers: Iterable[int],
    cell: Callable[[Run], str],
    latency: int = 0,
) -> str:
    """A row for each kind of trees and scheme, a column for each number of processors."""
    schemes, numbers = tuple(schemes), tuple(numbers)
    rows: list[list[Any]] = []
    for tree in trees:
        for scheme in schemes:
            rows.append([kind(tree), scheme, *[cell(found[tree][scheme, p, latency]) for p in numbers]])
    return markdown(["trees", "scheme", *[f"p = {p}" for p in numbers]], rows)


def plain_rows(found: Found, most: int) -> Iterator[list[Any]]:
    """What the most processors gain over one that searches by the same scheme."""
    for tree, some in found.items():
        yield [kind(tree), *[short(ratio(some[s, 1, 0].rounds, some[s, most, 0].rounds)) for s in PLAIN]]


def two_rows(found: Found, numbers: list[int]) -> Iterator[list[Any]]:
    """The time with two halves, divided by the time with one child and the rest."""
    halves, rest = "PS*(2) + siblings", "PS*(1, rest) + siblings"
    for tree, some in found.items():
        yield [kind(tree), *[short(ratio(some[halves, p, 0].rounds, some[rest, p, 0].rounds)) for p in numbers]]


def efficient_rows(found: Found, numbers: list[int]) -> Iterator[list[Any]]:
    """The most processors of which, with all smaller numbers, half or more are gained."""
    for tree, some in found.items():
        row: list[Any] = [kind(tree)]
        for scheme in SCHEMES:
            most = 0
            for processors in numbers:
                if some[scheme, processors, 0].shown.efficiency < 0.5:
                    break
                most = processors
            row.append(most or "none")
        yield row


# The drawings


Lines = list[list[studies.TreeSpec]]  # the panels of a drawing, from above, each line from the left


def draw(found: Found, lines: Lines, folder: Path, name: str) -> None:
    """Speed-up over alpha-beta; solid: siblings are searched at the same time, dotted: they are not."""
    figure, axes = panels(lines)
    for axis, tree in zip(axes.flat, chain.from_iterable(lines), strict=True):
        for scheme in SCHEMES:
            curve(axis, found[tree], scheme, 0, (":" if scheme in PLAIN else "-"), scheme)
        ideal(axis, kind(tree), [p for s, p, latency in found[tree] if s == YOUNG_BROTHERS and not latency])
    finish(figure, axes, folder, name)


def draw_latency(found: Found, lines: Lines, folder: Path, late: list[int]) -> None:
    """Speed-up without and with the latency."""
    figure, axes = panels(lines)
    for axis, tree in zip(axes.flat, chain.from_iterable(lines), strict=True):
        for scheme in LATE:
            curve(axis, found[tree], scheme, 0, "-", scheme, late)
            curve(axis, found[tree], scheme, 10, "--", f"{scheme}, latency 10", late)
        ideal(axis, kind(tree), late)
    finish(figure, axes, folder, "latency")


def panels(lines: Lines) -> Any:
    height = 4.6 if len(lines) == 1 else 3.6
    return canvas(len(lines), len(lines[0]), 13, height, (0.75, 0.15, 0.35, 1.15), (0.45, 0.6))


def curve(
    axis: Any, some: dict[Key, Run], scheme: str, latency: int, line: str, label: str, only: Iterable[int] = ()
) -> None:
    chosen = set(only)
    runs = [run for (s, p, each), run in some.items() if (s, each) == (scheme, latency) and (not chosen or p in chosen)]
    across = [run.shown.processors for run in runs]
    colour = COLOURS[scheme.removesuffix(" + siblings").replace("young brothers", "young")]
    mark = "o" if scheme == YOUNG_BROTHERS else "s"
    axis.plot(across, [run.speedup.value for run in runs], line, color=colour, marker=mark, ms=3.5, lw=1.3, label=label)
    ends = [run.speedup.low for run in runs], [run.speedup.high for run in runs]
    axis.fill_between(across, *ends, color=colour, alpha=0.15, lw=0)


def ideal(axis: Any, title: str, numbers: list[int]) -> None:
    axis.plot(numbers, numbers, color="#999999", lw=0.8, label="as many as processors")
    axis.set(title=title, xscale="log", yscale="log")
    axis.set_xticks(numbers, [str(number) for number in numbers])
    ticks = [1, 2, 4, 8, 16, 32, 64, 128, 256]
    axis.set_yticks(ticks, [str(tick) for tick in ticks])
    axis.set_xticks([], minor=True)
    axis.set_yticks([], minor=True)


def finish(figure: Any, axes: Any, folder: Path, name: str) -> None:
    handles, labels = axes.flat[0].get_legend_handles_labels()
    tall = figure.get_size_inches()[1]
    figure.legend(handles, labels, loc="lower center", ncols=5, bbox_to_anchor=(0.5, 0.3 / tall))
    titles(figure, "processors", "speed-up over alpha-beta")
    save(figure, folder, f"ps_star_in_parallel-{name}")
