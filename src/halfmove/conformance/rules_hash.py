"""A hash of the rules of a game, to detect a file that was made for other rules.

Not the code is hashed but the answers, on positions of random games: the same rules written in another way, with their
moves in another order, or run by another version of Python, have the same hash.
"""

from __future__ import annotations

import hashlib
import random
from functools import lru_cache
from typing import Any

from halfmove.game import Game

_GAMES, _PLIES = 24, 120
_NUMBERS = 50  # positions of each tier that are included by their numbers


@lru_cache(maxsize=64)
def rules_hash(game: Game, numbered: bool = False) -> str:
    """Sixteen bytes as text.

    numbered   include the tiers and numbers of positions (`tier`, `rank`), for files that depend on them
    """
    digest = hashlib.sha256()

    def add(*facts: Any) -> None:
        digest.update((repr(facts) + "\n").encode())

    chance = random.Random(1)
    for _ in range(_GAMES):
        at = game.start
        for _ in range(_PLIES):
            after = _add_position(game, at, numbered, add)
            if not after:
                break
            at = after[int(chance.random() * len(after))]
    for tier in game.tiers if numbered else ():
        count = int(game.call("ranks", tier))
        add(tier, count)
        for _ in range(min(count, _NUMBERS)):
            number = int(chance.random() * count)
            at = game.call("unrank", tier, number)
            if game.call("rank", at) == number:
                _add_position(game, at, numbered, add)
    return digest.hexdigest()[:32]


def _add_position(game: Game, at: Any, numbered: bool, add: Any) -> list[Any]:
    """Add the answers of the rules for a position. Returns the positions after it, sorted by their texts."""
    over, score = game.outcome(at)
    children = [] if over else [game.next(at, move) for move in game.legal(at)]
    after = {repr(_plain(child)): child for child in children}
    names = sorted(after)
    add(_plain(at), over, _plain(score) if over else None, names, [game.moves_again(at, after[name]) for name in names])
    if game.symmetry is not None:
        add(_plain(game.call("symmetry", at)))
    if numbered:
        add(game.tier_of(at), None if game.rank is None else int(game.call("rank", at)))
    return [after[name] for name in names]


def _plain(x: Any) -> Any:
    """The same value for all types of whole numbers and all names of tuples."""
    if isinstance(x, tuple | list):
        return [_plain(part) for part in x]
    if isinstance(x, float):
        return int(x) if x.is_integer() else x
    return int(x) if hasattr(x, "__index__") else x
