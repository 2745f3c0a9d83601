"""Which nodes alpha-beta and SSS* examine, by the conditions of Bhattacharya & Bagchi 1986, section 4.

A node is a tuple of son numbers. A solution tree has one son of each of its MAX nodes and all sons of its MIN nodes;
`literal` takes the definitions word for word, over all solution trees; the other functions say the same of a node's
ancestors, for any size of tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import inf
from typing import Any, NamedTuple

Tree = Any
Node = tuple[int, ...]


class Bounds(NamedTuple):
    """A_L, A_R and B of a node; `right` is A_R, `right_kept` what must stand in its place in theorem 4.3."""

    left: float
    right: float
    right_kept: float
    above: float


def value(tree: Tree, depth: int = 0) -> float:
    if not isinstance(tree, list):
        return tree  # type: ignore[no-any-return]
    return (min if depth % 2 else max)(value(son, depth + 1) for son in tree)


def nodes(tree: Tree, node: Node = ()) -> Iterator[Node]:
    yield node
    if isinstance(tree, list):
        for number, son in enumerate(tree, 1):
            yield from nodes(son, (*node, number))


def bounds(tree: Tree, node: Node) -> Bounds:
    """The quantities of definition 4.2, with plus infinity for a minimum over nothing in B."""
    left = right = right_kept = -inf
    above = inf
    for depth, number in enumerate(node):
        values = [value(son, depth + 1) for son in tree]
        if depth % 2:
            above = min([above, *values[: number - 1]])
        else:
            left = max([left, *values[: number - 1]])
            right = max([right, *values[number:]])
            right_kept = max([right_kept, *(min(v, above) for v in values[number:])])  # B of the MAX node itself
        tree = tree[number - 1]
    return Bounds(left, right, right_kept, above)


def pruned_by_alpha_beta(b: Bounds) -> bool:
    """Theorem 4.1."""
    return b.left >= b.above


def skipped_as_printed(b: Bounds) -> bool:
    """Theorem 4.3 as printed."""
    return b.left >= b.above or b.right > b.above


def skipped(b: Bounds) -> bool:
    """Theorem 4.3 set right."""
    return b.left >= b.above or b.right_kept > b.above


def examined(leaves: Any) -> set[Node]:
    """The nodes above evaluated leaves. An examined node of SSS* is always one: its sons are next, down to a leaf."""
    paths = [tuple(map(int, leaf.split("."))) if leaf != "0" else () for leaf in leaves]
    return {path[:depth] for path in paths for depth in range(len(path) + 1)}


def solution_trees(tree: Tree, node: Node = ()) -> list[frozenset[Node]]:
    if not isinstance(tree, list):
        return [frozenset([node])]
    below = [solution_trees(son, (*node, number)) for number, son in enumerate(tree, 1)]
    if len(node) % 2 == 0:
        return [choice | {node} for son in below for choice in son]
    return [frozenset([node]).union(*choices) for choices in product(*below)]


def literal(tree: Tree, node: Node, nothing: float = inf) -> Bounds:
    """Definition 4.2 over all solution trees; `nothing` is left(x, T') when T' has no leaf to the left of x."""
    leaf = {n: at(tree, n) for n in nodes(tree) if not isinstance(at(tree, n), list)}
    every = solution_trees(tree)
    together = {n for s in every if node in s for n in s}
    to_left = {z for z in leaf if z < node and z not in together}
    to_right = {z for z in leaf if z > node and z not in together and z[: len(node)] != node}

    def lowest(some: Any, default: float) -> float:
        return min((leaf[z] for z in some), default=default)

    def highest(of: Callable[[frozenset[Node]], float], some: Any) -> float:
        return max((of(s) for s in some), default=-inf)

    without = [s for s in every if node not in s]
    left_of = [z for z in leaf if z < node]
    return Bounds(
        highest(lambda s: lowest(to_left & s, -inf), without),
        highest(lambda s: lowest(to_right & s, -inf), without),
        highest(
            lambda s: lowest([z for z in s if z in to_right or z in left_of], inf), [s for s in without if s & to_right]
        ),
        highest(lambda s: lowest([z for z in left_of if z in s], nothing), [s for s in every if node in s]),
    )


def at(tree: Tree, node: Node) -> Tree:
    for number in node:
        tree = tree[number - 1]
    return tree
