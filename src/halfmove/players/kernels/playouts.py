"""Random games, to their end."""

from __future__ import annotations

from halfmove.bits import mix
from halfmove.kernels.declaration import Part
from halfmove.kernels.player_primitives import bounds_of, same_side, tries
from halfmove.kernels.primitives import (
    NO_MOVES,
    as_score,
    count_leaf,
    fail,
    make_room,
    moves,
    peek_move,
    play,
    poke_move,
    rule_evaluate,
    rule_play,
    rule_result,
)
from halfmove.players.kernels.answer import count_node, look

MOST_MOVES = 1 << 20  # of one position are gathered

# The moves of one position, side by side.
GATHERED = Part("gathered", memories=("options",))


def playout(game, p, height, run):
    """The score of a random game, for the player that moves first in it."""
    side, left = 1, min(height, run.longest_playout)
    while True:
        over, result = rule_result(game, p)
        if over:
            score = as_score(run, result)
            break
        if left <= 0:
            score = as_score(run, rule_evaluate(game, p))
            break
        low, high = bounds_of(game, p, run)
        if low >= high:
            score = low
            break
        count_node(game, run)
        count = gather(game, p, False, run)
        chosen = below(run, count)
        if run.greedy:
            chosen = winning(game, p, count, chosen, run)
        q = play(game, p, peek_move(run.options, chosen), height, run)
        if not same_side(game, p, q):
            side = -side
        p = q
        height -= 1
        left -= 1
    look(game, run)
    count_leaf(height, run)
    return score if side > 0 else -score


def gather(game, p, settled, run):
    """List the moves to try. Returns how many there are."""
    count = 0
    if not settled:
        for move in tries(game, p):
            if count == MOST_MOVES:
                break
            count = add_option(run, count, move)
    if count == 0:  # `bounds` settles it
        for move in moves(game, p):
            if count == MOST_MOVES:
                break
            count = add_option(run, count, move)
    if count == 0:
        fail(run, NO_MOVES)
    return count


def add_option(run, count, move):
    """Add a move to the list, which has `count` moves. Returns how many it has then."""
    if count & 63 == 0:
        make_room(run.options, count + 64)
    poke_move(run.options, count, move)
    return count + 1


def below(run, count):
    """A random number from 0 to count - 1."""
    run.chance += 1
    return (mix(run.chance) >> 31) * count >> 32


def winning(game, p, count, chosen, run):
    """The number of a move that wins at once, or `chosen`."""
    for i in range(count):
        q = rule_play(game, p, peek_move(run.options, i))
        over, result = rule_result(game, q)
        if over:
            score = as_score(run, result)
            if (score if same_side(game, p, q) else -score) > 0:
                return i
    return chosen
