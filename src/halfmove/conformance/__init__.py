"""Does a game keep the contract of `Game`? An error says in one sentence which rule breaks it, and what it returned.

position.py     one position: its result, evaluation and moves, and the positions after `play`
answers.py      the form of the answers of optional hooks
hooks.py        what these hooks promise
numbers.py      what the hooks for solving promise
equivalence.py  whether positions are equivalent, as some hooks promise
values.py       the exact value of positions near the end of a game
unchanged.py    whether an object has changed
overflow.py     ints that are too large for machine code
game_check.py   what random games show, for a person who knows the rules
rules_hash.py   a hash of the answers of the rules, for files that belong to a game
"""

from __future__ import annotations

import random
import time
import warnings
import weakref
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from halfmove.base.checks import whole
from halfmove.conformance import hooks, overflow
from halfmove.conformance.answers import quick_look
from halfmove.conformance.game_check import GameCheck, Observer, Step
from halfmove.conformance.position import endless, hashable, look, played
from halfmove.conformance.unchanged import Snapshot, same
from halfmove.errors import GameError, UsageError
from halfmove.game import Game

_seen: weakref.WeakKeyDictionary[Game, dict[Any, bool]] = weakref.WeakKeyDictionary()
# Whether the line from the start of a game has real scores; None if it showed a fault.
_reals: weakref.WeakKeyDictionary[Game, bool | None] = weakref.WeakKeyDictionary()
_MOST_LOOKED = 10_000  # positions of random games
_KEPT = 1000  # positions of a game that are remembered as checked
_hooks_seen: weakref.WeakSet[Game] = weakref.WeakSet()  # games whose hooks were checked before a search
_PLIES, _MOST_PLIES = 2000, 10_000  # half-moves after which a random game is abandoned
UNFINISHED = 3  # abandoned games after which no more are played
_REFUSED = (
    "does not support item assignment",
    "read-only",
)  # in the errors of Python and NumPy for a write to read-only data
_ALL = 500  # positions that are checked in breadth-first order from the start
_MOVES = 1000  # moves of a position that are checked before a search
_AHEAD, _HOOKS_AHEAD = 60, 20  # positions that are checked before a search, and with the hooks
_LEAST = 2  # positions that are checked in any case
_SECONDS = 0.004  # after which no more positions are checked: a rule may take milliseconds
_TWICE = ("result", "evaluate", "moves", "play")  # rules that must return the same when they are called again


def first_look(game: Game, position: Any, plays: bool = False) -> bool:
    """Check a game and a position of it before it is first searched. Returns whether its scores are real.

    One line of play from the start is checked once for each game; for any other position, only the position itself,
    which is not evaluated: a network or a simulation may take long. So the answer does not depend on earlier searches.
    A search that finds a real score later starts again.

    plays   also check the hooks for players, once for each game
    """
    if game.leaves_only and isinstance(game.data, np.ndarray) and game.data.dtype.names:  # one of our trees
        game.check_position(position)
        return bool(game.data.dtype["score"].kind == "f") if "score" in game.data.dtype.names else False
    known = _seen.setdefault(game, {})
    hashable(game, position)
    if position not in known:
        if len(known) >= _KEPT:
            known.clear()
        elsewhere = type(position) is not type(game.start) or not same(game.start, position)
        alone = elsewhere and _has_reals(_line(game, position, 1, ("moves",), most=_MOVES, evaluated=False))
        known[position] = _reals_from_start(game, elsewhere) or alone
    if plays and game not in _hooks_seen:
        for step in _in_time(_line(game, position, _HOOKS_AHEAD, most=_MOVES, evaluated=False)):
            quick_look(game, step.at, step.moves, _MOVES)
        _hooks_seen.add(game)
    return known[position]


def _reals_from_start(game: Game, elsewhere: bool) -> bool:
    """Whether one line of play from the start has real scores. Its faults are ignored for a search elsewhere."""
    known = _reals.get(game)
    if known is None and not (elsewhere and game in _reals):
        try:
            known = _has_reals(_in_time(_line(game, game.start, _AHEAD, ("moves",), most=_MOVES)))
        except Exception:
            if not elsewhere:
                raise
        _reals[game] = known
    return bool(known)


def _has_reals(line: Iterable[Step]) -> bool:
    return any(isinstance(score, float | np.floating) for step in line for score in step.scores)


def _in_time(line: Iterable[Any]) -> Iterator[Any]:
    """The first positions of a line, as many as can be checked in a short time."""
    until = time.perf_counter() + _SECONDS
    for number, each in enumerate(line, 1):
        yield each
        if number >= _LEAST and time.perf_counter() > until:
            return


def check(game: Game, games: int = 100, seed: int = 0) -> GameCheck:
    """Play random games and raise a `GameError` at the first breach of the contract: for the tests of a game.

    Returns what these games show, for a person who knows the rules.

    These are checked: positions that change, or differ from each other in shape; rules that return something else when
    they are called again; missing moves; scores that are not numbers; hooks that do not keep their promises; data that
    a rule changes; and ints that are too large for machine code. A game in which no line ends causes only a warning.

    Parameters
    ----------
    game : Game
        The game to check.
    games : int
        How many random games to play; fewer if they are so long that they have 10,000 positions.
    seed : int
        The seed of the first random game.

    Raises
    ------
    GameError
        If a rule breaks the contract.
    """
    if not isinstance(game, Game):
        raise UsageError(f"the first argument of check must be a Game, not {game!r:.60}")
    games, seed = whole("games", games, 1), whole("seed", seed)
    promises, data = hooks.Promises(game), Snapshot(game._readable)
    most = patience(game)
    observer = Observer(game, most)
    looked = 0
    for number in range(games):
        line = list(_line(game, game.start, most, _TWICE, promises, seed=seed + number))
        with _rules_behave(game):
            promises.line([step.at for step in line])
            observer.add(line)
        looked += len(line)
        if looked >= _MOST_LOOKED:
            break
        if observer.games - observer.finished == UNFINISHED:
            break
    promises.end()
    if promises.of_all:
        _check_all(game, promises)
    if change := data.change():
        raise GameError(f"{game.name}: a rule changes the data of the game, {change}; it must only be read")
    overflow.look_for(game, random.Random(seed))
    if not observer.finished:
        what = f"none of the random games that were tried ({observer.games}) ended within {most} half-moves"
        warnings.warn(f"{game.name}: {what}; searching it needs a depth", RuntimeWarning, stacklevel=4)
    return observer.report()


def _check_all(game: Game, promises: hooks.Promises) -> None:
    """Check the first positions from the start on; in a small game these are all positions."""
    waiting = deque([game.start])
    seen = set(waiting)
    for _ in range(_ALL):
        if not waiting:
            return
        at = waiting.popleft()
        with _rules_behave(game):
            _, moves = look(game, at)
            promises.every(at, moves)
            for move in moves:
                child = played(game, at, move)
                hashable(game, child)
                if child not in seen:
                    seen.add(child)
                    waiting.append(child)


def patience(game: Game) -> int:
    """After how many half-moves a random game is abandoned; more if `longest` says that the game may last."""
    return min(max(_PLIES, (game.longest or 0) + 1), _MOST_PLIES)


def diagnose(game: Game, position: Any, otherwise: str, real: bool = False, plays: bool = False) -> str:
    """The error with the position of a fault that a search found; the tree is walked to find it again.

    plays   it may be a fault of a hook for players
    """
    waiting, looked = [position], 0
    while waiting and looked < 200_000:
        at = waiting.pop()
        looked += 1
        try:
            _, moves = look(game, at, real=real, most=_MOVES)
            if plays:
                quick_look(game, at, moves, _MOVES)
            waiting.extend(game.next(at, move) for move in reversed(moves))
        except GameError as error:
            return str(error)
    return f"{game.name}: {otherwise}"


def _line(
    game: Game,
    position: Any,
    plies: int,
    twice: tuple[str, ...] = (),
    promises: hooks.Promises | None = None,
    most: int | None = None,
    seed: int = 1,
    evaluated: bool = True,
) -> Iterator[Step]:
    """The positions of one random line of play, their scores and moves, with every rule checked on the way."""
    at, chance = position, random.Random(seed)
    for _ in range(plies):
        with _rules_behave(game):
            scores, moves = look(game, at, twice, most=most, evaluated=evaluated)
            if promises is not None:
                promises.position(at, moves)
        chosen = chance.choice(moves) if moves else None
        yield Step(at, scores, moves, chosen)
        if not moves:
            return
        with _rules_behave(game):
            at = played(game, at, chosen, twice)


@contextmanager
def _rules_behave(game: Game) -> Iterator[None]:
    """Turn the errors of rules that write to the data of their game, or never return, into clear ones."""
    try:
        yield
    except RecursionError as error:
        raise endless(game, error) from None
    except (TypeError, ValueError) as error:
        if isinstance(game.data, np.ndarray) and any(words in str(error) for words in _REFUSED):
            raise GameError(f"{game.name}: a rule changes the data of the game; it must only be read") from error
        raise
