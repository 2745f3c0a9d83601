"""Staged SSS* (SS).

Source      Campbell & Marsland 1983, section 2.
Contract    with window (a, b) the returned f means: f <= a: value <= f; f = b: value >= b; otherwise value = f.
Counts      a leaf when it is evaluated; `max_open` is the sum, over the stages, of the largest OPEN of each.
Order       as SSS*, within each stage.
Departures  none. Nodes at a depth that is a multiple of `stage` are leaves of the stage above. When one is selected
            with merit h, it is solved by a separate search with window (-infinity, h), in stages again. With an odd
            stage such a search begins at a MIN node; nothing else changes.

Storage falls from width^ceil(depth/2) to the sum over the stages. But no stage has a lower bound, so more leaves than
the minimum are evaluated even on perfectly ordered trees.

>>> import halfmove as hm
>>> tree = hm.trees.ordered(24, 4, seed=1, order="perfect")
>>> [hm.search(tree, a).counts.leaves for a in ("sss_star", "staged_sss_star")]
[1151, 1680]
"""

from halfmove.algorithms.sss_star import explore, reach_max, reach_min, sss_star
from halfmove.parts.arena import claim
from halfmove.parts.blocks import BLOCKS, expand, single
from halfmove.words import Parameter, algorithm, infinity, peek, poke, uncount, visit


def stage_max(game, p, height, merit, run):
    """A MAX node: at the border of its stage it is solved by a separate search."""
    over, score = visit(game, p, height, run)
    if over or height != run.border:
        return over, score
    open_above, max_above = enter_stage(run)
    score, _solved = explore(game, expand(game, p, height, merit, run), height, -infinity(), -infinity(), run)
    leave_stage(run, open_above, max_above)
    return True, score


def stage_min(game, p, height, merit, run):
    """A MIN node, likewise; scores are those of the side to move."""
    over, score = visit(game, p, height, run)
    if over or height != run.border:
        return over, score
    open_above, max_above = enter_stage(run)
    score, _solved = explore(game, single(run, p, merit), height + 1, -infinity(), -infinity(), run)
    leave_stage(run, open_above, max_above)
    return True, -score


def enter_stage(run):
    """Begin a search with a separate OPEN. Returns the current and the largest size of the OPEN above."""
    above = run.on_open, run.max_open
    run.border -= run.stage
    run.level += 1
    run.on_open, run.max_open = 1, max(1, peek(run.arena, run.largest_open + run.level))
    return above


def leave_stage(run, open_above, max_above):
    poke(run.arena, run.largest_open + run.level, run.max_open)
    run.on_open, run.max_open = open_above, max_above
    run.level -= 1
    run.border += run.stage


@algorithm(
    title="staged SSS*",
    source="Campbell & Marsland 1983, section 2",
    promise="the value; SSS* in stages of a few half-moves, with much smaller OPEN lists",
    proves=True,
    parameters=(Parameter("stage", "int", "half-moves in a stage", 2, least=1),),
    steps="open",
    parts=(BLOCKS,),
    # The height at which the current stage ends, its number from 0, and where the largest OPEN of each is stored.
    state={"border": 0, "level": 0, "largest_open": 0},
    using={reach_max: stage_max, reach_min: stage_min},
    clips=True,
)
def staged_sss_star(game, p, height, a, b, run):
    run.border = height - run.stage
    levels = height // run.stage + 1
    run.largest_open = claim(run, levels)
    for level in range(levels):
        poke(run.arena, run.largest_open + level, 0)
    uncount(p, run)
    score = sss_star(game, p, height, a, b, run)
    for level in range(levels):
        run.max_open += peek(run.arena, run.largest_open + level)
    return score
