"""Training: games of an evaluation against itself, in batches.

All games of a batch are played with the weights as they were before it, by any number of threads; then everything is
learned from them in order. So the weights depend on the shape, the course and the number of games alone.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from halfmove.engine import PersistentMemory, Runner, Task, Words
from halfmove.errors import NotCompilable
from halfmove.evaluations.code import UNIT, Code, code_of, form_of
from halfmove.evaluations.shape import MOST_PATTERNS, Shape
from halfmove.game import Game
from halfmove.kernels.declaration import Algorithm
from halfmove.learning.course import JOBS, Course
from halfmove.learning.kernels import LEARNED, fill, learning, self_play
from halfmove.model import WIDE, Limits

_NONE = np.zeros(1, np.int64)
_LARGEST = (1 << 15) - 1  # of a weight of 16 bits


@lru_cache(maxsize=16)
def _bound(algorithm: Algorithm, code: Code) -> Algorithm:
    """The kernel for evaluations of one shape; the same object each time, since programs are known by it."""
    return replace(algorithm, using={**algorithm.using, fill: code.fill})


class _Room:
    """The memory of one job."""

    def __init__(self, positions: int, patterns: int, longest: int) -> None:
        self.indices = np.zeros(positions * patterns, np.int64)
        self.targets = np.zeros(positions)
        self.marks = np.zeros(longest, np.int64)
        self.scratch = np.zeros(MOST_PATTERNS, np.int64)
        self.smallest = np.array([math.inf])


@dataclass
class Progress:
    """What was done: how many games and half-moves, in how many batches, and how large the smallest win was."""

    games: int = 0
    plies: int = 0
    batches: int = 0
    smallest: float = math.inf


class Trainer:
    """The state of a training: the weights, the sums of their errors, and what was done."""

    def __init__(self, game: Game, shape: Shape, course: Course, jobs: int = 1, compiled: bool | None = None) -> None:
        self.game, self.shape, self.course = game, shape, course
        symmetry = game.symmetry if shape.symmetric else None
        self._code = code_of(shape, form_of(game.start), symmetry, game.data is not None)
        self._playing, self._learning = _bound(self_play.algorithm, self._code), _bound(learning.algorithm, self._code)
        self.weights = np.zeros(shape.weights)
        self.steps = np.zeros(2 * shape.weights)
        self.done = Progress()
        self.between = True  # batches: everything fits together
        self._rooms = [_Room(course.share * course.longest, len(shape.patterns), course.longest) for _ in range(JOBS)]
        self._runner = Runner(False, one_game=True)
        self.compiled = False
        if compiled is not False:
            self._compile(compiled)
        self._jobs = jobs
        self._pool: ThreadPoolExecutor | None = None

    def _compile(self, wanted: bool | None) -> None:
        try:
            for algorithm in (self._playing, self._learning):
                self._runner.prepare(self._task(algorithm, {}, {}))
        except NotCompilable:
            if wanted:
                raise
            return
        self._runner.compiled = self.compiled = True

    def _task(self, algorithm: Algorithm, state: dict[str, Any], arrays: dict[str, np.ndarray]) -> Task:
        external: dict[str, PersistentMemory] = {name: Words(arrays.get(name, _NONE)) for name in LEARNED.external}
        game, depth = self.game, 0 if self.game.longest == 0 else 1
        return Task(game, algorithm, {}, WIDE, depth, game.start, Limits(), False, True, external=external, state=state)

    def batch(self, games: int) -> float:
        """Play a batch, of `games` games at most, and learn from it. Returns the mean square of its errors."""
        shares = _shares(min(games, self.course.batch))
        numbers = [number for number, share in enumerate(shares) if share]
        kept = list(self._each(lambda number: self._play(number, shares[number]), numbers))
        self.between = False
        wrong = sum(self._learn(number, count) for number, (count, _) in zip(numbers, kept, strict=True))
        self.done.games += sum(shares)
        self.done.plies += sum(plies for _, plies in kept)
        self.done.batches += 1
        self.done.smallest = min(self.done.smallest, *(float(room.smallest[0]) for room in self._rooms))
        self.between = True
        return wrong / max(sum(count for count, _ in kept), 1)

    def _each(self, work: Callable[[int], tuple[int, int]], numbers: list[int]) -> Iterator[tuple[int, int]]:
        """Do the jobs with these numbers, several at a time; what they return, in order."""
        if self._jobs == 1:
            yield from map(work, numbers)
            return
        self._pool = self._pool or ThreadPoolExecutor(self._jobs, "training")
        waiting = [self._pool.submit(work, number) for number in numbers]
        try:
            for each in waiting:
                yield each.result()
        finally:  # after an error too, or Ctrl-C: nobody may write to memory that is given back
            if not all(each.done() for each in waiting):
                for each in waiting:
                    each.cancel()
                self._runner.stop()
                for each in waiting:
                    if not each.cancelled():
                        each.exception()
                self._runner.resume()

    def _play(self, number: int, games: int) -> tuple[int, int]:
        """Play the games of one job. Returns how many positions were kept, and how many half-moves were played."""
        room, course = self._rooms[number], self.course
        state = {
            "games": games,
            "patterns": len(self.shape.patterns),
            "chance": _first_chance(course.seed, self.done.batches * JOBS + number),
            "opening": course.opening,
            "random_in": course.random_in,
            "longest_game": course.longest,
            "fading": course.fading,
            "by_size": course.by_size,
            "largest": course.largest,
        }
        arrays = {**vars(room), "trained": self.weights, "rows": self._code.rows}
        counts = self._runner.run(self._task(self._playing, state, arrays)).raw.own_counts
        return counts["kept"], counts["plies"]

    def _learn(self, number: int, positions: int) -> float:
        """Learn from the positions of one job. Returns the sum of the squares of their errors."""
        room, patterns = self._rooms[number], len(self.shape.patterns)
        state = {"patterns": patterns, "positions": positions, "rate": self.course.rate / patterns}
        arrays = {"indices": room.indices, "targets": room.targets, "trained": self.weights, "steps": self.steps}
        return float(self._runner.run(self._task(self._learning, state, arrays)).raw.score or 0.0)

    def whole_weights(self) -> np.ndarray:
        """The weights as whole numbers of 16 bits."""
        return np.clip(np.rint(self.weights * UNIT), -_LARGEST - 1, _LARGEST).astype(np.int16)

    def close(self) -> None:
        """End the threads; the next batch starts new ones."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


def _first_chance(seed: int, job: int) -> int:
    """Where the random numbers of a job begin."""
    return random.Random(f"{seed} {job}").getrandbits(62)


def _shares(games: int) -> list[int]:
    """How many games each job of a batch plays."""
    return [games // JOBS + (number < games % JOBS) for number in range(JOBS)]
