"""Palphabeta as in the chess machine Belle: a better move is only measured if another one may be better still.

Source      Ken Thompson, in Campbell & Marsland 1983, section 2, in three sentences.
Contract    the best move, always. A move that fails high in its minimal window is the best one until now, but only a
            lower bound of it is known. If no other move fails high against that bound, this lower bound is the result;
            otherwise the result is the value. Outside a narrow window the result is a bound as with p_alpha_beta.
Counts      every evaluation, those of repeated searches included; `researches` counts the repetitions.
Order       left to right within each of its searches; when a second move fails high, the first one is searched again.
Departures  the paper says that minimal windows continue after a move has failed high, that this finds the best move if
            no other fails high, that after a second one the window must be opened to know which is best, and that the
            value may stay unknown. The rest is inferred:
            - this is done at the root. Inside the tree palphabeta needs the score of its first child;
            - later moves are tested against the bound with which the best one failed high;
            - the window is opened for the move that failed high before, from the bound of the new one on. If it is not
              above that bound, the new move is the best one. If it is, the new move is tested once more, against its
              score. A third move that fails high is treated like the second;
            - of two moves with equal scores either may be the answer.
            `research` as in p_alpha_beta.

>>> import halfmove as hm
>>> for tree in ([[3, 5], [7, 9]], [[3, 5], [7, 9], [8, 8]], [[3, 5], [7, 9], [6, 8]], [[3, 5], [2, 9]]):
...     r = hm.search(hm.trees.explicit(tree), "p_alpha_beta_belle")
...     print(r.move, r.bound, r.value, r.counts.leaves, r.counts.researches)
2 lower 7 4 0
3 lower 8 7 1
2 lower 7 5 0
1 exact 3 3 0
"""

from halfmove.algorithms.p_alpha_beta import RESEARCH, chosen_alpha_beta, p_alpha_beta
from halfmove.words import BY_WINDOW, LOWER, algorithm, infinity, moves, next_up, nth_move, play, remember


@algorithm(
    title="principal-variation alpha-beta of Belle",
    source="Ken Thompson, in Campbell & Marsland 1983, section 2",
    promise="the best move; the value, or a lower bound of it when one move failed high and no other after it",
    proves=True,
    tables=True,
    parameters=(RESEARCH,),
)
def p_alpha_beta_belle(game, p, height, a, b, run):
    best = -infinity()
    unmeasured = 0  # the number of the best move, if it is only known to be worth at least `a`
    number = 0
    for move in moves(game, p):
        number += 1
        child = play(game, p, move, height, run)
        if number == 1:
            score = -p_alpha_beta(game, child, height - 1, -b, -a, run)
        else:
            score = -chosen_alpha_beta(game, child, height - 1, -next_up(a), -a, run)
        best = max(best, score)
        if score <= a:  # only a bound, without a line
            continue
        earlier, unmeasured = unmeasured, number if number > 1 else 0
        a = score
        keep(run, height, move, a, unmeasured)
        if earlier > 0 and a < b:  # which of them is better?
            before = nth_move(game, p, earlier)[1]
            run.researches += 1
            score = -chosen_alpha_beta(game, play(game, p, before, height, run), height - 1, -b, -a, run)
            if score > a:
                a = score
                unmeasured = 0
                keep(run, height, before, a, unmeasured)
                if a < b:
                    run.researches += 1
                    child = play(game, p, move, height, run)
                    score = -chosen_alpha_beta(game, child, height - 1, -next_up(a), -a, run)
                    if score > a:
                        a = score
                        unmeasured = number
                        keep(run, height, move, a, unmeasured)
            best = a
        if a >= b:
            break
    return best


def keep(run, height, move, score, unmeasured):
    """Keep the best move so far; the score is exact, or a bound of it."""
    run.proof = LOWER if unmeasured > 0 else BY_WINDOW
    remember(run, height, move, score)
