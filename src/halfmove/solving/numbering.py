"""Positions as whole numbers: by the game's own hooks, or by the parts that they are made of.

Without hooks each part of a position becomes a digit. The range of a part is learned while positions are listed. When a
position is found that has no number yet, the listing begins again with larger ranges, twice as large as is known to be
needed. In the end (`renumbering.py`) every part has exactly the range that the positions of the game need, whatever the
order in which they were found.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from halfmove.base.checks import is_whole
from halfmove.conformance.equivalence import unlike
from halfmove.conformance.position import short
from halfmove.engine import PersistentMemory, Words, shapes
from halfmove.errors import UsageError
from halfmove.game import Game

MOST_NUMBERS = 1 << 62  # of a tier
_LEAST, _LAST = -(1 << 63), (1 << 63) - 1  # the smallest and the largest word


class Numbering:
    """How the positions of a game are numbered. Those of a game with hooks have no digits."""

    def __init__(self, game: Game, ranges: list[list[int]] | None = None) -> None:
        self.game = game
        self.by_hooks = game.rank is not None
        self._build = shapes.builder(game.start)
        first = [] if self.by_hooks else [int(each) for each in self._leaves(game.start)]
        self.ranges = [[each, each] for each in first] if ranges is None else ranges
        self._set()

    def _leaves(self, position: Any) -> list[Any]:
        leaves = shapes.leaves_of(shapes.canonical(position), f"{self.game.name}: the position")
        return [shapes.as_bits(each) for each in leaves]

    def _set(self) -> None:
        worth, rows = 1, []
        for low, high in reversed(self.ranges):
            rows.append([low, high - low + 1, worth])
            worth *= high - low + 1
        if worth > MOST_NUMBERS:
            raise UsageError(
                f"{self.game.name}: its positions have too many parts, or too large ones, to be numbered; give the "
                "game the hooks rank, unrank and ranks"
            )
        self.room = MOST_NUMBERS if self.by_hooks else worth  # all numbers are below
        self._worths = [row[2] for row in reversed(rows)]
        flat = [number for row in reversed(rows) for number in row]
        self._digits = Words(np.array(flat or [0], np.int64))
        self.seen = np.array([end for pair in self.ranges for end in pair] or [0], np.int64)
        self.state = {"parts": len(self.ranges)}

    @property
    def memories(self) -> dict[str, PersistentMemory]:
        """The memories with which a job numbers positions."""
        return {"digits": self._digits, "seen_parts": Words(self.seen)}

    def accepts(self, ranges: Any) -> bool:
        """Whether these can be the ranges of this game's positions: a file may be forged."""
        if not isinstance(ranges, list) or len(ranges) != len(self.ranges):
            return False
        for pair in ranges:
            if not isinstance(pair, list) or len(pair) != 2 or not all(map(is_whole, pair)):
                return False
            if not _LEAST <= pair[0] <= pair[1] <= _LAST:
                return False
        if math.prod(high - low + 1 for low, high in ranges) > MOST_NUMBERS:
            return False
        if not self.by_hooks:
            try:
                for corner in zip(*ranges, strict=True):  # the smallest and the largest parts must be possible, too
                    self.game.check_position(self._build(corner))
            except UsageError:
                return False
        return True

    def number(self, position: Any) -> int:
        """The number of a position, or -1."""
        if self.by_hooks:
            return int(self.game.call("rank", position))
        leaves = self._leaves(position)
        if any(not low <= leaf <= high for leaf, (low, high) in zip(leaves, self.ranges, strict=True)):
            return -1
        pairs = zip(leaves, self.ranges, self._worths, strict=True)
        return sum((leaf - low) * worth for leaf, (low, _), worth in pairs)

    def position(self, tier: int, number: int) -> Any:
        """The position with this number."""
        if self.by_hooks:
            return self.game.call("unrank", tier, number)
        words = []
        for (low, _), worth in zip(self.ranges, self._worths, strict=True):
            words.append(low + number // worth)
            number %= worth
        return self._build(words)

    def shared(self, tier: int, number: int, folded: bool) -> str:
        """A sentence about the position with the number of another one: the one with this number, or one after it."""
        game, at = self.game, self.position(tier, number)
        if (place := (game.tier_of(at), self.number(at))) != (tier, number):
            fault = (
                f"a position of tier {tier} has the number {number}, but unrank({tier}, {number}) returns {short(at)}"
            )
            return f"{fault}, which has the number {place[1]} of tier {place[0]}"
        for move in game.legal(at):
            child = game.next(at, move)
            child = game.call("symmetry", child) if folded else child
            tier, number = game.tier_of(child), self.number(child)
            other = self.position(tier, number)
            if how := unlike(game, child, other, lambda _: None):
                fault = f"rank({short(child)}) returns {number}, and unrank({tier}, {number}) returns {short(other)}"
                return f"{fault}, {how}; positions with the same number must be equivalent"
        return f"rank({short(at)}) returns the number of another position, but not each time it is called"

    def set_ranges(self, ranges: list[list[int]]) -> None:
        self.ranges = [list(pair) for pair in ranges]
        self._set()

    def see(self, position: Any) -> None:
        """Widen the ranges so that they contain the parts of a position."""
        for part, leaf in enumerate(map(int, self._leaves(position))):
            self.seen[2 * part] = min(self.seen[2 * part], leaf)
            self.seen[2 * part + 1] = max(self.seen[2 * part + 1], leaf)
        self.set_ranges(self.seen.reshape(-1, 2).tolist())

    def widen(self) -> None:
        """Widen the ranges to all parts that were seen, and by as much again where they had to grow."""
        seen = self.seen.reshape(-1, 2).tolist()
        wide = []
        for (low, high), (first, last) in zip(seen, self.ranges, strict=True):
            more = high - low
            wide.append(
                [max(low - more, _LEAST) if low < first else low, min(high + more, _LAST) if high > last else high]
            )
        try:
            self.set_ranges(wide)
        except UsageError:
            self.set_ranges(seen)

    def digits_of(self, numbers: Any) -> list[Any]:
        """The digits of many numbers, part by part."""
        pairs = zip(self.ranges, self._worths, strict=True)
        return [numbers // worth % (high - low + 1) for (low, high), worth in pairs]

    @property
    def worths(self) -> list[int]:
        """The weight of each digit."""
        return self._worths
