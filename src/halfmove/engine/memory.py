"""Raw memory for compiled searches: a buffer is one integer, its address, as cheap to pass on as a pointer in C."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import carray, types
from numba.extending import intrinsic

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
def _pointer(typing_context, address):
    def codegen(context, builder, signature, arguments):
        return builder.inttoptr(arguments[0], context.get_value_type(types.voidptr))

    return types.voidptr(types.int64), codegen


HEADER = 64  # bytes before a game's data, holding its shape


def view_1(address, dtype):
    """The one-dimensional array stored behind a header at `address`."""
    return carray(_pointer(address + HEADER), (peek_int(address, 0),), dtype)


def view_2(address, dtype):
    return carray(_pointer(address + HEADER), (peek_int(address, 0), peek_int(address, 1)), dtype)


def view_3(address, dtype):
    return carray(_pointer(address + HEADER), (peek_int(address, 0), peek_int(address, 1), peek_int(address, 2)), dtype)
