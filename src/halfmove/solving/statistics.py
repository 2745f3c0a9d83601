"""Statistics of a database."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from halfmove.errors import GameError
from halfmove.parts.worth import HOLE, distance_in, value_in
from halfmove.solving.tiers import Tier

if TYPE_CHECKING:
    from halfmove.solving.database import Database


class TierStatistics(NamedTuple):
    """Counts of the positions of one tier, for the side to move. `longest` is the distance of the farthest win."""

    tier: int
    positions: int
    won: int
    lost: int
    drawn: int
    longest: int | None


class Statistics(NamedTuple):
    """Counts of positions, for the side to move.

    values     how many positions have each value
    longest    the distance of the farthest win; None if no position is won
    farthest   a position with that distance
    entropy    the average number of bits of a value and distance in the best code that their counts allow
    tiers      the same counts for each tier
    """

    positions: int
    won: int
    lost: int
    drawn: int
    values: dict[Any, int]
    longest: int | None
    farthest: Any
    entropy: float
    bytes: int
    tiers: tuple[TierStatistics, ...]


def statistics_of(database: Database) -> Statistics:
    counted = {tier: _counts(tier) for tier in database.tiers.values()}
    counts: dict[int, int] = {}
    for each in counted.values():
        for worth, count in each.items():
            counts[worth] = counts.get(worth, 0) + count
    total, won, lost, drawn, longest = _summed(counts)
    values: dict[Any, int] = {}
    for worth, count in sorted(counts.items()):
        score = database.score(value_in(worth))
        values[score] = values.get(score, 0) + count
    farthest = None
    if longest is not None:
        wins = {worth for worth in counts if value_in(worth) > 0 and distance_in(worth) == longest}
        farthest = _first(database, wins)
    entropy = sum(-n / total * math.log2(n / total) for n in counts.values()) if total else 0.0
    tiers = sorted(TierStatistics(tier.tier, *_summed(each)) for tier, each in counted.items())
    return Statistics(total, won, lost, drawn, values, longest, farthest, entropy, database.bytes, tuple(tiers))


def _counts(tier: Tier) -> dict[int, int]:
    """How many positions of a tier have each worth."""
    codes = tier.codes.view(f"u{tier.bits // 8}")[: tier.count]
    found = np.bincount(codes, minlength=len(tier.book)).tolist()
    return {worth: count for worth, count in zip(tier.book.tolist(), found, strict=True) if count and worth != HOLE}


def _summed(counts: dict[int, int]) -> tuple[int, int, int, int, int | None]:
    """The numbers of all, won, lost and drawn positions, and the distance of the farthest win."""
    signs = {1: 0, -1: 0, 0: 0}
    for worth, count in counts.items():
        value = value_in(worth)
        signs[(value > 0) - (value < 0)] += count
    longest = max((distance_in(worth) for worth in counts if value_in(worth) > 0), default=None)
    return sum(counts.values()), signs[1], signs[-1], signs[0], longest


def _first(database: Database, worths: Iterable[int]) -> Any:
    """The first position that has one of these worths."""
    for tier in database.tiers.values():
        codes = np.flatnonzero(np.isin(tier.book, list(worths)))
        if len(codes):
            places = np.flatnonzero(np.isin(tier.codes.view(f"u{tier.bits // 8}")[: tier.count], codes))
            if len(places):
                return database.position_at(tier, int(places[0]))
    raise GameError(f"{database!r} has no such position")
