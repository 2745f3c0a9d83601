"""What the players of a match have in common: what they are told, and what they answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

from halfmove.game import Game
from halfmove.matches.players import PlayerSpec
from halfmove.model import Result

Clock = tuple[float, float]  # seconds left, and seconds added after each move


class Choice(NamedTuple):
    """A move, with the depth and nodes of its search and whether it was machine code, where known."""

    move: Any
    depth: int | None = None
    nodes: int | None = None
    compiled: bool | None = None

    @classmethod
    def of(cls, result: Result) -> Choice:
        return cls(result.move, result.depth, result.counts.nodes, result.compiled)


class Turn(NamedTuple):
    """What a player is told of the game, besides the position.

    past        the positions before it, from the start of the game on
    moves       the moves between them and to this one
    is_second   whether the player that moves second is to move
    clock       the player's own clock, if it has one; `other` is that of its opponent
    """

    past: tuple[Any, ...] = ()
    moves: tuple[Any, ...] = ()
    is_second: bool = False
    clock: Clock | None = None
    other: Clock | None = None


class Entrant(ABC):
    """One of the two players of a match."""

    def __init__(self, spec: PlayerSpec, game: Game) -> None:
        self.spec, self.game = spec, game

    def prepare(self) -> None:
        """Compile before any clock runs. Raises UsageError if the player cannot play this game."""
        self.begin(0)

    @abstractmethod
    def begin(self, seed: int) -> None:
        """Begin a game. `seed` is for everything random."""

    @abstractmethod
    def choose(self, position: Any, turn: Turn) -> Choice:
        """The move to make in a position that is not over."""
