"""What samples of a game's trees say about their shape, their values, and the place of the best move.

>>> from halfmove.studies.order_samples import sampled
>>> found = sampled("tic_tac_toe:opening=2", 3, positions=4, walks=10)
>>> shape_of(found).widest, [row.order for row in places_in(found)]
(7, ['rules', 'order', 'last best', 'last values'])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil

import numpy as np

from halfmove.base.gate import checked
from halfmove.studies.order_samples import Position, Sample, Sampled
from halfmove.studies.statistics import Summary, summarise

PARTS = (2, 4, 8)  # R: the best move is among the first w/R
STRONGLY_ORDERED = 0.8  # Campbell & Marsland 1983: the first move is best in so many nodes ...
FIRST_QUARTER = 0.9  # ... and one of the first quarter in so many


@dataclass(frozen=True)
class Shape:
    """What the trees of a game look like.

    Attributes
    ----------
    nodes : int
        The nodes that were met, each position's root once.
    width : Summary
        The mean number of moves of a node, with its interval over the positions.
    deviation : float
        The standard deviation of the number of moves over all nodes.
    narrowest, widest : int
        The fewest and the most moves of a node.
    forced : float
        The share of the nodes with one move only.
    tree_leaves : Summary
        The leaves of the whole tree to the depth limit, estimated from the walks.
    effective_width : float
        The width of the uniform tree with as many leaves.
    over : float
        The share of the walks that ended before the depth limit, because the game was over.
    ties : float
        The share of the nodes with a choice in which several moves are best.
    best : float
        The mean share of the moves that are best, where there is a choice.
    parent_and_child : float or None
        The rank correlation between the value of a node and that of a random child, for the same side; None if all
        values are equal.
    siblings : float or None
        The intraclass correlation of the ranks of values of siblings.
    """

    nodes: int
    width: Summary
    deviation: float
    narrowest: int
    widest: int
    forced: float
    tree_leaves: Summary
    effective_width: float
    over: float
    ties: float
    best: float
    parent_and_child: float | None
    siblings: float | None


@dataclass(frozen=True)
class Places:
    """Where the best move stands in one order of the moves, at nodes with a choice.

    Attributes
    ----------
    order : str
        The order of the moves.
    first : Summary
        How often the first move is best, with its interval over the positions.
    within : dict of int to Summary
        For R = 2, 4, 8 how often a best move is among the first w/R, rounded up.
    by_height : dict of int to float
        How often the first move is best at each height.
    shares : tuple of float
        How often the first best move has place 1, 2, 3, ...
    by_chance : float
        How often the first move would be best if the moves were shuffled.
    """

    order: str
    first: Summary
    within: dict[int, Summary]
    by_height: dict[int, float]
    shares: tuple[float, ...]
    by_chance: float

    @property
    def strongly_ordered(self) -> bool:
        """Whether the trees are strongly ordered in the sense of Campbell & Marsland 1983."""
        return self.first.mean >= STRONGLY_ORDERED and self.within[4].mean >= FIRST_QUARTER


@checked
def shape_of(found: Sampled) -> Shape:
    """Summarise the widths and values of the nodes that walks have met.

    Parameters
    ----------
    found : Sampled
        The nodes, from `sampled`.

    Returns
    -------
    Shape
    """
    widths = [[_width(each) for each in position.samples] for position in found.positions]
    flat = [width for some in widths for width in some]
    chosen = [sample for position in found.positions for sample in _with_choice(position)]
    best = [sample.node.values.count(sample.node.value) for sample in chosen]
    leaves = summarise([position.tree_leaves for position in found.positions])
    walks = [walk for position in found.positions for walk in position.walks]
    return Shape(
        len(flat),
        summarise([sum(some) / len(some) for some in widths]),
        float(np.std(flat)),
        min(flat),
        max(flat),
        flat.count(1) / len(flat),
        leaves,
        leaves.mean ** (1 / found.depth),
        sum(len(walk) < found.depth for walk in walks) / len(walks),
        _share(number > 1 for number in best),
        _mean([number / _width(sample) for number, sample in zip(best, chosen, strict=True)]),
        _parent_and_child(found),
        _siblings(found),
    )


@checked
def places_in(found: Sampled) -> list[Places]:
    """Say where the best move stands, for each order that the game has.

    Parameters
    ----------
    found : Sampled
        The nodes, from `sampled`.

    Returns
    -------
    list of Places
        One for each order but the perfect one; empty if no node has a choice.
    """
    positions = [some for some in map(_with_choice, found.positions) if some]
    return [_places(order, positions) for order in found.orders if order != "perfect"] if positions else []


def _places(order: str, positions: Sequence[Sequence[Sample]]) -> Places:
    known = [[(sample, sample.place(order)) for sample in some] for some in positions]
    flat = sorted((pair for some in known for pair in some), key=lambda pair: pair[0].node.height)
    counts = np.bincount([place for _, place in flat])[1:]
    heights = groupby(flat, key=lambda pair: pair[0].node.height)
    chance = [sample.node.values.count(sample.node.value) / _width(sample) for sample, _ in flat]
    return Places(
        order,
        summarise([_share(place == 1 for _, place in some) for some in known]),
        {
            part: summarise([_share(place <= ceil(_width(sample) / part) for sample, place in some) for some in known])
            for part in PARTS
        },
        {height: _share(place == 1 for _, place in some) for height, some in heights},
        tuple(float(count) / len(flat) for count in counts),
        _mean(chance),
    )


def _parent_and_child(found: Sampled) -> float | None:
    """Over all walks, each node with the child that was followed; ranks are among nodes of the same height."""
    samples = [sample for position in found.positions for walk in position.walks for sample in walk]
    heights = np.array([sample.node.height for sample in samples])
    one = _ranks(np.array([sample.node.value for sample in samples], float), heights)
    other = _ranks(np.array([sample.node.values[sample.followed] for sample in samples], float), heights)
    if np.ptp(one) == 0 or np.ptp(other) == 0:
        return None
    return float(np.corrcoef(one, other)[0, 1])


def _siblings(found: Sampled) -> float | None:
    """The share of the variance of ranks that is between nodes, corrected for their finite numbers of children."""
    chosen = [sample for position in found.positions for sample in _with_choice(position)]
    if len(chosen) < 2:
        return None
    heights = np.array([sample.node.height for sample in chosen for _ in sample.node.values])
    ranks = _ranks(np.array([value for sample in chosen for value in sample.node.values], float), heights)
    groups = np.split(ranks, np.cumsum([_width(sample) for sample in chosen])[:-1])
    sizes = np.array([len(group) for group in groups], float)
    means = np.array([group.mean() for group in groups])
    inner = sum(float(((group - group.mean()) ** 2).sum()) for group in groups) / (len(ranks) - len(groups))
    outer = float((sizes * (means - ranks.mean()) ** 2).sum()) / (len(groups) - 1)
    size = (len(ranks) - float((sizes**2).sum()) / len(ranks)) / (len(groups) - 1)
    total = outer + (size - 1) * inner
    return (outer - inner) / total if total else None


def _ranks(values: np.ndarray, heights: np.ndarray) -> np.ndarray:
    """Ranks among the values of the same height, from -1 to 1; equal values share the mean of theirs."""
    ranks = np.zeros(len(values))
    for height in np.unique(heights):
        here = heights == height
        _, place, count = np.unique(values[here], return_inverse=True, return_counts=True)
        middle = np.cumsum(count) - (count + 1) / 2
        ranks[here] = 2 * (middle / max(1, here.sum() - 1))[place.reshape(-1)] - 1
    return ranks


def _with_choice(position: Position) -> list[Sample]:
    return [sample for sample in position.samples if _width(sample) > 1]


def _width(sample: Sample) -> int:
    return len(sample.node.values)


def _share(truths: Iterable[bool]) -> float:
    return _mean([float(each) for each in truths])


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0
