"""Entering a node with a transposition table: an earlier result for a position may answer at once.

For depth-first kernels that return bounds by their window, see `Algorithm.tables`.
"""

from __future__ import annotations

from halfmove.kernels.primitives import body, infinity, visit, weight
from halfmove.parts.transpositions import NO_NUMBER, entry_of, height_in, is_free, keep, look_up, move_to_more_entries


def enter_with_table(game, p, height, a, b, run):
    """`enter`, but an inner node is searched only if the table does not know enough about it."""
    is_leaf, score = visit(game, p, height, run)
    if is_leaf:
        return score
    if weight(p) == 0:  # it only passes the move on, and is not counted: the position after it has an entry
        return body(game, p, height, a, b, run)
    if 2 * run.filled >> 63 - run.seen_shift > 0 and run.seen_shift > run.least_shift:  # half of the entries are in use
        move_to_more_entries(game, run)
    shift = run.seen_shift
    entry = entry_of(game, p, run)
    word, low, high = look_up(p, entry, run)
    if word != 0 and (run.endless or height_in(word) == height):
        if low >= b or low == high:
            run.table_hits += 1
            return low
        if high <= a:
            run.table_hits += 1
            return high
    else:
        low, high = -infinity(), infinity()
    score = body(game, p, height, a, b, run)
    if score >= b:
        low = max(low, score)
    elif score <= a:
        high = min(high, score)
    else:
        low, high = score, score
    if run.seen_shift != shift:
        entry = entry_of(game, p, run)
    run.filled += is_free(entry, run)
    keep(p, entry, low, high, NO_NUMBER, height, 0, run)
    return score


def no_table(run):
    """Replaces the table that an algorithm makes for itself."""
