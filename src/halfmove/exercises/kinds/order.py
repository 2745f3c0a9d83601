"""The leaves in the order in which an algorithm evaluates them."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from halfmove.algorithms.registry import find
from halfmove.exercises.levels import Drawn, log_of, tree_for
from halfmove.exercises.model import ALPHA_BETA, TREES, Exercise, Gap, Rules, Solution
from halfmove.tracing import rules_of

QUESTION = (
    "{title} searches this tree. {how}In which order does it evaluate leaves? Leave out those that it does not "
    "evaluate. Give each leaf by its name, or each by its value: no two are equal."
)
LEFT_TO_RIGHT = "It looks at the branches of a node from left to right."
LEFTMOST = "It takes the state of {end} merit from OPEN; among equal merits the leftmost node comes first."


class Asked(NamedTuple):
    """An algorithm in a question.

    id, title   its id and its name
    given       its parameters
    how         sentences that settle what would otherwise be a convention
    levels      the levels that use it
    operators   whether the rules of its operators are printed
    """

    id: str
    title: str
    given: dict[str, Any]
    how: str
    levels: range
    operators: bool = False


ASKED = [
    Asked("alpha_beta", "Alpha-beta", {}, "", range(1, 4)),
    Asked(
        "scout",
        "SCOUT",
        {},
        f"{LEFT_TO_RIGHT} The first child of a node is searched. Each other child is first tested: is it better than "
        "the best so far? It is searched only if it is better. Name a leaf again each time it is evaluated again.",
        range(3, 5),
    ),
    Asked("sss_star", "SSS*", {}, LEFTMOST.format(end="largest"), range(3, 6), True),
    Asked(
        "dual_star",
        "DUAL*",
        {},
        "It is SSS* with the roles of MAX and MIN exchanged. " + LEFTMOST.format(end="smallest"),
        range(4, 6),
    ),
    Asked(
        "ps_star",
        "PS*(2)",
        {"phases": 2},
        "It opens the children of a MAX node in two parts; the first is at least as large as the second. "
        + LEFTMOST.format(end="largest"),
        range(5, 6),
        True,
    ),
]

# What to think about where the order goes wrong.
_STATE = "Write down OPEN after each step: its first state decides what comes next."
WHY = {
    "alpha_beta": "Follow alpha and beta from node to node: a branch is left out once a bound is reached.",
    "scout": "The first child is searched, and each other child is tested first.",
    "sss_star": _STATE,
    "dual_star": _STATE,
    "ps_star": _STATE,
}


def make(chance: random.Random, level: int) -> Exercise | None:
    asked = chance.choice([each for each in ASKED if level in each.levels])
    drawn = tree_for(chance, level)
    if drawn is None:
        return None
    leaves = drawn.searched(asked.id, **asked.given).leaf_order or ()
    if not _is_clear(drawn, asked, leaves):
        return None
    values = {node.name: int(node.value) for node in drawn.picture().nodes if node.is_leaf}
    named = ", ".join(leaves)
    valued = ", ".join(str(values[leaf]) for leaf in leaves)
    data = {"algorithm": asked.id, "parameters": asked.given, "leaves": list(leaves)}
    options = "".join(f" --{name} {value}" for name, value in asked.given.items())
    return Exercise(
        "order",
        level,
        f"The order of leaves: {asked.title}",
        (QUESTION.format(title=asked.title, how=f"{asked.how} " if asked.how else ""),),
        Solution(
            (named,),
            None,
            (f"Their values: {valued}. {len(set(leaves))} of {len(values)} leaves are evaluated.",),
            drawn.picture_searched() if asked.id == "alpha_beta" else None,
            {**data, "values": [values[leaf] for leaf in leaves]},
        ),
        _rules(asked),
        tree=drawn.tree,
        picture=drawn.picture(),
        fields=("Leaves, in order",),
        gaps=(Gap("line 0", "Order of leaves", "nodes", list(leaves), WHY[asked.id], values),),
        check=f"halfmove search '{drawn.as_text}' -a {asked.id}{options} --trace",
    )


def _rules(asked: Asked) -> tuple[Rules, ...]:
    if asked.operators:
        return TREES, cases(asked.id, asked.title)
    return (TREES, ALPHA_BETA) if asked.id == "alpha_beta" else (TREES,)


def cases(algorithm: str, title: str) -> Rules:
    """The rules of the operators of a state-space search, case by case."""
    rules = rules_of(find(algorithm)).items()
    return Rules(f"The cases of {title}", tuple(f"Case {case}: {rule}." for case, rule in rules))


def _is_clear(drawn: Drawn, asked: Asked, leaves: tuple[str, ...]) -> bool:
    """Whether all forms of the algorithm agree, and its order is not just that of alpha-beta."""
    if asked.id == "scout":
        others = [log_of(drawn.searched("scout", test=test)).leaf_order() for test in ("strict", "printed")]
        if any(other != leaves for other in others):
            return False
    return asked.id == "alpha_beta" or leaves != drawn.log.leaf_order()
