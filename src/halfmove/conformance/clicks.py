"""What the `clicks` hook of a game says, checked."""

from __future__ import annotations

from typing import Any

from halfmove.base.checks import shown, whole
from halfmove.base.signatures import takes, where
from halfmove.errors import GameError, UsageError
from halfmove.game import Game


def clicked(game: Game, position: Any, move: Any) -> list[list[int]] | None:
    """The places that a person clicks for a move, by the game's `clicks`; None if it has no such hook."""
    if game.clicks is None:
        return None
    if not takes(game.clicks, 2):
        raise GameError(f"{game.name}: clicks must take (p, move) ({where(game.clicks)})")
    places = game.clicks(position, move)
    try:
        found = [[whole("a row", row, 0), whole("a column", column, 0)] for row, column in places]
    except (TypeError, ValueError, UsageError):
        raise GameError(
            f"{game.name}: clicks returns {shown(places)} for the move {shown(move)}, which is not a list of pairs "
            f"(row, column) of whole numbers from 0 on ({where(game.clicks)})"
        ) from None
    return found
