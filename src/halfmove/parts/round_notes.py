"""What is recorded of a search by several processors: places that `recording/rounds.py` fills. They do nothing else.

A node is a place in the arena, as `shared_tree.py` has it. On a shared OPEN (`shared_open.py`) it is MIN child `i` of a
block, or the MAX node of the block itself where `i` is below 0.
"""

from __future__ import annotations

from halfmove.kernels.primitives import slot


@slot
def note_round(run):
    """Record that a round begins."""


@slot
def note_work(run, leaf):
    """Record that the processor whose turn it is has evaluated a leaf."""


@slot
def note_wait(run, processor):
    """Record that a processor waits in this round, as work is on its way."""


@slot
def note_better(run, node, child, score):
    """Record that a child is the best one of a node so far."""


@slot
def note_cut(run, node, low, high):
    """Record that the window of a node is empty."""


@slot
def note_stop(run, node):
    """Record that a node is left because of a node above it."""


@slot
def note_leaf(run, leaf, worker):
    """Record which processor has evaluated a leaf."""


@slot
def note_bound(run, block, i, number, value):
    """Record that a child of a MIN child bounds it."""


@slot
def note_low(run, block, i, merit):
    """Record that a MIN child is the best one of its MAX node so far."""


@slot
def note_end(run, block, i, value, bound):
    """Record that a MIN child is SOLVED before all its children are done; the MAX node itself where `i` is below 0."""


@slot
def note_drop(run, block, i):
    """Record that nothing below a MIN child, or below the MAX node itself, can matter anymore."""
