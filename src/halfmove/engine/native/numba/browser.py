"""What some primitives mean in a web page: the clock, and memory whose size is checked.

A page has no addresses of functions, so the clock is a function that the module imports. Its memory is small, and an
index past the end of one memory would write into the next. So the two words before each memory say how many elements
it has room for, and whether that was too few.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from halfmove.engine.native.entries import numbers_entry, sides_entry
from halfmove.engine.native.numba.memory import peek_int, poke_int
from halfmove.engine.native.program import Program
from halfmove.engine.native.target import Target
from halfmove.kernels import primitives as v
from halfmove.kernels.primitives import Halt

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"  # all browsers have them since 2021
CLOCK, CHECK = "now", "check_signals"  # the names of the functions that a module imports

_WORD = ir.IntType(64)


def _imported(name: str) -> Any:
    """A function of the page, `int64 name(void)`."""

    @intrinsic
    def call(typing_context):
        def codegen(context, builder, signature, arguments):
            function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(_WORD, []), name)
            return builder.call(function, [])

        return types.int64(), codegen

    return call


_clock, _check = _imported(CLOCK), _imported(CHECK)


def _now(run):
    return _clock()


def _check_signals(run):
    return _check()


def _make_room(memory, words):
    if words > peek_int(memory, -1):
        poke_int(memory, -2, 1)
        raise Halt


def page_target(program: Program, numbers: bool = False) -> Target:
    """A web page as the machine that a program is compiled for; `numbers`: with the numbers of positions."""
    sides = program.algorithm.plays and program.game.turn is not None
    return Target(
        "a page",
        TRIPLE,
        features=FEATURES,
        primitives={v.now: _now, v.check_signals: _check_signals, v.make_room: _make_room},
        entries=(*((sides_entry,) if sides else ()), *((numbers_entry,) if numbers else ())),
    )
