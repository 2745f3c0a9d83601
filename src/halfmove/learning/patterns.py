"""Which cells are read together: patterns that grow along what belongs together."""

from __future__ import annotations

import math
import random

import numpy as np

from halfmove.evaluations.shape import MOST_STATES, Cell

_NOISE = 0.5


def grown(
    matrix: np.ndarray, cells: tuple[Cell, ...], count: int, size: int, states: int, seed: int
) -> list[tuple[int, ...]]:
    """Patterns that begin at each cell in turn, and grow by cells that belong to those they have."""
    chance = random.Random(seed)
    bases = np.array([cell.base for cell in cells])
    strength = matrix + 1e-12
    found: list[tuple[int, ...]] = []
    known: set[tuple[int, ...]] = set()
    order: list[int] = []
    for _ in range(50 * count):
        if len(found) == count:
            break
        if not order:
            order = list(range(len(cells)))
            chance.shuffle(order)
        pattern = [order.pop()]
        product = int(bases[pattern[0]])
        while len(pattern) < size:
            score = strength[pattern].sum(0)
            score[pattern] = 0
            score[bases * product > min(states, MOST_STATES)] = 0
            if score.max() <= 0:
                break
            noise = np.array([-math.log(-math.log(chance.random() or 0.5)) for _ in cells])
            with np.errstate(divide="ignore"):
                chosen = int(np.argmax(np.log(score) + noise * _NOISE))
            pattern.append(chosen)
            product *= int(bases[chosen])
        made = tuple(sorted(pattern))
        if made not in known:
            known.add(made)
            found.append(made)
    return found
