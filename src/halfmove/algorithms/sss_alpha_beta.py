"""The hybrid SAB: SSS* above, alpha-beta below.

Source      Campbell & Marsland 1983, section 2.
Contract    with window (a, b) the returned f means: f <= a: value <= f; f = b: value >= b; otherwise value = f.
Counts      a leaf when it is evaluated; `max_open` states of SSS*.
Order       as SSS* above; left to right below.
Departures  none. A node at depth `split` that is selected with merit h is solved by alpha-beta with window (-infinity,
h).

>>> import halfmove as hm
>>> r = hm.search(hm.trees.ordered(24, 4, seed=1, order="perfect"), "sss_alpha_beta", split=2)
>>> r.counts.leaves, r.counts.max_open
(1680, 24)
"""

from halfmove.algorithms.alpha_beta import alpha_beta
from halfmove.algorithms.sss_star import reach_max, reach_min, sss_star
from halfmove.parts.blocks import BLOCKS
from halfmove.words import Parameter, algorithm, infinity, uncount, visit


def split_max(game, p, height, merit, run):
    """A MAX node: at depth `split` alpha-beta solves it."""
    if run.height - height == run.split:
        return True, alpha_beta(game, p, height, -infinity(), merit, run)
    return visit(game, p, height, run)


def split_min(game, p, height, merit, run):
    """A MIN node, likewise; scores are those of the side to move."""
    if run.height - height == run.split:
        return True, alpha_beta(game, p, height, -merit, infinity(), run)
    return visit(game, p, height, run)


@algorithm(
    title="SSS*/alpha-beta (SAB)",
    aliases=("SAB", "SSS*/alpha-beta"),
    source="Campbell & Marsland 1983, section 2",
    promise="the value; SSS* for the first half-moves, alpha-beta for the rest",
    proves=True,
    parameters=(Parameter("split", "int", "depth at which alpha-beta takes over", 2, least=1),),
    steps="open",
    parts=(BLOCKS,),
    using={reach_max: split_max, reach_min: split_min},
    clips=True,
)
def sss_alpha_beta(game, p, height, a, b, run):
    uncount(p, run)
    return sss_star(game, p, height, a, b, run)
