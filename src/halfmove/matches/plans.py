"""A match as data: two players, a game, openings, and when to stop."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Any

from halfmove.base.checks import LONGEST_LINE, shown, whole
from halfmove.base.gate import checked
from halfmove.base.notebook import plural
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.matches.openings import USUAL, openings, usual_length
from halfmove.matches.players import PlayerSpec, player_from
from halfmove.matches.statistics import SequentialTest
from halfmove.studies.specs import TreeSpec

MOST_GAMES = 1_000_000
LONGEST = 300  # half-moves of a game


@dataclass(frozen=True)
class Match:
    """A match: the game, its players, and when to stop. `match` makes one from text.

    Attributes
    ----------
    game : TreeSpec
        The game.
    players : tuple of PlayerSpec
        Player 1 and player 2.
    games : int
        How many games to play at most, an even number.
    opening : int
        How many random half-moves each pair of games begins with.
    seed : int
        Seed of the openings, and of everything that players do at random.
    longest : int
        After this many half-moves a game counts as a draw.
    test : SequentialTest or None
        The sequential test that may end the match. None: all games are played.
    """

    game: TreeSpec
    players: tuple[PlayerSpec, PlayerSpec]
    games: int = 100
    opening: int = USUAL
    seed: int = 1
    longest: int = LONGEST
    test: SequentialTest | None = field(default_factory=SequentialTest)

    def __repr__(self) -> str:
        one, two = self.players
        return f"Match({shown(str(self.game))}, {shown(str(one))}, {shown(str(two))}, {plural(self.games, 'game')})"

    @property
    def pairs(self) -> int:
        return self.games // 2

    def openings(self) -> Iterator[tuple[Any, ...]]:
        """The opening of each pair; fewer than pairs where the game has no more different ones."""
        return islice(openings(game_of(self.game), self.opening, self.seed), self.pairs)

    def seed_of(self, pair: int, number: int, player: int) -> int:
        """The seed of a player in a game: another one in each game, the same in each process."""
        own = self.players[player - 1].named.get("seed", 0)
        words = f"{self.seed} {pair} {number} {player} {own}"
        return int.from_bytes(hashlib.sha256(words.encode()).digest()[:4], "big") >> 1

    @property
    def identity(self) -> dict[str, Any]:
        """Everything that decides how the games are played, without how many there are."""
        return {
            "game": self.game.identity,
            "player 1": self.players[0].identity,
            "player 2": self.players[1].identity,
            "opening": self.opening,
            "seed": self.seed,
            "longest": self.longest,
        }


@lru_cache(maxsize=16)
def game_of(spec: TreeSpec) -> Game:
    """The game, made once in every process."""
    return spec.make(0)


@checked
def match(
    game: str,
    player1: str,
    player2: str,
    games: int = 100,
    opening: int | None = None,
    seed: int = 1,
    longest: int = LONGEST,
    test: SequentialTest | None = None,
) -> Match:
    """Make a match of two players from text: `match("othello", "time=0.1", "alpha_beta:depth=4")`.

    Parameters
    ----------
    game : str
        The game as on the command line.
    player1, player2 : str
        The players, see `player_from`.
    games : int
        How many games to play at most, an even number.
    opening : int, optional
        How many random half-moves each pair of games begins with. None: 4, but at most a fifth of a random game.
    seed : int
        Seed of the openings, and of everything that players do at random.
    longest : int
        After this many half-moves a game counts as a draw.
    test : SequentialTest, optional
        The sequential test that may end the match. None: all games are played.

    Returns
    -------
    Match
        The match, which `run` plays.

    Raises
    ------
    UsageError
        If the game, a player or a number is not right.
    """
    spec = TreeSpec.parse(game)
    if spec.look_ahead is not None or spec.opening or spec.presorted:
        raise UsageError(
            f"{game}: look_ahead=, opening= and presorted= belong to studies; a match has its own option for openings"
        )
    whole("games", games, 2, MOST_GAMES)
    if games % 2:
        raise UsageError(f"games must be even, because each opening is played twice, not {games}")
    if opening is not None:
        whole("opening", opening, 0, LONGEST_LINE)
    whole("longest", longest, max(opening or 0, 1), LONGEST_LINE)
    made = game_of(spec)
    if made.leaves_only:
        raise UsageError(f"{made.name} is a tree, in which only leaves have scores; name a game to play")
    if made.outcome(made.start)[0]:
        raise UsageError(f"{made.name} is over before the first move")
    players = player_from(player1), player_from(player2)
    if opening is None:
        opening = min(usual_length(made), longest)
    return Match(spec, players, games, opening, seed, longest, test)
