"""Searching in plain Python: any hashable positions, any tracing, no compiler."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import cache
from typing import Any

import numpy as np

from halfmove import words as v
from halfmove.engine.bind import Slots, bind
from halfmove.engine.recorder import Recorder
from halfmove.engine.rules import data_of, itself, no, rule_slots, yes
from halfmove.engine.task import Outcome, RealScores, Task
from halfmove.errors import BadScore, Full, Stopped
from halfmove.model import Counts
from halfmove.parts import blocks_python, table_python
from halfmove.parts.partitions import partition_ends

_STRIDE = 1024  # nodes between two looks at the clock


class Run:
    """Counters, limits, parameters and scratch memory of one interpreted search."""

    def __init__(self, task: Task) -> None:
        self.nodes = self.inner = self.researches = 0
        self.max_backup = self.table = self.table_hits = 0
        self.height, self.endless = task.height, task.endless
        self.low, self.high = task.window
        self.best: Any = -math.inf
        self.proof = v.BY_WINDOW
        self.limit: float = math.inf
        self.lines: dict[int, Any] = {}  # height -> (move, line below) or None
        self.path: dict[int, Any] = {}  # height -> move
        self.log: list[tuple[Any, ...]] = []
        self.stopped: str | None = None
        self.open = self.backup = self.root = self.step = self.filling = self.fallbacks = 0
        self.listed = self.dual = self.fallen_son = self.level = self.stages = 0
        self.fallen: Any = -math.inf
        self.boundary = -1
        self.max_open = int(task.algorithm.blocks)  # the root
        self.recorder: Any = None
        self.store: Any = None
        self.memo: Any = None
        self._nodes = self._deadline = math.inf
        self.partition_ends = cache(lambda width: partition_ends(task.parameters, width))
        for name, value in task.encoded().items():
            setattr(self, name, value)

    @property
    def leaves(self) -> int:
        return self.nodes - self.inner

    def set_limits(self, nodes: int | None, deadline: float | None) -> None:
        self._nodes = math.inf if nodes is None else nodes
        self._deadline = math.inf if deadline is None else deadline
        self._next_limit()

    def _next_limit(self) -> None:
        self.limit = self._nodes if self._deadline == math.inf else min(self._nodes, self.nodes + _STRIDE)

    def checkpoint(self) -> None:
        if self.nodes > self._nodes:
            self.stopped = "nodes"
        elif time.perf_counter() > self._deadline:
            self.stopped = "seconds"
        else:
            self._next_limit()
            return
        raise Stopped

    def line(self) -> list[Any]:
        moves, rest = [], self.lines.get(self.height)
        while rest is not None:
            moves.append(rest[0])
            rest = rest[1]
        return moves


def _clear_line(run, height):
    run.lines[height] = None


def _extend_line(run, height, move):
    run.lines[height] = (move, run.lines.get(height - 1))


def _note_move(run, height, move):
    run.path[height] = move


def _note_leaf(run, height):
    run.log.append(tuple(run.path[above] for above in range(run.height, height, -1)))


def _integer_score(score):
    if type(score) is int:
        return score
    if isinstance(score, int | np.integer | np.bool_):
        return int(score)
    if isinstance(score, float | np.floating) and score == score:
        raise RealScores
    raise BadScore


def _real_score(score):
    if not isinstance(score, int | float | np.integer | np.floating | np.bool_) or score != score:
        raise BadScore
    return min(max(float(score), -v.LARGEST), v.LARGEST)


def _infinity():
    return math.inf


def _next_integer(score):
    return score + 1 if score > -math.inf else -(1 << 63)


def _next_real(score):
    return math.nextafter(score, math.inf)


def _halfway_integer(low, high):
    return (low + high + 1) // 2


def _halfway_real(low, high):
    middle = low + (high - low) / 2
    return middle if middle > low else high


def _checkpoint(run):
    run.checkpoint()


_SCRATCH: Slots = {
    v.clear_line: _clear_line,
    v.extend_line: _extend_line,
    v.note_move: _note_move,
    v.note_leaf: _note_leaf,
    v.checkpoint: _checkpoint,
    v.infinity: _infinity,
    data_of: itself,
    **blocks_python.SLOTS,
    **table_python.SLOTS,
}


def interpreted(task: Task) -> Callable[..., Any]:
    """The algorithm bound to the game as plain Python, all the way down."""
    slots = rule_slots(task.game)[0] | _SCRATCH
    slots |= {
        v.kernel: task.kernel,
        v.as_score: _real_score if task.real else _integer_score,
        v.halfway: _halfway_real if task.real else _halfway_integer,
        v.next_up: _next_real if task.real else _next_integer,
        v.watched: yes if task.trace else no,
    }
    return bind(v.search_root, slots, wrap=itself)


def position_words(position: Any) -> int:
    """The words a position would take in machine code."""
    return sum(map(position_words, position)) if isinstance(position, tuple) else 1


def run_interpreted(task: Task, patience: float | None = None) -> Outcome:
    """Search in plain Python, for at most `patience` seconds: past them the outcome is stopped by "patience"."""
    function, data, run = interpreted(task), task.game.readable, Run(task)
    began = time.perf_counter()
    seconds = task.limits.seconds
    impatient = patience is not None and (seconds is None or patience < seconds)
    allowed = patience if impatient else seconds
    run.set_limits(task.limits.nodes, None if allowed is None else began + allowed)
    most = task.limits.memory
    run.store = blocks_python.Store(position_words(task.root), None if most is None else most // 8)
    run.memo = table_python.Table(position_words(task.root), None if most is None else most // 8)
    if task.trace and task.algorithm.steps:
        run.recorder = Recorder("backup" in task.algorithm.steps)
    score, stopped = None, None
    try:
        with _deep_recursion(task.height):
            score = function(data, task.root, task.height, task.window.low, task.window.high, run)
    except Stopped:
        stopped = "patience" if impatient and run.stopped == "seconds" else run.stopped
    except Full:
        stopped = "memory"
    if run.recorder is not None and score is not None and not run.recorder.events:
        run.recorder.leaf(task.window.high, min(score, task.window.high))
    counts = Counts(**{item.name: getattr(run, item.name) for item in fields(Counts)})
    log = run.log if task.trace else None
    events = None if run.recorder is None else run.recorder.events
    seconds = time.perf_counter() - began
    value, best = (Outcome.number(each, math.inf) for each in (score, run.best))
    return Outcome(value, counts, best, run.proof, run.line(), log, stopped, seconds, events)


@contextmanager
def _deep_recursion(height: int) -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 2 * height + 1000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
