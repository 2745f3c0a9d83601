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

from halfmove.algorithms.registry import find
from halfmove.bits import words_in
from halfmove.conformance import first_look
from halfmove.engine import Program, RawResult, Runner, Task, Workspace, clock, program_for, shapes, with_table
from halfmove.engine.search import attach_table, needs_reals, proven, search
from halfmove.errors import NotCompilable
from halfmove.game import Game
from halfmove.hooks import HOOKS
from halfmove.kernels import primitives as v
from halfmove.model import Bound, Counts, Limits, Score, Window

_SHORT = 5_000_000  # nodes: a search that is longer is a long one
_WARM_UP = 1000


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

    def __init__(self, algorithm: Any, depth: int | None = None, table: Any = None, **parameters: Any) -> None:
        self._algorithm = find(algorithm)
        self._given, self._table = parameters, table
        self._settled = self._algorithm.settle(parameters)
        self._depth = depth
        self._ready: _Prepared | None = None
        self._plain: tuple[Any, ...] | None = None  # the kind of games that cannot be compiled

    def __call__(self, game: Game, position: Any = None) -> Measured:
        """The search; `position` is where it begins if not at the start."""
        measured = self.within(game, False, position)
        assert measured is not None
        return measured

    def within(self, game: Game, short: bool, position: Any = None) -> Measured | None:
        """The search; None if it is to be `short` and turns out to be a long one, of which little was done."""
        kind = _kind(game)
        if self._words_differ(game):
            return self._by_search(game, True, position)  # here a word stands for another number in every tree
        if kind == self._plain:
            return self._by_search(game, False, position)
        if self._ready is None or self._ready.kind != kind:
            try:
                self.prepare(game)
            except NotCompilable:
                self._plain = kind
                return self._by_search(game, False, position)
        assert self._ready is not None
        try:
            return self._ready.run(game, short, position)
        except _Long:
            return None
        except _Failed:
            return self._by_search(game, True, position)  # which says in a sentence what is wrong

    def prepare(self, game: Game) -> None:
        """Load or compile the machine code for such games. Raises NotCompilable."""
        self._ready = _Prepared(self._task(game))

    def program(self, game: Game) -> Program:
        """What would be compiled for such games. Raises NotCompilable."""
        return program_for(self._task(game))

    def _words_differ(self, game: Game) -> bool:
        return not (game.parameters and game.numbered) and any(
            isinstance(self._settled[each.name], str) and self._settled[each.name] in each.words
            for each in self._algorithm.parameters
        )

    def _task(self, game: Game) -> Task:
        real = first_look(game, game.start) or needs_reals(self._settled)
        algorithm = self._algorithm if self._table is None else with_table(self._algorithm, self._settled)
        task = Task(game, algorithm, self._settled, Window(), self._depth, game.start, Limits(), trace=False, real=real)
        if self._table is not None:
            attach_table(task, self._table)
        return task

    def _by_search(self, game: Game, compiled: bool, position: Any) -> Measured:
        given = {"depth": self._depth, "compiled": compiled, "table": self._table, "position": position}
        result = search(game, self._algorithm, **given, **self._given)
        searching = result.seconds - result.preparing
        return Measured(result.value, result.bound, result.counts, searching, result.compiled)


def _kind(game: Game) -> tuple[Any, ...]:
    """What games must share to be searched by one program in one memory."""
    data = game.data
    form = None if data is None else (data.dtype, data.shape) if isinstance(data, np.ndarray) else type(data)
    given = {name: value for name, value in game.parameters.items() if name != "seed"}
    return (*[getattr(game, rule) for rule in HOOKS], form, game.longest, type(game.start), given)


class _Long(Exception):
    """The search is longer than it was to be."""


class _Failed(Exception):
    """The search ended for another reason than having found its value."""


class _Prepared:
    """The program of the searches of one kind of games, in a workspace that is ready for them."""

    def __init__(self, task: Task) -> None:
        self._program = Runner(True).prepare(task)
        self._task, self.kind = task, _kind(task.game)
        self._shape = shapes.describe(shapes.canonical(task.root))
        root = task.root if isinstance(task.root, tuple) else ()
        plain = {type(part) for part in root} <= {int, float} and not any(words_in(type(root)))
        self._flat = [type(part) for part in root] if plain else None
        self._space = Workspace()
        self._space.prepare(task, self._program)
        self._long = False
        with suppress(_Long, _Failed):  # so that the first search that is measured takes no longer than the others
            self._search(task.game, _WARM_UP)

    def run(self, game: Game, short: bool, position: Any) -> Measured:
        if short and self._long:
            raise _Long
        began = time.perf_counter()
        try:
            return self._search(game, _SHORT if short else clock.NEVER, began, position)
        except _Long:
            self._long = True  # the next ones will be as long
            raise

    def _search(self, game: Game, most_nodes: int, began: float = 0.0, position: Any = None) -> Measured:
        space = self._space
        if self._task.attach is not None:  # every search begins with an empty table
            self._task.attach_memory()
            space.change(self._task, self._program)
        space.set_root(game, self._start(game, game.start if position is None else position))
        status = space.go(self._task, clock.NEVER, most_nodes)
        seconds = time.perf_counter() - began
        record = space.record
        if status:
            raise _Long if int(record["fault"]) == v.NODES else _Failed
        counts, score, proof = space.counts(), space.score("score"), int(record["proof"])
        if proof == v.BY_WINDOW and self._task.algorithm.proves:  # and the window is all scores
            return Measured(score + 0, "exact", counts, seconds, True)
        value, bound = proven(self._task, RawResult(score, counts, score, proof, [], None, None))
        return Measured(value, bound, counts, seconds, True)  # type: ignore[arg-type]

    def _start(self, game: Game, position: Any) -> tuple[Any, ...]:
        """The words of a position."""
        if game.turn is None and isinstance(position, tuple) and [type(part) for part in position] == self._flat:
            return tuple(position)
        names = ("algorithm", "parameters", "window", "depth", "limits", "trace", "real")
        root = Task(game, position=position, **{name: getattr(self._task, name) for name in names}).root
        root = shapes.canonical(root)
        if shapes.describe(root) != self._shape:
            raise NotCompilable(f"{game.name}: the position {position!r} is unlike {self._task.position!r}")
        return tuple(shapes.leaves_of(root, game.name))
