"""The words with which events are written down, and what recording keeps meanwhile. `log.py` says what events mean.

What is not yet in a memory of recording counts as 0, or as false.
"""

from __future__ import annotations

from halfmove.kernels.declaration import Part
from halfmove.kernels.primitives import slot

# `noted`: how many events there are; `last_kind`, `last_node`: of the last one. `last_high`: the upper end of the last
# window, as MAX sees it; `last_score`: the last score of a leaf, as the player to move there sees it. `visiting`: 1
# inside `visit`. `last_place`, `last_block`: what was touched last, see `open_list.py` and `backup.py`. `open_lists`:
# how many there were. `alone`: the number of the root plus 1 while it is the only state on OPEN.
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
    """One event more."""


@slot
def note_again(run, at, kind, node, aux, x, y):
    """Another event in place of the one with this number."""


@slot
def append(memory, number):
    """One number more at the end of a list."""


@slot
def taken(memory):
    """All numbers of a list, as another list; it is empty then."""


@slot
def node_number(p):
    """The number of a node."""


@slot
def child_number(p, number):
    """The number of a child of a node, by which child it is, from 1."""


@slot
def is_min(node):
    """1 if MIN is to move at the node with this number, 0 if MAX."""
