"""What every formula asks of its arguments."""

from __future__ import annotations

import math
from typing import Any

from halfmove.base.checks import shown, whole
from halfmove.errors import UsageError

FLOAT_SIZE = 300  # a float holds numbers up to about 1.8e308; the products of a formula stay below that of leaves
_DEEPEST = 1000  # of a formula that goes through all levels
_EXACT_SIZE = 1_000_000  # digits of a whole number


def check_size(width: Any, depth: Any, most: int = _EXACT_SIZE) -> None:
    """A tree T(width, depth) of at most 10^most leaves."""
    whole("width", width, 1)
    whole("depth", depth, 0)
    if width > 1 and depth > most / math.log10(width):
        raise UsageError(f"T({shown(width)},{shown(depth)}) has more than 10^{most} leaves, too many for this formula")


def check_float_size(width: Any, depth: Any) -> None:
    """A tree whose number of leaves fits into a float."""
    check_size(width, depth, FLOAT_SIZE)
    whole("depth", depth, 0, _DEEPEST)


def check_even(depth: Any) -> int:
    """The depth of a model that is made of pairs of half-moves."""
    if whole("depth", depth, 0) % 2:
        raise UsageError(f"depth must be even in this model, not {depth}")
    return int(depth)
