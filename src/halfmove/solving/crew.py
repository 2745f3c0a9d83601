"""Who does the jobs of `kernels/jobs.py`: plain Python, or machine code on several threads.

Python's own lock is released while machine code runs. What a job works on are NumPy's arrays of whole words; plain
Python reads and writes the same ones, so that either can go on where the other stopped.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from halfmove.conformance import diagnose, first_look
from halfmove.engine import shapes
from halfmove.engine.clock import NEVER as _NEVER
from halfmove.engine.kept import Kept, Words
from halfmove.engine.native.compiling import make_ready
from halfmove.engine.native.program import Program, program_for, shows_no_move
from halfmove.engine.native.workspace import Workspace
from halfmove.engine.plain.memory import part_words
from halfmove.engine.plain.run import Fault, interpreted, run_interpreted
from halfmove.engine.search import explained, run_ready
from halfmove.engine.task import RawResult, Task
from halfmove.errors import GameError, NotCompilable, UsageError
from halfmove.game import Game
from halfmove.kernels import primitives as v
from halfmove.kernels.declaration import Algorithm
from halfmove.model import WIDE, Limits
from halfmove.solving.kernels.jobs import TIERS, job, straight_in
from halfmove.solving.numbering import Numbering
from halfmove.solving.room import resident

PLAIN_MOST = 20_000  # positions that plain Python may do before it pays to compile

_NONE = np.zeros(1, np.int64)
_WHOLE_DEPTH = 1


def _memory(given: Any) -> Kept:
    return given if isinstance(given, Kept) else Words(given)


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
        self.remote: Any = None  # workers on other machines (`remote.py`), if there are any
        self._done = 0
        self._program: Program | None = None
        self._pool: ThreadPoolExecutor | None = None
        self._spaces: list[Workspace] = []
        self._free: list[Workspace] = []
        self._lock = threading.Lock()
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

    def _task(self, algorithm: Algorithm, state: dict[str, int], brought: dict[str, Kept]) -> Task:
        game = self.game
        depth = None if game.leaves_only else min(_WHOLE_DEPTH, game.longest or _WHOLE_DEPTH)
        brought = {name: brought.get(name) or Words(_NONE) for name in TIERS.brought}
        return Task(
            game, algorithm, {}, WIDE, depth, game.start, Limits(), False, self.real, brought=brought, state=state
        )

    @cached_property
    def _plain_algorithm(self) -> Algorithm:
        made: Algorithm = replace(job.algorithm, using={v.enter: straight_in, **part_words(self.game.start)})
        return made

    @cached_property
    def _plain_kernel(self) -> Callable[..., Any]:
        return interpreted(self._task(self._plain_algorithm, {}, {}))

    _native_algorithm = replace(job.algorithm, using={v.enter: straight_in})

    def _compile(self) -> None:
        task = self._task(self._native_algorithm, {}, {})
        if shows_no_move(task):
            return  # nothing tells how its moves look
        before = resident()
        try:
            program = program_for(task)
            make_ready(program, task)
        except NotCompilable:
            if self._wanted:
                raise
            self._wanted = False
            return
        finally:
            self.code_bytes += max(0, resident() - before)
        self._program, self.compiled = program, True
        self._pool = ThreadPoolExecutor(self.jobs, "solving") if self.jobs > 1 else None

    def expect(self, positions: int) -> None:
        """So many positions will be worked on: is that worth machine code?"""
        self._done += positions
        if not self.compiled and self._wanted is None and self._done > PLAIN_MOST:
            self._compile()

    def do(self, number: int, state: dict[str, int], **arrays: Any) -> dict[str, int]:
        """Do one job on these arrays; returns its counters."""
        state = {**self.numbering.state, **state, "job": number}
        brought = {**self.numbering.memories, **{name: _memory(each) for name, each in arrays.items()}}
        if not self.compiled:
            task = self._task(self._plain_algorithm, state, brought)
            return self._checked(lambda task: run_interpreted(task, bound=self._plain_kernel), task).own_counts
        with self._lock:
            if not self._free:
                self._spaces.append(Workspace())
                self._free.append(self._spaces[-1])
            space = self._free.pop()
        try:
            task = self._task(self._native_algorithm, state, brought)
            program = self._program
            assert program is not None
            return self._checked(lambda task: run_ready(task, program, _NEVER, space), task).own_counts
        finally:
            with self._lock:
                self._free.append(space)

    def _checked(self, run: Callable[[Task], RawResult], task: Task) -> RawResult:
        try:
            return run(task)
        except Fault as fault:
            if fault.number == v.NO_MOVES:
                raise GameError(
                    diagnose(self.game, task.position, "a position that is not over has no moves", plays=True)
                ) from None
            raise explained(task, fault.number) from None

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
            for space in self._spaces:
                space.stop()
            for each in waiting:
                if not each.cancelled():
                    each.exception()
            for space in self._spaces:
                space.stopped = False

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
