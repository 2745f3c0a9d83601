"""Reading and writing words of memory in machine code with every index checked: see `checked_memory.py`."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from halfmove.engine.checked_memory import HEAD, PLACES, place_of
from halfmove.engine.native.numba.memory import (
    is_still,
    peek_int,
    peek_real,
    peek_shared,
    poke_int,
    poke_real,
    poke_shared,
    take_shared,
)
from halfmove.kernels.primitives import Halt

_WORD = ir.IntType(64)
_TABLE = "halfmove_memories"


def _variable(builder: Any) -> Any:
    """The variable of an object with the address of the table of memories; 0: nothing is checked."""
    module = builder.module
    if _TABLE in module.globals:
        return module.globals[_TABLE]
    made = ir.GlobalVariable(module, _WORD, _TABLE)
    made.linkage, made.initializer = "linkonce_odr", ir.Constant(_WORD, 0)
    return made


@intrinsic
def _set_table(typing_context, address):
    def codegen(context, builder, signature, arguments):
        builder.store(arguments[0], _variable(builder))
        return context.get_dummy_value()

    return types.void(types.int64), codegen


@intrinsic
def _table(typing_context):
    def codegen(context, builder, signature, arguments):
        return builder.load(_variable(builder))

    return types.int64(), codegen


def check_memories(run):
    """From now on check all indices against the memories of this run."""
    _set_table(run.memories)


def _check(memory, index):
    """End the search if a memory has no word with this index."""
    table = _table()
    if table != 0:
        place = place_of(memory)
        found = peek_int(table, HEAD + 2 * place)
        while found != memory and found != 0:
            place = (place + 1) % PLACES
            found = peek_int(table, HEAD + 2 * place)
        room = peek_int(table, HEAD + 2 * place + 1) if found != 0 else 0
        if index < 0 or index >= room:
            poke_int(table, 1, memory)
            poke_int(table, 2, index)
            poke_int(table, 3, room)
            poke_int(table, 0, 1)
            raise Halt


def _peek_int(memory, index):
    _check(memory, index)
    return peek_int(memory, index)


def _poke_int(memory, index, word):
    _check(memory, index)
    poke_int(memory, index, word)


def _peek_real(memory, index):
    _check(memory, index)
    return peek_real(memory, index)


def _poke_real(memory, index, real):
    _check(memory, index)
    poke_real(memory, index, real)


def _peek_shared(memory, index):
    _check(memory, index)
    return peek_shared(memory, index)


def _poke_shared(memory, index, word):
    _check(memory, index)
    poke_shared(memory, index, word)


def _is_still(memory, index, word):
    _check(memory, index)
    return is_still(memory, index, word)


def _take_shared(memory, index, word, taken):
    _check(memory, index)
    return take_shared(memory, index, word, taken)


CHECKED: dict[str, Any] = {
    "peek_int": _peek_int,
    "poke_int": _poke_int,
    "peek_real": _peek_real,
    "poke_real": _poke_real,
    "peek_shared": _peek_shared,
    "poke_shared": _poke_shared,
    "is_still": _is_still,
    "take_shared": _take_shared,
}
