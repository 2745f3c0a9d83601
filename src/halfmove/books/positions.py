"""Positions as a book keeps them: as plain numbers, and one for all equivalent positions.

A position is written as the list of its numbers, from left to right. The start of the game shows how to put them
together again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from halfmove.base.checks import is_whole, shown
from halfmove.errors import UsageError
from halfmove.game import Game


def canonical(game: Game, position: Any) -> Any:
    """The same position for all equivalent positions."""
    return position if game.symmetry is None else game.call("symmetry", position)


def numbers(game: Game, position: Any) -> tuple[int, ...]:
    """The numbers that a position consists of."""
    return tuple(_leaves(game, position))


def _leaves(game: Game, part: Any) -> Iterator[int]:
    if isinstance(part, tuple):
        for each in part:
            yield from _leaves(game, each)
    elif isinstance(part, bool) or is_whole(part):
        yield int(part)
    else:
        raise UsageError(
            f"a book needs positions that consist of whole numbers, but those of {game.name} contain {shown(part)}"
        )


def position_of(game: Game, found: tuple[int, ...]) -> Any:
    """The position that consists of these numbers."""
    rest = iter(found)
    return _made(game.start, rest)


def _made(like: Any, rest: Iterator[int]) -> Any:
    if isinstance(like, tuple):
        parts = [_made(each, rest) for each in like]
        return type(like)(*parts) if hasattr(like, "_fields") else tuple(parts)
    return bool(next(rest)) if isinstance(like, bool) else next(rest)


def known_as(game: Game, position: Any) -> tuple[int, ...]:
    """The numbers under which a book keeps a position."""
    return numbers(game, canonical(game, position))
