"""A database of another game, as a database of the game that is played."""

from __future__ import annotations

from typing import Any

from halfmove.endings import Endings
from halfmove.game import Game


class Translated:
    """A database in the hands of another game, whose `endings` say how its positions are found there."""

    def __init__(self, database: Any, number: int, endings: Endings) -> None:
        self._own, self._number, self._endings = database, number, endings
        self.game = endings.game
        self.folded = False
        self.numbering = database.numbering
        self.scores = [endings.score(number, score) for score in database.scores]
        self.tiers = {endings.shelf(number, tier): each for tier, each in database.tiers.items()}

    def probe(self, position: Any) -> Any:
        """The entry of a position, or None."""
        at = self._endings.position(self._number, position)
        found = None if at is None else self._own.probe(at)
        if found is None:
            return None
        return found._replace(value=self._endings.score(self._number, found.value))

    def moves(self, position: Any) -> list[Any]:
        """The moves of a position that is found, the best one first."""
        at = self._endings.position(self._number, position)
        made = []
        for each in self._own.moves(at):
            move = self._endings.move(self._number, position, each.move)
            value = self._endings.score(self._number, each.value)
            made.append(each._replace(move=move, position=self.game.next(position, move), value=value))
        return made

    def line(self, position: Any) -> list[Any]:
        """The moves of best play from a position that is found."""
        moves: list[Any] = []
        known = self.probe(position)
        while known is not None and known.distance is not None and len(moves) < known.distance:
            found = self.moves(position)
            if not found or found[0].distance != known.distance - len(moves):
                break
            moves.append(found[0].move)
            position = found[0].position
        return moves


def in_time(game: Game, position: Any, entry: Any) -> bool:
    """Whether the game ends before a count of moves ends it, which databases do not know."""
    if not game.patience or entry.value == 0:
        return True
    return entry.distance is not None and game.call("lasting", position) + entry.distance <= game.patience
