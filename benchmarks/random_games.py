"""Openings of random games, for benchmarks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import halfmove as hm


def random_lines(game: hm.Game, lengths: range, seed: int) -> Iterator[tuple[list[Any], Any]]:
    """Yield moves from the start and the position after them, without end. Games that are over are left out."""
    chance = random.Random(seed)
    while True:
        at, line = game.start, []
        for _ in range(chance.choice(lengths) if len(lengths) > 1 else lengths[0]):
            if game.outcome(at)[0]:
                break
            line.append(chance.choice(game.legal(at)))
            at = game.next(at, line[-1])
        if not game.outcome(at)[0]:
            yield line, at
