"""Alpha-beta, fail-hard.

Source      Campbell & Marsland 1983, figure 2 (Knuth & Moore's F2).
Contract    with window (a, b) the returned f means: f <= a: value <= a; f >= b: value >= f; otherwise value = f.
            A failure low returns a itself; a cut-off returns the score that caused it, not clipped to b; a leaf
            returns its own score whatever the window.
Counts      a leaf when it is evaluated, a node when it is entered.
Order       left to right; among equal moves the first is the best one.
Departures  none.

>>> import halfmove as hm
>>> r = hm.search(hm.trees.explicit([[3, [7, 2]], [4, 1]]), "alpha_beta")
>>> r.value, r.move, r.counts.leaves
(3, 1, 4)
"""

from halfmove.words import algorithm, moves, play, remember, value


@algorithm(
    title="alpha-beta",
    source="Knuth & Moore 1975; Campbell & Marsland 1983, figure 2",
    promise="the value; outside its window a bound, the window's own end when it fails low",
    proves=True,
    tables=True,
)
def alpha_beta(game, p, height, a, b, run):
    for move in moves(game, p):
        child = play(game, p, move, height, run)
        score = -value(game, child, height - 1, -b, -a, run)
        if score > a:
            a = score
            remember(run, height, move, a)
            if a >= b:  # the opponent avoids this node
                break
    return a
