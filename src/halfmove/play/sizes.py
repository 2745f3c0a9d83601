"""Are there small wins and large ones?

Where all wins count the same, a player that has proven one is done. Else it goes on: there may be a better one.
"""

from __future__ import annotations

import random
import time

from halfmove.game import Game

_GAMES, _HALF_MOVES = 20, 400  # that are played at random, in all
_SECONDS = 0.1  # after which no more are: a rule may take milliseconds
_MOVES = 1000  # of a position from which one is drawn


def wins_differ(game: Game) -> bool:
    """Whether random games were seen to be won by different scores. Long games and slow rules may hide it."""
    chance, left, sizes = random.Random(1), _HALF_MOVES, set()
    until = time.perf_counter() + _SECONDS
    for _ in range(_GAMES):
        at = game.start
        while not (ended := game.outcome(at))[0] and left > 0:
            moves = game.legal(at, _MOVES)
            if not moves:  # a fault of the game, which a search will tell
                return False
            at, left = game.next(at, chance.choice(moves)), left - 1 if time.perf_counter() < until else 0
        if ended[0] and ended[1] != 0:
            sizes.add(abs(ended[1]))
        if len(sizes) > 1 or left == 0:
            break
    return len(sizes) > 1
