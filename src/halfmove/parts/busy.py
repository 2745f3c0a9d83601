"""Where the threads of one search are: a thread leaves the moves for later whose positions another one is at.

A small memory that all of them share holds the hash of every position that somebody is searching. It is only a hint: an
entry may be overwritten, and then a position is searched twice.
"""

from __future__ import annotations

from halfmove.kernel import Part
from halfmove.player_vocabulary import position_hash
from halfmove.vocabulary import peek, poke

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
