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


def frozen(data: Any) -> Any:
    """An array itself if it cannot be written to, else a read-only copy; anything else as it is."""
    if isinstance(data, np.ndarray) and can_change(data):
        data = data.copy()
        data.flags.writeable = False
    return data


def whole_numbers(weights: Any, name: str) -> np.ndarray | None:
    """The weights of a game as a read-only array of int64; None if it has none. Raises UsageError."""
    if weights is None:
        return None
    if not isinstance(weights, np.ndarray) or weights.ndim != 1 or weights.dtype.kind not in "iu":
        raise UsageError(f"Game {shown(name)}: weights must be a NumPy array of whole numbers in one dimension")
    numbers: np.ndarray = frozen(np.ascontiguousarray(weights, np.int64))
    return numbers


def readable(data: Any) -> Any:
    """An array of one dimension as a tuple, which Python reads much faster; anything else as it is."""
    if not isinstance(data, np.ndarray) or data.ndim != 1:
        return data
    if data.dtype.names is None:
        return tuple(data.tolist())
    row = row_class(data.dtype.names)
    return tuple(row(*values) for values in data.tolist())


@lru_cache(maxsize=64)
def row_class(names: tuple[str, ...]) -> Any:
    """The class of a row of an array with these fields."""
    return namedtuple("row", names)
