"""The minimax value of every node, the best move and the best line."""

from __future__ import annotations

import random

from halfmove.drawing.pictures import Picture, picture_of_tree
from halfmove.exercises.levels import listed, tree_for
from halfmove.exercises.model import TREES, Exercise, Gap, Solution

QUESTION = (
    "Write the minimax value of every inner node into the node. Then name MAX's best move at node 0, and the line from "
    "there to a leaf when both players play their best moves."
)


def make(chance: random.Random, level: int) -> Exercise | None:
    drawn = tree_for(chance, level)
    if drawn is None:
        return None
    picture = picture_of_tree(drawn.written)
    for node in picture.nodes:
        best = [child for child in node.children if picture.nodes[child].value == node.value]
        if node.children and len(best) != 1:
            return None  # two moves are equally good
    result = drawn.searched("minimax")
    path = [result.line[:length] for length in range(1, len(result.line) + 1)]
    line = [".".join(map(str, moves)) for moves in path]
    values = {node.name: int(node.value) for node in picture.nodes}
    return Exercise(
        "value",
        level,
        "Minimax values",
        (QUESTION,),
        Solution(
            (str(result.value), line[0], ", ".join(line)),
            None,
            (),
            picture,
            {"values": values, "value": result.value, "move": line[0], "line": line},
        ),
        (TREES,),
        tree=drawn.tree,
        picture=drawn.picture(),
        fields=("Value of node 0", "Best move at node 0, to", "Best line"),
        gaps=_gaps(picture, line),
        check=f"halfmove draw '{drawn.as_text}'",
    )


def _gaps(picture: Picture, line: list[str]) -> tuple[Gap, ...]:
    gaps = []
    for node in picture.nodes:
        if node.children:
            names = [picture.nodes[child].name for child in node.children]
            who, end = ("MAX", "largest") if node.is_max else ("MIN", "smallest")
            why = f"At {node.name} it is {who}'s turn: its value is the {end} of those of {listed(names)}."
            gaps.append(Gap(f"node {node.number}", f"Value of node {node.name}", "number", int(node.value), why))
    first = [picture.nodes[child].name for child in picture.nodes[0].children]
    move = "The best move at 0 leads to the child that has the value of 0."
    rest = "From each node the line goes on to a child with the same value, down to a leaf."
    gaps.append(Gap("line 1", "Best move at node 0", "choice", line[0], move, first))
    return (*gaps, Gap("line 2", "Best line", "nodes", line, rest, {}))
