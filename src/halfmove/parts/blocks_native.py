"""The blocks of a compiled search, in one array of words (`run.arena`); a block is the index of its first word.

    0        number of sons
    1 .. 5   numbers of the node
    6, 7     scores of the node
    8 ..     position of the node
    then     the merits of all sons, side by side so that they can be scanned fast
    then     for each son: son, child, position

Blocks that are given back are kept in lists, one for each size; `run.free` holds the first of each. When the array is
full the search is begun again with a larger one: OPEN grows to its full size in the first moments of a search.
"""

from __future__ import annotations

from typing import Any

from halfmove.engine.bind import Slots, slot
from halfmove.engine.memory import peek_int, poke_int
from halfmove.errors import Full, TooWide
from halfmove.parts import blocks as b

_HEAD = 8
FREE_LISTS = 4096


@slot
def position_words(): ...


@slot
def peek_position(address, index): ...


@slot
def poke_position(address, index, p): ...


@slot
def peek_score(address, index): ...


@slot
def poke_score(address, index, score): ...


def _words(size):
    return _HEAD + position_words() + size * (3 + position_words())


def new_block(run, size):
    if size < FREE_LISTS:
        block = peek_int(run.free, size)
        if block > 0:
            poke_int(run.free, size, peek_int(run.arena, block + 1))
            poke_int(run.arena, block, size)
            return block
    block = run.arena_used
    run.arena_used += _words(size)
    if run.arena_used > run.arena_size:
        raise Full
    poke_int(run.arena, block, size)
    return block


def free_block(run, block):
    size = peek_int(run.arena, block)
    if size < FREE_LISTS:
        poke_int(run.arena, block + 1, peek_int(run.free, size))
        poke_int(run.free, size, block)


def size_of(run, block):
    return peek_int(run.arena, block)


def _merit_at(block, i):
    return block + _HEAD + position_words() + i


def _son_at(run, block, i):
    return block + _HEAD + position_words() + peek_int(run.arena, block) + i * (2 + position_words())


def get_merit(run, block, i):
    return peek_score(run.arena, _merit_at(block, i))


def set_merit(run, block, i, merit):
    poke_score(run.arena, _merit_at(block, i), merit)


def get_son(run, block, i):
    return peek_int(run.arena, _son_at(run, block, i))


def set_son(run, block, i, son):
    poke_int(run.arena, _son_at(run, block, i), son)


def get_child(run, block, i):
    return peek_int(run.arena, _son_at(run, block, i) + 1)


def set_child(run, block, i, child):
    poke_int(run.arena, _son_at(run, block, i) + 1, child)


def get_place(run, block, i):
    return peek_position(run.arena, _son_at(run, block, i) + 2)


def set_place(run, block, i, p):
    poke_position(run.arena, _son_at(run, block, i) + 2, p)


def get_node(run, block):
    return peek_position(run.arena, block + _HEAD)


def set_node(run, block, p):
    poke_position(run.arena, block + _HEAD, p)


def get_score(run, block, which):
    return peek_score(run.arena, block + 6 + which)


def set_score(run, block, which, score):
    poke_score(run.arena, block + 6 + which, score)


def get_number(run, block, which):
    return peek_int(run.arena, block + 1 + which)


def set_number(run, block, which, number):
    poke_int(run.arena, block + 1 + which, number)


def partition_end(run, width, opened):
    if run.parts == 0:
        if width != run.cut_width:  # a division takes as long as a leaf, and most nodes have the width of the last one
            groups = min(run.phases, width)
            run.cut_width, run.cut_size = width, width // groups
            run.cut_larger = width % groups * (run.cut_size + 1)
        return opened + run.cut_size + (1 if opened < run.cut_larger else 0)
    if width > run.parts_width:
        raise TooWide
    return peek_int(run.parts, width * (width - 1) // 2 + opened)


def note_case(run, case):
    pass  # what happens inside machine code is not recorded, only the order of leaves


_FUNCTIONS = (
    new_block,
    free_block,
    size_of,
    get_merit,
    set_merit,
    get_son,
    set_son,
    get_child,
    set_child,
    get_place,
    set_place,
    get_node,
    set_node,
    get_score,
    set_score,
    get_number,
    set_number,
    partition_end,
    note_case,
)


def slots(real: bool, root: Any) -> Slots:
    from halfmove.engine import memory, shapes

    words = len(shapes.leaves_of(root, "the position"))

    def count():
        return words

    peek, poke = shapes.memory_access(root)
    here = {
        position_words: count,
        peek_position: peek,
        poke_position: poke,
        peek_score: memory.peek_real if real else memory.peek_int,
        poke_score: memory.poke_real if real else memory.poke_int,
    }
    return here | {getattr(b, function.__name__): function for function in _FUNCTIONS}
