"""Quiescence: a position is evaluated only when nothing is about to happen.

At the depth limit the moves of the `noisy` hook, for instance captures, are followed until there are none. The side to
move may also make none of them, and then gets the evaluation of the position. But if all its moves are noisy, because a
capture is forced, it must make one. A position is not followed if the `bounds` hook gives enough of its score.
"""

from __future__ import annotations

from halfmove.kernels.player_primitives import bounds_of, count_known, noisy, same_side
from halfmove.kernels.primitives import (
    as_score,
    infinity,
    look_around,
    moves,
    rule_evaluate,
    rule_play,
    rule_result,
    slot,
)

MOST_PLIES = 60  # added to a height before it is passed: Numba gives a literal number a type of its own


@slot
def quiet_value(game, p, a, b, plies, run):
    """The score of a position at the depth limit that is not over."""
    return as_score(run, rule_evaluate(game, p))


def quiescence(game, p, a, b, plies, run):
    """`quiet_value` in a game that has noisy moves."""
    best = -infinity()
    count = 0
    if plies > 0 and run.quiescence:
        for _move in noisy(game, p):
            count += 1
    if count == 0 or not _all_moves(game, p, count):
        best = as_score(run, rule_evaluate(game, p))
        if best >= b or count == 0:
            return best
    for move in noisy(game, p):
        child = rule_play(game, p, move)
        if run.leaves + run.inner >= run.limit:
            look_around(run)
        again = same_side(game, p, child)
        alpha = max(a, best)
        low_side, high_side = (alpha, b) if again else (-b, -alpha)
        over, result = rule_result(game, child)
        if over:
            score = as_score(run, result)
        else:
            low, high = bounds_of(game, child, run)
            if low >= high_side or low >= high:
                score = low
            elif high <= low_side:
                score = high
            else:
                score = min(max(quiescence(game, child, low_side, high_side, plies - 1, run), low), high)
        score = score if again else -score
        count_known(run)
        if score > best:
            best = score
            if best >= b:
                break
    return best


def _all_moves(game, p, count):
    """Whether a position has only `count` moves."""
    found = 0
    for _move in moves(game, p):
        found += 1
        if found > count:
            return False
    return True
