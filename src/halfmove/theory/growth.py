"""Two questions that Baudet 1977 leaves open: how sqrt(M_n) grows, and the largest T(p).

Source      ours. The paper has no estimate of the growth of sqrt(M_n) (5.4), and no exact maximum of T(p) (3.3).
Growth      With y = x^n and L = -ln y, M_n is the maximum over y of f(y) = (1-y)/(1-e^(-L/n)) (1-(1-y)^n)/y.
            Upper: 1-e^-u >= u/(1+u), so the first factor is at most (1-y)(1+n/L). The second is at most n and at most
            1/y. If y <= 1/n, then L >= ln n, and f <= n + n^2/ln n. If y >= 1/n, then (1-y)/y <= n-1, and (1-y)/(y L) =
            (e^L-1)/L falls with y, so f <= (n-1) + n(n-1)/ln n. Hence M_n <= n + n^2/ln n.
            Lower: at y = 1/(n ln n), 1-e^-u <= u and 1-(1-y)^n >= n y - (n y)^2/2 give
            M_n >= (1 - 1/(n ln n)) (1 - 1/(2 ln n)) n^2/(ln n + ln ln n).
            So M_n ln n / n^2 -> 1, and sqrt(M_n) ~ n/sqrt(ln n). The best y is about 2/(n ln n), which gives the next
            terms: M_n ~ n^2/(ln n + ln ln n + 1 - ln 2).
Maximum     T(p) is the mean number of leaves if they are 1 with the chance p, otherwise 0: (3.13). Its maximum is where
            the derivative of log(R-1) + log(S-1) changes its sign. That it does so once is not proven; so the largest
            value is also compared with those at many other points, on many scales around xi.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal, localcontext
from typing import NamedTuple

from halfmove.base.checks import whole
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.theory.checks import check_float_size
from halfmove.theory.ladder import digits, geometric
from halfmove.theory.slagle_dixon import minimum_leaves

_WIDEST = 10**12
_DEEPEST = 60
_COMPARED = 50  # points on each side of xi
_STEPS, _ENOUGH = 200, Decimal("1e-20")


class BoundGrowth(NamedTuple):
    """sqrt(M_n) from below and above, and its asymptotic form; all of them divided by sqrt(M_n) tend to 1."""

    lower: float
    upper: float
    asymptotic: float


class LargestMean(NamedTuple):
    """The chance of a 1 with which alpha-beta evaluates the most leaves, and that mean."""

    chance: float
    leaves: float


@checked
def upper_bound_growth(width: int) -> BoundGrowth:
    """Bounds of sqrt(M_n), which is n/sqrt(ln n) asymptotically, without a search for the maximum.

    Parameters
    ----------
    width : int
        The number of children of each inner node, from 3 on.

    Returns
    -------
    BoundGrowth

    Examples
    --------
    >>> [round(each, 2) for each in upper_bound_growth(32)], round(upper_bound_growth(10**9).asymptotic / 10**9, 5)
    ([13.58, 18.1, 14.29], 0.20386)
    """
    whole("width", width, 3, _WIDEST)
    n, log = width, math.log(width)
    lower = (1 - 1 / (n * log)) * (1 - 1 / (2 * log)) * n * n / (log + math.log(log))
    upper = n + n * n / log
    return BoundGrowth(math.sqrt(lower), math.sqrt(upper), n / math.sqrt(log + math.log(log) + 1 - math.log(2)))


@checked
def largest_bivalued(width: int, depth: int) -> LargestMean:
    """The most leaves that alpha-beta evaluates on average if leaves are 1 or 0, over all chances of a 1.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves, up to 60.

    Returns
    -------
    LargestMean
        The chance for MAX; 0.5 where it makes no difference.

    Examples
    --------
    >>> most = largest_bivalued(3, 4)
    >>> round(most.chance, 6), round(most.leaves, 6)
    (0.640927, 30.498542)
    """
    check_float_size(width, depth)
    if depth > _DEEPEST:
        raise UsageError(f"depth {depth} is too large here: use at most {_DEEPEST}")
    least = minimum_leaves(width, depth)
    if width == 1 or depth <= 1:
        return LargestMean(0.5, float(least))
    with localcontext() as context:
        context.prec = digits(width, depth) + 20

        def product(p: Decimal) -> tuple[Decimal, Decimal]:
            """(R-1)(S-1) and the sign of its derivative."""
            z, slope = p, Decimal(1)
            factors, slopes = [Decimal(1), Decimal(1)], [Decimal(0), Decimal(0)]
            for height in range(depth):
                rho = geometric(width, z)
                slopes[height % 2] += slope * _slope(width, z) / rho
                factors[height % 2] *= rho
                slope *= -width * z ** (width - 1)
                z = 1 - z**width
            parts = [factors[i] - 1 for i in (0, 1)]
            sign = slopes[0] * factors[0] * parts[1] + slopes[1] * factors[1] * parts[0]
            return parts[0] * parts[1], sign

        fixed, scales = _fixed_point(width), 4 * digits(width, depth)
        peak = _sign_change(lambda p: product(p)[1], fixed, scales)
        best = product(peak)[0]
        for scale in range(1, scales, 1 + scales // _COMPARED):
            for side in (1, -1):
                other = fixed + side * Decimal(2) ** -scale
                if 0 < other < 1 and product(other)[0] > best:
                    raise UsageError(f"T({width},{depth}) has several maxima: this formula finds only one")
        return LargestMean(float(peak if depth % 2 == 0 else 1 - peak), float(least + best))


def _sign_change(slope: Callable[[Decimal], Decimal], fixed: Decimal, scales: int) -> Decimal:
    """Where the sign of the slope changes. In deep trees that is so near to xi that its distance is found first."""
    rises = slope(fixed) > 0
    room = 1 - fixed if rises else -fixed
    far, near = 0, scales  # powers of 1/2
    while near - far > 1:
        scale = (far + near) // 2
        if (slope(fixed + room / Decimal(2) ** scale) > 0) == rises:
            near = scale
        else:
            far = scale
    # Between these points straight lines approach the change from both sides (the Illinois method).
    one, other = fixed + room / Decimal(2) ** near, fixed + room / Decimal(2) ** far
    at_one, at_other = slope(one), slope(other)
    for _ in range(_STEPS):
        if at_one == at_other or abs(other - one) <= abs(one - fixed) * _ENOUGH:
            break
        middle = (one * at_other - other * at_one) / (at_other - at_one)
        found = slope(middle)
        if (found > 0) == (at_other > 0):
            other, at_other, at_one = middle, found, at_one / 2
        else:
            one, other, at_one, at_other = other, middle, at_other, found
    return other


def _slope(width: int, z: Decimal) -> Decimal:
    """The derivative of rho."""
    if z == 1:
        return Decimal(width * (width - 1)) / 2
    total: Decimal = geometric(width, z) - width * z ** (width - 1)
    return total / (1 - z)


def _fixed_point(width: int) -> Decimal:
    low, high = Decimal(0), Decimal(1)
    while low < (low + high) / 2 < high:
        middle = (low + high) / 2
        if middle**width + middle < 1:
            low = middle
        else:
            high = middle
    return low
