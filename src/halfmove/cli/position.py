"""Positions from text: where a search or a game begins."""

from __future__ import annotations

from typing import Any

from halfmove.game import Game
from halfmove.players.move_text import line_from


def position_from(game: Game, words: str) -> Any:
    """The position with this name, if the game names its positions, or the position after these moves from the start.

    Moves are separated by blanks or commas (numbered ones also by points) and written as the game writes them.
    """
    if game.locate is not None:
        return game.locate(words)
    return after(game, game.start, line_from(game, game.start, words, "position"))


def after(game: Game, at: Any, line: list[Any]) -> Any:
    """The position after these moves."""
    for move in line:
        at = game.next(at, move)
    return at
