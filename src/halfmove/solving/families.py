"""Families of positions: tiers that are solved with all their numbers, even those that cannot be reached."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from halfmove.errors import GameError, UsageError
from halfmove.game import Game
from halfmove.solving.crew import Crew
from halfmove.solving.estimate import numbers_in
from halfmove.solving.kernels import jobs
from halfmove.solving.tiers import Tier

_SAMPLE = 200  # positions of a tier that are examined to guess where its moves lead
_CHUNK = 1 << 16


def family_direction(game: Game, tiers: tuple[int, ...]) -> int:
    """1 if moves lead to higher tiers, -1 if they lead to lower ones, 0 if all examined moves stay in their tier.

    If it is 0, other moves may still lead to other tiers, and a solve will notice (`Unsolved` in `settling.py`). Raises
    GameError if moves lead both ways.
    """
    rises = falls = False
    chance = random.Random(1)
    for tier in tiers:
        count = numbers_in(game, tier)
        if count <= 0:
            raise UsageError(f"{game.name} has no positions in tier {tier}")
        for _ in range(min(_SAMPLE, count)):
            number = int(chance.random() * count)
            at = game.call("unrank", tier, number)
            if game.call("rank", at) != number or game.tier_of(at) != tier or game.outcome(at)[0]:
                continue
            for move in game.legal(at):
                other = game.tier_of(game.next(at, move))
                rises, falls = rises or other > tier, falls or other < tier
                if rises and falls:
                    raise GameError(both_ways(game, tier, other))
    return int(rises) - int(falls)


def both_ways(game: Game, tier: int, other: int) -> str:
    """The sentence for a game in which moves lead to higher and to lower tiers, as this one from `tier` to `other`."""
    return (
        f"{game.name}: some moves lead to higher tiers and others to lower ones, as from {tier} to {other}; `tier` "
        "must always change in the same direction"
    )


def count_numbers(crew: Crew, tier: Tier, report: Callable[[int, int], None]) -> Any:
    """Count the positions of a tier, and return the scores of those in which the game is over."""
    crew.expect(tier.count)
    bounds = [(begin, min(begin + _CHUNK, tier.count)) for begin in range(0, tier.count, _CHUNK)]

    def work(bound: tuple[int, int]) -> tuple[int, list[Any]]:
        return count_part(crew, tier.tier, *bound)

    remote = crew.remote if crew.remote is not None and crew.remote.pays(tier.count) else None
    answers = crew.do_all(bounds, work) if remote is None else remote.count(tier.tier, bounds)
    tier.size = 0
    scores = [np.zeros(0, np.float64 if crew.real else np.int64)]
    for (_, end), (size, found) in zip(bounds, answers, strict=True):
        tier.size += size
        scores += found
        report(end, tier.count)
    return np.unique(np.concatenate(scores))


def count_part(crew: Crew, tier: int, begin: int, end: int) -> tuple[int, list[Any]]:
    """The number of positions among these numbers of a tier, and the scores of those that are over."""
    size, found = 0, []
    while begin < end:
        scores = np.empty(end - begin, np.float64 if crew.real else np.int64)
        state = {"begin": begin, "end": end, "tier": tier, "room": len(scores)}
        done = crew.do(jobs.COUNT_NUMBERS, state, worths=scores)
        begin = done["done"]
        size += done["filled"]
        found.append(np.unique(scores[: done["ended"]]))
    return size, found
