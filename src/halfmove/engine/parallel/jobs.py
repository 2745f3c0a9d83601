"""A job: the search of one subtree by the kernel, with a window. It is a pure function of its fields, in any process.

Positions and moves are never sent: a job names its position by the numbers of the moves that lead there, and its
answer names a line in the same way. So where processes are forks, a game need not be one that can be pickled.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from halfmove.algorithms.registry import find
from halfmove.engine.clock import deadline_after
from halfmove.engine.parallel.workers import dropped
from halfmove.engine.runner import Runner
from halfmove.engine.task import RawResult, Task, own_moves
from halfmove.errors import HalfmoveError
from halfmove.game import Game
from halfmove.model import WIDE, Counts, Limits, Score, Window

_MOST_KEPT = 5000  # positions


@dataclass(frozen=True)
class Setting:
    """What all jobs of a search have in common."""

    game: Game
    algorithm: str
    position: Any


class Job(NamedTuple):
    """The search of a subtree.

    path      the numbers of the moves from the root of the search to the root of the subtree
    left      half-moves to the depth limit; None: there is none
    window    the window of the subtree
    real      whether scores are floats
    compiled  whether it runs as machine code
    seconds   after which it may stop
    """

    number: int
    path: tuple[int, ...]
    left: int | None
    window: tuple[Score, Score]
    real: bool
    compiled: bool
    seconds: float | None


class Answer(NamedTuple):
    """What a job found.

    score    None if it stopped
    line     the best line, as the numbers of its moves
    real     whether its scores are floats
    seconds  how long it took
    trouble  an error, in words
    ours     whether these are the words of a `HalfmoveError`
    """

    score: Score | None
    line: list[int]
    counts: Counts
    real: bool
    seconds: float
    trouble: str = ""
    ours: bool = False


def run_job(job: Job, setting: Setting) -> Answer:
    """What a process on this machine does."""
    return answer_to(job, setting, dropped)


def answer_to(job: Job, setting: Setting, should_stop: Callable[[], bool] | None = None) -> Answer:
    """Run a job. Whatever goes wrong is in the answer, because an error of a game may not survive being sent."""
    began = time.perf_counter()
    try:
        task, raw = searched(job, setting, should_stop)
        line = [] if raw.score is None else _numbers(task, raw.line)
        return Answer(raw.score, line, raw.counts, task.real, time.perf_counter() - began)
    except BaseException as error:
        words = str(error) if isinstance(error, HalfmoveError) else f"{type(error).__name__}: {error}"
        return Answer(None, [], Counts(), False, 0.0, words, isinstance(error, HalfmoveError))


def searched(job: Job, setting: Setting, should_stop: Callable[[], bool] | None = None) -> tuple[Task, RawResult]:
    """The task of a job, and what its search finds."""
    task = subtask(setting, position_at(setting, job.path), job.left, Window(*job.window), job.real)
    task.doubt = should_stop
    if job.compiled:  # before a clock runs
        _RUNNERS[True].prepare(task)
    ran = _RUNNERS[job.compiled].run(task, deadline_after(job.seconds), wait=True)
    return ran.task, ran.raw


def subtask(setting: Setting, at: Any, left: int | None, window: Window = WIDE, real: bool = False) -> Task:
    """The task of searching a subtree."""
    return Task(setting.game, find(setting.algorithm), {}, window, left, at, Limits(), trace=False, real=real)


_RUNNERS = {False: Runner(False), True: Runner(True)}
_positions: dict[int, tuple[Setting, dict[tuple[int, ...], Any]]] = {}  # of the setting of this process


def position_at(setting: Setting, path: tuple[int, ...]) -> Any:
    """The position after these moves. The positions on the way are kept: the next job begins near by."""
    kept = _positions.get(id(setting))
    if kept is None or len(kept[1]) > _MOST_KEPT:
        _positions.clear()
        kept = _positions[id(setting)] = setting, {(): setting.position}
    known, size = kept[1], len(path)
    while path[:size] not in known:
        size -= 1
    for length in range(size + 1, len(path) + 1):
        above = known[path[: length - 1]]
        known[path[:length]] = setting.game.next(above, setting.game.legal(above)[path[length - 1]])
    return known[path]


def _numbers(task: Task, line: list[Any]) -> list[int]:
    """The numbers of the moves of a line."""
    game, at, numbers = task.game, task.position, []
    for move in own_moves(task, line):
        numbers.append(game.legal(at).index(move))
        at = game.next(at, move)
    return numbers
