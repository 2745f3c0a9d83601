"""A table of proof numbers of limited size: what is known about positions that were searched before.

Positions are compared in full, so an entry never answers for another position. A position is stored with its height
where that matters, in a search to a depth. An entry is: height + 1 (0 when empty), position, phi, delta, rank, work.

    rank    of a decided position: the side that has succeeded wins within this many half-moves
    work    how many nodes were entered below it

The table has open addressing and begins small. When it is full, about half of the positions are discarded, those with
the least work, and the others move to a second table of the same size. What is discarded depends only on the search
itself: it is the same at every speed.
"""

from __future__ import annotations

from halfmove.kernels.declaration import Part
from halfmove.kernels.primitives import POSITION_WORDS, look_at_clock, peek, peek_position, poke, poke_position
from halfmove.parts.arena import claim
from halfmove.parts.entries import find_entry

_FIRST_SIZE = 64
_LOOK = 4095  # entries that are processed between two checks of the clock
PHI, DELTA, RANK, WORK = 1, 2, 3, 4  # words behind the position

# `proofs_at`: where the entries begin in the arena; `proofs_size`: how many there is room for; `proofs_kept`: how many
# there are; `proofs_most`: how many there may be; `proofs_spare`: where the second table begins, 0 if there is none.
PROOFS = Part("proofs", state={"proofs_at": 0, "proofs_size": 0, "proofs_kept": 0, "proofs_most": 0, "proofs_spare": 0})


def open_proofs(run, entries):
    """Make a table for `entries` positions, or for fewer if memory is short."""
    words = POSITION_WORDS + 5
    size = _FIRST_SIZE
    # The table, the second one, and the smaller ones before them.
    while 3 * size < 4 * entries and 6 * size * words < run.arena_most - run.arena_used:
        size *= 2
    run.proofs_most = min(entries, size * 3 // 4)
    run.proofs_kept, run.proofs_spare = 0, 0
    run.proofs_at = _new_entries(run, _FIRST_SIZE)
    run.proofs_size = _FIRST_SIZE


def _new_entries(run, size):
    """Make an empty table and return where it begins; before it is the position that is looked up."""
    begin = claim(run, POSITION_WORDS + size * (POSITION_WORDS + 5)) + POSITION_WORDS
    _empty(run, begin, size)
    return begin


def _empty(run, begin, size):
    for number in range(size):
        if number & _LOOK == _LOOK:
            look_at_clock(run)
        poke(run.arena, begin + number * (POSITION_WORDS + 5), 0)


def _find(game, p, height, run):
    """The first word of the entry of a position, or of the empty one where it belongs."""
    return find_entry(game, p, height, run.proofs_at, run.proofs_size, POSITION_WORDS + 5, run)


def find_proof(game, p, height, run):
    """The index of the words behind the position of an entry, or 0 if the position is not in the table."""
    entry = _find(game, p, height, run)
    return entry + POSITION_WORDS if peek(run.arena, entry) > 0 else 0


def keep_proof(game, p, height, phi, delta, rank, work, run):
    entry = _find(game, p, height, run)
    if peek(run.arena, entry) == 0:
        if run.proofs_kept >= run.proofs_most:
            _forget(game, run)
            entry = _find(game, p, height, run)
        elif 4 * (run.proofs_kept + 1) > 3 * run.proofs_size:
            _move(game, _new_entries(run, 2 * run.proofs_size), 2 * run.proofs_size, -1, run)
            entry = _find(game, p, height, run)
        run.proofs_kept += 1
        run.table = max(run.table, run.proofs_kept)
        poke(run.arena, entry, height + 1)
        poke_position(run.arena, entry + 1, p)
        poke(run.arena, entry + POSITION_WORDS + WORK, 0)
    words = entry + POSITION_WORDS
    poke(run.arena, words + PHI, phi)
    poke(run.arena, words + DELTA, delta)
    poke(run.arena, words + RANK, rank)
    poke(run.arena, words + WORK, peek(run.arena, words + WORK) + work)


def _forget(game, run):
    """Discard the entries with the least work, at least half of all."""
    least, left = 0, run.proofs_kept
    while 2 * left > run.proofs_kept:
        least = 2 * least + 1
        left = 0
        for number in range(run.proofs_size):
            if number & _LOOK == _LOOK:
                look_at_clock(run)
            entry = run.proofs_at + number * (POSITION_WORDS + 5)
            if peek(run.arena, entry) > 0 and peek(run.arena, entry + POSITION_WORDS + WORK) > least:
                left += 1
    old = run.proofs_at
    if run.proofs_spare == 0:
        run.proofs_spare = _new_entries(run, run.proofs_size)
    else:
        _empty(run, run.proofs_spare, run.proofs_size)
    _move(game, run.proofs_spare, run.proofs_size, least, run)
    run.proofs_spare = old


def _move(game, begin, size, least, run):
    """Switch to the empty table that begins at `begin`, and move the entries with more than `least` work there."""
    old, old_size = run.proofs_at, run.proofs_size
    run.proofs_at, run.proofs_size, run.proofs_kept = begin, size, 0
    for number in range(old_size):
        if number & _LOOK == _LOOK:
            look_at_clock(run)
        entry = old + number * (POSITION_WORDS + 5)
        words = entry + POSITION_WORDS
        height = peek(run.arena, entry) - 1
        if height >= 0 and peek(run.arena, words + WORK) > least:
            p = peek_position(run.arena, entry + 1)
            to = _find(game, p, height, run)
            poke(run.arena, to, height + 1)
            poke_position(run.arena, to + 1, p)
            for word in range(1, 5):
                poke(run.arena, to + POSITION_WORDS + word, peek(run.arena, words + word))
            run.proofs_kept += 1
