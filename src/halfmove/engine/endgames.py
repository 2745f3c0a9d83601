"""Searches that look positions up in databases of solved positions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from halfmove.base.checks import shown
from halfmove.engine.memory import Objects, Words
from halfmove.engine.scores import LARGEST
from halfmove.engine.task import Task
from halfmove.engine.translated import Translated, in_time
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.kernels import primitives as v
from halfmove.kernels.declaration import Algorithm
from halfmove.kernels.player_primitives import bounds_of
from halfmove.parts.endgames import (
    ENDGAMES,
    bounds_by_both,
    bounds_by_database,
    ends_in_time,
    holds,
    outcome_by_database,
    outcome_of_turned,
    stored_worth,
    worth_elsewhere,
)
from halfmove.parts.shelves import BOOK, TIER
from halfmove.parts.worth import HOLE


@lru_cache(maxsize=64)
def _with_endgames(algorithm: Algorithm, turned: bool, has_bounds: bool, elsewhere: bool, counted: bool) -> Algorithm:
    if algorithm.plays:
        using: dict[Any, Any] = {bounds_of: bounds_by_both if has_bounds else bounds_by_database}
    else:
        using = {v.outcome_of: outcome_of_turned if turned else outcome_by_database}
    using |= {stored_worth: worth_elsewhere} if elsewhere else {}
    using |= {holds: ends_in_time} if counted else {}
    return replace(algorithm, parts=(*algorithm.parts, ENDGAMES), using={**algorithm.using, **using})


def with_endgames(algorithm: Algorithm, game: Game) -> Algorithm:
    """The algorithm with the positions of a database as leaves."""
    counted = game.patience > 0
    return _with_endgames(algorithm, game.turn is not None, game.bounds is not None, game.ending is not None, counted)


class Endgames:
    """Databases of one game, or of others that it knows. A position that is in two of them is looked up in the first.

    databases   objects of `halfmove.Database`
    game        the game; with the hook `ending` if the databases are of other games
    """

    def __init__(self, game: Game, databases: Sequence[Any]) -> None:
        for each in databases:
            if not hasattr(each, "numbering"):
                raise UsageError(f"endgames must be databases, such as hm.Database('file'), not {shown(each)}")
        if game.repetition_score != 0:
            raise UsageError(
                f"{game.name}: repetition scores {shown(game.repetition_score)}, but in databases play without end "
                "scores 0: they cannot be used"
            )
        self.game, self.databases = game, tuple(databases)
        others = None if game.endings is None else game.endings(game, tuple(each.game for each in self.databases))
        if others is not None:
            self.game = others.game
            self.databases = tuple(Translated(each, number, others) for number, each in enumerate(self.databases))
        for each in self.databases if others is None else ():
            each.check_game(game)
        if len({(each.folded, str(each.numbering.ranges)) for each in self.databases}) > 1:
            raise UsageError(
                f"{game.name}: these databases number their positions in different ways, and cannot be used together"
            )
        self._scores = sorted({score for each in self.databases for score in each.scores})
        self._places = {score: place for place, score in enumerate(self._scores)}
        rows: dict[int, list[Any]] = {}
        for each in reversed(self.databases):
            rows |= {number: self._shelf(number, tier, each.scores) for number, tier in each.tiers.items()}
        self._shelves = Objects([each for number in sorted(rows) for each in rows[number]])
        self._numbering = self.databases[0].numbering
        self.state = {
            "first_tier": min(rows),
            "shelf_count": len(rows),
            "folded": int(self.databases[0].folded),
            "patience": game.patience,
            **self._numbering.state,
        }

    def _shelf(self, number: int, tier: Any, scores: list[Any]) -> list[Any]:
        """The shelf of a tier; its values are indices of the scores of all databases."""
        places = np.array([self._places[score] for score in scores], np.int64)
        book = tier.book
        values = book >> 32
        moved = np.sign(values) * places[np.minimum(np.abs(values), len(places) - 1)]
        shelf: list[Any] = tier.shelf()
        shelf[TIER] = number
        shelf[BOOK] = np.where(book <= HOLE, book, (moved << 32) + (book & 0xFFFFFFFF))
        return shelf

    @property
    def real(self) -> bool:
        """Whether some score is not a whole number."""
        return any(isinstance(score, float) for score in self._scores)

    def as_known(self, score: Any) -> Any:
        """A score of a search as the user sees it: the largest number represents infinite scores of a database."""
        infinite = any(isinstance(each, float) and math.isinf(each) for each in self._scores)
        return math.copysign(math.inf, score) if infinite and abs(score) >= LARGEST else score

    def bring(self, task: Task) -> None:
        """Give a search the memories and numbers that it needs to look positions up."""
        scores = np.array([min(each, LARGEST) for each in self._scores], np.float64 if task.real else np.int64)
        task.external = task.external | {
            "shelves": self._shelves,
            "score_table": Words(scores),
            "digits": self._numbering.memories["digits"],
        }
        task.state = task.state | self.state

    def probe(self, position: Any) -> Any:
        """The entry of a position; None if no database has it."""
        found = next((found for each in self.databases if (found := each.probe(position)) is not None), None)
        return found if found is None or in_time(self.game, position, found) else None

    def moves(self, position: Any) -> list[Any]:
        """The moves of a position with their values, from a database; empty if no database has the position."""
        for each in self.databases:
            if each.probe(position) is not None:
                found: list[Any] = each.moves(position)
                return found
        return []

    def line(self, position: Any) -> list[Any]:
        """The moves of best play from a position, from a database; empty if no database has the position."""
        for each in self.databases:
            if each.probe(position) is not None:
                found: list[Any] = each.line(position)
                return found
        return []
