"""Whether a game has small and large wins.

Where all wins count the same, a player that has proven a win is done. Otherwise it continues: there may be a better
one.
"""

from __future__ import annotations

import random
import time
from typing import Any

from halfmove.game import Game

_POSITIONS = 1000  # a position with at most this many descendants is examined completely
_GAMES, _HALF_MOVES = 20, 400  # random games for a larger one, and their half-moves in all
SECONDS = 0.02  # that this takes at most: rules may be slow


def wins_differ(game: Game, position: Any) -> bool:
    """Whether a game can be won by different scores. A large game is only sampled, so it may be missed."""
    until = time.perf_counter() + SECONDS
    sizes, all_seen = _sizes_of_all(game, position, until)
    if not all_seen and len(sizes) < 2:
        sizes |= _sizes_of_random_games(game, position, until)
    return len(sizes) > 1


def _sizes_of_all(game: Game, position: Any, until: float) -> tuple[set[float], bool]:
    """(the sizes of all wins below a position, True), or (some of them, False) if there are too many positions."""
    sizes: set[float] = set()
    seen, waiting = {position}, [position]
    while waiting:
        at = waiting.pop()
        over, score = game.outcome(at)
        if over:
            sizes |= {abs(score)} - {0}
            continue
        for move in game.legal(at, _POSITIONS):
            child = game.next(at, move)
            if child not in seen:
                seen.add(child)
                waiting.append(child)
        if len(sizes) > 1 or len(seen) > _POSITIONS or time.perf_counter() > until:
            return sizes, False
    return sizes, True


def _sizes_of_random_games(game: Game, position: Any, until: float) -> set[float]:
    chance, left = random.Random(1), _HALF_MOVES
    sizes: set[float] = set()
    for _ in range(_GAMES):
        at = position
        while not (ended := game.outcome(at))[0] and left > 0 and time.perf_counter() < until:
            moves = game.legal(at, _POSITIONS)
            if not moves:  # a fault of the game, which a search will report
                return sizes
            at, left = game.next(at, chance.choice(moves)), left - 1
        if ended[0] and ended[1] != 0:
            sizes.add(abs(ended[1]))
        if len(sizes) > 1 or left == 0 or time.perf_counter() > until:
            break
    return sizes
