"""Principal variations: the best line of every node on the current path.

The lines of all heights form a triangle: that of a node at height h has room for h moves and begins at h(h-1)/2.
`run.line_sizes` holds their lengths. In plain Python it holds the lines themselves, each a pair of a move and the line
that follows, or 0: a line of thousands of moves is then not copied thousands of times.
"""

from __future__ import annotations

from halfmove.kernels.primitives import copy_moves, peek, poke, poke_move, slot


def clear_line(run, height):
    poke(run.line_sizes, height, 0)


@slot
def extend_line(run, height, move):
    """The line of the node at `height` is `move` and then the line of the node below."""
    row = height * (height - 1) >> 1
    size = peek(run.line_sizes, height - 1)
    poke_move(run.lines, row, move)
    if size > 0:
        copy_moves(run.lines, row + 1, run.lines, row - height + 1, size)
    poke(run.line_sizes, height, size + 1)


def remember(run, height, move, score):
    """A move became the best one of the node at `height`."""
    extend_line(run, height, move)
    if height == run.height and score > run.low and score > run.best:
        run.best = score  # what is proven so far, if the search should be stopped


def root_move(run, height, move):
    """The best move of the root, of an algorithm that keeps no lines."""
    clear_line(run, height - 1)
    extend_line(run, height, move)
