"""The mean number of leaves that PS*(k) and ABS evaluate on random trees.

Source      ours; the argument is in docs/pruning-proofs.md. Srimani 1985 has no formula for PS*(k) with 1 < k < w.
Model       as in `baudet`; the partitions of PS* are runs of children that are searched together (`groups`).
Formulas    PS*, depth up to 2, or one partition, or single children:  that of `groups`, exactly
            PS*, deeper trees: if all leaves are different, the same sum is a lower bound. This is a conjecture. Up to
            depth 4 it held on every tree that was tried, leaf by leaf; deeper it held for numbers of leaves only. PS*
            evaluates more because a node has the value of its first partitions only, until others are opened: this
            is not an upper bound, and so the search may turn to the wrong node. With equal leaves PS* may evaluate
            less, because reopened nodes then know a lower bound that SSS* does not know.
            ABS: single children at the MAX levels above the split, one run of all children at the others.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from functools import lru_cache
from typing import Any

from halfmove.base.checks import whole
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.parts.partitions import sizes_for
from halfmove.theory.checks import check_float_size
from halfmove.theory.groups import Level, Run, Term, is_critical, of_quantiles, of_values, uniform_term
from halfmove.theory.ladder import Viewpoint, decimals, digits, is_continuous, ladder

_WIDEST = 10_000  # children, if there are several partitions


@checked
def expected_leaves_ps(
    width: int, depth: int, phases: int, values: Any = None, *, viewpoint: Viewpoint = "max", bound: bool = False
) -> float:
    """The mean number of leaves that PS*(phases) evaluates on T(width, depth), or a lower bound of it.

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    phases : int
        k: into how many partitions the children of a MAX node are divided; larger ones first if k is no factor.
    values : optional
        The distribution of leaf values, as for `trees.uniform`. None, or real numbers, means that all leaves are
        different.
    viewpoint : {"max", "mover"}
        The side for which greater values are better: "max", the side to move at the root; or "mover", the side to move
        at the leaf.
    bound : bool
        True returns the conjectured lower bound where the mean is not known, for different leaves.

    Returns
    -------
    float
        The mean, to about twelve digits.

    Raises
    ------
    UsageError
        If the mean is not known, and `bound` is False: for trees deeper than 2 with 1 < phases < width.

    Examples
    --------
    >>> [round(expected_leaves_ps(8, 2, k), 3) for k in (1, 2, 4, 8)]
    [28.86, 32.305, 35.605, 38.651]
    >>> round(expected_leaves_ps(8, 4, 2, bound=True), 1)
    780.8
    """
    check_float_size(width, depth)
    sizes = sizes_for({"phases": whole("phases", phases, 1, width)}, width)
    if depth > 2 and len(sizes) > 1 and max(sizes) > 1:
        if not is_continuous(values):
            raise UsageError(f"no formula is known for PS*({phases}) on T({width},{depth}) where leaves can be equal")
        if not bound:
            raise UsageError(
                f"no formula is known for PS*({phases}) on T({width},{depth}), only a lower bound: bound=True"
            )
    if len(sizes) > 1 and width > _WIDEST:
        raise UsageError(f"{width} children in {phases} partitions are too many here: use at most {_WIDEST} children")
    level: Level = (Run(0, width, False),)
    if max(sizes) > 1:
        level = tuple(Run(sum(sizes[:number]), size, True) for number, size in enumerate(sizes))
    return _mean(width, depth, uniform_term(depth, level), values, viewpoint)


@checked
def expected_leaves_abs(
    width: int, depth: int, split: int = 2, values: Any = None, *, viewpoint: Viewpoint = "max"
) -> float:
    """The mean number of leaves that ABS, alpha-beta above SSS*, evaluates on T(width, depth).

    Parameters
    ----------
    width : int
        The number of children of each inner node.
    depth : int
        The depth of the tree in half-moves.
    split : int
        The depth from which on SSS* searches.
    values : optional
        The distribution of leaf values, as for `trees.uniform`. None, or real numbers, means that all leaves are
        different.
    viewpoint : {"max", "mover"}
        The side for which greater values are better: "max", the side to move at the root; or "mover", the side to move
        at the leaf.

    Returns
    -------
    float
        The mean, to about twelve digits.

    Examples
    --------
    >>> [round(expected_leaves_abs(8, 4, split), 1) for split in (1, 2, 3, 4)]  # odd as the next even one
    [871.0, 871.0, 987.7, 987.7]
    """
    check_float_size(width, depth)
    whole("split", split, 1)
    level: dict[bool, Level] = {True: (Run(0, width, False),), False: (Run(0, width, True),)}
    term = tuple(True if is_critical(height, depth) else level[depth - 1 - height < split] for height in range(depth))
    return _mean(width, depth, term, values, viewpoint)


def _mean(width: int, depth: int, term: Term, values: Any, viewpoint: Viewpoint) -> float:
    rungs = ladder(values, depth, viewpoint)
    if depth == 0:
        return 1.0
    if rungs is None:
        return _continuous(width, term)
    with localcontext() as context:
        context.prec = digits(width, depth)
        return float(of_values(width, [(1, term)], decimals(rungs), Decimal(1)))


@lru_cache(maxsize=1024)
def _continuous(width: int, term: Term) -> float:
    return of_quantiles(width, [(1, term)])
