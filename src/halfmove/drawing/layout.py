"""The places of the nodes of a picture: a leaf has its own column, a parent is above the middle of its children."""

from __future__ import annotations

from halfmove.drawing.pictures import Picture

SIZE = 26  # of a node, in pixels
LETTERS, ROOM = 13.0, 22.0  # pixels: the usual size of the letters of a value in a node, and the room for it


def letters(width: float) -> float:
    """The size in pixels of the letters of a value that has this width at the usual size."""
    return LETTERS * min(1.0, ROOM / width) if width else LETTERS


def places(picture: Picture, column: float, row: float) -> list[tuple[float, float]]:
    """(x, y) of every node, in pixels from the top left."""
    nodes = picture.nodes
    depths, columns = [0] * len(nodes), [0.0] * len(nodes)
    for node in nodes[1:]:
        depths[node.number] = depths[node.parent] + 1
    used = 0
    waiting = [nodes[0]]
    while waiting:  # from left to right
        node = waiting.pop()
        if node.is_leaf:
            columns[node.number] = used
            used += 1
        waiting += [nodes[child] for child in reversed(node.children)]
    for node in reversed(nodes):
        if not node.is_leaf:
            columns[node.number] = (columns[node.children[0]] + columns[node.children[-1]]) / 2
    return [((at + 0.5) * column, (depth + 0.5) * row) for at, depth in zip(columns, depths, strict=True)]
