"""What a selective search leaves out, and how much less deeply it looks: all numbers are here.

A search is selective only where nothing is urgent, and where it is asked whether the score is above or below one number
that is neither a proven win nor a proven loss. What it leaves out is never called proven.

`run.unit` is the score of one point, as the game says (`Game.unit`).
"""

from __future__ import annotations

from halfmove.kernels.player_primitives import OWN_ORDER, OWN_SKIP, OWN_URGENT, rule_urgent
from halfmove.kernels.primitives import as_score, next_up, rule_result
from halfmove.parts.history import MOST_HISTORY, NEUTRAL
from halfmove.parts.ordering import sorted_history, sorted_score

USUAL_HISTORY = MOST_HISTORY - 2  # only killers have a higher one
NEAR = 3  # from this depth down moves may be left out
FAR_ABOVE = 4  # from this depth down a position may be so good that nothing is searched
SKIP_FROM = 3  # the least depth of a node in which a move is skipped
REDUCE_FROM = 3  # the least depth of a node whose late moves are reduced
EARLY = 3  # so many moves of a node are not reduced
UNKNOWN_FROM = 4  # the least depth of a node that is searched less deeply if no move of it is known
_FIRST_LEFT_OUT = 4  # moves of a node that are always searched
_HISTORY_OF_ONE = 100  # so much history more or less than usual changes a reduction by one half-move
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
    return max((_bits(depth) * _bits(number) + 2) // 5, 1)


def _bits(number):
    """The length of a whole number in binary."""
    length = 0
    while number > 0:
        number >>= 1
        length += 1
    return length


def is_to_end(run):
    """Whether everything is searched to the end of the game."""
    return run.endless and run.spare == 0


def may_skip(room, depth, guess, b, run):
    """Whether it is asked what doing nothing would be worth: the position looks good enough, and it was not asked of
    the position before."""
    return OWN_SKIP and run.skips and depth >= SKIP_FROM and guess >= b and run.skipped_at != room


def is_left_out(game, child, place, before, depth, guess, a, run):
    """Whether a late move is left out: near the horizon, quiet, and one of very many, or far from enough."""
    if depth > NEAR or not OWN_ORDER or sorted_score(run, place) > 0:
        return False
    if before < most_moves(depth) and guess + margin(depth, run) > a:
        return False
    return not is_lively(game, child)


def is_lively(game, child):
    """Whether a move must be looked at: the other side has to answer it, or it ends the game."""
    if OWN_URGENT:
        return rule_urgent(game, child)
    over, _score = rule_result(game, child)
    return over


def reduction(game, child, place, before, depth, calm, run):
    """By how many half-moves less deeply a move is searched at first."""
    if not run.reductions or before < EARLY or depth < REDUCE_FROM or is_to_end(run):
        return 0
    if OWN_URGENT and rule_urgent(game, child):
        return 0
    less = late_reduction(depth, before)
    if not calm or sorted_history(run, place) > USUAL_HISTORY or (OWN_ORDER and sorted_score(run, place) > 0):
        less -= 1
    elif run.history:
        less -= (sorted_history(run, place) - NEUTRAL) // _HISTORY_OF_ONE
    return max(min(less, depth - 2), 0)
