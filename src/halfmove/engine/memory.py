"""Memory of machine code, and memory that outlives a search, such as the table of a player.

`Reserved` is memory at an address that does not change. A `PersistentMemory` is passed to searches and can be used at
both speeds: plain Python and machine code each have their own form of it.
"""

from __future__ import annotations

import copy
import mmap
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from typing import Any

import numpy as np

from halfmove.engine import shapes
from halfmove.errors import UsageError

_NO_RESERVE = 0x4000  # Linux: address space, not memory
_WORD_BITS = 64
_LEAST = 1 << 16  # words; with fewer a search makes no sense


class Reserved:
    """Words of memory that the system provides when they are touched. Their address never changes.

    If the system refuses to reserve that many, fewer words are reserved.
    """

    def __init__(self, words: int, large_pages: bool = False) -> None:
        options: dict[str, Any] = {}
        if hasattr(mmap, "MAP_PRIVATE"):
            options["flags"] = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | (_NO_RESERVE if sys.platform == "linux" else 0)
        while True:
            size = -(-max(words, 1) * 8 // mmap.PAGESIZE) * mmap.PAGESIZE
            try:
                self._map = mmap.mmap(-1, size, **options)
                break
            except (OSError, ValueError, OverflowError):
                if words < _LEAST:
                    raise
                words //= 2
        if large_pages and hasattr(mmap, "MADV_HUGEPAGE"):
            with suppress(OSError):  # a system without them
                self._map.madvise(mmap.MADV_HUGEPAGE)
        self.words = size // 8
        self.array: Any = np.frombuffer(self._map, np.int64)
        self.address = int(self.array.ctypes.data)

    def forget(self, words: int) -> None:
        """Return all memory behind the first `words` words to the system."""
        begin = -(-words * 8 // mmap.PAGESIZE) * mmap.PAGESIZE
        if hasattr(self._map, "madvise") and begin < self.words * 8:
            self._map.madvise(mmap.MADV_DONTNEED, begin, self.words * 8 - begin)


def all_memory() -> int:
    """The memory of this machine in words; more is never reserved."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 8
    except (AttributeError, ValueError, OSError):
        return 1 << 27


class PersistentMemory:
    """A number of words, all 0 at first. Plain Python and machine code have their own copies, made at the first use."""

    large_pages = True

    def __init__(self, words: int) -> None:
        self.words = words

    @cached_property
    def native(self) -> Reserved | _Words:
        made = Reserved(self.words, self.large_pages)
        if made.words < self.words:
            raise UsageError(f"the system does not provide {8 * self.words} bytes for a table; choose a smaller one")
        return made

    @cached_property
    def python(self) -> Sparse:
        return Sparse()

    def fresh(self) -> PersistentMemory:
        """New memory with the first content of this one; what a search writes there does not change this one."""
        made = copy.copy(self)
        for name in ("native", "python"):
            made.__dict__.pop(name, None)
        return made

    def rooms(self) -> Iterator[tuple[int, int]]:
        """The memories that this consists of in machine code: (address, number of words)."""
        yield self.native.address, self.native.array.nbytes // 8


class _Words:
    """Words of memory that are in use from the start."""

    def __init__(self, numbers: Any) -> None:
        self.array = np.ascontiguousarray(numbers, np.int64)
        self.address = int(self.array.ctypes.data)


class Scores(PersistentMemory):
    """Scores that a search leaves behind."""

    @cached_property
    def native(self) -> _Words:
        return _Words(np.zeros(self.words, np.int64))

    def read(self, native: bool, real: bool) -> list[Any]:
        if not native:
            return [self.python[i] for i in range(self.words)]
        found: list[Any] = self.native.array[: self.words].view(np.float64 if real else np.int64).tolist()
        return found


class Positions(PersistentMemory):
    """Positions that are passed to a search, each in `words` words."""

    def __init__(self, positions: list[Any], words: int) -> None:
        super().__init__(len(positions) * words)
        self._positions, self._each = positions, words

    @cached_property
    def native(self) -> _Words:
        return _Words(self._numbers())

    def _numbers(self) -> Any:
        try:  # positions that are flat tuples of small ints, as most are
            numbers = np.array(self._positions)
            if numbers.dtype == np.int64 and numbers.size == self.words:
                return numbers.reshape(-1)
        except (ValueError, OverflowError):
            pass
        words = [shapes.leaves_of(shapes.canonical(each), "a position") for each in self._positions]
        return [shapes.as_bits(word) for each in words for word in each]

    @cached_property
    def python(self) -> Sparse:
        return Sparse({i * self._each: position for i, position in enumerate(self._positions)})


class LearnedMoves(PersistentMemory):
    """What searches learned about moves: numbers that fade by so many bits before the next move of a game."""

    large_pages = False

    def __init__(self, words: int, bits: int) -> None:
        super().__init__(words)
        self._bits = bits

    def fade(self) -> None:
        """Let the numbers lose bits; with 64 all are forgotten."""
        if "native" in self.__dict__:
            array = self.native.array[: self.words]
            array[:] = array >> self._bits if self._bits < _WORD_BITS else 0
        if "python" in self.__dict__:
            faded = {place: word >> self._bits for place, word in self.python.items()}
            self.python.clear()
            self.python.update({place: word for place, word in faded.items() if word})

    def clear(self) -> None:
        """Forget everything."""
        self.__dict__.pop("native", None)
        self.__dict__.pop("python", None)


class Sparse(dict[int, Any]):
    """A memory of which few words are ever used: a list would be too long."""

    def __missing__(self, place: int) -> int:
        return 0

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self.get(i, 0) for i in range(place.start, place.stop)]
        return super().__getitem__(place)


class Words(PersistentMemory):
    """A NumPy array of int64 as memory, for the jobs of `solve`."""

    def __init__(self, array: Any) -> None:
        super().__init__(len(array))
        self.array = array

    @cached_property
    def native(self) -> Any:
        return _Address(self.array)

    @cached_property
    def python(self) -> Any:
        return _Plain(self.array)

    def fresh(self) -> PersistentMemory:
        return Words(self.array.copy())


class _Address:
    def __init__(self, array: Any) -> None:
        self.array = array
        self.address = int(array.ctypes.data)


class _Plain:
    """A NumPy array whose elements are read as Python's own numbers."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return self._array[place].tolist()
        return self._array[place].item()

    def __setitem__(self, place: Any, word: Any) -> None:
        self._array[place] = word


class Objects(PersistentMemory):
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

    def fresh(self) -> PersistentMemory:
        return self  # searches only read these

    def rooms(self) -> Iterator[tuple[int, int]]:
        yield from super().rooms()
        for each in self._rows:
            if isinstance(each, np.ndarray):
                yield int(each.ctypes.data), each.nbytes // 8
