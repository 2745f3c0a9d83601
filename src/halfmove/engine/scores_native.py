"""Scores of compiled searches: 64-bit integers, or doubles."""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from halfmove import vocabulary as v
from halfmove.engine.bind import Slots
from halfmove.engine.scores import INFINITY, LARGEST
from halfmove.vocabulary import BAD_SCORE, fail


def _integer_score(run, score):
    return np.int64(score)


def _real_score(run, score):
    real = np.float64(score)
    if real != real:
        fail(run, BAD_SCORE)
    return min(max(real, -LARGEST), LARGEST)


def _integer_infinity():
    return np.int64(INFINITY)  # not a literal: Numba would compile recursive functions twice


def _real_infinity():
    return np.inf


def _next_integer(score):
    return score + 1


@intrinsic
def _next_real(typing_context, score):
    """The next double: doubles of one sign are ordered as their bits are."""

    def codegen(context, builder, signature, arguments):
        word, real = ir.IntType(64), ir.DoubleType()
        score = arguments[0]
        bits = builder.bitcast(score, word)
        zero, infinite = ir.Constant(real, 0.0), ir.Constant(real, float("inf"))
        up = builder.add(bits, ir.Constant(word, 1))
        down = builder.sub(bits, ir.Constant(word, 1))
        moved = builder.select(builder.fcmp_ordered(">", score, zero), up, down)
        moved = builder.select(builder.fcmp_ordered("==", score, zero), ir.Constant(word, 1), moved)
        moved = builder.select(builder.fcmp_ordered("==", score, infinite), bits, moved)
        return builder.bitcast(moved, real)

    return types.float64(types.float64), codegen


def _halfway_integer(low, high):
    return low + (high - low + 1) // 2  # both finite, and far from the ends of 64 bits


def _halfway_real(low, high):
    middle = low + (high - low) / 2
    return middle if middle > low else high


def words(real: bool) -> Slots:
    return {
        v.as_score: _real_score if real else _integer_score,
        v.infinity: _real_infinity if real else _integer_infinity,
        v.next_up: _next_real if real else _next_integer,
        v.halfway: _halfway_real if real else _halfway_integer,
    }
