"""How strong an evaluation is: matches by the clock, against the player without it and against the game's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from halfmove.game import Game
from halfmove.matches.entrant import Choice, Entrant, Turn
from halfmove.matches.one_game import play_game
from halfmove.matches.openings import openings, usual_length
from halfmove.matches.players import player_from
from halfmove.matches.plans import LONGEST
from halfmove.matches.statistics import Estimate, elo
from halfmove.model import Limits
from halfmove.players.player import Player


class _Side(Entrant):
    """halfmove's player of one form of a game: with one evaluation, with another one, or with none."""

    def __init__(self, game: Game, seconds: float, compiled: bool | None) -> None:
        super().__init__(player_from(f"time={seconds}"), game)
        self._compiled = compiled
        self._player = Player(game, Limits(seconds=seconds), compiled=compiled)

    def prepare(self) -> None:
        if not self._player.prepare():
            self._compiled = False

    def begin(self, seed: int) -> None:
        self._player = Player(self.game, self.spec.limits, seed=seed, compiled=self._compiled)
        self._player.prepare()

    def choose(self, position: Any, turn: Turn) -> Choice:
        past = () if self.game.lasting is None else turn.past
        return Choice.of(self._player.choose(position, history=past))


@dataclass(frozen=True)
class Compared:
    """What a match says: the points of each pair of games, from 0 to 2, for the first of the two players."""

    pairs: tuple[float, ...]
    seconds: float

    @property
    def elo(self) -> Estimate:
        """The difference in Elo, with its 95 % interval."""
        return elo(self.pairs)


def compare(
    game: Game,
    one: Game,
    other: Game,
    pairs: int,
    seconds: float,
    seed: int = 1,
    compiled: bool | None = None,
    progress: Callable[[list[float]], Any] | None = None,
) -> Compared:
    """A match of two forms of a game, with so many seconds for each move."""
    sides = _Side(one, seconds, compiled), _Side(other, seconds, compiled)
    for each in sides:
        each.prepare()
    scores: list[float] = []
    for scores in _scores(game, sides, pairs, seed):
        if progress is not None:
            progress(scores)
    return Compared(tuple(scores), seconds)


def _scores(game: Game, sides: tuple[Entrant, Entrant], pairs: int, seed: int) -> Iterator[list[float]]:
    scores: list[float] = []
    for number, line in enumerate(islice(openings(game, usual_length(game), seed), pairs), 1):
        points = 0.0
        for first in (1, 2):
            for place, side in enumerate(sides):
                side.begin(4 * number + 2 * first + place)
            points += play_game(game, line, sides, first, LONGEST, number).score
        scores.append(points)
        yield scores
