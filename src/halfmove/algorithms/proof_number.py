"""Proof-number search.

Source      Allis, van der Meulen & van den Herik 1994.
Contract    whether the value is at least b, the upper end of the window; where that is infinite, whether it is above
            the lower end a; with no window, whether it is above 0: a win. Yes is the lower bound b, no an upper bound
            below it; a finished position at the root has its own score. A search that a limit stops gives no answer.
Counts      a leaf when it is evaluated, once for each line that leads to it; a node when it is generated.
Order       best-first: the most-proving node, the leftmost among equals.
Departures  none. The tree is kept in memory, as in the original. Children are evaluated when they are generated;
            numbers are updated as far as they change, and the next descent begins where the update ends.
            Play that never ends is a draw, of value 0: a position that repeats one on its own line is decided for the
            side that only has to hold (parts/proving.py). Every node has its own line, so nothing else can depend on
            how a position was reached.

>>> import halfmove as hm
>>> r = hm.search(hm.trees.explicit([[3, [7, 2]], [4, 1]]), "proof_number", window=(2, 3))
>>> r.value, r.bound, r.move, r.counts.leaves
(3, 'lower', 1, 3)
"""

from halfmove.kernels.primitives import TOO_DEEP, fail, look_at_clock, same_position
from halfmove.parts.arena import claim
from halfmove.parts.proving import ENDLESS, QUESTION, ask, holder_succeeds, judge, many
from halfmove.words import (
    LOWER,
    POSITION_WORDS,
    UPPER,
    algorithm,
    clear_line,
    extend_line,
    moves,
    next_down,
    note_move,
    nth_move,
    peek,
    peek_position,
    play,
    poke,
    poke_position,
    watched,
    width_of,
)

# A node is: its parent, its number among the parent's moves from 1, its first child, how many children it has (0: not
# expanded yet), phi, delta, position.
_PARENT, _NUMBER, _FIRST, _COUNT, _PHI, _DELTA, _POSITION = 0, 1, 2, 3, 4, 5, 6


@algorithm(
    title="proof-number search",
    source="Allis, van der Meulen & van den Herik 1994",
    promise="whether the value is at least some score; best-first, its tree is kept in memory",
    proves=True,
    decides=True,
    parts=(QUESTION,),
)
def proof_number(game, p, height, a, b, run):
    ask(a, b, run)
    run.too_long = 0
    root = claim(run, POSITION_WORDS + _POSITION)
    poke(run.arena, root + _PARENT, 0)
    poke(run.arena, root + _COUNT, 0)
    poke(run.arena, root + _PHI, 1)
    poke(run.arena, root + _DELTA, 1)
    poke_position(run.arena, root + _POSITION, p)
    node, side = root, 0
    while peek(run.arena, root + _PHI) > 0 and peek(run.arena, root + _DELTA) > 0:
        while peek(run.arena, node + _COUNT) > 0:
            node = best_child(run, node)
            side, height = 1 - side, height - 1
            if watched():
                parent = peek(run.arena, node + _PARENT)
                q = peek_position(run.arena, parent + _POSITION)
                note_move(run, height + 1, nth_move(game, q, peek(run.arena, node + _NUMBER))[1])
        expand(game, node, height, side, run)
        while update(run, node) and node != root:
            node = peek(run.arena, node + _PARENT)
            side, height = 1 - side, height + 1
    yes = peek(run.arena, root + _PHI) == 0
    if run.too_long and yes == (run.forcing == 1):
        fail(run, TOO_DEEP)  # the side that holds may have succeeded only because a line was too long
    if yes:
        run.proof = LOWER
        keep_line(game, root, run.height, run)
        return run.goal
    run.proof = UPPER
    return next_down(run.goal)


def best_child(run, node):
    """The leftmost child with the least delta."""
    size = POSITION_WORDS + _POSITION
    first = peek(run.arena, node + _FIRST)
    best, least = first, peek(run.arena, first + _DELTA)
    for i in range(1, peek(run.arena, node + _COUNT)):
        delta = peek(run.arena, first + i * size + _DELTA)
        if delta < least:
            best, least = first + i * size, delta
    return best


def update(run, node):
    """Update the numbers of an expanded node. Returns whether that changed them."""
    size = POSITION_WORDS + _POSITION
    first = peek(run.arena, node + _FIRST)
    phi, delta = ENDLESS, 0
    for i in range(peek(run.arena, node + _COUNT)):
        child = first + i * size
        phi = min(phi, peek(run.arena, child + _DELTA))
        own = peek(run.arena, child + _PHI)
        delta = ENDLESS if own == ENDLESS or delta == ENDLESS else many(delta + own)
    changed = phi != peek(run.arena, node + _PHI) or delta != peek(run.arena, node + _DELTA)
    poke(run.arena, node + _PHI, phi)
    poke(run.arena, node + _DELTA, delta)
    return changed


def expand(game, node, height, side, run):
    """Generate the children of a node, and judge them."""
    size = POSITION_WORDS + _POSITION
    p = peek_position(run.arena, node + _POSITION)
    count = width_of(game, p)
    first = claim(run, count * size)
    child = first
    number = 0
    for move in moves(game, p):
        number += 1
        if number & 255 == 255:
            look_at_clock(run)
        q = play(game, p, move, height, run)
        poke(run.arena, child + _PARENT, node)
        poke(run.arena, child + _NUMBER, number)
        poke(run.arena, child + _COUNT, 0)
        poke_position(run.arena, child + _POSITION, q)
        if repeats(child, run):
            phi, delta = holder_succeeds(1 - side, run)
        else:
            phi, delta = judge(game, q, height - 1, 1 - side, run)
        poke(run.arena, child + _PHI, phi)
        poke(run.arena, child + _DELTA, delta)
        child += size
    poke(run.arena, node + _FIRST, first)
    poke(run.arena, node + _COUNT, count)


def repeats(node, run):
    """Whether the position of a node occurs above it on its line, with the same side to move."""
    if not run.endless:
        return False
    above = peek(run.arena, peek(run.arena, node + _PARENT) + _PARENT)
    while above > 0:
        if same_position(run.arena, node + _POSITION, above + _POSITION):
            return True
        above = peek(run.arena, above + _PARENT)
        if above > 0:
            above = peek(run.arena, above + _PARENT)
    return False


def keep_line(game, node, height, run):
    """Keep a line by which the side to move at the root succeeds: its deciding moves, and the first replies to them."""
    if height > 0:
        clear_line(run, height)
    if peek(run.arena, node + _COUNT) > 0:
        child = best_child(run, node)
        if peek(run.arena, node + _PHI) > 0:
            child = peek(run.arena, node + _FIRST)
        keep_line(game, child, height - 1, run)
        p = peek_position(run.arena, node + _POSITION)
        extend_line(run, height, nth_move(game, p, peek(run.arena, child + _NUMBER))[1])
