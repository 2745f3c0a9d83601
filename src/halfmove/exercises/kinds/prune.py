"""The branches that alpha-beta cuts off, and why."""

from __future__ import annotations

import random

from halfmove.exercises.levels import kind_of, tree_for
from halfmove.exercises.model import PLAYERS, Exercise, Solution, Table

QUESTION = (
    "Alpha-beta searches this tree and looks at the branches of a node from left to right. Cross out the branches that "
    "it cuts off. It makes {count}. For each: at which node is it, which branches are cut off there, is it an alpha or "
    "a beta cut-off, is it shallow or deep? Name a branch by the node below it. Do not list nodes below a branch that "
    "is cut off."
)
RULES = (
    "An alpha cut-off happens at a MIN node that can no longer be worth more than MAX has already. A beta cut-off "
    "happens at a MAX node that can no longer be worth less than MIN has already.",
    "A cut-off is shallow if the bound was made at the parent of that node. It is deep if the bound was made farther "
    "above and the parent alone would give no reason to stop.",
)


def make(chance: random.Random, level: int) -> Exercise | None:
    drawn = tree_for(chance, level)
    if drawn is None:
        return None
    rows, cuts = [], []
    for each in drawn.reasons:
        depth = "deep" if drawn.is_deep(each) else "shallow"
        branches = drawn.branches(each)
        rows.append((drawn.name(each.node), ", ".join(branches), kind_of(each), depth))
        cut = {"at": drawn.name(each.node), "branches": branches, "kind": kind_of(each), "depth": depth}
        made = {"bound": each.bound, "made_at": drawn.name(each.owner), "by": drawn.name(each.child)}
        cuts.append({**cut, **made, "reason": each.text})
    table = Table(("at node", "branches cut off", "alpha or beta", "shallow or deep"), tuple(rows))
    count = "one cut-off" if len(rows) == 1 else f"{len(rows)} cut-offs"
    explanation = tuple(f"[{number}] {each.text}" for number, each in enumerate(drawn.reasons, 1))
    evaluated = len(drawn.log.leaf_order())
    return Exercise(
        "prune",
        level,
        "Cut-offs",
        (PLAYERS, QUESTION.format(count=count)),
        Solution((), table, explanation, drawn.picture_searched(), {"cuts": cuts, "leaves_evaluated": evaluated}),
        RULES,
        tree=drawn.tree,
        picture=drawn.picture(),
        table=table.emptied(),
        check=f"halfmove draw '{drawn.as_text}' -a f_alpha_beta",
    )
