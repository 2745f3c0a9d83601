"""The expected number of leaves of an algorithm on a tree family, where there is a formula.

Formulas:

    minimax                     width^depth on every uniform tree
    alpha_beta and its equals   Baudet 1977 on `uniform`, for its distribution of values; equals are f_alpha_beta and
                                ps_star with as many phases as children, which evaluate the same leaves
    sss_star, mt_sss_star,      ours (`sss_star`, `groups`) on `uniform`
    dual_star, mt_dual_star,
    alpha_beta_sss
    iter_sss_star               ours on `uniform`, for the memories of `iter_sss_memories`
    ps_star                     ours on `uniform` up to depth 2
    alpha_beta, sss_star,       ours (`dependent`) on `dependent`
    dual_star and equals
    alpha_beta and f_alpha_beta ours (`newborn`) on `incremental` up to depth 3, for whole branch values
    alpha_beta_shallow          the sum for shallow cut-offs alone (`knuth_moore`) on `uniform`
    most algorithms             the minimum of Slagle & Dixon 1969 on perfectly ordered trees
    staged_sss_star and         2w^2 - 1 + (w-1)^2 on the perfectly ordered T(w, 4) with two stages of two half-moves
    sss_alpha_beta
    test                        Pearl 1980 on `uniform`; w^floor(d/2) for yes and w^ceil(d/2) for no on perfectly
                                ordered trees of `ordered`, whose value is known
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from halfmove.base.checks import is_finite, is_whole
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.theory.baudet import expected_leaves
from halfmove.theory.checks import FLOAT_SIZE, check_size
from halfmove.theory.dependent import expected_leaves_dependent
from halfmove.theory.iter_sss_star import expected_leaves_iter_sss
from halfmove.theory.knuth_moore import expected_leaves_shallow
from halfmove.theory.newborn import expected_leaves_incremental
from halfmove.theory.pearl import expected_leaves_test
from halfmove.theory.ps_star import expected_leaves_abs, expected_leaves_ps
from halfmove.theory.slagle_dixon import minimum_leaves
from halfmove.theory.sss_star import expected_leaves_sss

# On a perfectly ordered tree these evaluate the minimal tree and nothing else, ties or not.
_MINIMAL = {
    "alpha_beta",
    "f_alpha_beta",
    "l_alpha_beta",
    "p_alpha_beta",
    "p_alpha_beta_belle",
    "scout",
    "negascout",
    "sss_star",
    "ps_star",
    "iter_sss_star",
    "alpha_beta_sss",
    "dual_star",
    "mt_sss_star",
    "mt_dual_star",
}
# Variants of these that evaluate more leaves if values are equal.
_WORSE = {("scout", "test", "printed"), ("sss_star", "ties", "1979")}
_STAGED = {"staged_sss_star": "stage", "sss_alpha_beta": "split"}


@checked
def expected(
    algorithm: str, family: Mapping[str, Any], parameters: Mapping[str, Any] | None = None, depth: int | None = None
) -> float | None:
    """The mean number of leaves of an algorithm over all trees of a family.

    Parameters
    ----------
    algorithm : str
        The id of the algorithm.
    family : mapping
        The parameters of a tree of `halfmove.trees`: `tree.parameters`.
    parameters : mapping, optional
        The parameters of the algorithm.
    depth : int, optional
        The depth of the search, if it ends before the leaves of the tree.

    Returns
    -------
    float or None
        The mean; None if no formula is known.

    Examples
    --------
    >>> import halfmove as hm
    >>> tree = hm.trees.uniform(8, 4, values=(0, 127))
    >>> round(expected("alpha_beta", tree.parameters), 2), expected("minimax", tree.parameters)
    (949.04, 4096.0)
    >>> expected("scout", hm.trees.ordered(24, 4, order="perfect").parameters), expected("scout", tree.parameters)
    (1151.0, None)
    """
    given = dict(parameters or {})
    kind, width, height = family.get("family"), family.get("width"), family.get("depth")
    if width is None or height is None:
        return None
    cut = depth is not None and depth < height
    height = min(height, depth) if depth is not None else height
    try:
        check_size(width, height, FLOAT_SIZE)
        if algorithm == "minimax":
            return float(width**height)
        order = family.get("order", "random")
        if algorithm == "test" and kind == "ordered" and _is_perfect(family):
            return _least_of_test(width, height, family.get("root"), given.get("above", 0))
        if (kind == "ordered" and _is_perfect(family)) or (kind == "uniform" and order == "perfect" and not cut):
            return _perfect(algorithm, given, width, height)
        if kind == "dependent" and not cut:
            return _dependent(algorithm, given, width, height)
        if kind == "incremental" and algorithm in ("alpha_beta", "f_alpha_beta"):
            return expected_leaves_incremental(width, height, family.get("values"))
        if kind == "uniform" and order == "random" and not cut:
            return _random(algorithm, given, width, height, family.get("values"))
    except (UsageError, OverflowError):  # the tree is too large for the formula, or has too many values
        pass
    return None


def _random(algorithm: str, given: dict[str, Any], width: int, depth: int, values: Any) -> float | None:
    if algorithm == "alpha_beta_shallow":
        return expected_leaves_shallow(width, depth, values)
    if algorithm == "test":
        return expected_leaves_test(width, depth, given.get("above", 0), values)
    if algorithm in ("alpha_beta", "f_alpha_beta"):
        return expected_leaves(width, depth, values)
    if algorithm == "ps_star" and given.get("partitions") is None:
        phases = given.get("phases", 2)
        if phases >= width:
            return expected_leaves(width, depth, values)
        return expected_leaves_ps(width, depth, phases, values)
    if algorithm in ("sss_star", "mt_sss_star") and given.get("ties", "leftmost") == "leftmost":
        return expected_leaves_sss(width, depth, values)
    if algorithm in ("dual_star", "mt_dual_star"):
        return expected_leaves_sss(width, depth, values, dual=True)
    if algorithm == "alpha_beta_sss":
        return expected_leaves_abs(width, depth, given.get("split", 2), values)
    memory = given.get("memory", "minimum")
    if algorithm == "iter_sss_star" and (memory == "minimum" or is_whole(memory)):
        return expected_leaves_iter_sss(width, depth, None if memory == "minimum" else memory, values)
    return None


def _dependent(algorithm: str, given: dict[str, Any], width: int, depth: int) -> float | None:
    if given.get("ties", "leftmost") != "leftmost":
        return None
    known = {"f_alpha_beta": "alpha_beta", "mt_sss_star": "sss_star", "mt_dual_star": "dual_star"}
    name = known.get(algorithm, algorithm)
    if name not in ("alpha_beta", "sss_star", "dual_star"):
        return None
    return float(expected_leaves_dependent(width, depth, name))


def _perfect(algorithm: str, given: dict[str, Any], width: int, depth: int) -> float | None:
    if any(algorithm == name and given.get(key) == value for name, key, value in _WORSE):
        return None
    if algorithm in _MINIMAL:
        return float(minimum_leaves(width, depth))
    if algorithm in _STAGED and depth == 4 and given.get(_STAGED[algorithm], 2) == 2:
        return float(minimum_leaves(width, 4) + (width - 1) ** 2)
    return None


def _least_of_test(width: int, depth: int, value: Any, above: Any) -> float | None:
    """The leaves of one strategy of the player that profits from the answer."""
    if not is_finite(value) or not is_finite(above):
        return None
    return float(width ** (depth // 2 if value > above else (depth + 1) // 2))


def _is_perfect(family: Mapping[str, Any]) -> bool:
    """Whether the best child is always the first one."""
    order, width = family.get("order"), family["width"]
    if width == 1:
        return True
    if isinstance(order, int):
        return width // order == 1 and family.get("probability") == 1
    return order in ("perfect", "minimal", "first", "geometric") and family.get("probability") == 1
