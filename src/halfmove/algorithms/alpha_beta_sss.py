"""The hybrid ABS: alpha-beta above, SSS* below.

Source      Campbell & Marsland 1983, section 2.
Contract    with window (a, b) the returned f means: f <= a: value <= a; f >= b: value >= f; otherwise value = f.
Counts      a leaf when it is evaluated; `max_open` states of the largest SSS* search.
Order       left to right above; as SSS* below.
Departures  none. A node at depth `split` is solved by SSS* with alpha-beta's window. With an odd split such a search
            begins at a MIN node; nothing else changes.

>>> import halfmove as hm
>>> r = hm.search(hm.trees.ordered(24, 4, seed=1, order="perfect"), "alpha_beta_sss", split=2)
>>> r.counts.leaves, r.counts.max_open
(1151, 24)
"""

from halfmove.algorithms.sss_star import explore
from halfmove.parts.blocks import BLOCKS, count_open, expand, purge, single
from halfmove.words import Parameter, algorithm, infinity, kernel, moves, play, remember, value


@algorithm(
    title="alpha-beta/SSS* (ABS)",
    aliases=("ABS", "alpha-beta/SSS*"),
    source="Campbell & Marsland 1983, section 2",
    promise="the value; alpha-beta for the first half-moves, SSS* with its window for the rest",
    proves=True,
    parameters=(Parameter("split", "int", "depth at which SSS* takes over", 2, least=1),),
    steps="open",
    parts=(BLOCKS,),
)
def alpha_beta_sss(game, p, height, a, b, run):
    for move in moves(game, p):
        child = play(game, p, move, height, run)
        if run.height - height + 1 == run.split:
            score = -sss_below(game, child, height - 1, -b, -a, run)
        else:
            score = -value(game, child, height - 1, -b, -a, run)
        if score > a:
            a = score
            remember(run, height, move, a)
            if a >= b:
                break
    return a


@kernel
def sss_below(game, p, height, a, b, run):
    """Solve an inner node by SSS*. MAX is the side to move at the root, so with an odd split it is a MIN node."""
    run.on_open = 1
    if run.split % 2 == 0:
        block = expand(game, p, height, b, run)
        score, solved = explore(game, block, height, a, -infinity(), run)
    else:
        block = single(run, p, -a)
        score, solved = explore(game, block, height + 1, -b, -infinity(), run)
        score = -score
    if not solved:
        count_open(run, -purge(run, block))
    return score
