"""Who does the jobs of `kernels/jobs.py`: plain Python, or machine code on several threads.

Python's own lock is released while machine code runs. What a job works on are NumPy's arrays of whole words; plain
Python reads and writes the same ones, so that either can go on where the other stopped.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np

from halfmove.conformance import first_look
from halfmove.engine import PersistentMemory, Runner, Task, Words, shapes, shows_no_move
from halfmove.errors import NotCompilable, UsageError
from halfmove.game import Game
from halfmove.kernels import primitives as v
from halfmove.model import WIDE, Limits
from halfmove.solving.kernels.jobs import TIERS, job, straight_in
from halfmove.solving.numbering import Numbering
from halfmove.solving.room import resident

PLAIN_MOST = 20_000  # positions that plain Python may do before it pays to compile

_NONE = np.zeros(1, np.int64)
_WHOLE_DEPTH = 1
_JOB = replace(job.algorithm, using={v.enter: straight_in})


def _memory(given: Any) -> PersistentMemory:
    return given if isinstance(given, PersistentMemory) else Words(given)


class Crew:
    """Does jobs on a game's positions, on `jobs` threads.

    compiled   True: machine code; False: plain Python; None: plain Python while there are few positions
    """

    def __init__(self, game: Game, jobs: int = 1, compiled: bool | None = None, real: bool = False) -> None:
        self.game, self.jobs, self._wanted = game, jobs, compiled
        self._check_shape()
        self.real = real or first_look(game, game.start)
        self.compiled = False
        self.code_bytes = 0  # that machine code takes, and what loads it
        self.remote: Any = None  # workers on other machines (`cluster_client.py`), if there are any
        self._done = 0
        self._runner = Runner(False, one_game=True)
        self._pool: ThreadPoolExecutor | None = None
        self.numbering = Numbering(game)
        if compiled:
            self._compile()

    def _check_shape(self) -> None:
        """Positions must be whole numbers: otherwise they could not be numbered, nor written to a file."""
        try:
            leaves = shapes.leaves_of(self.game.start, "the position")
        except NotCompilable:
            leaves = [None]
        if not all(isinstance(each, int | np.integer) for each in leaves):
            raise UsageError(
                f"{self.game.name}: only games whose positions are whole numbers or tuples of them can be solved; "
                f"this one starts with {self.game.start!r:.80}"
            )

    def _task(self, state: dict[str, int], external: dict[str, PersistentMemory]) -> Task:
        game = self.game
        depth = None if game.leaves_only else min(_WHOLE_DEPTH, game.longest or _WHOLE_DEPTH)
        external = {name: external.get(name) or Words(_NONE) for name in TIERS.external}
        return Task(game, _JOB, {}, WIDE, depth, game.start, Limits(), False, self.real, external=external, state=state)

    def _compile(self) -> None:
        task = self._task({}, {})
        if shows_no_move(task):
            return  # nothing tells how its moves look
        before = resident()
        try:
            self._runner.prepare(task)
        except NotCompilable:
            if self._wanted:
                raise
            self._wanted = False
            return
        finally:
            self.code_bytes += max(0, resident() - before)
        self._runner.compiled = self.compiled = True
        self._pool = ThreadPoolExecutor(self.jobs, "solving") if self.jobs > 1 else None

    def expect(self, positions: int) -> None:
        """So many positions will be worked on: is that worth machine code?"""
        self._done += positions
        if not self.compiled and self._wanted is None and self._done > PLAIN_MOST:
            self._compile()

    def do(self, number: int, state: dict[str, int], **arrays: Any) -> dict[str, int]:
        """Do one job on these arrays; returns its counters."""
        state = {**self.numbering.state, **state, "job": number}
        external = {**self.numbering.memories, **{name: _memory(each) for name, each in arrays.items()}}
        return self._runner.run(self._task(state, external)).raw.own_counts

    def do_all(self, jobs: Iterable[Any], work: Callable[[Any], Any]) -> Iterator[Any]:
        """Do `work`, which may be a job and more, on each of `jobs`, several at a time; the answers, in their order."""
        if self._pool is None:
            yield from map(work, jobs)
            return
        waiting: list[Future[Any]] = []
        iterator = iter(jobs)
        try:
            waiting += [self._pool.submit(work, each) for each in itertools.islice(iterator, 2 * self.jobs)]
            while waiting:
                answer = waiting.pop(0).result()
                waiting += [self._pool.submit(work, each) for each in itertools.islice(iterator, 1)]
                yield answer
        finally:  # after an error too, or Ctrl-C: nobody may write to memory that is given back
            for each in waiting:
                each.cancel()
            self._runner.stop()
            for each in waiting:
                if not each.cancelled():
                    each.exception()
            self._runner.resume()

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
