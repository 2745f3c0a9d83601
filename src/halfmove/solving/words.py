"""Arrays as the memories of jobs, at both speeds."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from halfmove.engine.kept import Kept


class Words(Kept):
    """An array of whole words, as jobs have it."""

    def __init__(self, array: Any) -> None:
        super().__init__(len(array))
        self.array = array

    @cached_property
    def native(self) -> Any:
        return _Address(self.array)

    @cached_property
    def python(self) -> Any:
        return _Plain(self.array)


class _Address:
    def __init__(self, array: Any) -> None:
        self.array = array
        self.address = int(array.ctypes.data)


class _Plain:
    """NumPy's words as Python's own numbers."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return self._array[place].tolist()
        return self._array[place].item()

    def __setitem__(self, place: Any, word: Any) -> None:
        self._array[place] = word


class Objects(Kept):
    """Words some of which are memories themselves: `rows` of numbers and arrays."""

    def __init__(self, rows: list[Any]) -> None:
        super().__init__(len(rows))
        self._rows = rows

    @cached_property
    def native(self) -> Any:
        words = [int(each.ctypes.data) if isinstance(each, np.ndarray) else each for each in self._rows]
        return _Address(np.array(words or [0], np.int64))

    @cached_property
    def python(self) -> Any:
        return [_Plain(each) if isinstance(each, np.ndarray) else each for each in self._rows]
