"""MTD(f): null-window searches around a guess.

Source      Plaat, Schaeffer, Pijls & de Bruin 1996.
Contract    the value. Outside a narrow window (a, b) the result is a bound: f <= a: value <= f; f >= b: value >= f.
Counts      a leaf when it is evaluated, once; `table` entries of the transposition table.
Order       left to right within each null-window search.
Departures  none. The window next to a bound ends at the next score, so real scores are not a special case.

>>> import halfmove as hm
>>> tree = hm.trees.uniform(3, 6, seed=1, values=(0, 99))
>>> [hm.search(tree, "mtd_f", guess=g).counts.leaves for g in (0, 50, 99)]
[208, 191, 198]
"""

from halfmove.algorithms.memory_test import at_least
from halfmove.parts.table import TABLE, open_table
from halfmove.words import LOWER, Parameter, algorithm, next_up, settle


@algorithm(
    title="MTD(f)",
    source="Plaat, Schaeffer, Pijls & de Bruin 1996",
    promise="the value; the better the guess, the fewer leaves",
    proves=True,
    tables=True,
    parameters=(Parameter("guess", "score", "the value that is expected", 0),),
    parts=(TABLE,),
)
def mtd_f(game, p, height, a, b, run):
    open_table(run)
    run.proof = LOWER
    lower, upper, score = a, b, min(max(run.guess, a), b)
    while lower < upper:
        run.best = lower
        bound = next_up(lower) if score <= lower else score
        score = at_least(game, p, height, bound, run)
        if score >= bound:
            lower = score
        else:
            upper = score
    settle(run)
    return score
