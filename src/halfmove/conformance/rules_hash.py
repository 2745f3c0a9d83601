"""A hash of what the rules of a game say, so that a file made for other rules is noticed.

Not their code is hashed but their answers, on positions of random games: the same rules written in another way, with
their moves in another order, or run by another version of Python, have the same hash.
"""

from __future__ import annotations

import hashlib
import random
from functools import lru_cache
from typing import Any

from halfmove.game import Game

_GAMES, _PLIES = 24, 120
_NUMBERS = 50  # positions of each tier that are looked at by their numbers


@lru_cache(maxsize=64)
def rules_hash(game: Game, numbered: bool = False) -> str:
    """Sixteen bytes as text.

    numbered   take in the tiers and numbers of positions too (`tier`, `rank`), for files that rest on them
    """
    told = hashlib.sha256()

    def tell(*facts: Any) -> None:
        told.update((repr(facts) + "\n").encode())

    chance = random.Random(1)
    for _ in range(_GAMES):
        at = game.start
        for _ in range(_PLIES):
            after = _told(game, at, numbered, tell)
            if not after:
                break
            at = after[int(chance.random() * len(after))]
    for tier in game.tiers if numbered else ():
        count = int(game.call("ranks", tier))
        tell(tier, count)
        for _ in range(min(count, _NUMBERS)):
            number = int(chance.random() * count)
            at = game.call("unrank", tier, number)
            if game.call("rank", at) == number:
                _told(game, at, numbered, tell)
    return told.hexdigest()[:32]


def _told(game: Game, at: Any, numbered: bool, tell: Any) -> list[Any]:
    """Tell what the rules say about a position; returns the positions after it, in an order of their own."""
    over, score = game.outcome(at)
    children = [] if over else [game.next(at, move) for move in game.legal(at)]
    after = {repr(_plain(child)): child for child in children}
    names = sorted(after)
    tell(
        _plain(at), over, _plain(score) if over else None, names, [game.moves_again(at, after[name]) for name in names]
    )
    if game.symmetry is not None:
        tell(_plain(game.call("symmetry", at)))
    if numbered:
        tell(game.tier_of(at), None if game.rank is None else int(game.call("rank", at)))
    return [after[name] for name in names]


def _plain(x: Any) -> Any:
    """The same whatever types of whole numbers a game uses, and whatever its tuples are called."""
    if isinstance(x, tuple | list):
        return [_plain(part) for part in x]
    if isinstance(x, float):
        return int(x) if x.is_integer() else x
    return int(x) if hasattr(x, "__index__") else x
