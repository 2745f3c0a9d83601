"""The transposition table of a compiled search: open addressing in the arena, a power of two of entries.

The first words hold the position looked up. An entry is: height + 1 (0 when empty), position, lower and upper bound.
"""

from __future__ import annotations

from halfmove.bits import MASK, mix
from halfmove.engine.bind import Slots
from halfmove.engine.memory import peek_int, poke_int
from halfmove.errors import Full
from halfmove.parts import table as t
from halfmove.parts.blocks_native import peek_score, poke_position, poke_score, position_words
from halfmove.words import infinity


def open_table(run):
    run.table_size = 64
    while 2 * run.table_size * (position_words() + 3) + position_words() <= run.arena_size:
        run.table_size *= 2
    if run.table_size * (position_words() + 3) + position_words() > run.arena_size:
        raise Full


def _find(run, p, height):
    """The first word of the entry of a position, or of the empty one where it belongs."""
    poke_position(run.arena, 0, p)
    code = mix(height)
    for i in range(position_words()):
        code = mix((code ^ peek_int(run.arena, i)) & MASK)
    while True:
        entry = position_words() + (code & (run.table_size - 1)) * (position_words() + 3)
        found = peek_int(run.arena, entry)
        if found == 0:
            return entry
        same = found == height + 1
        for i in range(position_words()):
            same = same and peek_int(run.arena, i) == peek_int(run.arena, entry + 1 + i)
        if same:
            return entry
        code += 1


def recall(run, p, height):
    entry = _find(run, p, height)
    if peek_int(run.arena, entry) == 0:
        return False, -infinity(), infinity()
    bounds = entry + 1 + position_words()
    return True, peek_score(run.arena, bounds), peek_score(run.arena, bounds + 1)


def record(run, p, height, lower, upper):
    entry = _find(run, p, height)
    if peek_int(run.arena, entry) == 0:
        run.table += 1
        if 4 * run.table > 3 * run.table_size:
            raise Full
        poke_int(run.arena, entry, height + 1)
        poke_position(run.arena, entry + 1, p)
    bounds = entry + 1 + position_words()
    poke_score(run.arena, bounds, lower)
    poke_score(run.arena, bounds + 1, upper)


SLOTS: Slots = {t.open_table: open_table, t.recall: recall, t.record: record}
