"""What the games of a match say about its players.

The unit is a pair: the two games of one opening. Their scores depend on each other, because an opening that favours one
side does so in both games, but pairs do not. So all errors are computed from the scores of pairs: 0, 1/2, 1, 3/2 or 2.

**Sequential test.** A generalised sequential probability ratio test (GSPRT) on pairs: after every pair, how much more
likely are the results if the difference is `elo1` than if it is `elo0`? Each hypothesis fixes only the expected score,
and uses the probabilities of the five scores that make the results most likely. The match is decided when the
logarithm of the ratio is above log((1 - error) / error), or below the negative of that. See Van den Bergh, "A practical
introduction to the GSPRT", and the tests of chess engines.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from halfmove.base.checks import is_finite, shown
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.studies.statistics import summarise

_UNSEEN = 1e-3  # a score that no pair had counts as this many pairs
_CONFIDENCE = 0.95
_MOST_ELO = 1000


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval. Elo differences may be infinite.

    Attributes
    ----------
    value : float
        The number.
    low, high : float
        The ends of the interval.
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class SequentialTest:
    """A sequential test: is player 1 stronger by `elo1`, or only by `elo0`?

    Parameters
    ----------
    elo0, elo1 : float
        The two Elo differences, the lower one first.
    error : float
        The probability of a wrong answer, if one of the two is the true difference.
    """

    elo0: float = 0.0
    elo1: float = 100.0
    error: float = 0.05

    def __post_init__(self) -> None:
        numbers = (self.elo0, self.elo1, self.error)
        if not all(is_finite(each) for each in numbers) or not -_MOST_ELO <= self.elo0 < self.elo1 <= _MOST_ELO:
            raise UsageError(
                f"a sequential test needs two Elo differences from -{_MOST_ELO} to {_MOST_ELO}, the lower one first, "
                f"as in 0,20, not {shown(self.elo0)},{shown(self.elo1)}"
            )
        if not 0 < self.error < 0.5:
            raise UsageError(f"the error of a test must lie between 0 and 0.5, not {shown(self.error)}")

    @property
    def bound(self) -> float:
        """What the logarithm of the ratio must pass, above or below 0."""
        return math.log((1 - self.error) / self.error)

    def ratio(self, pairs: Sequence[float]) -> float:
        """The logarithm of the likelihood ratio of these scores of pairs."""
        return self._ratio(_tally(pairs))

    def _ratio(self, tally: Sequence[int]) -> float:
        if not sum(tally):
            return 0.0
        counts = [count or _UNSEEN for count in tally]
        total = math.fsum(counts)
        chances = [count / total for count in counts]
        zero, one = (_most_likely(chances, score_of_elo(elo)) for elo in (self.elo0, self.elo1))
        return sum(tally) * math.fsum(
            chance * math.log(p1 / p0) for chance, p0, p1 in zip(chances, zero, one, strict=True)
        )

    def decided_after(self, pairs: Sequence[float], known: int = 0) -> int | None:
        """After how many of these pairs, in their order, the test is decided; None if it is not.

        known   this many pairs are known not to decide it
        """
        tally = _tally(pairs[:known])
        for number, score in enumerate(pairs[known:], known + 1):
            tally[round(2 * score)] += 1
            if abs(self._ratio(tally)) >= self.bound:
                return number
        return None


def _most_likely(chances: Sequence[float], mean: float) -> list[float]:
    """The distribution over the five scores with this mean that makes the observed `chances` most likely."""
    steps = [score / 4 - mean for score in range(5)]
    low, high = -1 / steps[-1], -1 / steps[0]  # between these all chances stay above 0
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        slope = math.fsum(chance * step / (1 + middle * step) for chance, step in zip(chances, steps, strict=True))
        low, high = (middle, high) if slope > 0 else (low, middle)
    middle = (low + high) / 2
    return [chance / (1 + middle * step) for chance, step in zip(chances, steps, strict=True)]


@checked
def score_of_elo(elo: float) -> float:
    """The expected score of one game with this Elo difference.

    >>> round(score_of_elo(100), 4)
    0.6401
    """
    return 1 / (1 + 10 ** (-elo / 400))


@checked
def elo_of_score(score: float) -> float:
    """The Elo difference at which this score of a game is expected; infinite for 0 and 1.

    >>> round(elo_of_score(0.75), 1)
    190.8
    """
    if score <= 0 or score >= 1:
        return math.inf if score >= 1 else -math.inf
    return 0.0 if score == 0.5 else 400 * math.log10(score / (1 - score))


@checked
def score(pairs: Sequence[float]) -> Estimate:
    """The mean score of a game, from the scores of pairs, with its 95 % interval (Student's, of the pairs).

    When all pairs ended alike, the interval allows for other results that were missed by chance.

    >>> found = score([2, 1, 1.5, 1])
    >>> found.value, round(found.low, 4), found.high
    (0.6875, 0.3066, 1.0)
    """
    if not pairs:
        return Estimate(0.5, 0.0, 1.0)
    summary = summarise([each / 2 for each in pairs], _CONFIDENCE)
    mean = summary.mean
    if not summary.deviation or summary.low is None or summary.high is None:
        missed = 1 - ((1 - _CONFIDENCE) / 2) ** (1 / len(pairs))
        return Estimate(mean, mean * (1 - missed), mean + (1 - mean) * missed)
    return Estimate(mean, max(0.0, summary.low), min(1.0, summary.high))


def elo(pairs: Sequence[float]) -> Estimate:
    """The Elo difference, with its 95 % interval."""
    found = score(pairs)
    return Estimate(elo_of_score(found.value), elo_of_score(found.low), elo_of_score(found.high))


@checked
def superiority(pairs: Sequence[float]) -> float:
    """How likely it is that player 1 is the stronger one, from these results alone (LOS).

    >>> round(superiority([2, 1, 1.5, 1]), 3)
    0.941
    """
    if not pairs:
        return 0.5
    summary = summarise([each / 2 for each in pairs])
    if summary.error:
        return NormalDist().cdf((summary.mean - 0.5) / summary.error)
    if summary.mean == 0.5:
        return 0.5
    alike = 0.5 ** (len(pairs) + 1)  # as for a coin that always fell on the same side
    return 1 - alike if summary.mean > 0.5 else alike


def pentanomial(pairs: Sequence[float]) -> tuple[int, ...]:
    """How many pairs ended 0, 1/2, 1, 3/2 and 2."""
    return tuple(_tally(pairs))


def _tally(pairs: Sequence[float]) -> list[int]:
    tally = [0] * 5
    for each in _checked_scores(pairs):
        tally[each] += 1
    return tally


def _checked_scores(pairs: Sequence[float]) -> Iterator[int]:
    for each in pairs:
        if each not in (0, 0.5, 1, 1.5, 2):
            raise UsageError(f"the score of a pair is 0, 0.5, 1, 1.5 or 2, not {shown(each)}")
        yield round(2 * each)
