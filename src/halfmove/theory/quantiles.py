"""Numerical integration over the quantile of a leaf, for trees of any size.

With continuous leaves every quantity of the theory is a function of one variable t in [0, 1], the chance that a leaf
is better than a bound. The chance for a node of height j is z_j(t): z_0 = t, z_j+1 = 1 - z_j^n. These are polynomials
of degree n^j, flat but for a jump at their common fixed point xi (xi^n + xi = 1), which soon becomes so steep that no
quadrature in t, and no t in double precision, can see it. So [0, 1] is cut at the preimages of two points, which close
in on xi from both sides, and each piece is described by z_2k for the k that spreads it over the same interval. Going
*down* from z_2k to t is contracting, hence stable; going up from it leads quickly to 0 or 1, where all is flat. Every
piece is then smooth, and Gauss-Legendre panels integrate it to twelve digits. Numbers near 1 are kept with their
complements.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
_NODES = 24  # of a panel


@dataclass(frozen=True)
class Grid:
    """Panels that cover [0, 1] from left to right; arrays are indexed [height, panel, node].

    rho       1 + z + ... + z^(n-1), z being z_height
    step      the change of rho along the panel, times the weight of the node: sum(f * step) integrates f d(rho)
    slope     the same without the weight: the derivative of rho by the panel's own variable, -1 .. 1
    """

    rho: Array
    step: Array
    slope: Array


def fixed_point(width: int) -> float:
    """The root xi of x^width + x = 1 in (0, 1)."""
    low, high = 0.0, 1.0
    while True:
        middle = (low + high) / 2
        if not low < middle < high:
            return middle
        if middle**width + middle < 1:
            low = middle
        else:
            high = middle


@lru_cache(maxsize=8)
def grid(width: int, heights: int, panels: int) -> Grid:
    """The grid for the heights 0 .. heights-1 of a tree of this width (from 2 on), with so many panels a piece."""
    xi = fixed_point(width)
    last = max(0, (heights - 1) // 2)
    left, right = xi / 2, (1 - xi) / 2  # as z, and as the complement of z
    near_left = float(_down(*_down(np.float64(left), np.float64(1 - left), width), width)[0])
    near_right = float(_down(*_down(np.float64(1 - right), np.float64(right), width), width)[1])
    # (k, from, to, whether they are complements), in the order of t
    pieces = [(0, 0.0, left, False), (0, left, near_left, False)]
    pieces += [(k, left, near_left, False) for k in range(1, last + 1)]
    pieces += [(last, near_left, xi, False), (last, 1 - xi, near_right, True)]
    pieces += [(k, near_right, right, True) for k in range(last, 0, -1)]
    pieces += [(0, near_right, right, True), (0, right, 0.0, True)]
    with np.errstate(all="ignore"):  # 0 and 1 are reached by underflow, and meant
        parts = [_piece(width, heights, panels, *piece) for piece in pieces]
    rho = np.concatenate([part[0] for part in parts], axis=1)
    slope = np.concatenate([part[1] for part in parts], axis=1)
    return Grid(rho, slope * _legendre()[1], slope)


def _piece(
    width: int, heights: int, panels: int, k: int, start: float, end: float, complement: bool
) -> tuple[Array, Array]:
    edges = np.linspace(start, end, panels + 1)
    half = (edges[1:] - edges[:-1])[:, None] / 2
    at = (edges[1:] + edges[:-1])[:, None] / 2 + half * _legendre()[0]
    z, c = (1 - at, at) if complement else (at, 1 - at)
    dz = np.broadcast_to(-half if complement else half, z.shape)
    chain = {2 * k: (z, c, dz)}
    for height in range(2 * k, 0, -1):
        z, c, dz = chain[height]
        z, c = _down(z, c, width)
        chain[height - 1] = (z, c, -dz / _powers(z, width)[2])
    for height in range(2 * k, heights - 1):
        z, c, dz = chain[height]
        chain[height + 1] = (*_up(z, c, width), -_powers(z, width)[2] * dz)
    rho, slope = [], []
    for height in range(heights):
        z, _, dz = chain[height]
        value, derivative, _ = _powers(z, width)
        rho.append(value)
        slope.append(derivative * dz)
    return np.array(rho), np.array(slope)


def _up(z: Any, c: Any, n: int) -> tuple[Any, Any]:
    """From a node to its parent: z -> 1 - z^n, with the complement."""
    logarithm = n * np.where(c < 0.5, np.log1p(-c), np.log(z))
    return -np.expm1(logarithm), np.exp(logarithm)


def _down(z: Any, c: Any, n: int) -> tuple[Any, Any]:
    """From a node to its sons: z -> (1 - z)^(1/n), with the complement."""
    logarithm = np.where(z < 0.5, np.log1p(-z), np.log(c)) / n
    return np.exp(logarithm), -np.expm1(logarithm)


def _powers(z: Any, n: int) -> tuple[Any, Any, Any]:
    """1 + z + ... + z^(n-1), its derivative, and the derivative of z^n: by doubling, with no subtraction anywhere."""
    total, slope, power, power_slope = 1.0 + 0 * z, 0 * z, z, 1.0 + 0 * z
    for bit in f"{n:b}"[1:]:
        slope = slope * (1 + power) + total * power_slope
        total = total * (1 + power)
        power, power_slope = power * power, 2 * power * power_slope
        if bit == "1":
            total, slope = total + power, slope + power_slope
            power, power_slope = power * z, power + z * power_slope
    return total, slope, power_slope


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
    compute: Callable[[int], tuple[float, ...]], tolerance: float = 1e-12, panels: int = 2, most: int = 64
) -> tuple[float, ...]:
    """compute(panels) for more and more panels, until its numbers do not change any more."""
    before = compute(panels)
    while panels < most:
        panels *= 2
        now = compute(panels)
        if all(abs(x - y) <= tolerance * abs(x) for x, y in zip(now, before, strict=True)):
            return now
        before = now
    return before
