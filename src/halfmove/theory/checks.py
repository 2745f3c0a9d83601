"""Checks of the arguments of formulas."""

from __future__ import annotations

import math
from typing import Any

from halfmove.base.checks import shown, whole
from halfmove.errors import UsageError

# A float holds numbers up to about 1.8e308; all products in a formula are at most the number of leaves.
FLOAT_SIZE = 300
_DEEPEST = 1000  # depth for a formula that visits all levels
_EXACT_SIZE = 1_000_000  # digits of a whole number


def check_size(width: Any, depth: Any, most: int = _EXACT_SIZE) -> None:
    """Refuse a tree T(width, depth) with more than 10^most leaves."""
    whole("width", width, 1)
    whole("depth", depth, 0)
    if width > 1 and depth > most / math.log10(width):
        raise UsageError(f"T({shown(width)},{shown(depth)}) has more than 10^{most} leaves, too many for this formula")


def check_float_size(width: Any, depth: Any) -> None:
    """Refuse a tree whose number of leaves does not fit into a float."""
    check_size(width, depth, FLOAT_SIZE)
    whole("depth", depth, 0, _DEEPEST)


def check_even(depth: Any) -> int:
    """Refuse an odd depth, for a model that is made of pairs of half-moves."""
    if whole("depth", depth, 0) % 2:
        raise UsageError(f"depth must be even in this model, not {depth}")
    return int(depth)
