"""The minimax value of every node, the best move and the best line."""

from __future__ import annotations

import random

from halfmove.drawing.pictures import picture_of_tree
from halfmove.exercises.levels import tree_for
from halfmove.exercises.model import PLAYERS, Exercise, Solution

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
        (PLAYERS, QUESTION),
        Solution(
            (str(result.value), line[0], ", ".join(line)),
            None,
            (),
            picture,
            {"values": values, "value": result.value, "move": line[0], "line": line},
        ),
        tree=drawn.tree,
        picture=drawn.picture(),
        fields=("Value of node 0", "Best move at node 0, to", "Best line"),
        check=f"halfmove draw '{drawn.as_text}'",
    )
