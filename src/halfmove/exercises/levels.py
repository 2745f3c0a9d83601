"""Trees for a level: from two half-moves without deep cut-offs to five, ragged, with several of them.

A tree is made at random and measured by searching it with alpha-beta. It is used if the numbers of its leaves and
cut-offs are those of the level, and if no answer about it depends on a convention:

* all leaves are different, so each node has one best move, and no bound is reached exactly;
* alpha-beta and fail-soft alpha-beta enter the same nodes with the same windows and cut off the same branches;
* a cut-off is called deep only if no nearer bound causes it, that is, if alpha-beta without deep cut-offs continues.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from halfmove.drawing.pictures import Picture, picture_of_search, picture_without_values
from halfmove.engine.search import search
from halfmove.model import Result, Score
from halfmove.recording.log import ENTER, Log
from halfmove.recording.reasons import ALPHA
from halfmove.tracing.why import Reason, reasons
from halfmove.trees.explicit import explicit
from halfmove.trees.unfolding import WrittenDown


class Level(NamedTuple):
    """The properties of the trees of a level.

    depth         half-moves
    short         the probability that a branch ends early
    leaves        the number of leaves
    cuts, deep    the number of cut-offs, and of deep ones among them
    least, most   the smallest and the largest value
    """

    depth: int
    short: float
    leaves: range
    cuts: range
    deep: range
    least: int
    most: int


LEVELS = {
    1: Level(2, 0.0, range(4, 7), range(1, 2), range(1), 1, 9),
    2: Level(3, 0.0, range(7, 10), range(2, 3), range(1), 1, 20),
    3: Level(3, 0.1, range(10, 13), range(3, 4), range(1), 1, 30),
    4: Level(4, 0.2, range(13, 16), range(4, 5), range(1, 5), 1, 40),
    5: Level(5, 0.3, range(16, 19), range(5, 8), range(2, 8), -30, 30),
}


_ORDERED = 0.4  # how often the best child of a node is moved to the front


class Drawn:
    """A random tree with what alpha-beta does in it: the fail-soft form, whose values below a cut-off say more."""

    def __init__(self, tree: Any) -> None:
        self.tree = tree
        self.written = WrittenDown(explicit(tree, "exercise"))

    def searched(self, algorithm: str, **given: Any) -> Result:
        return search(self.written.game, algorithm, compiled=False, trace=True, **given)

    @cached_property
    def result(self) -> Result:
        return self.searched("f_alpha_beta")

    @cached_property
    def log(self) -> Log:
        return log_of(self.result)

    @cached_property
    def reasons(self) -> list[Reason]:
        return reasons(self.log)

    @cached_property
    def as_text(self) -> str:
        return json.dumps(self.tree, separators=(",", ":"))

    def name(self, node: int) -> str:
        return self.log.name(node)

    def picture(self) -> Picture:
        """The tree as a question shows it."""
        return picture_without_values(self.written)

    def picture_searched(self) -> Picture:
        """The tree with what alpha-beta looked at and cut off."""
        return picture_of_search(self.written, self.log, self.result.line, None)

    def is_deep(self, reason: Reason) -> bool:
        return self.log.nodes.depth(reason.node) - self.log.nodes.depth(reason.owner) > 1

    def branches(self, reason: Reason) -> list[str]:
        """The branches that are cut off, by the names of the nodes to which they lead."""
        before = "" if reason.node == self.log.nodes.root else self.name(reason.node) + "."
        return [f"{before}{child}" for child in range(reason.first_child, self.log.nodes.width(reason.node) + 1)]

    def inner(self) -> list[int]:
        """The inner nodes from left to right, a parent before its children."""
        nodes = range(len(self.written.game.data))
        return sorted((node for node in nodes if self.log.nodes.width(node)), key=self.log.nodes.path)


def log_of(result: Result) -> Log:
    """The log of a search with trace=True."""
    log: Log = result.log
    return log


def windows(log: Log) -> dict[int, tuple[Score, Score]]:
    """Alpha and beta of each node when it is entered."""
    return {node: (x, y) for kind, node, _aux, x, y in log.rows if kind == ENTER}


def listed(names: Sequence[object], joined: str = "and") -> str:
    """Names in a sentence: "1, 2 and 3"."""
    *first, last = map(str, names)
    return f"{', '.join(first)} {joined} {last}" if first else last


def kind_of(reason: Reason) -> str:
    return "alpha" if reason.kind == ALPHA else "beta"


def tree_for(chance: random.Random, level: int) -> Drawn | None:
    """A random tree; None if it does not fit the level."""
    wanted = LEVELS[level]
    shape, count = None, 0
    while count not in wanted.leaves or _depth(shape) != wanted.depth:
        shape = _shape(chance, wanted.depth, wanted.short)
        count = _leaves(shape)
    values = chance.sample(range(wanted.least, wanted.most + 1), count)
    if wanted.least < 0 and not min(values) < 0 < max(values):
        return None
    drawn = Drawn(_with_better_first(chance, _filled(shape, values))[0])
    deep = sum(map(drawn.is_deep, drawn.reasons))
    if len(drawn.reasons) not in wanted.cuts or deep not in wanted.deep or not is_clear(drawn):
        return None
    return drawn


def is_clear(drawn: Drawn) -> bool:
    """Whether every question about cut-offs and windows has only one answer."""
    hard = log_of(drawn.searched("alpha_beta"))
    near = log_of(drawn.searched("alpha_beta_shallow"))
    all_cuts, near_cuts = _cuts(drawn.reasons), _cuts(reasons(near))
    deep = _cuts([each for each in drawn.reasons if drawn.is_deep(each)])
    return (
        _cuts(reasons(hard)) == all_cuts
        and hard.leaf_order() == drawn.log.leaf_order()
        and windows(hard) == windows(drawn.log)
        and not deep & near_cuts
        and all_cuts - deep <= near_cuts
    )


def _cuts(found: list[Reason]) -> set[tuple[int, int]]:
    return {(each.node, each.first_child) for each in found}


def _shape(chance: random.Random, depth: int, short: float, is_root: bool = True) -> Any:
    """Nested lists with None for each leaf: two or three children at a node."""
    if depth == 0 or (not is_root and chance.random() < short):
        return None
    return [_shape(chance, depth - 1, short, False) for _ in range(chance.choice((2, 2, 3)))]


def _with_better_first(chance: random.Random, tree: Any, sign: int = 1) -> tuple[Any, int]:
    """The tree and its value. At some nodes the best child is moved to the front, where it causes cut-offs."""
    if not isinstance(tree, list):
        return tree, tree
    children = [_with_better_first(chance, child, -sign) for child in tree]
    best = max(children, key=lambda child: sign * child[1])
    if chance.random() < _ORDERED:
        children.remove(best)
        children.insert(0, best)
    return [child for child, _value in children], best[1]


def _leaves(shape: Any) -> int:
    return 1 if shape is None else sum(map(_leaves, shape))


def _depth(shape: Any) -> int:
    return 0 if shape is None else 1 + max(map(_depth, shape))


def _filled(shape: Any, values: list[int]) -> Any:
    """The shape with the last of the values at its first leaf."""
    return values.pop() if shape is None else [_filled(child, values) for child in shape]
