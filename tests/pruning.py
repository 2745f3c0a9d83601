"""The definitions of Bhattacharya & Bagchi 1986, section 4, word for word: `halfmove.theory.pruning` is held to them.

A node is a tuple of child numbers. A solution tree has one child of each of its MAX nodes and all children of its MIN
nodes; `literal` goes through all of them. Nothing here is from the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from math import inf
from typing import Any, NamedTuple

Tree = Any
Node = tuple[int, ...]


class Bounds(NamedTuple):
    """A_L, A_R, what must stand in place of A_R in theorem 4.3, and B."""

    left: float
    right: float
    right_kept: float
    above: float


def value(tree: Tree, depth: int = 0) -> float:
    if not isinstance(tree, list):
        return tree  # type: ignore[no-any-return]
    return (min if depth % 2 else max)(value(child, depth + 1) for child in tree)


def nodes(tree: Tree, node: Node = ()) -> Iterator[Node]:
    yield node
    if isinstance(tree, list):
        for number, child in enumerate(tree, 1):
            yield from nodes(child, (*node, number))


def examined(leaves: Any) -> set[Node]:
    """The nodes above evaluated leaves. Every examined node of SSS* is one: its children come next, down to a leaf."""
    return {path(leaf)[:depth] for leaf in leaves for depth in range(len(path(leaf)) + 1)}


def path(name: str) -> Node:
    return tuple(map(int, name.split("."))) if name != "0" else ()


def solution_trees(tree: Tree, node: Node = ()) -> list[frozenset[Node]]:
    if not isinstance(tree, list):
        return [frozenset([node])]
    below = [solution_trees(child, (*node, number)) for number, child in enumerate(tree, 1)]
    if len(node) % 2 == 0:
        return [choice | {node} for child in below for choice in child]
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
