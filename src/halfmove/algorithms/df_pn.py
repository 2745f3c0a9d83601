"""Depth-first proof-number search, df-pn.

Source      Nagai 2002; thresholds with a factor after Pawlewicz & Lew 2007.
Contract    whether the value is at least b, the upper end of the window; where that is infinite, whether it is above
            the lower end a; with no window, whether it is above 0: a win. Yes is the lower bound b, no an upper bound
            below it; a finished position at the root has its own score. A search that a limit stops gives no answer.
Counts      a leaf when it is evaluated, a node when it is generated, repeats included; `table` positions in the table.
Order       the most promising child first, the leftmost among equals. It is followed until it is a quarter worse than
            the second best (and at least by 1): it switches less often than with the plain threshold.
Departures  the numbers of the children of all nodes on the path are kept outside the table, which may therefore forget
            anything: every visit of a child makes one of its numbers exceed the one before, and the search ends with
            any `entries`.
            Play that never ends is a draw, of value 0. A position that repeats one on the path is decided for the side
            that only has to hold (parts/proving.py). A result that depends on a repetition of a position above its node
            is used on this path only, and never put into the table. A result holds for every path if all repetitions
            behind it are at or below its own node. So no result depends on how a position was reached. In a search to a
            depth, positions are stored with their heights, and nothing repeats.

>>> import halfmove as hm
>>> r = hm.search(hm.trees.explicit([[3, [7, 2]], [4, 1]]), "df_pn", window=(2, 3))
>>> r.value, r.bound, r.move, r.counts.leaves
(3, 'lower', 1, 2)
"""

from halfmove.parts.proof_search import FRAMES, keep_winning_line, open_frames, solve
from halfmove.parts.proof_table import PROOFS, open_proofs
from halfmove.parts.proving import QUESTION, ask
from halfmove.words import LOWER, UPPER, Parameter, algorithm, next_down


@algorithm(
    title="df-pn",
    source="Nagai 2002; Pawlewicz & Lew 2007",
    promise="whether the value is at least some score, with a table of limited size",
    proves=True,
    decides=True,
    parameters=(Parameter("entries", "int", "how many positions its table may hold", 1 << 20, least=1),),
    parts=(QUESTION, PROOFS, FRAMES),
)
def df_pn(game, p, height, a, b, run):
    ask(a, b, run)
    open_proofs(run, run.entries)
    open_frames(run)
    if solve(game, p, height, 0, run) == 0:
        run.proof = LOWER
        keep_winning_line(game, p, height, 0, run)
        return run.goal
    run.proof = UPPER
    return next_down(run.goal)
