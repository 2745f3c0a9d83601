"""The searches of a study: one algorithm on some trees of one kind, with the same counts in any process and machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import NamedTuple

from halfmove.engine.search import search
from halfmove.errors import NotCompilable
from halfmove.game import Game
from halfmove.model import Counts, Result, Score
from halfmove.studies.plans import Plan
from halfmove.studies.searcher import Measured, Searcher
from halfmove.studies.specs import AlgorithmSpec, TreeSpec

COUNTERS = tuple(each.name for each in fields(Counts))
METRICS = (*COUNTERS, "seconds")


class Record(NamedTuple):
    """One search of a study. Plan, cell and repetition determine everything but the seconds.

    The counters are those of `halfmove.Counts`, in the same order: `table` counts entries of a transposition table.
    """

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
    rounds: int
    idle: int
    steals: int
    seconds: float


def record_of(repetition: int, result: Result | Measured) -> Record:
    """What is kept of the result of a search."""
    counters = {name: getattr(result.counts, name) for name in COUNTERS}
    return Record(repetition, result.value, result.bound, **counters, seconds=result.seconds)


@dataclass(frozen=True)
class Batch:
    """Some repetitions of one cell: the unit of work that is sent to a process.

    cell      its place in the plan
    compiled  True: machine code wherever the game allows it; False: plain Python; None: whatever is faster for a search
    """

    cell: int
    tree: TreeSpec
    algorithm: AlgorithmSpec
    seed: int
    repetitions: tuple[int, ...]
    compiled: bool | None = True


@dataclass(frozen=True)
class Done:
    """The results of a batch, and the repetitions that were `left` when its time had passed."""

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
    """Search tree after tree, at least one, until all are done or `patience` seconds have passed.

    short   do not start a long search, even if nothing is done then
    """
    search_one = _search_function(batch)
    records = []
    until = time.perf_counter() + patience
    for game, repetition in zip(_games(batch.tree, batch.seed, batch.repetitions), batch.repetitions, strict=False):
        result = search_one(game, short)
        if result is None:
            break
        records.append(record_of(repetition, result))
        if time.perf_counter() > until:
            break
    return Done(batch.cell, tuple(records), batch.repetitions[len(records) :])


def _search_function(batch: Batch) -> Callable[[Game, bool], Result | Measured | None]:
    """A function (game, short) that searches. With `short` it may return None instead of starting a long search."""
    algorithm, look_ahead = batch.algorithm, batch.tree.look_ahead
    if batch.compiled:
        return _searcher(algorithm, look_ahead).within
    return lambda game, _: search(
        game, algorithm.reference, depth=look_ahead, compiled=batch.compiled, **algorithm.named
    )


def _games(tree: TreeSpec, seed: int, repetitions: Sequence[int]) -> Iterator[Game]:
    if not tree.seeded:
        yield from (_same_game(tree) for _ in repetitions)
    else:
        yield from (_tree(tree, tree.seed(seed, repetition)) for repetition in repetitions)


@lru_cache(maxsize=2048)  # the next algorithm searches the same trees
def _tree(tree: TreeSpec, seed: int) -> Game:
    return tree.make(seed)


@lru_cache(maxsize=64)
def _same_game(tree: TreeSpec) -> Game:
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
    """Compile the program of a batch and store it on disk, where other processes find it."""
    with suppress(NotCompilable):  # then its searches run in plain Python
        _searcher(batch.algorithm, batch.tree.look_ahead).prepare(batch.tree.make(0))
