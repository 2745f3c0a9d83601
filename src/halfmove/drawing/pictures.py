"""What a picture of a search shows: the state of every node after a number of events."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from halfmove.kernels.primitives import LOWER, UPPER
from halfmove.model import Score
from halfmove.parts.partitions import sizes_for
from halfmove.recording.log import (
    CASE,
    CLOSE,
    ENTER,
    KNOWN,
    LEAF,
    LEAVE,
    OPEN,
    RAISE,
    REVERSED,
    STATUS_LETTERS,
    VISIT,
    Log,
)
from halfmove.tracing.why import Reason, reasons, shown
from halfmove.trees.unfolding import WrittenDown


@dataclass
class Node:
    """A node of a picture.

    value     its value or a bound of it, as text; a leaf has its value even before it is looked at
    window    its window while it is being searched
    state     L, S or l while it is on OPEN: LIVE, SOLVED, or LIVE and INACTIVE; then it has a merit
    seen      whether the search has looked at it
    cut       the number of the reason, from 1 on, if it was cut off; else 0
    partition which partition of its parent's children it is in, from 1 on; 0 if they are not divided
    """

    number: int
    name: str
    parent: int
    children: range
    is_max: bool
    move: str = ""
    label: str = ""
    value: str = ""
    window: str = ""
    seen: bool = False
    cut: int = 0
    current: bool = False
    on_path: bool = False
    best: bool = False
    state: str = ""
    merit: str = ""
    partition: int = 0

    @property
    def is_leaf(self) -> bool:
        return not self.children


@dataclass
class Picture:
    """All nodes, level by level, and the reasons for the cut-offs."""

    nodes: list[Node]
    title: str
    notes: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    searched: bool = False


def picture_of_tree(tree: WrittenDown) -> Picture:
    """The tree with the values of all its nodes, and a best line."""
    picture = _empty(tree)
    values = _values(tree)
    for node in picture.nodes:
        node.value, node.seen = shown(values[node.number]), True
    at = picture.nodes[0]
    while True:
        at.best = True
        if at.is_leaf:
            break
        at = picture.nodes[next(child for child in at.children if values[child] == values[at.number])]
    count = _leaves(picture.nodes)
    picture.notes = [f"value {shown(values[0])}, {count} {'leaf' if count == 1 else 'leaves'}"]
    return picture


def picture_without_values(tree: WrittenDown) -> Picture:
    """The tree before anything is known: only leaves have values."""
    picture = _empty(tree)
    for node in picture.nodes:
        node.seen = True
    return picture


def divide(picture: Picture, parameters: dict[str, Any]) -> None:
    """Mark the partitions into which PS* with these parameters divides the children of MAX nodes."""
    for node in picture.nodes:
        sizes = sizes_for(parameters, len(node.children)) if node.is_max and node.children else []
        numbers = [number for number, size in enumerate(sizes, 1) for _ in range(size)]
        if len(sizes) > 1:
            for child, number in zip(node.children, numbers, strict=True):
                picture.nodes[child].partition = number


def picture_of_search(tree: WrittenDown, log: Log, line: Any, step: int | None) -> Picture:
    """The search after its first `step` events; None is the end of the search."""
    picture = _empty(tree)
    picture.searched = True
    nodes = picture.nodes
    count = len(log.rows) if step is None else min(step, len(log.rows))
    frames: list[tuple[Score, Score]] = []  # the windows of the nodes that were entered and not yet left
    leaves = 0
    for kind, node, aux, x, y in log.rows[:count]:
        if kind == CASE or node < 0:
            continue
        at = nodes[node]
        if kind in (ENTER, VISIT, LEAF) or (kind == KNOWN and aux):
            at.seen = True
        if kind == ENTER:
            frames.append((x, y))
            at.window = f"{shown(x)} .. {shown(y)}"
        elif kind == LEAVE:
            at.window, at.value = "", _bound(x, *frames.pop(), aux)
        elif kind == LEAF:
            at.value = shown(x)
            leaves += 1
        elif kind == KNOWN:
            at.value = shown(x) if x == y else f"{shown(x)} .. {shown(y)}"
        elif kind == RAISE:
            low, high = frames[-1]
            at.value = shown(x)
            at.window = f"{shown(x)} .. {shown(high)}" if at.is_max else f"{shown(low)} .. {shown(x)}"
        elif kind == OPEN:
            at.state, at.merit = STATUS_LETTERS[aux % REVERSED], shown(x)
        elif kind == CLOSE and at.state == STATUS_LETTERS[aux % REVERSED]:
            if at.state == "S" and not at.is_leaf:
                at.value = f"S {at.merit}"
            at.state = ""
    for each in reasons(log):
        if each.event < count:
            left = _left_out(nodes, each)
            if left:
                picture.reasons.append(each.text)
            for node_cut in left:
                node_cut.cut = len(picture.reasons)
    if 0 < count < len(log.rows):
        last = next((row[1] for row in reversed(log.rows[:count]) if row[1] >= 0), 0)
        nodes[last].current = True
        while last >= 0:
            nodes[last].on_path = True
            last = nodes[last].parent
    if count == len(log.rows):
        _mark_line(picture, line)
    evaluated = "1 leaf was" if leaves == 1 else f"{leaves} leaves were"
    picture.notes = [f"{evaluated} evaluated, of {_leaves(nodes)}"]
    if count < len(log.rows):
        picture.notes = [f"after {count} of {len(log.rows)} events: {evaluated} evaluated, of {_leaves(nodes)}"]
    return picture


def _bound(score: Score, low: Score, high: Score, proof: int) -> str:
    """A score with the sign of the bound that a search with this window proves.

    `proof` is LOWER or UPPER for a bound that does not depend on the window.
    """
    if low < high and -math.inf < low and score <= low:
        return f"≤{shown(score)}"
    if low < high and high < math.inf and score >= high:
        return f"≥{shown(score)}"
    return {LOWER: "≥", UPPER: "≤"}.get(proof, "") + shown(score)


def _left_out(nodes: list[Node], reason: Reason) -> list[Node]:
    """The highest nodes that are not looked at for this reason."""
    at = nodes[reason.node]
    if reason.first_child > 0:
        return [nodes[child] for child in at.children[reason.first_child - 1 :] if not nodes[child].seen]
    if not at.seen:
        return [at]
    found, waiting = [], list(at.children)
    while waiting:
        child = nodes[waiting.pop()]
        if child.seen:
            waiting += child.children
        elif not child.cut:
            found.append(child)
    return found


def _leaves(nodes: list[Node]) -> int:
    return sum(node.is_leaf for node in nodes)


def _mark_line(picture: Picture, line: Any) -> None:
    at = picture.nodes[0]
    at.best = True
    for child in line:
        at = picture.nodes[at.children[child - 1]]
        at.best = True


def _empty(tree: WrittenDown) -> Picture:
    """The tree before the search; leaves show their values."""
    data = tree.game.data
    firsts, children, scores = data["first"].tolist(), data["children"].tolist(), data["score"].tolist()
    nodes = [Node(0, "0", -1, range(0), True)]
    for number, (first, count) in enumerate(zip(firsts, children, strict=True)):
        at = nodes[number]
        at.children = range(first, first + count)
        at.move, at.label = tree.move(number), tree.label(number)
        before = "" if number == 0 else at.name + "."
        nodes += [Node(first + i, f"{before}{i + 1}", number, range(0), not at.is_max) for i in range(count)]
        if not count:
            at.value = shown(scores[number] if at.is_max else -scores[number])
    return Picture(nodes, tree.game.name)


def _values(tree: WrittenDown) -> list[Score]:
    """The minimax values of all nodes, as MAX sees them."""
    data = tree.game.data
    values: list[Score] = data["score"].tolist()
    firsts, children = data["first"].tolist(), data["children"].tolist()
    for node in range(len(values) - 1, -1, -1):  # children come after their parent
        if children[node]:
            values[node] = max(-value for value in values[firsts[node] : firsts[node] + children[node]])
    is_max = [True] * len(values)
    for node, (first, count) in enumerate(zip(firsts, children, strict=True)):
        is_max[first : first + count] = [not is_max[node]] * count
    return [value if own else -value for value, own in zip(values, is_max, strict=True)]
