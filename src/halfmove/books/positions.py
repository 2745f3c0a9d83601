"""Positions as a book keeps them: one for all that are equivalent, as plain numbers.

A position is written as the list of the numbers that it is made of, from left to right. The start of the game tells how
to put them together again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from halfmove.checks import is_whole, shown
from halfmove.errors import UsageError
from halfmove.game import Game

_GAMES = 12  # random games that are played to know rules by
_LONGEST = 80  # half-moves of each


def canonical(game: Game, position: Any) -> Any:
    """One and the same position for all that are equivalent."""
    return position if game.symmetry is None else game.call("symmetry", position)


def numbers(game: Game, position: Any) -> tuple[int, ...]:
    """What a position is made of."""
    return tuple(_leaves(game, position))


def _leaves(game: Game, part: Any) -> Iterator[int]:
    if isinstance(part, tuple):
        for each in part:
            yield from _leaves(game, each)
    elif isinstance(part, bool) or is_whole(part):
        yield int(part)
    else:
        raise UsageError(
            f"a book needs positions that are made of whole numbers, and those of {game.name} hold {shown(part)}"
        )


def position_of(game: Game, found: tuple[int, ...]) -> Any:
    """The position that is made of these numbers."""
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


@lru_cache(maxsize=64)
def rules_hash(game: Game) -> str:
    """What a game is known by: what its rules do in some random games, not how they are written.

    Of every position on the way it takes in the result, who is to move, and the positions after all moves. So it is the
    same in every version of Python and of halfmove as long as the rules are, in whatever order moves come. How
    positions are evaluated does not matter.
    """
    digest = hashlib.sha256(repr(numbers(game, game.start)).encode())
    for number in range(_GAMES):
        at = game.start
        for step in range(_LONGEST):
            over, score = game.outcome(at)
            digest.update(f"{int(over)} {float(score) if over else 0.0!r}".encode())
            if over:
                break
            after = {known_as(game, child): child for child in (game.next(at, move) for move in game.legal(at))}
            keys = sorted(after)
            digest.update(repr([(key, int(game.moves_again(at, after[key]))) for key in keys]).encode())
            if not keys:
                break
            at = position_of(game, keys[_chance(number, step) % len(keys)])
    return digest.hexdigest()[:32]


def _chance(number: int, step: int) -> int:
    """A random number that is the same everywhere."""
    return int.from_bytes(hashlib.sha256(f"{number} {step}".encode()).digest()[:6], "big")
