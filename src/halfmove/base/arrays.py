"""NumPy arrays: read-only ones, and their rows."""

from __future__ import annotations

from collections import namedtuple
from functools import lru_cache
from typing import Any

import numpy as np

from halfmove.base.checks import shown
from halfmove.errors import UsageError


def can_change(array: Any) -> bool:
    """Whether an array, or the array that it is a view of, can be written to."""
    while isinstance(array, np.ndarray):
        if array.flags.writeable:
            return True
        array = array.base
    return array is not None  # memory of another object


def frozen(data: np.ndarray) -> np.ndarray:
    """The array itself if it cannot be written to, else a read-only copy."""
    if can_change(data):
        data = data.copy()
        data.flags.writeable = False
    return data


def whole_numbers(weights: Any, name: str) -> np.ndarray:
    """Weights of a game as a read-only array of int64. Raises UsageError."""
    if not isinstance(weights, np.ndarray) or weights.ndim != 1 or weights.dtype.kind not in "iu":
        raise UsageError(f"Game {shown(name)}: weights must be a NumPy array of whole numbers in one dimension")
    return frozen(np.ascontiguousarray(weights, np.int64))


@lru_cache(maxsize=64)
def row_class(names: tuple[str, ...]) -> Any:
    """The class of a row of an array with these fields."""
    return namedtuple("row", names)
