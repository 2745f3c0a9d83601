"""A transposition table: what is known about positions that were searched before, for null-window searches with memory.

Positions are looked up together with their height, compared in full, and never replaced: an algorithm whose leaf count
relies on the table must not forget anything.

The table has open addressing and a power of two of entries; when it is three quarters full it moves to one of twice
the size. An entry is: height + 1 (0 when empty), position, lower and upper bound. Before the entries is the position
that is looked up.
"""

from __future__ import annotations

from halfmove.kernels.declaration import Part
from halfmove.kernels.primitives import (
    POSITION_WORDS,
    infinity,
    peek,
    peek_position,
    peek_score,
    poke,
    poke_position,
    poke_score,
)
from halfmove.parts.arena import claim
from halfmove.parts.entries import find_entry

_FIRST_SIZE = 64

# `table_at`: where its entries begin in the arena; `table_size`: how many there may be.
TABLE = Part("table", state={"table_at": 0, "table_size": 0})


def open_table(run):
    """Make an empty table."""
    _make_entries(run, _FIRST_SIZE)


def _make_entries(run, size):
    run.table_at = claim(run, POSITION_WORDS + size * (POSITION_WORDS + 3)) + POSITION_WORDS
    run.table_size = size
    for number in range(size):
        poke(run.arena, run.table_at + number * (POSITION_WORDS + 3), 0)


def _find(game, p, height, run):
    """The first word of the entry of a position, or of the empty one where it belongs."""
    return find_entry(game, p, height, run.table_at, run.table_size, POSITION_WORDS + 3, run)


def recall(game, p, height, run):
    """(whether the position is known, lower bound, upper bound of its score)."""
    entry = _find(game, p, height, run)
    if peek(run.arena, entry) == 0:
        return False, -infinity(), infinity()
    bounds = entry + 1 + POSITION_WORDS
    return True, peek_score(run.arena, bounds), peek_score(run.arena, bounds + 1)


def record(game, p, height, lower, upper, run):
    entry = _find(game, p, height, run)
    if peek(run.arena, entry) == 0:
        if 4 * (run.table + 1) > 3 * run.table_size:
            _grow(game, run)
            entry = _find(game, p, height, run)
        run.table += 1
    _put(run, entry, p, height, lower, upper)


def _put(run, entry, p, height, lower, upper):
    poke(run.arena, entry, height + 1)
    poke_position(run.arena, entry + 1, p)
    poke_score(run.arena, entry + 1 + POSITION_WORDS, lower)
    poke_score(run.arena, entry + 2 + POSITION_WORDS, upper)


def _grow(game, run):
    """Move everything to a table of twice the size; the old one is not used anymore."""
    old, size = run.table_at, run.table_size
    _make_entries(run, 2 * size)
    for number in range(size):
        entry = old + number * (POSITION_WORDS + 3)
        height = peek(run.arena, entry) - 1
        if height >= 0:
            p = peek_position(run.arena, entry + 1)
            bounds = entry + 1 + POSITION_WORDS
            to = _find(game, p, height, run)
            _put(run, to, p, height, peek_score(run.arena, bounds), peek_score(run.arena, bounds + 1))
