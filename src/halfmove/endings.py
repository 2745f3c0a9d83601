"""Positions of one game that are positions of other, solved games: a few pieces of chess, and `chess_endgame`.

A game says so by its `endings`. Then a player of the game may use the databases of those games.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from halfmove.game import Game


@dataclass(frozen=True)
class Endings:
    """How positions of a game are found in databases of others, which are numbered from 0.

    Attributes
    ----------
    game : Game
        The game itself with the hook `ending`: the shelf of a position and its number there.
    shelf : callable
        `shelf(other, tier)`: the shelf of a tier of one of the others.
    position : callable
        `position(other, p)`: the position in one of the others, or None if it has none.
    move : callable
        `move(other, p, move)`: a move of the other as a move of the game.
    score : callable
        `score(other, score)`: the score that a score of the other means.
    """

    game: Game
    shelf: Callable[[int, int], int]
    position: Callable[[int, Any], Any]
    move: Callable[[int, Any, Any], Any]
    score: Callable[[int, Any], Any]
