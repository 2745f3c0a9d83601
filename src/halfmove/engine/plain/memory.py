"""Memory in plain Python: lists. Any position or move is one element."""

from __future__ import annotations

import math
import struct
from functools import lru_cache
from itertools import repeat
from typing import Any

import numpy as np

from halfmove.bits import fold
from halfmove.engine import checked_memory, shapes
from halfmove.engine.bind import Slots
from halfmove.engine.scores import OUTSIDE
from halfmove.kernels import player_primitives as pv
from halfmove.kernels import primitives as v
from halfmove.kernels import solving_primitives as sv
from halfmove.kernels.player_primitives import MOST_ORDER, REAL_ORDER


def _peek(memory, index):
    return memory[index]


def _poke(memory, index, number):
    memory[index] = number


def _checked_peek(memory, index):
    _check(index)
    return memory[index]


def _checked_poke(memory, index, number):
    _check(index)
    memory[index] = number


def _check(index: int) -> None:
    """Refuse negative indices, which a list counts from its end. Too large ones the list refuses itself."""
    if index < 0:
        raise checked_memory.OutOfBounds(f"a kernel asked for word {index} of a memory")


def _copy_moves(to_memory, to, from_memory, begin, count):
    if count:
        to_memory[to : to + count] = from_memory[begin : begin + count]


def _same_position(memory, one, other):
    return memory[one] == memory[other]


def _make_room(memory, words):
    if words > len(memory):
        memory.extend(repeat(0, max(words - len(memory), len(memory) // 8)))


def position_code(game, p, height, memory, index):
    return hash((p, height))


def _is_position(memory, index, p):
    return memory[index] == p


def _position_hash(game, p):
    """The same number as in machine code, if the position consists of numbers."""
    return _folded(0, p)


def _folded(code, part):
    if isinstance(part, tuple):
        for each in part:
            code = _folded(code, each)
        return code
    if isinstance(part, float):
        return fold(code, struct.unpack("q", struct.pack("d", part))[0])
    return fold(code, int(part) if isinstance(part, int | np.integer) else hash(part))


def _prefetch(memory, index):
    pass


# Plain Python searches in one thread, so nothing else changes its memory.


def _is_still(memory, index, word):
    return True


def _take_shared(memory, index, word, taken):
    memory[index] = taken
    return True


def order_word(score):
    if isinstance(score, float):
        bits = struct.unpack("q", struct.pack("d", score))[0]
        word = (bits if bits >= 0 else bits ^ (1 << 63) - 1) >> REAL_ORDER
    else:
        word = int(score)
    return min(max(word, -MOST_ORDER), MOST_ORDER)


def _move_hash(move):
    return _folded(0, move)


def _poke_whole_bounds(memory, index, low, high):
    low = -math.inf if low <= -OUTSIDE else min(low, OUTSIDE - 1)
    high = math.inf if high >= OUTSIDE else max(high, 1 - OUTSIDE)
    memory[index] = low, high


def _poke_real_bounds(memory, index, low, high):
    memory[index] = low, high


def part_primitives(position: Any) -> Slots:
    """The primitives that read and write the parts of positions like this one."""
    form = lru_cache(maxsize=1)(lambda: (shapes.builder(position), len(shapes.leaves_of(position, "the position"))))

    def poke_parts(memory, index, p):
        leaves = shapes.leaves_of(shapes.canonical(p), "a position")
        memory[index : index + len(leaves)] = [shapes.as_bits(leaf) for leaf in leaves]

    def peek_parts(memory, index):
        build, count = form()
        return build(memory[index : index + count])

    return {sv.poke_parts: poke_parts, sv.peek_parts: peek_parts}


def primitives(position_words: int, real: bool) -> Slots:
    """The primitives of memory. A position gets as many words as in machine code, so that limits agree."""
    peek, poke = (_checked_peek, _checked_poke) if checked_memory.ENABLED else (_peek, _poke)
    return {
        v.peek: peek,
        v.poke: poke,
        v.peek_score: peek,
        v.poke_score: poke,
        v.peek_position: peek,
        v.poke_position: poke,
        v.poke_move: poke,
        v.peek_move: peek,
        v.copy_moves: _copy_moves,
        pv.is_position: _is_position,
        pv.position_hash: _position_hash,
        pv.prefetch: _prefetch,
        pv.peek_shared: peek,
        pv.is_still: _is_still,
        pv.take_shared: _take_shared,
        pv.poke_shared: poke,
        pv.order_word: order_word,
        pv.same_move: _is_position,
        pv.move_hash: _move_hash,
        pv.BOUND_WORDS: 2 if real else 1,
        pv.poke_bounds: _poke_real_bounds if real else _poke_whole_bounds,
        pv.peek_bounds: peek,
        v.same_position: _same_position,
        v.make_room: _make_room,
        v.POSITION_WORDS: position_words,
    }
