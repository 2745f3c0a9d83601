"""Read-only NumPy arrays."""

from __future__ import annotations

from typing import Any

import numpy as np


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
