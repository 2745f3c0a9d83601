"""Uniform trees whose leaves depend on each other totally: of two siblings, one has all the better leaves.

Source      Knuth & Moore 1975 compare such trees with independent leaves. The children of a node are in random order.

A leaf is a number in base w whose digits are the ranks of the nodes on its path, the root's child first. Nothing is
stored, as in `uniform`.

>>> import halfmove as hm
>>> r = hm.search(hm.trees.dependent(3, 4, seed=1), "alpha_beta")
>>> 17 <= r.counts.leaves <= 81
True
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from halfmove.base.checks import WHOLE, shown, whole
from halfmove.base.gate import checked
from halfmove.bits import branch, mix, seeded, unit
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.trees.uniform import checked_size, moves, width_rule


class Node(NamedTuple):
    state: int
    height: int
    side: int  # 1 for MAX, -1 for MIN
    total: int  # the ranks so far as a number in base w, for MAX


def play(p, move, data):
    state = branch(p.state, move)
    mine = unit(mix(state))
    rank = 0
    for number in range(data[0].width):
        other = unit(mix(branch(p.state, number + 1)))
        if other < mine or (other == mine and number + 1 < move):
            rank += 1
    return Node(state, p.height - 1, -p.side, p.total * data[0].width + rank)


def result(p, data):
    return p.height == 0, p.side * p.total


@checked
def dependent(width: int, depth: int, seed: int = 0) -> Game:
    """The tree T(width, depth) in which all leaves below one sibling are better than all below another.

    On the command line: halfmove search dependent:3,6

    Parameters
    ----------
    width : int
        Children of each inner node.
    depth : int
        Half-moves from the root to the leaves.
    seed : int
        Another seed gives another tree.

    Returns
    -------
    Game
        The tree as a game. Its leaves are 0 .. width^depth - 1, each once.

    Examples
    --------
    >>> import halfmove as hm
    >>> hm.search(hm.trees.dependent(3, 4, seed=1), "minimax").value
    60
    """
    width, depth = checked_size(width, depth)
    if width > 1 and depth * np.log2(width) > WHOLE.bit_length() - 2:
        raise UsageError(f"dependent({shown(width)}, {shown(depth)}) has more than 2**60 leaves, too many to number")
    data = np.array([(width,)], dtype=[("width", "i8")])
    return Game(
        f"dependent T({width},{depth}) seed {shown(seed)}",
        Node(seeded(whole("seed", seed)), depth, 1, 0),
        moves,
        play,
        result,
        data=data,
        longest=depth,
        width=width_rule,
        parameters={"family": "dependent", "width": width, "depth": depth, "seed": seed},
    )
