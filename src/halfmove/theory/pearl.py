"""The mean number of leaves that TEST evaluates.

Source      Pearl 1980. The tree is T(n, d); its leaves are independent and have the same distribution.
Formulas    z          probability that a leaf answers yes to the question of the side to move there
            phi_0 = z, phi_i+1 = 1 - phi_i^n;  rho(x) = 1 + x + ... + x^(n-1)
            N = product of rho(phi_i(z)) over all i < d
            A node tests its next child as long as those before it answered yes. Each does so with the probability phi_i
            of its height. So the node tests rho(phi_i) children on average. Where z = 1 - z^n, all levels are alike,
            and N is (xi / (1 - xi))^d, with the xi of Baudet 1977: the branching factor of alpha-beta.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

from halfmove.base.checks import is_finite, shown
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.theory.checks import check_float_size
from halfmove.theory.ladder import chances, decimals, digits, geometric, is_continuous


@checked
def expected_leaves_test(width: int, depth: int, above: int | float, values: Any = None) -> float:
    """The mean number of leaves that TEST evaluates to decide whether the value is above a score.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    above : int or float
        The score.
    values : optional
        The distribution of leaf values, as for `trees.uniform`. None, or real numbers, means that all leaves are
        different.

    Returns
    -------
    float
        The mean.

    Examples
    --------
    >>> round(expected_leaves_test(2, 4, 0, 0.5), 3), round(expected_leaves_test(8, 4, 63, (0, 127)), 2)
    (6.825, 129.77)
    >>> expected_leaves_test(3, 5, 0, 1.0), expected_leaves_test(3, 5, 0, 0.0)  # the least: for yes, and for no
    (9.0, 27.0)
    """
    check_float_size(width, depth)
    share = chance_above(above, values)
    if depth % 2:  # at the leaves MIN tests whether the value is not above
        share = 1 - share
    with localcontext() as context:
        context.prec = digits(width, depth)
        z, leaves = decimals((share,))[0], Decimal(1)
        for _ in range(depth):
            leaves *= geometric(width, z)
            z = 1 - z**width
        return float(leaves)


def chance_above(score: float, values: Any) -> Fraction:
    """The probability that a leaf is above a score."""
    if not is_finite(score):
        raise UsageError(f"above must be a finite number, not {shown(score)}")
    if is_continuous(values):
        low, high = (0, 1) if values is None else values
        share = (Fraction(high) - Fraction(score)) / (Fraction(high) - Fraction(low))
        return min(max(share, Fraction(0)), Fraction(1))
    given = chances(values)
    return sum((chance for value, chance in given.items() if value > score), Fraction(0)) / sum(given.values())
