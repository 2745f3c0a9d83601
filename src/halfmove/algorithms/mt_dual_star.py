"""DUAL* as a sequence of null-window searches, MTD(-infinity).

Source      Plaat, Schaeffer, Pijls & de Bruin 1996 (AB-DUAL*).
Contract    with window (a, b) the returned f means: f >= b: value >= f; f = a: value <= a; otherwise value = f.
Counts      a leaf when it is evaluated, once; `table` entries of the transposition table.
Order       on trees without transpositions the leaves of dual_star, in its order.
Departures  none. A step up is to the next score: the next integer, or the next representable real number.

>>> import halfmove as hm
>>> tree = hm.trees.explicit([[0.1, [0.7, 0.2]], [0.4, 0.3]])
>>> r = hm.search(tree, "mt_dual_star")
>>> r.value, r.counts.leaves
(0.3, 4)
"""

from halfmove.algorithms.memory_test import at_least
from halfmove.parts.table import TABLE, open_table
from halfmove.words import LOWER, algorithm, next_up, settle


@algorithm(
    title="MT-DUAL*",
    source="Plaat, Schaeffer, Pijls & de Bruin 1996",
    promise="the value; DUAL* as null-window searches with memory, lower bounds from below",
    proves=True,
    tables=True,
    parts=(TABLE,),
)
def mt_dual_star(game, p, height, a, b, run):
    open_table(run)
    run.proof = LOWER
    score = a
    while True:
        bound = score
        run.best = bound
        score = at_least(game, p, height, next_up(bound), run)
        if score <= bound or score >= b:
            settle(run)
            return max(score, bound)
