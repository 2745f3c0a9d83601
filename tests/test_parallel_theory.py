"""The limits of parallel alpha-beta in perfect order are what the algorithm does with more processors than leaves."""

from __future__ import annotations

import math

import pytest

import halfmove as hm
from halfmove import theory

SIZES = [(1, 3), (2, 4), (2, 5), (3, 3), (3, 4), (4, 4), (5, 3), (2, 1), (3, 0)]
LIMITED = ["root_splitting", "pv_splitting", "mandatory_work_first", "young_brothers_wait", "leftmost_leaves"]


def rounds(width: int, depth: int, scheme: str, processors: int) -> int:
    tree = hm.trees.uniform(width, depth, order="perfect", seed=1)
    found = hm.search(tree, "parallel_alpha_beta", scheme=scheme, processors=processors, compiled=False)
    return found.counts.rounds


@pytest.mark.parametrize("scheme", LIMITED)
def test_with_any_number_of_processors(scheme: str) -> None:
    for size in SIZES:
        assert rounds(*size, scheme, 2000) == theory.parallel_rounds(scheme, *size), size


def test_tree_splitting_gains_the_root_of_the_processors() -> None:
    alone = theory.minimum_leaves(4, 8)
    for processors in (1, 4, 16, 64):
        gained = alone / rounds(4, 8, "tree_splitting", processors)
        assert math.isclose(gained, theory.tree_splitting_speedup(processors), rel_tol=0.1)


def test_two_children_leave_young_brothers_nothing() -> None:
    assert rounds(2, 8, "young_brothers_wait", 100) == theory.minimum_leaves(2, 8)
    assert theory.parallel_limit("young_brothers_wait", 2, 8) == 1


def test_wrong_arguments() -> None:
    with pytest.raises(hm.UsageError, match="no scheme 'ybw'"):
        theory.parallel_limit("ybw", 2, 3)
    with pytest.raises(hm.UsageError, match="depth must be"):
        theory.parallel_rounds("pv_splitting", 2, -1)
