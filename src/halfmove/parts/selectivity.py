"""What a selective search leaves out, and how much less deeply it looks: all numbers are here.

A search is selective only where nothing is urgent, and where it is asked whether the score is above or below one number
that is neither a proven win nor a proven loss. What it leaves out is never called proven.

`run.unit` is the score of one point, as the game says (`Game.unit`).
"""

from __future__ import annotations

from halfmove.kernels.primitives import as_score, next_up

NEAR = 3  # from this depth down moves may be left out
FAR_ABOVE = 4  # from this depth down a position may be so good that nothing is searched
SKIP_FROM = 3  # the least depth of a node in which a move is skipped
REDUCE_FROM = 3  # the least depth of a node whose late moves are reduced
EARLY = 3  # so many moves of a node are not reduced
UNKNOWN_FROM = 4  # the least depth of a node that is searched less deeply if no move of it is known
_FIRST_LEFT_OUT = 4  # moves of a node that are always searched
_MARGIN = 1  # points for each half-move to the horizon


def is_narrow(a, b, low, high):
    """Whether a window asks one question, and not about the best or worst score that the position can still have."""
    return low < a and b < high and next_up(a) >= b


def margin(depth, run):
    """How much the score may change in the half-moves to the horizon, at most as a rule."""
    return as_score(run, run.unit * _MARGIN * depth)


def skipped_depth(depth):
    """How deeply the position after a skipped move is searched."""
    return depth - 3 - depth // 6


def most_moves(depth):
    """How many moves of a node this near to the horizon are searched, if the others are quiet."""
    return _FIRST_LEFT_OUT + 2 * depth * depth


def late_reduction(depth, number):
    """By how many half-moves less deeply a late move is searched: about the product of two logarithms."""
    return max(_bits(depth) * _bits(number) // 6, 1)


def _bits(number):
    """The length of a whole number in binary."""
    length = 0
    while number > 0:
        number >>= 1
        length += 1
    return length
