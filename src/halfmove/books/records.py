"""What a book knows about a position, and what stands behind it. All values are for the side to move."""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.model import Bound


class Searched(NamedTuple):
    """What a search found: so deep, with so many nodes."""

    value: Any
    bound: Bound
    depth: int
    nodes: int


class Probed(NamedTuple):
    """What a database of solved positions, or the end of the game, says: half-moves to the end, if that is known."""

    value: Any
    distance: int | None


class Played(NamedTuple):
    """How games went on that came through a position."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def rate(self) -> float:
        """The part of the points that the side to move made, with one win and one loss more: few games say little."""
        return (self.won + self.drawn / 2 + 1) / (self.games + 2)

    def turned(self) -> Played:
        """For the other side."""
        return Played(self.lost, self.drawn, self.won)


class Link(NamedTuple):
    """A move to another position of the book, by its number; whether who moved moves again."""

    child: int
    again: bool


class Known(NamedTuple):
    """All about one position.

    links      where its moves lead, those to equivalent positions once
    complete   whether these are all moves, and all of them have a value: an entry of the book
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
