"""Leaf values as a ladder of probabilities: a formula needs nothing else about them.

Rung j is the probability that a leaf is worth at least the j-th best value *for the side to move at the leaf*. Rung 0
is 0, and the last rung is 1. At an odd depth the side to move is MIN, whose best value is the worst one of MAX. So an
asymmetric distribution has another ladder then. Rungs are fractions, as exact as the given probabilities.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal

from halfmove.base.checks import is_finite, is_whole, shown
from halfmove.errors import UsageError

Viewpoint = Literal["max", "mover"]
Ladder = tuple[Fraction, ...]
MOST = 50_000  # different values in a sum
_MOST_STEPS = 1_000_000  # values times levels


def ladder(values: Any, depth: int, viewpoint: Viewpoint = "max") -> Ladder | None:
    """The rungs for leaf values in the forms that `trees.uniform` takes; None if they are continuous.

    values     None, (low, high), a range, {value: probability}, or the probability of a 1 among zeros
    viewpoint  the side for which greater values are better: "max", the side to move at the root, as in the trees of
               this package; or "mover", the side to move at the leaf, as in Baudet 1977

    >>> [str(rung) for rung in ladder({0: 0.5, 1: 0.25, 7: 0.25}, depth=2)]
    ['0', '1/4', '1/2', '1']
    >>> [str(rung) for rung in ladder({0: 0.5, 1: 0.25, 7: 0.25}, depth=3)]
    ['0', '1/2', '3/4', '1']
    """
    check_viewpoint(viewpoint)
    if is_continuous(values):
        return None
    given = chances(values)
    check_count(len(given), depth)
    best_first = [chance for _, chance in sorted(given.items(), reverse=viewpoint == "mover" or depth % 2 == 0)]
    total, rungs = Fraction(0), [Fraction(0)]
    for chance in best_first:
        total += chance
        rungs.append(total)
    # Probabilities given as floats add up to 1 except for rounding.
    return (*(rung / total for rung in rungs[:-1]), Fraction(1))


def check_viewpoint(viewpoint: str) -> None:
    if viewpoint not in ("max", "mover"):
        raise UsageError(f"viewpoint must be 'max' or 'mover', not {shown(viewpoint)}")


def is_continuous(values: Any) -> bool:
    """Whether leaves of these values are all different: None, or (low, high) with a float in it."""
    return values is None or (
        isinstance(values, tuple | list)
        and len(values) == 2
        and all(is_finite(end) for end in values)
        and any(isinstance(end, float) for end in values)
        and values[0] < values[1]
    )


def is_distribution(values: Any) -> bool:
    """Whether the values have one of the forms above; the probabilities of {value: probability} may still be wrong."""
    if is_continuous(values) or isinstance(values, Mapping):
        return True
    if isinstance(values, float | Fraction):
        return 0 <= values <= 1
    if isinstance(values, range):
        return len(values) > 0 and values.step == 1
    pair = isinstance(values, tuple | list) and len(values) == 2
    return pair and all(map(is_whole, values)) and values[0] <= values[1]


def chances(values: Any) -> dict[Any, Fraction]:
    """The values with their probabilities, which add up to 1 except for rounding."""
    if not is_distribution(values):
        raise UsageError(
            f"values={shown(values)} is not a distribution: give None for reals, (low, high) for integers, "
            "{value: probability}, or the probability of a 1"
        )
    if isinstance(values, Mapping):
        if not values or not all(is_finite(v) and is_finite(c) and 0 <= c <= 1 for v, c in values.items()):
            raise UsageError("a distribution maps numbers to probabilities, which lie between 0 and 1")
        if not math.isclose(sum(values.values()), 1, abs_tol=1e-9):
            raise UsageError(f"the probabilities of the leaf values add up to {sum(values.values()):.12g}, not to 1")
        return {value: Fraction(chance) for value, chance in values.items() if chance > 0}
    if isinstance(values, float | Fraction):
        return {1: Fraction(values), 0: 1 - Fraction(values)}
    low, high = values[0], values[-1]
    count = high - low + 1
    check_count(count)
    return {value: Fraction(1, count) for value in range(low, high + 1)}


def decimals(rungs: Ladder) -> list[Decimal]:
    """The rungs with as many digits as the decimal context has."""
    return [Decimal(rung.numerator) / Decimal(rung.denominator) for rung in rungs]


def digits(width: int, depth: int) -> int:
    """The digits with which the steepest step of a ladder, about 1/width^depth wide, still has thirty exact digits."""
    return 40 + 2 * len(str(width ** (depth + 1)))


def geometric(width: int, x: Any) -> Any:
    """rho(x) = 1 + x + ... + x^(width-1), for fractions and decimals."""
    return (1 - x**width) / (1 - x) if x != 1 else width * x


def check_count(count: int, depth: int = 0) -> None:
    most = min(MOST, _MOST_STEPS // max(depth, 1))
    if count > most:
        tree = f" at depth {depth}" if most < MOST else ""
        raise UsageError(f"{shown(count)} different leaf values are too many to sum over: use at most {most}{tree}")
