"""What every formula asks of its arguments."""

from __future__ import annotations

import math
from typing import Any

from halfmove.errors import UsageError

FLOAT_SIZE = 300  # a float holds numbers up to about 1.8e308; the products of a formula stay below that of leaves
_DEEPEST = 1000  # of a formula that goes through all levels
_EXACT_SIZE = 1_000_000  # digits of a whole number


def check_whole(name: str, value: Any, least: int, most: int | None = None) -> int:
    """A whole number in a range, or one sentence."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least or (most is not None and value > most):
        upper = "on" if most is None else f"to {most}"
        given = shown(value) if isinstance(value, int) and not isinstance(value, bool) else repr(value)
        raise UsageError(f"{name} must be a whole number from {least} {upper}, not {given}")
    return value


def check_size(width: Any, depth: Any, most: int = _EXACT_SIZE) -> None:
    """A tree T(width, depth) of at most 10^most leaves."""
    check_whole("width", width, 1)
    check_whole("depth", depth, 0)
    if width > 1 and depth > most / math.log10(width):
        raise UsageError(f"T({shown(width)},{shown(depth)}) has more than 10^{most} leaves, too many for this formula")


def check_float_size(width: Any, depth: Any) -> None:
    """A tree whose number of leaves fits into a float."""
    check_size(width, depth, FLOAT_SIZE)
    check_whole("depth", depth, 0, _DEEPEST)


def shown(number: int) -> str:
    """A whole number as an error shows it: in full if it is not too long."""
    if abs(number) < 10**15:
        return str(number)
    return f"about {'-' * (number < 0)}10^{math.log10(abs(number)):.0f}"


def check_even(depth: Any) -> int:
    """The depth of a model that is made of pairs of half-moves."""
    if check_whole("depth", depth, 0) % 2:
        raise UsageError(f"depth must be even in this model, not {depth}")
    return depth  # type: ignore[no-any-return]
