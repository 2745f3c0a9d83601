"""A report about a game, from random games and short searches."""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import halfmove as hm
from halfmove.base.checks import shown
from halfmove.base.faults import error_text
from halfmove.conformance.game_check import GameCheck
from halfmove.engine import shapes
from halfmove.errors import HalfmoveError, NotCompilable, UsageError
from halfmove.game import Game
from halfmove.hooks import HOOKS
from halfmove.model import Limits

# What machine code and each hook give a player, the most helpful first.
COMPILED = "compiled"
POSITIONS_OF_INTS = "make positions of ints, best a NamedTuple: as machine code a search is many times faster"
FIXED_RULES = "fix what prevents machine code: compiled, a search is many times faster"
HELPS = {
    "evaluate": "a guess at the depth limit: without it all unfinished positions count as even",
    "order": "the best moves are tried first: deeper in the same time",
    "bounds": "positions are decided before the game ends",
    "tries": "moves that need no search are left out",
    "noisy": "captures are played out before `evaluate` is asked",
    "symmetry": "mirror images are searched once",
    "skip": "positions are cut off where even passing is good enough",
    "urgent": "threats are searched to their end",
    "gain": "noisy moves that gain too little are left out",
    "lasting": "a position that occurred before is seen as a draw",
    "show": "the board is drawn for people",
    "format": "moves are written short",
    "parse": "moves are read in more than one way",
    "locate": "positions have names: --position",
    "longest": "searches to the end have room for lines of more than 1024 half-moves",
}
_TEXTS = ("show", "parse", "format", "spell", "locate", "write", "say", "clicks")
MOST = (COMPILED, "evaluate", "order")  # what helps most
_PLAIN_LONGEST = 1024  # half-moves of a line, where a game does not say more
_SECONDS = 0.5  # for measuring a speed
_FAR = 60  # half-moves; the depth of searches if the length of games is unknown


class Examination(NamedTuple):
    """The report. If the rules are wrong, nothing is measured."""

    name: str
    start: str
    hooks: list[str]
    missing: dict[str, str]
    fault: str | None
    random_games: GameCheck | None = None
    compiles: bool | None = None
    why_not: str | None = None
    slow: float | None = None  # positions a second
    fast: float | None = None
    loud: str | None = None  # a warning that guesses exceed all results

    def as_dict(self) -> dict[str, Any]:
        """The report as data for JSON."""
        data = self._asdict()
        if (played := self.random_games) is None:
            del data["random_games"]
        else:
            data |= {"length": played.length, "width": played.width, "random_games": played.as_dict()}
        return data


def examine(game: Game, games: int, seed: int) -> Examination:
    """Examine a game."""
    has = [name for name in (*HOOKS, *_TEXTS, "longest") if getattr(game, name) is not None]
    missing = {} if game.leaves_only else {name: words for name, words in HELPS.items() if getattr(game, name) is None}
    longest = missing.pop("longest", None)
    seen = checked(game, games, seed)
    if isinstance(seen, str):
        return Examination(game.name, shown(game.start), has, missing, seen)
    if longest is not None and seen.longest is not None and len(seen.longest.moves) > _PLAIN_LONGEST:
        missing |= {"longest": longest} if seen.finished == seen.games else {}
    found = Examination(game.name, shown(game.start), has, missing, None, seen)
    found = found._replace(loud=_loud(game, seen), slow=_speed(game, compiled=False))
    try:
        _search(game, compiled=True, nodes=1)
    except NotCompilable as error:
        first = {} if game.leaves_only else {COMPILED: FIXED_RULES if _of_ints(game.start) else POSITIONS_OF_INTS}
        return found._replace(compiles=False, why_not=str(error), missing=first | missing)
    return found._replace(compiles=True, fast=_speed(game, compiled=True))


def _of_ints(position: Any) -> bool:
    try:
        shapes.leaves_of(position, "")
    except NotCompilable:
        return False
    return True


def checked(game: Game, games: int, seed: int) -> GameCheck | str:
    """What random games of a game show, or what is wrong with it, in a sentence."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # it cannot be compiled: the report says so elsewhere
        try:
            return hm.check(game, games, seed)
        except UsageError:
            raise  # a wrong number of games
        except HalfmoveError as error:
            return str(error)
        except Exception as error:  # of a rule
            return f"{game.name}: {error_text(error)}"


def _loud(game: Game, seen: GameCheck) -> str | None:
    """A warning if a guess may count more than any win, judging by random games and `bounds`.

    Where scores are points, guesses between a small win and a large one are right. A tree has no wins.
    """
    won = 0 if seen.scores is None else max(map(abs, seen.scores))
    if seen.guesses is None or not won or seen.is_tree:
        return None
    low, high = seen.guesses
    ends = (0, 0) if game.bounds is None else game.call("bounds", game.start)
    win = max(won, *map(abs, ends))
    if max(-low, high) <= win:
        return None
    results = f"results from {_number(-win)} to {_number(win)}"
    return f"goes from {_number(low)} to {_number(high)}, {results}: a guess may count more than a win"


def _number(score: Any) -> str:
    return f"{score:.4g}" if isinstance(score, float) else str(score)


def _speed(game: Game, compiled: bool) -> float:
    """Positions that a search visits per second; a small game is searched repeatedly."""
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
