"""How much of a game's clock a player spends on one move."""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.base.checks import is_finite, shown
from halfmove.errors import UsageError

_MOVES_LEFT = 25  # assumed number of own moves until the end of the game
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
    """The time for one move. `clock` is None or (seconds left, seconds added after each move)."""
    if clock is None:
        return Time(seconds, seconds)
    try:
        left, increment = map(_seconds, clock if isinstance(clock, tuple | list) else ())
    except (TypeError, ValueError, OverflowError):
        raise UsageError(
            f"clock must be the pair (seconds left, seconds added each move), not {shown(clock)}"
        ) from None
    usable = max(left - _RESERVE, 0.001)
    planned = min(usable / _MOVES_LEFT + 0.8 * increment, _MOST * usable)
    soft, hard = 0.6 * planned, min(2.5 * planned, _MOST * usable)
    return Time(soft, hard) if seconds is None else Time(min(soft, seconds), min(hard, seconds))
