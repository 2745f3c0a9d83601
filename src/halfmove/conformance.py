"""Does a game keep the contract of `Game`? Faults are named in one sentence, with the position and the rule."""

from __future__ import annotations

import random
import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np

from halfmove.errors import GameError
from halfmove.game import Game, where

_seen: weakref.WeakKeyDictionary[Game, dict[Any, bool]] = weakref.WeakKeyDictionary()


def first_look(game: Game, position: Any) -> bool:
    """Look at a position, its moves and one line of play before a search, once a game: are its scores real?"""
    if game.leaves_only and game.data is not None and game.data.dtype.names:  # a tree of our own
        return bool(game.data.dtype["score"].kind == "f") if "score" in game.data.dtype.names else False
    known = _seen.setdefault(game, {})
    _hashable(game, position)
    if position not in known:
        known[position] = any(isinstance(s, float | np.floating) for s in _scores(game, position, random.Random(1), 60))
    return known[position]


def check(game: Game, games: int = 100, seed: int = 0) -> None:
    """Play random games and raise a `GameError` at the first breach of the contract: for a game's own tests."""
    for number in range(games):
        for _ in _scores(game, game.start, random.Random(seed + number), 10_000):
            pass


def diagnose(game: Game, position: Any, otherwise: str) -> str:
    """The sentence that names the position behind a fault that a search met; found again by walking the tree."""
    waiting, looked = [position], 0
    while waiting and looked < 200_000:
        at = waiting.pop()
        looked += 1
        try:
            _look(game, at)
            if not game.outcome(at)[0]:
                waiting.extend(game.next(at, move) for move in reversed(game.legal(at)))
        except GameError as error:
            return str(error)
    return f"{game.name}: {otherwise}"


def _scores(game: Game, position: Any, chance: random.Random, plies: int) -> Iterator[Any]:
    """The scores met on one random line of play, with every promise checked on the way."""
    at = position
    for _ in range(plies):
        scores, moves = _look(game, at)
        yield from scores
        if not moves:
            return
        at = _play(game, at, chance.choice(moves))


def _look(game: Game, at: Any) -> tuple[list[Any], list[Any]]:
    """The scores and the moves of one position."""
    _hashable(game, at)
    over, score = game.outcome(at)
    scores = []
    if over or game.leaves_only:
        scores.append(_number(game, "result", score, at))
    if not over and game.evaluate is not None:
        scores.append(_number(game, "evaluate", game.call("evaluate", at), at))
    if over:
        return scores, []
    moves = game.legal(at)
    if not moves:
        raise GameError(
            f"{game.name}: the position {at!r} is not over by `result`, but has no moves ({where(game.moves)})"
        )
    return scores, moves


def _hashable(game: Game, at: Any) -> None:
    try:
        hash(at)
    except TypeError:
        raise GameError(
            f"{game.name}: the position {at!r} is {_a(at)}, or holds one, and can change; "
            "a position must be hashable, best a NamedTuple of ints"
        ) from None


def _a(x: Any) -> str:
    """The type of `x` with its article."""
    name = type(x).__name__
    return "nothing" if x is None else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _number(game: Game, rule: str, score: Any, at: Any) -> Any:
    good = isinstance(score, int | float | np.integer | np.floating | np.bool_)
    if good and score == score:
        return score
    what = "NaN, which is not a score" if good else f"{score!r} as a score, which is not a number"
    raise GameError(f"{game.name}: {rule} returns {what}, for the position {at!r} ({where(getattr(game, rule))})")


def _play(game: Game, at: Any, move: Any) -> Any:
    before = repr(at)
    after = game.next(at, move)
    if repr(at) != before:
        raise GameError(f"{game.name}: play changes the position it is given, {before} ({where(game.play)})")
    fault = _difference(at, after)
    if fault:
        raise GameError(
            f"{game.name}: play({before}, {move!r}) returns {after!r}: {fault}; "
            f"it must return a position like the one it is given ({where(game.play)})"
        )
    return after


def _difference(before: Any, after: Any) -> str | None:
    if isinstance(before, int | np.integer) and isinstance(after, int | np.integer):
        return None
    if type(before) is not type(after):
        return f"{_a(after)} instead of {_a(before)}"
    if isinstance(before, tuple):
        if len(before) != len(after):
            return f"{len(after)} parts instead of {len(before)}" if type(before) is not tuple else None
        for one, other in zip(before, after, strict=True):
            if fault := _difference(one, other):
                return fault
    return None
