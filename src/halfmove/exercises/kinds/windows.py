"""Alpha and beta at each node when it is entered."""

from __future__ import annotations

import random

from halfmove.exercises.levels import tree_for, windows
from halfmove.exercises.model import PLAYERS, Exercise, Solution, Table
from halfmove.model import Score
from halfmove.tracing.why import shown

QUESTION = (
    "Alpha-beta searches this tree with alpha = -∞ and beta = ∞ and looks at the branches of a node from left to "
    "right. Give alpha and beta as they are when it enters each node. Write a dash if it never enters the node."
)
RULES = ("Alpha is the value that MAX already has for sure on the path to the node; beta is the same for MIN.",)
NEVER = "-"


def make(chance: random.Random, level: int) -> Exercise | None:
    drawn = tree_for(chance, level)
    if drawn is None:
        return None
    entered = windows(drawn.log)
    rows, data = [], {}
    for node in drawn.inner():
        name = drawn.name(node)
        ends = entered.get(node)
        rows.append((name, NEVER, NEVER) if ends is None else (name, shown(ends[0]), shown(ends[1])))
        data[name] = None if ends is None else [_plain(end) for end in ends]
    table = Table(("node", "alpha", "beta"), tuple(rows))
    explanation = tuple(f"[{number}] {each.text}" for number, each in enumerate(drawn.reasons, 1))
    return Exercise(
        "windows",
        level,
        "Alpha and beta",
        (PLAYERS, QUESTION),
        Solution((), table, explanation, drawn.picture_searched(), {"windows": data}),
        RULES,
        tree=drawn.tree,
        picture=drawn.picture(),
        table=table.emptied(1),
        check=f"halfmove trace '{drawn.as_text}' -a f_alpha_beta",
    )


def _plain(score: Score) -> int | str:
    return str(score) if isinstance(score, float) else score
