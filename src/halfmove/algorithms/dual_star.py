"""DUAL*.

Source      Marsland, Reinefeld & Schaeffer 1987: SSS* with the roles of MAX and MIN exchanged.
Contract    with window (a, b) the returned f means: f >= b: value >= f; f = a: value <= a; otherwise value = f.
Counts      a leaf when it is evaluated, once; `max_open` states on OPEN.
Order       the state that is best for the opponent, the leftmost among equals: bounds of the value rise from below.
Departures  none. It is the search of SSS* begun at the root as a MIN node, with all scores negated.

>>> import halfmove as hm
>>> tree = hm.trees.explicit([[[7, 6], 2], 4])
>>> [hm.search(tree, a).counts.leaves for a in ("sss_star", "dual_star")]
[4, 3]
"""

from halfmove.algorithms.sss_star import explore
from halfmove.kernel import algorithm
from halfmove.parts.blocks import get_son, nth_move, single
from halfmove.words import LOWER, infinity, root_move, settle


@algorithm(
    title="DUAL*",
    source="Marsland, Reinefeld & Schaeffer 1987",
    promise="the value; best-first from below, never a leaf that alpha-beta does not evaluate",
    blocks=True,
)
def dual_star(game, p, height, a, b, run):
    run.proof = LOWER
    run.open = 1
    run.dual = 1
    run.fallen = infinity()
    run.root = single(run, p, -a)
    merit, solved = explore(game, run.root, height + 1, -b, -infinity(), run)
    if not solved and merit < run.fallen:  # the son at work is good enough already
        run.fallen, run.fallen_son = merit, get_son(run, run.root, 0)
    if run.fallen < -a:  # some son brought it below where it began
        root_move(run, height, nth_move(game, p, run.fallen_son)[1])
    settle(run)
    return -merit
