"""The arena: one array of words from which parts take what they need; nothing is ever returned to it.

`run.arena_most` limits its size, according to the memory limit of the search. In machine code all addresses are
reserved at the start, and the system provides memory where it is touched.
"""

from __future__ import annotations

from halfmove.kernels.primitives import MEMORY, fail, look_at_clock, make_room

_STEP = 1 << 18


def claim(run, words):
    """Take fresh words from the arena. They may contain anything, so the caller must fill them.

    Parameters
    ----------
    run : object
        The record of the run.
    words : int
        How many words.

    Returns
    -------
    int
        The index of the first word in `run.arena`.
    """
    begin = run.arena_used
    if begin + words > run.arena_most:
        fail(run, MEMORY)
    room = begin
    while room + _STEP < begin + words:  # very many words take a while
        room += _STEP
        make_room(run.arena, room)
        look_at_clock(run)
    make_room(run.arena, begin + words)
    run.arena_used = begin + words
    return begin
