"""The search of one position of a book. Its result does not depend on the process or on earlier searches."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from halfmove.base.checks import byte_count, whole
from halfmove.base.gate import check_fields
from halfmove.books.positions import position_of
from halfmove.books.records import Searched
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.model import Bound, Limits
from halfmove.players.player import Player
from halfmove.players.solving import tried
from halfmove.studies.specs import TreeSpec

NODES = 100_000  # for a position, by default
_FORCED = 20  # moves in a row
_TURNED: dict[Bound, Bound] = {"exact": "exact", "lower": "upper", "upper": "lower", "estimate": "estimate"}


@dataclass(frozen=True)
class Effort:
    """How a position is searched: its limits of nodes, seconds or half-moves."""

    nodes: int | None = None
    seconds: float | None = None
    depth: int | None = None
    seed: int = 0
    memory: int | str = "16 MB"
    compiled: bool | None = None

    def __post_init__(self) -> None:
        check_fields(self, "the search of a book")
        if self.nodes is None and self.seconds is None and self.depth is None:
            object.__setattr__(self, "nodes", NODES)
        if self.depth is not None:
            whole("depth", self.depth, 1)
        byte_count("memory", self.memory)
        _ = self.limits

    @property
    def limits(self) -> Limits:
        return Limits(nodes=self.nodes, seconds=self.seconds)

    def as_dict(self) -> dict[str, Any]:
        kept = {"nodes": self.nodes, "seconds": self.seconds, "depth": self.depth}
        return {name: value for name, value in kept.items() if value is not None} | {"seed": self.seed}


def spec_of(text: str) -> TreeSpec:
    """The game that a text names. Raises UsageError if it cannot have a book."""
    spec = TreeSpec.parse(text)
    if spec.look_ahead is not None or spec.opening or spec.presorted:
        raise UsageError(f"{text}: look_ahead=, opening= and presorted= belong to studies, not to books")
    game = game_of(spec)
    if game.leaves_only:
        raise UsageError(f"{game.name} is a tree, in which only leaves have scores; name a game to play")
    if game.outcome(game.start)[0]:
        raise UsageError(f"{game.name} is over before the first move")
    return spec


@lru_cache(maxsize=16)
def game_of(spec: TreeSpec) -> Game:
    """The game, made once in every process."""
    return spec.make(0)


@lru_cache(maxsize=2)
def player_of(spec: TreeSpec, effort: Effort) -> Player:
    """The player that searches, prepared."""
    player = Player(game_of(spec), effort.limits, effort.memory, seed=effort.seed, compiled=effort.compiled)
    player.prepare()
    return player


def searched(position: tuple[int, ...], spec: TreeSpec, effort: Effort) -> Searched:
    """What a search of a position finds. The player forgets its earlier searches first.

    A player does not look ahead where it has only one move. So forced moves are made first, and the search begins
    after them.
    """
    game = game_of(spec)
    at, forced, mine = position_of(game, position), 0, True
    while (
        forced < _FORCED and not game.outcome(at)[0] and not _settled(game, at) and len(moves := tried(game, at)) == 1
    ):
        child = game.next(at, moves[0])
        mine = mine == game.moves_again(at, child)
        at, forced = child, forced + 1
    over, score = game.outcome(at)
    if over:
        return Searched((score if mine else 0 - score) + 0, "exact", forced, 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # they were shown when the player was made
        player = player_of(spec, effort)
        player.forget()
        result = player.choose(at, depth=effort.depth)
    value, bound = (result.value, result.bound) if mine else (0 - result.value, _TURNED[result.bound])
    return Searched(value, bound, (result.depth or 0) + forced, result.counts.nodes)


def _settled(game: Game, position: Any) -> bool:
    if game.bounds is None:
        return False
    low, high = game.call("bounds", position)
    return bool(low == high)
