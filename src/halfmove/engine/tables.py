"""Transposition tables: how many entries fit into one, how many of them are in use, and algorithms that use one.

Few entries are in use at first, because a small table is faster. The table of an algorithm doubles their number when
half of them are filled, and moves what is known. The table of a player has four times as many entries when its searches
have visited more nodes than there are entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from halfmove.algorithms.f_alpha_beta import f_alpha_beta
from halfmove.algorithms.memory_test import memory_test
from halfmove.algorithms.registry import ALGORITHMS
from halfmove.base.checks import shown
from halfmove.engine.memory import PersistentMemory
from halfmove.engine.record import position_words
from halfmove.errors import UsageError
from halfmove.kernels import primitives as v
from halfmove.kernels.declaration import Algorithm
from halfmove.parts.table import TABLE, open_table
from halfmove.parts.tabled import enter_with_table, no_table
from halfmove.parts.transpositions import TRANSPOSITIONS

_FIRST_BITS = 13
_HASH_BITS = 63  # of `position_hash`
_SAMPLE = 1 << 12  # entries that are looked at to say how full a table is
_LARGE_PAGE = (2 << 20) // 8  # words


class Table:
    """Entries for positions of one game, with whole or float scores.

    A search is up to 1.7 times faster on large pages. But a system may take tens of milliseconds to provide one, so a
    `timed` search does not use them.
    """

    def __init__(self, position: Any, size: int, real: bool, timed: bool = False) -> None:
        words = _words_of_entry(position, real)
        entries = check_size(position, size, real)
        self._most_bits = entries.bit_length() - 1
        self._bits = min(_FIRST_BITS, self._most_bits)
        self._nodes = 0
        self._words = words
        self.memory = PersistentMemory(words << self._most_bits)
        self.memory.large_pages = not timed

    def touch(self) -> None:
        """Make the system provide all memory of machine code now, and not while a clock runs."""
        memory = self.memory.native.array
        memory[::_LARGE_PAGE] = memory[::_LARGE_PAGE].copy()

    @property
    def shift(self) -> int:
        """How many bits a hash is shifted to the right to get the number of an entry."""
        return _HASH_BITS - self._bits

    @property
    def least_shift(self) -> int:
        """`shift` when all entries are in use."""
        return _HASH_BITS - self._most_bits

    def fill(self, native: bool) -> int:
        """How many entries of a thousand are taken, as a sample of them shows."""
        entries = 1 << self._most_bits
        if not native:
            taken = sum(word != 0 and at % self._words == self._words - 1 for at, word in self.memory.python.items())
            return round(1000 * taken / entries)
        step = max(1, entries // _SAMPLE)
        sample = self.memory.native.array[self._words - 1 : entries * self._words : step * self._words]
        return round(1000 * float((sample != 0).mean()))

    def used(self, nodes: int) -> None:
        """Note that a search visited this many nodes."""
        self._nodes += nodes
        while self._nodes > 1 << self._bits and self._bits < self._most_bits:
            self._bits = min(self._bits + 2, self._most_bits)


def check_size(position: Any, size: int, real: bool) -> int:
    """How many entries of a table fit into this many bytes. Raises UsageError if none does."""
    most = 8 * _words_of_entry(position, real)
    if size < most:
        amount = "1 byte is" if size == 1 else f"{size} bytes are"
        raise UsageError(f"{amount} too little for a table: one entry takes {most}")
    return size // most


def _words_of_entry(position: Any, real: bool) -> int:
    return position_words(position) + (2 if real else 1) + 1


def with_table(algorithm: Algorithm, parameters: Mapping[str, Any]) -> Algorithm:
    """The algorithm with a table for its inner nodes. One that has its own table uses this one instead."""
    if not algorithm.tables:
        able = ", ".join(name for name, each in ALGORITHMS.items() if each.tables)
        raise UsageError(f"{algorithm.id} cannot use a table; those that can are {able}")
    for name, choice in algorithm.choice_steps:
        if parameters.get(name) == choice:
            raise UsageError(f"{algorithm.id} cannot use a table with {name}={shown(choice)}: leave one of them out")
    return _with_table(algorithm)


@lru_cache(maxsize=64)
def _with_table(algorithm: Algorithm) -> Algorithm:
    using: dict[Any, Any] = {v.enter: enter_with_table}
    if TABLE in algorithm.parts:
        using |= {open_table: no_table, memory_test: f_alpha_beta}
    return replace(algorithm, parts=(*algorithm.parts, TRANSPOSITIONS), using={**algorithm.using, **using})
