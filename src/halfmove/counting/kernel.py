"""The kernel that counts lines of play."""

from __future__ import annotations

from halfmove.kernels.declaration import algorithm
from halfmove.kernels.player_primitives import count_of
from halfmove.kernels.primitives import as_score, body, enter, look_around, moves, rule_play, rule_result


def straight_in(game, p, height, a, b, run):
    """Replaces `enter`, because `lines_from` counts and checks positions itself."""
    return body(game, p, height, a, b, run)


# `bulk`: whether the last moves are counted without being made; `beyond`: whether positions that are over have moves.
@algorithm(
    title="counting lines of play",
    promise="how many lines of a length begin at a position",
    plays=True,
    counters=("ways",),
    state={"bulk": 1, "beyond": 0},
    using={enter: straight_in},
)
def counting(game, p, height, a, b, run):
    run.ways = lines_from(game, p, height, run)
    return as_score(run, 0)


def lines_from(game, p, height, run):
    """How many lines of `height` half-moves begin at a position."""
    if height <= 0:
        return 1
    if run.leaves + run.inner >= run.limit:
        look_around(run)
    run.inner += 1
    if not run.beyond:
        over, _score = rule_result(game, p)
        if over:
            return 0
    if height == 1 and run.bulk:
        return count_of(game, p)
    found = 0
    for move in moves(game, p):
        found += lines_from(game, rule_play(game, p, move), height - 1, run)
    return found
