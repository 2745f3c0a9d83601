"""The memory of a player's table: how many entries fit into it, and how many of them are in use.

Few entries are in use at first, because a small table is quicker to reach. There are four times as many as soon as a
search has visited more nodes than there are entries.
"""

from __future__ import annotations

from halfmove.engine.interpreted import position_words
from halfmove.engine.kept import Kept
from halfmove.errors import UsageError
from halfmove.game import Game

_FIRST_BITS = 15
_HASH_BITS = 63  # of `position_hash`


class Table:
    """Entries for positions of one game, whole scores or real ones."""

    def __init__(self, game: Game, size: int, real: bool) -> None:
        words = position_words(game.start) + (2 if real else 1) + 1
        entries = size // (8 * words)
        if entries < 1:
            raise UsageError(f"memory={size} is too little: one entry of the table takes {8 * words} bytes")
        self._most_bits = entries.bit_length() - 1
        self._bits = min(_FIRST_BITS, self._most_bits)
        self._nodes = 0
        self.memory = Kept(words << self._most_bits)

    @property
    def shift(self) -> int:
        """How many bits of a hash are left out to have the number of an entry."""
        return _HASH_BITS - self._bits

    @property
    def least_shift(self) -> int:
        """`shift` when all entries are in use."""
        return _HASH_BITS - self._most_bits

    def used(self, nodes: int) -> None:
        """A search visited so many nodes."""
        self._nodes += nodes
        while self._nodes > 1 << self._bits and self._bits < self._most_bits:
            self._bits = min(self._bits + 2, self._most_bits)
