"""How well ordered the trees of a game are, a model of them, and what searches should do there: all in one.

>>> from halfmove import studies
>>> told = studies.move_order("tic_tac_toe:opening=2", 3, positions=4, walks=20)
>>> told.best_order.order, told.checks["rules"][0].algorithm, len(told.advice["rules"])
('order', 'alpha_beta', 6)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.studies.order_advice import Advice, advice
from halfmove.studies.order_models import ALGORITHMS, SEARCHABLE, Check, Fit, check_models, closeness, fits
from halfmove.studies.order_samples import Sampled, checked_order, sampled
from halfmove.studies.order_statistics import Places, Shape, places_in, shape_of
from halfmove.studies.specs import AlgorithmSpec, TreeSpec
from halfmove.studies.statistics import Ratio

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class MoveOrder:
    """How well ordered the trees of a game are to one depth.

    Attributes
    ----------
    samples : Sampled
        The nodes that were met.
    shape : Shape
        Widths, sizes, ties and correlations.
    places : tuple of Places
        For each order of the moves where the best move stands.
    closeness : dict of str to Ratio
        For each order how many leaves alpha-beta evaluates on model trees, in units of the least.
    fits : dict of str to list of Fit
        For each order that was asked for, the families of the literature.
    checks : dict of str to list of Check
        For each of them the leaves of algorithms on model trees, divided by those on the game.
    advice : dict of str to list of Advice
        For each of them the parameters that algorithms should have.
    """

    samples: Sampled
    shape: Shape
    places: tuple[Places, ...]
    closeness: dict[str, Ratio]
    fits: dict[str, list[Fit]]
    checks: dict[str, list[Check]]
    advice: dict[str, list[Advice]]

    @property
    def best_order(self) -> Places:
        """The order in which the first move is best most often."""
        return max(self.places, key=lambda each: each.first.mean)


@checked
def move_order(
    game: TreeSpec | str,
    depth: int,
    positions: int = 30,
    seed: int = 1,
    *,
    orders: Iterable[str] = ("rules",),
    walks: int = 100,
    algorithms: Iterable[AlgorithmSpec | str] = ALGORITHMS,
    models: bool = True,
    parameters: bool = True,
    storage: int | None = None,
    trees: int = 4,
    progress: Progress | None = None,
) -> MoveOrder:
    """Measure how well ordered the trees of a game are, model them, and choose parameters for searching them.

    Parameters
    ----------
    game : TreeSpec or str
        The game with its openings, as in "othello:opening=12", or a family of trees.
    depth : int
        The half-moves from each position to the depth limit.
    positions : int
        How many positions.
    seed : int
        The seed from which the positions and walks are derived.
    orders : iterable of str
        The orders of moves for models and parameters: "rules", "order" or "evaluation". Statistics are for all orders.
    walks : int
        How many walks from each position.
    algorithms : iterable of AlgorithmSpec or str
        The algorithms with which the models are checked.
    models : bool
        Whether to check the models.
    parameters : bool
        Whether to choose parameters.
    storage : int, optional
        The states that may be stored; a tenth of what SSS* stores if it is not given.
    trees : int
        Model trees for each position.
    progress : callable, optional
        Called with (what is done, how much of it, how much there is).

    Returns
    -------
    MoveOrder

    Raises
    ------
    UsageError
        If an order is unknown, or if the game has not got it.
    """
    wanted = [checked_order(each) for each in orders]
    for each in wanted:
        if each not in SEARCHABLE:
            raise UsageError(f"models and parameters need one of the orders {', '.join(SEARCHABLE)}, not {each!r}")

    def tell(what: str) -> Callable[[int, int], None] | None:
        return None if progress is None else lambda done, total: progress(what, done, total)

    specs = [AlgorithmSpec.parse(each) if isinstance(each, str) else each for each in algorithms]
    found = sampled(game, depth, positions, seed, walks=walks, progress=tell("walking"))
    fitted = {order: fits(found, order) for order in wanted}
    checks, told = {}, {}
    for order in wanted:
        if models:
            checks[order] = check_models(found, order, specs, trees=trees, progress=tell("checking models"))
        if parameters:
            told[order] = advice(found, order, storage, trees=trees, progress=tell("choosing parameters"))
    return MoveOrder(
        found,
        shape_of(found),
        tuple(places_in(found)),
        closeness(found, trees=trees) if models else {},
        fitted,
        checks,
        told,
    )
