"""How large an advantage is, in words that everybody knows: "about even", "a small advantage".

They are for estimates alone: what is proven is said by `saying.py`. What is small or big differs from game to game, so
it is measured on random games: an advantage of the size that positions of random games usually have is in the middle of
the scale. In random games much more is lost than when people play, so in a game that says by `unit` what a point is,
two points are in the middle at most. Without `evaluate` estimates come from random games, and half of a usual score is
in the middle.

>>> from halfmove.games import connect_four
>>> [advantage(connect_four(), points) for points in (0, 1, -3, 10)]
['about even', 'a small advantage', 'an advantage', 'a big advantage']
"""

from __future__ import annotations

import random
import statistics
from functools import lru_cache
from itertools import islice
from typing import Any

from halfmove.game import Game
from halfmove.model import Result
from halfmove.players.kernels.nodes import CLIP_REAL
from halfmove.random_games import random_game

WORDS = ("about even", "a small advantage", "an advantage", "a big advantage")
GUESS = "a guess from random games"  # what their mean is worth
UNKNOWN = "not known"
_BEYOND = (0.25, 1.0, 3.0)  # parts of what is usual, beyond which the second, the third and the last word begin
_MIDDLE = 2  # points
_GAMES, _HALF_MOVES = 12, 240  # half-moves in all


def advantage(game: Game, value: Any) -> str:
    """The size of an estimate in words. Which side has the advantage is for the caller to say."""
    return WORDS[sum(abs(value) > step for step in steps_of(game))]


def is_known(game: Game, result: Result) -> bool:
    """Whether a result says anything: without `evaluate` a search that reaches no end of the game finds 0."""
    blind = game.evaluate is None and result.algorithm == "player" and result.bound != "exact" and result.value == 0
    return result.said != UNKNOWN and not blind


@lru_cache(maxsize=64)
def steps_of(game: Game) -> tuple[float, ...]:
    """The values beyond which the second, the third and the last of the words begin."""
    guesses, scores = _values(game)
    usual = statistics.median(map(abs, scores)) / 2 if scores else 0.0
    if guesses:
        middle = statistics.median(guesses)
        usual = statistics.median(abs(each - middle) for each in guesses) or statistics.median(map(abs, guesses))
    usual = usual or game.unit
    if game.unit > 1:
        usual = min(usual, _MIDDLE * game.unit)
    return tuple(part * usual for part in _BEYOND)


def _values(game: Game) -> tuple[list[float], list[float]]:
    """(what `evaluate` returns in random games, for the first player; the scores at their ends)"""
    chance, left = random.Random(1), _HALF_MOVES
    guesses, scores = list[float](), list[float]()
    for _ in range(_GAMES):
        line = list(islice(random_game(game, chance), left))
        left -= len(line)
        sign = 1
        for before, at in zip([None, *line], line, strict=False):
            if before is not None and not game.moves_again(before, at):
                sign = -sign
            over, score = game.outcome(at)
            if over:
                scores.append(_finite(score))
            elif game.evaluate is not None:
                guesses.append(sign * _finite(game.call("evaluate", at)))
    return guesses, scores


def _finite(value: Any) -> float:
    return float(max(-CLIP_REAL, min(CLIP_REAL, value)))
