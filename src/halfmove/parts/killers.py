"""Killers: for every half-move from the root, the last two quiet moves that caused a cut-off there.

They may do so again.

They are kept from one depth to the next, in memory that outlives a search, as hashes of moves. A hash that belongs to
two moves only affects the order in which moves are tried.
"""

from __future__ import annotations

from halfmove.kernels.declaration import Part
from halfmove.kernels.primitives import peek, poke

_PLIES = 1 << 11  # those farther from the root share the last place
KILLER_WORDS = 2 * _PLIES

KILLERS = Part("killers", external=("killer_moves",))


def _place(room, run):
    return 2 * min(run.height - room, _PLIES - 1)


def killer_rank(code, room, run):
    """2 for the newest killer this far from the root, 1 for the one before, else 0."""
    place, code = _place(room, run), code | 1  # 0 is no move
    if peek(run.killer_moves, place) == code:
        return 2
    return 1 if peek(run.killer_moves, place + 1) == code else 0


def note_killer(code, room, run):
    """Note that a move with this hash caused a cut-off this far from the root."""
    place, code = _place(room, run), code | 1
    newest = peek(run.killer_moves, place)
    if newest != code:
        poke(run.killer_moves, place + 1, newest)
        poke(run.killer_moves, place, code)
