"""Principal-variation alpha-beta (palphabeta).

Source      Campbell & Marsland 1983, figure 3 (after Fishburn).
Contract    with window (a, b) the returned f means: f <= a: value <= f; f >= b: value >= f; otherwise value = f.
Counts      every evaluation, those of repeated searches included; `researches` counts the repetitions.
Order       left to right within each of its searches.
Departures  the figure has no window; with the full one this is the figure. `research="soft"` uses f_alpha_beta for
            test and repetition, as in the text, `research="hard"` alpha_beta, as in the figure. A minimal window
            ends at the next score: m + 1 for integers, the next representable number for reals.

>>> import halfmove as hm
>>> r = hm.search(hm.trees.explicit([[3, [7, 2]], [4, 6]]), "p_alpha_beta")
>>> r.value, r.counts.leaves, r.counts.researches
(4, 5, 1)
"""

from halfmove.algorithms.alpha_beta import alpha_beta
from halfmove.algorithms.f_alpha_beta import f_alpha_beta
from halfmove.words import Parameter, algorithm, infinity, moves, next_up, play, remember, value

RESEARCH = Parameter(
    "research",
    "choice",
    "how the moves after the first are searched: fail-soft or fail-hard alpha-beta",
    "soft",
    ("soft", "hard"),
)


@algorithm(
    title="principal-variation alpha-beta",
    source="Fishburn 1981; Campbell & Marsland 1983, figure 3",
    promise="the value; searches all but the first move with a minimal window and repeats those that fail high",
    proves=True,
    tables=True,
    parameters=(RESEARCH,),
)
def p_alpha_beta(game, p, height, a, b, run):
    best = -infinity()
    first = True
    for move in moves(game, p):
        child = play(game, p, move, height, run)
        if first:
            first = False
            score = -value(game, child, height - 1, -b, -a, run)
        else:
            score = -chosen_alpha_beta(game, child, height - 1, -next_up(a), -a, run)
            if a < score < b:
                run.researches += 1
                score = -chosen_alpha_beta(game, child, height - 1, -b, -score, run)
        if score > best:
            best = score
            if best > a:  # otherwise it is only a bound, without a line
                a = best
                remember(run, height, move, a)
                if a >= b:
                    break
    return best


def chosen_alpha_beta(game, p, height, a, b, run):
    if run.research == 0:
        return f_alpha_beta(game, p, height, a, b, run)
    return alpha_beta(game, p, height, a, b, run)
