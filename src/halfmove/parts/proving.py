"""What proof-number searches share: the question, and the answer of a finished position.

The question is whether the value is at least `run.goal`. The side to move at the root wants yes, the other side no. A
node has two numbers, from the view of the side to move there: `phi`, the least number of leaves that must still turn
out well for it to succeed, and `delta`, the same for the other side. In a decided node one is 0 and the other ENDLESS.

Play that never ends is a draw, with the value 0. So one side must succeed in finitely many moves: the side that wants
yes if the goal is above 0, else the other one. This side forces; its opponent only has to hold.
"""

from __future__ import annotations

from halfmove.kernels.declaration import Part
from halfmove.kernels.primitives import as_score, infinity, next_up, rule_result, visit

ENDLESS = 1 << 50
MANY = 1 << 49  # the largest number of an undecided node
FAR = 1 << 40

# `goal`: the score in the question; `forcing`: 0 if the side to move at the root forces, 1 if the other does.
# `bounded`: whether only wins within the height of a node count; `too_long`: whether a line was longer than that.
QUESTION = Part("question", state={"goal": 0.0, "forcing": 0, "bounded": 0, "too_long": 0})


def ask(a, b, run):
    """Set the question of a window: is the value at least its upper end? Or above its lower one? Or above 0?"""
    if b < infinity():
        run.goal = b
    elif a > -infinity():
        run.goal = next_up(a)
    else:
        run.goal = next_up(as_score(run, 0))
    run.forcing = 0 if run.goal > as_score(run, 0) else 1


def judge(game, p, height, side, run):
    """Enter a node: (its phi, its delta). `side` is 0 where the side to move at the root is to move, else 1."""
    if height <= 0 and (run.endless or run.bounded):
        over, _score = rule_result(game, p)
        if not over:
            run.too_long = 1
            return holder_succeeds(side, run)
    over, score = visit(game, p, height, run)
    if not over:
        return 1, 1
    good = score >= run.goal if side == 0 else -score < run.goal
    return (0, ENDLESS) if good else (ENDLESS, 0)


def holder_succeeds(side, run):
    """The numbers of a node at which the side that holds has succeeded."""
    return (ENDLESS, 0) if side == run.forcing else (0, ENDLESS)


def many(number):
    """A sum of numbers of undecided nodes, limited to MANY."""
    return min(number, MANY)
