"""What every formula asks of its arguments."""

from __future__ import annotations

from typing import Any

from halfmove.errors import UsageError

# A float holds numbers up to about 1.8e308; the products of a formula stay below the number of leaves.
_LARGEST = 10**300


def check_whole(name: str, value: Any, least: int, most: int | None = None) -> int:
    """A whole number in a range, or one sentence."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least or (most is not None and value > most):
        upper = "on" if most is None else f"to {most}"
        raise UsageError(f"{name} must be a whole number from {least} {upper}, not {value!r}")
    return value


def check_size(width: Any, depth: Any) -> None:
    """A tree T(width, depth)."""
    check_whole("width", width, 1)
    check_whole("depth", depth, 0)


def check_float_size(width: Any, depth: Any) -> None:
    """A tree whose number of leaves fits into a float."""
    check_size(width, depth)
    if width > 1 and (depth > 1000 or width**depth > _LARGEST):
        raise UsageError(f"T({width},{depth}) has more than 1e300 leaves, too many for this formula")


def check_even(depth: Any) -> int:
    """The depth of a model that is made of pairs of half-moves."""
    if check_whole("depth", depth, 0) % 2:
        raise UsageError(f"depth must be even in this model, not {depth}")
    return depth  # type: ignore[no-any-return]
