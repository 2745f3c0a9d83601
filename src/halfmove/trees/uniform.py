"""Uniform trees T(width, depth) whose leaves are independent random values.

Nothing is stored: a node is a hash of the seed and of the path to it, and its leaf value is a function of that hash.
So T(38, 20) costs no memory, and the same seed gives the same tree on every machine, interpreted or compiled. Only a
tree whose children are sorted by their minimax values is stored.

>>> import halfmove as hm
>>> tree = hm.trees.uniform(3, 4, seed=7)
>>> hm.search(tree, "alpha_beta").counts.leaves <= 3**4
True
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from halfmove.base.checks import WHOLE, is_finite, is_whole, shown, whole
from halfmove.base.gate import checked
from halfmove.bits import branch, seeded, unit
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.trees.explicit import explicit

ORDERS = ("random", "perfect", "worst")
_MOST_SORTED = 100_000  # leaves of a tree that is stored
_LONGEST_SORTED = 200  # half-moves of such a tree
_WIDEST = 1_000_000  # children of a node
_DEEPEST = 10_000  # half-moves to the leaves
_LARGEST_REAL = 1e300


class Node(NamedTuple):
    state: int
    height: int
    side: int  # 1 for MAX, -1 for MIN


def moves(p, data):
    for number in range(data[0].width):
        yield number + 1


def width_rule(p, data):
    return data[0].width


def play(p, move, data):
    return Node(branch(p.state, move), p.height - 1, -p.side)


def continuous(p, data):
    return p.height == 0, p.side * (data[0].score + unit(p.state) * data[0].span)


def integer(p, data):
    return p.height == 0, p.side * (data[0].score + int(unit(p.state) * data[0].span))


def discrete(p, data):
    chance, row = unit(p.state), 0
    while chance >= data[row].limit:
        row += 1
    return p.height == 0, p.side * data[row].score


@checked
def uniform(width: int, depth: int, seed: int = 0, values: Any = None, order: str = "random") -> Game:
    """The tree T(width, depth) with independent leaves.

    On the command line: halfmove search uniform:8,4,values=0..99,order=worst

    Parameters
    ----------
    width : int
        Children of each inner node.
    depth : int
        Half-moves from the root to the leaves.
    seed : int
        Another seed gives another tree.
    values : optional
        The distribution of the leaf values:

        - None: real numbers, uniform in [0, 1); as text: continuous
        - (low, high): integers from low to high, both included; as text: 0..99
        - (low, high) with a float: real numbers between them; as text: 0.0..1.0
        - range(...): the same for a range of integers
        - {value: probability}: any discrete distribution; as text: 0:0.5,1:0.3,2:0.2
        - a probability p: 1 with probability p, otherwise 0; as text: bivalued:0.4
    order : str
        The order of the children:

        - "random": as the leaves are drawn
        - "worst": sorted by minimax value at every node, the worst for the side to move first and the best last;
          equal children keep their order
        - "perfect": sorted the other way: the best first

    Returns
    -------
    Game
        The tree as a game.

    Examples
    --------
    >>> import halfmove as hm
    >>> trees = [hm.trees.uniform(3, 3, seed=1, order=order) for order in ("perfect", "random", "worst")]
    >>> [hm.search(tree).counts.leaves for tree in trees]
    [11, 14, 27]
    """
    width, depth = checked_size(width, depth)
    if order not in ORDERS:
        raise UsageError(f"order={shown(order)} is not one of {', '.join(ORDERS)}")
    rule, table = distribution(values)
    data = np.array(
        [(width, *row) for row in table],
        dtype=[("width", "i8"), ("limit", "f8"), ("score", _kind(table)), ("span", _kind(table))],
    )
    tree = Game(
        f"T({width},{depth}) seed {shown(seed)}",
        Node(seeded(whole("seed", seed)), depth, 1),
        moves,
        play,
        rule,
        data=data,
        longest=depth,
        leaves_only=True,
        width=width_rule,
        parameters={"family": "uniform", "width": width, "depth": depth, "seed": seed, "values": values},
    )
    return tree if order == "random" else _sorted(tree, order)


def _sorted(tree: Game, order: str) -> Game:
    """The tree as stored nested lists, with its children in this order."""
    width, depth = tree.parameters["width"], tree.parameters["depth"]
    if width ** min(depth, 64) > _MOST_SORTED or depth > _LONGEST_SORTED:
        raise UsageError(
            f"order={order} stores the tree, and T({width},{depth}) is too large: it may have at most "
            f"{_MOST_SORTED:,} leaves and {_LONGEST_SORTED} half-moves; use ordered:{width},{depth},order={order}, "
            "which is not stored"
        )
    _, children = _ranked(tree, tree.start, order == "worst")
    about = {**tree.parameters, "order": order}
    return replace(explicit(children, f"{tree.name} order {order}"), parameters=about)


def _ranked(tree: Game, at: Any, worst_first: bool) -> tuple[Any, Any]:
    """The minimax value of a node for MAX, and the nested lists below it."""
    if at.height == 0:
        value = at.side * tree.outcome(at)[1]
        return value, value
    below = [_ranked(tree, tree.next(at, move), worst_first) for move in range(1, tree.parameters["width"] + 1)]
    below.sort(key=lambda child: child[0], reverse=(at.side == 1) != worst_first)
    return (below[-1] if worst_first else below[0])[0], [child for _, child in below]


def distribution(values: Any) -> tuple[Any, list[tuple[float, Any, Any]]]:
    """The rule for a leaf's value and the rows (limit, score, span) of its table."""
    if values is None:
        return continuous, [(1.0, 0.0, 1.0)]
    if isinstance(values, Mapping):
        return discrete, _table(dict(values))
    if isinstance(values, float) and 0 <= values <= 1:
        return discrete, _table({1: values, 0: 1 - values})
    if isinstance(values, range) and len(values) and values.step == 1:
        values = (values[0], values[-1])
    if isinstance(values, tuple | list) and len(values) == 2 and all(_finite(end) for end in values):
        low, high = checked_pair(values)
        if is_whole(low) and is_whole(high):
            return integer, [(1.0, low, high - low + 1)]
        if low < high:
            return continuous, [(1.0, float(low), float(high) - float(low))]
    raise UsageError(
        f"values={shown(values)} is not a distribution: leave it out for reals, or give (low, high) for integers, "
        "{value: probability}, or the probability of a 1; in text: 0..127, 0:0.5,1:0.5, bivalued:0.3"
    )


def _table(chances: dict[Any, Any]) -> list[tuple[float, Any, Any]]:
    if not chances or not all(_finite(v) and _finite(c) and c >= 0 for v, c in chances.items()):
        raise UsageError(f"values={shown(chances)}: a distribution maps numbers to probabilities")
    if any(abs(value) >= WHOLE for value in chances if is_whole(value)):
        raise UsageError(f"values={shown(chances)}: integers must lie between -2**62 and 2**62")
    if not math.isclose(sum(chances.values()), 1, abs_tol=1e-9):
        raise UsageError(f"values={shown(chances)}: the probabilities add up to {sum(chances.values())}, not to 1")
    if any(isinstance(value, float) for value in chances):
        chances = {float(value): chance for value, chance in chances.items()}
    rows, total = [], 0.0
    for value, chance in chances.items():
        if chance > 0:
            total += chance
            rows.append((total, value, 0 * value))
    rows[-1] = (2.0, *rows[-1][1:])  # the last row takes the rest, however the sum was rounded
    return rows


def _kind(table: list[tuple[float, Any, Any]]) -> str:
    return "f8" if isinstance(table[0][1], float) else "i8"


def _finite(x: Any) -> bool:
    return is_whole(x) or (isinstance(x, float) and is_finite(x))  # what a column of the table can hold


def checked_size(width: Any, depth: Any) -> tuple[int, int]:
    return whole("width", width, 1, _WIDEST), whole("depth", depth, 0, _DEEPEST)


def checked_pair(values: Any) -> tuple[Any, Any]:
    """Two finite numbers, the lower one first, such that a column of a table can hold both and their difference."""
    if not isinstance(values, tuple | list) or len(values) != 2 or not all(map(_finite, values)):
        raise UsageError(f"values={shown(values)} must be a pair (low, high) of numbers")
    low, high = (int(end) if is_whole(end) else float(end) for end in values)
    if not low <= high:
        raise UsageError(f"values={shown(values)} must be a pair (low, high), the lower one first")
    integers = is_whole(low) and is_whole(high)
    if max(-low, high, high - low) >= (WHOLE if integers else _LARGEST_REAL):
        limits = (
            "integers must lie between -2**61 and 2**61"
            if integers
            else "reals, and their distance, must stay below 1e300"
        )
        raise UsageError(f"values={shown(values)} are too large: {limits}")
    return low, high
