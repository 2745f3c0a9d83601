"""Where the threads of one search are: a thread leaves the moves for later whose positions another one is at.

A small memory that all of them share holds the hash of every position that somebody is searching. It is only a hint: an
entry may be overwritten, and then a position is searched twice.
"""

from __future__ import annotations

from halfmove.kernels.declaration import Part
from halfmove.kernels.player_primitives import position_hash
from halfmove.kernels.primitives import peek, poke
from halfmove.parts.ordering import sort_later, sorted_number, sorted_position

BUSY_WORDS = 1 << 10

BUSY = Part("busy", brought=("busy",))


def set_busy(game, p, run):
    """Somebody begins to search a position. Returns the place to be cleared when that is done."""
    code = position_hash(game, p)
    poke(run.busy, code & BUSY_WORDS - 1, code)
    return code & BUSY_WORDS - 1


def clear_busy(run, place):
    poke(run.busy, place, 0)


def is_busy(game, p, run):
    code = position_hash(game, p)
    return peek(run.busy, code & BUSY_WORDS - 1) == code


def next_place(game, place, begin, count, end, run):
    """(the place of the next move, where the moves end now): moves that another thread is at come last."""
    place += 1
    while begin < place < begin + count and is_busy(game, sorted_position(run, begin, sorted_number(run, place)), run):
        sort_later(run, end, place)
        place, end = place + 1, end + 1
    return place, end
