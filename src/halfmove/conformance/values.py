"""The exact value of positions near the end of a game, by brute force."""

from __future__ import annotations

from typing import Any

from halfmove.conformance.position import number
from halfmove.game import Game

MOST_BELOW = 2000  # positions that a search for one value may visit
_MOST_IN_ALL = 30_000
_DEEPEST = 80  # half-moves


class _TooMany(Exception):
    """Ends a search that has become too large."""


class Values:
    """The values of positions of one game for the side to move."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: dict[Any, Any] = {}
        self._left = _MOST_IN_ALL
        self._room = 0

    def of(self, at: Any) -> Any:
        """The value of a position; None if there are too many positions below it."""
        self._room = min(MOST_BELOW, self._left)
        try:
            return self._solved(at, _DEEPEST)
        except _TooMany:
            return None

    def after(self, at: Any, move: Any) -> Any:
        """The value of a move for the player who makes it; None if there are too many positions below it."""
        child = self._game.next(at, move)
        value = self.of(child)
        return value if value is None or self._game.moves_again(at, child) else -value

    def _solved(self, at: Any, deep: int) -> Any:
        if at in self._known:
            return self._known[at]
        if self._room == 0 or deep == 0:
            raise _TooMany
        self._room -= 1
        self._left -= 1
        game = self._game
        over, score = game.outcome(at)
        if over:
            value = number(game, "result", score, at, False)
        else:
            values = []
            for move in game.legal(at):
                child = game.next(at, move)
                value = self._solved(child, deep - 1)
                values.append(value if game.moves_again(at, child) else -value)
            if not values:  # a fault that is reported when a line reaches it
                raise _TooMany
            value = max(values)
        self._known[at] = value
        return value
