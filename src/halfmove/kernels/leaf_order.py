"""The primitives that record a search: its operators, and the order of leaves. `primitives.py` offers them too.

The order of leaves is kept as the paths to all leaves, one after the other, and their lengths.
"""

from __future__ import annotations

from halfmove.kernels.limits import MEMORY, fail
from halfmove.kernels.memory import copy_moves, make_room, poke, poke_move, slot


@slot
def watched():
    """Return whether the order of leaves is recorded."""


@slot
def note_case(run, case):
    """Record that an operator is about to be applied, with the current OPEN and BACKUP.

    Parameters
    ----------
    run : object
        The record of the run.
    case : int
        The number of the operator.
    """


def note_move(run, height, move):
    """Record that the current path continues with `move` from the node at `height`.

    Parameters
    ----------
    run : object
        The record of the run.
    height : int
        Half-moves from the node to the depth limit.
    move : object
        The move.
    """
    poke_move(run.path, run.height - height, move)


def note_leaf(run, height):
    """Record the current path as that of a leaf."""
    depth = run.height - height
    end = run.logged_moves + depth
    if end > run.log_most or run.logged >= run.log_most:
        fail(run, MEMORY)
    make_room(run.log, end)
    make_room(run.log_sizes, run.logged + 1)
    copy_moves(run.log, run.logged_moves, run.path, 0, depth)
    poke(run.log_sizes, run.logged, depth)
    run.logged_moves = end
    run.logged += 1
