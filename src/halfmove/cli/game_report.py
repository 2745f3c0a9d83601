"""A report about a game, from random games and short searches."""

from __future__ import annotations

import random
import warnings
from typing import Any, NamedTuple

import halfmove as hm
from halfmove.base.checks import shown
from halfmove.base.faults import told
from halfmove.conformance import UNFINISHED, patience
from halfmove.engine import shapes
from halfmove.errors import HalfmoveError, NotCompilable, UsageError
from halfmove.game import HOOKS, Game
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
    "show": "the board is drawn for people",
    "format": "moves are written short",
    "parse": "moves are read in more than one way",
    "locate": "positions have names: --position",
    "longest": "searches to the end have room for lines of more than 1024 half-moves",
}
_TEXTS = ("show", "parse", "format", "locate", "say")
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
    compiles: bool | None = None
    why_not: str | None = None
    slow: float | None = None  # positions a second
    fast: float | None = None
    length: float = 0.0  # half-moves of a random game
    width: float = 0.0  # moves of a position
    played: int = 0  # random games
    finished: int = 0  # those that ended
    patience: int = 0  # half-moves after which the others were given up
    loud: str | None = None  # a warning that guesses exceed all results
    endless: str | None = None  # the last position of a random game that was given up


def examine(game: Game, games: int, seed: int) -> Examination:
    """Examine a game."""
    has = [name for name in (*HOOKS, *_TEXTS, "longest") if getattr(game, name) is not None]
    missing = {} if game.leaves_only else {name: words for name, words in HELPS.items() if getattr(game, name) is None}
    longest = missing.pop("longest", None)
    found = Examination(game.name, shown(game.start), has, missing, fault_of(game, games, seed))
    if found.fault is not None:
        return found
    lines = random_games(game, games, seed)
    if longest is not None and lines.most > _PLAIN_LONGEST and lines.finished == lines.played:
        missing["longest"] = longest
    found = found._replace(length=lines.length, width=lines.width, played=lines.played, finished=lines.finished)
    found = found._replace(loud=_loud(game, lines), endless=None if lines.endless is None else shown(lines.endless))
    found = found._replace(patience=patience(game), slow=_speed(game, compiled=False))
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


def fault_of(game: Game, games: int, seed: int) -> str | None:
    """What is wrong with a game, in a sentence."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # it cannot be compiled: the report says so elsewhere
        try:
            hm.check(game, games, seed)
        except UsageError:
            raise  # a wrong number of games
        except HalfmoveError as error:
            return str(error)
        except Exception as error:  # of a rule
            return f"{game.name}: {told(error)}"
    return None


class RandomGames(NamedTuple):
    """Random games: their mean and longest length, and the mean number of moves of a position.

    win       the largest score of a finished game, for the winner; 0 if nobody won
    guesses   the smallest and the largest guess of `evaluate`; None without it
    endless   the last position of a game that did not end; None if all ended
    """

    played: int
    finished: int  # ended
    length: float
    most: int
    width: float
    win: Any = 0
    guesses: tuple[Any, Any] | None = None
    endless: Any = None


def random_games(game: Game, games: int, seed: int) -> RandomGames:
    """Play random games; stop when a few of them did not end."""
    chance, lengths, moves, finished = random.Random(seed), list[int](), 0, 0
    win: Any = 0
    guesses: list[Any] = []
    endless = None
    for _ in range(games):
        at: Any = game.start
        length = 0
        while length < patience(game) and not game.outcome(at)[0]:
            if game.evaluate is not None:
                guess = game.call("evaluate", at)
                guesses = [min([guess, *guesses]), max([guess, *guesses])]
            legal = game.legal(at)
            moves += len(legal)
            length += 1
            at = game.next(at, chance.choice(legal))
        lengths.append(length)
        over, score = game.outcome(at)
        finished += over
        endless = endless if over else at
        win = max(win, abs(score)) if over else win
        if len(lengths) - finished == UNFINISHED:
            break
    plies, played = sum(lengths), len(lengths)
    return RandomGames(
        played, finished, plies / played, max(lengths), moves / max(plies, 1), win, _pair(guesses), endless
    )


def _pair(guesses: list[Any]) -> tuple[Any, Any] | None:
    return (guesses[0], guesses[1]) if guesses else None


def _loud(game: Game, lines: RandomGames) -> str | None:
    """A warning if a guess may count more than any win, judging by random games and `bounds`.

    Where scores are points, guesses between a small win and a large one are right. A tree has no wins.
    """
    if lines.guesses is None or not lines.win or game.leaves_only or game.width is not None:
        return None
    low, high = lines.guesses
    ends = (0, 0) if game.bounds is None else game.call("bounds", game.start)
    win = max(lines.win, *map(abs, ends))
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
