"""The leaves of SSS* and alpha-beta in a model in which the (k+1)-th child of every node is the best one.

Source      Srimani 1985, chapter 5. The tree is T(w, d) with d even; ABF = k+1, the "average branching factor", is how
            many children a node needs on average: 1 is perfect order, w is an exhaustive search.
Formulas    SSS*, equations (1) to (6) of section 5.1: fully (F), partially (P) and minimally (M) searched subtrees
                F_2i = F_2i-1 + k P_2i-1 + (w-k-1) M_2i-1     F_2i-1 = (k+1) F_2i-2 + (w-k-1) M_2i-2
                P_2i-1 = (k+1) F_2i-2    M_2i = w M_2i-1      M_2i-1 = M_2i-2      F_0 = M_0 = 1
                F_2i = (k+1)^2i + 2 (w-k-1) SUM_j<i (k+1)^2j w^(i-j-1)
            alpha-beta, equations (1) to (7) of section 5.2: seven types of nodes; ' is one level below
                N1 = N1' + k N5' + (w-k-1) N7'    N2 = k N5' + N4' + (w-k-1) N7'    N3 = w N6'
                N4 = N2' + (w-1) N6'              N5 = N2' + (k-1) N6' + N3'        N6 = k N6' + N3'     N7 = N3'
            branching factors, the limits of leaves^(1/d): max(k+1, sqrt(w)) of SSS*, (k + sqrt(k^2 + 4w)) / 2 of
            alpha-beta, the larger root of x^2 = k x + w, which follows from N6 = k N6' + w N6''
Departures  all types are 1 at depth 0; the thesis leaves N3 out. The thesis has k+1 as the branching factor of SSS*,
            which is wrong below sqrt(w).
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from halfmove.base.checks import whole
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.theory.checks import check_even, check_size

_SIZE = 4000  # digits of the number of leaves
_DEEPEST = 20_000
_STEPS = 1_000_000  # of the recurrences, for all ABF together
_WIDEST = 10**12  # of a branching factor


@checked
def sss_leaves(width: int, depth: int, abf: int) -> int:
    """The number of leaves that SSS* evaluates in the model, by recurrence.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    abf : int
        ABF = k + 1, the average branching factor of the model, from 1 to the width.

    Returns
    -------
    int

    Examples
    --------
    >>> sss_leaves(8, 4, 1), sss_leaves(8, 4, 3), sss_leaves(8, 4, 8)
    (127, 251, 4096)
    """
    _check(width, depth, abf)
    k, full, minimal = abf - 1, 1, 1
    for _ in range(depth // 2):
        full_odd = (k + 1) * full + (width - k - 1) * minimal
        partial_odd, minimal_odd = (k + 1) * full, minimal
        full = full_odd + k * partial_odd + (width - k - 1) * minimal_odd
        minimal = width * minimal_odd
    return full


@checked
def sss_leaves_closed(width: int, depth: int, abf: int) -> int:
    """The number of leaves that SSS* evaluates in the model, by the closed form (6).

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    abf : int
        ABF = k + 1, the average branching factor of the model, from 1 to the width.

    Returns
    -------
    int

    Examples
    --------
    >>> sss_leaves_closed(8, 4, 3)
    251
    """
    _check(width, depth, abf)
    half = depth // 2
    rest: int = sum(abf ** (2 * j) * width ** (half - j - 1) for j in range(half))
    return int(abf**depth + 2 * (width - abf) * rest)


@checked
def alpha_beta_leaves(width: int, depth: int, abf: int) -> int:
    """The number of leaves that alpha-beta evaluates in the model, by recurrence.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    abf : int
        ABF = k + 1, the average branching factor of the model, from 1 to the width.

    Returns
    -------
    int

    Examples
    --------
    >>> alpha_beta_leaves(8, 4, 1), alpha_beta_leaves(8, 4, 3), alpha_beta_leaves(8, 4, 8)
    (127, 331, 4096)
    """
    _check(width, depth, abf)
    k = abf - 1
    n1 = n2 = n3 = n4 = n5 = n6 = n7 = 1
    for _ in range(depth):
        n1, n2, n3, n4, n5, n6, n7 = (
            n1 + k * n5 + (width - k - 1) * n7,
            k * n5 + n4 + (width - k - 1) * n7,
            width * n6,
            n2 + (width - 1) * n6,
            n2 + (k - 1) * n6 + n3,
            k * n6 + n3,
            n3,
        )
    return n1


@checked
def ratio(width: int, depth: int, abf: int) -> Fraction:
    """The leaves of alpha-beta divided by those of SSS*.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    abf : int
        ABF = k + 1, the average branching factor of the model, from 1 to the width.

    Returns
    -------
    Fraction

    Examples
    --------
    >>> ratio(8, 2, 3), round(float(ratio(8, 6, 3)), 3)
    (Fraction(1, 1), 1.89)
    """
    return Fraction(alpha_beta_leaves(width, depth, abf), sss_leaves(width, depth, abf))


@checked
def mean_ratio(width: int, depth: int) -> Fraction:
    """The mean of the ratio over ABF = 1 .. width, to fifty decimals: a cell of table 5.1.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.

    Returns
    -------
    Fraction

    Examples
    --------
    >>> round(float(mean_ratio(4, 6)), 3), round(float(mean_ratio(32, 14)), 3)
    (1.174, 6.707)
    """
    _check_all(width, depth)
    one = 10**50
    return Fraction(sum(one * more // less for more, less in _leaves(width, depth)), one * width)


@checked
def peak(width: int, depth: int) -> tuple[int, Fraction]:
    """The ABF for which SSS* gains most, and the ratio there.

    It is at most about sqrt(width), and reaches that in deep trees.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.

    Returns
    -------
    tuple
        (ABF, ratio)

    Examples
    --------
    >>> abf, most = peak(16, 6)
    >>> abf, round(float(most), 3)
    (4, 2.502)
    """
    _check_all(width, depth)
    best, most = 1, (1, 1)
    for abf, (more, less) in enumerate(_leaves(width, depth), 1):
        if more * most[1] > most[0] * less:
            best, most = abf, (more, less)
    return best, Fraction(*most)


@checked
def sss_branching(width: int, abf: int) -> float:
    """The branching factor of SSS*: the limit of leaves^(1/depth) for deep trees.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    abf : int
        ABF = k + 1, the average branching factor of the model, from 1 to the width.

    Returns
    -------
    float

    Examples
    --------
    >>> [round(sss_branching(32, abf), 3) for abf in (1, 2, 5, 6, 32)]
    [5.657, 5.657, 5.657, 6.0, 32.0]
    """
    _check_branching(width, abf)
    return max(float(abf), math.sqrt(width))


@checked
def alpha_beta_branching(width: int, abf: int) -> float:
    """The branching factor of alpha-beta; it is larger than that of SSS*, except for ABF = 1 and ABF = width.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    abf : int
        ABF = k + 1, the average branching factor of the model, from 1 to the width.

    Returns
    -------
    float

    Examples
    --------
    >>> [round(alpha_beta_branching(32, abf), 3) for abf in (1, 2, 5, 6, 32)]
    [5.657, 6.179, 8.0, 8.685, 32.0]
    """
    _check_branching(width, abf)
    k = abf - 1
    return (k + math.sqrt(k * k + 4 * width)) / 2


@lru_cache(maxsize=1)
def _leaves(width: int, depth: int) -> list[tuple[int, int]]:
    """Leaves of alpha-beta and SSS* for ABF = 1 .. width."""
    return [(alpha_beta_leaves(width, depth, abf), sss_leaves(width, depth, abf)) for abf in range(1, width + 1)]


def _check(width: int, depth: int, abf: int) -> None:
    check_size(width, depth, _SIZE)
    whole("depth", depth, 0, _DEEPEST)
    check_even(depth)
    whole("abf", abf, 1, width)


def _check_branching(width: int, abf: int) -> None:
    whole("width", width, 1, _WIDEST)
    whole("abf", abf, 1, width)


def _check_all(width: int, depth: int) -> None:
    """Refuse a tree that is too large to compute all ABF."""
    _check(width, depth, 1)
    if width * (depth + 1) > _STEPS:
        raise UsageError(f"T({width},{depth}) is too large for this model: width x (depth + 1) may be at most {_STEPS}")
