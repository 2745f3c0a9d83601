"""The mean number of leaves that alpha-beta evaluates, with deep cut-offs.

Source      Baudet 1977. The tree is T(n, d); its leaves are independent and have the same distribution.
Formulas    z_j        probability that a leaf is at least the j-th best value for the side to move there; z_0 = 0
            phi_0 = z, phi_i+1 = 1 - phi_i^n;  rho(x) = 1 + x + ... + x^(n-1)
            R(z)       product of rho(phi_i(z)) over even i < d;   S(z) over odd i < d
            (3.11)     N = n^floor(d/2) + SUM_j [R(z_j) - R(z_j-1)] S(z_j)
            (3.13)     N = n^ceil(d/2) + n^floor(d/2) - 1 + (R(p) - 1)(S(p) - 1)      two values
            (4.6)      N = n^floor(d/2) + INTEGRAL_0^1 S(t) dR(t)                     all leaves different
            nodes      the sum of N over all depths, with the distribution of the values backed up to that depth
Departures  the side to move at the leaf is MIN when d is odd. Here values are those of MAX, unless viewpoint="mover" is
            given. In (3.6) the index of phi is the height of the node, not its depth.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from typing import Any

from halfmove.base.checks import is_finite, shown
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.theory import polynomial
from halfmove.theory.checks import check_float_size, check_size
from halfmove.theory.ladder import Viewpoint, check_viewpoint, decimals, digits, geometric, ladder
from halfmove.theory.slagle_dixon import minimum_leaves

_EXACT = 2048  # leaves of the largest tree for which polynomials are computed


@checked
def expected_leaves(width: int, depth: int, values: Any = None, *, viewpoint: Viewpoint = "max") -> float:
    """The mean number of leaves that alpha-beta evaluates on T(width, depth).

    Different leaves are the worst case over all distributions.

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
        The mean, to about twelve digits.

    Examples
    --------
    >>> round(expected_leaves(2, 3), 3), round(expected_leaves(8, 4), 2), round(expected_leaves(8, 4, (0, 127)), 2)
    (6.848, 987.67, 949.04)
    >>> f"{expected_leaves(64, 30):.6e}"
    '9.008935e+39'
    """
    check_float_size(width, depth)
    rungs = ladder(values, depth, viewpoint)
    if rungs is None:
        return _continuous(width, depth)[-1]
    with localcontext() as context:
        context.prec = digits(width, depth)
        return float(_sum(width, depth, decimals(rungs), Decimal(1)))


@checked
def expected_leaves_exact(width: int, depth: int, values: Any = None, *, viewpoint: Viewpoint = "max") -> Fraction:
    """`expected_leaves` as a fraction, from polynomials with whole coefficients.

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
    Fraction
        The mean.

    Raises
    ------
    UsageError
        If the tree has more than 2048 leaves.

    Examples
    --------
    >>> expected_leaves_exact(2, 3), expected_leaves_exact(2, 2, 0.5)
    (Fraction(719, 105), Fraction(27, 8))
    """
    check_size(width, depth)
    if width**depth > _EXACT:
        raise UsageError(f"T({shown(width)},{shown(depth)}) is too large for exact fractions: at most {_EXACT} leaves")
    rungs = ladder(values, depth, viewpoint)
    if rungs is None:
        even, odd = polynomial.products(width, depth)
        area = polynomial.integral(polynomial.times(polynomial.derivative(even), odd))
        return Fraction(width ** (depth // 2)) + area
    return Fraction(_sum(width, depth, rungs, Fraction(1)))


@checked
def expected_leaves_bivalued(width: int, depth: int, chance: float, *, viewpoint: Viewpoint = "max") -> float:
    """The mean number of leaves that alpha-beta evaluates if leaves are 1 or 0; formula (3.13).

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    chance : float
        The probability of a 1.
    viewpoint : {"max", "mover"}
        The side for which greater values are better: "max", the side to move at the root; or "mover", the side to move
        at the leaf, as in Baudet 1977.

    Returns
    -------
    float
        The mean.

    Examples
    --------
    >>> round(expected_leaves_bivalued(3, 4, 0.5), 6) == round(expected_leaves(3, 4, {1: 0.5, 0: 0.5}), 6)
    True
    >>> expected_leaves_bivalued(24, 4, 0.0), expected_leaves_bivalued(24, 4, 1.0)
    (1151.0, 1151.0)
    """
    check_float_size(width, depth)
    check_viewpoint(viewpoint)
    if not is_finite(chance) or not 0 <= chance <= 1:
        raise UsageError(f"the chance of a 1 must lie between 0 and 1, not {shown(chance)}")
    share = 1 - Fraction(chance) if viewpoint == "max" and depth % 2 else Fraction(chance)
    with localcontext() as context:
        context.prec = digits(width, depth)
        even, odd = _products(width, depth, decimals((share,))[0], Decimal(1))
        return float(minimum_leaves(width, depth) + (even - 1) * (odd - 1))


@checked
def expected_nodes(width: int, depth: int, values: Any = None, *, viewpoint: Viewpoint = "max") -> float:
    """The mean number of nodes that alpha-beta enters, root and leaves included (section 3.2).

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
    >>> round(expected_nodes(2, 3), 3)  # 1 + 2 + 3.667 + 6.848
    13.514
    """
    check_float_size(width, depth)
    return sum(expected_nodes_by_depth(width, depth, values, viewpoint=viewpoint))


@checked
def expected_nodes_by_depth(
    width: int, depth: int, values: Any = None, *, viewpoint: Viewpoint = "max"
) -> tuple[float, ...]:
    """The mean number of nodes that alpha-beta enters at each depth.

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
    tuple of float
        The means at depth 0, 1, ..., depth.

    Examples
    --------
    >>> [round(n, 3) for n in expected_nodes_by_depth(2, 3)]
    [1.0, 2.0, 3.667, 6.848]
    """
    check_float_size(width, depth)
    rungs = ladder(values, depth, viewpoint)
    if rungs is None:
        return _continuous(width, depth)
    if depth == 0:
        return (1.0,)
    means = [1.0]
    with localcontext() as context:
        context.prec = digits(width, depth)
        one, heights = Decimal(1), [decimals(rungs)]
        while len(heights) < depth:
            heights.append([1 - step**width for step in heights[-1]])
        # One level down, even levels become odd, and the other side is to move: its ladder is reversed.
        even, odd = [one] * len(rungs), [one] * len(rungs)
        for level, steps in enumerate(reversed(heights), 1):
            even, odd = [x * geometric(width, step) for x, step in zip(odd, steps, strict=True)], even
            order = slice(None) if (depth - level) % 2 == 0 else slice(None, None, -1)
            means.append(float(_sum_of(width ** (level // 2) * one, even[order], odd[order])))
    return tuple(means)


@lru_cache(maxsize=256)
def _continuous(width: int, depth: int) -> tuple[float, ...]:
    """Formula (4.6) for the depths 0 .. depth."""
    if width == 1 or depth <= 1:
        return tuple(float(width**level) for level in range(depth + 1))
    import numpy as np

    from halfmove.theory.quantiles import converged, grid

    def all_depths(panels: int) -> tuple[float, ...]:
        here = grid(width, depth, panels)
        products, change = [np.ones(1), np.ones(1)], np.zeros(1)  # R, S and d(log R)
        means = [1.0]
        for height in range(depth):
            rho, _, step = here.at(height)
            products[height % 2] = products[height % 2] * rho
            if height % 2 == 0:
                change = change + step / rho
            area = float((products[0] * products[1] * change).sum())
            means.append(float(width ** ((height + 1) // 2)) + area)
        return tuple(means)

    return converged(all_depths, f"T({width},{depth})")


def _sum(width: int, depth: int, rungs: Sequence[Any], one: Any) -> Any:
    """Formula (3.11)."""
    points = [_products(width, depth, rung, one) for rung in rungs]
    return _sum_of(one * width ** (depth // 2), [even for even, _ in points], [odd for _, odd in points])


def _sum_of(first: Any, even: Sequence[Any], odd: Sequence[Any]) -> Any:
    """Formula (3.11) from R and S at the rungs."""
    total = first
    for j in range(1, len(even)):
        total += (even[j] - even[j - 1]) * odd[j]
    return total


def _products(width: int, depth: int, rung: Any, one: Any) -> tuple[Any, Any]:
    """R and S at one rung."""
    products = [one, one]
    for height in range(depth):
        products[height % 2] *= geometric(width, rung)
        rung = 1 - rung**width
    return products[0], products[1]
