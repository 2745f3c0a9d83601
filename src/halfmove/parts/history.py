"""History: how often a move was good anywhere in the search; deep cut-offs count more.

A move is identified by a hash of twelve bits and by whether its height is even: where players alternate, that is the
player. Two moves with the same hash share their history, which only affects the order in which moves are tried.
"""

from __future__ import annotations

from halfmove.kernels.declaration import Part
from halfmove.kernels.player_primitives import move_hash
from halfmove.kernels.primitives import make_room, peek, poke

_SIZE = 1 << 13
MOST_HISTORY = 1023

HISTORY = Part("history", memories=("good_moves",))


def forget_history(run):
    make_room(run.good_moves, _SIZE)
    for place in range(_SIZE):
        poke(run.good_moves, place, 0)


def _place(move, height):
    return move_hash(move) >> 51 << 1 | height & 1


def history_of(move, height, run):
    """The history of a move, from 0 to 1023."""
    return peek(run.good_moves, _place(move, height))


def note_history(move, height, run):
    """Note that a move caused a cut-off at this height."""
    place = _place(move, height)
    good = peek(run.good_moves, place) + height * height
    if good > MOST_HISTORY:
        for other in range(_SIZE):
            poke(run.good_moves, other, peek(run.good_moves, other) >> 1)
        good = min(peek(run.good_moves, place) + height * height, MOST_HISTORY)
    poke(run.good_moves, place, good)
