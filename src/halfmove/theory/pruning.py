"""The nodes of a given tree that alpha-beta and SSS* examine, by conditions on the tree alone.

Source      Bhattacharya & Bagchi 1986, section 4; Baudet 1977, section 2.2.
Words       A solution tree has the root, one child of each of its MAX nodes and all children of its MIN nodes; its
            value is that of its smallest leaf. The largest value of all solution trees is the minimax value.
            L(x), R(x)  the leaves to the left or right of x that are in no solution tree together with x
            A_L(x)      over the solution trees without x, the largest of their smallest leaves in L(x)
            A_R(x)      the same with R(x)
            B(x)        over the solution trees with x, the largest of their smallest leaves to the left of x
Formulas    At every node above x one child is chosen, the one that leads to x.
            Where MAX chooses, A_L is the largest value of elder siblings, and A_R that of younger ones. Where MIN
            chooses, B is the smallest value of elder siblings. So A_L and B are the window of alpha-beta: Baudet's
            alpha and beta.
            alpha-beta prunes x     iff A_L(x) >= B(x)                        theorem 4.1; Baudet, theorem 2.1
            SSS* does not examine x iff A_L(x) >= B(x) or A_R'(x) > B(x)      theorem 4.3, corrected
            ITERSSS* does not       if  A_L(x) >= B(x), on uniform trees      theorem 4.4
Departures  B is plus infinity if there is nothing to the left; the paper has minus infinity. In A_R' the value of a
            younger sibling counts as at most the B of its parent, a MAX node: a merit is never above that of its
            ancestors. The paper has A_R, which is wrong (docs/errata.md, B5 and B7).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import inf, prod
from typing import Any, Literal, NamedTuple

from halfmove.base.checks import shown
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.model import Score
from halfmove.trees.explicit import dewey, explicit
from halfmove.trees.unfolding import unfold

_From = tuple[Score, str | None]  # a score, and the node that has it
MOST_WRITTEN = 2_000_000  # leaves of all solution trees together


@dataclass(frozen=True)
class Pruning:
    """The bounds that decide whether a node is examined; scores are those of MAX.

    node         its Dewey name
    a_left       A_L
    a_right      A_R, as printed
    a_right_kept A_R', the corrected bound
    b            B
    *_from       the node that has this value; None if there is no such node, and so no bound. The score of a node may
                 be infinite, too; a search still visits nodes that such a score does not bound
    """

    node: str
    a_left: Score
    a_right: Score
    a_right_kept: Score
    b: Score
    a_left_from: str | None = None
    a_right_from: str | None = None
    a_right_kept_from: str | None = None
    b_from: str | None = None

    @property
    def alpha_beta_prunes(self) -> bool:
        """Theorem 4.1."""
        return self.a_left_from is not None and self.b_from is not None and self.a_left >= self.b

    @property
    def sss_star_skips(self) -> bool:
        """Theorem 4.3, corrected."""
        return self.alpha_beta_prunes or self.a_right_kept > self.b

    @property
    def sss_star_skips_as_printed(self) -> bool:
        """Theorem 4.3 as printed."""
        return self.alpha_beta_prunes or self.a_right > self.b


@checked
def pruning_bounds(tree: Any, node: str) -> Pruning:
    """A_L, A_R, A_R' and B of a node.

    Parameters
    ----------
    tree : list, str or Game
        The tree as nested lists, as JSON text, or as a game whose whole tree is built.
    node : str
        The Dewey name of the node; "0" is the root.

    Returns
    -------
    Pruning

    Examples
    --------
    >>> found = pruning_bounds([[3, 5], [2, 9]], "2.2")
    >>> found.a_left, found.b, found.alpha_beta_prunes, found.a_left_from, found.b_from
    (3, 2, True, '1', '2.1')
    """
    return bounds_along(tree, node)[-1]


@checked
def bounds_along(tree: Any, node: str) -> list[Pruning]:
    """The bounds of every node from the root down to this one.

    Parameters
    ----------
    tree : list, str or Game
        The tree as nested lists, as JSON text, or as a game whose whole tree is built.
    node : str
        The Dewey name of the node; "0" is the root.

    Returns
    -------
    list of Pruning

    Examples
    --------
    >>> [(each.node, each.a_left, each.b) for each in bounds_along([[3, 5], [2, 9]], "2.2")]
    [('0', -inf, inf), ('2', 3, inf), ('2.2', 3, 2)]
    """
    game = _written(tree)
    assert game.locate is not None
    game.locate(node)  # raises an error if something is wrong with the name
    values = backed_up(game)
    path = [] if node.strip() == "0" else [int(part) for part in node.strip().split(".")]
    nothing: _From = (-inf, None)
    left = right = kept = nothing
    above: _From = (inf, None)
    found = [Pruning("0", -inf, -inf, -inf, inf)]
    at = 0
    for depth, number in enumerate(path):
        first, children = int(game.data[at]["first"]), int(game.data[at]["children"])
        where = path[:depth]

        def of(children: range, first: int = first, where: list[int] = where) -> list[_From]:
            return [(values[first + child - 1], dewey([*where, child])) for child in children]

        elder, younger = of(range(1, number)), of(range(number + 1, children + 1))
        if depth % 2:
            above = min([above, *elder], key=_least)
        else:
            left = max([left, *elder], key=_greatest)
            right = max([right, *younger], key=_greatest)
            limit = above[0]
            kept = max([kept, *((min(value, limit), name) for value, name in younger)], key=_greatest)
        at = first + number - 1
        name = dewey(path[: depth + 1])
        found.append(Pruning(name, left[0], right[0], kept[0], above[0], left[1], right[1], kept[1], above[1]))
    return found


def _greatest(pair: _From) -> tuple[Score, bool]:
    """The key for max: of equal scores, which may be infinite, that of a node is preferred."""
    return pair[0], pair[1] is not None


def _least(pair: _From) -> tuple[Score, bool]:
    return pair[0], pair[1] is None


@checked
def alpha_beta_window(
    tree: Any, node: str, *, viewpoint: Literal["max", "parent"] = "max"
) -> tuple[int | float, int | float]:
    """alpha(J) and beta(J) of Baudet 1977, the window with which alpha-beta visits the node J.

    Alpha-beta visits J if and only if alpha(J) < beta(J). With infinite scores the window may look empty when it is
    not: use `Pruning.alpha_beta_prunes` then.

    Parameters
    ----------
    tree : list, str or Game
        The tree as nested lists, as JSON text, or as a game whose whole tree is built.
    node : str
        The Dewey name of the node; "0" is the root.
    viewpoint : {"max", "parent"}
        The side whose scores they are: "max", as everywhere in this package; or "parent", the side to move at the
        parent of J, as in the paper.

    Returns
    -------
    tuple
        (alpha, beta)

    Examples
    --------
    >>> tree = [1, 2, 0, [[3, 1, [7, 5, 6, [1, 2, 4]]]]]
    >>> alpha_beta_window(tree, "4.1.3.4.3"), alpha_beta_window(tree, "4.1.3.4"), alpha_beta_window(tree, "4.1.3")
    ((3, 5), (3, 5), (3, inf))
    >>> alpha_beta_window(tree, "4.1.3.4", viewpoint="parent")  # MIN
    (-5, -3)
    """
    found = pruning_bounds(tree, node)
    depth = 0 if found.node == "0" else found.node.count(".") + 1
    if viewpoint == "parent" and depth and depth % 2 == 0:
        return -found.b, -found.a_left
    return found.a_left, found.b


class SolutionTree(NamedTuple):
    """A solution tree: its leaves from left to right, and its value, the smallest of them."""

    leaves: tuple[str, ...]
    value: Score

    @property
    def nodes(self) -> frozenset[str]:
        """All its nodes by their Dewey names."""
        paths = [[] if leaf == "0" else leaf.split(".") for leaf in self.leaves]
        return frozenset(dewey(path[:depth]) for path in paths for depth in range(len(path) + 1))


@checked
def solution_tree_count(tree: Any) -> int:
    """The number of solution trees of a tree.

    The numbers of the children are added at MAX nodes, and multiplied at MIN nodes.

    Parameters
    ----------
    tree : list, str or Game
        The tree as nested lists, as JSON text, or as a game whose whole tree is built.

    Returns
    -------
    int

    Examples
    --------
    >>> solution_tree_count([[3, [7, 2]], [4, 1]]), solution_tree_count([[[1] * 3] * 3] * 3)
    (3, 81)
    """
    return _sizes(_written(tree))[0]


@checked
def solution_trees(tree: Any) -> Iterator[SolutionTree]:
    """All solution trees of a tree. The largest of their values is the minimax value.

    Parameters
    ----------
    tree : list, str or Game
        The tree as nested lists, as JSON text, or as a game whose whole tree is built.

    Returns
    -------
    iterator of SolutionTree

    Raises
    ------
    UsageError
        If the solution trees have too many leaves.

    Examples
    --------
    >>> [(each.leaves, each.value) for each in solution_trees([[3, [7, 2]], [4, 1]])]
    [(('1.1', '1.2.1'), 3), (('1.1', '1.2.2'), 2), (('2.1', '2.2'), 1)]
    """
    game = _written(tree)
    count, size = _sizes(game)
    if size > MOST_WRITTEN:
        raise UsageError(
            f"{game.name} has {shown(count)} solution trees, with {shown(size)} leaves in all: "
            f"use a smaller tree, with at most {MOST_WRITTEN:,}"
        )
    return _solution_trees(game)


def _solution_trees(game: Game) -> Iterator[SolutionTree]:
    data = game.data.tolist()
    names, depths = _leaf_names(data), _depths(data)
    values = backed_up(game)
    below: dict[int, list[tuple[int, ...]]] = {}
    for node in range(len(data) - 1, -1, -1):
        first, children, _ = data[node]
        if not children:
            below[node] = [(node,)]
            continue
        parts = [below.pop(child) for child in range(first, first + children)]
        if depths[node] % 2:
            below[node] = [tuple(leaf for part in choice for leaf in part) for choice in product(*parts)]
        else:
            below[node] = [each for part in parts for each in part]
    for leaves in below[0]:
        yield SolutionTree(tuple(names[leaf] for leaf in leaves), min(values[leaf] for leaf in leaves))


def backed_up(game: Game) -> list[Score]:
    """The minimax value of every node of an explicit tree for MAX, by the number of the node."""
    return _backed_up(game.data.tobytes(), game.data.dtype.descr[2][1])


@lru_cache(maxsize=2)
def _backed_up(data: bytes, kind: str) -> list[Score]:
    import numpy as np

    rows = np.frombuffer(data, dtype=[("first", "i8"), ("children", "i8"), ("score", kind)]).tolist()
    values = [score for _, _, score in rows]  # for the side to move; a child has a larger number than its parent
    for node in range(len(rows) - 1, -1, -1):
        first, children, _ = rows[node]
        if children:
            values[node] = max(-value for value in values[first : first + children])
    return [-value if depth % 2 else value for value, depth in zip(values, _depths(rows), strict=True)]


def _sizes(game: Game) -> tuple[int, int]:
    """The number of solution trees, and the number of leaves that they have together."""
    data = game.data.tolist()
    depths = _depths(data)
    count, size = [1] * len(data), [1] * len(data)
    for node in range(len(data) - 1, -1, -1):
        first, children, _ = data[node]
        below = slice(first, first + children)
        if not children:
            continue
        if depths[node] % 2:
            count[node] = prod(count[below])
            size[node] = sum(s * (count[node] // c) for s, c in zip(size[below], count[below], strict=True))
        else:
            count[node], size[node] = sum(count[below]), sum(size[below])
    return count[0], size[0]


def _depths(data: list[tuple[int, int, Score]]) -> list[int]:
    depths = [0] * len(data)
    for node, (first, children, _) in enumerate(data):
        depths[first : first + children] = [depths[node] + 1] * children
    return depths


def _leaf_names(data: list[tuple[int, int, Score]]) -> dict[int, str]:
    parents = [(0, 0)] * len(data)
    for node, (first, children, _) in enumerate(data):
        parents[first : first + children] = [(node, number) for number in range(1, children + 1)]
    names = {}
    for leaf, (_, children, _) in enumerate(data):
        if not children:
            path, at = [], leaf
            while at:
                at, number = parents[at]
                path.append(number)
            names[leaf] = dewey(reversed(path))
    return names


def _written(tree: Any) -> Game:
    return unfold(tree).game if isinstance(tree, Game) else explicit(tree)
