"""Which cells are read together: patterns that cover what belongs together, every cell about as often as any other.

A pattern begins with the cell that was covered least so far, and grows by the cell that covers most of what belongs to
its cells. What other patterns cover already counts half, for each of them. So patterns are compact, they overlap, and
together they reach the whole position. Nothing here is random.
"""

from __future__ import annotations

import numpy as np

from halfmove.evaluations.shape import MOST_PATTERNS, MOST_STATES, Cell

_ROUNDS = 30  # of scaling
_EVENLY = 0.02  # of what belongs to a cell is spread evenly over all others


def covering(
    matrix: np.ndarray, cells: tuple[Cell, ...], times: float, size: int, states: int
) -> list[tuple[int, ...]]:
    """Patterns that cover each cell about so many times, of up to `size` cells and `states` weights each.

    They are sorted by what they read: neighbours read the same, which makes their code fast.
    """
    bases = np.array([cell.base for cell in cells])
    worth = _balanced(matrix)
    covered = np.zeros(len(cells))
    found: list[tuple[int, ...]] = []
    while covered.sum() < times * len(cells) and len(found) < MOST_PATTERNS:
        pattern = _grown(worth, covered, bases, size, min(states, MOST_STATES))
        made = tuple(sorted(pattern))
        if made in found:
            break  # the position has no more
        found.append(made)
        covered[pattern] += 1
        worth[np.ix_(pattern, pattern)] /= 2
    return sorted(found)


def _balanced(matrix: np.ndarray) -> np.ndarray:
    """The matrix with rows and columns that all have the sum 1."""
    count = len(matrix)
    worth = matrix + _EVENLY * max(float(matrix.sum()), 1e-9) / count**2
    np.fill_diagonal(worth, 0.0)
    for _ in range(_ROUNDS):
        sums = np.sqrt(np.maximum(worth.sum(0), 1e-12))
        worth = worth / np.outer(sums, sums)
    return worth


def _grown(worth: np.ndarray, covered: np.ndarray, bases: np.ndarray, size: int, states: int) -> list[int]:
    """The cells of one more pattern."""
    pattern = [int(np.argmin(covered - 1e-6 * worth.sum(0)))]
    product = int(bases[pattern[0]])
    while len(pattern) < min(size, len(bases)):
        gain = worth[pattern].sum(0)
        gain[pattern] = -1.0
        gain[bases * product > states] = -1.0
        chosen = int(np.argmax(gain))
        if gain[chosen] < 0:
            break
        pattern.append(chosen)
        product *= int(bases[chosen])
    return pattern
