"""How the leaves of alpha-beta grow with the depth, as a power of all leaves: w^(e d) of w^d.

Source      the branching factor xi/(1-xi) of Baudet 1977, which Pearl 1982 proved to be the limit, see
            `branching_factors`; the minimum of Slagle & Dixon 1969.
Formulas    best order      e = 1/2
            random order    e = log(xi/(1-xi)) / log(w); it grows with w, and exceeds 3/4 from 461 children on
            any order       e <= 1, and 1 occurs
            depth           in the time that minimax needs for depth d, alpha-beta reaches depth d/e
"""

from __future__ import annotations

import math

from halfmove.base.checks import whole
from halfmove.base.gate import checked
from halfmove.theory.branching_factors import lower_bound
from halfmove.theory.slagle_dixon import minimum_leaves

_WIDEST = 10**12
_DEEP = 40


@checked
def average_exponent(width: int) -> float:
    """The exponent for random order: independent leaves, all different, and a deep tree.

    Parameters
    ----------
    width : int
        The number of children of each inner node.

    Returns
    -------
    float

    Examples
    --------
    >>> round(average_exponent(2), 3), round(average_exponent(40), 3)
    (0.694, 0.719)
    """
    whole("width", width, 2, _WIDEST)
    return math.log(lower_bound(width)) / math.log(width)


@checked
def best_exponent(width: int) -> float:
    """The exponent if the best child always comes first, from the growth of the minimum in deep trees.

    Parameters
    ----------
    width : int
        The number of children of each inner node.

    Returns
    -------
    float

    Examples
    --------
    >>> round(best_exponent(8), 6)
    0.5
    """
    whole("width", width, 2, _WIDEST)
    growth = minimum_leaves(width, _DEEP + 2) / minimum_leaves(width, _DEEP)
    return math.log(growth) / (2 * math.log(width))


@checked
def depth_gain(width: int) -> float:
    """The half-moves that alpha-beta sees in random order for each that minimax sees in the same time.

    Parameters
    ----------
    width : int
        The number of children of each inner node.

    Returns
    -------
    float

    Examples
    --------
    >>> round(depth_gain(40), 2)
    1.39
    """
    return 1 / average_exponent(width)
