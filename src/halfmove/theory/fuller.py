"""The formula of Fuller, Gaschnig and Gillogly for the leaves of alpha-beta, held against the exact expectation.

Source      Fuller, Gaschnig & Gillogly 1973, as Baudet 1977 quotes it in section 5.1: c(d) n^(0.72 d + 0.277), a fit to
            simulations of small trees, n + d <= 12, with 1 <= c(d) <= 2.
Formulas    c(n, d) = N(n, d) / n^(0.72 d + 0.277), N being `expected_leaves` with all leaves different
            fit     the a, b and c(d) that make SUM [log N - log c(d) - (a d + b) log n]^2 least
Departures  the scan shows 0.277 added to the power. In the exponent c stays between 1 and 2 as it is said to; added, it
            goes up to 2.67.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from halfmove.base.checks import whole
from halfmove.base.gate import checked
from halfmove.theory.baudet import expected_leaves, expected_nodes_by_depth
from halfmove.theory.checks import check_float_size

BY_DEPTH, CONSTANT, LARGEST = 0.72, 0.277, 12  # as printed
_MOST = 60  # of n + d


@dataclass(frozen=True)
class LeafFit:
    """A fit c(d) n^(by_depth d + constant); `scales` are c(1), c(2), ..."""

    by_depth: float
    constant: float
    scales: tuple[float, ...]


@checked
def fuller_scale(width: int, depth: int) -> float:
    """c: how many times n^(0.72 d + 0.277) leaves alpha-beta evaluates on the average.

    >>> round(fuller_scale(2, 1), 3), round(fuller_scale(2, 10), 3), round(fuller_scale(32, 4), 3)
    (1.002, 1.775, 1.387)
    """
    check_float_size(width, depth)
    return scale(width, depth, expected_leaves(width, depth))


@checked
def fuller_range(largest: int = LARGEST) -> tuple[float, float]:
    """The least and the greatest c over all widths from 2 and depths from 1 with width + depth <= largest.

    >>> [round(scale, 2) for scale in fuller_range()]
    [1.0, 1.77]
    """
    scales = [scale(*size, leaves) for size, leaves in leaves_of_all(largest).items()]
    return min(scales), max(scales)


@checked
def fuller_fit(largest: int = LARGEST) -> LeafFit:
    """The same formula fitted to the exact expectations, over the same trees.

    >>> fit = fuller_fit()
    >>> round(fit.by_depth, 3), round(fit.constant, 3), round(min(fit.scales), 2), round(max(fit.scales), 2)
    (0.723, 0.279, 1.0, 1.74)
    """
    sizes = leaves_of_all(largest)
    depths = sorted({depth for _, depth in sizes})
    rows = [[depth * math.log(n), math.log(n), *(float(depth == d) for d in depths)] for n, depth in sizes]
    leaves = [math.log(each) for each in sizes.values()]
    found = np.linalg.lstsq(np.array(rows), np.array(leaves), rcond=None)[0]
    return LeafFit(float(found[0]), float(found[1]), tuple(float(scale) for scale in np.exp(found[2:])))


def leaves_of_all(largest: int) -> dict[tuple[int, int], float]:
    """The expected leaves of all trees with width + depth <= largest, by width and depth; the flattest come first."""
    whole("largest", largest, 4, _MOST)
    # Alpha-beta enters as many nodes of a depth as leaves of a tree that ends there, if all leaves are different.
    of_width = {n: expected_nodes_by_depth(n, largest - n) for n in range(2, largest)}
    return {(n, d): of_width[n][d] for d in range(1, largest - 1) for n in range(2, largest - d + 1)}


def scale(width: int, depth: int, leaves: float) -> float:
    """c, if there are so many leaves."""
    return math.exp(math.log(leaves) - (BY_DEPTH * depth + CONSTANT) * math.log(width))
