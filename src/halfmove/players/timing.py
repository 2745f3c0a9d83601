"""How much of a game's clock a player spends on one move."""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.base.checks import is_finite, shown, whole
from halfmove.errors import UsageError

MOVES_LEFT = 25  # assumed number of own moves until the end of the game, or until time is added
_RESERVE = 0.05  # seconds that are never used, because stopping the clock takes time
_MOST = 0.4  # of the time that is left may go into one move


class Time(NamedTuple):
    """Seconds for one move: no new depth begins after `soft`, and all searches end at `hard`."""

    soft: float | None
    hard: float | None


def _seconds(value: Any) -> float:
    if not is_finite(value) or value < 0:
        raise ValueError
    return float(value)


def share(clock: Any, seconds: float | None) -> Time:
    """The time for one move.

    `clock` is None or (seconds left, seconds added after each move), and perhaps the number of moves for which they
    must do.
    """
    if clock is None:
        return Time(seconds, seconds)
    given = tuple(clock) if isinstance(clock, tuple | list) else ()
    try:
        left, increment = map(_seconds, given[:2])
        moves = whole("moves", given[2], 1) if len(given) == 3 else MOVES_LEFT
        if len(given) > 3:
            raise ValueError
    except (TypeError, ValueError, OverflowError):
        raise UsageError(
            f"clock must be the pair (seconds left, seconds added each move), not {shown(clock)}"
        ) from None
    usable = max(left - _RESERVE, 0.001)
    most = max(_MOST, 1 / moves) * usable
    planned = min(usable / min(moves, MOVES_LEFT) + 0.8 * increment, most)
    soft, hard = 0.6 * planned, min(2.5 * planned, most)
    return Time(soft, hard) if seconds is None else Time(min(soft, seconds), min(hard, seconds))
