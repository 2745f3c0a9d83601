"""How strong an evaluation is: matches by the clock, against the player without it and against the game's own."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from halfmove.engine import can_fork
from halfmove.engine.parallel.workers import Workers
from halfmove.evaluations.evaluation import Evaluation, without_evaluation
from halfmove.game import Game
from halfmove.matches.entrant import Choice, Entrant, Turn
from halfmove.matches.one_game import play_game
from halfmove.matches.openings import openings, usual_length
from halfmove.matches.plans import LONGEST
from halfmove.matches.players import player_from
from halfmove.matches.statistics import Estimate, SequentialTest, elo
from halfmove.model import Limits
from halfmove.players.player import Player

MOVE_TIME = 0.02  # seconds
PAIRS = 100  # of games, at most
_LEAST_PAIRS = 10
_TEST = SequentialTest(0.0, 60.0)


class _Side(Entrant):
    """halfmove's player of one form of a game: with one evaluation, with another one, or with none."""

    def __init__(self, game: Game, seconds: float, compiled: bool | None) -> None:
        super().__init__(player_from(f"time={seconds!r}"), game)
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
    """A match of an evaluation against another player.

    Attributes
    ----------
    other : str
        The other player, in words.
    pairs : tuple of float
        The points of the evaluation in each pair of games, from 0 to 2.
    seconds : float
        For one move.
    """

    other: str
    pairs: tuple[float, ...]
    seconds: float

    @property
    def games(self) -> int:
        """How many games were played."""
        return 2 * len(self.pairs)

    @property
    def elo(self) -> Estimate:
        """The difference in Elo, with its 95 % interval."""
        return elo(self.pairs)

    @property
    def outcome(self) -> str:
        """ "stronger", "weaker" or "level", as far as these games show."""
        found = self.elo
        return "stronger" if found.low > 0 else "weaker" if found.high < 0 else "level"

    def __str__(self) -> str:
        found = self.elo
        interval = f"from {_signed(found.low)} to {_signed(found.high)}"
        words = {"stronger": "it is stronger", "weaker": "it is weaker", "level": "no difference is proven"}
        return (
            f"against {self.other}: {_signed(found.value)} Elo ({interval}), {self.games} games: {words[self.outcome]}"
        )


def _signed(number: float) -> str:
    return f"{number:+.0f}" if math.isfinite(number) else "+∞" if number > 0 else "-∞"


def opponents(game: Game) -> list[tuple[str, Game]]:
    """The players with which an evaluation is compared: one without any, and one with the game's own."""
    found = [("the player without an evaluation", without_evaluation(game))]
    return found if game.evaluate is None else [*found, ("the game's own evaluation", game)]


def judge(
    game: Game,
    evaluation: Evaluation,
    *,
    seconds: float = MOVE_TIME,
    pairs: int = PAIRS,
    within: float = 30.0,
    jobs: int = 1,
    compiled: bool | None = None,
    seed: int = 1,
    progress: Callable[[Compared], Any] | None = None,
) -> list[Compared]:
    """Play a match by the clock against each of `opponents`: until it is decided, or for `within` seconds each."""
    mine = evaluation.apply(game)
    return [
        compare(game, mine, other, words, pairs, seconds, within, jobs, compiled, seed, progress)
        for words, other in opponents(game)
    ]


def compare(
    game: Game,
    one: Game,
    other: Game,
    words: str,
    pairs: int = PAIRS,
    seconds: float = MOVE_TIME,
    within: float = math.inf,
    jobs: int = 1,
    compiled: bool | None = None,
    seed: int = 1,
    progress: Callable[[Compared], Any] | None = None,
) -> Compared:
    """A match of two forms of a game, with so many seconds for each move."""
    sides = _Side(one, seconds, compiled), _Side(other, seconds, compiled)
    for each in sides:
        each.prepare()
    until = time.monotonic() + within
    work = enumerate(islice(openings(game, usual_length(game), seed), pairs), 1)
    known: dict[int, float] = {}
    found = Compared(words, (), seconds)
    for number, points in _played(work, (game, sides), jobs):
        known[number] = points
        found = replace(found, pairs=tuple(known[each] for each in range(1, len(known) + 1) if each in known))
        if progress is not None:
            progress(found)
        decided = len(found.pairs) >= _LEAST_PAIRS and _TEST.decided_after(found.pairs) is not None
        if within < math.inf and (decided or time.monotonic() > until):
            break
    return found


Setting = tuple[Game, tuple[_Side, _Side]]


def _played(work: Iterator[tuple[int, Any]], setting: Setting, jobs: int) -> Iterator[tuple[int, float]]:
    """(number, points) of pairs as they are finished."""
    if jobs == 1 or not can_fork() or threading.active_count() > 1:
        for item in work:
            yield item[0], _pair(item, setting)
        return
    with Workers(jobs, shared=setting) as workers:
        waiting: deque[Any] = deque(islice(work, jobs))
        while waiting or workers.busy:
            workers.hand_out(_pair, waiting)
            for item, points in workers.answers(waiting, patiently=True):
                yield item[0], points
            waiting.extend(islice(work, max(0, jobs - len(waiting))))


def _pair(item: tuple[int, Any], setting: Setting) -> float:
    """The points of the first side in the two games of an opening."""
    (number, line), (game, sides) = item, setting
    points = 0.0
    for first in (1, 2):
        for place, side in enumerate(sides):
            side.begin(4 * number + 2 * first + place)
        points += play_game(game, line, sides, first, LONGEST, number).score
    return points
