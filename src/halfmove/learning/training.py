"""Training: games of an evaluation against itself, in batches.

All games of a batch are played with the weights as they were before it, by any number of threads; then everything is
learned from them in order. So the weights depend on the seed and the number of games alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from halfmove.engine import Runner, Task, Words
from halfmove.errors import NotCompilable
from halfmove.evaluations.code import UNIT, Code, code_of, form_of
from halfmove.evaluations.shape import Shape
from halfmove.game import Game
from halfmove.kernels.declaration import Algorithm
from halfmove.learning.cells import Sample
from halfmove.learning.kernels import LEARNED, SCRATCH, fill, first_chance, learning, self_play
from halfmove.model import WIDE, Limits

JOBS = 8  # of a batch, for any number of threads
_POSITIONS = 200  # of one job, about
_LONGEST_GAME = 1000
_NONE = np.zeros(1, np.int64)


@dataclass(frozen=True)
class Settings:
    """How games are played and what is learned from them."""

    opening: int = 8
    random_in: int = 10
    fading: float = 0.7
    by_size: float = 0.0
    rate: float = 1.0


@lru_cache(maxsize=16)
def _bound(algorithm: Algorithm, code: Code) -> Algorithm:
    """The kernel for evaluations of one shape; the same object each time, since programs are known by it."""
    return replace(algorithm, using={**algorithm.using, fill: code.fill})


class Trainer:
    """The state of a training: weights, what is known of their errors, and how many games were played."""

    def __init__(
        self,
        game: Game,
        shape: Shape,
        seen: Sample,
        settings: Settings,
        seed: int,
        jobs: int = 1,
        compiled: bool | None = None,
    ) -> None:
        self.game, self.shape, self.settings, self.seed, self.jobs = game, shape, settings, seed, jobs
        symmetry = game.symmetry if shape.symmetric else None
        self.code = code_of(shape, form_of(game.start), symmetry, game.data is not None)
        self._playing, self._learning = _bound(self_play.algorithm, self.code), _bound(learning.algorithm, self.code)
        self.weights = np.zeros(shape.weights)
        self.steps = np.zeros(2 * shape.weights)
        self.games = self.batches = self.plies = 0
        self.share = max(1, round(_POSITIONS / max(seen.plies, 1)))
        self.largest = float(max(abs(score) for score in seen.scores))
        self.longest = min(max(64, 3 * seen.longest), _LONGEST_GAME)
        room = self.share * self.longest
        patterns = len(shape.patterns)
        self._rooms = [
            (np.zeros(room * patterns, np.int64), np.zeros(room), np.zeros(self.longest, np.int64), np.zeros(SCRATCH, np.int64))
            for _ in range(JOBS)
        ]
        self._runner = Runner(False, one_game=True)
        self.native = False
        self._pool = ThreadPoolExecutor(jobs, "training") if jobs > 1 else None
        if compiled is not False:
            self._compile(compiled)

    def _compile(self, wanted: bool | None) -> None:
        try:
            for algorithm in (self._playing, self._learning):
                self._runner.prepare(self._task(algorithm, {}, {}))
        except NotCompilable:
            if wanted:
                raise
            return
        self._runner.compiled = self.native = True

    def _task(self, algorithm: Algorithm, state: dict[str, Any], arrays: dict[str, np.ndarray]) -> Task:
        external = {name: Words(arrays.get(name, _NONE)) for name in LEARNED.external}
        depth = 0 if self.game.longest == 0 else 1
        return Task(
            self.game, algorithm, {}, WIDE, depth, self.game.start, Limits(), False, True, external=external, state=state
        )

    def batch(self, games: int | None = None) -> float:
        """Play a batch, of `games` games at most, and learn from it. Returns the mean square of its errors."""
        shares = _shares(JOBS * self.share if games is None else min(games, JOBS * self.share), JOBS)
        numbers = [number for number, share in enumerate(shares) if share]
        kept = list(self._map(lambda number: self._play(number, shares[number]), numbers))
        wrong, positions = 0.0, 0
        for number, count in zip(numbers, kept, strict=True):
            wrong += self._learn(number, count)
            positions += count
        self.games += sum(shares)
        self.batches += 1
        return wrong / max(positions, 1)

    def _map(self, work: Any, numbers: list[int]) -> Iterator[int]:
        if self._pool is None:
            yield from map(work, numbers)
            return
        waiting = [self._pool.submit(work, number) for number in numbers]
        try:
            for each in waiting:
                yield each.result()
        finally:
            if not all(each.done() for each in waiting):
                self._runner.stop()
                for each in waiting:
                    each.cancel()
                for each in waiting:
                    if not each.cancelled():
                        each.exception()
                self._runner.resume()

    def _play(self, number: int, games: int) -> int:
        indices, targets, marks, scratch = self._rooms[number]
        own = self.settings
        state = {
            "games": games, "patterns": len(self.shape.patterns), "opening": own.opening, "random_in": own.random_in,
            "longest_game": self.longest, "fading": own.fading, "by_size": own.by_size, "largest": self.largest,
            "chance": first_chance(self.seed, self.batches * JOBS + number),
        }  # fmt: skip
        arrays = {
            "trained": self.weights, "rows": self.code.rows, "indices": indices, "targets": targets, "marks": marks,
            "scratch": scratch,
        }  # fmt: skip
        counts = self._runner.run(self._task(self._playing, state, arrays)).raw.own_counts
        return counts["kept"]

    def _learn(self, number: int, positions: int) -> float:
        indices, targets, _, _ = self._rooms[number]
        patterns = len(self.shape.patterns)
        state = {"patterns": patterns, "positions": positions, "rate": self.settings.rate / patterns}
        arrays = {"trained": self.weights, "steps": self.steps, "indices": indices, "targets": targets}
        score = self._runner.run(self._task(self._learning, state, arrays)).raw.score
        return float(score or 0.0)

    def whole_weights(self) -> np.ndarray:
        """The weights as whole numbers of 16 bits."""
        return np.clip(np.rint(self.weights * UNIT), -(1 << 15), (1 << 15) - 1).astype(np.int16)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


def _shares(games: int, jobs: int) -> list[int]:
    """How many games each job plays."""
    return [games // jobs + (number < games % jobs) for number in range(jobs)]
