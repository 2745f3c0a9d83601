"""The branches that alpha-beta cuts off, and why."""

from __future__ import annotations

import random
from typing import Any

from halfmove.exercises.levels import Drawn, kind_of, tree_for
from halfmove.exercises.model import ALPHA_BETA, TREES, Exercise, Gap, Rules, Solution, Table

QUESTION = (
    "Alpha-beta searches this tree. Cross out the branches that it cuts off. It makes {count}. For each: at which node "
    "is it, which branches are cut off there, is it an alpha or a beta cut-off, is it shallow or deep?"
)
CUT_OFFS = Rules(
    "Cut-offs",
    (
        "A branch is named by the node below it. Nodes below a branch that is cut off are not listed.",
        "An alpha cut-off happens at a MIN node that can no longer be worth more than MAX has already. A beta cut-off "
        "happens at a MAX node that can no longer be worth less than MIN has already.",
        "A cut-off is shallow if the bound was made at the parent of that node. It is deep if the bound was made "
        "farther above and the parent alone would give no reason to stop.",
    ),
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
        (QUESTION.format(count=count),),
        Solution((), table, explanation, drawn.picture_searched(), {"cuts": cuts, "leaves_evaluated": evaluated}),
        (TREES, ALPHA_BETA, CUT_OFFS),
        tree=drawn.tree,
        picture=drawn.picture(),
        table=table.emptied(),
        gaps=(Gap("tree", "Branches that are cut off", "branches", cuts, _why(drawn, cuts)),),
        check=f"halfmove draw '{drawn.as_text}' -a f_alpha_beta",
    )


def _why(drawn: Drawn, cuts: list[dict[str, Any]]) -> dict[str, Any]:
    """Why a branch is not cut off, by its name; and what to think about the kind of each cut-off, by its node."""
    picture = drawn.picture()
    cut = {branch for each in cuts for branch in each["branches"]}
    branches = {}
    for node in picture.nodes[1:]:
        above = picture.nodes[node.parent].name
        if node.name in cut:
            continue
        if any(node.name.startswith(f"{branch}.") for branch in cut):
            branches[node.name] = f"{node.name} is below a branch that is cut off: cross out only that one."
        elif node.number == picture.nodes[node.parent].children[0]:
            branches[node.name] = f"The first branch of {above} is always looked at: nothing is known of {above} yet."
        else:
            seen = f"what alpha-beta has seen below {above} before reaches neither alpha nor beta"
            branches[node.name] = f"{node.name} is looked at: {seen}."
    kinds = {}
    for each in cuts:
        is_max = next(node.is_max for node in picture.nodes if node.name == each["at"])
        kinds[each["at"]] = {
            "kind": f"{each['at']} is a {'MAX' if is_max else 'MIN'} node: which of the two bounds can end its search?",
            "depth": f"Was the bound that ends the search of {each['at']} made at its parent, or farther above?",
        }
    return {"branches": branches, "cuts": kinds}
