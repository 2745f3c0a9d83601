"""Scratch memory of a compiled search.

The principal variations of all heights form a triangle: the line of a node at height h has room for h moves and
begins at word h(h-1)/2 (times the words of a move). `sizes` holds their lengths. The order of leaves is written to
`log` as long as it has room; `logged` counts on, so that a second run can be given enough.
"""

from __future__ import annotations

import numpy as np

from halfmove import words as v
from halfmove.engine.bind import Slots, slot
from halfmove.engine.memory import peek_int, poke_int
from halfmove.errors import BadScore

_INT_INFINITY = (1 << 63) - 1


@slot
def words_of(move): ...


@slot
def move_words(): ...


def _one_word(move):
    return (move,)


def _own_words(move):
    return move


def _put(address, index, move):
    words = words_of(move)
    for i in range(move_words()):
        poke_int(address, index * move_words() + i, words[i])


def _copy(address, to, source, count):
    for i in range(count * move_words()):
        poke_int(address, to * move_words() + i, peek_int(address, source * move_words() + i))


def clear_line(run, height):
    poke_int(run.sizes, height, 0)


def extend_line(run, height, move):
    row = height * (height - 1) // 2
    below = (height - 1) * (height - 2) // 2
    size = peek_int(run.sizes, height - 1)
    _put(run.lines, row, move)
    _copy(run.lines, row + 1, below, size)
    poke_int(run.sizes, height, size + 1)


def note_move(run, height, move):
    _put(run.path, height, move)


def note_leaf(run, height):
    count = (run.height - height) * move_words()
    if run.logged + count + 1 <= run.log_size:
        poke_int(run.log, run.logged, run.height - height)
        at = run.logged + 1
        above = run.height
        while above > height:
            for i in range(move_words()):
                poke_int(run.log, at, peek_int(run.path, above * move_words() + i))
                at += 1
            above -= 1
    run.logged += count + 1


def _integer_score(score):
    return np.int64(score)


def _real_score(score):
    real = np.float64(score)
    if real != real:
        raise BadScore
    return min(max(real, -v.LARGEST), v.LARGEST)


def _integer_infinity():
    return np.int64(_INT_INFINITY)  # not a literal: Numba would compile recursive functions twice, and store one


def _real_infinity():
    return np.inf


def _next_integer(score):
    return score + 1


def _next_real(score):
    return np.nextafter(score, np.inf)


def _halfway_integer(low, high):
    return low + (high - low + 1) // 2  # both finite, and far from the ends of 64 bits


def _halfway_real(low, high):
    middle = low + (high - low) / 2
    return middle if middle > low else high


def slots(real: bool, words: int, move_is_tuple: bool) -> Slots:
    def count():
        return words

    return {
        v.clear_line: clear_line,
        v.extend_line: extend_line,
        v.note_move: note_move,
        v.note_leaf: note_leaf,
        words_of: _own_words if move_is_tuple else _one_word,
        move_words: count,
        v.as_score: _real_score if real else _integer_score,
        v.infinity: _real_infinity if real else _integer_infinity,
        v.next_up: _next_real if real else _next_integer,
        v.halfway: _halfway_real if real else _halfway_integer,
    }
