"""The arena: one array of words from which parts take what they need; nothing is ever given back to it.

How far it may grow is `run.arena_most`, from the memory limit of the search. In machine code all of it is reserved
at once, as addresses; the system provides what is touched.
"""

from __future__ import annotations

from halfmove.kernels.primitives import MEMORY, fail, look_at_clock, make_room

_STEP = 1 << 18


def claim(run, words):
    """The index of the first of so many fresh words. Whoever claims them fills them: they may hold anything."""
    begin = run.arena_used
    if begin + words > run.arena_most:
        fail(run, MEMORY)
    room = begin
    while room + _STEP < begin + words:  # very many words take their time
        room += _STEP
        make_room(run.arena, room)
        look_at_clock(run)
    make_room(run.arena, begin + words)
    run.arena_used = begin + words
    return begin
