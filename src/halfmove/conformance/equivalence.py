"""Are two positions with the same number equivalent?

They are compared one move deep: both are over with the same score, or the positions after both have the same numbers.
If that holds for every reachable position and the position that `unrank` returns for its number, then all positions
with the same number have the same value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from halfmove.conformance.position import short
from halfmove.game import Game

UNNUMBERED = -1


def number_of(game: Game, at: Any) -> int:
    """The number of a position by `rank`; UNNUMBERED if it is below 0, which means that it has no number."""
    return max(int(game.call("rank", at)), UNNUMBERED)


def unlike(game: Game, at: Any, other: Any, name: Callable[[Any], Any]) -> str | None:
    """How two positions differ, one move deep and in words; None if they do not.

    name   a function that names the positions after them, the same for equivalent ones; None for ignored ones
    """
    if at == other:
        return None
    ends = [_ending(game, at), _ending(game, other)]
    if ends[0] != ends[1]:
        return f"but result returns {short(ends[0])} for the first and {short(ends[1])} for the second"
    if not ends[0][0] and not _same_names(_names_after(game, at, name), _names_after(game, other, name)):
        return "but their moves lead to positions that are not equivalent"
    return None


def _same_names(one: set[Any], other: set[Any]) -> bool:
    """Whether two positions lead to the same ones. If a move of one leads to an ignored position, the rest must fit."""
    if None in one or None in other:
        one, other = one - {None}, other - {None}
        return one <= other or other <= one
    return one == other


def _ending(game: Game, at: Any) -> tuple[bool, Any]:
    """Whether a position is over, and its score; None if it is not over."""
    over, score = game.outcome(at)
    return over, score if over else None


def _names_after(game: Game, at: Any, name: Callable[[Any], Any]) -> set[Any]:
    """The names of the positions after this one, and whether the same player moves again there."""
    children = [game.next(at, move) for move in game.legal(at)]
    named = [(name(child), game.moves_again(at, child)) for child in children]
    return {None if each[0] is None else each for each in named}


def numbered_name(game: Game, at: Any) -> Any:
    """The name of a position by its number. A drawn position without a number is ignored.

    It was drawn by a count of moves, which is not part of numbers. Solved by numbers, the game has no such rule.
    """
    number = number_of(game, at)
    if number == UNNUMBERED and _ending(game, at) == (True, 0):
        return None
    return game.tier_of(at), number
