"""Trees put together from nodes that were measured in a game: a model of the trees of that game.

A measured node has the values of its children, in the order of its moves. A tree grows from the root down. Each child
that is not a leaf takes over the children of a measured node of the same height whose value is about its own. It is
drawn among the nearest ones that were reached by a move as good: the best move of its node, a slightly worse one, or a
worse one. So widths, ties, places of the best move, and the correlations between parent and child and between siblings
are those of the game. Only what depends on grandparents is lost. Nothing is stored but the measured nodes.

>>> import halfmove as hm
>>> node = hm.trees.Measured(height=1, values=(3, 5))
>>> other = hm.trees.Measured(height=1, values=(4, 4))
>>> root = hm.trees.Measured(height=2, values=(-5, -4))
>>> hm.search(hm.trees.resampled(root, [node, other], alike=1), "minimax").value
-4
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from halfmove.base.checks import WHOLE, is_finite, is_whole, shown, whole
from halfmove.base.gate import check_fields, checked
from halfmove.bits import branch, mix, seeded, unit
from halfmove.errors import UsageError
from halfmove.game import Game

KINDS = 3  # of moves to a node: the best one, one as good as most of the others, a worse one
_MOST = 1_000_000  # children of all measured nodes
_HIGHEST = 200  # half-moves


@dataclass(frozen=True)
class Measured:
    """A node of a game tree whose children were all searched to the same depth.

    Attributes
    ----------
    height : int
        The half-moves from the node to the depth limit.
    values : tuple
        The minimax values of its children, for the side to move at the node, in the order of the moves.
    over : tuple of bool
        For each child whether the game is over there; empty: nowhere.
    again : tuple of bool
        For each child whether the same side moves again; empty: never.
    loss : int, float or None
        By how much the move to this node was worse than the best one; None if that is not known.
    """

    height: int
    values: tuple[Any, ...]
    over: tuple[bool, ...] = ()
    again: tuple[bool, ...] = ()
    loss: Any = None

    def __post_init__(self) -> None:
        check_fields(self, "a measured node")
        whole("the height of a measured node", self.height, 1, _HIGHEST)
        if not self.values or not all(_number(each) for each in self.values):
            raise UsageError(f"values={shown(self.values)} of a measured node must be at least one number")
        for name in ("over", "again"):
            told = getattr(self, name)
            if told and len(told) != len(self.values):
                raise UsageError(f"{name}={shown(told)} of a measured node must be as long as its values")
        if self.loss is not None and not _number(self.loss):
            raise UsageError(f"loss={shown(self.loss)} of a measured node must be a number")

    @property
    def value(self) -> Any:
        """The minimax value for the side to move."""
        return max(self.values)


class Node(NamedTuple):
    state: int
    height: int
    side: int  # 1 for MAX, -1 for MIN
    value: int  # for MAX
    row: int  # of the measured node whose children it has
    over: int  # 1 if it is a leaf before the depth limit


class RealNode(NamedTuple):
    state: int
    height: int
    side: int
    value: float
    row: int
    over: int


def moves(p, data):
    for number in range(data[p.row].count):
        yield number + 1


def width_rule(p, data):
    return data[p.row].count


def _node_play(kind):
    def play(p, move, data):
        state = branch(p.state, move)
        child = data[p.row].first + move - 1
        own = data[child].value + (p.side * p.value - data[p.row].value)  # for the side to move at the parent
        side = p.side if data[child].again else -p.side
        height = p.height - 1
        if data[child].over or height == 0:
            return kind(state, height, side, p.side * own, 0, data[child].over)
        low, high = nearest(height, own if data[child].again else -own, data[p.row].value - data[child].value, data)
        return kind(state, height, side, p.side * own, low + int(unit(mix(state)) * (high - low)), 0)

    return play


def nearest(height, value, loss, data):
    """The rows from `low` to `high` - 1 of the measured nodes from which the children of a node are drawn."""
    group = 1 + height * KINDS
    if loss > 0:
        group += 2 if loss > data[0].value else 1
    if data[group].count == 0:  # no such move was measured at this height
        group = 1 + height * KINDS
        for number in range(KINDS):
            if data[1 + height * KINDS + number].count > data[group].count:
                group = 1 + height * KINDS + number
    first = data[group].first
    last = first + data[group].count
    low, high = first, last
    while low < high:
        middle = (low + high) // 2
        if data[middle].value < value:
            low = middle + 1
        else:
            high = middle
    while high < last and data[high].value == value:
        high += 1
    while high - low < data[0].first and high - low < last - first:
        if low == first or (high < last and data[high].value - value < value - data[low - 1].value):
            high += 1
        else:
            low -= 1
    return low, high


play = _node_play(Node)
play_real = _node_play(RealNode)


def result(p, data):
    return p.height == 0 or p.over == 1, p.side * p.value


def turn(p, data):
    return p.side


@checked
def resampled(root: Measured, nodes: Iterable[Measured], seed: int = 0, alike: int = 4) -> Game:
    """The tree that begins with a measured root, and goes on with measured nodes that are drawn again and again.

    Parameters
    ----------
    root : Measured
        The root. Its height is the depth of the tree.
    nodes : iterable of Measured
        Nodes of all heights below that of the root.
    seed : int
        Another seed gives another tree.
    alike : int
        A node is drawn among at least so many, as far as they were measured: those with the nearest values.

    Returns
    -------
    Game
        The tree as a game. Each of its nodes has the minimax value with which it was drawn.

    Examples
    --------
    >>> import halfmove as hm
    >>> root = hm.trees.Measured(2, (-1, -3))
    >>> tree = hm.trees.resampled(root, [hm.trees.Measured(1, (1, 0)), hm.trees.Measured(1, (3, 3))], alike=1)
    >>> hm.search(tree, "minimax").value
    -1
    """
    below = [each for each in nodes if each.height < root.height]
    missing = [height for height in range(1, root.height) if all(each.height != height for each in below)]
    if missing:
        raise UsageError(f"no node of height {missing[0]} was measured, so there is no tree of depth {root.height}")
    children = sum(len(each.values) for each in [root, *below])
    if children > _MOST:
        raise UsageError(f"the measured nodes have {children:,} children, more than the {_MOST:,} that a tree can use")
    whole("alike", alike, 1, _MOST)
    values = [value for each in [root, *below] for value in each.values]
    real = any(isinstance(value, float) for value in values)
    if not real and 2 * (root.height + 1) * max(map(abs, values)) >= WHOLE:
        raise UsageError("the measured values are too large: their differences along a line must stay below 2**62")
    kind = "f8" if real else "i8"
    rows = _rows(root, below, alike)
    fields = [("first", "i8"), ("count", "i8"), ("value", kind), ("over", "i8"), ("again", "i8")]
    start_of: Any = RealNode if real else Node
    value = float(root.value) if real else int(root.value)
    start = start_of(seeded(whole("seed", seed)), root.height, 1, value, rows[0][1], 0)
    table = [(alike, *rows[0][1:]), *rows[1:]]
    return Game(
        f"resampled, depth {root.height}, seed {shown(seed)}",
        start,
        moves,
        play_real if real else play,
        result,
        turn=turn if any(any(each.again) for each in [root, *below]) else None,
        data=np.array(table, dtype=fields),
        longest=root.height,
        leaves_only=True,
        width=width_rule,
    )


def _rows(root: Measured, nodes: Sequence[Measured], alike: int) -> list[tuple[Any, ...]]:
    """What the rules read: a head, the groups of nodes by height and kind, the nodes by value, and their children."""
    losses = sorted(each.loss for each in nodes if each.loss)
    middle = losses[len(losses) // 2] if losses else 0
    groups: list[list[Measured]] = [[] for _ in range(root.height * KINDS)]
    for each in nodes:
        groups[each.height * KINDS + (0 if not each.loss else 2 if each.loss > middle else 1)].append(each)
    ordered = [node for group in groups for node in sorted(group, key=lambda each: each.value)]
    at = 1 + len(groups)
    rows: list[tuple[Any, ...]] = [(alike, at + len(ordered), middle, 0, 0)]
    for group in groups:
        rows.append((at, len(group), 0, 0, 0))
        at += len(group)
    at += 1  # the root stands behind the others
    children: list[tuple[Any, ...]] = []
    for node in [*ordered, root]:
        rows.append((at + len(children), len(node.values), node.value, 0, 0))
        none = (False,) * len(node.values)
        for value, over, again in zip(node.values, node.over or none, node.again or none, strict=True):
            children.append((0, 0, value, int(over), int(again)))
    rows += children
    size = 1 << (len(rows) - 1).bit_length()  # trees of one size can be searched in the same memory
    return rows + [(0, 0, 0, 0, 0)] * (size - len(rows))


def _number(value: Any) -> bool:
    return is_whole(value) or (isinstance(value, float) and is_finite(value))
