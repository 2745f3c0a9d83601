"""The probability that alpha-beta visits a node of a random tree, and the distribution of its backed-up value.

Source      Baudet 1977, sections 2.2 and 3.1. The tree is T(n, d); its leaves are independent and have the same
            distribution.
Formulas    J = j_1 ... j_k    a node of depth k; its ancestor of depth k - i, or J itself, has j_k-i - 1 elder siblings
            phi_i              probability that a sibling i levels above J is at least a value, for the side to move
                               there: phi_i+1 = 1 - phi_i^n
            E, O               products of phi_i^(j_k-i - 1) over the even and the odd i < k
            (3.10)  pi(J) = E(0) O(0) + SUM_m [E(z_m) - E(z_m-1)] O(z_m)      z_m: of the values, best first
                          = E(0) O(0) + INTEGRAL_0^1 O(t) dE(t)               all leaves different
            (3.1)   P(v >= x) = 1 - (1 - q)^n at a MAX node, q^n at a MIN node, where q is that of its children
Departures  the paper has the probabilities of a value and of its negative. Here one ladder of values serves both: that
            of the values at the height of J. Values are those of MAX, unless viewpoint="mover" is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from halfmove.base.checks import is_finite, shown, whole
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.theory import polynomial
from halfmove.theory.checks import check_float_size
from halfmove.theory.ladder import Viewpoint, chances, decimals, digits, is_continuous, ladder
from halfmove.theory.quantiles import converged, grid

MOST_LEAVES = 1 << 16  # of the largest tree for which the probabilities of all leaves are returned
_EXACT = 1024  # leaves of the largest tree for which polynomials are computed


@checked
def visit_probability(width: int, depth: int, node: str, values: Any = None, *, viewpoint: Viewpoint = "max") -> float:
    """The probability that alpha-beta visits a node of T(width, depth); (3.9) and (3.10).

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    node : str
        The Dewey name of the node; "0" is the root.
    values : optional
        The distribution of leaf values, as for `trees.uniform`. None, or real numbers, means that all leaves are
        different.
    viewpoint : {"max", "mover"}
        The side for which greater values are better: "max", the side to move at the root; or "mover", the side to move
        at the leaf, as in Baudet 1977.

    Returns
    -------
    float
        The probability.

    Examples
    --------
    >>> [round(visit_probability(2, 2, leaf), 4) for leaf in ("1.1", "1.2", "2.1", "2.2")]
    [1.0, 1.0, 1.0, 0.6667]
    >>> round(visit_probability(2, 4, "2.2.2.2"), 4), visit_probability(2, 4, "2.2", 0.5)
    (0.3289, 0.353759765625)
    """
    check_float_size(width, depth)
    path = _path(width, depth, node)
    rungs = ladder(values, depth, viewpoint)
    elder = [number - 1 for number in reversed(path)]
    if not any(elder[::2]) or not any(elder[1::2]):
        return 1.0
    if rungs is None:
        # With different leaves the nodes of any height are independent and different: J is a leaf of T(width, k).
        return _continuous(width, tuple(elder))
    with localcontext() as context:
        context.prec = digits(width, depth)
        return float(_sum(width, depth - len(path), elder, decimals(rungs)))


@checked
def visit_probability_exact(
    width: int, depth: int, node: str, values: Any = None, *, viewpoint: Viewpoint = "max"
) -> Fraction:
    """`visit_probability` as a fraction.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    node : str
        The Dewey name of the node; "0" is the root.
    values : optional
        The distribution of leaf values, as for `trees.uniform`. None, or real numbers, means that all leaves are
        different.
    viewpoint : {"max", "mover"}
        The side for which greater values are better: "max", the side to move at the root; or "mover", the side to move
        at the leaf, as in Baudet 1977.

    Returns
    -------
    Fraction
        The probability.

    Raises
    ------
    UsageError
        If the tree has more than 1024 leaves.

    Examples
    --------
    >>> [str(visit_probability_exact(2, 3, leaf)) for leaf in ("1.2.2", "2.1.2", "2.2.1", "2.2.2")]
    ['2/3', '1', '2/3', '18/35']
    """
    check_float_size(width, depth)
    path = _path(width, depth, node)
    if width**depth > _EXACT:
        raise UsageError(f"T({shown(width)},{shown(depth)}) is too large for exact fractions: at most {_EXACT} leaves")
    rungs = ladder(values, depth, viewpoint)
    elder = [number - 1 for number in reversed(path)]
    if rungs is not None:
        return Fraction(_sum(width, depth - len(path), elder, list(rungs)))
    even, odd = _polynomials(width, elder)
    first = even[0] * odd[0]
    return first + polynomial.integral(polynomial.times(polynomial.derivative(even), odd))


@checked
def visit_probabilities(
    width: int, depth: int, values: Any = None, *, viewpoint: Viewpoint = "max"
) -> tuple[float, ...]:
    """The probabilities that alpha-beta visits the leaves of T(width, depth).

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
        The probabilities from left to right. Their sum is `expected_leaves`.

    Examples
    --------
    >>> [round(chance, 3) for chance in visit_probabilities(2, 3)]
    [1.0, 1.0, 1.0, 0.667, 1.0, 1.0, 0.667, 0.514]
    """
    check_float_size(width, depth)
    if width**depth > MOST_LEAVES:
        raise UsageError(
            f"T({shown(width)},{shown(depth)}) has {shown(width**depth)} leaves: use a tree of at most {MOST_LEAVES:,}"
        )
    rungs = ladder(values, depth, viewpoint)
    if width == 1 or depth <= 1:
        return (1.0,) * int(width**depth)
    if rungs is None:
        return _all_continuous(width, depth)
    z = np.array([float(rung) for rung in rungs])
    chance = [z]
    while len(chance) < depth:
        chance.append(1 - chance[-1] ** width)
    even, odd = (_powers(width, [chance[i] for i in range(start, depth, 2)]) for start in (0, 1))
    table = even[:, :1] * odd[:, 0] + np.diff(even, axis=1) @ odd[:, 1:].T
    return _in_order(width, depth, table)


@checked
def backed_up_chance(width: int, depth: int, chance: float, *, at: int = 0) -> float:
    """The probability that the value of a node of T(width, depth) is at least some value.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    chance : float
        The probability that a leaf is at least the value.
    at : int
        The depth of the node.

    Returns
    -------
    float
        The probability for a node of depth `at`.

    Examples
    --------
    >>> backed_up_chance(2, 2, 0.5), backed_up_chance(2, 2, 0.5, at=1)
    (0.4375, 0.25)
    """
    check_float_size(width, depth)
    whole("at", at, 0, depth)
    if not is_finite(chance) or not 0 <= chance <= 1:
        raise UsageError(f"the chance of a leaf must lie between 0 and 1, not {shown(chance)}")
    with localcontext() as context:
        context.prec = digits(width, depth)
        return float(_backed_up(width, depth, at, Fraction(chance))[-1])


@checked
def backed_up_distribution(width: int, depth: int, values: Any, *, at: int = 0) -> dict[int | float, float]:
    """The distribution of the values that minimax backs up to a node of T(width, depth); (3.1).

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    values
        The distribution of leaf values, as for `trees.uniform`, except for real numbers.
    at : int
        The depth of the node.

    Returns
    -------
    dict
        The probability of each value, the largest value first.

    Examples
    --------
    >>> backed_up_distribution(2, 2, {0: 0.5, 1: 0.25, 7: 0.25}, at=1)
    {7: 0.0625, 1: 0.1875, 0: 0.75}
    """
    check_float_size(width, depth)
    whole("at", at, 0, depth)
    return distributions(width, depth, values, at)[-1]


def distributions(width: int, depth: int, values: Any, at: int = 0) -> list[dict[int | float, float]]:
    """`backed_up_distribution` for all depths, from the leaves up to `at`."""
    if is_continuous(values):
        raise UsageError("single values of real leaves have no probabilities: use backed_up_chance")
    ladder(values, depth)  # raises an error if something is wrong with the values
    of = sorted(chances(values).items(), reverse=True)
    every = sum(chance for _, chance in of)
    found: list[dict[int | float, float]] = [{} for _ in range(depth - at + 1)]
    with localcontext() as context:
        context.prec = digits(width, depth)
        total, before = Fraction(0), [Decimal(0)] * len(found)
        for value, chance in of:
            total += chance
            reached = _backed_up(width, depth, at, total / every)
            for level, low, high in zip(found, before, reached, strict=True):
                level[value] = float(high - low)
            before = reached
    return found


def _backed_up(width: int, depth: int, at: int, chance: Fraction) -> list[Decimal]:
    """The probabilities that nodes are at least a value, from the leaves up to depth `at`."""
    found = decimals((chance,))
    for level in range(depth - 1, at - 1, -1):
        q = found[-1]
        found.append(q**width if level % 2 else 1 - (1 - q) ** width)
    return found


def _path(width: int, depth: int, node: str) -> list[int]:
    parts = [] if node.strip() == "0" else node.strip().split(".")
    if len(parts) > depth or not all(
        part.isascii() and part.isdigit() and len(part) < 19 and part[0] != "0" and int(part) <= width for part in parts
    ):
        raise UsageError(
            f"there is no node {shown(node)} in T({shown(width)},{shown(depth)}): a name has up to {shown(depth)} "
            f"numbers from 1 to {shown(width)} with dots between them, or is 0 for the root"
        )
    return [int(part) for part in parts]


def _sum(width: int, height: int, elder: Sequence[int], rungs: Sequence[Any]) -> Any:
    """Formula (3.10) for a node of this height; `elder` counts the elder siblings 0, 1, ... levels above."""
    z = list(rungs)
    for _ in range(height):  # the side to move changes, and so the best value becomes the worst
        z = [1 - step**width for step in reversed(z)]
    even, odd = [z[0] * 0 + 1] * len(z), [z[0] * 0 + 1] * len(z)
    for level, number in enumerate(elder):
        product = odd if level % 2 else even
        product[:] = [x * (step**number if number else 1) for x, step in zip(product, z, strict=True)]
        z = [1 - step**width for step in z]
    total = even[0] * odd[0]
    for m in range(1, len(z)):
        total += (even[m] - even[m - 1]) * odd[m]
    return total


def _polynomials(width: int, elder: Sequence[int]) -> tuple[polynomial.Polynomial, polynomial.Polynomial]:
    """E and O as polynomials."""
    products, z = [[1], [1]], [0, 1]
    for level, number in enumerate(elder):
        for _ in range(number):
            products[level % 2] = polynomial.times(products[level % 2], z)
        power = [1]
        for _ in range(width):
            power = polynomial.times(power, z)
        z = polynomial.plus([1], [-x for x in power])
    return products[0], products[1]


@lru_cache(maxsize=1024)
def _continuous(width: int, elder: tuple[int, ...]) -> float:
    """The integral for a leaf with elder siblings on an even and on an odd level."""

    def chance(panels: int) -> tuple[float, ...]:
        here = grid(width, len(elder), panels)
        exponent, change = np.zeros(1), np.zeros(1)  # log(E O) and d(log E)
        for level, number in enumerate(elder):
            if number:
                log, step = here.logarithm(level)
                exponent = exponent + number * log
                change = change + number * step if level % 2 == 0 else change
        return (float((np.exp(exponent) * change).sum()),)

    return converged(chance, f"T({width},{len(elder)})")[0]


@lru_cache(maxsize=16)
def _all_continuous(width: int, depth: int) -> tuple[float, ...]:
    def every(panels: int) -> tuple[float, ...]:
        here = grid(width, depth, panels)
        logs = [[part.reshape(-1) for part in here.logarithm(level)] for level in range(depth)]
        even = _powers(width, [np.exp(log) for log, _ in logs[::2]])
        odd = _powers(width, [np.exp(log) for log, _ in logs[1::2]])
        numbers = np.indices((width,) * ((depth + 1) // 2)).reshape((depth + 1) // 2, -1)
        change = sum(np.outer(number, step) for number, (_, step) in zip(numbers, logs[::2], strict=True))
        return _in_order(width, depth, (even * change) @ odd.T)

    return converged(every, f"T({width},{depth})", tolerance=1e-11)


def _powers(width: int, factors: Sequence[Any]) -> Any:
    """The products of factor_0^a factor_1^b ..., for all numbers a, b, ... below the width, as [a b ..., point]."""
    found = np.ones((1, len(factors[0]))) if factors else np.ones((1, 1))
    for factor in factors:
        powers = factor ** np.arange(width)[:, None]
        found = (found[:, None, :] * powers[None, :, :]).reshape(-1, found.shape[1])
    return found


def _in_order(width: int, depth: int, table: Any) -> tuple[float, ...]:
    """From [elder siblings on even levels, on odd levels], lowest level first, to the leaves from left to right."""
    evens = (depth + 1) // 2
    table[0, :] = table[:, 0] = 1  # without elder siblings on the even or on the odd levels, the visit is certain
    cube = table.reshape((width,) * depth)
    axis_of = [level // 2 if level % 2 == 0 else evens + level // 2 for level in range(depth)]
    ordered = cube.transpose(list(reversed(axis_of))).reshape(-1)
    return tuple(min(1.0, float(chance)) for chance in ordered)
