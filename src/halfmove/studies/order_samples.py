"""How well the moves of a game are ordered: what random walks through the trees of its positions meet.

From each position, walks go down to the depth limit by random moves. At every node on the way all children are searched
to the limit, so that it is known which moves are best, and what each of them is worth. The shape of the trees, the
correlations of values, and the place of the best move under several orders follow from these nodes.

>>> found = sampled("tic_tac_toe:opening=2", 3, positions=3, walks=4)
>>> len(found.positions), found.depth, found.positions[0].root.height
(3, 3, 3)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import prod
from typing import Any

from halfmove.base.checks import unknown, whole
from halfmove.base.gate import checked
from halfmove.engine.search import search
from halfmove.errors import NotCompilable, UsageError
from halfmove.game import Game
from halfmove.studies.searcher import Searcher
from halfmove.studies.specs import AlgorithmSpec, TreeSpec
from halfmove.trees import Measured

# The orders of moves, and what each goes by.
ORDERS = {
    "rules": "the order in which the rules yield the moves",
    "order": "the game's hook `order`",
    "evaluation": "the static evaluation after the move",
    "last best": "the best move of a search one half-move shallower comes first, the others as the rules yield them",
    "last values": "the values that a search one half-move shallower has backed up to all moves",
    "perfect": "the values of the search itself",
}
_MOST_DEEP = 64
_MOST_WALKS = 100_000
_MOST_POSITIONS = 100_000


@dataclass(frozen=True)
class Sample:
    """A node that a walk has met.

    node      its children, in the order of the rules
    places    for each order, the numbers of the children in that order; orders that the game has not got are missing
    followed  the number of the child to which the walk went on
    """

    node: Measured
    places: Mapping[str, tuple[int, ...]]
    followed: int

    def in_order(self, order: str) -> Measured:
        """The node with its children in this order."""
        node, places = self.node, self.places[order]
        over, again = (tuple(told[place] for place in places) for told in (node.over, node.again))
        return Measured(node.height, tuple(node.values[place] for place in places), over, again, node.loss)

    def place(self, order: str) -> int:
        """The place of the best move, from 1; of several best ones, that of the first."""
        return self.in_order(order).values.index(self.node.value) + 1


@dataclass(frozen=True)
class Position:
    """A position of the game, and the nodes below it that walks have met: for each walk one of every height.

    game      begins with this position
    walks     samples from the root down; the game may end before the depth limit
    """

    game: Game
    walks: tuple[tuple[Sample, ...], ...]

    @property
    def root(self) -> Measured:
        return self.walks[0][0].node

    @property
    def samples(self) -> list[Sample]:
        """The root once, and all other nodes of all walks."""
        return [self.walks[0][0], *(sample for walk in self.walks for sample in walk[1:])]

    @property
    def tree_leaves(self) -> float:
        """An estimate of the leaves of the whole tree (Knuth 1975): the mean product of the widths along a walk."""
        return sum(prod(len(sample.node.values) for sample in walk) for walk in self.walks) / len(self.walks)


@dataclass(frozen=True)
class Sampled:
    """What walks from several positions of a game have met.

    tree       the game and its openings
    depth      half-moves from each position to the depth limit
    orders     the orders that the game has
    """

    tree: TreeSpec
    depth: int
    seed: int
    positions: tuple[Position, ...]
    orders: tuple[str, ...] = field(default=())


Progress = Callable[[int, int], None]


@checked
def sampled(
    game: TreeSpec | str,
    depth: int,
    positions: int = 30,
    seed: int = 1,
    *,
    walks: int = 100,
    progress: Progress | None = None,
) -> Sampled:
    """Walk at random through the trees of positions of a game, and search all children of every node on the way.

    Parameters
    ----------
    game : TreeSpec or str
        The game with its openings, as in "othello:opening=12", or a family of trees. `look_ahead` is not used.
    depth : int
        The half-moves from each position to the depth limit.
    positions : int
        How many positions.
    seed : int
        The seed from which the positions and walks are derived.
    walks : int
        How many walks from each position.
    progress : callable, optional
        Called with (positions done, positions in all).

    Returns
    -------
    Sampled
        The nodes that were met.
    """
    tree = TreeSpec.parse(game) if isinstance(game, str) else game
    depth = whole("depth", depth, 1, _MOST_DEEP)
    whole("positions", positions, 1, _MOST_POSITIONS)
    whole("walks", walks, 1, _MOST_WALKS)
    tree = replace(tree, look_ahead=None)
    found: list[Position] = []
    for number in range(1, positions + 1):
        own_seed = tree.seed(seed, number)
        one = tree.make(own_seed)
        if one.leaves_only and (one.longest is None or depth < one.longest):
            raise UsageError(f"{one.name}: only its leaves have scores, so it cannot be cut off at depth {depth}")
        if not one.outcome(one.start)[0]:
            walker = _Walker(one, depth, random.Random(own_seed))
            found.append(Position(one, tuple(walker.walk() for _ in range(walks))))
        if progress is not None:
            progress(number, positions)
    if not found:
        raise UsageError(f"{tree}: the game is over in all {positions} positions; choose a smaller `opening`")
    orders = [each for each in ORDERS if all(each in position.walks[0][0].places for position in found)]
    return Sampled(tree, depth, seed, tuple(found), tuple(orders))


@dataclass(frozen=True)
class _Searched:
    """A node with all its children searched, and the positions of the children."""

    values: tuple[Any, ...]
    over: tuple[bool, ...]
    again: tuple[bool, ...]
    places: Mapping[str, tuple[int, ...]]
    children: tuple[Any, ...]


class _Walker:
    """Random walks from one position."""

    def __init__(self, game: Game, depth: int, chance: random.Random) -> None:
        self._game, self._depth, self._chance = game, depth, chance
        self._known: dict[Any, _Searched] = {}

    def walk(self) -> tuple[Sample, ...]:
        at, height, loss, met = self._game.start, self._depth, None, []
        while height > 0 and not self._game.outcome(at)[0]:
            node = self._searched(at, height)
            followed = self._chance.randrange(len(node.children))
            measured = Measured(height, node.values, node.over, node.again, loss)
            met.append(Sample(measured, node.places, followed))
            loss = measured.value - node.values[followed]
            at, height = node.children[followed], height - 1
        return tuple(met)

    def _searched(self, at: Any, height: int) -> _Searched:
        key = (at, height)
        if key not in self._known:
            self._known[key] = self._search(at, height)
        return self._known[key]

    def _search(self, at: Any, height: int) -> _Searched:
        game = self._game
        moves = game.legal(at)
        if not moves:
            raise UsageError(f"{game.name}: a position that is not over has no moves")
        children = [game.next(at, move) for move in moves]
        again = [game.moves_again(at, child) for child in children]
        over = [bool(game.outcome(child)[0]) for child in children]

        def values(depth: int) -> list[Any]:
            scores = [self._value(child, depth) for child in children]
            return [score if same else -score for score, same in zip(scores, again, strict=True)]

        found = values(height - 1)
        marks: dict[str, list[Any]] = {"rules": [0] * len(moves)}
        if game.order is not None:
            marks["order"] = [game.call("order", at, *pair) for pair in zip(moves, children, strict=True)]
        if game.evaluate is not None:
            marks["evaluation"] = values(0)
        if not game.leaves_only:
            last = values(height - 2) if height > 1 else marks["rules"]
            marks["last best"] = [number == last.index(max(last)) for number in range(len(moves))]
            marks["last values"] = last
        marks["perfect"] = found
        numbers = range(len(moves))
        places = {name: tuple(sorted(numbers, key=lambda n: -mark[n])) for name, mark in marks.items()}
        return _Searched(tuple(found), tuple(over), tuple(again), places, tuple(children))

    def _value(self, position: Any, depth: int) -> Any:
        """The minimax value for the side to move."""
        game = self._game
        over, score = game.outcome(position)
        if over:
            return score
        if depth == 0:
            return 0 if game.evaluate is None else game.call("evaluate", position)
        limit = None if game.leaves_only else depth
        try:
            return searcher_of(AlgorithmSpec("alpha_beta"), limit)(game, position).value
        except NotCompilable:
            return search(game, "alpha_beta", depth=limit, position=position, compiled=False).value


@lru_cache(maxsize=64)
def searcher_of(spec: AlgorithmSpec, depth: int | None) -> Searcher:
    """A searcher that is kept, because it takes longer to prepare one than to search a small tree."""
    return Searcher(spec.reference, depth=depth, **spec.named)


def checked_order(name: str) -> str:
    """An order of moves, or an error that lists them."""
    if name not in ORDERS:
        raise unknown("order of moves", name, ORDERS)
    return name
