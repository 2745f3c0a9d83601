"""The mean number of leaves of an algorithm that searches some siblings at the same time, as a sum over runs.

Source      ours; the argument is in docs/pruning-proofs.md. `sss_star`, `ps_star` and `iter_sss_star` use it.
Model       as in `baudet`. Where MAX chooses, the children of a node are divided into runs of neighbours. The children
            of a run are searched at the same time, as in SSS*, or one after the other, as in alpha-beta.
Condition   A leaf is examined if A_L < B and A_R' <= B, as in SSS*, where A_R' counts only younger siblings of the same
            run. One run of all children is SSS*, children one by one are alpha-beta.
Formulas    z_h, rho and e as in `sss_star`. A run of c children that begins after s elder ones has the factor
                z^s (1 + z + ... + z^(c-1))     at heights below e, or if they are searched one after the other
                c z^(s+c-1)                     at heights above e, if they are searched at the same time
            If values can be equal, the second is SUM_i x^(s+i-1) y^(c-i), with x for "below B" and y for "up to B".
Terms       a term has, for each height, the runs of the level (where MAX chooses), or whether all children count or
            only first ones (where MIN chooses). A sum of terms, some of them subtracted, describes runs that depend on
            the path.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from halfmove.theory import polynomial
from halfmove.theory.ladder import geometric
from halfmove.theory.quantiles import Grid, converged, grid


class Run(NamedTuple):
    """Neighbouring children: how many elder siblings the first has, how many they are, whether searched together."""

    elders: int
    size: int
    together: bool


Level = tuple[Run, ...]
Term = tuple[Level | bool, ...]  # by height, from the leaves up
Sum = Sequence[tuple[int, Term]]  # terms with 1 or -1


def is_critical(height: int, depth: int, dual: bool = False) -> bool:
    """Whether MIN chooses among siblings of this height; for DUAL*, MAX."""
    return (depth - height) % 2 == (1 if dual else 0)


def uniform_term(depth: int, level: Level, dual: bool = False) -> Term:
    """A term with the same runs at all levels."""
    return tuple(True if is_critical(height, depth, dual) else level for height in range(depth))


def one_term(depth: int, level: Level, dual: bool = False) -> Sum:
    return [(1, uniform_term(depth, level, dual))]


def unbounded(term: Term) -> int:
    """The leaves whose B is infinite: they are all examined."""
    leaves = 1
    for level in term:
        if not isinstance(level, bool):
            leaves *= sum(run.size for run in level)
    return leaves


def of_values(width: int, terms: Sum, rungs: Sequence[Any], one: Any) -> Any:
    """The mean for a ladder of probabilities: the sum over the values of B."""
    depth = len(terms[0][1])
    heights = [list(rungs)]
    while len(heights) < depth:
        heights.append([one - x**width for x in heights[-1]])
    total = one * sum(sign * unbounded(term) for sign, term in terms)
    for sign, term in terms:
        even = depth > 0 and isinstance(term[0], bool)
        for j in range(1, len(rungs)):
            inner, outer = (j, j - 1) if even else (j - 1, j)
            above = [one]  # the products over the heights from the root down
            for height in range(depth - 1, 0, -1):
                x, y = heights[height][inner], heights[height][outer]
                above.append(above[-1] * _above(width, term[height], x, y, one))
            below = one
            for height, level in enumerate(term):
                x = heights[height][inner]
                if level is True:
                    step = geometric(width, x) - geometric(width, heights[height][outer])
                    total += sign * below * step * above[depth - 1 - height]
                below *= _plain(width, level, x, one)
    return total


def _plain(width: int, level: Level | bool, x: Any, one: Any) -> Any:
    if isinstance(level, bool):
        return geometric(width, x) if level else one
    return sum((_power(x, run.elders, one) * geometric(run.size, x) for run in level), 0 * one)


def _above(width: int, level: Level | bool, x: Any, y: Any, one: Any) -> Any:
    if isinstance(level, bool):
        return geometric(width, y) if level else one
    return sum(
        (
            _power(x, run.elders, one) * (_mixed(run.size, x, y, one) if run.together else geometric(run.size, x))
            for run in level
        ),
        0 * one,
    )


def _power(x: Any, exponent: int, one: Any) -> Any:
    return x**exponent if exponent else one  # a decimal has no 0^0


def _mixed(count: int, x: Any, y: Any, one: Any) -> Any:
    """The sum of x^(i-1) y^(count-i) over i."""
    return (y**count - x**count) / (y - x) if x != y else count * _power(x, count - 1, one)


def of_polynomials(width: int, terms: Sum) -> Fraction:
    """The mean for different leaves, by polynomials in z_0."""
    total = Fraction(0)
    for sign, term in terms:
        plain: list[polynomial.Polynomial] = []
        above: list[polynomial.Polynomial] = []
        z: polynomial.Polynomial = [0, 1]
        for level in term:
            powers = [[1]]
            while len(powers) <= width:
                powers.append(polynomial.times(powers[-1], z))
            first, second = [0], [0]
            if isinstance(level, bool):
                for power in powers[: width if level else 1]:
                    first = polynomial.plus(first, power)
                second = first
            else:
                for run in level:
                    each: polynomial.Polynomial = [0]
                    for power in powers[run.elders : run.elders + run.size]:
                        each = polynomial.plus(each, power)
                    first = polynomial.plus(first, each)
                    last = [run.size * x for x in powers[run.elders + run.size - 1]]
                    second = polynomial.plus(second, last if run.together else each)
            plain.append(first)
            above.append(second)
            z = polynomial.plus([1], [-x for x in powers[width]])
        total += sign * unbounded(term)
        for e, level in enumerate(term):
            if level is True:
                product = polynomial.derivative(plain[e])
                for height in range(len(term)):
                    if height != e:
                        product = polynomial.times(product, plain[height] if height < e else above[height])
                total += sign * abs(polynomial.integral(product))  # z falls with t at odd heights
    return total


def of_quantiles(width: int, terms: Sum) -> float:
    """The mean for different leaves, by numerical integration."""
    depth = len(terms[0][1])
    if width == 1 or depth == 0:
        return 1.0

    def leaves(panels: int) -> tuple[float, ...]:
        here = grid(width, depth, panels)
        return (sum(sign * _integral(here, term) for sign, term in terms),)

    return converged(leaves, f"T({width},{depth})")[0]


def _integral(here: Grid, term: Term) -> float:
    above = [np.ones(1)]
    for height in range(len(term) - 1, 0, -1):
        above.append(above[-1] * _factor(here, height, term[height], True))
    below, total = np.ones(1), float(unbounded(term))
    for height, level in enumerate(term):
        if level is True:
            total += abs(float((below * here.at(height)[2] * above[len(term) - 1 - height]).sum()))
        below = below * _factor(here, height, level, False)
    return total


def _factor(here: Grid, height: int, level: Level | bool, is_above: bool) -> Any:
    if isinstance(level, bool):
        return here.at(height)[0] if level else np.ones(1)
    log = here.logarithm(height)[0]
    total = np.zeros(1)
    for run in level:
        if run.together and is_above:
            total = total + run.size * np.exp((run.elders + run.size - 1) * log)
        else:
            with np.errstate(all="ignore"):
                ratio = np.where(log < 0, np.expm1(run.size * log) / np.expm1(log), run.size)
            total = total + (np.exp(run.elders * log) * ratio if run.elders else ratio)
    return total
