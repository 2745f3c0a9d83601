"""The algorithms in real games: leaves, nodes, time and storage, with moves as they come and sorted."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import timing
from shared import INK, Ratio, Row, Tables, by_tree, canvas, columns_of, leaves_of, markdown, mean, ratio, save, titles

import halfmove as hm
from halfmove import studies
from halfmove.studies.table import as_csv

COLUMNS = ("nodes", "storage", *columns_of("ratio", "nodes_ratio"))
GAMES = {
    "connect_four": "Connect Four",
    "othello": "Othello",
    "kalah": "Kalah",
    "checkers": "checkers",
    "breakthrough": "Breakthrough",
}
REFERENCE = "p_alpha_beta"
TICKS = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
TIMED = 6  # positions of each kind
PLAYED = 10  # positions of each kind that a player searches
PLAYER_COLUMNS = ("tree", "leaves", "nodes", "ms", "alpha_beta_ms", "sorted_ms", "positions", "date")


def cells(table: studies.Table) -> Iterator[Row]:
    for cell, records in table.cells():
        base = table.cell(plain(cell.tree), "alpha_beta")
        nodes = [record.nodes for record in records]
        yield {
            "nodes": f"{mean(nodes):.2f}",
            "storage": storage(records),
            **ratio(leaves_of(records), leaves_of(base)).cells("ratio"),
            **ratio(nodes, [record.nodes for record in base]).cells("nodes_ratio"),
        }


def plain(tree: studies.TreeSpec) -> studies.TreeSpec:
    """The same positions with their moves as they come."""
    return replace(tree, presorted=0)


def storage(records: Iterable[studies.Record]) -> int:
    """The most states that OPEN and BACKUP held, or entries that a table had, in any position."""
    return max(record.max_open + record.max_backup + record.table for record in records)


# Times


def times_file(folder: Path) -> Path:
    return folder / "real_games_times.csv"


def player_file(folder: Path) -> Path:
    return folder / "real_games_player.csv"


def measure(table: studies.Table, folder: Path) -> None:
    timing.measure(table, times_file(folder), runs=3, trees=TIMED)
    rows = timing.alone(player_run, table.plan)
    player_file(folder).write_text(as_csv(PLAYER_COLUMNS, rows), encoding="utf-8")


def player_run(plan: studies.Plan) -> list[Row]:
    """The cost of a player that searches to the same depth, with all its parts and an empty table."""
    rows = []
    for tree in (each for each in plan.trees if not each.presorted):
        player = hm.Player(tree.make(0), hm.Limits(), memory="16 MB", compiled=True)
        player.prepare()
        rivals = [timing.Searcher("alpha_beta", tree.look_ahead) for _ in range(2)]
        spent, leaves, nodes = [0.0] * 3, 0, 0
        for number in range(1, PLAYED + 1):
            game = tree.make(tree.seed(plan.seed, number))
            games = (game, hm.presorted(game))
            for searcher, each in zip(rivals, games, strict=True):
                searcher(each)  # loads the machine code
            rounds = []
            for _ in range(timing.ROUNDS):
                player.forget()
                seconds, found = timing.timed(partial(player.choose, depth=tree.look_ahead), game.start)
                rounds.append((seconds, *(timing.timed(s, g)[0] for s, g in zip(rivals, games, strict=True))))
            spent = [total + min(each) for total, each in zip(spent, zip(*rounds, strict=True), strict=True)]
            leaves, nodes = leaves + found.counts.leaves, nodes + found.counts.nodes
        ms = [f"{1000 * each / PLAYED:.4f}" for each in spent]
        rows.append(
            {"tree": str(tree), "leaves": f"{leaves / PLAYED:.1f}", "nodes": f"{nodes / PLAYED:.1f}", "ms": ms[0]}
            | {"alpha_beta_ms": ms[1], "sorted_ms": ms[2], "positions": PLAYED, "date": timing.machine()["date"]}
        )
    return rows


# The page


@dataclass(frozen=True)
class Measured:
    """One algorithm on positions of one game, searched to one depth.

    leaves, nodes   relative to alpha-beta with moves as they come
    storage         the most states or entries, or the size of the table
    times           ms of a search in every run
    base            those of alpha-beta with moves as they come
    """

    leaves: Ratio
    nodes: Ratio
    storage: str
    times: tuple[float, ...]
    base: tuple[float, ...]

    @property
    def time(self) -> float:
        """Relative to alpha-beta with moves as they come."""
        return median(one / other for one, other in zip(self.times, self.base, strict=True))


Found = dict[studies.TreeSpec, dict[studies.AlgorithmSpec, Measured]]


def read(table: studies.Table, folder: Path) -> Found:
    with times_file(folder).open(encoding="utf-8", newline="") as file:
        per_leaf = {(row["tree"], row["algorithm"]): [*map(float, row["runs"].split())] for row in csv.DictReader(file)}
    known, found = by_tree(table), {}

    def times(tree: studies.TreeSpec, algorithm: studies.AlgorithmSpec) -> tuple[float, ...]:
        leaves = mean(leaves_of(known[tree][algorithm]))
        return tuple(ns * leaves / 1e6 for ns in per_leaf[str(tree), str(algorithm)])

    for tree, some in known.items():
        first = next(iter(some))
        base = known[plain(tree)][first]
        found[tree] = {
            algorithm: Measured(
                ratio(leaves_of(records), leaves_of(base)),
                ratio([r.nodes for r in records], [r.nodes for r in base]),
                f"{storage(records):,}" if algorithm.table is None else str(algorithm.table),
                times(tree, algorithm),
                times(plain(tree), first),
            )
            for algorithm, records in some.items()
        }
    return found


def deepest(found: Found) -> list[studies.TreeSpec]:
    """The kinds with the greatest depth of each game: moves as they come, then sorted."""
    most = {tree.name: max(each.look_ahead or 0 for each in found if each.name == tree.name) for tree in found}
    return [tree for tree in found if tree.look_ahead == most[tree.name]]


def name_of(algorithm: studies.AlgorithmSpec) -> str:
    """
    >>> name_of(studies.AlgorithmSpec.parse("mtd_f:table=16 MB"))
    'mtd_f, table'
    >>> name_of(studies.AlgorithmSpec.parse("ps_star:phases=2"))
    'ps_star(2)'
    """
    given = [str(value) for key, value in algorithm.parameters]
    return algorithm.id + (f"({', '.join(given)})" if given else "") + (", table" if algorithm.table else "")


def heading(tree: studies.TreeSpec) -> str:
    return f"{GAMES[tree.name]} {tree.look_ahead}" + (", sorted" if tree.presorted else "")


def grid(found: Found, trees: Sequence[studies.TreeSpec], cell: Any) -> str:
    """A row for each algorithm, a column for each kind of positions."""
    names = list(found[trees[0]])
    rows = [[name_of(each), *[cell(found[tree][each]) for tree in trees]] for each in names]
    return markdown(["", *map(heading, trees)], rows)


def page(table: studies.Table, folder: Path) -> Tables:
    found = read(table, folder)
    trees = deepest(found)
    as_they_come, in_order = ([tree for tree in trees if tree.presorted == way] for way in (0, 1))
    others = [tree for tree in found if tree not in trees]
    draw(found, trees, folder)
    return {
        "alpha-beta": markdown(
            ["", "leaves", "nodes", "ms", "leaves, sorted", "nodes, sorted", "ms, sorted"], sizes(table, found)
        ),
        "leaves": grid(found, as_they_come, lambda each: each.leaves),
        "leaves, sorted": grid(found, in_order, lambda each: each.leaves),
        "nodes": grid(found, trees, lambda each: f"{each.nodes.value:.2f}"),
        "time": grid(found, trees, lambda each: f"{each.time:.2f}"),
        "storage": grid(found, trees, lambda each: each.storage),
        "depths": grid(found, others, lambda each: f"{each.leaves.value:.2f}"),
        "pays": markdown(["", *map(heading, as_they_come)], pays_rows(table, found, as_they_come)),
        "quickest": markdown(["", "quickest", "its time", "fewest leaves", "its leaves"], winners(found)),
        "player": markdown(
            ["", "leaves", "nodes", "ms", "alpha_beta, ms", "alpha_beta, sorted, ms"], player_rows(folder)
        ),
        "machine": timing.machine_table(times_file(folder), "positions"),
    }


def sizes(table: studies.Table, found: Found) -> Iterator[list[Any]]:
    """The cost of alpha-beta, the unit of all that follows."""
    for tree in (each for each in found if not each.presorted):
        row: list[Any] = [heading(tree)]
        for each in (tree, replace(tree, presorted=1)):
            first = next(iter(found[each]))
            records = table.cell(each, first)
            row += [f"{mean(leaves_of(records)):,.0f}", f"{mean([r.nodes for r in records]):,.0f}"]
            row.append(f"{median(found[each][first].times):.2f}")
        yield row


def winners(found: Found) -> Iterator[list[Any]]:
    for tree in found:
        some = found[tree]
        quick, few = min(some, key=lambda a: some[a].time), min(some, key=lambda a: some[a].leaves.value)
        yield [heading(tree), name_of(quick), f"{some[quick].time:.2f}", name_of(few), some[few].leaves]


def pays_rows(table: studies.Table, found: Found, trees: Sequence[studies.TreeSpec]) -> Iterator[list[Any]]:
    """The extra time of an evaluation, in µs, from which an algorithm is quicker than p_alpha_beta."""
    for algorithm in found[trees[0]]:
        row: list[Any] = [name_of(algorithm)]
        for tree in trees:
            one, other = found[tree][algorithm], next(m for a, m in found[tree].items() if name_of(a) == REFERENCE)
            leaves = mean(leaves_of(table.cell(tree, "alpha_beta")))
            saved = (other.leaves.value - one.leaves.value) * leaves
            more = 1000 * (median(one.times) - median(other.times))
            row.append("never" if saved <= 0 else "at once" if more <= 0 else f"{more / saved:.2f}")
        if row[0] != REFERENCE:
            yield row


def player_rows(folder: Path) -> Iterator[list[Any]]:
    with player_file(folder).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            times = [f"{float(row[key]):.2f}" for key in ("ms", "alpha_beta_ms", "sorted_ms")]
            counts = [f"{float(row[key]):,.0f}" for key in ("leaves", "nodes")]
            yield [heading(studies.TreeSpec.parse(row["tree"])), *counts, *times]


def draw(found: Found, trees: Sequence[studies.TreeSpec], folder: Path) -> None:
    """Leaves against time of every algorithm, one panel for each game: below and to the left is better."""
    figure, panels = canvas(1, len(GAMES), width=15, height=4.6, margins=(0.75, 0.15, 0.4, 1.35), sharey=True)
    for panel, tree in zip(panels[0], (each for each in trees if not each.presorted), strict=True):
        for number, (algorithm, each) in enumerate(found[tree].items()):
            colour, mark = INK[number % len(INK)], "os"[number // len(INK)]
            panel.scatter(each.time, each.leaves.value, s=34, color=colour, marker=mark, label=name_of(algorithm))
        panel.set_xscale("log")
        panel.set_yscale("log")
        panel.set_xlim(TICKS[1] / 1.3, TICKS[-1] * 1.3)
        for ticks in (panel.set_xticks, panel.set_yticks):
            ticks(TICKS, [f"{tick:g}" for tick in TICKS])
            ticks([], minor=True)
        panel.set_ylim(TICKS[0] / 1.4, 2)
        panel.set_title(f"{GAMES[tree.name]}, depth {tree.look_ahead}")
    handles, labels = panels[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncols=7, bbox_to_anchor=(0.5, 0.06))
    titles(figure, "time, alpha-beta = 1", "leaves, alpha-beta = 1")
    save(figure, folder, "real_games-leaves-time")
