"""Aspiration search: a guessed window, and another one when the guess was wrong.

Source      Campbell & Marsland 1983, section 2 (after Gillogly).
Contract    the value. With a narrow window of its own (a, b) it stays inside: outside the result is a bound.
Counts      every evaluation, those of the repeated search included; `researches` is 1 when the guess was wrong.
Order       left to right within each search.
Departures  none. A failed search is repeated with the failed end opened up; the other end is the one that failed, or
            for f_alpha_beta the tighter bound that it returned. When the value is that very end, the second search
            fails too, at a bound that can only be the value.

>>> import halfmove as hm
>>> tree = hm.trees.explicit([[3, [7, 2]], [4, 6]])
>>> [hm.search(tree, "aspiration", guess=g, error=1).counts.leaves for g in (4, 9)]
[3, 6]
"""

from halfmove.algorithms.alpha_beta import alpha_beta
from halfmove.algorithms.f_alpha_beta import f_alpha_beta
from halfmove.words import Parameter, algorithm, clear_line, infinity, uncount


@algorithm(
    title="aspiration search",
    source="Gillogly 1972; Campbell & Marsland 1983, section 2",
    promise="the value; cheap when the guess is good, one search more when it is not",
    proves=True,
    tables=True,
    parameters=(
        Parameter("guess", "score", "the value that is expected"),
        Parameter("error", "score", "how far off the value may be: the first window is guess ± error", least=0),
        Parameter(
            "over", "choice", "what searches: fail-hard or fail-soft", "alpha_beta", ("alpha_beta", "f_alpha_beta")
        ),
    ),
)
def aspiration(game, p, height, a, b, run):
    low, high = max(a, run.guess - run.error), min(b, run.guess + run.error)
    if not low < high:  # the guess lies outside of the window, or leaves no room in it
        low, high = a, b
    uncount(p, run)
    score = _search(game, p, height, low, high, run)
    if score <= low and low > a:
        run.researches += 1
        score = _search(game, p, height, a, score if run.over == 1 else low, run)
    elif score >= high and high < b:
        run.researches += 1
        low = score if run.over == 1 else high
        score = _search(game, p, height, low, b, run)
        if score <= low:  # the bound was the value: this search knows no line
            clear_line(run, height)
    return score


def _search(game, p, height, a, b, run):
    run.low = a
    run.best = -infinity()  # what is proven belongs to the line, and that is found anew
    if run.over == 1:
        return f_alpha_beta(game, p, height, a, b, run)
    return alpha_beta(game, p, height, a, b, run)
