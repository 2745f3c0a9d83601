"""The answers of the hooks of a game for one position: returned if they have the right form, else an error."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.conformance.position import a, difference, fault, number, short
from halfmove.game import Game

_FEW = 4  # moves of a position for which `order` is called in a quick check


def quick_look(game: Game, at: Any, moves: list[Any], most: int) -> None:
    """Check the form of the answers of all hooks for a position, before a search calls them.

    moves   the moves of the position, at most `most`; none if it is over
    """
    for hook, answer in _ABOUT_ALL.items():
        if getattr(game, hook) is not None:
            answer(game, at)
    if not moves:
        return
    for hook, answer in _ABOUT_RUNNING.items():
        if getattr(game, hook) is not None:
            answer(game, at)
    if game.order is not None:
        for move in moves[:_FEW]:
            order_of(game, at, move)
    if len(moves) < most:
        if game.tries is not None:
            tries_of(game, at, moves)
        if game.noisy is not None:
            noisy = yielded(game, "noisy", at, moves)
            if game.gain is not None:
                for move in noisy[:_FEW]:
                    gain_of(game, at, move)


def turn_of(game: Game, at: Any) -> int:
    player = game.call("turn", at)
    if not isinstance(player, int | np.integer | np.bool_):
        raise fault(game, "turn", f"turn({short(at)}) returns {short(player)}, which is {a(player)}, not an int")
    return int(player)


def key_of(game: Game, at: Any) -> int:
    key = game.call("key", at)
    if not isinstance(key, int | np.integer):
        raise fault(game, "key", f"key({short(at)}) returns {short(key)}, which is {a(key)}, not an int")
    return int(key)


def bounds_of(game: Game, at: Any) -> tuple[Any, Any]:
    """A pair of numbers, the lower first."""
    answer = game.call("bounds", at)
    call = f"bounds({short(at)}) returns {short(answer)}"
    try:
        low, high = answer
    except (TypeError, ValueError):
        raise fault(game, "bounds", f"{call}; it must return the pair (lowest, highest)") from None
    for end in (low, high):
        number(game, "bounds", end, at, False)
    if low > high:
        raise fault(game, "bounds", f"{call}; the lowest score must not be above the highest")
    return low, high


def symmetry_of(game: Game, at: Any) -> Any:
    return _position_of(game, "symmetry", at)


def skip_of(game: Game, at: Any) -> Any:
    return _position_of(game, "skip", at)


def uncounted_of(game: Game, at: Any) -> Any:
    return _position_of(game, "uncounted", at)


def urgent_of(game: Game, at: Any) -> bool:
    answer = game.call("urgent", at)
    if not isinstance(answer, int | np.integer | np.bool_):
        raise fault(game, "urgent", f"urgent({short(at)}) returns {short(answer)}; it must return True or False")
    return bool(answer)


def lasting_of(game: Game, at: Any) -> int:
    answer = game.call("lasting", at)
    call = f"lasting({short(at)}) returns {short(answer)}"
    if isinstance(answer, bool) or not isinstance(answer, int | np.integer) or answer < 0:
        raise fault(game, "lasting", f"{call}; it must return how many half-moves back, 0 or more")
    if 0 < game.patience <= answer:
        over = f"patience={game.patience} says that the game is over by then, but result says that it goes on"
        raise fault(game, "lasting", f"{call}; {over}")
    return int(answer)


def count_of(game: Game, at: Any) -> int:
    answer = game.call("count", at)
    if isinstance(answer, bool) or not isinstance(answer, int | np.integer):
        raise fault(game, "count", f"count({short(at)}) returns {short(answer)}; it must return a whole number")
    return int(answer)


def gain_of(game: Game, at: Any, move: Any) -> Any:
    answer = game.call("gain", at, move)
    if not isinstance(answer, int | float | np.integer | np.floating) or answer != answer:
        call = f"gain({short(at)}, {short(move)}) returns {short(answer)}"
        raise fault(game, "gain", f"{call}; it must return a number")
    return answer


def _position_of(game: Game, hook: str, at: Any) -> Any:
    """A position of the same shape as the argument of the hook."""
    other = game.call(hook, at)
    call = f"{hook}({short(at)}) returns {short(other)}"
    if type(other) is not type(at) and not (isinstance(other, int) and isinstance(at, int)):
        kind = "" if other is None else f", {a(other)}"
        raise fault(game, hook, f"{call}{kind}; it must return {a(at)}")
    if different := difference(at, other):
        raise fault(game, hook, f"{call}: {different}; it must return a position like the one it is given")
    return other


def order_of(game: Game, at: Any, move: Any) -> tuple[Any, str]:
    """A number, and the call with its answer as text."""
    child = game.next(at, move)
    place = game.call("order", at, move, child)
    call = f"order({short(at)}, {short(move)}, {short(child)}) returns {short(place)}"
    if not isinstance(place, int | float | np.integer | np.floating) or place != place:
        raise fault(game, "order", f"{call}; it must return a number")
    return place, call


def tries_of(game: Game, at: Any, moves: list[Any]) -> list[Any]:
    """Moves of the position; there may be none only if `bounds` settles it."""
    answer = yielded(game, "tries", at, moves)
    if not answer:
        low, high = (None, None) if game.bounds is None else bounds_of(game, at)
        if low is None or low != high:
            what = "it must yield a move unless bounds settles the position"
            raise fault(game, "tries", f"tries({short(at)}) yields nothing; {what}")
    return answer


def yielded(game: Game, hook: str, at: Any, moves: list[Any]) -> list[Any]:
    """The moves that a generator yields, if they are moves of the position."""
    answer = list(game.call(hook, at))
    for move in answer:
        if move not in moves:
            what = f"{hook}({short(at)}) yields {short(move)}, which is not a move of it; its moves are {short(moves)}"
            raise fault(game, hook, what)
    return answer


_ABOUT_ALL = {"turn": turn_of, "key": key_of, "bounds": bounds_of, "symmetry": symmetry_of}  # also if it is over
_ABOUT_RUNNING = {
    "skip": skip_of,
    "urgent": urgent_of,
    "lasting": lasting_of,
    "uncounted": uncounted_of,
    "count": count_of,
}
