"""Alpha-beta without deep cut-offs: its expected leaves, and a bound on its branching factor.

Source      Knuth & Moore 1975; the probabilities of Baudet 1977, lemmas 3.2 and 3.3, summed for shallow cut-offs only.
Formulas    Let c_i be the best value of the elder siblings of the ancestor of height i (-infinity for a first child). A
            leaf is evaluated if c_i + c_i+1 < 0 for every two neighbouring levels; full alpha-beta requires it for any
            even and any odd level. Summed over all leaves, the c_i are independent with the cumulated masses
            rho(phi_i). So the number of leaves is an integral over a chain of levels:
                H_1(t) = rho(phi_0(t)),  H_i+1(t) = mass of H_i over all c_i that leave the next level open.
            For d <= 3 there are no deep cut-offs and the numbers are those of alpha-beta; for d = 2 they are
                SUM_ij p_ij,  p_ij = 1 / binom(i-1 + (j-1)/n, i-1).
            The largest eigenvalue of the matrix sqrt(p_ij) bounds the branching factor from above.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal, localcontext
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from halfmove.base.checks import whole
from halfmove.base.gate import checked
from halfmove.theory.checks import check_float_size
from halfmove.theory.ladder import Viewpoint, decimals, digits, geometric, ladder

MOST_CHILDREN = 100_000  # children for which the bound on the branching factor is computed
_POINTS = 32  # of a polynomial
_BLOCK = 1 << 14  # rows that are in memory at the same time


@checked
def expected_leaves_shallow(width: int, depth: int, values: Any = None, *, viewpoint: Viewpoint = "max") -> float:
    """The mean number of leaves that alpha-beta without deep cut-offs evaluates on T(width, depth).

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    values : optional
        The distribution of leaf values, as for `trees.uniform`. None, or real numbers, means that all leaves are
        different.
    viewpoint : {"max", "mover"}
        The side for which greater values are better: "max", the side to move at the root; or "mover", the side to move
        at the leaf, as in Baudet 1977.

    Returns
    -------
    float
        The mean.

    Examples
    --------
    >>> round(expected_leaves_shallow(2, 3), 3), round(expected_leaves_shallow(3, 6), 2)
    (6.848, 337.36)
    """
    check_float_size(width, depth)
    rungs = ladder(values, depth, viewpoint)
    if rungs is None:
        return _continuous(width, depth)
    with localcontext() as context:
        context.prec = digits(width, depth)
        return float(_chain(width, depth, decimals(rungs), Decimal(1)))


def _chain(width: int, depth: int, rungs: Sequence[Any], one: Any) -> Any:
    """The chain for discrete values: the rung of an even level must be below those of its two neighbours."""
    # open_mass[j] is the mass of all levels so far that leaves rung j of the next level open.
    open_mass: list[Any] = [one] * len(rungs)
    z = list(rungs)
    for height in range(depth):
        masses = [geometric(width, x) for x in z]
        if height % 2 == 0:
            # Rung 0 is "no bound yet", of mass 1; a child of the next level at rung m is open to all rungs below m.
            steps = [one, *(b - a for a, b in pairwise(masses))]
            total, next_mass = 0 * one, []
            for step, weight in zip(steps, open_mass, strict=True):
                total += step * weight
                next_mass.append(total)
        else:
            # Rungs 1 .. K, and K+1 for "no bound yet"; rung j of the next level is open to all rungs above j.
            steps = [*(a - b for a, b in pairwise(masses)), one]
            total, next_mass = 0 * one, []
            for step, weight in zip(reversed(steps), reversed(open_mass), strict=True):
                total += step * weight
                next_mass.append(total)
            next_mass.reverse()
        open_mass = next_mass
        z = [one - x**width for x in z]
    return open_mass[0] if depth % 2 == 0 else open_mass[-1]


@lru_cache(maxsize=64)
def _continuous(width: int, depth: int) -> float:
    if width == 1 or depth <= 1:
        return float(width**depth)
    from halfmove.theory.quantiles import converged, cumulative, grid

    def leaves(panels: int) -> tuple[float, ...]:
        here, inner = grid(width, depth, panels), cumulative()
        mass, ends = np.ones(1), (1.0, 1.0)  # H at the nodes, and at t = 0 and t = 1
        for height in range(depth):
            _, slope, step = here.at(height)
            inside = (mass * slope) @ inner.T  # from the left end of the panel
            panel = (mass * step).sum(axis=1)
            if height % 2 == 0:
                total = ends[0] + np.cumsum(panel)
                mass, ends = (total - panel)[:, None] + inside, (ends[0], float(total[-1]))
            else:  # rho falls with t, so the mass above t counts
                total = ends[1] - np.cumsum(panel[::-1])[::-1]
                mass, ends = total[:, None] + inside, (float(total[0]), ends[1])
        return (ends[1] if depth % 2 else ends[0],)

    return converged(leaves, f"T({width},{depth})")[0]


@checked
def visit_chance(width: int, i: int, j: int) -> float:
    """p_ij: the probability that the j-th child of the i-th child of a root is visited, if all leaves are different.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    i : int
        The place of the child, from 1.
    j : int
        The place of the grandchild, from 1.

    Returns
    -------
    float

    Examples
    --------
    >>> visit_chance(2, 1, 2), round(visit_chance(2, 2, 2), 4)
    (1.0, 0.6667)
    """
    whole("width", width, 1)
    whole("i", i, 1, width)
    whole("j", j, 1, width)
    share = (j - 1) / width
    return math.exp(math.lgamma(i) + math.lgamma(1 + share) - math.lgamma(i + share))


@checked
def shallow_bound(width: int) -> float:
    """The largest eigenvalue of sqrt(p_ij): an upper bound on the branching factor of alpha-beta.

    It holds without deep cut-offs, and so also with them.

    As a function of j, sqrt(p_ij) is smooth: to all digits it is a polynomial L of its values A at a few points. So the
    matrix is A L, and it has the eigenvalues of the small matrix L A.

    Parameters
    ----------
    width : int
        The number of children of each inner node, up to 100,000.

    Returns
    -------
    float

    Examples
    --------
    >>> round(shallow_bound(25), 3), round(shallow_bound(100_000), 1)
    (15.748, 20850.6)
    """
    whole("width", width, 1, MOST_CHILDREN)
    if width == 1:
        return 1.0
    points = (1 - np.cos((2 * np.arange(_POINTS) + 1) * np.pi / (2 * _POINTS))) / 2  # Chebyshev's, for (j-1)/n
    small, logarithm = np.zeros((_POINTS, _POINTS)), np.zeros(_POINTS)
    for start in range(0, width, _BLOCK):
        i = np.arange(start, min(start + _BLOCK, width))
        steps = np.log1p(points / np.maximum(i, 1)[:, None])
        steps[i == 0] = 0
        total = logarithm + np.cumsum(steps, axis=0)  # log(1 / p), by i
        small += _lagrange(i / width, points).T @ np.exp(-total / 2)
        logarithm = total[-1]
    return float(np.linalg.eigvals(small).real.max())


def _lagrange(x: Any, points: Any) -> Any:
    """The polynomials that are 1 at one of Chebyshev's points and 0 at the others, as [x, point]."""
    order = np.arange(len(points))
    basis = np.cos(order * np.arccos(np.clip(1 - 2 * x, -1, 1))[:, None])
    at_points = np.cos(order * np.arccos(1 - 2 * points)[:, None])
    weights = np.where(order == 0, 1, 2) / len(points)
    return basis @ (at_points * weights).T
