"""The formulas that settings of the papers name, as functions of `halfmove.theory`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from halfmove import theory
from halfmove.errors import UsageError
from halfmove.studies.conditions import CONDITIONS
from halfmove.studies.papers import Setting
from halfmove.theory import Storage

Arguments = Mapping[str, Any]


def _storage(setting: Setting) -> Storage:
    """The states that the setting's algorithm stores. Those of PS* depend on its phases; SSS* has all on OPEN."""
    width, depth = setting.arguments["width"], setting.arguments["depth"]
    if setting.algorithm == "ps_star":
        return theory.ps_storage(width, depth, setting.parameters["phases"])
    return theory.sss_storage(width, depth)


def _states(storage: Storage, quantity: str) -> int:
    return {"open": storage.open, "backup": storage.backup}.get(quantity, storage.total)


def _fewer_with_equal_scores(width: int, depth: int, most: int) -> bool:
    """Whether alpha-beta is expected to evaluate fewer leaves with scores from 0 to `most` than with distinct ones."""
    return theory.expected_leaves(width, depth, (0, most)) < theory.expected_leaves(width, depth)


def _above_lower(width: int) -> bool:
    """Whether the expected leaves grow faster than the powers of xi/(1-xi): then the branching factor is larger."""
    early, late = (theory.expected_leaves(width, depth) / theory.lower_bound(width) ** depth for depth in (200, 300))
    return late > early * (1 + 1e-9)


_OF_ARGUMENTS: Mapping[str, Callable[..., Any]] = {
    "good_moves_only": lambda moves, half_moves: moves**half_moves / 1e20,
    "model_sss_star": theory.sss_leaves,
    "model_alpha_beta": theory.alpha_beta_leaves,
    "model_ratio": theory.ratio,
    "model_mean_ratio": theory.mean_ratio,
    "model_peak": lambda width, depth: theory.peak(width, depth)[0],
    "model_sss_star_branching": theory.sss_branching,
    "iter_sss_star_minimum": theory.iter_sss_least,
    "sss_star_storage": theory.iter_sss_full,
    "staged_sss_star_storage": lambda width, depth, stage: theory.staged_sss_storage(width, depth, stage).open,
    "minimum_leaves": theory.minimum_leaves,
    "expected_leaves": theory.expected_leaves,
    "fewer_with_equal_scores": _fewer_with_equal_scores,
    "3.11": theory.expected_leaves,
    "3.13": theory.expected_leaves_bivalued,
    "4.6": theory.expected_leaves,
    "expected_nodes": theory.expected_nodes,
    "fuller_by_depth": lambda: theory.fuller_fit().by_depth,
    "fuller_constant": lambda: theory.fuller_fit().constant,
    "fuller_least": lambda: theory.fuller_range()[0],
    "fuller_greatest": lambda: theory.fuller_range()[1],
    "fuller_within": lambda: theory.fuller_range()[0] >= 1 and theory.fuller_range()[1] <= 2,
    "nodes_within_depth_times_leaves": lambda width, depth: (
        theory.expected_nodes(width, depth) <= depth * theory.expected_leaves(width, depth)
    ),
    "branching_factor_above_lower": _above_lower,
    "average_exponent": theory.average_exponent,
    "best_exponent": theory.best_exponent,
    "depth_gain": theory.depth_gain,
    "best_depth_gain": lambda width: 1 / theory.best_exponent(width),
    "branching_factor_lower": theory.lower_bound,
    "branching_factor_upper": theory.upper_bound,
    "branching_factor_upper_simple": theory.coarse_bound,
    "branching_factor_without_deep_cutoffs": theory.shallow_bound,
}


def known(formula: str) -> bool:
    """Whether there is a function for this formula."""
    return formula == "storage" or formula in _OF_ARGUMENTS or formula in CONDITIONS


def by_formula(setting: Setting, **more: Any) -> float:
    """The value of a setting's formula for its arguments.

    >>> by_formula(Setting("ratio", formula="model_ratio", arguments={"width": 8, "depth": 6}), abf=1)
    1.0
    """
    if setting.formula == "storage":
        return float(_states(_storage(setting), setting.quantity))
    if setting.formula is None or setting.formula not in _OF_ARGUMENTS:
        raise UsageError(f"there is no formula {setting.formula!r}")
    return float(_OF_ARGUMENTS[setting.formula](**setting.arguments, **more))
