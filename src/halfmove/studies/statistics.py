"""Means and their errors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

from halfmove.base.checks import shown
from halfmove.base.gate import checked
from halfmove.errors import UsageError

_LARGEST = 1e150
_NOTHING = 1e-12  # an error that is due to rounding alone


@dataclass(frozen=True)
class Summary:
    """A summary of numbers: how many, mean, standard deviation, standard error, and the 95 % interval of the mean.

    A single number has only a mean; the rest is None.
    """

    count: int
    mean: float
    deviation: float | None
    error: float | None
    low: float | None
    high: float | None


@checked
def summarise(numbers: Sequence[float], confidence: float = 0.95) -> Summary:
    """Summarise numbers by their mean, deviation, error and interval.

    Parameters
    ----------
    numbers : sequence of float
        At least one number.
    confidence : float
        The probability with which the interval contains the true mean.

    Returns
    -------
    Summary

    Examples
    --------
    >>> four = summarise([1, 2, 3, 4])
    >>> four.mean, round(four.low, 3), round(four.high, 3)
    (2.5, 0.446, 4.554)
    """
    count = len(numbers)
    if not count:
        raise UsageError("an empty list has no mean: give at least one number")
    if not 0 < confidence < 1:
        raise UsageError(f"confidence must lie between 0 and 1, not {shown(confidence)}")
    if max(map(abs, numbers)) > _LARGEST:
        raise UsageError(
            f"numbers must lie between -{_LARGEST:g} and {_LARGEST:g}, so that their squares are numbers too"
        )
    mean = math.fsum(numbers) / count
    if count == 1:
        return Summary(count, mean, None, None, None, None)
    deviation = math.sqrt(math.fsum((x - mean) ** 2 for x in numbers) / (count - 1))
    error = deviation / math.sqrt(count)
    reach = student(count - 1, confidence) * error
    return Summary(count, mean, deviation, error, mean - reach, mean + reach)


@dataclass(frozen=True)
class Ratio:
    """A ratio of means over the same trees, and its 95 % interval, which a single tree does not have."""

    value: float
    low: float | None = None
    high: float | None = None


def ratio(numbers: Sequence[float], reference: Sequence[float]) -> Ratio:
    """Mean over mean, over the same trees.

    >>> found = ratio([2, 4, 6], [5, 8, 12])
    >>> round(found.value, 3), round(found.low, 3), round(found.high, 3)
    (0.48, 0.387, 0.596)
    """
    return ratio_of(numbers, [(1.0, reference)])


def ratio_of(numbers: Sequence[float], references: Sequence[tuple[float, Sequence[float]]]) -> Ratio:
    """The mean over the product of the references' means, each to the power of its weight. All are above 0.

    The interval is by the delta method, on the logarithm: to the first order its error is the mean of the trees'
    x / mean(x) - sum of weight * y / mean(y), so that what all have in common on a tree cancels.
    """
    middle = _mean(numbers)
    centre = math.log(middle)
    shares = [x / middle for x in numbers]
    for weight, reference in references:
        middle = _mean(reference)
        centre -= weight * math.log(middle)
        shares = [share - weight * y / middle for share, y in zip(shares, reference, strict=True)]
    found = summarise(shares)
    if found.high is None:
        return Ratio(math.exp(centre))
    error = found.high - found.mean
    if error < _NOTHING:  # the same on every tree
        error = 0.0
    return Ratio(math.exp(centre), math.exp(centre - error), math.exp(centre + error))


def _mean(numbers: Sequence[float]) -> float:
    return math.fsum(numbers) / len(numbers)


@lru_cache(maxsize=4096)
def student(freedom: int, confidence: float = 0.95) -> float:
    """The t for which Student's distribution is between -t and t with this probability.

    >>> [round(student(n), 3) for n in (1, 2, 9, 99, 1000)]
    [12.706, 4.303, 2.262, 1.984, 1.962]
    """
    normal = NormalDist().inv_cdf((1 + confidence) / 2)
    if freedom > 300:  # the first terms of an expansion around the normal distribution: correct to eight digits here
        z, n = normal, freedom
        return z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
    low, high = normal, 1.0
    while _within(high, freedom) < confidence:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < confidence else (low, middle)
    return high


def share_interval(seen: int, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval of the share `seen` / `count`.

    >>> [round(end, 3) for end in share_interval(25, 25)]
    [0.867, 1.0]
    """
    z, share = 1.959964, seen / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    reach = z / (1 + z * z / count) * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))


def _within(t: float, freedom: int) -> float:
    """P(|T| < t) for a whole number of degrees of freedom, as a finite sum."""
    angle = math.atan(t / math.sqrt(freedom))
    sine, square = math.sin(angle), math.cos(angle) ** 2
    term = total = 1.0 if freedom % 2 == 0 else math.cos(angle)
    if freedom == 1:
        return 2 * angle / math.pi
    for k in range(2 if freedom % 2 == 0 else 3, freedom - 1, 2):
        term *= square * (k - 1) / k
        total += term
    return sine * total if freedom % 2 == 0 else 2 / math.pi * (angle + sine * total)
