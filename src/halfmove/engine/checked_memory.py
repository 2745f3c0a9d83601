"""Machine code that checks every index: for tests and attacks, with HALFMOVE_CHECK_MEMORY=1 in the environment.

A memory of machine code is an address, and kernels are trusted to stay inside it. With the variable set, every read and
write looks the address up in a table of the memories that a search was given. It ends the search when the index is
negative or too large. This is several times slower, and its machine code is kept apart from the usual one.

    table   word 0: 1 after a fault; 1 to 3: the memory, the index, the room; from HEAD on, pairs (memory, its words)
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import numpy as np

ENABLED = os.environ.get("HALFMOVE_CHECK_MEMORY") == "1"
HEAD = 8  # words
PLACES = 1 << 14  # pairs


class OutOfBounds(AssertionError):
    """A kernel read or wrote outside of its memory: an error of this package, or of a user's kernel."""


class _Table:
    """The memories of all searches that run, found by their addresses."""

    def __init__(self) -> None:
        self._words = np.zeros(HEAD + 2 * PLACES, np.int64)
        self._filled = 0
        self._running = 0
        self._lock = threading.Lock()

    @property
    def address(self) -> int:
        return int(self._words.ctypes.data)

    def enter(self, memories: Iterable[tuple[int, int]]) -> None:
        """Note the memories of a search that begins: (address, words)."""
        with self._lock:
            if self._running == 0 and self._filled > PLACES // 2:
                self._words[:] = 0
                self._filled = 0
            self._running += 1
            for address, words in memories:
                self._note(address, words)

    def _note(self, address: int, words: int) -> None:
        place = place_of(address)
        while self._words[HEAD + 2 * place] not in (0, address):
            place = (place + 1) % PLACES
        self._filled += self._words[HEAD + 2 * place] == 0
        self._words[HEAD + 2 * place : HEAD + 2 * place + 2] = address, words
        assert self._filled < PLACES

    def leave(self) -> None:
        """Note that a search has ended. Raises OutOfBounds if an index was wrong."""
        with self._lock:
            self._running -= 1
            fault, memory, index, room = self._words[:4].tolist()
            self._words[:4] = 0
        if fault:
            raise OutOfBounds(f"a kernel asked for word {index} of a memory at {memory:#x} that has {room}")


def place_of(address):
    """Where the search for an address begins in the table."""
    return (address >> 3) % PLACES


_table = _Table()


@contextmanager
def watching(memories: Iterable[tuple[int, int]]) -> Iterator[int]:
    """While a search with these memories runs, the address of the table that lists them. 0: nothing is checked."""
    if not ENABLED:
        yield 0
        return
    _table.enter(memories)
    try:
        yield _table.address
    finally:
        _table.leave()
