"""A transposition table: what is known of positions met before, for null-window searches with memory.

A position is looked up together with its height, compared in full, and never replaced: an algorithm that relies on the
table for its leaf count must not forget. When the table is full the search is begun again with a larger one.
"""

from __future__ import annotations

from halfmove.engine.bind import slot


@slot
def open_table(run):
    """Make the table ready."""


@slot
def recall(run, p, height):
    """(whether the position is known, lower bound, upper bound of its score)."""


@slot
def record(run, p, height, lower, upper): ...
