"""One algorithm on many games of one kind, one after the other: what `search` answers, without its preparations.

A `Searcher` settles algorithm, parameters, program and memory once; another game with the same rules costs only its own
start position and data. A search of 50 leaves then takes microseconds, where `search` spends most of its time on being
asked.

>>> from halfmove.trees import uniform
>>> searcher = Searcher("alpha_beta")
>>> [searcher(uniform(3, 4, seed)).counts.leaves for seed in range(3)]
[49, 60, 57]
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from halfmove import words as v
from halfmove.algorithms.registry import find
from halfmove.bits import words_in
from halfmove.conformance import first_look
from halfmove.engine import shapes
from halfmove.engine.compiled import FIRST_ARENA, INFINITY, Memory, data_block, data_view, in_thread
from halfmove.engine.front import proven, search
from halfmove.engine.program import COUNTERS, Program, counts_from, program_for
from halfmove.engine.task import Outcome, RealScores, Task
from halfmove.errors import (
    BadScore,
    Full,
    Livelock,
    NoMoves,
    NotCompilable,
    Starved,
    Stopped,
    TooDeep,
    TooWide,
)
from halfmove.game import RULES, Game
from halfmove.model import Bound, Counts, Limits, Score, Window
from halfmove.parts.partitions import partition_table, widest

# A search that is longer than this runs in a thread, so that Ctrl-C is heard.
_INLINE_NODES = 5_000_000
_WARM_UP_NODES = 1000

_RETOLD = (NoMoves, BadScore, TooDeep, Starved, Livelock)  # `search` says in a sentence what is wrong


@dataclass(frozen=True, slots=True)
class Measured:
    """What a search found, and how much work that was."""

    value: Score
    bound: Bound
    counts: Counts
    seconds: float
    compiled: bool


class Searcher:
    """An algorithm with its parameters, ready for game after game. Not for two threads at once."""

    def __init__(self, algorithm: str, depth: int | None = None, **parameters: Any) -> None:
        self._algorithm = find(algorithm)
        self._given = parameters
        self._settled = self._algorithm.settle(parameters)
        self._depth = depth
        self._ready: _Prepared | None = None
        self._plain: tuple[Any, ...] | None = None  # the kind of games that cannot be compiled

    def __call__(self, game: Game) -> Measured:
        found = self.within(game, short=False)
        assert found is not None
        return found

    def within(self, game: Game, short: bool) -> Measured | None:
        """The search; None if it is to be `short` and turns out to be a long one, of which little was done."""
        kind = _kind(game)
        if self._settled.get("memory") == "minimum" and not (game.parameters and game.numbered):
            return self._by_search(game, compiled=True)  # here the minimum is another for every tree
        if kind == self._plain:
            return self._by_search(game, compiled=False)
        if self._ready is None or self._ready.kind != kind:
            try:
                self.prepare(game)
            except NotCompilable:
                self._plain = kind
                return self._by_search(game, compiled=False)
        assert self._ready is not None
        try:
            return self._ready.run(game, short)
        except Stopped:
            return None
        except _RETOLD:
            return self._by_search(game, compiled=True)

    def prepare(self, game: Game) -> None:
        """Load or compile the machine code for such games. Raises NotCompilable."""
        self._ready = _Prepared(self._task(game))

    def program(self, game: Game) -> Program:
        """What would be compiled for such games. Raises NotCompilable."""
        return program_for(self._task(game))

    def _task(self, game: Game) -> Task:
        real = first_look(game, game.start) or any(isinstance(x, float) and x * 0 == 0 for x in self._settled.values())
        return Task(
            game, self._algorithm, self._settled, Window(), self._depth, game.start, Limits(), trace=False, real=real
        )

    def _by_search(self, game: Game, compiled: bool) -> Measured:
        found = search(game, self._algorithm.id, depth=self._depth, compiled=compiled, **self._given)
        return Measured(found.value, found.bound, found.counts, found.seconds, found.compiled)


def _kind(game: Game) -> tuple[Any, ...]:
    """What games must share to be searched by one program in one memory."""
    data = game.data
    form = None if data is None else (data.dtype, data.shape) if isinstance(data, np.ndarray) else type(data)
    given = {name: value for name, value in game.parameters.items() if name != "seed"}
    return (*[getattr(game, rule) for rule in RULES], form, game.longest, type(game.start), given)


class _Prepared:
    """Program, memory and record of the searches of one kind of games."""

    def __init__(self, task: Task) -> None:
        try:
            self.program = program_for(task)
            self.function = self.program.ready
        except RealScores:
            task.real = True
            self.program = program_for(task)
            self.function = self.program.ready
        self.task, self.kind = task, _kind(task.game)
        self.shape = shapes.describe(shapes.canonical(task.root))
        root = task.root if isinstance(task.root, tuple) else ()
        plain = {type(part) for part in root} <= {int, float} and not any(words_in(type(root)))
        self.flat = [type(part) for part in root] if plain else None
        self.inline = task.height <= 1000
        self.parts = partition_table(task.parameters, 64)
        self.arena_words = FIRST_ARENA if task.algorithm.blocks or task.algorithm.table else 0
        self.infinity = np.inf if self.program.real else INFINITY
        self.data, self.block = task.game.data, data_block(task.game)
        self.address: Any = ()
        if self.block is not None:
            self.address = self.block.ctypes.data
            self.content = data_view(self.block, self.data)
        self.make_memory()
        self.warm_up()

    def warm_up(self) -> None:
        """Begin a search, so that the first one that is measured takes no longer than the others."""
        self.reset()
        self.memory.record["limit"] = _WARM_UP_NODES
        arguments = self.task.height, -self.infinity, self.infinity, self.memory.record
        with suppress(Stopped, Full, TooWide, *_RETOLD):
            self.function(self.address, self.start(self.task.game), *arguments)

    def make_memory(self) -> None:
        self.memory = memory = Memory(self.task, self.program, 0, self.arena_words, self.parts)
        for name in ("low", "best", "fallen"):
            memory.record[name] = -self.infinity
        memory.record["limit"] = _INLINE_NODES
        self.words = memory.array.view(np.int64)  # copied at once, not field by field
        self.untouched = self.words.copy()
        self.counters = self.words[: len(COUNTERS)]  # the record begins with them

    def run(self, game: Game, short: bool) -> Measured:
        start = self.start(game)
        if game.data is not self.data:
            self.data, self.content[...] = game.data, game.data
        while True:
            self.reset()
            began = time.perf_counter()
            try:
                score = self.go(start, short)
            except Full:
                self.arena_words *= 4
                self.make_memory()
            except TooWide:
                self.parts = partition_table(self.task.parameters, 4 * widest(self.parts))
                self.make_memory()
            else:
                return self.measured(score, time.perf_counter() - began)

    def start(self, game: Game) -> tuple[Any, ...]:
        position = game.start
        if game.turn is None and isinstance(position, tuple) and [type(part) for part in position] == self.flat:
            return tuple(position)
        root = shapes.canonical(Task(game, position=position, **_fields(self.task)).root)
        if shapes.describe(root) != self.shape:
            raise NotCompilable(f"{game.name}: its start {position!r} has another shape than {self.task.position!r}")
        return tuple(shapes.leaves_of(root, game.name))

    def reset(self) -> None:
        memory = self.memory
        self.words[:] = self.untouched
        if self.arena_words:
            memory.free[:] = 0
            if self.task.algorithm.table:
                memory.arena[:] = 0

    def go(self, start: tuple[Any, ...], short: bool) -> Any:
        task, record, address = self.task, self.memory.record, self.address
        low, high = -self.infinity, self.infinity
        if self.inline:
            try:
                return self.function(address, start, task.height, low, high, record)
            except Stopped:
                self.inline = False  # the next ones will be as long
                self.reset()
        if short:
            raise Stopped
        record["limit"] = INFINITY
        answer: list[Any] = []

        def work(keep: Any = (self.memory, self.block)) -> None:  # raw memory must outlive the machine code
            try:
                answer.append(self.function(address, start, task.height, low, high, record))
            except BaseException as error:
                answer.append(error)

        in_thread(work, record, None)
        if isinstance(answer[0], BaseException):
            raise answer[0]
        return answer[0]

    def measured(self, score: Any, seconds: float) -> Measured:
        counts = counts_from(self.counters.tolist())
        score = Outcome.number(score, INFINITY)
        proof = int(self.memory.record["proof"])
        if proof == v.BY_WINDOW:  # and the window is all scores
            return Measured(score + 0, "exact", counts, seconds, True)
        value, bound = proven(self.task, Outcome(score, counts, None, proof, [], None, None, seconds))
        return Measured(value, bound, counts, seconds, True)  # type: ignore[arg-type]


def _fields(task: Task) -> dict[str, Any]:
    names = ("algorithm", "parameters", "window", "depth", "limits", "trace", "real")
    return {name: getattr(task, name) for name in names}
