"""What a book knows about a position, and where it comes from. All values are for the side to move."""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.model import Bound


class Searched(NamedTuple):
    """What a search found, its depth and its nodes."""

    value: Any
    bound: Bound
    depth: int
    nodes: int


class Probed(NamedTuple):
    """An exact value, from a database or the end of the game; `distance` is half-moves to the end, if known."""

    value: Any
    distance: int | None


class Played(NamedTuple):
    """The results of the games that reached a position, for the side to move."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def rate(self) -> float:
        """The share of the points, with one win and one loss added, because few games say little."""
        return (self.won + self.drawn / 2 + 1) / (self.games + 2)

    def turned(self) -> Played:
        """For the other side."""
        return Played(self.lost, self.drawn, self.won)


class Link(NamedTuple):
    """A move to another position of the book, by its number, and whether the same player moves again."""

    child: int
    again: bool


class Known(NamedTuple):
    """All about one position.

    links      the positions after its moves; equivalent ones once
    complete   whether these are all moves and all have a value: then it is an entry of the book
    """

    position: tuple[int, ...]
    searched: Searched | None = None
    probed: Probed | None = None
    played: Played | None = None
    links: tuple[Link, ...] = ()
    complete: bool = False

    @property
    def has_value(self) -> bool:
        return self.searched is not None or self.probed is not None
