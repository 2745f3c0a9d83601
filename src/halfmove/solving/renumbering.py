"""Numbers in as little room as they need. While positions are listed, their parts have more (`numbering.py`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.solving.crew import Crew
from halfmove.solving.numbering import Numbering
from halfmove.solving.tiers import Tier, packed_tier


def tightened(crew: Crew, tiers: list[Tier]) -> list[Tier]:
    """The tiers with numbers in which each part has exactly the room that it needs. Their order stays as it is."""
    numbering = crew.numbering
    if numbering.by_hooks:
        return tiers
    ends = np.array([_ends(numbering.digits_of(tier.numbers(crew))) for tier in tiers])
    least, most = ends[:, 0].min(axis=0), ends[:, 1].max(axis=0)
    lows = [low for low, _ in numbering.ranges]
    exact = [[low + first, low + last] for low, first, last in zip(lows, least.tolist(), most.tolist(), strict=True)]
    if exact == numbering.ranges:
        return tiers
    tight = Numbering(crew.game, exact)
    made = []
    for tier in tiers:
        numbers = np.zeros(tier.count, np.int64)
        parts = zip(numbering.digits_of(tier.numbers(crew)), least.tolist(), tight.worths, strict=True)
        for digits, first, worth in parts:
            numbers += (digits - first) * worth
        made.append(packed_tier(crew, tier.tier, numbers, tier.inside, tier.after))
    crew.numbering = tight
    return made


def _ends(digits: list[Any]) -> tuple[list[int], list[int]]:
    return [int(each.min()) for each in digits], [int(each.max()) for each in digits]
