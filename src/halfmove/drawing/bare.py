"""A bare tree: no text but the labels of its nodes, as small as these allow, to be printed with others on a page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Literal, NamedTuple

from halfmove.drawing.layout import SIZE, places
from halfmove.drawing.pictures import Node, Picture

_ROW, _COLUMN = 62.0, 38.0  # pixels: between levels, and at least between leaves
_AIR = 4.0  # between a label and its neighbours
_LINE = 12.0  # the height of a label
_MARK = 32.0  # how far the number of a reason reaches from the middle of a branch that is cut off


Box = tuple[float, float, float, float]


class Place(NamedTuple):
    """The place of a label: where one end or its middle is, relative to the middle of its node."""

    x: float
    y: float
    anchor: Literal["start", "middle", "end"]


class Plan(NamedTuple):
    """The places of the nodes of a picture and of their labels, and the size of the picture."""

    at: list[tuple[float, float]]
    labels: list[Place]
    width: float
    height: float


def label_place(is_leaf: bool) -> Place:
    """Under a leaf; to the right of any other node."""
    return Place(0, SIZE / 2 + 13, "middle") if is_leaf else Place(SIZE / 2 + _AIR, -6, "start")


def planned(picture: Picture, width_of: Callable[[Node], float]) -> Plan:
    """Place nodes and labels; `width_of` returns the width of a label.

    Leaves are so close that the labels under neighbours use two lines in turn. The label of an inner node is beside or
    above it, where it touches nothing.
    """
    nodes = picture.nodes
    column = max(_COLUMN, *(_needed(node, width_of(node)) for node in nodes))
    at = places(picture, column, _ROW)
    levels: dict[float, list[Node]] = defaultdict(list)
    for node in sorted(nodes, key=lambda node: at[node.number][0]):
        levels[at[node.number][1]].append(node)
    labels = [label_place(node.is_leaf) for node in nodes]
    for level in levels.values():
        taken = [_box(at[node.number][0], Place(0, SIZE / 2, "middle"), SIZE, SIZE) for node in level]
        for node in level:
            x, width = at[node.number][0], width_of(node)
            from_right = at[node.parent][0] > x
            boxes = [(_box(x, place, width), place) for place in _choices(node.is_leaf, from_right)]
            box, labels[node.number] = next(filter(lambda one: not _meets(one[0], taken), boxes), boxes[-1])
            taken.append(box)
    boxes_of_all = [_box(at[node.number][0], labels[node.number], width_of(node)) for node in nodes]
    left = min(*(x - SIZE / 2 for x, _ in at), *(box[0] for box in boxes_of_all)) - 2
    marks = [(at[node.number][0] + at[node.parent][0]) / 2 + _MARK for node in nodes if node.cut]
    right = max(*(x + SIZE / 2 for x, _ in at), *(box[1] for box in boxes_of_all), *marks) + 2
    top = at[0][1] - SIZE / 2 - 8
    height = max(y + max(label.y, SIZE / 2) for (_, y), label in zip(at, labels, strict=True)) + 5 - top
    return Plan([(x - left, y - top) for x, y in at], labels, right - left, height)


def _needed(node: Node, width: float) -> float:
    """How wide a column must be for a node that has its own column."""
    return 0 if len(node.children) > 1 else (width + _AIR) / 2 if node.is_leaf else width + 3 * _AIR


def _choices(is_leaf: bool, from_right: bool) -> list[Place]:
    """Possible places of a label, the best first. Above a node, the side away from its parent is better."""
    if is_leaf:
        return [label_place(True), Place(0, SIZE / 2 + 13 + _LINE, "middle")]
    above = [Place(5, -SIZE / 2 - _AIR, "start"), Place(-5, -SIZE / 2 - _AIR, "end")]
    return [label_place(False), Place(-SIZE / 2 - _AIR, -6, "end"), *(above[::-1] if from_right else above)]


def _box(x: float, label: Place, width: float, height: float = _LINE - 2) -> Box:
    """The box that a label covers: left, right, top, bottom. The last two are relative to the middle of its node."""
    x1 = x + label.x - {"start": 0.0, "middle": width / 2, "end": width}[label.anchor]
    return x1, x1 + width, label.y - height, label.y


def _meets(box: Box, others: list[Box]) -> bool:
    left, right, top, bottom = box
    return any(left < r + 2 and l < right + 2 and top < b and t < bottom for l, r, t, b in others)  # noqa: E741
