"""The mean number of leaves of alpha-beta on trees whose leaves are sums of branch values, up to three half-moves deep.

Source      Newborn 1977 analyses alpha-beta for branch-dependent scores and depths 2 and 3. The sums here are ours, for
            branch values that are whole numbers with equal chances. The family is `trees.incremental`.
Formulas    A MIN child i with the branch value b has the value V = b + (the least of what is below it). It is entered
            for its j-th branch if no earlier branch has pushed it to the best elder sibling or below:
                depth 2   b + min of j-1 branch values                        > max of V over the elder siblings
                depth 3   b + min of U over j-1 branches, U = b' + max of w   > max of V over the elder siblings
            At depth 3 the k-th leaf of branch j is evaluated if b' + (max of k-1 branch values) is below the least U of
            the branches before. All of these are independent, so the chances are sums over distributions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.base.checks import is_whole, shown, whole
from halfmove.base.gate import checked
from halfmove.errors import UsageError

_DEEPEST = 3
_WIDEST = 1000
_MOST_STEPS = 500_000_000  # products that are summed up


@checked
def expected_leaves_incremental(width: int, depth: int, values: Any = (-100, 100)) -> float:
    """The mean number of leaves that alpha-beta evaluates where leaves are sums of branch values.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves, at most 3.
    values : pair of int
        The lowest and the highest branch value, as for `trees.incremental`; whole numbers only.

    Returns
    -------
    float
        The mean.

    Raises
    ------
    UsageError
        If the tree is deeper or the branch values are real numbers: no formula is known for them.

    Examples
    --------
    >>> [round(expected_leaves_incremental(8, depth), 2) for depth in (1, 2, 3)]
    [8.0, 32.76, 168.45]
    """
    whole("width", width, 1, _WIDEST)
    whole("depth", depth, 0, _DEEPEST)
    pair = tuple(values) if isinstance(values, tuple | list) else ()
    if len(pair) != 2 or not all(map(is_whole, pair)) or pair[0] > pair[1]:
        raise UsageError(f"values={shown(values)} must be a pair (low, high) of whole numbers")
    count = int(pair[1]) - int(pair[0]) + 1
    if width * count**2 > _MOST_STEPS:
        raise UsageError(f"{shown(count)} branch values are too many for this formula with {width} children")
    if depth < 2:
        return float(width**depth)
    return _two(width, count) if depth == 2 else _three(width, count)


def _two(width: int, count: int) -> float:
    branch = np.full(count, 1 / count)
    elder = np.cumsum(np.convolve(branch, _least(branch, width)))
    younger = _open_chances(width, elder)
    total = 2.0 * width - 1  # the first child, and the first leaf of every other
    for seen in range(1, width):
        total += float(np.convolve(branch, _least(branch, seen)) @ younger)
    return total


def _three(width: int, count: int) -> float:
    branch = np.full(count, 1 / count)
    upper = np.convolve(branch, _most(branch, width))  # U of one branch
    elder = np.cumsum(np.convolve(branch, _least(upper, width)))
    # For each value of the least U before: how many leaves a branch has, and the chance that it is entered at all.
    leaves = np.ones(len(upper))
    for seen in range(1, width):
        leaves[1:] += np.cumsum(np.convolve(branch, _most(branch, seen)))[:-1]
    younger = _open_chances(width, elder)
    entered = np.convolve(branch[::-1], younger)[count - 1 : count - 1 + len(upper)]
    total = float(width * width)  # the first branch of every child
    for seen in range(1, width):
        total += float((_least(upper, seen) * leaves) @ (1 + entered))
    return total


def _open_chances(width: int, elder: np.ndarray) -> np.ndarray:
    """For each sum x, over all children but the first: the chances that all their elder siblings are below x.

    elder   the chance of at most x for each x from 0 on
    """
    below = np.concatenate(([0.0], elder[:-1]))
    total, power = np.zeros(len(below)), np.ones(len(below))
    for _ in range(1, width):
        power = power * below
        total += power
    return total


def _least(chances: np.ndarray, count: int) -> np.ndarray:
    """The distribution of the least of several."""
    at_least: np.ndarray = np.concatenate((np.cumsum(chances[::-1])[::-1], [0.0])) ** count
    return np.asarray(at_least[:-1] - at_least[1:])


def _most(chances: np.ndarray, count: int) -> np.ndarray:
    """The distribution of the greatest of several."""
    at_most: np.ndarray = np.concatenate(([0.0], np.cumsum(chances))) ** count
    return np.asarray(at_most[1:] - at_most[:-1])
