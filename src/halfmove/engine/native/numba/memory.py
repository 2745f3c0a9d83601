"""Memory in machine code: raw words. A memory is one integer, its address, as cheap to pass on as a pointer in C."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np import arrayobj

from halfmove.bits import MASK, U64, mix
from halfmove.engine import shapes
from halfmove.engine.bind import Slots
from halfmove.engine.scores import INFINITY, OUTSIDE
from halfmove.kernels import player_primitives as pv
from halfmove.kernels import primitives as v
from halfmove.kernels import solving_primitives as sv
from halfmove.kernels.player_primitives import MOST_ORDER
from halfmove.kernels.primitives import peek as peek_word
from halfmove.kernels.primitives import peek_score as peek_score_word
from halfmove.kernels.primitives import poke as poke_word
from halfmove.kernels.primitives import poke_score as poke_score_word

_WORD = ir.IntType(64)


def _element(context: Any, builder: Any, kind: Any, address: Any, index: Any) -> Any:
    pointer = builder.inttoptr(address, context.get_value_type(kind).as_pointer())
    return builder.gep(pointer, [index])


def _accessors(kind: Any) -> tuple[Any, Any]:
    @intrinsic
    def peek(typing_context, address, index):
        def codegen(context, builder, signature, arguments):
            return builder.load(_element(context, builder, kind, *arguments))

        return kind(types.int64, types.int64), codegen

    @intrinsic
    def poke(typing_context, address, index, value):
        def codegen(context, builder, signature, arguments):
            address, index, value = arguments
            builder.store(value, _element(context, builder, kind, address, index))
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, kind), codegen

    return peek, poke


peek_int, poke_int = _accessors(types.int64)
peek_real, poke_real = _accessors(types.float64)


@intrinsic
def popcount(typing_context, x):
    """`bits.popcount` as the one instruction that it is."""

    def codegen(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), codegen


@intrinsic
def fold(typing_context, code, word):
    """`bits.fold`: a product of 64 bits is one instruction."""

    def codegen(context, builder, signature, arguments):
        product = builder.mul(builder.xor(*arguments), ir.Constant(_WORD, 0x9E3779B97F4A7C15))
        mixed = builder.xor(product, builder.lshr(product, ir.Constant(_WORD, 32)))
        return builder.lshr(mixed, ir.Constant(_WORD, 1))

    return types.int64(types.int64, types.int64), codegen


@intrinsic
def prefetch(typing_context, address, index):
    """Fetch a word into the cache of the processor while something else is done."""

    def codegen(context, builder, signature, arguments):
        place = builder.bitcast(_element(context, builder, types.int64, *arguments), ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [ir.IntType(8).as_pointer(), number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        builder.call(function, [place, ir.Constant(number, 0), ir.Constant(number, 3), ir.Constant(number, 1)])
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), codegen


@intrinsic
def peek_shared(typing_context, address, index):
    def codegen(context, builder, signature, arguments):
        return builder.load_atomic(_element(context, builder, types.int64, *arguments), "acquire", 8)

    return types.int64(types.int64, types.int64), codegen


@intrinsic
def poke_shared(typing_context, address, index, word):
    def codegen(context, builder, signature, arguments):
        address, index, word = arguments
        builder.store_atomic(word, _element(context, builder, types.int64, address, index), "release", 8)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), codegen


@intrinsic
def is_still(typing_context, address, index, word):
    def codegen(context, builder, signature, arguments):
        address, index, word = arguments
        builder.fence("acquire")
        now = builder.load_atomic(_element(context, builder, types.int64, address, index), "monotonic", 8)
        return builder.icmp_signed("==", now, word)

    return types.boolean(types.int64, types.int64, types.int64), codegen


@intrinsic
def take_shared(typing_context, address, index, word, taken):
    def codegen(context, builder, signature, arguments):
        address, index, word, taken = arguments
        place = _element(context, builder, types.int64, address, index)
        exchanged = builder.cmpxchg(place, word, taken, "acq_rel", "monotonic")
        builder.fence("release")  # other threads see `taken` before anything that is written next
        return builder.extract_value(exchanged, 1)

    return types.boolean(types.int64, types.int64, types.int64, types.int64), codegen


@intrinsic
def _order_bits(typing_context, score):
    """A score as a word that sorts as it does."""

    def codegen(context, builder, signature, arguments):
        (score,), kind = arguments, signature.args[0]
        if not isinstance(kind, types.Float):
            return context.cast(builder, score, kind, types.int64)
        bits = builder.bitcast(context.cast(builder, score, kind, types.float64), _WORD)
        low = builder.lshr(builder.ashr(bits, ir.Constant(_WORD, 63)), ir.Constant(_WORD, 1))
        return builder.ashr(builder.xor(bits, low), ir.Constant(_WORD, pv.REAL_ORDER))

    return types.int64(score), codegen


def _order_word(score):
    return min(max(_order_bits(score), -MOST_ORDER), MOST_ORDER)


def _poke_whole_bounds(memory, index, low, high):
    low = max(low, -OUTSIDE)
    high = min(high, OUTSIDE)
    poke_word(memory, index, (min(low, OUTSIDE - 1) << 32) | ((max(high, 1 - OUTSIDE)) & 0xFFFFFFFF))


def _peek_whole_bounds(memory, index):
    word = peek_word(memory, index)
    low, high = word >> 32, (word << 32) >> 32
    return (low if low > -OUTSIDE else np.int64(-INFINITY)), (high if high < OUTSIDE else np.int64(INFINITY))


def _poke_real_bounds(memory, index, low, high):
    poke_score_word(memory, index, low)
    poke_score_word(memory, index + 1, high)


def _peek_real_bounds(memory, index):
    return peek_score_word(memory, index), peek_score_word(memory, index + 1)


HEADER = 64  # bytes before a game's data, holding its shape


def data_view(dtype: Any, dimensions: int, behind: bool = False) -> Any:
    """A function that makes an array of the data of a game, which follows a header at some address.

    behind   make one of the weights of the game: the last word of this header says how far behind it theirs is
    """
    kind = types.Array(from_dtype(dtype), dimensions, "C", readonly=True)

    @intrinsic
    def view(typing_context, address):
        def codegen(context, builder, signature, arguments):
            address = arguments[0]
            if behind:
                last = ir.Constant(_WORD, HEADER // 8 - 1)
                address = builder.add(address, builder.load(_element(context, builder, types.int64, address, last)))
            made = context.make_array(kind)(context, builder)
            shape = [
                builder.load(_element(context, builder, types.int64, address, ir.Constant(_WORD, axis)))
                for axis in range(dimensions)
            ]
            size = strides = [ir.Constant(_WORD, dtype.itemsize)]
            for length in reversed(shape[1:]):
                strides = [builder.mul(length, strides[0]), *strides]
            start = builder.add(address, ir.Constant(_WORD, HEADER))
            pointer = builder.inttoptr(start, context.get_data_type(kind.dtype).as_pointer())
            arrayobj.populate_array(made, data=pointer, shape=shape, strides=strides, itemsize=size[0], meminfo=None)
            return made._getvalue()

        return kind(types.int64), codegen

    return view


weights_view = data_view(np.dtype(np.int64), 1, behind=True)


@intrinsic
def call_clock(typing_context, function, words):
    """Call the function at an address, `int clock_gettime(0 or 1, struct timespec *)`, for the monotonic clock."""

    def codegen(context, builder, signature, arguments):
        address, words = arguments
        integer = ir.IntType(32)
        pointer = builder.inttoptr(address, ir.FunctionType(integer, [integer, _WORD]).as_pointer())
        builder.call(pointer, [ir.Constant(integer, time.CLOCK_MONOTONIC), words])
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), codegen


@intrinsic
def call_function(typing_context, function):
    """Call the function at an address, `int64 f(void)`."""

    def codegen(context, builder, signature, arguments):
        pointer = builder.inttoptr(arguments[0], ir.FunctionType(_WORD, []).as_pointer())
        return builder.call(pointer, [])

    return types.int64(types.int64), codegen


@intrinsic
def _real_bits(typing_context, real):
    def codegen(context, builder, signature, arguments):
        return builder.bitcast(arguments[0], _WORD)

    return types.int64(types.float64), codegen


def _now(run):
    call_clock(run.clock, run.clock_words)
    return peek_word(run.clock_words, 0) * 1_000_000_000 + peek_word(run.clock_words, 1)


def _check_signals(run):
    return call_function(run.signal_check)


def _make_room(memory, words):
    pass  # the largest size was reserved at the start


RAW: dict[str, Any] = {
    "peek_int": peek_int,
    "poke_int": poke_int,
    "peek_real": peek_real,
    "poke_real": poke_real,
    "peek_shared": peek_shared,
    "poke_shared": poke_shared,
    "is_still": is_still,
    "take_shared": take_shared,
}


def memory_access(example: Any, access: dict[str, Any]) -> tuple[Any, Any, Any, Any]:
    """Functions that read a position from raw memory, write one, compare one with what is there, and hash one."""
    scope: dict[str, Any] = access | {"fold": fold, "real_bits": _real_bits}
    scope |= {"int64": np.int64, "uint64": np.uint64, "U64": U64}
    stores: list[str] = []
    words: list[str] = []

    def text(part: Any, path: str, word: bool = False) -> str:
        if not isinstance(part, tuple):
            at = f"address, index + {len(stores)}"
            if word:
                stores.append(f"poke_int({at}, int({path}))")
                words.append(f"int({path})")
                return f"U64(peek_int({at}))"
            if isinstance(part, float):
                stores.append(f"poke_real({at}, {path})")
                words.append(f"real_bits({path})")
                return f"peek_real({at})"
            stores.append(f"poke_int({at}, int64({path}))")
            words.append(f"int64({path})")
            return f"uint64(peek_int({at}))" if isinstance(part, np.uint64) else f"peek_int({at})"
        inside = ", ".join(text(each, f"{path}[{i}]", inner) for i, (each, inner) in enumerate(shapes.parts(part)))
        if type(part) is tuple:
            return f"({inside},)"
        name = f"class_{len(scope)}"
        scope[name] = type(part)
        return f"{name}({inside})"

    load = text(example, "p")
    lines = "\n    ".join(stores)
    equal = " and ".join(f"peek_int(address, index + {i}) == {word}" for i, word in enumerate(words))
    folded = "0"
    for word in words:
        folded = f"fold({folded}, {word})"
    exec(
        f"def peek(address, index):\n    return {load}\ndef poke(address, index, p):\n    {lines}\n"
        f"def same(address, index, p):\n    return {equal}\ndef code(game, p):\n    return {folded}\n",
        scope,
    )
    return scope["peek"], scope["poke"], scope["same"], scope["code"]


def primitives(real: bool, position: Any, move: Any, own: Any, access: dict[str, Any]) -> Slots:
    """The primitives of memory for positions and moves of these shapes; `own` is a position of the game itself.

    access   functions that read and write one word: RAW, or CHECKED of `checked.py`
    """
    size = len(shapes.leaves_of(position, "the position"))
    move_size = len(shapes.leaves_of(move, "a move"))
    peek_int, poke_int = access["peek_int"], access["poke_int"]
    peek_position, poke_position, is_position, position_hash = memory_access(position, access)
    peek_parts, poke_parts, _, _ = memory_access(own, access)
    peek_move, _poke_move, is_move, code_of_move = memory_access(move, access)
    one_word = not isinstance(move, tuple)

    def poke_word(memory, index, move):
        poke_int(memory, index, move)

    def poke_words(memory, index, move):
        for i in range(move_size):
            poke_int(memory, index * move_size + i, move[i])

    def peek_whole_move(memory, index):
        return peek_move(memory, index * move_size)

    def same_move(memory, index, move):
        return is_move(memory, index * move_size, move)

    def move_hash(move):
        return code_of_move((), move)

    def copy_moves(to_memory, to, from_memory, begin, count):
        for i in range(count * move_size):
            poke_int(to_memory, to * move_size + i, peek_int(from_memory, begin * move_size + i))

    def same_position(memory, one, other):
        same = True
        for i in range(size):
            same = same and peek_int(memory, one + i) == peek_int(memory, other + i)
        return same

    def position_code(game, p, height, memory, index):
        code = mix(height)
        for i in range(size):
            code = mix((code ^ peek_int(memory, index + i)) & MASK)
        return code

    return {
        v.peek: peek_int,
        v.poke: poke_int,
        v.peek_score: access["peek_real"] if real else peek_int,
        v.poke_score: access["poke_real"] if real else poke_int,
        v.peek_position: peek_position,
        v.poke_position: poke_position,
        sv.peek_parts: peek_parts,
        sv.poke_parts: poke_parts,
        v.poke_move: poke_word if one_word else poke_words,
        v.peek_move: peek_whole_move,
        pv.same_move: same_move,
        pv.move_hash: move_hash,
        v.copy_moves: copy_moves,
        v.same_position: same_position,
        pv.is_position: is_position,
        pv.position_hash: position_hash,
        pv.prefetch: prefetch,
        pv.peek_shared: access["peek_shared"],
        pv.poke_shared: access["poke_shared"],
        pv.is_still: access["is_still"],
        pv.take_shared: access["take_shared"],
        pv.order_word: _order_word,
        pv.BOUND_WORDS: 2 if real else 1,
        pv.poke_bounds: _poke_real_bounds if real else _poke_whole_bounds,
        pv.peek_bounds: _peek_real_bounds if real else _peek_whole_bounds,
        v.make_room: _make_room,
        v.POSITION_WORDS: size,
        v.position_code: position_code,
        v.now: _now,
        v.check_signals: _check_signals,
    }
