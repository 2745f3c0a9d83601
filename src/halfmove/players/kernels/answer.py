"""The result of a Monte-Carlo search so far: its best line and value, saved whenever a limit may end it."""

from __future__ import annotations

from halfmove.kernels.player_primitives import bounds_of, tries
from halfmove.kernels.primitives import (
    ESTIMATE,
    LOWER,
    POSITION_WORDS,
    halfway,
    infinity,
    look_around,
    moves,
    peek,
    peek_position,
    peek_score,
)
from halfmove.parts.lines import clear_line, extend_line
from halfmove.players.kernels.nodes import (
    ABOVE,
    COUNT,
    FIRST,
    HIGH,
    LOW,
    PLACE,
    SIGNS,
    TOTAL,
    VISITS,
    bounded,
    is_proven,
    sign,
    weights,
)

SURE = 10  # visits that a move needs to be in the best line


def look(game, run):
    """Check the limits before a node or leaf is counted. The result so far is saved first."""
    if run.leaves + run.inner >= run.limit:
        keep_best(game, run.height, run)
        look_around(run)


def count_node(game, run):
    look(game, run)
    run.inner += 1


def keep_best(game, height, run):
    """Save the best line, and what is known about the value."""
    child = best_child(run, run.top)
    if child == 0:
        return
    low, high = peek_score(run.arena, child + LOW), peek_score(run.arena, child + HIGH)
    visits = peek(run.arena, child + VISITS)
    if visits > 0:
        run.best = min(max(mean_of(run, child), low), high)
    elif low >= high:
        run.best = low
    run.proof = ESTIMATE
    if low > run.low and low >= run.highest:
        run.best, run.proof = low, LOWER
    node = run.top
    while child > 0 and height > 0:
        node = child
        height -= 1
        child = best_child(run, node)
        if child > 0 and not is_proven(run, child) and (peek(run.arena, child + VISITS) < SURE or is_proven(run, node)):
            break
    clear_line(run, height)
    while node != run.top:
        above = abs(peek(run.arena, node + ABOVE))
        number = (node - peek(run.arena, above + FIRST)) // (PLACE + POSITION_WORDS)
        height += 1
        p = peek_position(run.arena, above + PLACE)
        extend_line(run, height, numbered(game, p, above == run.top and is_settled(game, p, run), number))
        node = above


def best_child(run, node):
    """The most visited child, unless another one is proven to be better than it looks; 0: there is none."""
    win, point, _spread = weights(run)
    chosen, visits, looks = 0, -1, 0.0
    proven, floor = 0, -infinity()
    child = peek(run.arena, node + FIRST)
    for _ in range(peek(run.arena, node + COUNT)):
        count = peek(run.arena, child + VISITS)
        low, high = peek_score(run.arena, child + LOW), peek_score(run.arena, child + HIGH)
        if low > floor or proven == 0:
            proven, floor = child, low
        if low < high:
            total = float(peek_score(run.arena, child + TOTAL))
            mean = (win * peek(run.arena, child + SIGNS) + point * total) / max(count, 1)
            if count > visits or (count == visits and mean > looks):
                chosen, visits, looks = child, count, mean
        child += PLACE + POSITION_WORDS
    if chosen == 0 or visits == 0 or peek_score(run.arena, chosen + HIGH) <= floor:
        return proven
    sure = floor > run.low and win * sign(floor) + point * float(bounded(run, floor)) >= looks
    return proven if sure else chosen


def mean_of(run, node):
    """The score that is nearest to the mean score of a node."""
    mean = float(peek_score(run.arena, node + TOTAL)) / peek(run.arena, node + VISITS)
    low, high = bounded(run, run.lowest), bounded(run, run.highest)
    for _ in range(100):
        middle = halfway(low, high)
        if middle >= high:
            break
        if middle <= mean:
            low = middle
        else:
            high = middle
    return low if mean - low <= high - mean else high


def is_settled(game, p, run):
    """Whether `bounds` knows the score of a position: then `tries` need not have its best move."""
    low, high = bounds_of(game, p, run)
    return low >= high


def numbered(game, p, settled, number):
    """The move with this number, from 0, as `gather` lists them."""
    count = 0
    if not settled:
        for move in tries(game, p):
            if count == number:
                return move
            count += 1
    for move in moves(game, p):  # there are none to try
        if count == number:
            return move
        count += 1
    return move
