"""Which positions the threads of one search are at: a thread postpones a move if another thread is searching its child.

As in ABDADA. A small memory that all threads share holds the hash of every position whose search is in progress. It is
only a hint: an entry may be overwritten, and then a position is searched twice.
"""

from __future__ import annotations

from halfmove.kernels.declaration import Part
from halfmove.kernels.player_primitives import position_hash
from halfmove.kernels.primitives import peek, poke
from halfmove.parts.ordering import sort_later, sorted_number, sorted_position

IN_PROGRESS_WORDS = 1 << 10

IN_PROGRESS = Part("in_progress", external=("in_progress",))


def mark_in_progress(game, p, run):
    """Note that a thread begins to search a position. Returns the index to clear when it is done."""
    code = position_hash(game, p)
    poke(run.in_progress, code & IN_PROGRESS_WORDS - 1, code)
    return code & IN_PROGRESS_WORDS - 1


def clear_in_progress(run, index):
    poke(run.in_progress, index, 0)


def is_in_progress(game, p, run):
    code = position_hash(game, p)
    return peek(run.in_progress, code & IN_PROGRESS_WORDS - 1) == code


def next_place(game, place, begin, count, end, run):
    """(the place of the next move, the new end of the moves): moves that another thread is searching come last."""
    place += 1
    while begin < place < begin + count:
        if not is_in_progress(game, sorted_position(run, begin, sorted_number(run, place)), run):
            break
        sort_later(run, end, place)
        place, end = place + 1, end + 1
    return place, end
