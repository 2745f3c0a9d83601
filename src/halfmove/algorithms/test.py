"""TEST: is the value above a score?

Source      Pearl 1980; Campbell & Marsland 1983, figure 5.
Contract    whether the value is above the score `above`. A window (a, b) replaces that question, as in proof_number:
            whether the value is at least b; where that is infinite, whether it is above a. Yes is a lower bound, the
            smallest score that the answer allows, with a line that leads there; no is an upper bound. A finished
            position at the root has its own score. A search that a limit stops gives no answer.
Counts      a leaf when it is evaluated, a node when it is entered, each once at most. On T(w,d) yes takes at least
            w^floor(d/2) leaves and no at least w^ceil(d/2): exactly that many if the best move always comes first.
Order       left to right; the leaves of alpha_beta with the minimal window (above, next score).
Departures  the figure uses > at all levels, and so answers "at least" at odd distance from its leaves. Here > and >=
            alternate from level to level. Scores are only compared, so real ones are not a special case.

>>> import halfmove as hm
>>> tree = hm.trees.explicit([[3, [7, 2]], [4, 1]])
>>> [(r.bound, r.value, r.counts.leaves) for r in (hm.search(tree, "test", above=x) for x in (2, 3))]
[('lower', 3, 2), ('upper', 3, 3)]
"""

from halfmove.words import (
    LOWER,
    UPPER,
    Parameter,
    algorithm,
    extend_line,
    infinity,
    moves,
    next_down,
    next_up,
    play,
    uncount,
    visit,
)


@algorithm(
    title="TEST",
    source="Pearl 1980; Campbell & Marsland 1983, figure 5",
    promise="whether the value is above some score; it compares, and keeps no bounds",
    proves=True,
    decides=True,
    parameters=(Parameter("above", "score", "is the value above this score? A window replaces this question", 0),),
)
def test(game, p, height, a, b, run):
    score, strict = run.above, True
    if b < infinity():
        score, strict = b, False
    elif a > -infinity():
        score = a
    uncount(p, run)
    if exceeds(game, p, height, score, strict, False, run):
        run.proof = LOWER
        return next_up(score) if strict else score
    run.proof = UPPER
    return score if strict else next_down(score)


def exceeds(game, p, height, m, strict, printed, run):
    """Is the score of `p` above m, or if not strict, at least m? As printed, every level uses `above`."""
    over, score = visit(game, p, height, run)
    if over:
        return score > m if strict else score >= m
    first = True
    for move in moves(game, p):
        child = play(game, p, move, height, run)
        succeeds = not exceeds(game, child, height - 1, -m, printed or not strict, printed, run)
        if succeeds or first:  # the deciding move, or the first one if there is none
            extend_line(run, height, move)
        if succeeds:
            return True
        first = False
    return False
