"""Finding the entry of a position in a table with open addressing.

The entries are consecutive in the arena, and their number is a power of two. Each begins with its height + 1, or 0
while it is empty, and the position; the rest depends on the table. Before the first entry is the position that is
looked up.
"""

from __future__ import annotations

from halfmove.kernels.primitives import POSITION_WORDS, peek, poke_position, position_code, same_position


def find_entry(game, p, height, begin, size, words, run):
    """The first word of the entry of a position, or of the empty one where it belongs; entries have `words` words."""
    wanted = begin - POSITION_WORDS
    poke_position(run.arena, wanted, p)
    code = position_code(game, p, height, run.arena, wanted)
    while True:
        entry = begin + (code & (size - 1)) * words
        found = peek(run.arena, entry)
        if found == 0:
            return entry
        if found == height + 1 and same_position(run.arena, wanted, entry + 1):
            return entry
        code += 1
