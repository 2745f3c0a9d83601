"""SCOUT.

Source      Campbell & Marsland 1983, figures 4 and 5 (after Pearl).
Contract    the value. With a narrow window (a, b): f <= a: value <= a; f >= b: value >= f; otherwise value = f.
Counts      every evaluation, those of tests included; `researches` counts the moves searched in full after a test.
Order       left to right within each test and each search.
Departures  figure 4 tests the node itself where it must test its child. How a child is tested is a choice:
            `test="window"`   alpha-beta with the minimal window (m, next score above m), as in figure 4;
            `test="strict"`   TEST, asking "> m" at the tested node: > and >= alternate from level to level;
            `test="printed"`  TEST as in figure 5, with > at all levels. It then asks ">= m" at odd distance from its
                              leaves, so equal moves are searched again: the value is still right, but the count rises.
            The figures have no window; with the full one this is the figure.

>>> import halfmove as hm
>>> tree = hm.trees.explicit([[4, [[4, 4], [4, 4]]]])
>>> [hm.search(tree, "scout", test=test).counts.leaves for test in ("window", "strict", "printed")]
[3, 3, 7]
"""

from halfmove.algorithms.alpha_beta import alpha_beta
from halfmove.algorithms.test import exceeds
from halfmove.words import Parameter, algorithm, infinity, moves, next_up, play, remember, value


@algorithm(
    title="SCOUT",
    source="Pearl 1980; Campbell & Marsland 1983, figures 4 and 5",
    promise="the value; tests whether a move is better before it searches it",
    proves=True,
    tables=True,
    parameters=(
        Parameter(
            "test",
            "choice",
            "how a move is tested: a minimal window, TEST with the right comparisons, or TEST as printed",
            "window",
            ("window", "strict", "printed"),
        ),
    ),
)
def scout(game, p, height, a, b, run):
    best = -infinity()
    first = True
    for move in moves(game, p):
        child = play(game, p, move, height, run)
        if not first:
            floor = max(a, best)
            if not _is_better(game, child, height - 1, floor, run):
                best = floor  # this move is only known not to be above the floor
                continue
            run.researches += 1
        first = False
        score = -value(game, child, height - 1, -b, -a, run)
        if score > best:
            best = score
            if best > a:  # otherwise it is only a bound, without a line
                remember(run, height, move, best)
            if best >= b:
                break
    return best


def _is_better(game, child, height, m, run):
    """Is the score of the move that leads to `child`, from the view of the player who made it, above m?"""
    if run.test == 0:
        return -alpha_beta(game, child, height, -next_up(m), -m, run) > m
    printed = run.test == 2
    return not exceeds(game, child, height, -m, printed, printed, run)
