"""The tree of Monte-Carlo search: what its nodes hold, and how they are backed up.

A node is the index of its first word in the arena. Its scores are for the player that moves at its parent; at the root,
for the player that moves there.

    VISITS         how often the search came here
    SIGNS, TOTAL   of the scores it came back with: how many more were above 0 than below; their sum
    LOW, HIGH      what is proven about its value
    FIRST, COUNT   the first of its children, which lie side by side, and how many there are; 0: it has none yet
    ABOVE          the node above; -1 times it if the same player moves at both; 0: this is the root
    PLACE          its position
"""

from __future__ import annotations

from halfmove.kernels.primitives import (
    POSITION_WORDS,
    as_score,
    infinity,
    next_up,
    peek,
    peek_score,
    poke,
    poke_position,
    poke_score,
)

VISITS, SIGNS, TOTAL, LOW, HIGH, FIRST, COUNT, ABOVE, PLACE = range(9)

CLIP = 1 << 31  # whole scores beyond it count as this in sums, which then fit into a word
CLIP_REAL = 1e290  # the same of real scores: some stand for infinite ones
TINY = 1e-290  # sizes of scores up to it do not count
SIZE = 0.2  # how much of a reward is for the size of a score; the rest is for its sign


def new_node(run, node, p, above, low, high):
    poke(run.arena, node + VISITS, 0)
    poke(run.arena, node + SIGNS, 0)
    poke_score(run.arena, node + TOTAL, as_score(run, 0))
    poke_score(run.arena, node + LOW, low)
    poke_score(run.arena, node + HIGH, high)
    poke(run.arena, node + FIRST, 0)
    poke(run.arena, node + COUNT, 0)
    poke(run.arena, node + ABOVE, above)
    poke_position(run.arena, node + PLACE, p)


def is_proven(run, node):
    return peek_score(run.arena, node + LOW) >= peek_score(run.arena, node + HIGH)


def own_bounds(run, node):
    """(lower, upper) bound of a node, for the player that moves there."""
    low, high = peek_score(run.arena, node + LOW), peek_score(run.arena, node + HIGH)
    if peek(run.arena, node + ABOVE) > 0:
        return -high, -low
    return low, high


# What is proven


def prove(run, node):
    """Back up bounds from the children of a node, as far up as they change something."""
    while node > 0:
        low, high = best_bounds(run, node)
        above = peek(run.arena, node + ABOVE)
        if above > 0:
            low, high = -high, -low
        before_low, before_high = peek_score(run.arena, node + LOW), peek_score(run.arena, node + HIGH)
        low, high = max(low, before_low), min(high, before_high)
        if low == before_low and high == before_high:
            break
        poke_score(run.arena, node + LOW, low)
        poke_score(run.arena, node + HIGH, high)
        node = abs(above)


def best_bounds(run, node):
    low = high = -infinity()
    child = peek(run.arena, node + FIRST)
    for _ in range(peek(run.arena, node + COUNT)):
        low = max(low, peek_score(run.arena, child + LOW))
        high = max(high, peek_score(run.arena, child + HIGH))
        child += PLACE + POSITION_WORDS
    return low, high


# Scores and rewards


def back_up(run, node, score):
    """Add a score, for the player that moves at a node, to this node and all its ancestors."""
    while node > 0:
        above = peek(run.arena, node + ABOVE)
        if above > 0:
            score = -score
        score = max(min(score, peek_score(run.arena, node + HIGH)), peek_score(run.arena, node + LOW))
        poke(run.arena, node + VISITS, peek(run.arena, node + VISITS) + 1)
        poke(run.arena, node + SIGNS, peek(run.arena, node + SIGNS) + sign(score))
        poke_score(run.arena, node + TOTAL, peek_score(run.arena, node + TOTAL) + bounded(run, score))
        node = abs(above)
    if score > 0:
        run.won += 1
    elif score < 0:
        run.lost += 1
    else:
        run.drawn += 1


def note_score(run, score):
    """Note a score, for the player that moves at the root."""
    run.lowest = min(run.lowest, score)
    run.highest = max(run.highest, score)


def range_seen(run, side):
    """(lowest, highest) score so far, for one player."""
    if side > 0:
        return run.lowest, run.highest
    return -run.highest, -run.lowest


def weights(run):
    """What one win and what one point are worth, and how far rewards reach from the lowest to the highest."""
    low, high = bounded(run, run.lowest), bounded(run, run.highest)
    if high < low:
        return 0.0, 0.0, 1.0
    top = max(float(high), -float(low))
    point = SIZE / top if top > TINY else 0.0
    spread = (1.0 - SIZE) * (sign(high) - sign(low)) + point * (float(high) - float(low))
    return 1.0 - SIZE, point, spread


def sign(score):
    return 1 if score > 0 else -1 if score < 0 else 0


def bounded(run, score):
    """The score as it counts in sums."""
    most = clip(run)
    return min(max(score, -most), most)


def clip(run):
    if next_up(as_score(run, 0)) >= 1:
        return as_score(run, CLIP)
    return as_score(run, CLIP_REAL)
