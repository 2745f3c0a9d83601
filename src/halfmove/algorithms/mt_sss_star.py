"""SSS* as a sequence of null-window searches, MTD(+infinity).

Source      Plaat, Schaeffer, Pijls & de Bruin 1996 (AB-SSS*).
Contract    with window (a, b) the returned f means: f <= a: value <= f; f = b: value >= b; otherwise value = f.
Counts      a leaf when it is evaluated, once; `table` entries of the transposition table.
Order       on trees without transpositions the leaves of sss_star, in its order.
Departures  none.

>>> import halfmove as hm
>>> tree = hm.trees.uniform(3, 6, seed=1)
>>> [hm.search(tree, a).counts.leaves for a in ("sss_star", "mt_sss_star")]
[198, 198]
"""

from halfmove.algorithms.memory_test import at_least
from halfmove.parts.table import TABLE, open_table
from halfmove.words import UPPER, algorithm, settle


@algorithm(
    title="MT-SSS*",
    source="Plaat, Schaeffer, Pijls & de Bruin 1996",
    promise="the value; SSS* as null-window searches with memory, upper bounds from above",
    proves=True,
    tables=True,
    clips=True,
    parts=(TABLE,),
)
def mt_sss_star(game, p, height, a, b, run):
    open_table(run)
    run.proof = UPPER
    score = b
    while True:
        bound = score
        run.best = bound
        score = at_least(game, p, height, bound, run)
        if score >= bound or score <= a:
            settle(run)
            return min(score, bound)
