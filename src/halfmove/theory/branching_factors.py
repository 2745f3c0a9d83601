"""Bounds on the branching factor of alpha-beta: the limit of N(n, d)^(1/d) for deep trees.

Source      Baudet 1977, section 5 and table 5.1.
Formulas    xi_n              the root of x^n + x = 1 in (0, 1)                      lemma 3.5
            xi / (1 - xi)     lower bound, about n / ln n                            theorem 5.1
            sqrt(n xi/(1-xi)) upper bound                                            theorem 5.1
            sqrt(M_n)         upper bound, M_n = max over x of rho(x) rho(1 - x^n)   theorem 5.3
            largest eigenvalue of sqrt(p_ij): upper bound, see `knuth_moore`
Note        the lower bound is the limit itself (Pearl 1982); expected_leaves confirms it to all digits in deep trees.
Not known   the fourth column of table 5.1, which is from Knuth and Moore, is this eigenvalue for n >= 25 only. For
            n <= 24 it is smaller, and comes from another bound of theirs. So it is not one formula, and there is none
            for it here. The same bound from three levels at a time, with cube roots, is 1.896, 2.678, 3.399 for n = 2,
            3, 4, where the column has 1.884, 2.666, 3.397; for n = 8 it is below the column.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from halfmove.base.checks import whole
from halfmove.base.gate import checked
from halfmove.theory.knuth_moore import MOST_CHILDREN, shallow_bound
from halfmove.theory.quantiles import fixed_point

_WIDEST = 10**12


@dataclass(frozen=True)
class Branching:
    """One row of bounds.

    lower       xi / (1 - xi)
    upper       sqrt(M_n), the best upper bound here for up to 2739 children
    coarse      sqrt(n xi / (1 - xi))
    shallow     the largest eigenvalue of sqrt(p_ij), which also bounds alpha-beta without deep cut-offs
    perfect     sqrt(n), the branching factor with perfectly ordered moves
    """

    width: int
    xi: float
    lower: float
    upper: float
    coarse: float
    shallow: float
    perfect: float


@checked
def branching(width: int) -> Branching:
    """All bounds on the branching factor for one width.

    Parameters
    ----------
    width : int
        The number of children of each inner node.

    Returns
    -------
    Branching

    Examples
    --------
    >>> row = branching(2)
    >>> round(row.lower, 3), round(row.upper, 3), round(row.coarse, 3)
    (1.618, 1.622, 1.799)
    """
    whole("width", width, 1, MOST_CHILDREN)
    return Branching(
        width, xi(width), lower_bound(width), upper_bound(width), coarse_bound(width), shallow_bound(width), width**0.5
    )


@checked
def xi(width: int) -> float:
    """The root of x^width + x = 1 between 0 and 1.

    Parameters
    ----------
    width : int
        The number of children of each inner node.

    Returns
    -------
    float

    Examples
    --------
    >>> round(xi(2), 6)  # the golden section
    0.618034
    """
    return fixed_point(whole("width", width, 1, _WIDEST))[0]


@checked
def lower_bound(width: int) -> float:
    """xi / (1 - xi), a lower bound on the branching factor of alpha-beta.

    Parameters
    ----------
    width : int
        The number of children of each inner node.

    Returns
    -------
    float

    Examples
    --------
    >>> round(lower_bound(25), 4)
    9.9526
    """
    root, rest = fixed_point(whole("width", width, 1, _WIDEST))
    return root / rest


@checked
def coarse_bound(width: int) -> float:
    """sqrt(n xi / (1 - xi)), an upper bound on the branching factor of alpha-beta.

    Parameters
    ----------
    width : int
        The number of children of each inner node.

    Returns
    -------
    float

    Examples
    --------
    >>> round(coarse_bound(32), 3)
    19.586
    """
    return math.sqrt(width * lower_bound(width))


@checked
def upper_bound(width: int) -> float:
    """sqrt(M_n), an upper bound on the branching factor of alpha-beta.

    Parameters
    ----------
    width : int
        The number of children of each inner node.

    Returns
    -------
    float

    Examples
    --------
    >>> round(upper_bound(32), 3)
    14.31
    """
    return math.sqrt(largest_product(width))


@checked
def largest_product(width: int) -> float:
    """M_n: the largest value of (1 - x^n)/(1 - x) * (1 - (1 - x^n)^n)/x^n for x in [0, 1] (lemma 5.2).

    Parameters
    ----------
    width : int
        The number of children of each inner node.

    Returns
    -------
    float

    Examples
    --------
    >>> round(largest_product(2), 4)
    2.6311
    """
    whole("width", width, 1, _WIDEST)
    if width == 1:
        return 1.0

    def product(logarithm: float) -> float:
        # All relevant x are near 1. The variable y = x^n spreads the interval; in wide trees its logarithm does.
        y = math.exp(logarithm)
        above = -math.expm1(width * math.log1p(-y))
        return math.expm1(logarithm) / math.expm1(logarithm / width) * above / y

    points, lowest = 1000, -2 * math.log(width) - 5
    best = max(range(1, points), key=lambda i: product(lowest * i / points))
    low, high = lowest * (best + 1) / points, lowest * (best - 1 + (best == 1) * 1e-9) / points
    golden = (math.sqrt(5) - 1) / 2
    while high - low > 1e-9:
        left, right = high - golden * (high - low), low + golden * (high - low)
        if product(left) < product(right):
            low = left
        else:
            high = right
    return product((low + high) / 2)
