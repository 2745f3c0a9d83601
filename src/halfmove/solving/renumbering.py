"""Renumber positions with as few numbers as possible. While they are listed, parts have larger ranges.

`numbering.py` explains the ranges.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.solving.crew import Crew
from halfmove.solving.numbering import Numbering
from halfmove.solving.tiers import Tier, packed_tier

_AT_ONCE = 1 << 16


def tightened(crew: Crew, tiers: list[Tier]) -> list[Tier]:
    """The tiers, renumbered so that each part of a position has exactly the range that it needs. Their order stays."""
    numbering = crew.numbering
    if numbering.by_hooks:
        return tiers
    ends = np.array([_ends(numbering, tier.numbers(crew)) for tier in tiers])
    least, most = ends[:, 0].min(axis=0), ends[:, 1].max(axis=0)
    lows = [low for low, _ in numbering.ranges]
    exact = [[low + first, low + last] for low, first, last in zip(lows, least.tolist(), most.tolist(), strict=True)]
    if exact == numbering.ranges:
        return tiers
    tight = Numbering(crew.game, exact)
    made = []
    for place, tier in enumerate(tiers):
        numbers = tier.numbers(crew)
        for part in _parts(numbers):
            digits = zip(numbering.digits_of(part), least.tolist(), tight.worths, strict=True)
            part[:] = sum((each - first) * worth for each, first, worth in digits)
        made.append(packed_tier(crew, tier.tier, numbers, tier.inside, tier.after))
        tiers[place] = made[-1]  # so that not all of them are in memory twice
    crew.numbering = tight
    return made


def _parts(numbers: Any) -> list[Any]:
    """Views of an array, in parts that need little memory to work on."""
    return [numbers[begin : begin + _AT_ONCE] for begin in range(0, len(numbers), _AT_ONCE)]


def _ends(numbering: Numbering, numbers: Any) -> tuple[list[int], list[int]]:
    """The smallest and the largest digits of numbers."""
    least, most = [], []
    for part in _parts(numbers):
        digits = numbering.digits_of(part)
        least.append([int(each.min()) for each in digits])
        most.append([int(each.max()) for each in digits])
    return np.min(least, axis=0).tolist(), np.max(most, axis=0).tolist()
