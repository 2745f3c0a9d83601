"""The standing of a match: results, what they say about the players, and what the moves cost."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from halfmove.base.notebook import plural
from halfmove.matches import statistics
from halfmove.matches.one_game import Effort, GameRecord
from halfmove.matches.plans import Match

Pair = tuple[GameRecord, GameRecord]


@dataclass(frozen=True)
class Standing:
    """The standing of a match.

    It counts all pairs from the first on, without a gap, up to the pair that decided the test. So it does not depend on
    which process finished first.

    Attributes
    ----------
    match : Match
        The match.
    pairs : tuple of (GameRecord, GameRecord)
        The pairs that count.
    decided : bool
        Whether the sequential test is decided.
    """

    match: Match
    pairs: tuple[Pair, ...]
    decided: bool

    def __repr__(self) -> str:
        won, drawn, lost = self.results()
        return f"Standing({plural(len(self.games), 'game')}: {won} won, {drawn} drawn, {lost} lost by player 1)"

    @property
    def games(self) -> list[GameRecord]:
        return [game for pair in self.pairs for game in pair]

    @cached_property
    def scores(self) -> list[float]:
        """The score of player 1 in each pair."""
        return [one.score + other.score for one, other in self.pairs]

    def results(self, first: int | None = None) -> tuple[int, int, int]:
        """Count the games that player 1 won, drew and lost.

        Parameters
        ----------
        first : int, optional
            Count only the games in which this player, 1 or 2, moves first.

        Returns
        -------
        tuple of int
            Won, drawn, lost.
        """
        scores = [game.score for game in self.games if first in (None, game.first)]
        return scores.count(1.0), scores.count(0.5), scores.count(0.0)

    @property
    def score(self) -> statistics.Estimate:
        """The mean score of player 1 in a game."""
        return statistics.score(self.scores)

    @property
    def elo(self) -> statistics.Estimate:
        """The Elo difference in favour of player 1."""
        return statistics.elo(self.scores)

    @property
    def superiority(self) -> float:
        """How likely it is that player 1 is stronger."""
        return statistics.superiority(self.scores)

    @property
    def ratio(self) -> float | None:
        """The logarithm of the likelihood ratio of the test."""
        return None if self.match.test is None else self.match.test.ratio(self.scores)

    def effort(self, player: int) -> Effort:
        """Sum up what the moves of player 1 or 2 cost in all games."""
        return sum((game.efforts[player - 1] for game in self.games), Effort())

    @property
    def verdict(self) -> str:
        """What the test says, in words."""
        test = self.match.test
        if test is None or self.ratio is None:
            return "no test was made"
        if not self.decided:
            return (
                f"not decided between {test.elo0:+g} and {test.elo1:+g} Elo "
                f"(log ratio {self.ratio:+.2f}, needs {test.bound:.2f})"
            )
        if self.ratio > 0:
            return f"player 1 is stronger: {test.elo1:+g} Elo fit much better than {test.elo0:+g}"
        weaker = "player 2 is stronger" if self.score.high < 0.5 else f"player 1 is not stronger by {test.elo1:g} Elo"
        return f"{weaker}: {test.elo0:+g} Elo fit much better than {test.elo1:+g}"

    @property
    def notes(self) -> list[str]:
        """Remarks: games lost by a fault, games without an end, late moves."""
        found = []
        games = self.games
        for end, words in (("illegal", "by an illegal move"), ("error", "by an error"), ("time", "on time")):
            for player in (1, 2):
                lost = [game for game in games if game.end == end and game.score == player - 1]
                if lost:
                    found.append(f"player {player} lost {_games(len(lost))} {words}, first in {_place(lost[0])}")
        stopped = [game for game in games if game.end == "length"]
        if stopped:
            found.append(f"{_games(len(stopped))} counted as drawn after {self.match.longest} half-moves")
        for player in (1, 2):
            effort = self.effort(player)
            if effort.plain and self.match.players[player - 1].named.get("compiled") is not False:
                found.append(f"player {player} found {effort.plain} of {effort.moves} moves in plain Python, slowly")
            if effort.late:
                found.append(
                    f"player {player} was late with {effort.late} of {effort.moves} moves, "
                    f"{effort.slowest * 1000:.0f} ms at worst"
                )
        return found

    def as_dict(self) -> dict[str, Any]:
        """The standing as plain data; infinite Elo differences are None."""
        test = self.match.test
        return {
            "match": self.match.identity | {"games": self.match.games},
            "games": len(self.games),
            "results": dict(zip(("won", "drawn", "lost"), self.results(), strict=True)),
            "as_first": dict(zip(("won", "drawn", "lost"), self.results(1), strict=True)),
            "as_second": dict(zip(("won", "drawn", "lost"), self.results(2), strict=True)),
            "pairs": list(statistics.pentanomial(self.scores)),
            "score": _plain(self.score),
            "elo": _plain(self.elo),
            "superiority": self.superiority,
            "test": None
            if test is None
            else {"elo0": test.elo0, "elo1": test.elo1, "error": test.error, "log_ratio": self.ratio}
            | {"bound": test.bound, "decided": self.decided},
            "verdict": self.verdict,
            "players": [
                {"player": str(self.match.players[player - 1])} | means(self.effort(player)) for player in (1, 2)
            ],
            "notes": self.notes,
        }


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"


def _place(game: GameRecord) -> str:
    return f"pair {game.pair}, game {game.number}, {game.note}"


def _plain(estimate: statistics.Estimate) -> dict[str, float | None]:
    return {name: value if math.isfinite(value) else None for name, value in vars(estimate).items()}


def means(effort: Effort) -> dict[str, Any]:
    """Means for one move: depth, nodes and seconds; None where they are not known."""
    return {
        "moves": effort.moves,
        "depth": effort.depths / effort.looked if effort.looked else None,
        "nodes": effort.nodes / effort.counted if effort.counted else None,
        "seconds": effort.seconds / effort.moves if effort.moves else None,
        "slowest": effort.slowest,
        "late": effort.late,
        "plain": effort.plain,
    }


def standing_of(match: Match, known: Mapping[int, Pair], before: Standing | None = None) -> Standing:
    """Compute the standing of a match from its finished pairs.

    Parameters
    ----------
    match : Match
        The match.
    known : mapping of int to pair
        The finished pairs by their numbers, from 1. Those after a gap do not count.
    before : Standing, optional
        An earlier standing of the same match, to save work.

    Returns
    -------
    Standing
        The standing.
    """
    if before is not None and before.decided:
        return before
    looked = 0 if before is None else len(before.pairs)
    whole: list[Pair] = [] if before is None else list(before.pairs)
    while len(whole) < match.pairs and len(whole) + 1 in known:
        whole.append(known[len(whole) + 1])
    scores: Sequence[float] = [one.score + other.score for one, other in whole]
    last = None if match.test is None else match.test.decided_after(scores, looked)
    return Standing(match, tuple(whole if last is None else whole[:last]), last is not None)
