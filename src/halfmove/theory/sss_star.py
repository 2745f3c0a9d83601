"""The mean number of leaves that SSS* and DUAL* evaluate on random trees.

Source      ours, from the corrected theorem 4.3 of Bhattacharya & Bagchi 1986 (docs/pruning-proofs.md). Roizen & Pearl
            1983 compare the averages of SSS* and alpha-beta.
Model       as in `baudet`: T(n, d), independent leaves of one distribution. z_h is the probability that a node of
            height h is at least a value, for the side to move there: z_h+1 = 1 - z_h^n; rho(x) = 1 + x + ... + x^(n-1).
Formulas    A leaf is examined if A_L < B and A_R' <= B. B is the least value of elder siblings at levels where MIN
            chooses. Let e be the height of these siblings (the highest, if several levels have this value). Where MAX
            chooses, elder siblings must be below B; above e younger siblings must not be above B either; below e
            they do not matter, because the merit of their parent is at most B. Levels are independent:
                N = n^ceil(d/2) + SUM_e INTEGRAL  PROD_{h<e} rho(z_h)  d rho(z_e)  PROD_{h>e} f_h
            e and h are heights from 0 to d-1; e only those where MIN chooses. f_h = rho(z_h) where MIN chooses,
            f_h = n z_h^(n-1) where MAX chooses. With rho(z_h) there too, N would be that of alpha-beta.
            If values can be equal, the integral is a sum over the values v of B: elder siblings are at least v below e
            where MIN chooses and above v above it, and f_h = SUM_i P(< v)^(i-1) P(<= v)^(n-i) where MAX chooses.
            DUAL* is SSS* with the sides exchanged: e are the heights where MAX chooses, and N begins with n^floor(d/2).
Growth      as that of alpha-beta, (xi/(1-xi))^d: the ratio of both means has a limit, `sss_advantage`.
"""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import lru_cache
from typing import Any

from halfmove.base.checks import shown, whole
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.theory.baudet import expected_leaves
from halfmove.theory.checks import FLOAT_SIZE, check_float_size, check_size
from halfmove.theory.groups import Run, Sum, of_polynomials, of_quantiles, of_values, one_term
from halfmove.theory.ladder import Viewpoint, decimals, digits, ladder

_EXACT = 1024  # leaves of the largest tree for which polynomials are computed
_WIDEST = 10**9


@checked
def expected_leaves_sss(
    width: int, depth: int, values: Any = None, *, viewpoint: Viewpoint = "max", dual: bool = False
) -> float:
    """The mean number of leaves that SSS*, or DUAL*, evaluates on T(width, depth).

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
        at the leaf.
    dual : bool
        True for DUAL*.

    Returns
    -------
    float
        The mean, to about twelve digits.

    Examples
    --------
    >>> round(expected_leaves_sss(2, 2), 4), round(expected_leaves_sss(8, 4), 2)
    (3.3333, 679.53)
    >>> round(expected_leaves_sss(8, 4, (0, 127)), 2), round(expected_leaves_sss(8, 4, dual=True), 2)
    (674.83, 788.05)
    """
    check_float_size(width, depth)
    rungs = ladder(values, depth, viewpoint)
    if rungs is None:
        return _continuous(width, depth, dual)
    with localcontext() as context:
        context.prec = digits(width, depth)
        return float(of_values(width, _terms(width, depth, dual), decimals(rungs), Decimal(1)))


@checked
def expected_leaves_sss_exact(
    width: int, depth: int, values: Any = None, *, viewpoint: Viewpoint = "max", dual: bool = False
) -> Fraction:
    """`expected_leaves_sss` as a fraction.

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
        at the leaf.
    dual : bool
        True for DUAL*.

    Returns
    -------
    Fraction
        The mean.

    Raises
    ------
    UsageError
        If the tree has more than 1024 leaves.

    Examples
    --------
    >>> [str(expected_leaves_sss_exact(2, depth)) for depth in (2, 3)], str(expected_leaves_sss_exact(2, 2, 0.5))
    (['10/3', '668/105'], '13/4')
    """
    check_size(width, depth)
    if width**depth > _EXACT:
        raise UsageError(f"T({shown(width)},{shown(depth)}) is too large for exact fractions: at most {_EXACT} leaves")
    rungs = ladder(values, depth, viewpoint)
    if rungs is not None:
        return Fraction(of_values(width, _terms(width, depth, dual), list(rungs), Fraction(1)))
    return of_polynomials(width, _terms(width, depth, dual))


@checked
def sss_advantage(width: int, *, dual: bool = False) -> float:
    """The limit of the leaves of alpha-beta divided by those of SSS*, for deep trees with different leaves.

    Both numbers grow as (xi/(1-xi))^d, so the ratio converges. Numbers show the same limit for even and odd depths.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    dual : bool
        True for DUAL*.

    Returns
    -------
    float
        The limit, to about eight digits.

    Examples
    --------
    >>> round(sss_advantage(8), 4), round(sss_advantage(1000), 4), round(sss_advantage(8, dual=True), 4)
    (1.5345, 1.2073, 1.6296)
    """
    whole("width", width, 2, _WIDEST)
    depth, before, ratio = 8, 0.0, 1.0
    while abs(ratio / before - 1) > 1e-9 if before else True:
        if depth * math.log10(width) > FLOAT_SIZE:
            break
        before, ratio = ratio, expected_leaves(width, depth) / expected_leaves_sss(width, depth, dual=dual)
        depth += depth // 2
    return ratio


def _terms(width: int, depth: int, dual: bool) -> Sum:
    return one_term(depth, (Run(0, width, True),), dual)


@lru_cache(maxsize=1024)
def _continuous(width: int, depth: int, dual: bool) -> float:
    return of_quantiles(width, _terms(width, depth, dual))
