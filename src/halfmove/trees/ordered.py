"""Uniform trees with ordered moves, made from the root down.

The value of the root is given. At a node of value v, the best child is put at a chosen place and has value v. Every
other child gets a random worse value: 0 .. v-1 below a MAX node (v itself when v = 0), v .. 127 below a MIN node.
Leaves are nodes like others. This is the scheme that best explains the printed tables of Srimani 1985 and Campbell &
Marsland 1983, whose own generators are not documented. Nothing is stored, as in `uniform`.

>>> import halfmove as hm
>>> hm.search(hm.trees.ordered(4, 4, seed=1, order="perfect"), "alpha_beta").counts.leaves == 2 * 4**2 - 1
True
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from halfmove.base.checks import is_finite, is_whole, shown, whole
from halfmove.base.gate import checked
from halfmove.bits import branch, mix, seeded, unit
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.trees.uniform import checked_pair, checked_size, moves, width_rule

FIRST, GEOMETRIC, PRINCIPAL = 0, 1, 2
_SALT = 0x2F0B4F1C3D5A7E69
_WIDEST_SORTED = 100  # children of a node that are sorted


class Node(NamedTuple):
    state: int
    height: int
    side: int  # 1 for MAX, -1 for MIN
    value: int  # for MAX
    principal: int  # 1 on the principal variation


def best_child(p, data):
    """The number of the best child of an inner node."""
    chance = unit(mix(p.state ^ _SALT))
    width, front, probability = data[0].width, data[0].front, data[0].probability
    if data[0].kind == FIRST:
        # Among the first `front` children with the given probability, otherwise among the others.
        if chance < probability or front == width:
            return 1 + int(chance / probability * front) if front < width else 1 + int(chance * width)
        return 1 + front + int((chance - probability) / (1 - probability) * (width - front))
    if data[0].kind == GEOMETRIC:
        number, left = 1, 1.0 - chance
        share = 1.0 - probability
        while number < width and left <= share:
            number += 1
            share *= 1.0 - probability
        return number
    return 1 if p.principal else 1 + int(chance * width)


def play(p, move, data):
    state = branch(p.state, move)
    if move == best_child(p, data):
        return Node(state, p.height - 1, -p.side, p.value, p.principal)
    low, high = data[0].low, data[0].high
    if p.side == 1:
        value = low + int(unit(mix(state)) * (p.value - low)) if p.value > low else low
    else:
        value = p.value + int(unit(mix(state)) * (high - p.value + 1))
    return Node(state, p.height - 1, -p.side, value, 0)


def play_worst(p, place, data):
    """The child at a place, counted from the worst for the side to move; of equals the lower number comes first.

    All children are compared again for each place: rules have no memory for a sorted list.
    """
    last, number = 0, 0  # the value and the number of the child at the place before
    for _ in range(place):
        worst, found = 0, 0
        for move in range(1, data[0].width + 1):
            value = p.side * play(p, move, data).value
            if number > 0 and (value < last or (value == last and move <= number)):
                continue
            if found == 0 or value < worst:
                worst, found = value, move
        last, number = worst, found
    return play(p, number, data)


def result(p, data):
    return p.height == 0, p.side * p.value


def evaluate(p, data):
    return p.side * p.value


@checked
def ordered(
    width: int,
    depth: int,
    seed: int = 0,
    order: Any = 1,
    probability: float = 1.0,
    root: int = 64,
    values: tuple[int, int] = (0, 127),
) -> Game:
    """A top-down tree T(width, depth) with a chosen order of moves.

    On the command line: halfmove search ordered:4,4,order=perfect,values=0..99

    Parameters
    ----------
    width : int
        Children of each inner node.
    depth : int
        Half-moves from the root to the leaves.
    seed : int
        Another seed gives another tree.
    order : int or str
        Where the best child is:

        - a number R: among the first width/R children with the given probability, otherwise among the others; R = 1
          is random order, R = width perfect order
        - "random", "perfect" (also "minimal")
        - "first": the first child is best with the given probability, otherwise any other
        - "geometric": child j is best with probability q(1-q)^(j-1), where q is `probability`; the last child takes
          the rest
        - "principal": the first child is best along the principal variation; elsewhere the order is random
        - "worst": the tree of "perfect" with the children of every node sorted by value, the worst for the side to
          move first and the best last
    probability : float
        How often the best child is where `order` puts it.
    root : int
        The value of the tree.
    values : pair of int
        The lowest and the highest value; as text: 0..127

    Returns
    -------
    Game
        The tree as a game.

    Examples
    --------
    >>> import halfmove as hm
    >>> hm.search(hm.trees.ordered(3, 3, root=50)).value
    50
    """
    width, depth = checked_size(width, depth)
    kind, front = _placing(order, width)
    least = 0 if kind == FIRST else 1e-9
    if not is_finite(probability) or not least <= probability <= 1:
        raise UsageError(f"probability must lie between 0 and 1, not {shown(probability)}")
    low, high = checked_pair(values)
    if not all(map(is_whole, (low, high, root))) or not low <= root <= high:
        raise UsageError(f"root={shown(root)} must be an integer within values={shown(values)}")
    if order == "worst" and width > _WIDEST_SORTED:
        raise UsageError(
            f'order="worst" sorts the children of each node: width must be at most {_WIDEST_SORTED}, not {width}'
        )
    data = np.array(
        [(width, kind, front, low, high, probability)],
        dtype=[("width", "i8"), ("kind", "i8"), ("front", "i8"), ("low", "i8"), ("high", "i8"), ("probability", "f8")],
    )
    chosen = {"order": order, "probability": probability, "root": root, "values": values}
    return Game(
        f"ordered T({width},{depth}) order {order} probability {probability} seed {shown(seed)}",
        Node(seeded(whole("seed", seed)), depth, 1, root, 1),
        moves,
        play_worst if order == "worst" else play,
        result,
        evaluate,
        data=data,
        longest=depth,
        width=width_rule,
        parameters={"family": "ordered", "width": width, "depth": depth, "seed": seed, **chosen},
    )


def _placing(order: Any, width: int) -> tuple[int, int]:
    """How the best child is placed: the kind, and how many children are in front for kind FIRST."""
    words = {
        "random": (FIRST, width),
        "perfect": (FIRST, 1),
        "minimal": (FIRST, 1),
        "first": (FIRST, 1),
        "geometric": (GEOMETRIC, 0),
        "principal": (PRINCIPAL, 0),
        "worst": (FIRST, 1),
    }
    if isinstance(order, str) and order in words:
        return words[order]
    if is_whole(order) and 1 <= order <= width:
        return FIRST, width // order
    raise UsageError(
        f"order={shown(order)} is neither a number from 1 to the width, {width}, nor one of {', '.join(words)}"
    )
