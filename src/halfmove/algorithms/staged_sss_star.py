"""Staged SSS* (SS).

Source      Campbell & Marsland 1983, section 3.
Contract    with window (a, b) the returned f means: f <= a: value <= f; f = b: value >= b; otherwise value = f.
Counts      a leaf when it is evaluated; `max_open` is the sum, over the stages, of the largest OPEN of each.
Order       as SSS*, within each stage.
Departures  none. Nodes at a depth that is a multiple of `stage` are leaves of the stage above; when one comes up with
            merit h it is solved by a search of its own with window (-infinity, h), in stages again. With an odd stage
            such a search begins at a MIN node; nothing else changes.

Storage falls from width^ceil(depth/2) to the sum over the stages; but no stage knows a lower bound, so that more leaves
than the minimum are evaluated even on perfectly ordered trees.

>>> import halfmove as hm
>>> tree = hm.trees.ordered(24, 4, seed=1, order="perfect")
>>> [hm.search(tree, a).counts.leaves for a in ("sss_star", "staged_sss_star")]
[1151, 1680]
"""

from halfmove.algorithms.sss_star import sss_star
from halfmove.kernel import Parameter, algorithm
from halfmove.parts.blocks import get_son, new_block, set_son


@algorithm(
    title="staged SSS*",
    source="Campbell & Marsland 1983, section 3",
    promise="the value; SSS* in stages of a few half-moves, with much smaller OPEN lists",
    parameters=(Parameter("stage", "int", "half-moves in a stage", 2, least=1),),
    clips=True,
    blocks=True,
)
def staged_sss_star(game, p, height, a, b, run):
    run.step = run.stage
    run.boundary = height - run.stage
    levels = height // run.stage + 1
    run.stages = new_block(run, levels)  # the largest OPEN of each stage
    for level in range(levels):
        set_son(run, run.stages, level, 0)
    score = sss_star(game, p, height, a, b, run)
    for level in range(levels):
        run.max_open += get_son(run, run.stages, level)
    return score
