"""Minimax in negamax form.

Source      Campbell & Marsland 1983, figure 1.
Contract    the value, for any window.
Counts      every leaf of the tree, once. With a transposition table, a position that occurs again costs nothing.
Order       left to right; among equal moves the first is the best one.
Departures  none.

>>> import halfmove as hm
>>> r = hm.search(hm.trees.explicit([[3, [7, 2]], [4, 1]]), "minimax")
>>> r.value, r.move, r.counts.leaves
(3, 1, 5)
"""

from halfmove.words import algorithm, infinity, moves, play, remember, value


@algorithm(
    title="minimax",
    source="Campbell & Marsland 1983, figure 1",
    promise="the value; evaluates every leaf",
    proves=True,
    aliases=("negamax",),
    window=False,
    tables=True,
)
def minimax(game, p, height, a, b, run):
    best = -infinity()
    for move in moves(game, p):
        child = play(game, p, move, height, run)
        score = -value(game, child, height - 1, a, b, run)
        if score > best:
            best = score
            remember(run, height, move, best)
    return best
