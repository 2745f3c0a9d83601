"""All that can be found out about a game by playing it at random and searching it for a moment."""

from __future__ import annotations

import random
import warnings
from typing import Any, NamedTuple

import halfmove as hm
from halfmove.checks import shown
from halfmove.cli.program import place_of
from halfmove.errors import HalfmoveError, NotCompilable, UsageError
from halfmove.game import HOOKS, Game
from halfmove.model import Limits

# What a hook gives to a player that a game without it does not have.
HELPS = {
    "evaluate": "a guess at the depth limit: without it all unfinished positions are even",
    "key": "positions are found sooner in a table",
    "order": "the best moves are tried first: deeper in the same time",
    "bounds": "positions are settled before they end",
    "tries": "moves that need not be looked at are left out",
    "noisy": "captures are played out before a guess is asked",
    "symmetry": "mirror images are searched once",
    "skip": "positions are cut off in which even doing nothing is good enough",
    "show": "the board is drawn for people",
    "format": "moves are written short",
    "parse": "moves are read in more than one way",
    "locate": "positions have names: --position",
    "longest": "searches to the end have room for lines of more than 1024 half-moves",
}
_TEXTS = ("show", "parse", "format", "locate", "say")
_PLIES = 2000  # of a random game
_SECONDS = 0.5  # in which a speed is measured
_FAR = 60  # half-moves: so deep is searched where no line is known to end


class Examination(NamedTuple):
    """What was found. Of a game that is wrong nothing is measured."""

    name: str
    start: str
    hooks: list[str]
    missing: dict[str, str]
    fault: str | None
    compiles: bool | None = None
    why_not: str | None = None
    slow: float | None = None  # positions a second
    fast: float | None = None
    length: float = 0.0  # half-moves of a random game
    width: float = 0.0  # moves of a position
    ended: bool = True  # all random games did


def examine(game: Game, games: int, seed: int) -> Examination:
    """Look a game over."""
    has = [name for name in (*HOOKS, *_TEXTS, "longest") if getattr(game, name) is not None]
    missing = {} if game.leaves_only else {name: words for name, words in HELPS.items() if getattr(game, name) is None}
    found = Examination(game.name, shown(game.start), has, missing, fault_of(game, games, seed))
    if found.fault is not None:
        return found
    length, width, ended = random_games(game, games, seed)
    found = found._replace(length=length, width=width, ended=ended, slow=_speed(game, compiled=False))
    try:
        _search(game, compiled=True, nodes=1)
    except NotCompilable as error:
        return found._replace(compiles=False, why_not=str(error))
    return found._replace(compiles=True, fast=_speed(game, compiled=True))


def fault_of(game: Game, games: int, seed: int) -> str | None:
    """What is wrong with a game, in a sentence."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # it cannot be compiled, which is told in another place
        try:
            hm.check(game, games, seed)
        except UsageError:
            raise  # a wrong number of games
        except HalfmoveError as error:
            return str(error)
        except Exception as error:  # of a rule
            return f"{game.name}: {type(error).__name__}: {error} ({place_of(error)})"
    return None


def random_games(game: Game, games: int, seed: int) -> tuple[float, float, bool]:
    """The mean length of random games, the mean number of moves of a position, and whether all games came to an end."""
    chance, plies, moves, all_ended = random.Random(seed), 0, 0, True
    for _ in range(games):
        at: Any = game.start
        for _ in range(_PLIES):
            if game.outcome(at)[0]:
                break
            legal = game.legal(at)
            moves += len(legal)
            plies += 1
            at = game.next(at, chance.choice(legal))
        else:
            all_ended = False
    return plies / games, moves / max(plies, 1), all_ended


def _speed(game: Game, compiled: bool) -> float:
    """How many positions a search visits in a second; a small game is searched again and again."""
    nodes, seconds = 0, 0.0
    while seconds < _SECONDS:
        result = _search(game, compiled)
        nodes += result.counts.nodes
        seconds += max(result.seconds, 1e-6)
    return nodes / seconds


def _search(game: Game, compiled: bool, nodes: int | None = None) -> hm.Result:
    depth = _FAR if game.longest is None and not game.leaves_only else None
    limits = Limits(nodes=nodes, seconds=None if nodes else _SECONDS)
    return hm.search(game, "alpha_beta", depth=depth, compiled=compiled, limits=limits)
