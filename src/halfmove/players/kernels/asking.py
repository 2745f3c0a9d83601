"""Who can force a win within a number of half-moves, by the rules alone: no evaluation, no table, no short cuts."""

from __future__ import annotations

from halfmove.kernels.player_primitives import count_known, same_side
from halfmove.kernels.primitives import NO_MOVES, as_score, fail, look_around, moves, rule_play, rule_result
from halfmove.parts.ordering import is_chosen


def wins_within(game, p, height, mine, run):
    """Whether the side to move (if `mine`) or the other side can force a win within `height` half-moves."""
    over, score = rule_result(game, p)
    if over or height <= 0:
        count_known(run)
        own = as_score(run, score if over else 0)
        return own > 0 if mine else own < 0
    if run.leaves + run.inner >= run.limit:
        look_around(run)
    run.inner += 1
    count = 0
    for move in moves(game, p):
        count += 1
        if run.choosing != 0 and height == run.height and not is_chosen(count - 1, run):
            continue
        child = rule_play(game, p, move)
        if wins_within(game, child, height - 1, mine == same_side(game, p, child), run) == mine:
            return mine  # a move that wins, or one that escapes
    if count == 0:
        fail(run, NO_MOVES)
    return not mine
