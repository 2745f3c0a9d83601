"""Aspiration search: a guessed window, and another one when the guess was wrong.

Source      Campbell & Marsland 1983, section 2 (after Gillogly).
Contract    the value. With a narrow window of its own (a, b) it stays inside: outside the result is a bound.
Counts      every evaluation, those of the repeated search included; `researches` is 1 when the guess was wrong.
Order       left to right within each search.
            over="sss_star" is best-first within each search: OPEN begins with the root at the upper end of the window,
            and the search ends as soon as its first merit is not above the lower end.
Departures  none. A failed search is repeated with the failed end opened up; the other end is the one that failed, or
            the tighter bound that was returned: by f_alpha_beta on both sides, by SSS* below the window only. If the
            value is exactly that end, the second search fails too, at a bound that can only be the value. The paper has
            SSS* with a window, and says that failed searches must be repeated; repeating the one of SSS* is inferred.

>>> import halfmove as hm
>>> tree = hm.trees.explicit([[3, [7, 2]], [4, 6]])
>>> [hm.search(tree, "aspiration", guess=g, error=1).counts.leaves for g in (4, 9)]
[3, 6]
>>> [hm.search(tree, "aspiration", guess=g, error=1, over="sss_star").counts.leaves for g in (4, 9)]
[3, 5]
"""

import math
from dataclasses import replace

from halfmove.algorithms.alpha_beta import alpha_beta
from halfmove.algorithms.f_alpha_beta import f_alpha_beta
from halfmove.algorithms.sss_star import root_merit, sss_star
from halfmove.parts.blocks import BLOCKS, count_open, purge
from halfmove.words import Parameter, algorithm, clear_line, infinity, slot, uncount


def note_merit(run, merit):
    """Note the first merit: an upper bound of the value, unless it is the upper end of a guessed window."""
    if merit < run.guessed_end:
        run.best = merit


@algorithm(
    title="aspiration search",
    source="Gillogly 1972; Campbell & Marsland 1983, section 2",
    promise="the value; cheap when the guess is good, one more search when it is not",
    proves=True,
    tables=True,
    parameters=(
        Parameter("guess", "score", "the value that is expected"),
        Parameter("error", "score", "how far off the value may be: the first window is guess ± error", least=0),
        Parameter(
            "over",
            "choice",
            "the search: fail-hard or fail-soft alpha-beta, or SSS*",
            "alpha_beta",
            ("alpha_beta", "f_alpha_beta", "sss_star"),
        ),
    ),
    choice_steps={("over", "sss_star"): "open"},
    parts=(replace(BLOCKS, state={**BLOCKS.state, "max_open": 0}),),  # alpha-beta has no OPEN
    state={"guessed_end": math.inf},
    using={root_merit: note_merit},
)
def aspiration(game, p, height, a, b, run):
    return search_twice(game, p, height, a, b, run)


def search_twice(game, p, height, a, b, run):
    """Search with the guessed window, and with another one if the value is outside."""
    low, high = max(a, run.guess - run.error), min(b, run.guess + run.error)
    if not low < high:  # the guess is outside the window, or leaves no room in it
        low, high = a, b
    uncount(p, run)
    run.guessed_end = high if high < b else infinity()
    score = search_within(game, p, height, low, high, run)
    run.guessed_end = infinity()
    if score <= low and low > a:
        run.researches += 1
        score = search_within(game, p, height, a, low if run.over == 0 else score, run)
    elif score >= high and high < b:
        run.researches += 1
        low = high if run.over == 0 else score
        score = search_within(game, p, height, low, b, run)
        if score <= low:  # the bound was the value: this search has no line
            clear_line(run, height)
    return score


@slot
def search_within(game, p, height, a, b, run):
    """Search with a window."""
    run.low = a
    run.best = -infinity()  # what is proven belongs to the line, which is found again
    if run.over == 1:
        return f_alpha_beta(game, p, height, a, b, run)
    if run.over == 2:
        score = sss_star(game, p, height, a, b, run)
        if run.root > 0:  # it ended below the window, and OPEN is not empty
            count_open(run, -purge(run, run.root))
            run.root = 0
        return score
    return alpha_beta(game, p, height, a, b, run)
