"""A bare tree: no words but the labels of its nodes, as small as these allow, to be printed with others on a page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Literal, NamedTuple

from halfmove.drawing.layout import SIZE, places
from halfmove.drawing.pictures import Node, Picture

_ROW, _COLUMN = 62.0, 38.0  # pixels: between levels, and at least between leaves
_AIR = 4.0  # between a label and what is beside it
_LINE = 12.0  # the height of a label


class Place(NamedTuple):
    """Where a label is: an end or the middle of it, from the middle of its node."""

    x: float
    y: float
    anchor: Literal["start", "middle", "end"]


class Plan(NamedTuple):
    """Where the nodes of a picture are, and their labels; how large the picture is."""

    at: list[tuple[float, float]]
    labels: list[Place]
    width: float
    height: float


def label_place(is_leaf: bool) -> Place:
    """Under a leaf; to the right of any other node."""
    return Place(0, SIZE / 2 + 13, "middle") if is_leaf else Place(SIZE / 2 + _AIR, -6, "start")


def planned(picture: Picture, width_of: Callable[[Node], float]) -> Plan:
    """Place nodes and labels; `width_of` says how wide a label is.

    Leaves stand so close that labels under neighbours take two lines in turn. The label of another node is on its
    right, on its left if it would touch the next node there, or above it.
    """
    nodes = picture.nodes
    column = max(_COLUMN, *((width_of(node) + _AIR) / 2 for node in nodes if node.is_leaf))
    at = places(picture, column, _ROW)
    levels: dict[float, list[Node]] = defaultdict(list)
    for node in sorted(nodes, key=lambda node: at[node.number][0]):
        levels[at[node.number][1]].append(node)
    labels = [label_place(node.is_leaf) for node in nodes]
    for level in levels.values():
        _place_labels(level, at, width_of, labels)
    spans = [_span(at[node.number][0], labels[node.number], width_of(node)) for node in nodes]
    left, right = min(span[0] for span in spans) - 2, max(span[1] for span in spans) + 2
    top = at[0][1] - SIZE / 2 - 8
    height = max(y for _, y in at) + SIZE / 2 + 13 + _LINE + 6 - top
    return Plan([(x - left, y - top) for x, y in at], labels, right - left, height)


def _place_labels(
    level: list[Node], at: list[tuple[float, float]], width_of: Callable[[Node], float], labels: list[Place]
) -> None:
    """Place the labels of the nodes of a level, from left to right."""
    used = under = float("-inf")  # how far nodes and labels beside them reach; labels under leaves
    for number, node in enumerate(level):
        x, width = at[node.number][0], width_of(node)
        if node.is_leaf:
            if x - width / 2 < under + _AIR:
                labels[node.number] = Place(0, SIZE / 2 + 13 + _LINE, "middle")
            else:
                under = x + width / 2
        else:
            after = at[level[number + 1].number][0] - SIZE / 2 if number + 1 < len(level) else float("inf")
            if x + SIZE / 2 + width + 2 * _AIR > after:
                fits = x - SIZE / 2 - width - 2 * _AIR > used
                labels[node.number] = Place(-SIZE / 2 - _AIR, -6, "end") if fits else _above(node, at)
        beside = labels[node.number].anchor == "start" and labels[node.number].y > -SIZE / 2
        used = x + SIZE / 2 + (_AIR + width if beside else 0)


def _above(node: Node, at: list[tuple[float, float]]) -> Place:
    """Above a node, on the side where its father is not."""
    if at[node.parent][0] > at[node.number][0]:
        return Place(-5, -SIZE / 2 - 4, "end")
    return Place(5, -SIZE / 2 - 4, "start")


def _span(x: float, label: Place, width: float) -> tuple[float, float]:
    """How far a node and its label reach to the left and to the right."""
    x1 = x + label.x - {"start": 0.0, "middle": width / 2, "end": width}[label.anchor]
    return min(x1, x - SIZE / 2), max(x1 + width, x + SIZE / 2)
