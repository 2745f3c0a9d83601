"""The work itself: one algorithm on some trees of one kind, with the same counts in any process, on any machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from halfmove.engine.search import search
from halfmove.errors import NotCompilable
from halfmove.game import Game
from halfmove.model import Score
from halfmove.studies.plans import Plan
from halfmove.studies.searcher import Searcher
from halfmove.studies.specs import AlgorithmSpec, TreeSpec


class Record(NamedTuple):
    """One search of a study. Everything but the seconds is determined by plan, cell and repetition."""

    repetition: int
    value: Score
    bound: str
    leaves: int
    nodes: int
    researches: int
    max_open: int
    max_backup: int
    table: int
    table_hits: int
    fallbacks: int
    seconds: float


METRICS = ("leaves", "nodes", "researches", "max_open", "max_backup", "table", "table_hits", "fallbacks", "seconds")


@dataclass(frozen=True)
class Batch:
    """Some repetitions of one cell: what is handed to a process.

    cell      its place in the plan
    compiled  True: machine code wherever the game allows it; False: plain Python; None: for every search what is faster
    """

    cell: int
    tree: TreeSpec
    algorithm: AlgorithmSpec
    seed: int
    repetitions: tuple[int, ...]
    compiled: bool | None = True


@dataclass(frozen=True)
class Done:
    """The results of a batch, and the repetitions that were `left` when its time was up."""

    cell: int
    records: tuple[Record, ...]
    left: tuple[int, ...]


def batches(plan: Plan, finished: dict[int, set[int]] | None = None, most: int = 1000) -> Iterator[Batch]:
    """The searches of a plan that are not `finished` (repetitions by cell), in batches."""
    for place, cell in enumerate(plan.cells):
        done = (finished or {}).get(place, set())
        missing = [number for number in cell.repetitions if number not in done]
        for begin in range(0, len(missing), most):
            yield Batch(place, cell.tree, cell.algorithm, plan.seed, tuple(missing[begin : begin + most]))


def run_batch(batch: Batch, patience: float = float("inf"), short: bool = False) -> Done:
    """Search tree after tree, at least one, until all are done or so many seconds have passed.

    short   leave a long search alone, even if nothing is done then
    """
    search_one = _way_to_search(batch)
    records = []
    until = time.perf_counter() + patience
    for game, repetition in zip(_games(batch.tree, batch.seed, batch.repetitions), batch.repetitions, strict=False):
        answer = search_one(game, short)
        if answer is None:
            break
        counts = answer.counts
        records.append(
            Record(
                repetition,
                answer.value,
                answer.bound,
                counts.leaves,
                counts.nodes,
                counts.researches,
                counts.max_open,
                counts.max_backup,
                counts.table,
                counts.table_hits,
                counts.fallbacks,
                answer.seconds,
            )
        )
        if time.perf_counter() > until:
            break
    return Done(batch.cell, tuple(records), batch.repetitions[len(records) :])


def _way_to_search(batch: Batch) -> Callable[[Game, bool], Any]:
    """A function (game, short) that searches; with `short` it may answer None, when the search would be a long one."""
    algorithm, look_ahead = batch.algorithm, batch.tree.look_ahead
    if batch.compiled:
        return _searcher(algorithm, look_ahead).within
    return lambda game, _: search(
        game, algorithm.reference, depth=look_ahead, compiled=batch.compiled, **algorithm.named
    )


def _games(tree: TreeSpec, seed: int, repetitions: Sequence[int]) -> Iterator[Game]:
    if not tree.seeded:
        yield from (_the_game(tree) for _ in repetitions)
    else:
        yield from (_tree(tree, tree.seed(seed, repetition)) for repetition in repetitions)


@lru_cache(maxsize=2048)  # the next algorithm searches the same trees
def _tree(tree: TreeSpec, seed: int) -> Game:
    return tree.make(seed)


@lru_cache(maxsize=64)
def _the_game(tree: TreeSpec) -> Game:
    return tree.make(0)


@lru_cache(maxsize=64)
def _searcher(algorithm: AlgorithmSpec, look_ahead: int | None) -> Searcher:
    return Searcher(algorithm.reference, depth=look_ahead, **algorithm.named)


def missing_program(batch: Batch) -> str | None:
    """The name of the program that has to be compiled for a batch; None if it is on disk or cannot be compiled."""
    try:
        program = _searcher(batch.algorithm, batch.tree.look_ahead).program(batch.tree.make(0))
    except NotCompilable:
        return None
    return None if program.stored else program.fingerprint


def compile_first(batch: Batch) -> None:
    """Put the machine code of a batch on disk, where other processes find it."""
    with suppress(NotCompilable):  # then it is searched as Python
        _searcher(batch.algorithm, batch.tree.look_ahead).prepare(batch.tree.make(0))
