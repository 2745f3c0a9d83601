"""A game that is being played: where it began, its moves, and the side to move."""

from __future__ import annotations

from typing import Any

from halfmove.game import Game
from halfmove.players.move_text import line_spelled, spelled
from halfmove.repetition import how_it_ended, outcome_in_game


class PlayedGame:
    """The moves and positions of one game.

    what     the text of the game on the command line
    place    the text of the position where it began; None is the game's own start

    Side 0 moves first, and is called the first player.
    """

    def __init__(self, game: Game, what: str, place: str | None = None, start: Any = None) -> None:
        self.game, self.what, self.place = game, what, place
        self.moves: list[Any] = []
        self._positions = [game.start if place is None else start]
        self.files = set[str]()  # that this game was saved in as PGN

    @property
    def at(self) -> Any:
        return self._positions[-1]

    @property
    def start(self) -> Any:
        return self._positions[0]

    @property
    def before(self) -> Any:
        """The position before the last move."""
        return self._positions[-2]

    @property
    def history(self) -> tuple[Any, ...]:
        """The positions before this one, the oldest first."""
        return tuple(self._positions[:-1])

    @property
    def over(self) -> bool:
        """Whether the game is over, by its rules or because a position occurred too often."""
        return outcome_in_game(self.game, self._positions)[0]

    @property
    def score(self) -> Any:
        """The score of a game that is over, for the side to move."""
        return outcome_in_game(self.game, self._positions)[1]

    @property
    def how_it_ended(self) -> str:
        """What ended it, in words, if the board does not show it; else an empty text."""
        return how_it_ended(self.game, self._positions)

    @property
    def side(self) -> int:
        """The side to move."""
        return self._side_at(len(self.moves))

    @property
    def side_before(self) -> int:
        """The side that made the last move."""
        return self._side_at(len(self.moves) - 1)

    def _side_at(self, moves: int) -> int:
        if self.game.turn is None:
            return moves % 2
        return int(self.game.call("turn", self._positions[moves]) != self.game.call("turn", self.start))

    def play(self, move: Any) -> None:
        self._positions.append(self.game.next(self.at, move))
        self.moves.append(move)

    def take_back(self) -> Any:
        """Take the last move back, and return it."""
        self._positions.pop()
        return self.moves.pop()

    def begin_again(self) -> None:
        self.moves.clear()
        del self._positions[1:]

    def named(self, move: Any) -> str:
        """A move here, as players write it down."""
        return spelled(self.game, self.at, move)

    def last_named(self) -> str:
        """The last move, as players write it down."""
        return spelled(self.game, self.before, self.moves[-1])

    def all_named(self) -> list[str]:
        """All moves, as players write them down."""
        return line_spelled(self.game, self.start, self.moves)

    def winner(self) -> int | None:
        """The side that won a finished game; None for a draw."""
        score = self.score
        return None if score == 0 else self.side if score > 0 else 1 - self.side
