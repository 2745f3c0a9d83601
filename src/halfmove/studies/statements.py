"""What a text states of the trees that it draws or speaks of, each as a list of trials: whether it held.

A drawing with leaves that are not told stands for many trees. Only the order of values matters to minimax, so that a
leaf which may be anything need only be each value of the tree, or lie between two of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

from halfmove.engine.front import search
from halfmove.errors import UsageError
from halfmove.factories import FACTORIES
from halfmove.studies.papers import Setting
from halfmove.trees import explicit

# Two searches are compared on more trees than other cells have, but on no more than this.
_MOST_TREES = 50
_MOST_FILLINGS = 10_000


def _bounded(holds: Callable[[float, float], bool]) -> Callable[[Setting, int], list[bool]]:
    def trials(setting: Setting, _: int) -> list[bool]:
        bound = setting.arguments["bound"]
        values = (search(explicit(tree), "minimax", compiled=False).value for tree in fillings(setting))
        return [holds(value, bound) for value in values]

    return trials


def fillings(setting: Setting) -> Iterator[Any]:
    """The written tree with all values that its free leaves may have."""
    free = setting.arguments.get("free", [])
    text = json.dumps(setting.tree["tree"])
    known = {setting.arguments["bound"], *_leaves(setting.tree["tree"])}
    values = sorted({value + step for value in known for step in (-0.5, 0, 0.5)})
    if len(values) ** len(free) > _MOST_FILLINGS:
        raise UsageError(f"{len(free)} free leaves are too many to try all their values")
    for chosen in product(values, repeat=len(free)):
        tree = json.loads(text)
        for name, value in zip(free, chosen, strict=True):
            *path, last = (int(number) - 1 for number in name.split("."))
            node = tree
            for son in path:
                node = node[son]
            node[last] = value
        yield tree


def _leaves(tree: Any) -> Iterator[Any]:
    if isinstance(tree, list):
        for son in tree:
            yield from _leaves(son)
    else:
        yield tree


def _deeper_is_better(setting: Setting, trees: int) -> list[bool]:
    """Whether the move of the deeper search is worth at least as much as that of the other one."""
    shallow, deep = setting.arguments["shallow"], setting.arguments["deep"]
    held = []
    for seed in range(1, min(5 * trees, _MOST_TREES) + 1):
        tree = FACTORIES[setting.family or "incremental"](seed=seed, **setting.tree)
        worth = {
            move: -search(tree, position=tree.next(tree.start, move), compiled=False).value
            for move in tree.legal(tree.start)
        }
        one, other = (search(tree, depth=depth, compiled=False).move for depth in (shallow, deep))
        held.append(worth[other] >= worth[one])
    return held


STATEMENTS: Mapping[str, Callable[[Setting, int], list[bool]]] = {
    "at least": _bounded(lambda value, bound: value >= bound),
    "at most": _bounded(lambda value, bound: value <= bound),
    "deeper is better": _deeper_is_better,
}
