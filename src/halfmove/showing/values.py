"""The result of an algorithm in words: which side wins where that is proven, and which values are only guesses.

A search to the end of the game proves its value. A search to a depth calls `evaluate` there. In a game without
`evaluate` every unfinished position counts as 0, so any other value is proven: it cannot come from a guess. With
`evaluate` a guess may have decided, even where the best line ends the game: guesses may have kept the other side from
its other moves.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from halfmove.game import Game
from halfmove.model import Result
from halfmove.players.saying import said

_BOUNDS = {"exact": "{}", "lower": "at least {}", "upper": "at most {}", "estimate": "about {}"}
_WHOLE = 2**53  # below it a float that is whole is written as such
_PROVEN = ("wins", "loses", "draw")


class Words(NamedTuple):
    """A value in words.

    verdict   what is proven about the game: "wins by 12 discs", "draw"; else ""
    source    where the value is from, if it is not that of the whole game: "a guess at depth 5"; else ""
    """

    verdict: str = ""
    source: str = ""


def words_of(result: Result) -> Words:
    """What the result of an algorithm says about a game. For a tree it is empty: trees are not won or lost."""
    if not in_a_game(result) or result.said or result.bound == "estimate" or unknown(result):
        return Words()
    game, position = result._searched
    if result.depth is None or result.depth >= _longest(game) or game.outcome(position)[0]:
        return Words(_proven(game, result))
    at_depth = f"at depth {result.depth}"
    if game.evaluate is None:
        return Words(_proven_at_depth(result), at_depth)
    if result.bound == "exact" and _ends_the_game(game, position, result):
        return Words("", f"by a line to the end of the game {at_depth}")
    return Words("", f"a guess {at_depth}")


def in_a_game(result: Result) -> bool:
    """Whether an algorithm searched a game and not a tree."""
    if result._searched is None:
        return False
    game = result._searched[0]
    return not game.leaves_only and game.width is None


def stopped(result: Result) -> str:
    """What ended a search early, in words."""
    return "stopped early" if result.stopped == "stop" else f"stopped by the limit of {result.stopped}"


def unknown(result: Result) -> bool:
    """Whether a limit ended the search before anything was known."""
    return result.stopped is not None and math.isinf(result.value)


def bounded(result: Result, number: str) -> str:
    """The number with what it bounds: "at least 4"."""
    return _BOUNDS[result.bound].format(number)


def number(result: Result) -> str:
    """The value with at most six digits of a fraction, as in pictures; `Result.value` has all digits."""
    value = result.value
    exact = isinstance(value, int) or (abs(value) < _WHOLE and value == int(value))
    return str(int(value)) if exact else f"{value:.6g}"


def points(result: Result) -> str:
    """The value in the points of the game, as players say it: "+4", "-0.07", "even"."""
    if result._searched is None or math.isinf(result.value):
        return f"{result.value:+}"
    if result.value == 0:
        return "even" if result.bound == "exact" else "0"
    return said(result._searched[0], result.value, "estimate")


def _longest(game: Game) -> float:
    return math.inf if game.longest is None else game.longest


def _proven(game: Game, result: Result) -> str:
    if result.value == 0 and result.bound != "exact":
        return bounded(result, "a draw")
    words = said(game, result.value, result.bound)
    return words if words.startswith(_PROVEN) else ""


def _proven_at_depth(result: Result) -> str:
    """What a search to a depth proves where nothing is guessed. The margin of a win may still change deeper down."""
    if result.value > 0 and result.bound in ("exact", "lower"):
        return "wins"
    if result.value < 0 and result.bound in ("exact", "upper"):
        return "loses"
    return "no win in sight" if result.value == 0 and result.bound == "exact" else ""


def _ends_the_game(game: Game, position: Any, result: Result) -> bool:
    """Whether the best line leads to a finished game: then its score is the value."""
    for move in result.line:
        position = game.next(position, move)
    return game.outcome(position)[0]
