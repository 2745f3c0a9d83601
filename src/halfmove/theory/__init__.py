"""Analytical models: the mean or least number of leaves that an algorithm evaluates, and the states that it stores.

Nothing here searches a tree. Every function is a formula or a condition from the literature, and its file names the
source. `import halfmove` does not load this package; `import halfmove.theory` does.

>>> from halfmove import theory
>>> theory.minimum_leaves(8, 4), round(theory.expected_leaves(8, 4), 1), round(theory.expected_leaves_shallow(8, 4), 1)
(127, 987.7, 1215.0)
"""

from halfmove.theory.baudet import (
    expected_leaves,
    expected_leaves_bivalued,
    expected_leaves_exact,
    expected_nodes,
    expected_nodes_by_depth,
)
from halfmove.theory.branching_factors import (
    Branching,
    branching,
    coarse_bound,
    largest_product,
    lower_bound,
    upper_bound,
    xi,
)
from halfmove.theory.dependent import expected_leaves_dependent
from halfmove.theory.deviation import leaves_deviation, leaves_variance_exact
from halfmove.theory.expectation import expected
from halfmove.theory.exponents import average_exponent, best_exponent, depth_gain
from halfmove.theory.fuller import LeafFit, fuller_fit, fuller_range, fuller_scale
from halfmove.theory.growth import BoundGrowth, LargestMean, largest_bivalued, upper_bound_growth
from halfmove.theory.iter_sss_star import expected_leaves_iter_sss, expected_leaves_iter_sss_exact, iter_sss_memories
from halfmove.theory.knuth_moore import expected_leaves_shallow, shallow_bound, visit_chance
from halfmove.theory.newborn import expected_leaves_incremental
from halfmove.theory.node_types import child_types, draw_types
from halfmove.theory.parallel import parallel_limit, parallel_rounds, tree_splitting_speedup
from halfmove.theory.pearl import expected_leaves_test
from halfmove.theory.phases import PhaseChoice, choose_phases, phase_choices
from halfmove.theory.pruning import (
    Pruning,
    SolutionTree,
    alpha_beta_window,
    bounds_along,
    pruning_bounds,
    solution_tree_count,
    solution_trees,
)
from halfmove.theory.ps_star import expected_leaves_abs, expected_leaves_ps
from halfmove.theory.slagle_dixon import minimum_leaves, minimum_nodes
from halfmove.theory.srimani import (
    alpha_beta_branching,
    alpha_beta_leaves,
    mean_ratio,
    peak,
    ratio,
    sss_branching,
    sss_leaves,
    sss_leaves_closed,
)
from halfmove.theory.sss_star import expected_leaves_sss, expected_leaves_sss_exact, sss_advantage
from halfmove.theory.storage import (
    Storage,
    alpha_beta_sss_storage,
    iter_sss_full,
    iter_sss_least,
    ps_storage,
    sss_alpha_beta_storage,
    sss_storage,
    staged_sss_storage,
)
from halfmove.theory.storage_in_bytes import storage_bytes
from halfmove.theory.visits import (
    backed_up_chance,
    backed_up_distribution,
    visit_probabilities,
    visit_probability,
    visit_probability_exact,
)

__all__ = [
    "BoundGrowth",
    "Branching",
    "LargestMean",
    "LeafFit",
    "PhaseChoice",
    "Pruning",
    "SolutionTree",
    "Storage",
    "alpha_beta_branching",
    "alpha_beta_leaves",
    "alpha_beta_sss_storage",
    "alpha_beta_window",
    "average_exponent",
    "backed_up_chance",
    "backed_up_distribution",
    "best_exponent",
    "bounds_along",
    "branching",
    "child_types",
    "choose_phases",
    "coarse_bound",
    "depth_gain",
    "draw_types",
    "expected",
    "expected_leaves",
    "expected_leaves_abs",
    "expected_leaves_bivalued",
    "expected_leaves_dependent",
    "expected_leaves_exact",
    "expected_leaves_incremental",
    "expected_leaves_iter_sss",
    "expected_leaves_iter_sss_exact",
    "expected_leaves_ps",
    "expected_leaves_shallow",
    "expected_leaves_sss",
    "expected_leaves_sss_exact",
    "expected_leaves_test",
    "expected_nodes",
    "expected_nodes_by_depth",
    "fuller_fit",
    "fuller_range",
    "fuller_scale",
    "iter_sss_full",
    "iter_sss_least",
    "iter_sss_memories",
    "largest_bivalued",
    "largest_product",
    "leaves_deviation",
    "leaves_variance_exact",
    "lower_bound",
    "mean_ratio",
    "minimum_leaves",
    "minimum_nodes",
    "parallel_limit",
    "parallel_rounds",
    "peak",
    "phase_choices",
    "pruning_bounds",
    "ps_storage",
    "ratio",
    "shallow_bound",
    "solution_tree_count",
    "solution_trees",
    "sss_advantage",
    "sss_alpha_beta_storage",
    "sss_branching",
    "sss_leaves",
    "sss_leaves_closed",
    "sss_storage",
    "staged_sss_storage",
    "storage_bytes",
    "tree_splitting_speedup",
    "upper_bound",
    "upper_bound_growth",
    "visit_chance",
    "visit_probabilities",
    "visit_probability",
    "visit_probability_exact",
    "xi",
]
