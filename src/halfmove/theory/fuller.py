"""The formula of Fuller, Gaschnig and Gillogly for the leaves of alpha-beta, compared with the exact expectation.

Source      Fuller, Gaschnig & Gillogly 1973, as Baudet 1977 quotes it in section 5.1: c(d) n^(0.72 d + 0.277), a fit to
            simulations of small trees, n + d <= 12, with 1 <= c(d) <= 2.
Formulas    c(n, d) = N(n, d) / n^(0.72 d + 0.277), where N is `expected_leaves` with all leaves different
            fit     the a, b and c(d) that minimise SUM [log N - log c(d) - (a d + b) log n]^2
Departures  the scan shows 0.277 added to the power. With 0.277 in the exponent, c is between 1 and 2 as the text says;
            added to the power, c would reach 2.67.
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
_MOST = 60  # the largest n + d


@dataclass(frozen=True)
class LeafFit:
    """A fit c(d) n^(by_depth d + constant); `scales` are c(1), c(2), ..."""

    by_depth: float
    constant: float
    scales: tuple[float, ...]


@checked
def fuller_scale(width: int, depth: int) -> float:
    """c: the mean number of leaves of alpha-beta, divided by n^(0.72 d + 0.277).

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.

    Returns
    -------
    float

    Examples
    --------
    >>> round(fuller_scale(2, 1), 3), round(fuller_scale(2, 10), 3), round(fuller_scale(32, 4), 3)
    (1.002, 1.775, 1.387)
    """
    check_float_size(width, depth)
    return scale(width, depth, expected_leaves(width, depth))


@checked
def fuller_range(largest: int = LARGEST) -> tuple[float, float]:
    """The least and the greatest c over all widths from 2 and depths from 1 with width + depth <= largest.

    Parameters
    ----------
    largest : int
        The largest width + depth.

    Returns
    -------
    tuple of float
        (least, greatest)

    Examples
    --------
    >>> [round(scale, 2) for scale in fuller_range()]
    [1.0, 1.77]
    """
    scales = [scale(*size, leaves) for size, leaves in leaves_of_all(largest).items()]
    return min(scales), max(scales)


@checked
def fuller_fit(largest: int = LARGEST) -> LeafFit:
    """Fit the formula to the exact expectations of the same trees.

    Parameters
    ----------
    largest : int
        The largest width + depth.

    Returns
    -------
    LeafFit

    Examples
    --------
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
    """The expected leaves of all trees with width + depth <= largest, by width and depth; the lowest trees first."""
    whole("largest", largest, 4, _MOST)
    # If all leaves are different, alpha-beta enters as many nodes of a depth as leaves of a tree of that depth.
    of_width = {n: expected_nodes_by_depth(n, largest - n) for n in range(2, largest)}
    return {(n, d): of_width[n][d] for d in range(1, largest - 1) for n in range(2, largest - d + 1)}


def scale(width: int, depth: int, leaves: float) -> float:
    """c for this number of leaves."""
    return math.exp(math.log(leaves) - (BY_DEPTH * depth + CONSTANT) * math.log(width))
