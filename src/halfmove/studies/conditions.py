"""Statements of papers about all trees, as checks of a single tree. Cells with the quantity `holds` name them.

A check gets a tree as a game and returns whether the statement holds on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from halfmove.engine.search import search
from halfmove.game import Game
from halfmove.theory import Pruning, bounds_along, solution_trees
from halfmove.trees.unfolding import unfold

Check = Callable[[Game], bool]


def _prunes(algorithm: str, condition: Callable[[Pruning], bool]) -> Check:
    """A check that an algorithm skips exactly the nodes for which the condition is true."""

    def check(tree: Game) -> bool:
        tree = unfold(tree).game
        leaves = search(tree, algorithm, compiled=False, trace=True).leaf_order or ()
        seen = {name for leaf in leaves for name in _ancestors(leaf)}
        return all((each.node not in seen) == condition(each) for each in _bounds(tree))

    return check


def _ancestors(name: str) -> Iterator[str]:
    """The node itself and all nodes above it."""
    parts = [] if name == "0" else name.split(".")
    yield "0"
    for depth in range(1, len(parts) + 1):
        yield ".".join(parts[:depth])


def _bounds(tree: Game) -> Iterator[Pruning]:
    """The bounds of every node, once each."""
    seen = set()
    waiting = ["0"]
    assert tree.locate is not None
    while waiting:
        name = waiting.pop()
        children = int(tree.data[tree.locate(name)]["children"])
        waiting += [f"{name}.{number}" if name != "0" else str(number) for number in range(1, children + 1)]
        if not children:
            for each in bounds_along(tree, name):
                if each.node not in seen:
                    seen.add(each.node)
                    yield each


def _lemma_4_1(tree: Game) -> bool:
    tree = unfold(tree).game
    bounds = {each.node: each for each in _bounds(tree)}
    return all(
        each.a_left >= bounds[above].a_left and each.b <= bounds[above].b
        for each in bounds.values()
        for above in _ancestors(each.node)
    )


def _lemma_4_2(tree: Game) -> bool:
    tree = unfold(tree).game
    every = [each.nodes for each in solution_trees(tree)]
    events = search(tree, "sss_star", compiled=False, trace=True).events or ()
    names = [{state.node for state in event.open} for event in events]
    return all(len(each & in_open) == 1 for in_open in names for each in every)


def _value_of_solution_trees(tree: Game) -> bool:
    """Theorem 4.2: SSS* finds the value, which is that of the best solution tree."""
    found = search(tree, "sss_star", compiled=False).value
    return found == max(each.value for each in solution_trees(tree))


CONDITIONS: Mapping[str, Check] = {
    "theorem 4.1": _prunes("alpha_beta", lambda x: x.alpha_beta_prunes),
    "theorem 4.2": _value_of_solution_trees,
    "theorem 4.3": _prunes("sss_star", lambda x: x.sss_star_skips_as_printed),
    "theorem 4.3, set right": _prunes("sss_star", lambda x: x.sss_star_skips),
    "lemma 4.1": _lemma_4_1,
    "lemma 4.2": _lemma_4_2,
    "theorem 2.1": _prunes("alpha_beta", lambda x: x.a_left >= x.b),
}
