"""Killers: for every ply, the last two moves that caused a cut-off there. They are likely to do so again."""

from __future__ import annotations

from halfmove.kernels.declaration import Part
from halfmove.kernels.player_primitives import same_move
from halfmove.kernels.primitives import copy_moves, make_room, peek, poke, poke_move

# `killer_moves`: two moves for each height; `killer_counts`: how many of them there are.
KILLERS = Part("killers", memories=("killer_moves", "killer_counts"))


def forget_killers(run):
    make_room(run.killer_counts, run.height + 1)
    make_room(run.killer_moves, 2 * run.height + 2)
    for height in range(run.height + 1):
        poke(run.killer_counts, height, 0)


def killer_rank(move, height, run):
    """2 for the newest killer of this height, 1 for the one before, else 0."""
    known = peek(run.killer_counts, height)
    if known > 0 and same_move(run.killer_moves, 2 * height, move):
        return 2
    if known > 1 and same_move(run.killer_moves, 2 * height + 1, move):
        return 1
    return 0


def note_killer(move, height, run):
    """Note that a move caused a cut-off at this height."""
    known = peek(run.killer_counts, height)
    if known > 0 and same_move(run.killer_moves, 2 * height, move):
        return
    if known > 0:
        copy_moves(run.killer_moves, 2 * height + 1, run.killer_moves, 2 * height, 1)
    poke_move(run.killer_moves, 2 * height, move)
    poke(run.killer_counts, height, min(known + 1, 2))
