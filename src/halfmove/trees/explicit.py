"""A tree given as nested lists.

A leaf is its value for MAX, and the root is MAX. Any shape and any depth are allowed. Nodes have Dewey names: "0" is
the root, "1.2" the second child of its first child. Moves are the numbers 1, 2, 3, ... of the children.

>>> import halfmove as hm
>>> tree = hm.trees.explicit([[3, [7, 2]], [4, 1]])
>>> tree.locate("1.2")
4
"""

from __future__ import annotations

import json
import re
from collections import deque
from pathlib import Path
from typing import Any

import numpy as np

from halfmove.base.checks import WHOLE, file_name, is_whole, shown
from halfmove.base.gate import advise, checked
from halfmove.base.reading import LARGEST_TREE, text_of
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.trees.misread import misread

_MOST = 100_000_000  # nodes of a tree


def moves(node, data):
    for child in range(data[node].children):
        yield child + 1


def width(node, data):
    return data[node].children


def play(node, move, data):
    return data[node].first + move - 1


def result(node, data):
    return data[node].children == 0, data[node].score


@checked
def explicit(tree: Any, name: str = "explicit tree") -> Game:
    """Make a game from a tree given as nested lists.

    Parameters
    ----------
    tree : list, tuple, numpy.ndarray or str
        Nested lists of numbers, or the same as JSON text. A leaf is its value for MAX, and the root is MAX.
    name : str
        The name of the game.

    Returns
    -------
    Game
        The tree as a game.

    Raises
    ------
    UsageError
        If the tree has an empty list or a leaf that is not a number, or cannot be read.

    Examples
    --------
    >>> import halfmove as hm
    >>> hm.search(hm.trees.explicit([[3, [7, 2]], [4, 1]])).value
    3
    """
    if isinstance(tree, str):
        tree = parse(tree)
    if isinstance(tree, np.ndarray):
        tree = tree.tolist()
    _check_finite(tree)
    nodes: list[tuple[int, int, Any]] = []  # first child, number of children, score for the side to move
    origins = [(0, 0)]  # parent and number of each node, to name it
    waiting = deque([(tree, 0)])
    real, deepest = False, 0
    inexact: tuple[int, int] | None = None
    while waiting:
        node, depth = waiting.popleft()
        deepest = max(deepest, depth)
        if isinstance(node, list | tuple):
            if not node:
                raise UsageError(
                    f"node {_name(origins, len(nodes))} is an empty list: an inner node needs at least one child"
                )
            origins.extend((len(nodes), number) for number in range(1, len(node) + 1))
            nodes.append((len(origins) - len(node), len(node), 0))
            waiting.extend((child, depth + 1) for child in node)
        else:
            value = _value(node, origins, len(nodes))
            if isinstance(value, float):
                real = True
            elif float(value) != value:
                inexact = len(nodes), value
            nodes.append((0, 0, -value if depth % 2 else value))
    if real and inexact is not None:
        raise UsageError(
            f"leaf {_name(origins, inexact[0])} is {inexact[1]}, which a float cannot hold exactly, and other leaves "
            "are floats; make them all whole numbers, or all floats"
        )
    data = np.array(nodes, dtype=[("first", "i8"), ("children", "i8"), ("score", "f8" if real else "i8")])
    data.flags.writeable = False
    return Game(
        name, 0, moves, play, result, data=data, longest=deepest, leaves_only=True, width=width, locate=_Locator(data)
    )


def _instead(value: Any) -> str:
    """The advice in an error when lists, or the name of a game, are given where a Game is needed."""
    if isinstance(value, str):
        from halfmove.games import id_of  # only needed here

        return f"; halfmove.games.{id_of(value) or 'othello'}() makes one, and so does hm.Game(...)"
    lists = isinstance(value, list | tuple | np.ndarray)
    return "; halfmove.trees.explicit(...) makes one from nested lists" if lists else ""


advise(Game, _instead)


@checked
def load(path: str | Path) -> Game:
    """Read a tree from a JSON file.

    Parameters
    ----------
    path : str or pathlib.Path
        The file: nested lists as in `explicit`.

    Returns
    -------
    Game
        The tree as a game, named like the file.

    Raises
    ------
    UsageError
        If the file cannot be read, or does not hold a tree.
    """
    path = Path(path)
    return explicit(parse(text_of(path, LARGEST_TREE), file_name(path)), path.stem)


def parse(text: str, where: str = "the tree") -> Any:
    """Nested lists from JSON text."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise UsageError(
            f"{where} cannot be read: {misread(text, error)}; a tree is written like [[3, [7, 2]], [4, 1]]"
        ) from None
    except RecursionError:
        raise UsageError(f"{where} is nested too deeply to be read as JSON") from None
    except ValueError:  # Python does not read whole numbers of more than 4300 digits
        raise UsageError(
            f"{where} holds a number of thousands of digits: a leaf lies between -2**62 and 2**62"
        ) from None


def _check_finite(tree: Any) -> None:
    """Raise an error for a list that contains itself, and for shared lists that unfold into too many nodes."""
    sizes: dict[int, int] = {}  # nodes below each list that was visited
    open_lists: set[int] = set()
    waiting = [tree]
    while waiting:
        node = waiting[-1]
        inner = [child for child in node if isinstance(child, list | tuple)] if isinstance(node, list | tuple) else []
        if id(node) in sizes or not inner:
            waiting.pop()
        elif id(node) in open_lists:  # everything below it was visited
            waiting.pop()
            open_lists.discard(id(node))
            sizes[id(node)] = len(node) + sum(sizes.get(id(child), len(child)) for child in inner)
            if sizes[id(node)] > _MOST:
                raise UsageError(f"the tree has more than {_MOST:,} nodes, which is too many to store")
        else:
            open_lists.add(id(node))
            if any(id(child) in open_lists for child in inner):
                raise UsageError("the tree has a list that contains itself, so it never ends")
            waiting += inner


def dewey(path: Any) -> str:
    """The Dewey name of a path of child numbers."""
    return ".".join(map(str, path)) or "0"


def _name(origins: list[tuple[int, int]], node: int) -> str:
    path = []
    while node:
        node, number = origins[node]
        path.append(number)
    return dewey(reversed(path))


def _value(leaf: Any, origins: list[tuple[int, int]], node: int) -> int | float:
    if isinstance(leaf, np.generic):
        leaf = leaf.item()
    if not (is_whole(leaf) or isinstance(leaf, float)):
        raise UsageError(f"leaf {_name(origins, node)} is {shown(leaf)}: a leaf must be a number, an inner node a list")
    if leaf != leaf:
        raise UsageError(f"leaf {_name(origins, node)} is not a number (NaN)")
    if isinstance(leaf, int) and abs(leaf) >= WHOLE:
        raise UsageError(f"leaf {_name(origins, node)} is {shown(leaf)}: integers must lie between -2**62 and 2**62")
    return leaf


class _Locator:
    """Finds nodes by their names; an object, so that a tree can be pickled."""

    def __init__(self, data: np.ndarray) -> None:
        self._data = data

    @checked
    def __call__(self, name: str) -> int:
        data, node = self._data, 0
        for part in [] if name.strip() == "0" else name.strip().split("."):
            children = int(data[node]["children"])
            if not re.fullmatch("[0-9]{1,18}", part) or not 1 <= int(part) <= children:
                raise UsageError(f"there is no node {shown(name)}: {shown(part)} is not one of its {children} children")
            node = int(data[node]["first"]) + int(part) - 1
        return node
