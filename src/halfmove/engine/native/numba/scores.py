"""Scores of compiled searches: 64-bit integers, or doubles."""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from halfmove.base.checks import WHOLE
from halfmove.engine.bind import Slots
from halfmove.engine.scores import INFINITY, LARGEST, extreme_score, halfway_real, halfway_whole
from halfmove.kernels import primitives as v
from halfmove.kernels.primitives import BAD_SCORE, fail


def _whole_score(run, score):
    whole = _as_word(score)
    if not -WHOLE < whole < WHOLE:
        fail(run, BAD_SCORE)
    return whole


@intrinsic
def _as_word(typing_context, score):
    """The score as a signed word; of an unsigned one that is too large for that, the largest word."""

    def codegen(context, builder, signature, arguments):
        (score,), kind = arguments, signature.args[0]
        word = context.cast(builder, score, kind, types.int64)
        if isinstance(kind, types.Integer) and not kind.signed and kind.bitwidth == 64:
            largest = ir.Constant(ir.IntType(64), INFINITY)
            word = builder.select(builder.icmp_signed("<", word, ir.Constant(ir.IntType(64), 0)), largest, word)
        return word

    return types.int64(score), codegen


def _real_score(run, score):
    real = np.float64(score)
    if not _is_exact(score):
        fail(run, BAD_SCORE)
    if -LARGEST < real < LARGEST:
        return real
    return extreme_score(run, real)


@intrinsic
def _is_exact(typing_context, score):
    """Whether a score is a number, and the same number as a real one."""

    def codegen(context, builder, signature, arguments):
        (score,), kind = arguments, signature.args[0]
        if not isinstance(kind, types.Integer):
            real = context.cast(builder, score, kind, types.float64)
            return builder.fcmp_ordered("ord", real, real)
        whole = context.cast(builder, score, kind, types.int64)
        word = ir.IntType(64)
        if not kind.signed and kind.bitwidth == 64:
            return builder.icmp_unsigned("<", whole, ir.Constant(word, 1 << 53))
        # A number of up to 54 bits, sign included, fits a double. A longer one fits only if its last bits are 0.
        shift = ir.Constant(word, 10)
        small = builder.icmp_signed("==", builder.ashr(builder.shl(whole, shift), shift), whole)
        real = builder.sitofp(whole, ir.DoubleType())
        back = builder.fptosi(real, word)
        fits = builder.fcmp_ordered("<", real, ir.Constant(ir.DoubleType(), 2.0**63))
        return builder.or_(small, builder.and_(fits, builder.icmp_signed("==", back, whole)))

    return types.boolean(score), codegen


def _whole_infinity():
    return np.int64(INFINITY)  # not a literal: Numba would compile recursive functions twice


def _real_infinity():
    return np.inf


def _next_whole(score):
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


def primitives(real: bool) -> Slots:
    return {
        v.as_score: _real_score if real else _whole_score,
        v.infinity: _real_infinity if real else _whole_infinity,
        v.next_up: _next_real if real else _next_whole,
        v.halfway: halfway_real if real else halfway_whole,
    }
