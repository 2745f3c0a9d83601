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

import math

from halfmove.algorithms.sss_star import explore, reply_solved, root_merit, root_solved
from halfmove.parts.blocks import BLOCKS, get_active_index, single
from halfmove.words import LOWER, algorithm, infinity, nth_move, root_move, settle


def note_bound(run, merit):
    run.best = -merit


def note_reply(run, child, merit):
    """Note the best move: the child of the root that was the last to lower its merit."""
    if merit < run.best_merit:
        run.best_merit, run.best_child = merit, child


def note_nothing(game, block, i, height, run):
    """Do nothing: the root is not a MAX node here, and its best move is known."""


@algorithm(
    title="DUAL*",
    source="Marsland, Reinefeld & Schaeffer 1987",
    promise="the value; best-first from below, never a leaf that alpha-beta does not evaluate",
    proves=True,
    steps="open",
    parts=(BLOCKS,),
    state={"best_merit": math.inf, "best_child": 0},
    using={root_merit: note_bound, reply_solved: note_reply, root_solved: note_nothing},
)
def dual_star(game, p, height, a, b, run):
    run.proof = LOWER
    run.on_open = 1
    run.root = single(run, p, -a)
    merit, solved = explore(game, run.root, height + 1, -b, -infinity(), run)
    if not solved:  # the current child is already good enough
        note_reply(run, get_active_index(run, run.root, 0), merit)
    if run.best_merit < -a:  # some child lowered the merit
        root_move(run, height, nth_move(game, p, run.best_child)[1])
    settle(run)
    return -merit
