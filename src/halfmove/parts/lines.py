"""Principal variations: the best line of every node on the current path.

The lines of all heights form a triangle: the line of a node at height h has room for h moves and begins at h(h-1)/2.
`run.line_sizes` holds their lengths. In plain Python it holds the lines themselves, each a pair of a move and the line
that follows, or 0: so a line of thousands of moves is not copied thousands of times.
"""

from __future__ import annotations

from halfmove.kernels.primitives import copy_moves, peek, poke, poke_move, slot


def clear_line(run, height):
    """Make the line of the node at a height empty.

    Parameters
    ----------
    run : object
        The record of the run.
    height : int
        Half-moves from the node to the depth limit.
    """
    poke(run.line_sizes, height, 0)


@slot
def extend_line(run, height, move):
    """Make the line of a node: `move`, and then the line of the node below.

    Parameters
    ----------
    run : object
        The record of the run.
    height : int
        Half-moves from the node to the depth limit.
    move : object
        The first move of the line.
    """
    row = height * (height - 1) >> 1
    size = peek(run.line_sizes, height - 1)
    poke_move(run.lines, row, move)
    if size > 0:
        copy_moves(run.lines, row + 1, run.lines, row - height + 1, size)
    poke(run.line_sizes, height, size + 1)


def remember(run, height, move, score):
    """Note that a move became the best one of a node.

    Parameters
    ----------
    run : object
        The record of the run.
    height : int
        Half-moves from the node to the depth limit.
    move : object
        The move.
    score : int or float
        Its score.
    """
    extend_line(run, height, move)
    if height == run.height and score > run.low and score > run.best:
        run.best = score  # what is proven so far, in case the search is stopped


def root_move(run, height, move):
    """Set the best move of the root, for an algorithm that keeps no lines.

    Parameters
    ----------
    run : object
        The record of the run.
    height : int
        The height of the root.
    move : object
        The move.
    """
    clear_line(run, height - 1)
    extend_line(run, height, move)
