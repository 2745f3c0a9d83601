"""The variance of the number of leaves that alpha-beta evaluates on random trees.

Source      ours; Baudet 1977 has the mean, and asks for more in section 6.
Model       as in `baudet`: T(n, d) with independent leaves of one distribution; K values for the sums.
Formulas    For a node and a window (a, b) let e = E[N], s = E[N^2], and G(x) = E[N; value <= x], for the side to move.
            C(x) is the probability that a child is worth at most x. The best score so far is m with the mass of
            rho(C), so with ' for a child with the window (m, b), and sums over m from a on
                e    = SUM d rho(C(m)) e'(m)
                G(x) = SUM d sigma(C(m), C(x)) G'(m, x),    sigma(u, v) = SUM_i u^(i-1) v^(n-i)
                s    = SUM d rho(C(m)) s'(m) + 2 k
                k    = SUM dT(x) e'(x),   T(x) = SUM d tau(C(m), C(x)) G'(m, x),
                       tau(u, v) = SUM_i u^(i-1) (1 + v + ... + v^(n-1-i))
            k is the mean of N_i N_j over all pairs of children i < j: after child i the best score is at most x.
            The variance is s - e^2 of the root with an open window.
Limit       different leaves are the limit of many values. If the values are spread evenly over the distributions of
            all heights together, the moments are smooth in 1/K and are extrapolated from several K. The mean that comes
            from the same extrapolation must be `expected_leaves`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from halfmove.base.checks import shown
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.theory.baudet import expected_leaves
from halfmove.theory.checks import check_float_size
from halfmove.theory.ladder import Viewpoint, ladder

_MOST_VALUES = 160
_MOST_EXACT = 12
_WIDEST = 256
_POINTS = (16, 20, 24, 32, 40, 48, 64, 80, 96, 112, 128)  # values in the sums that are extrapolated
_LAST = 4  # of these sums that an extrapolation uses
_TOLERANCE = 2e-6  # of the mean


@checked
def leaves_deviation(width: int, depth: int, values: Any = None, *, viewpoint: Viewpoint = "max") -> float:
    """The standard deviation of the number of leaves that alpha-beta evaluates on T(width, depth).

    Parameters
    ----------
    width : int
        The number of children of each inner node, up to 256.
    depth : int
        The depth of the tree in half-moves.
    values : optional
        The distribution of leaf values, as for `trees.uniform`, with up to 160 values. None, or real numbers, means
        that all leaves are different.
    viewpoint : {"max", "mover"}
        The side for which greater values are better: "max", the side to move at the root; or "mover", the side to move
        at the leaf, as in Baudet 1977.

    Returns
    -------
    float
        The standard deviation; to about four digits if all leaves are different.

    Raises
    ------
    UsageError
        If the tree is too large for this accuracy.

    Examples
    --------
    >>> round(leaves_deviation(2, 3), 4), round(leaves_deviation(3, 4, 0.5), 4)
    (1.0011, 5.6075)
    """
    check_float_size(width, depth)
    if width > _WIDEST:
        raise UsageError(f"{shown(width)} children are too many for this formula: use at most {_WIDEST}")
    rungs = ladder(values, depth, viewpoint)
    if width == 1 or depth <= 1:
        return 0.0
    if rungs is None:
        return _continuous(width, depth)
    if len(rungs) - 1 > _MOST_VALUES:
        raise UsageError(f"{len(rungs) - 1} different leaf values are too many here: use at most {_MOST_VALUES}")
    mean, square = _moments(width, depth, np.array([float(rung) for rung in rungs]))
    return math.sqrt(max(0.0, float(square - mean * mean)))


@checked
def leaves_variance_exact(width: int, depth: int, values: Any, *, viewpoint: Viewpoint = "max") -> Fraction:
    """The variance of the number of leaves as a fraction, if leaves have a few values.

    Parameters
    ----------
    width : int
        The number of children of each inner node, up to 256.
    depth : int
        The depth of the tree in half-moves.
    values
        The distribution of leaf values, as for `trees.uniform`, with up to 12 values.
    viewpoint : {"max", "mover"}
        The side for which greater values are better: "max", the side to move at the root; or "mover", the side to move
        at the leaf, as in Baudet 1977.

    Returns
    -------
    Fraction

    Examples
    --------
    >>> str(leaves_variance_exact(2, 2, 0.5))
    '15/64'
    """
    check_float_size(width, depth)
    rungs = ladder(values, depth, viewpoint)
    if rungs is None or len(rungs) - 1 > _MOST_EXACT or width**depth > 10_000:
        raise UsageError(f"exact variances need at most {_MOST_EXACT} different leaf values and 10,000 leaves")
    mean, square = _moments(width, depth, np.array([Fraction(rung) for rung in rungs], dtype=object))
    return Fraction(square - mean * mean)


def _moments(width: int, depth: int, rungs: Any) -> tuple[Any, Any]:
    """E[N] and E[N^2] for a ladder of probabilities, best values first.

    Bounds are numbers of values, from 0 to K: `a` is how many are at most alpha, `b` how many are below beta.
    """
    top = len(rungs) - 1
    one = rungs[-1]
    at_most = one - rungs[::-1]  # by x: the chance that a leaf is among the x worst values
    shape = (top + 1, top + 1)
    e, s = np.full(shape, one), np.full(shape, one)
    g = np.broadcast_to(at_most, (*shape, top + 1))  # by a, b and x
    a, b = np.indices(shape)
    low, high, x = np.indices((*shape, top + 1))
    inside = (low <= x) & (x <= high)
    upper = a <= b
    for _ in range(depth):
        # The child's window is the negated one: its a is K - b, its b is K - a.
        e_child, s_child = e[::-1, ::-1].T, s[::-1, ::-1].T
        g_child = np.where(inside, e_child[:, :, None] - g[::-1, ::-1, ::-1].transpose(1, 0, 2), 0 * one)
        c = one - at_most[::-1]
        rho, sigma, tau = _sums(width, c, one)
        e = np.where(upper, _from_first(rho[:, None], np.where(upper, e_child, 0 * one)), 0 * one)
        s = np.where(upper, _from_first(rho[:, None], np.where(upper, s_child, 0 * one)), 0 * one)
        g = np.where(inside, _from_first(sigma[:, None, :], g_child), 0 * one)
        t = np.where(inside, _from_first(tau[:, None, :], g_child), 0 * one)
        steps = t - np.concatenate([0 * t[:, :, :1], t[:, :, :-1]], axis=2)
        s = s + 2 * np.where(inside, steps * e_child.T[None, :, :], 0 * one).sum(axis=2)
        at_most = c**width
    return e[0, top], s[0, top]


def _sums(width: int, c: Any, one: Any) -> tuple[Any, Any, Any]:
    """rho(c), and sigma and tau by the place of their first and second argument."""
    powers = [np.full(len(c), one)]
    for _ in range(width):
        powers.append(powers[-1] * c)
    rho, sigma, tau = 0 * c, 0 * np.outer(c, c), 0 * np.outer(c, c)
    partial = [0 * c]
    for power in powers[:-1]:
        rho = rho + power
        partial.append(rho)
    for i in range(1, width + 1):
        sigma = sigma + np.outer(powers[i - 1], powers[width - i])
        tau = tau + np.outer(powers[i - 1], partial[width - i])
    return rho, sigma, tau


def _from_first(weight: Any, values: Any) -> Any:
    """By a: weight(a) values(a) + the sum of (weight(m) - weight(m-1)) values(m) over m > a."""
    weight = np.broadcast_to(weight, values.shape)
    steps = (weight[1:] - weight[:-1]) * values[1:]
    after = np.concatenate([np.cumsum(steps[::-1], axis=0)[::-1], 0 * values[:1]], axis=0)
    return weight * values + after


@lru_cache(maxsize=64)
def _continuous(width: int, depth: int) -> float:
    """Extrapolated from more and more values, until mean and deviation settle."""
    exact = expected_leaves(width, depth)
    found: list[tuple[float, float]] = []
    before = None
    for count in _POINTS:
        mean, square = _moments(width, depth, _spread(width, depth, count))
        found.append((float(mean), float(square)))
        if len(found) < _LAST:
            continue
        points = [1 / k for k in _POINTS[len(found) - _LAST : len(found)]]
        mean, square = (_at_zero(points, column) for column in zip(*found[-_LAST:], strict=True))
        deviation = math.sqrt(max(0.0, square - mean * mean))
        settled = before is not None and abs(deviation - before) <= 50 * _TOLERANCE * deviation
        if settled and abs(mean - exact) <= _TOLERANCE * exact:
            return deviation
        before = deviation
    raise UsageError(
        f"T({width},{depth}) is too large for the deviation of different leaves: give a few values instead"
    )


def _spread(width: int, depth: int, count: int) -> Any:
    """Rungs that are spread evenly over the distributions of the values of all heights together."""
    wanted = np.arange(1, count) / count
    low, high = np.zeros(count - 1), np.ones(count - 1)
    for _ in range(80):
        middle = (low + high) / 2
        z, total = middle, 0 * middle
        for height in range(depth + 1):
            # The value of a node, the best of all elder siblings, and the logarithm of their mass.
            mass = sum(z**i for i in range(width))
            for share in (z, (mass - 1) / (width - 1), np.log(mass) / math.log(width)):
                total = total + (1 - share if height % 2 else share)
            z = 1 - z**width
        below = total / (3 * depth + 3) < wanted
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return np.concatenate([[0.0], (low + high) / 2, [1.0]])


def _at_zero(x: Sequence[float], y: Sequence[float]) -> float:
    """The value at 0 of the polynomial through these points."""
    table = list(y)
    for step in range(1, len(x)):
        for i in range(len(x) - step):
            table[i] = (x[i] * table[i + 1] - x[i + step] * table[i]) / (x[i] - x[i + step])
    return table[0]
