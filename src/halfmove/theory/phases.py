"""The best number of phases k for PS*(k), if the order of a tree is known and storage is limited.

Source      Srimani 1985, section 3.6, with lemmas 3.1 and 3.2 and items 2 to 4 of section 3.4.
Rule        A tree has order R if the best child of every node is among its first w/R. As long as k <= R, PS*(k)
            evaluates no more leaves than SSS* and no more than alpha-beta, and storage falls as k grows. So the rule is
            to use the largest such k. If that does not fit into the storage, use the smallest larger k that does,
            because more phases cost leaves on average.
Departures  k divides the width, as in the thesis. "k = R" is read as the largest factor of the width up to R. Storage
            is OPEN and BACKUP together; for k = 1 it is OPEN alone, because PS*(1) is SSS*.
Leaves      There is no formula for the leaves of PS*(k) on ordered trees; `halfmove theory choose-k` counts them.
"""

from __future__ import annotations

from dataclasses import dataclass

from halfmove.base.checks import shown, whole
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.theory.checks import check_size
from halfmove.theory.storage import Storage, ps_storage, sss_storage

_SIZE = 4000  # digits of the number of leaves
_DEEPEST = 20_000
_WIDEST = 1_000_000


@dataclass(frozen=True)
class PhaseChoice:
    """A number of phases.

    phases    k, a factor of the width
    storage   the largest number of states of PS*(k)
    safe      k is at most the order: no tree of this order costs more leaves than with SSS* or alpha-beta
    """

    phases: int
    storage: Storage
    safe: bool


@checked
def phase_choices(width: int, depth: int, order: int = 1) -> tuple[PhaseChoice, ...]:
    """All factors of the width, from SSS* to alpha-beta, as numbers of phases for trees of an order.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    order : int
        R: the best child is among the first width/R children; 1 if nothing is known.

    Returns
    -------
    tuple of PhaseChoice

    Examples
    --------
    >>> [(each.phases, each.storage.total, each.safe) for each in phase_choices(8, 4, order=2)]
    [(1, 64, True), (2, 21, True), (4, 7, False), (8, 3, False)]
    """
    whole("width", width, 1, _WIDEST)
    check_size(width, depth, _SIZE)
    whole("depth", depth, 0, _DEEPEST)
    whole("order", order, 1, width)
    return tuple(
        PhaseChoice(k, ps_storage(width, depth, k) if k > 1 else sss_storage(width, depth), k <= order)
        for k in range(1, width + 1)
        if width % k == 0
    )


@checked
def choose_phases(width: int, depth: int, order: int = 1, storage: int | None = None) -> PhaseChoice:
    """The k with which PS*(k) should search trees T(width, depth) of an order, with limited storage.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    order : int
        R: the best child is among the first width/R children; 1 if nothing is known.
    storage : int, optional
        The largest number of states on OPEN and BACKUP together; None sets no limit.

    Returns
    -------
    PhaseChoice

    Raises
    ------
    UsageError
        If no k fits into the storage.

    Examples
    --------
    >>> choose_phases(32, 4, order=4)
    PhaseChoice(phases=4, storage=Storage(open=64, backup=9), safe=True)
    >>> choose_phases(32, 4, order=4, storage=50)
    PhaseChoice(phases=8, storage=Storage(open=16, backup=5), safe=False)
    """
    choices = phase_choices(width, depth, order)
    if storage is not None:
        whole("storage", storage, 1)
    fitting = [each for each in choices if storage is None or each.storage.total <= storage]
    if not fitting:
        least = min(each.storage.total for each in choices)
        raise UsageError(
            f"{storage} states are too few for PS* on T({width},{depth}): it needs {shown(least)} with k = {width}"
        )
    safe = [each for each in fitting if each.safe]
    return safe[-1] if safe else fitting[0]
