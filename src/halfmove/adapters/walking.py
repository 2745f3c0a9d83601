"""Visiting the positions of a game that changes with every move.

A position is the moves that lead to it. To call a rule, a game in that state is needed: either a copy of the game
before, in which the move is then made; or, where the game can unmake moves, one object that walks from position to
position.
"""

from __future__ import annotations

import copy
import random
import threading
from typing import Any

from halfmove.adapters.frozen import frozen

UNCOUNTED = ("AI_algo", "ai_move")  # attributes that easyAI's own searches use; the rules do not
_LINES, _PLIES = 5, 40  # random games in which unmaking is tested, and their length


class Path:
    """A place in the tree of an easyAI game: the place before it, and the move between them."""

    __slots__ = ("before", "game", "length", "move")

    def __init__(self, before: Any, move: Any) -> None:
        self.before, self.move = before, move
        self.length: int = 0 if before is None else before.length + 1
        self.game: Any = None  # in the state of this place, where copies are kept

    def moves_to_here(self) -> list[Any]:
        moves, at = [], self
        while at.before is not None:
            moves.append(at.move)
            at = at.before
        return moves[::-1]


def copied(game: Any) -> Any:
    """A copy of a game in the same state; the algorithms of its players, with their tables, are not copied."""
    own = getattr(type(game), "copy", None)
    if own is not None and not str(getattr(own, "__module__", "")).startswith("easyAI."):
        return game.copy()  # the game has a faster way
    algorithms = [getattr(player, "AI_algo", None) for player in getattr(game, "players", None) or ()]
    return copy.deepcopy(game, {id(each): each for each in algorithms if each is not None})


def made(game: Any, move: Any) -> None:
    game.make_move(move)
    game.switch_player()


def unmade(game: Any, move: Any) -> None:
    game.switch_player()
    game.unmake_move(move)


class Copies:
    """Keeps one game for every position that was visited."""

    def __init__(self, start: Any) -> None:
        self._start = start

    def game_at(self, path: Any) -> tuple[Any, bool]:
        """A game in this state, and whether it was just brought there."""
        is_new, way = path.game is None, []
        while path.game is None and path.before is not None:
            way.append(path)
            path = path.before
        if path.game is None:
            path.game = copied(self._start)
        for each in reversed(way):
            game = copied(path.game)
            made(game, each.move)
            each.game, path = game, each
        return path.game, is_new


class Walk:
    """One game, moved from position to position by making and unmaking moves; one for each thread.

    Rules are called only after making a move, never after unmaking one: some games compute the answer of `is_over`
    while a move is made, and easyAI calls them in that order too.
    """

    def __init__(self, start: Any) -> None:
        self._start = start
        self._own = threading.local()

    def game_at(self, path: Any) -> tuple[Any, bool]:
        """The game in this state, and whether it was just brought there."""
        own = self._own
        at = getattr(own, "at", None)
        if at is path:
            return own.game, False
        own.at = None  # if a rule raises an error, the state of the game is unknown
        own.game, own.at = self._moved(getattr(own, "game", None), at, path), path
        return own.game, True

    def _moved(self, game: Any, at: Any, path: Any) -> Any:
        down, target = [], path
        if at is not None and path.before is not None:
            down, target = [path], path.before
            while target is not at and (target.length > 0 or at.length > 0):
                if at.length > target.length:
                    unmade(game, at.move)
                    at = at.before
                elif at.length < target.length:
                    down.append(target)
                    target = target.before
                else:
                    unmade(game, at.move)
                    at = at.before
                    down.append(target)
                    target = target.before
        if target is not at:  # there is no game yet, the start is visited, or these places have different starts
            game, down, target = copied(self._start), [], path
            while target.before is not None:
                down.append(target)
                target = target.before
        for each in reversed(down):
            made(game, each.move)
        return game


def unmakes(start: Any, scoring: Any) -> bool:
    """Whether a game can unmake moves and is then as before, tested in some random games."""
    if not hasattr(start, "unmake_move"):
        return False
    chance = random.Random(1)
    try:
        for _ in range(_LINES):
            game = copied(start)
            line: list[tuple[Any, Any]] = []
            while len(line) < _PLIES and not game.is_over():
                moves = list(game.possible_moves())
                before, move = state_of(game), chance.choice(moves)
                made(game, move)
                if not game.is_over():
                    game.possible_moves()
                scoring(game)
                unmade(game, move)
                if state_of(game) != before:
                    return False
                made(game, move)
                line.append((before, move))
            for before, move in reversed(line):
                unmade(game, move)
                if state_of(game) != before:
                    return False
    except Exception:  # errors in the rules are reported when they are searched
        return False
    return True


def state_of(game: Any) -> Any:
    return frozen(game, UNCOUNTED)
