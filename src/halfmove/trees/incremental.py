"""Uniform trees with branch-dependent scores: a leaf is the sum of the branch values on the path to it.

Neighbouring leaves then resemble each other, as the positions of real games do. Nothing is stored, as in `uniform`.

>>> import halfmove as hm
>>> r = hm.search(hm.trees.incremental(3, 6, seed=1), "alpha_beta", depth=2)
>>> r.counts.leaves <= 9
True
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from halfmove.base.checks import WHOLE, shown, whole
from halfmove.base.gate import checked
from halfmove.bits import branch, mix, seeded, unit
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.trees.uniform import checked_pair, checked_size, moves, width_rule


class Node(NamedTuple):
    state: int
    height: int
    side: int  # 1 for MAX, -1 for MIN
    total: float  # sum of the branch values so far, for MAX; an int in integer trees


def play_integer(p, move, data):
    state = branch(p.state, move)
    step = data[0].low + int(unit(mix(state)) * data[0].span)
    return Node(state, p.height - 1, -p.side, p.total + step)


def play_real(p, move, data):
    state = branch(p.state, move)
    step = data[0].low + unit(mix(state)) * data[0].span
    return Node(state, p.height - 1, -p.side, p.total + step)


def result(p, data):
    return p.height == 0, p.side * p.total


def evaluate(p, data):
    return p.side * p.total


@checked
def incremental(width: int, depth: int, seed: int = 0, values: tuple[Any, Any] = (-100, 100)) -> Game:
    """The tree T(width, depth) in which a leaf is the sum of the branch values on the path to it.

    On the command line: halfmove search incremental:3,6,values=-9..9 --depth 2

    Parameters
    ----------
    width : int
        Children of each inner node.
    depth : int
        Half-moves from the root to the leaves.
    seed : int
        Another seed gives another tree.
    values : pair of numbers
        The lowest and the highest branch value, integers; real numbers if one is a float. As text: -100..100, or
        -1.0..1.0 for real numbers.

    Returns
    -------
    Game
        The tree as a game. Inner nodes can be evaluated: their score is the sum so far.

    Examples
    --------
    >>> import halfmove as hm
    >>> tree = hm.trees.incremental(3, 6, seed=1, values=(-9, 9))
    >>> tree.longest
    6
    """
    width, depth = checked_size(width, depth)
    low, high = checked_pair(values)
    real = isinstance(low, float) or isinstance(high, float)
    if not real and max(-low, high) * max(depth, 1) >= WHOLE:
        raise UsageError(f"values={shown(values)} are too large: the sum of {depth} of them must stay below 2**62")
    kind = "f8" if real else "i8"
    span = high - low if real else high - low + 1
    data = np.array([(width, low, span)], dtype=[("width", "i8"), ("low", kind), ("span", kind)])
    return Game(
        f"incremental T({width},{depth}) seed {shown(seed)}",
        Node(seeded(whole("seed", seed)), depth, 1, 0.0 if real else 0),
        moves,
        play_real if real else play_integer,
        result,
        evaluate,
        data=data,
        longest=depth,
        width=width_rule,
        parameters={"family": "incremental", "width": width, "depth": depth, "seed": seed, "values": values},
    )
