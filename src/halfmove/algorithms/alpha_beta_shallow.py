"""Alpha-beta without deep cut-offs.

Source      Knuth & Moore 1975, procedure F1; the subject of Baudet 1977's sections on shallow cut-offs.
Contract    with window (a, b) the returned f means: f <= a: value <= f; f >= b: value >= f; otherwise value = f.
            The window is that of the root: b cuts its moves off, a cuts its replies off.
Counts      a leaf when it is evaluated, a node when it is entered.
Order       left to right; a superset of alpha_beta's leaves.
Departures  F1 has no lower bound at all; here the root's window may give one, for the root only.

>>> import halfmove as hm
>>> tree = hm.trees.uniform(3, 6, seed=1)
>>> [hm.search(tree, a).counts.leaves for a in ("alpha_beta", "alpha_beta_shallow", "minimax")]
[277, 352, 729]
"""

from halfmove.words import algorithm, infinity, moves, play, remember, value


@algorithm(
    title="alpha-beta without deep cut-offs",
    source="Knuth & Moore 1975, procedure F1",
    promise="the value; cuts off only by the scores at the parent node",
    proves=True,
    tables=True,
)
def alpha_beta_shallow(game, p, height, a, b, run):
    best = -infinity()
    for move in moves(game, p):
        child = play(game, p, move, height, run)
        score = -value(game, child, height - 1, -infinity(), -max(a, best), run)
        if score > best:
            best = score
            remember(run, height, move, best)
            if best >= b:
                break
    return best
