"""MTD(bi): null-window searches that halve the range of the value (the idea of C*).

Source      Coplan 1982; Plaat, Schaeffer, Pijls & de Bruin 1996.
Contract    the value. Outside a narrow window (a, b) the result is a bound: f <= a: value <= f; f >= b: value >= f.
Counts      a leaf when it is evaluated, once; `table` entries of the transposition table.
Order       left to right within each null-window search.
Departures  the original needs a range of scores to begin with. Where the window gives none, the first question is
            about 0, and the next ones about scores at doubling distance, until the value lies between two bounds.

>>> import halfmove as hm
>>> hm.search(hm.trees.explicit([[0.1, [0.7, 0.2]], [0.4, 0.3]]), "mtd_bi").value
0.3
"""

from halfmove.algorithms.memory_test import at_least
from halfmove.parts.table import TABLE, open_table
from halfmove.words import LOWER, algorithm, as_score, halfway, infinity, settle


@algorithm(
    title="MTD(bi)",
    source="Coplan 1982; Plaat, Schaeffer, Pijls & de Bruin 1996",
    promise="the value; halves the range of the value with each null-window search",
    proves=True,
    tables=True,
    parts=(TABLE,),
)
def mtd_bi(game, p, height, a, b, run):
    open_table(run)
    run.proof = LOWER
    lower, upper, score = a, b, a
    step = as_score(run, 1)
    while lower < upper:
        run.best = lower
        if lower > -infinity() and upper < infinity():
            bound = halfway(lower, upper)
        elif lower > -infinity():
            bound = lower + step
        elif upper < infinity():
            bound = upper - step
        else:
            bound = as_score(run, 0)
        step = step + step
        score = at_least(game, p, height, bound, run)
        if score >= bound:
            lower = score
        else:
            upper = score
    settle(run)
    return score
