"""What a text states about its trees. Each statement returns a list of trials: whether it held.

A drawing in which some leaves have no value describes many trees. Only the order of values matters to minimax. So it is
enough to try, for such a leaf, each value of the tree and one value between any two of them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any

from halfmove.adapters.from_text import FACTORIES
from halfmove.engine.search import search
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.model import Result
from halfmove.studies.papers import Setting
from halfmove.studies.specs import AlgorithmSpec, TreeSpec
from halfmove.trees import explicit

# Two searches are compared on more trees than other cells have, but on at most this many.
_MOST_TREES = 50
_MOST_FILLINGS = 10_000


def _bounded(holds: Callable[[float, float], bool]) -> Callable[[Setting, int], list[bool]]:
    def trials(setting: Setting, _: int) -> list[bool]:
        bound = setting.arguments["bound"]
        values = (search(explicit(tree), "minimax", compiled=False).value for tree in fillings(setting))
        return [holds(value, bound) for value in values]

    return trials


def fillings(setting: Setting) -> Iterator[Any]:
    """The written tree, once for each combination of values of its free leaves."""
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
            for child in path:
                node = node[child]
            node[last] = value
        yield tree


def _leaves(tree: Any) -> Iterator[Any]:
    if isinstance(tree, list):
        for child in tree:
            yield from _leaves(child)
    else:
        yield tree


def _deeper_is_better(setting: Setting, trees: int) -> list[bool]:
    """Whether the move of the deeper search is worth at least as much as that of the shallower one."""
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


Window = tuple[float, float]
_SEED = 1  # of trees on which the leaves of two searches are compared


def window_of(given: Mapping[str, Any]) -> Window:
    """The window of a setting; it is open on a side without a bound."""
    return given.get("low", -math.inf), given.get("high", math.inf)


def _leaves_of_both(holds: Callable[[Set[str], Set[str]], bool]) -> Callable[[Setting, int], list[bool]]:
    """A statement about which leaves the algorithm and `against` evaluate, each with its own window."""

    def trials(setting: Setting, trees: int) -> list[bool]:
        kind = TreeSpec.of(setting.family or "uniform", **setting.tree)
        one = AlgorithmSpec.of(setting.algorithm, **setting.parameters)
        other = AlgorithmSpec.of(setting.against, **setting.against_parameters)
        count = min(trees, _MOST_TREES)
        ours = _leaf_sets(kind, one, window_of(setting.window), count)
        theirs = _leaf_sets(kind, other, window_of(setting.against_window), count)
        return [holds(a, b) for a, b in zip(ours, theirs, strict=True)]

    return trials


@lru_cache(maxsize=8)
def _leaf_sets(kind: TreeSpec, algorithm: AlgorithmSpec, window: Window, count: int) -> tuple[Set[str], ...]:
    """The leaves that are evaluated, for each of `count` trees."""
    games = (kind.make(kind.seed(_SEED, number)) for number in range(1, count + 1))
    found = (search(game, algorithm.id, window=window, compiled=False, trace=True, **algorithm.named) for game in games)
    return tuple(frozenset(result.leaf_order or ()) for result in found)


def _answers(setting: Setting, trees: int) -> list[tuple[Game, Result]]:
    """Some trees, and the result of the algorithm for each."""
    kind = TreeSpec.of(setting.family or "uniform", **setting.tree)
    one = AlgorithmSpec.of(setting.algorithm, **setting.parameters)
    games = [kind.make(kind.seed(_SEED, number)) for number in range(1, min(5 * trees, _MOST_TREES) + 1)]
    window = window_of(setting.window)
    return [(game, search(game, one.id, window=window, compiled=False, **one.named)) for game in games]


def _best_move(setting: Setting, trees: int) -> list[bool]:
    """Whether no move is worth more than the one found."""
    held = []
    for game, found in _answers(setting, trees):
        worth = {
            move: -search(game, position=game.next(game.start, move), compiled=False).value
            for move in game.legal(game.start)
        }
        held.append(found.move is not None and worth[found.move] == max(worth.values()))
    return held


def _value_known(setting: Setting, trees: int) -> list[bool]:
    return [found.exact for _, found in _answers(setting, trees)]


def _same_answer(setting: Setting, trees: int) -> list[bool]:
    """Whether the algorithm and `against` find the same value, or both find it on the same side of their windows."""
    other = replace(
        setting, algorithm=setting.against, parameters=setting.against_parameters, window=setting.against_window
    )
    pairs = zip(_answers(setting, trees), _answers(other, trees), strict=True)
    return [a.bound == b.bound and (a.value == b.value or not a.exact) for (_, a), (_, b) in pairs]


STATEMENTS: Mapping[str, Callable[[Setting, int], list[bool]]] = {
    "at least": _bounded(lambda value, bound: value >= bound),
    "at most": _bounded(lambda value, bound: value <= bound),
    "deeper is better": _deeper_is_better,
    "same leaves": _leaves_of_both(lambda ours, theirs: ours == theirs),
    "mostly same leaves": _leaves_of_both(lambda ours, theirs: ours == theirs),
    "leaves within": _leaves_of_both(lambda ours, theirs: ours <= theirs),
    "best move": _best_move,
    "value known": _value_known,
    "same answer": _same_answer,
}
