"""The position that the engine is asked about, with the game that led to it."""

from __future__ import annotations

from typing import Any

from halfmove.base.checks import shown
from halfmove.errors import HalfmoveError, UsageError
from halfmove.game import Game
from halfmove.players.move_text import move_from
from halfmove.players.position_text import position_of_text
from halfmove.uci.words import Complain

_SECOND = "b"  # the second word of a FEN says who is to move


class Place:
    """A position and the ones before it.

    A program sends all moves of the game each time. Those that are the same as last time are not played again.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._begin(None)

    def _begin(self, text: str | None) -> None:
        at = self.game.start if text is None else self._located(text)
        self._text, self._words, self._positions = text, list[str](), [at]

    @property
    def at(self) -> Any:
        """The position."""
        return self._positions[-1]

    @property
    def past(self) -> tuple[Any, ...]:
        """The positions before it, the oldest first."""
        return tuple(self._positions[:-1])

    @property
    def is_second(self) -> bool:
        """Whether the second player is to move, who is Black in chess."""
        if self.game.turn is not None:
            return bool(self.game.call("turn", self.at) != self.game.call("turn", self.game.start))
        words = (self._text or "").split()
        return (len(self._words) % 2 == 1) != (words[1:2] == [_SECOND])

    def set(self, text: str | None, words: list[str], complain: Complain) -> None:
        """Set the position. After a move that is not legal the moves before it stay; a wrong text changes nothing."""
        if text != self._text:
            try:
                self._begin(text)
            except HalfmoveError as error:
                complain(str(error))
                return
        same = 0
        while same < min(len(words), len(self._words)) and words[same] == self._words[same]:
            same += 1
        del self._words[same:], self._positions[same + 1 :]
        for word in words[same:]:
            try:
                move = move_from(self.game, self.at, word)
            except HalfmoveError as error:
                complain(str(error))
                return
            if move is None:
                complain(f"move {len(self._words) + 1}, {shown(word)}, is not legal; the moves before it were made")
                return
            self._words.append(word)
            self._positions.append(self.game.next(self.at, move[0]))

    def _located(self, text: str) -> Any:
        if self.game.locate is None:
            raise UsageError(f"{self.game.name} has no text for positions: use position startpos moves ...")
        return position_of_text(self.game, text)
