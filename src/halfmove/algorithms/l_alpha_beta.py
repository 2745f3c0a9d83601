"""Last-move-with-minimal-window alpha-beta (lalphabeta).

Source      Campbell & Marsland 1983, section 2 (after Fishburn).
Contract    the best move, always. The last move of the root is only compared with the best score m of the others. If
            it is better, the result is its score, a lower bound of the value; otherwise m is the value.
            Outside a narrow window the result is a bound as with alpha_beta.
Counts      a leaf when it is evaluated, a node when it is entered; never more leaves than alpha_beta.
Order       left to right.
Departures  the paper describes it in words only. A single move has no m to be compared with and is searched in full;
            so is the last one when no other has a score.

>>> import halfmove as hm
>>> r = hm.search(hm.trees.explicit([[3, 5], [4, 6]]), "l_alpha_beta")
>>> r.value, r.bound, r.move
(4, 'lower', 2)
"""

from halfmove.algorithms.alpha_beta import alpha_beta
from halfmove.words import BY_WINDOW, LOWER, algorithm, infinity, moves, next_up, play, remember, width_of


@algorithm(
    title="alpha-beta with a minimal window for the last move",
    source="Fishburn 1981; Campbell & Marsland 1983, section 2",
    promise="the best move; the value, or a lower bound of it when the last move is best",
    proves=True,
    tables=True,
)
def l_alpha_beta(game, p, height, a, b, run):
    last = width_of(game, p)
    number = 0
    for move in moves(game, p):
        number += 1
        top = b
        if 1 < number == last and a > -infinity():
            top = min(b, next_up(a))
        child = play(game, p, move, height, run)
        score = -alpha_beta(game, child, height - 1, -top, -a, run)
        if score > a:
            a = score
            run.proof = LOWER if top < b else BY_WINDOW
            remember(run, height, move, a)
            if a >= b:
                break
    return a
