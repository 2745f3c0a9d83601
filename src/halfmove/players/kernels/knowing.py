"""What is known of a node without a search of its moves, and what is proven about it.

`run.low_end` is the number of half-moves after which the game is over if the score is proven to be at least that, and
UNKNOWN if it is not proven; `run.high_end` is the same for at most.
"""

from __future__ import annotations

from halfmove.kernels.player_primitives import bounds_of, count_known
from halfmove.kernels.primitives import as_score, infinity, rule_result
from halfmove.parts.transpositions import NO_NUMBER, height_in, is_proven, is_worth_more, keep, look_up, number_in

UNKNOWN = -1  # of an end that is not proven
RAISED = -2


def known_score(game, p, a, b, run):
    """(whether the score of a node is known without a search, that score, its lower bound, its upper bound)"""
    over, result = rule_result(game, p)
    if over:
        count_known(run)
        run.low_end = run.high_end = 0
        score = as_score(run, result)
        return True, score, score, score
    low, high = bounds_of(game, p, run)
    if low >= b or low >= high:
        count_known(run)
        run.low_end, run.high_end = end_by_bound(low, run), (end_by_bound(-low, run) if low >= high else UNKNOWN)
        return True, low, low, high
    if high <= a:
        count_known(run)
        run.low_end, run.high_end = UNKNOWN, end_by_bound(-high, run)
        return True, high, low, high
    return False, low, low, high


def end_by_bound(low, run):
    """The end of a game whose `bounds` say that a side gets at least this. They do not know the game so far."""
    return UNKNOWN if run.wary and (low > run.repeated or low > -run.repeated) else 0


def nothing_proven(score, run):
    run.low_end = run.high_end = UNKNOWN
    return score


def repetition_score(low, high, run):
    """The score of a position that came before. It depends on the way, so it proves nothing."""
    count_known(run)
    return nothing_proven(min(max(run.repeated, low), high), run)


def score_in_table(q, entry, room, depth, a, b, first, run):
    """(whether the table knows the score, that score, the number of the move to try first)

    The root needs a move, so the table answers only below it.
    """
    word, lower, upper = look_up(q, entry, run)
    if word == 0:
        return False, lower, first
    first = number_in(word) if first == NO_NUMBER else first
    proven = is_proven(word)
    if room < run.height and (ends_within(word, room, depth, run) if proven else is_as_deep(word, depth, run)):
        end = height_in(word) if proven else UNKNOWN
        if lower >= b or lower == upper:
            run.table_hits += 1
            run.low_end, run.high_end = end, (end if lower == upper else UNKNOWN)
            return True, lower, first
        if upper <= a:
            run.table_hits += 1
            run.low_end, run.high_end = UNKNOWN, end
            return True, upper, first
    return False, lower, first


def ends_within(word, room, depth, run):
    """Whether a proven entry answers: the end of the game is not beyond the horizon."""
    return not run.wary and height_in(word) <= (room if run.deeper else depth)


def is_as_deep(word, depth, run):
    """Whether an entry that is not proven answers: it is from a search of the same depth, or a deeper one."""
    return height_in(word) == depth or (run.deeper and height_in(word) > depth)


def within_bounds(best, low, high, low_end, high_end, run):
    """The score of a node, clamped to its `bounds`. What is proven is left in `run`."""
    if best >= high:
        end = end_by_bound(-high, run)
        high_end = end if end == 0 or best > high else high_end
        best = high
    run.move_end = low_end
    if best < low:  # the evaluation does not know what `bounds` knows
        best, low_end = low, end_by_bound(low, run)
        run.move_end = RAISED
    run.low_end, run.high_end = low_end, high_end
    return best


def keep_node(q, entry, depth, a, b, best, answer, run):
    """Put what was found about a node into the table."""
    low = best if best > a else -infinity()
    high = best if best < b else infinity()
    low_end = run.low_end if best > a else 0
    high_end = run.high_end if best < b else 0
    if low_end >= 0 and high_end >= 0:
        keep(q, entry, low, high, answer, max(low_end, high_end), 1, run)
    elif best > a and low_end >= 0:  # one proven bound is worth more than two of which one is a guess
        keep(q, entry, low, infinity(), answer, low_end, 1, run)
    elif best < b and high_end >= 0:
        keep(q, entry, -infinity(), high, answer, high_end, 1, run)
    elif not is_worth_more(entry, depth, run):
        keep(q, entry, low, high, answer, depth, 0, run)


def later_end(end, child_end):
    """After how many half-moves the game is over whatever is played, as far as all moves so far prove it."""
    return max(end, child_end + 1) if end >= 0 and child_end >= 0 else UNKNOWN


# Every node calls these two. As functions of their own they cost 2 to 5 % of the time.
known_score.is_inlined = score_in_table.is_inlined = True  # type: ignore[attr-defined]
