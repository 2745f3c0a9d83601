"""Matches: two players, many games, and which player is stronger.

>>> from halfmove import matches
>>> plan = matches.match("tic_tac_toe", "nodes=300,compiled=off", "random", games=20, opening=2)
>>> standing = matches.run(plan, jobs=1)
>>> standing.score.value > 0.7, len(standing.pairs) <= 10
(True, True)
"""

from halfmove.matches.plans import Match, match
from halfmove.matches.players import PlayerSpec, player_from
from halfmove.matches.running import Interrupted, run
from halfmove.matches.standings import Standing, standing_of
from halfmove.matches.statistics import Estimate, SequentialTest
from halfmove.matches.written import written_games

__all__ = [
    "Estimate",
    "Interrupted",
    "Match",
    "PlayerSpec",
    "SequentialTest",
    "Standing",
    "match",
    "player_from",
    "run",
    "standing_of",
    "written_games",
]
