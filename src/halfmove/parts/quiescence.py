"""Quiescence: a position is evaluated only when nothing is about to happen.

At the depth limit the moves of the `noisy` hook, for instance captures, are followed until there are none, in the order
of the `order` hook. The side to move may also make none of them, and then gets the evaluation of the position. But if
it must act it has no such choice: where a position is `urgent`, and in a game without that hook where all its moves
are noisy, because a capture is forced. In an urgent position all moves are searched. A position is not followed if the
`bounds` hook gives enough of its score.

With `gains`, noisy moves are left out that cannot gain enough by the `gain` hook, or that lose something: those with a
number below 0 from the `order` hook.
"""

from __future__ import annotations

from halfmove.kernels.player_primitives import (
    OWN_GAIN,
    OWN_ORDER,
    OWN_URGENT,
    bounds_of,
    count_known,
    noisy,
    order_word,
    rule_gain,
    rule_order,
    rule_urgent,
    same_side,
)
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
from halfmove.parts.ordering import put_move, sorted_number, sorted_position

MOST_PLIES = 60  # added to a height before it is passed: Numba gives a literal number a type of its own
_MARGIN = 2  # points that a noisy move may gain beyond what `gain` says


@slot
def quiet_value(game, p, a, b, plies, run):
    """The score of a position at the depth limit that is not over."""
    return as_score(run, rule_evaluate(game, p))


def quiescence(game, p, a, b, plies, run):
    """`quiet_value` in a game that has noisy moves."""
    run.deepest = max(run.deepest, run.leaf_at + run.quiet_plies - plies)
    if plies <= 0 or not run.quiescence:
        return as_score(run, rule_evaluate(game, p))
    best = -infinity()
    begin = run.sorted
    if rule_urgent(game, p):
        count = sort_all(game, p, run)
    else:
        best = as_score(run, rule_evaluate(game, p))
        if best >= b and (OWN_URGENT or not must_act(game, p)):
            return best
        count = sort_noisy(game, p, least_gain(a, best, run), run)
        if not OWN_URGENT and count > 0 and not has_more(game, p, count):
            best = -infinity()
    place = begin
    while place < begin + count:
        child = sorted_position(run, begin, sorted_number(run, place))
        place += 1
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
    run.sorted = begin
    return best


def least_gain(a, best, run):
    """A noisy move that gains less than this is not followed."""
    if OWN_GAIN and run.gains and a > -infinity():
        return a - best - as_score(run, _MARGIN * run.unit)
    return -infinity()


def sort_noisy(game, p, least, run):
    """Put the noisy moves that are followed on the stack of sorted moves. Returns how many."""
    begin, count = run.sorted, 0
    for move in noisy(game, p):
        if OWN_GAIN and run.gains and as_score(run, rule_gain(game, p, move)) <= least:
            continue
        child = rule_play(game, p, move)
        score = 0
        if OWN_ORDER:
            score = order_word(rule_order(game, p, move, child))
            if OWN_GAIN and run.gains and score < 0:
                continue
        put_move(move, child, score, begin, count, run)
        count += 1
    run.sorted = begin + count
    return count


def sort_all(game, p, run):
    """Put all moves of an urgent position on the stack of sorted moves. Returns how many."""
    begin, count = run.sorted, 0
    for move in moves(game, p):
        child = rule_play(game, p, move)
        score = 0
        if OWN_ORDER:
            score = order_word(rule_order(game, p, move, child))
        put_move(move, child, score, begin, count, run)
        count += 1
    run.sorted = begin + count
    return count


def must_act(game, p):
    """Whether all moves of a position are noisy, and there is one."""
    count = 0
    for _move in noisy(game, p):
        count += 1
    return count > 0 and not has_more(game, p, count)


def has_more(game, p, count):
    """Whether a position has more than `count` moves."""
    found = 0
    for _move in moves(game, p):
        found += 1
        if found > count:
            return True
    return False
