"""A hash of what the rules of a game say, so that a file made for other rules is noticed.

Not their code is hashed but their answers, on positions of random games: the same rules written in another way, or run
by another version of Python, have the same hash.
"""

from __future__ import annotations

import hashlib
import random
from typing import Any

from halfmove.game import Game

_GAMES, _PLIES, _MOVES = 24, 120, 200
_NUMBERS = 50  # positions of each tier that are looked at by their numbers


def rules_hash(game: Game) -> str:
    """Sixteen bytes as text."""
    told = hashlib.sha256()

    def tell(*facts: Any) -> None:
        told.update((repr(facts) + "\n").encode())

    chance = random.Random(1)
    for _ in range(_GAMES):
        at = game.start
        for _ in range(_PLIES):
            moves = _tell_position(game, at, tell)
            if not moves:
                break
            at = game.next(at, moves[int(chance.random() * len(moves))])
    for tier in game.tiers:
        count = int(game.call("ranks", tier))
        tell(tier, count)
        for _ in range(min(count, _NUMBERS)):
            number = int(chance.random() * count)
            at = game.call("unrank", tier, number)
            if game.call("rank", at) == number:
                _tell_position(game, at, tell)
    return told.hexdigest()[:32]


def _tell_position(game: Game, at: Any, tell: Any) -> list[Any]:
    over, score = game.outcome(at)
    moves = [] if over else game.legal(at, _MOVES)
    turn = None if game.turn is None else int(game.call("turn", at))
    number = None if game.rank is None else int(game.call("rank", at))
    tell(_plain(at), over, _plain(score) if over else None, _plain(moves), turn, game.tier_of(at), number)
    return moves


def _plain(x: Any) -> Any:
    """The same whatever types of whole numbers a game uses, and whatever its tuples are called."""
    if isinstance(x, tuple | list):
        return [_plain(part) for part in x]
    if isinstance(x, float):
        return int(x) if x.is_integer() else x
    return int(x) if hasattr(x, "__index__") else x
