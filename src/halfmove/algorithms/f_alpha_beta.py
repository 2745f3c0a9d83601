"""Alpha-beta, fail-soft (falphabeta).

Source      Campbell & Marsland 1983, section 2 (after Fishburn).
Contract    with window (a, b) the returned f means: f <= a: value <= f; f >= b: value >= f; otherwise value = f.
Counts      a leaf when it is evaluated, a node when it is entered.
Order       left to right; for every window the leaves, and their order, are those of alpha_beta.
Departures  none.

>>> import halfmove as hm
>>> tree = hm.trees.explicit([[3, [7, 2]], [4, 1]])
>>> for algorithm in "alpha_beta", "f_alpha_beta":
...     r = hm.search(tree, algorithm, window=(5, 9))
...     print(r.value, r.bound, r.counts.leaves)
5 upper 2
4 upper 2
"""

from halfmove.words import algorithm, infinity, moves, play, remember, value


@algorithm(
    title="fail-soft alpha-beta",
    source="Fishburn 1981; Campbell & Marsland 1983, section 2",
    promise="the leaves of alpha-beta in the same order; outside its window a bound at least as tight",
    proves=True,
    tables=True,
)
def f_alpha_beta(game, p, height, a, b, run):
    best = -infinity()
    for move in moves(game, p):
        child = play(game, p, move, height, run)
        score = -value(game, child, height - 1, -b, -a, run)
        if score > best:
            best = score
            if best > a:  # otherwise it is only a bound, without a line
                a = best
                remember(run, height, move, a)
                if a >= b:  # the opponent avoids this node
                    break
    return best
