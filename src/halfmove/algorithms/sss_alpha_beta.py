"""The hybrid SAB: SSS* above, alpha-beta below.

Source      Campbell & Marsland 1983, section 3.
Contract    with window (a, b) the returned f means: f <= a: value <= f; f = b: value >= b; otherwise value = f.
Counts      a leaf when it is evaluated; `max_open` states of SSS*.
Order       as SSS* above; left to right below.
Departures  none. A node at depth `split` that comes up with merit h is solved by alpha-beta with window (-infinity, h).

>>> import halfmove as hm
>>> r = hm.search(hm.trees.ordered(24, 4, seed=1, order="perfect"), "sss_alpha_beta", split=2)
>>> r.counts.leaves, r.counts.max_open
(1680, 24)
"""

from halfmove.algorithms.sss_star import sss_star
from halfmove.kernel import Parameter, algorithm


@algorithm(
    title="SSS*/alpha-beta (SAB)",
    source="Campbell & Marsland 1983, section 3",
    promise="the value; SSS* for the first half-moves, alpha-beta for the rest",
    parameters=(Parameter("split", "int", "depth at which alpha-beta takes over", 2, least=1),),
    clips=True,
    blocks=True,
)
def sss_alpha_beta(game, p, height, a, b, run):
    run.boundary = height - run.split
    return sss_star(game, p, height, a, b, run)
