"""Positions as whole numbers: by the game's own hooks, or by the parts that they are made of.

Without hooks each part of a position becomes a digit. How many values a part has is learned on the way: where a
position is met that has no number yet, the listing begins again with more room. In the end every part has exactly the
room that the positions of the game need, whatever the order in which they were met.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.engine import shapes
from halfmove.engine.kept import Kept
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.solving.words import Words

_MOST = 1 << 62  # numbers of a tier


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
        if worth > _MOST:
            raise UsageError(
                f"{self.game.name}: its positions have too many parts, or too large ones, to be numbered; give the "
                "game the hooks rank, unrank and ranks"
            )
        self._worths = [row[2] for row in reversed(rows)]
        flat = [number for row in reversed(rows) for number in row]
        self._digits = Words(np.array(flat or [0], np.int64))
        self.seen = np.array([end for pair in self.ranges for end in pair] or [0], np.int64)
        self.state = {"parts": len(self.ranges)}

    @property
    def memories(self) -> dict[str, Kept]:
        """What a job needs to number positions. Each has its own room for the parts of one."""
        parts = np.zeros(max(1, len(self.ranges)), np.int64)
        return {"digits": self._digits, "part_words": Words(parts), "seen_parts": Words(self.seen)}

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

    def set_ranges(self, ranges: list[list[int]]) -> None:
        self.ranges = [list(pair) for pair in ranges]
        self._set()

    def widen(self) -> None:
        """Make room for all parts that were seen."""
        self.set_ranges(self.seen.reshape(-1, 2).tolist())
