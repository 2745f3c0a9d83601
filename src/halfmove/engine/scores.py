"""Scores of searches in plain Python: ints, or floats."""

from __future__ import annotations

import math
import sys

import numpy as np

from halfmove.base.checks import WHOLE
from halfmove.engine.bind import Slots
from halfmove.kernels import primitives as v
from halfmove.kernels.primitives import BAD_SCORE, BOTH_EXTREMES, REAL_SCORE, fail
from halfmove.model import Window

INFINITY = (1 << 63) - 1  # the infinity of whole scores in machine code

# While a search runs, infinity means "no score yet". So an infinite score of the game becomes the largest float, and is
# turned back at the end. `run.extremes` notes which of the two came from the game. Both in one search are an error.
LARGEST = sys.float_info.max
INFINITE, FINITE = 1, 2

OUTSIDE = (1 << 31) - 1  # whole scores from here on do not fit into a player's table


def _whole_score(run, score):
    if type(score) is not int:
        if isinstance(score, float | np.floating) and score == score:
            fail(run, REAL_SCORE)
        if not isinstance(score, int | np.integer | np.bool_):
            fail(run, BAD_SCORE)
        score = int(score)
    if not -WHOLE < score < WHOLE:
        fail(run, BAD_SCORE)
    return score


def _real_score(run, score):
    if not isinstance(score, int | float | np.integer | np.floating | np.bool_):
        fail(run, BAD_SCORE)
    try:
        real = float(score)
    except OverflowError:
        fail(run, BAD_SCORE)
    if real != score:  # not a number, or not an exact one
        fail(run, BAD_SCORE)
    if -LARGEST < real < LARGEST:
        return real
    return extreme_score(run, real)


def extreme_score(run, real):
    """The score that represents an infinite one, or the largest finite one."""
    run.extremes |= FINITE if real == LARGEST or real == -LARGEST else INFINITE
    if run.extremes == INFINITE | FINITE:
        fail(run, BOTH_EXTREMES)
    return min(max(real, -LARGEST), LARGEST)


def _infinity():
    return math.inf


def _next_whole(score):
    return score + 1 if score > -math.inf else -(1 << 63)


def _next_real(score):
    return math.nextafter(score, math.inf)


def halfway_whole(low, high):
    return (low | high) - (
        (low ^ high) >> 1
    )  # half of the sum, rounded up, without computing the sum, which has 64 bits


def halfway_real(low, high):
    middle = low + (high - low) / 2
    if middle - middle != 0:  # their distance is not finite
        middle = low / 2 + high / 2
    return middle if middle > low else high


def primitives(real: bool) -> Slots:
    return {
        v.as_score: _real_score if real else _whole_score,
        v.infinity: _infinity,
        v.next_up: _next_real if real else _next_whole,
        v.halfway: halfway_real if real else halfway_whole,
    }


def number(score: int | float, extremes: int) -> int | float:
    """A score of a search as the user sees it."""
    if isinstance(score, float):
        return math.copysign(math.inf, score) if abs(score) >= LARGEST and extremes != FINITE else score
    return math.copysign(math.inf, score) if abs(score) >= INFINITY else int(score)


def extremes(window: Window) -> int:
    """The first value of `run.extremes`."""
    return FINITE if LARGEST in map(abs, window) else 0


def parameter(value: int | float, real: bool) -> int | float:
    """A parameter that is a score, as a finite number of the kind of score of this search."""
    if real:
        return float(min(max(value, -LARGEST), LARGEST))
    return math.ceil(min(max(value, 1 - WHOLE), WHOLE - 1))
