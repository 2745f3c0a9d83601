"""History: how good a move was anywhere in the search; deep cut-offs count more, and newer ones.

A quiet move that caused a cut-off gains, and those that were tried before it in vain lose. It is kept from one depth to
the next, in memory that outlives a search. A move is identified by a hash of twelve bits and by whether its distance
from the root is even: where players alternate, that is the player. Two moves with the same hash share their history,
which affects the order in which moves are tried, and by how much late ones are reduced.
"""

from __future__ import annotations

from halfmove.kernels.declaration import Part
from halfmove.kernels.primitives import peek, poke

HISTORY_WORDS = 1 << 13
MOST_HISTORY = 1023
NEUTRAL = 512  # the history of a move of which nothing is known
_MOST_CHANGE = 300

HISTORY = Part("history", external=("good_moves",))


def _place(code, room, run):
    return code >> 51 << 1 | run.height - room & 1


def history_of(code, room, run):
    """The history of a move with this hash, from 0 to 1023."""
    return NEUTRAL + peek(run.good_moves, _place(code, room, run))


def note_history(code, room, change, run):
    """Note that a move was good (`change` above 0) or in vain. The nearer it is to its end the less it changes."""
    place = _place(code, room, run)
    good = peek(run.good_moves, place)
    change = max(min(change, _MOST_CHANGE), -_MOST_CHANGE)
    poke(run.good_moves, place, good + change - (good * abs(change)) // NEUTRAL)
