"""The primitives that record events, and the state that recording keeps. `log.py` says what events mean.

A place of a memory that was never written counts as 0, or as false.
"""

from __future__ import annotations

from halfmove.kernels.declaration import Part
from halfmove.kernels.primitives import slot

# `noted`: the number of events so far; `last_kind`, `last_node`: those of the last event. `last_high`: the upper end of
# the last window, as MAX sees it; `last_score`: the last score of a leaf, as the player to move there sees it.
# `visiting`: 1 inside `visit`. `last_place`, `last_block`: what was written last, see `open_list.py` and `backup.py`.
# `open_lists`: how many OPEN lists there were. `alone`: the number of the root plus 1 while it is alone on OPEN.
RECORDING = Part(
    "recording",
    state={
        "noted": 0,
        "last_kind": -1,
        "last_node": -1,
        "last_high": 0.0,
        "last_score": 0.0,
        "visiting": 0,
        "last_place": -1,
        "last_block": -1,
        "open_lists": 0,
        "alone": 0,
    },
    memories=(
        "frames",
        "touched",
        "touched_blocks",
        "is_used",
        "block_at",
        "position_at",
        "merit_at",
        "active_index_at",
        "active_block_at",
        "list_of_block",
        "shown",
        "shown_kept",
        "shown_opened",
        "shown_low",
        "shown_high",
    ),
)


@slot
def note(run, kind, node, aux, x, y):
    """Record an event."""


@slot
def note_again(run, at, kind, node, aux, x, y):
    """Replace the event with this number by another one."""


@slot
def append(memory, number):
    """Append a number to a list."""


@slot
def taken(memory):
    """Empty a list, and return all its numbers as another list."""


@slot
def node_number(p):
    """The number of a node."""


@slot
def child_number(p, number):
    """The number of a child of a node. Children are counted from 1."""


@slot
def is_min(node):
    """1 if MIN is to move at the node with this number, 0 if MAX."""
