"""Scores of interpreted searches: Python's ints, or floats."""

from __future__ import annotations

import math
import sys

import numpy as np

from halfmove import vocabulary as v
from halfmove.engine.bind import Slots
from halfmove.vocabulary import BAD_SCORE, REAL_SCORE, fail

# Infinite scores become the largest finite ones while a search runs, so that infinity stands for "none yet"; afterwards
# these are infinite again.
LARGEST = sys.float_info.max
INFINITY = (1 << 63) - 1  # the infinity of integers in machine code


def _integer_score(run, score):
    if type(score) is int:
        return score
    if isinstance(score, int | np.integer | np.bool_):
        return int(score)
    if isinstance(score, float | np.floating) and score == score:
        fail(run, REAL_SCORE)
    fail(run, BAD_SCORE)


def _real_score(run, score):
    if not isinstance(score, int | float | np.integer | np.floating | np.bool_) or score != score:
        fail(run, BAD_SCORE)
    return min(max(float(score), -LARGEST), LARGEST)


def _infinity():
    return math.inf


def _next_integer(score):
    return score + 1 if score > -math.inf else -(1 << 63)


def _next_real(score):
    return math.nextafter(score, math.inf)


def _halfway_integer(low, high):
    return (low + high + 1) // 2


def _halfway_real(low, high):
    middle = low + (high - low) / 2
    return middle if middle > low else high


def words(real: bool) -> Slots:
    return {
        v.as_score: _real_score if real else _integer_score,
        v.infinity: _infinity,
        v.next_up: _next_real if real else _next_integer,
        v.halfway: _halfway_real if real else _halfway_integer,
    }


def number(score: int | float) -> int | float:
    """A score of an interpreted search as a person gets it."""
    if isinstance(score, float):
        return score if abs(score) < LARGEST else math.copysign(math.inf, score)
    return int(score)


def native_number(score: int | float) -> int | float:
    """The same of a compiled search, whose integers have an infinity of their own."""
    if isinstance(score, int) and abs(score) >= INFINITY:
        return math.copysign(math.inf, score)
    return number(score)
