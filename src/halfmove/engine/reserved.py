"""Words of memory for machine code, at an address that does not change."""

from __future__ import annotations

import mmap
import os
import sys
from contextlib import suppress
from typing import Any

import numpy as np

_NO_RESERVE = 0x4000  # Linux: address space, not memory
_LEAST = 1 << 16  # words without which there is no point in searching


class Reserved:
    """Words of memory that the system provides when they are touched: their address never changes.

    Where the system does not give so many addresses there are fewer.
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
        """Give the memory of all but the first so many words back to the system."""
        begin = -(-words * 8 // mmap.PAGESIZE) * mmap.PAGESIZE
        if hasattr(self._map, "madvise") and begin < self.words * 8:
            self._map.madvise(mmap.MADV_DONTNEED, begin, self.words * 8 - begin)


def all_memory() -> int:
    """The memory of this machine in words: more is never reserved."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 8
    except (AttributeError, ValueError, OSError):
        return 1 << 27
