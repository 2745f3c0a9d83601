"""One search with everything settled before its kernel runs, and the raw result of the kernel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from halfmove.engine.memory import PersistentMemory
from halfmove.engine.rules import root_of
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.kernels.declaration import Algorithm
from halfmove.model import Counts, Limits, Score, Window
from halfmove.recording.log import Log

UNLIMITED = 1024  # half-moves, for games whose length is not known


class NeedsFloatScores(Exception):
    """A search that began with whole scores met a float: it has to run again with float scores."""


@dataclass
class Task:
    """A search: `height` limits the length of a line as kernels count it, `root` is the position as they see it.

    window     as the user gave it; a kernel gets `ends`, in the kind of score of this search
    real       whether scores are floats; otherwise they are whole numbers
    external   memories that outlive the search, by name
    state      numbers that the search begins with where they differ from those that the algorithm declares
    attach     a function that gives a task its memories, for its kind of score
    endgames   databases in which it looks positions up (`engine/endgames.py`)
    doubt      called now and then to decide whether to stop a search without limits (`engine/hopeless.py`)
    ready_at   the time (`time.perf_counter`) at which its machine code was ready and started
    endless    whether it searches to the end of the game
    """

    game: Game
    algorithm: Algorithm
    parameters: dict[str, Any]
    window: Window
    depth: int | None
    position: Any
    limits: Limits
    trace: bool
    real: bool
    external: dict[str, PersistentMemory] = field(default_factory=dict)
    state: dict[str, int] = field(default_factory=dict)
    attach: Callable[[Task], None] | None = None
    endgames: Any = None
    doubt: Any = None
    ready_at: float | None = None
    height: int = 0
    endless: bool = False
    root: Any = None

    def __post_init__(self) -> None:
        self.algorithm = self.algorithm.varied(self.parameters)
        game, depth = self.game, self.depth
        if depth is not None and depth < 0:  # memory is indexed by heights
            raise ValueError(f"a search cannot look {depth} half-moves ahead")
        whole = depth is None or (game.longest is not None and depth >= game.longest)
        if game.leaves_only and not whole:
            raise UsageError(
                f"{game.name}: only its leaves have scores, so depth={depth} must be at least {game.longest}, or None"
            )
        plies = (game.longest if game.longest is not None else UNLIMITED) if whole else depth
        assert plies is not None
        self.endless = whole
        alternating = game.turn is None or self.algorithm.plays
        self.height = plies if alternating else 2 * plies
        self.root = self.position if alternating else root_of(game, self.position, None if whole else depth)
        for parameter in self.algorithm.parameters:
            value = self.parameters[parameter.name]
            if isinstance(value, str) and value in parameter.words:
                number = parameter.words[value](game, self.position, plies)
                self.parameters = self.parameters | {parameter.name: number}

    def attach_memory(self) -> None:
        """Give the task new memories for its kind of score."""
        if self.attach is not None:
            self.attach(self)

    @property
    def ends(self) -> Window:
        return self.window.among(self.real)

    @property
    def kernel(self) -> Any:
        return self.algorithm.kernel_for(self.parameters)


@dataclass(frozen=True)
class RawResult:
    """The raw result of a kernel.

    score         what it returned; None if it was stopped
    best, proof   what was proven when it was stopped
    line          the best line of the root
    leaf_paths    the paths of its leaves, if it was traced
    log           what happened, if it was traced in plain Python
    stopped       None, the limit that ended it, or "machine code" when that takes over
    own_counts    the counters that the algorithm declares itself
    """

    score: Score | None
    counts: Counts
    best: Score
    proof: int
    line: list[Any]
    leaf_paths: list[tuple[Any, ...]] | None
    stopped: str | None
    log: Log | None = None
    own_counts: dict[str, int] = field(default_factory=dict)


def own_moves(task: Task, path: Any) -> list[Any]:
    """A path without the moves that only represent waiting."""
    game = task.game
    if game.turn is None or task.algorithm.plays:
        return list(path)
    kept, at, waiting = [], task.position, False
    for move in path:
        if waiting:
            waiting = False
            continue
        kept.append(move)
        after = game.next(at, move)
        waiting = game.call("turn", after) == game.call("turn", at)
        at = after
    return kept
