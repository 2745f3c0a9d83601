"""Does an algorithm keep its promise? It searches small trees; the first one that fails is made as small as possible.

These are promised, by every algorithm that says so of a result:

* an exact result is the minimax value, and its best move and line lead to it;
* a lower bound is not above the minimax value, and an upper bound is not below it;
* machine code evaluates the same leaves as plain Python, with the same result.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from halfmove.algorithms.registry import find
from halfmove.base.checks import shown, whole
from halfmove.base.gate import checked
from halfmove.base.notebook import Shows
from halfmove.engine.search import search
from halfmove.errors import BrokenPromise, HalfmoveError, NotCompilable
from halfmove.game import Game
from halfmove.kernels.declaration import Algorithm
from halfmove.model import Limits, Result
from halfmove.trees.explicit import explicit

Window = tuple[float, float]
FULL: Window = (-math.inf, math.inf)
_NEAR = ((-1, 1), (0, 1), (-1, 0), (-3, -1), (1, 3))  # the ends of windows, relative to the value
_MOST_NODES = 20_000  # of a search of a small tree
_COMPILED = 40  # about as many trees are searched at both speeds
_MOST = 100_000  # trees


@dataclass(frozen=True)
class Breach:
    """A promise that is broken, and the tree that shows it.

    Attributes
    ----------
    tree : nested lists
        The tree, as small as it could be made.
    window : tuple of two numbers
        The window of the search.
    expected : int
        The minimax value of the tree.
    returned : str
        What the algorithm returned, such as "5 (exact)".
    promise : str
        The promise that is broken, in words.
    """

    tree: Any
    window: Window
    expected: int
    returned: str
    promise: str

    @property
    def tree_text(self) -> str:
        """The tree as it is written on the command line."""
        return json.dumps(self.tree, separators=(",", ":"))

    @property
    def where(self) -> str:
        """The tree and the window, in words."""
        window = "" if self.window == FULL else f" and the window {shown(self.window)}"
        return f"for the tree {self.tree_text}{window}"


@dataclass(frozen=True, eq=False)
class AlgorithmCheck(Shows):
    """What `check_algorithm` tried.

    Attributes
    ----------
    name : str
        The algorithm.
    promise : str
        What it says of itself.
    trees, searches : int
        Small trees, and searches of them with different windows.
    most_leaves : int
        Leaves of the largest tree.
    exact, estimates : int
        Searches of the whole window whose result was exact, and those whose result was only an estimate.
    right_estimates : int
        Estimates that were the minimax value.
    compiled : bool or None
        Whether machine code was compared with plain Python; None if that was not asked for.
    """

    name: str
    promise: str
    trees: int
    searches: int
    most_leaves: int
    exact: int
    estimates: int
    right_estimates: int
    compiled: bool | None

    def __repr__(self) -> str:
        return f"<AlgorithmCheck: {self.name}, {self.searches} searches of {self.trees} trees, no promise broken>"


@checked
def check_algorithm(
    algorithm: Any, trees: int = 200, seed: int = 0, compiled: bool = True, **parameters: Any
) -> AlgorithmCheck:
    """Check that an algorithm keeps its promises on small trees: for the tests of your own algorithm.

    Every exact result must be the minimax value, every bound must hold, and the best line must lead to the value. The
    windows are the whole one and narrow ones around the value. Estimates promise nothing.

    Parameters
    ----------
    algorithm : str or callable
        Your kernel, its text "my_search.py:kernel", or the name of an algorithm.
    trees : int
        How many random trees are searched.
    seed : int
        The seed of the trees.
    compiled : bool
        Compare machine code with plain Python, too.
    **parameters
        The algorithm's own parameters.

    Returns
    -------
    AlgorithmCheck
        What was tried.

    Raises
    ------
    BrokenPromise
        If a promise is broken. Its `breach` has the smallest tree that was found, what was expected and what returned.

    Examples
    --------
    >>> import halfmove as hm
    >>> hm.check_algorithm("scout", trees=20, compiled=False)
    <AlgorithmCheck: scout, 120 searches of 20 trees, no promise broken>
    """
    found = find(algorithm)
    trees, seed = whole("trees", trees, 1, _MOST), whole("seed", seed)
    found.settle(parameters)  # an error if one is wrong
    trial = _Trial(found, parameters)
    for number, tree in enumerate(_trees(trees, seed)):
        game, value = explicit(tree), minimax(tree)
        for window in _windows(found, value):
            if breach := trial.breach(game, tree, window):
                raise trial.broken(_smallest(trial.again, breach))
        if compiled and number % max(1, trees // _COMPILED) == 0 and (breach := trial.speeds(game, tree)):
            raise trial.broken(_smallest(trial.speeds_again, breach))
    return trial.done(trees, compiled)


class _Trial:
    """The searches of one algorithm, counted."""

    def __init__(self, algorithm: Algorithm, parameters: dict[str, Any]) -> None:
        self.algorithm, self.parameters = algorithm, parameters
        self.name = algorithm.id
        self.searches = self.exact = self.estimates = self.right = self.most_leaves = 0
        self.compiles = True

    def breach(self, game: Game, tree: Any, window: Window) -> Breach | None:
        """Search a tree. Returns the promise that is broken, if one is."""
        value = minimax(tree)
        self.searches += 1
        self.most_leaves = max(self.most_leaves, leaves(tree))
        try:
            result = self.search(game, window)
        except Exception as error:
            what = str(error) if isinstance(error, HalfmoveError) else f"{type(error).__name__}: {error}"
            return Breach(tree, window, value, f"an error: {what}", "a search of a finite tree ends with a result")
        if window == FULL:
            self.exact += result.bound == "exact"
            self.estimates += result.bound == "estimate"
            self.right += result.bound == "estimate" and result.value == value
        promise = _broken(result, tree, value)
        return None if promise is None else Breach(tree, window, value, f"{result.value} ({_bound(result)})", promise)

    def again(self, tree: Any, window: Window) -> Breach | None:
        return self.breach(explicit(tree), tree, window)

    def search(self, game: Game, window: Window, compiled: bool = False, trace: bool = False) -> Result:
        given: dict[str, Any] = {} if window == FULL else {"window": window}
        limits = Limits(nodes=_MOST_NODES)
        return search(game, self.algorithm, compiled=compiled, trace=trace, limits=limits, **given, **self.parameters)

    def speeds(self, game: Game, tree: Any) -> Breach | None:
        """Search a tree at both speeds."""
        if not self.compiles:
            return None
        slow = self.search(game, FULL, trace=True)
        try:
            fast = self.search(game, FULL, compiled=True, trace=True)
        except NotCompilable:
            self.compiles = False
            return None
        if (slow.value, slow.bound, slow.leaf_order) == (fast.value, fast.bound, fast.leaf_order):
            return None
        order = " ".join(fast.leaf_order or ())
        returned = f"{fast.value} ({_bound(fast)}) as machine code, after the leaves {order}"
        slowly = f"{slow.value} after {' '.join(slow.leaf_order or ())}"
        return Breach(
            tree, FULL, minimax(tree), returned, f"machine code does the same as plain Python, which returns {slowly}"
        )

    def speeds_again(self, tree: Any, _window: Window) -> Breach | None:
        return self.speeds(explicit(tree), tree)

    def broken(self, breach: Breach) -> BrokenPromise:
        what = f"{breach.where} it returns {breach.returned}; the minimax value is {breach.expected}"
        return BrokenPromise(f"{self.name}: {what}; the broken promise: {breach.promise}", breach)

    def done(self, trees: int, compiled: bool) -> AlgorithmCheck:
        return AlgorithmCheck(
            self.name,
            self.algorithm.promise,
            trees,
            self.searches,
            self.most_leaves,
            self.exact,
            self.estimates,
            self.right,
            self.compiles if compiled else None,
        )


def _bound(result: Result) -> str:
    return {"exact": "exact", "lower": "a lower bound", "upper": "an upper bound"}.get(result.bound, "an estimate")


def _broken(result: Result, tree: Any, value: int) -> str | None:
    """The promise that a result breaks."""
    if result.stopped is not None:
        return f"a search of a small tree ends; this one had looked at {_MOST_NODES:,} nodes"
    if result.bound == "exact" and result.value != value:
        return "an exact result is the minimax value (proves=True says that results inside the window are exact)"
    if result.bound == "lower" and result.value > value:
        return "a lower bound is not above the minimax value"
    if result.bound == "upper" and result.value < value:
        return "an upper bound is not below the minimax value"
    if result.bound == "exact" and result.line:
        at, is_max = tree, True
        for move in result.line:
            if not isinstance(at, list) or not 1 <= move <= len(at):
                return f"the best line can be played; {shown(result.line)} cannot"
            at, is_max = at[move - 1], not is_max
            if minimax(at, is_max) != value:
                return f"the best line leads to the value; {shown(result.line)} does not (see `remember`)"
    return None


def minimax(tree: Any, is_max: bool = True) -> int:
    """The value of nested lists for MAX."""
    if not isinstance(tree, list):
        return int(tree)
    return (max if is_max else min)(minimax(child, not is_max) for child in tree)


def leaves(tree: Any) -> int:
    """The number of leaves."""
    return sum(map(leaves, tree)) if isinstance(tree, list) else 1


def _windows(algorithm: Algorithm, value: int) -> Iterator[Window]:
    """The whole window, and narrow ones around the value."""
    yield FULL
    if algorithm.window and not algorithm.decides:
        yield from ((value + low, value + high) for low, high in _NEAR)


def _trees(count: int, seed: int) -> list[Any]:
    """Random trees, small ones first: of different depths, with and without equal leaves and negative ones."""
    chance = random.Random(seed)
    made = []
    for number in range(count):
        low, high = ((-3, 3), (0, 9), (-9, -1), (-99, 99))[number % 4]
        made.append(_tree(chance, 1 + number // 4 % 4, low, high))
    return sorted(made, key=leaves)


def _tree(chance: random.Random, depth: int, low: int, high: int, is_root: bool = True) -> Any:
    if depth == 0 or (not is_root and chance.random() < 0.2):
        return chance.randint(low, high)
    return [_tree(chance, depth - 1, low, high, False) for _ in range(chance.randint(1, 3))]


def _smallest(fails: Callable[[Any, Window], Breach | None], breach: Breach) -> Breach:
    """The same promise broken by a tree that cannot be made smaller in one step."""
    while True:
        for tree in _smaller(breach.tree):
            away = minimax(tree) - breach.expected
            window = (breach.window[0] + away, breach.window[1] + away)
            smaller = fails(tree, window)
            if smaller is not None and smaller.promise.partition(";")[0] == breach.promise.partition(";")[0]:
                breach = smaller
                break
        else:
            return breach


def _smaller(tree: Any) -> Iterator[Any]:
    """Trees that are a little smaller: without a child, with a leaf in place of a child, or with a leaf nearer to 0."""
    if not isinstance(tree, list):
        yield from dict.fromkeys(
            (*((0,) if tree else ()), int(tree / 2), tree - (tree > 0) + (tree < 0)) if tree else ()
        )
        return
    for place in range(len(tree)):
        if len(tree) > 1:
            yield tree[:place] + tree[place + 1 :]
    for place, child in enumerate(tree):
        if isinstance(child, list):
            yield [*tree[:place], minimax(child), *tree[place + 1 :]]
        for smaller in _smaller(child):
            yield [*tree[:place], smaller, *tree[place + 1 :]]
