"""Numerical integration over the quantile of a leaf, for trees of any size.

With continuous leaves every quantity of the theory is a function of one variable t in [0, 1], the probability that a
leaf is better than a bound. The probability for a node of height j is z_j(t): z_0 = t, z_j+1 = 1 - z_j^n. These are
polynomials of degree n^j. They are flat except for a jump at their common fixed point xi (xi^n + xi = 1). The jump soon
becomes so steep that no quadrature in t, and no t in double precision, can resolve it. So [0, 1] is cut at the
preimages of two points, which approach xi from both sides, and each piece is described by z_2k for the k that spreads
it over the same interval. Going *down* from z_2k to t is contracting, hence stable; going up from it leads quickly to 0
or 1, where everything is flat. Every piece is then smooth, and Gauss-Legendre panels integrate it to twelve digits.

In wide trees 1 - xi is about ln(n)/n: everything happens near 1, on all scales from 1/2 down to 1/n. So all numbers are
stored with their complements, and the logarithm of the complement spreads the pieces next to xi. The value of z_j on a
piece depends only on j - 2k, so one chain of heights serves all pieces of a side.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfmove.errors import UsageError

Array = NDArray[np.float64]
Point = tuple[Any, Any]  # a number between 0 and 1, and its complement
_NODES = 24  # of a panel
_TERMS = 22  # of a series that falls like 1/k!


@dataclass(frozen=True)
class Chain:
    """Values on some panels for the heights first, first + 1, ...; arrays are indexed [height, panel, node].

    rho       1 + z + ... + z^(n-1), where z is z_height
    slope     the derivative of rho by the panel's own variable, -1 .. 1
    log       the logarithm of z
    change    the derivative of that logarithm
    """

    first: int
    rho: Array
    slope: Array
    log: Array
    change: Array


@dataclass(frozen=True)
class Grid:
    """Panels that cover [0, 1] from left to right. The inner panels of a side are the same at every second height."""

    last: int  # the k of the pieces next to xi
    left: Chain
    near_left: Chain
    near_right: Chain
    right: Chain
    start: Chain
    end: Chain

    def at(self, height: int) -> tuple[Array, Array, Array]:
        """rho, its slope, and its steps (slope times weight: sum(f * step) integrates f d(rho)), as [panel, node]."""
        rho, slope = self._row("rho", height), self._row("slope", height)
        return rho, slope, slope * _legendre()[1]

    def logarithm(self, height: int) -> tuple[Array, Array]:
        """log z and its steps: sum(f * step) integrates f d(log z)."""
        return self._row("log", height), self._row("change", height) * _legendre()[1]

    def _row(self, name: str, height: int) -> Array:
        def one(chain: Chain) -> Array:
            values: Array = getattr(chain, name)[height - chain.first]
            return values

        def side(chain: Chain) -> Array:
            """For k = last .. 0, the rows height - 2k."""
            low = height - 2 * self.last - chain.first
            values: Array = getattr(chain, name)[low : low + 2 * self.last + 1 : 2]
            return values

        left = side(self.left)[::-1].reshape(-1, _NODES)
        right = side(self.right).reshape(-1, _NODES)
        return np.concatenate(
            [one(self.start), left, one(self.near_left), one(self.near_right), right, one(self.end)], axis=0
        )


def fixed_point(width: int) -> tuple[float, float]:
    """The root xi of x^width + x = 1 in (0, 1), and 1 - xi.

    1 - xi = c solves n log(1 - c) = log(c). One side falls and the other rises: bisection in log(c) loses no digits.
    """
    if width == 1:
        return 0.5, 0.5
    low, high = -math.log(width) - 1, -1e-9
    while True:
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if width * math.log1p(-math.exp(middle)) > middle:
            low = middle
        else:
            high = middle
    return -math.expm1(middle), math.exp(middle)


@lru_cache(maxsize=4)
def grid(width: int, heights: int, panels: int) -> Grid:
    """The grid for the heights 0 .. heights-1 of a tree of this width (at least 2), with this many panels per piece."""
    xi = fixed_point(width)
    last = max(0, (heights - 1) // 2)
    left, right = (xi[0] / 2, 1 - xi[0] / 2), (1 - xi[1] / 2, xi[1] / 2)
    with np.errstate(all="ignore"):  # 0 and 1 are reached by underflow, as intended
        near_left, near_right = _down(_down(left, width), width), _down(_down(right, width), width)
        return Grid(
            last,
            left=_chain(width, -2 * last, heights, _graded(left, near_left, panels)),
            near_left=_shifted(_chain(width, -2 * last, heights - 2 * last, _graded(near_left, xi, panels)), last),
            near_right=_shifted(_chain(width, -2 * last, heights - 2 * last, _graded(xi, near_right, panels)), last),
            right=_chain(width, -2 * last, heights, _graded(near_right, right, panels)),
            start=_chain(width, 0, heights, _even(0.0, float(left[0]), panels, False)),
            end=_chain(width, 0, heights, _even(float(right[1]), 0.0, panels, True)),
        )


def _shifted(chain: Chain, k: int) -> Chain:
    """The same chain for a piece that is described by z_2k."""
    return replace(chain, first=chain.first + 2 * k)


def _even(start: float, end: float, panels: int, complement: bool) -> tuple[Array, Array, Array]:
    """z, its complement and its derivative on panels of equal length, in z or in its complement."""
    at, half = _panels(start, end, panels)
    return (1 - at, at, -half) if complement else (at, 1 - at, half)


def _graded(start: Point, end: Point, panels: int) -> tuple[Array, Array, Array]:
    """z, its complement and its derivative on panels of equal length in the logarithm of the complement."""
    at, half = _panels(float(np.log(start[1])), float(np.log(end[1])), panels)
    return -np.expm1(at), np.exp(at), -np.exp(at) * half


def _panels(start: float, end: float, panels: int) -> tuple[Array, Array]:
    edges = np.linspace(start, end, panels + 1)
    half = (edges[1:] - edges[:-1])[:, None] / 2
    at: Array = (edges[1:] + edges[:-1])[:, None] / 2 + half * _legendre()[0]
    return at, np.broadcast_to(half, at.shape)


def _chain(n: int, first: int, end: int, piece: tuple[Array, Array, Array]) -> Chain:
    """The chain of the heights first .. end - 1, from z at height 0."""
    heights = {0: piece}
    for height in range(0, first, -1):
        z, c, dz = heights[height]
        below = _down((z, c), n)
        heights[height - 1] = (*below, -dz * below[0] / (n * c))
    for height in range(end - 1):
        z, c, dz = heights[height]
        heights[height + 1] = (*_up((z, c), n), -n * np.exp((n - 1) * _log(z, c)) * dz)
    points = [heights[height] for height in range(first, end)]
    rows = [(*_rho(z, c, n), dz) for z, c, dz in points]
    return Chain(
        first,
        np.array([rho for rho, _, _ in rows]),
        np.array([slope * dz for _, slope, dz in rows]),
        np.array([_log(z, c) for z, c, _ in points]),
        np.array([np.where(z > 0, dz / np.where(z > 0, z, 1), 0) for z, _, dz in points]),
    )


def _log(z: Any, c: Any) -> Any:
    return np.where(c < 0.5, np.log1p(-c), np.log(z))


def _up(point: Point, n: int) -> Point:
    """From a node to its parent: z -> 1 - z^n, with the complement."""
    logarithm = float(n) * _log(*point)
    return -np.expm1(logarithm), np.exp(logarithm)


def _down(point: Point, n: int) -> Point:
    """From a node to its children: z -> (1 - z)^(1/n), with the complement."""
    z, c = point
    logarithm = _log(c, z) / float(n)
    return np.exp(logarithm), -np.expm1(logarithm)


def _rho(z: Array, c: Array, n: int) -> tuple[Array, Array]:
    """1 + z + ... + z^(n-1) and its derivative: (1 - z^n) / c, or a series for small c, where that loses digits."""
    logarithm = _log(z, c)
    total = -np.expm1(n * logarithm) / c
    slope = (total - n * np.exp((n - 1) * logarithm)) / c
    # SUM_k binom(n, k) (-c)^(k-1), by k from 1 on, and its derivative by z
    near, near_slope, term = 0 * c, 0 * c, n + 0 * c
    for k in range(1, min(n, _TERMS) + 1):
        near = near + term
        if k < n:
            term = -term * ((n - k) / (k + 1)) * c
    term = n * ((n - 1) / 2) + 0 * c
    for k in range(2, min(n, _TERMS) + 1):
        near_slope = near_slope + (k - 1) * term
        term = -term * ((n - k) / (k + 1)) * c
    small = n * c < 1
    return np.where(small, near, total), np.where(small, near_slope, slope)


@lru_cache(maxsize=1)
def _legendre() -> tuple[Array, Array]:
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    return nodes, weights


@lru_cache(maxsize=1)
def cumulative() -> Array:
    """The matrix that turns values at the nodes of a panel into integrals from its left end to each node."""
    nodes, weights = _legendre()
    legendre = np.polynomial.legendre.legvander(nodes, _NODES)
    order = np.arange(_NODES)
    integral = np.empty((_NODES, _NODES))
    integral[:, 0] = nodes + 1
    integral[:, 1:] = (legendre[:, 2:] - legendre[:, : _NODES - 1]) / (2 * order[1:] + 1)
    coefficients = ((2 * order + 1) / 2)[:, None] * (legendre[:, :_NODES].T * weights)
    matrix: Array = integral @ coefficients
    return matrix


def converged(
    compute: Callable[[int], tuple[float, ...]], tree: str, tolerance: float = 1e-12, panels: int = 2, most: int = 256
) -> tuple[float, ...]:
    """Call compute(panels) with more and more panels, until its numbers no longer change."""
    before = compute(panels)
    while panels < most:
        panels *= 2
        now = compute(panels)
        if all(abs(x - y) <= tolerance * abs(x) for x, y in zip(now, before, strict=True)):
            return now
        before = now
    raise UsageError(f"{tree} is too wide for the numerical integration of this formula: use at most 1e12 children")
