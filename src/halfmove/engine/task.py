"""One search to be done, with everything settled before a kernel runs; and what a kernel leaves behind."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from halfmove.engine.rules import root_of
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.kernel import Algorithm
from halfmove.model import Counts, Limits, Window
from halfmove.words import LARGEST

UNLIMITED = 1024  # half-moves, for games whose length is not known


class RealScores(Exception):
    """A search that began with integer scores met a real one: it has to be run again with real scores."""


@dataclass
class Task:
    """A search: `height` bounds the length of a line as kernels count it, `root` is the position as they see it."""

    game: Game
    algorithm: Algorithm
    parameters: dict[str, Any]
    window: Window
    depth: int | None
    position: Any
    limits: Limits
    trace: bool
    real: bool
    height: int = 0
    endless: bool = False
    root: Any = None

    def __post_init__(self) -> None:
        game, depth = self.game, self.depth
        whole = depth is None or (game.longest is not None and depth >= game.longest)
        if game.leaves_only and not whole:
            raise UsageError(
                f"{game.name}: only its leaves have scores, so depth={depth} must be at least {game.longest}, or None"
            )
        plies = (game.longest if game.longest is not None else UNLIMITED) if whole else depth
        assert plies is not None
        self.endless = whole
        self.height = plies if game.turn is None else 2 * plies
        self.root = root_of(game, self.position, None if whole else depth)
        if self.parameters.get("memory") == "minimum":
            self.parameters = self.parameters | {"memory": minimum_memory(game, self.position, plies)}

    @property
    def kernel(self) -> Any:
        return self.algorithm.kernel_for(self.parameters)

    def encoded(self) -> dict[str, Any]:
        """The parameters as numbers: a choice is the index of its word."""
        kinds = {parameter.name: parameter for parameter in self.algorithm.parameters}
        return {
            name: kinds[name].choices.index(value) if kinds[name].kind == "choice" else value
            for name, value in self.parameters.items()
            if kinds[name].kind != "partitions"
        }


def minimum_memory(game: Game, position: Any, plies: int) -> int:
    """The least memory for ITERSSS*: exact on uniform and explicit trees, elsewhere from the width of the root."""
    if game.outcome(position)[0]:
        return 1
    if game.width is None or game.parameters:
        return (plies + 1) // 2 * (len(game.legal(position)) - 1) + 1
    most, waiting = 0, [(position, True, 0)]  # an explicit tree
    while waiting:
        at, is_max, total = waiting.pop()
        moves = [] if game.outcome(at)[0] else game.legal(at)
        total += len(moves) - 1 if moves and is_max else 0
        most = max(most, total)
        waiting.extend((game.next(at, move), not is_max, total) for move in moves)
    return most + 1


@dataclass(frozen=True)
class Outcome:
    """What a kernel left behind: its score (None when stopped), counters, line, and the paths of its leaves."""

    score: Any
    counts: Counts
    best: Any
    proof: int
    line: list[Any]
    leaf_paths: list[tuple[Any, ...]] | None
    stopped: str | None
    seconds: float
    events: list[Any] | None = None

    @staticmethod
    def number(score: Any, infinity: Any) -> Any:
        """A score as Python's int or float, with the infinities of `math`."""
        if score is None:
            return None
        if isinstance(score, float):
            return score if abs(score) < LARGEST else math.copysign(math.inf, score)
        return math.inf if score >= infinity else -math.inf if score <= -infinity else int(score)
