"""Models of the trees of a game: families of random trees that are fitted to what walks through its trees have met.

The families of the literature have one width, and the place of the best move follows a simple law. The family
`resampled` is put together from the nodes themselves. Whether a model is good is checked by searches: they should
evaluate as many leaves on its trees as on those of the game.

>>> from halfmove.studies.order_samples import sampled
>>> found = sampled("tic_tac_toe:opening=2", 3, positions=4, walks=20)
>>> [str(fit) for fit in fits(found, "rules")][0]
'uniform:5..6,3,values=0..4'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, exp, floor, log

from halfmove.adapters.presorting import presorted
from halfmove.base.checks import whole
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.studies.order_samples import Progress, Sampled, checked_order, searcher_of
from halfmove.studies.order_statistics import shape_of
from halfmove.studies.searcher import Measured
from halfmove.studies.specs import AlgorithmSpec, TreeSpec
from halfmove.studies.statistics import Ratio, Summary, ratio, summarise
from halfmove.trees import resampled

RESAMPLED = "resampled"
SEARCHABLE = ("rules", "order", "evaluation")  # the orders in which a game itself can be searched
ALGORITHMS = ("alpha_beta", "scout", "sss_star", "ps_star:phases=2", "iter_sss_star:memory=100")
ALIKE = 4  # measured nodes among which a node of a resampled tree is drawn, at least
_TREES = 4  # of each kind and position
_MOST_PARTS = 8
_FAR = 1e-6  # a probability that is 0 or 1 would allow no exception


@dataclass(frozen=True)
class Fit:
    """A family of the literature, fitted to the trees of a game.

    Attributes
    ----------
    name : str
        What the family is called in the literature.
    family : str
        The family in this package.
    arguments : str
        Its arguments after width and depth, as text.
    width : float
        The width of the uniform tree with as many leaves as those of the game have on average.
    depth : int
        The depth.
    """

    name: str
    family: str
    arguments: str
    width: float
    depth: int

    def __str__(self) -> str:
        return self._text(f"{self.widths[0]}..{self.widths[-1]}" if len(self.widths) > 1 else str(self.widths[0]))

    @property
    def widths(self) -> tuple[int, ...]:
        """The whole widths around `width`. The leaves of a search are interpolated between them, on a log scale."""
        return tuple(dict.fromkeys((max(1, floor(self.width)), max(1, ceil(self.width)))))

    def specs(self) -> list[TreeSpec]:
        """The families of both widths."""
        return [TreeSpec.parse(self._text(str(width))) for width in self.widths]

    def between(self, leaves: Sequence[float]) -> float:
        """Interpolate between the leaves at both widths."""
        if len(leaves) == 1:
            return leaves[0]
        low, high = map(log, self.widths)
        part = (log(self.width) - low) / (high - low)
        return exp((1 - part) * log(leaves[0]) + part * log(leaves[1]))

    def _text(self, width: str) -> str:
        return f"{self.family}:{width},{self.depth}" + (f",{self.arguments}" if self.arguments else "")


@dataclass(frozen=True)
class Check:
    """What an algorithm needs on the trees of a game, and on those of the models.

    Attributes
    ----------
    algorithm : str
        The algorithm with its parameters.
    leaves : Summary
        The leaves that it evaluates on the game's trees.
    by_model : dict of str to Ratio
        For each model the leaves on its trees, divided by those on the game's. Only `resampled` has an interval: its
        trees belong to positions.
    """

    algorithm: str
    leaves: Summary
    by_model: dict[str, Ratio]


@checked
def fits(found: Sampled, order: str = "rules") -> list[Fit]:
    """Fit the families of the literature to the samples of a game.

    Parameters
    ----------
    found : Sampled
        The nodes, from `sampled`.
    order : str
        The order of the moves: "rules", "order", "evaluation", "last best" or "last values".

    Returns
    -------
    list of Fit
        Independent leaves, incremental values, the best child among the first w/R, and geometric.
    """
    _has(found, order)
    chosen = [each for position in found.positions for each in position.samples if len(each.node.values) > 1]
    width = shape_of(found).effective_width
    independent = [("independent leaves", "uniform", f"values=0..{_values(found) - 1}")]
    independent.append(("incremental", "incremental", f"values=-{_values(found) // 2}..{_values(found) // 2}"))
    if chosen:
        pairs = [(sample.place(order), len(sample.node.values)) for sample in chosen]
        parts, chance = _first_parts(pairs, max(2, floor(width)))
        independent.append(("(p, R)", "ordered", f"order={parts},probability={chance:.4f}"))
        independent.append(("geometric", "ordered", f"order=geometric,probability={_geometric(pairs):.4f}"))
    return [Fit(*each, width, found.depth) for each in independent]


def _values(found: Sampled) -> int:
    """The number of different values with which as many nodes above the leaves have several best moves."""
    low = [each for position in found.positions for each in position.samples if each.node.height == 1]
    low = [each for each in low if len(each.node.values) > 1]
    if not low:
        return 2
    ties = sum(each.node.values.count(each.node.value) > 1 for each in low) / len(low)

    def expected(values: int) -> float:
        """1 minus the probability that one of w values is above all others."""
        widths = Counter(len(each.node.values) for each in low)
        alone = {w: w * sum(((k / values) ** (w - 1)) / values for k in range(values)) for w in widths}
        return 1 - sum(alone[w] * count for w, count in widths.items()) / len(low)

    numbers = [2, *(2**power + 1 for power in range(2, 15))]
    least: int = min(numbers, key=lambda values: abs(expected(values) - ties))
    return least


def _first_parts(pairs: Sequence[tuple[int, int]], width: int) -> tuple[int, float]:
    """The R, and the share of nodes whose best move is among the first w/R, under which the places are likeliest."""

    def likelihood(parts: int) -> tuple[float, float]:
        fronts = [max(1, w // parts) for _, w in pairs]
        chance = sum(place <= front for (place, _), front in zip(pairs, fronts, strict=True)) / len(pairs)
        safe, total = min(max(chance, _FAR), 1 - _FAR), 0.0
        for (place, w), front in zip(pairs, fronts, strict=True):
            if front < w:
                total += log(safe / front) if place <= front else log((1 - safe) / (w - front))
        return total, chance

    best = max(range(2, min(_MOST_PARTS, width) + 1), key=lambda parts: likelihood(parts)[0], default=2)
    return best, likelihood(best)[1]


def _geometric(pairs: Iterable[tuple[int, int]]) -> float:
    """The q under which the places are likeliest, if move j is best with the probability q (1 - q)^(j - 1)."""
    pairs = list(pairs)
    hits = sum(place < width for place, width in pairs)
    tried = sum(min(place, width - 1) for place, width in pairs)
    return max(hits / tried, 0.0001)


@checked
def model_trees(found: Sampled, order: str = "rules", trees: int = _TREES, alike: int = ALIKE) -> Iterator[list[Game]]:
    """Yield resampled trees for each position, with the moves of all nodes in one order.

    Parameters
    ----------
    found : Sampled
        The nodes, from `sampled`.
    order : str
        The order of the moves, one of `found.orders`.
    trees : int
        How many trees for each position.
    alike : int
        A node is drawn among at least so many measured ones.

    Yields
    ------
    list of Game
        The trees of one position.
    """
    _has(found, order)
    whole("trees", trees, 1, 10_000)
    for position in found.positions:
        root, *below = [sample.in_order(order) for sample in position.samples]
        yield [resampled(root, below, seed, alike) for seed in range(trees)] if _whole_walks(below, root.height) else []


def _whole_walks(below: Iterable[object], height: int) -> bool:
    return {each.height for each in below} >= set(range(1, height))  # type: ignore[attr-defined]


@checked
def check_models(
    found: Sampled,
    order: str = "rules",
    algorithms: Iterable[AlgorithmSpec | str] = ALGORITHMS,
    *,
    trees: int = _TREES,
    progress: Progress | None = None,
) -> list[Check]:
    """Search the trees of a game and those of all models, and compare the leaves.

    Parameters
    ----------
    found : Sampled
        The nodes, from `sampled`.
    order : str
        The order of the moves: "rules", "order" or "evaluation".
    algorithms : iterable of AlgorithmSpec or str
        The algorithms.
    trees : int
        Model trees for each position.
    progress : callable, optional
        Called with (algorithms done, algorithms in all).

    Returns
    -------
    list of Check
        One for each algorithm.
    """
    specs = [AlgorithmSpec.parse(each) if isinstance(each, str) else each for each in algorithms]
    games, models = searched_positions(found, order, trees)
    families = fits(found, order)
    rows = []
    for number, spec in enumerate(specs, 1):
        own = leaves_of(spec, games, found.depth)
        predicted = [sum(each) / len(each) for each in (leaves_of(spec, some) for some in models)]
        by_model = {RESAMPLED: ratio(predicted, own)}
        for fit in families:
            count = max(8, len(games))
            known = [
                leaves_of(spec, [tree.make(tree.seed(found.seed, n)) for n in range(1, count + 1)])
                for tree in fit.specs()
            ]
            leaves = fit.between([sum(each) / len(each) for each in known])
            by_model[fit.name] = Ratio(leaves / (sum(own) / len(own)))
        rows.append(Check(str(spec), summarise(own), by_model))
        if progress is not None:
            progress(number, len(specs))
    return rows


@checked
def closeness(found: Sampled, *, trees: int = _TREES) -> dict[str, Ratio]:
    """How many leaves alpha-beta evaluates with each order of moves, on model trees, in units of the least.

    Parameters
    ----------
    found : Sampled
        The nodes, from `sampled`.
    trees : int
        Model trees for each position.

    Returns
    -------
    dict of str to Ratio
        For each order but the perfect one, the leaves divided by those with the best move first everywhere.
    """
    spec = AlgorithmSpec("alpha_beta")
    leaves = {
        order: [sum(leaves_of(spec, some)) for some in model_trees(found, order, trees) if some]
        for order in found.orders
    }
    if not leaves["perfect"]:
        return {}
    return {order: ratio(own, leaves["perfect"]) for order, own in leaves.items() if order != "perfect"}


def searched_positions(found: Sampled, order: str, trees: int) -> tuple[list[Game], list[list[Game]]]:
    """The positions that have a model, in this order of moves, and the trees of the model."""
    _has(found, order)
    if order not in SEARCHABLE:
        raise UsageError(f"a game cannot be searched in the order {order!r}: choose one of {', '.join(SEARCHABLE)}")
    both = [
        (in_order(position.game, order), some)
        for position, some in zip(found.positions, model_trees(found, order, trees), strict=True)
        if some
    ]
    if not both:
        raise UsageError(
            f"{found.tree}: in every position the game ends before depth {found.depth}; choose a smaller one"
        )
    return [game for game, _ in both], [some for _, some in both]


def in_order(game: Game, order: str) -> Game:
    """The game with its moves in one of the orders in which it can be searched."""
    return game if order == "rules" else presorted(game if order == "order" else replace(game, order=None))


def searched(spec: AlgorithmSpec, games: Iterable[Game], depth: int | None = None) -> list[Measured]:
    """What an algorithm finds on each tree, and what it counts."""
    search = searcher_of(spec, depth)
    return [search(game) for game in games]


def leaves_of(spec: AlgorithmSpec, games: Iterable[Game], depth: int | None = None) -> list[int]:
    """The leaves that an algorithm evaluates on each tree."""
    return [each.counts.leaves for each in searched(spec, games, depth)]


def _has(found: Sampled, order: str) -> None:
    if checked_order(order) not in found.orders:
        raise UsageError(f"{found.tree} has no order {order!r}; it has {', '.join(found.orders)}")
