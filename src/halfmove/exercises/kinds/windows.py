"""Alpha and beta at each node when it is entered."""

from __future__ import annotations

import random

from halfmove.drawing.pictures import picture_of_tree
from halfmove.exercises.levels import Drawn, tree_for, windows
from halfmove.exercises.model import ALPHA_BETA, TREES, Exercise, Gap, Solution, Table
from halfmove.model import Score
from halfmove.tracing.why import shown

QUESTION = (
    "Alpha-beta searches this tree. Give alpha and beta as they are when it enters each node. Write a dash if it never "
    "enters the node."
)
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
        (QUESTION,),
        Solution((), table, explanation, drawn.picture_searched(), {"windows": data}),
        (TREES, ALPHA_BETA),
        tree=drawn.tree,
        picture=drawn.picture(),
        table=table.emptied(1),
        gaps=_gaps(drawn, table),
        check=f"halfmove trace '{drawn.as_text}' -a f_alpha_beta",
    )


def _plain(score: Score) -> int | str:
    return str(score) if isinstance(score, float) else score


def _gaps(drawn: Drawn, table: Table) -> tuple[Gap, ...]:
    gaps = []
    for row, (name, *ends) in enumerate(table.rows):
        for column, (bound, end) in enumerate(zip(("alpha", "beta"), ends, strict=True), 1):
            why = _why(drawn, name, bound, end)
            gaps.append(Gap(f"cell {row} {column}", f"{bound.capitalize()} at {name}", "bound", end, why))
    return tuple(gaps)


def _why(drawn: Drawn, name: str, bound: str, end: str) -> str:
    """Where to look for a bound: at the node above whose child set it."""
    if end == NEVER:
        return f"Is {name} entered at all? Look for a cut-off above it."
    who = "MAX" if bound == "alpha" else "MIN"
    picture = picture_of_tree(drawn.written)
    at = next(node for node in picture.nodes if node.name == name)
    while at.parent >= 0 and at.number:
        above = picture.nodes[at.parent]
        for child in above.children:
            if child < at.number and above.is_max == (bound == "alpha") and picture.nodes[child].value == end:
                return f"Look at {above.name}: there {who} has the value of {picture.nodes[child].name} for sure."
        at = above
    return f"Look at the nodes above {name} where it is {who}'s turn: has one of them a child that was searched before?"
