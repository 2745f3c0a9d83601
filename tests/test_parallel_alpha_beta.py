"""Parallel alpha-beta: values, leaves and where the time goes, for any number of processors; and exact theory."""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove import theory
from halfmove.algorithms.parallel_alpha_beta import SCHEMES
from halfmove.recording.log import LEAF, ROUND

from . import naive
from .conftest import honest, random_positions, random_trees, told, usually
from .test_leaves import FINITE, windows

ID = "parallel_alpha_beta"


def trees_of(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.recursive(values, lambda children: st.lists(children, min_size=1, max_size=4), max_leaves=30)


TREES = st.one_of(
    trees_of(st.integers(-2, 2)),
    trees_of(st.integers(-(10**15), 10**15)),
    trees_of(st.integers(-20, 20).map(lambda n: n / 10)),
    trees_of(st.floats(allow_nan=False).filter(lambda x: abs(x) != sys.float_info.max)),  # counts as infinite
)
EACH = pytest.mark.parametrize("scheme", SCHEMES)
MANY = [1, 2, 3, 4, 7, 16, 100, 1000]
LATENCIES = [0, 0, 1, 2, 5, 1000]


def accounts(r: hm.Result) -> None:
    """Every processor spends every round on one of three things."""
    processors, latency, counts = r.parameters["processors"], r.parameters["latency"], r.counts
    in_transit = r.counters["in_transit"]
    assert counts.rounds * processors == counts.leaves + counts.idle + in_transit, r
    assert 0 <= in_transit <= counts.steals * latency, r
    assert counts.idle >= 0
    if r.leaf_order is not None:
        assert len(set(r.leaf_order)) == len(r.leaf_order) == counts.leaves, r


def searched(tree: Any, compiled: bool = False, **options: Any) -> hm.Result:
    r = hm.search(hm.trees.explicit(tree), ID, compiled=compiled, trace=True, **options)
    accounts(r)
    return r


@EACH
def test_any_number_of_processors(scheme: str) -> None:
    chance = random.Random(scheme)
    for tree in random_trees(usually(40, 1700), 21):
        true = naive.minimax(tree)[0]
        given = {"processors": chance.choice(MANY), "latency": chance.choice(LATENCIES), "scheme": scheme}
        given["split_height"] = chance.choice([1, 1, 2, 3])
        assert searched(tree, **given).value == true, (tree, given)
        window = windows(chance, naive.is_real(tree))[0]
        assert honest(searched(tree, window=window, **given), true), (tree, given, window)


@settings(max_examples=usually(60, 3000), deadline=None)
@given(
    tree=TREES,
    processors=st.integers(1, 1000),
    scheme=st.sampled_from(SCHEMES),
    latency=st.integers(0, 1000),
    split_height=st.integers(1, 5),
)
def test_any_tree(tree: Any, **parameters: Any) -> None:
    slow, fast = (searched(tree, compiled, **parameters) for compiled in (False, True))
    assert slow.value == naive.minimax(tree)[0]
    assert told(slow) | slow.counters == told(fast) | fast.counters


@EACH
def test_one_processor_is_alpha_beta(scheme: str) -> None:
    chance = random.Random(5)
    for tree in random_trees(usually(30, 1000), 22, FINITE):
        for window in (None, *windows(chance, naive.is_real(tree))):
            alone = searched(tree, processors=1, scheme=scheme, latency=3, window=window)
            plain = hm.search(hm.trees.explicit(tree), window=window, compiled=False, trace=True)
            for name in ("value", "bound", "move", "leaf_order"):
                assert getattr(alone, name) == getattr(plain, name), (tree, window)
            counts = alone.counts
            assert (counts.leaves, counts.nodes) == (plain.counts.leaves, plain.counts.nodes)
            assert (counts.rounds, counts.idle, counts.steals) == (counts.leaves, 0, 0)


@EACH
def test_players_who_move_twice(scheme: str) -> None:
    game = hm.games.kalah(pits=3, seeds=2)
    for at in random_positions(game, usually(3, 30), 3, range(4)):
        true = hm.search(game, "minimax", position=at, depth=4, compiled=False).value
        for processors in (1, 3, 20):
            r = hm.search(
                game, ID, position=at, depth=4, compiled=False, trace=True, processors=processors, scheme=scheme
            )
            accounts(r)
            assert (r.value, r.bound) == (true, "exact")


@EACH
def test_the_storage_of_all_processors(scheme: str) -> None:
    """At least all leaves of one round with the root, at most a line of nodes for each processor and each leaf."""
    depth = 5
    tree = hm.trees.uniform(3, depth, seed=4)
    for processors in (1, 2, 7, 40):
        r = hm.search(tree, ID, processors=processors, scheme=scheme, compiled=False, trace=True)
        rounds: list[int] = []
        for kind, *_ in r.log.rows:
            if kind == ROUND:
                rounds.append(0)
            elif kind == LEAF:
                rounds[-1] += 1
        most = r.counters["max_begun"]
        assert max(rounds) < most <= 1 + depth * (r.counts.steals + 1)
        assert r.counts.nodes >= most
        if processors == 1:
            assert most == depth + 1


def test_a_root_that_is_a_leaf() -> None:
    for compiled in (False, True):
        r = searched(5, compiled, processors=7)
        assert (r.value, r.counts.rounds, r.counts.idle, r.counts.steals) == (5, 1, 6, 0)


def test_rounds_in_which_all_wait_are_skipped() -> None:
    tree = hm.trees.uniform(2, 6, seed=1)
    alone, two = (hm.search(tree, ID, processors=p, latency=10**6, compiled=False) for p in (1, 2))
    accounts(two)
    assert two.value == alone.value
    assert alone.counts.rounds == alone.counts.leaves  # nothing is handed over


@pytest.mark.parametrize("wrong", [{"processors": 2**21}, {"latency": 2**21}, {"processors": 0}, {"latency": -1}])
def test_wrong_numbers(wrong: Any) -> None:
    for compiled in (False, True):
        with pytest.raises(hm.HalfmoveError, match=r"at (most|least)"):
            hm.search(hm.trees.explicit([[1, 2], [3]]), ID, compiled=compiled, **wrong)


def test_a_limit_of_nodes_leaves_a_bound() -> None:
    tree = hm.trees.uniform(3, 6, seed=2, values=(0, 99))
    true = hm.search(tree).value
    for nodes in range(1, 400, 13):
        r = hm.search(tree, ID, processors=5, limits=hm.Limits(nodes=nodes), compiled=False)
        assert r.stopped == "nodes"
        assert honest(r, true), r


# Theory, on perfectly ordered trees


def rounds(tree: hm.Game, scheme: str, processors: int) -> int:
    return hm.search(tree, ID, processors=processors, scheme=scheme, compiled=True).counts.rounds


@pytest.mark.parametrize(("width", "depth"), [(4, 4), (4, 8), (6, 6)])
def test_tree_splitting_gains_the_square_root(width: int, depth: int) -> None:
    """Finkel & Fishburn: each two levels of the binary tree of processors make the search twice as fast."""
    tree = hm.trees.ordered(width, depth, order="perfect")
    for k in range(depth // 2 + 1):
        if width // 2**k * 2**k == width or width == 4:
            assert rounds(tree, "tree_splitting", 4**k) == 2 * width ** (depth // 2) // 2**k - 1


@pytest.mark.parametrize(("width", "depth"), [(2, 7), (3, 6), (5, 5), (8, 4)])
def test_pv_splitting_gains_at_most_the_width_minus_one(width: int, depth: int) -> None:
    tree = hm.trees.ordered(width, depth, order="perfect")
    alone = rounds(tree, "pv_splitting", 1)
    for processors in (width - 1, width, 100):
        assert rounds(tree, "pv_splitting", processors) == 1 + (alone - 1) // (width - 1)


@pytest.mark.parametrize(("width", "depth"), [(2, 8), (3, 6), (5, 4), (40, 2), (8, 5), (3, 7)])
def test_root_splitting_is_as_slow_as_one_processor_on_the_first_child(width: int, depth: int) -> None:
    """So it gains less than two where the depth is even: there the first child is half of the work."""
    tree = hm.trees.ordered(width, depth, order="perfect")
    alone = rounds(tree, "root_splitting", 1)
    for processors in (2, 3, 10, 100):
        time = rounds(tree, "root_splitting", processors)
        assert time >= theory.minimum_leaves(width, depth - 1)
        assert depth % 2 == 1 or alone < 2 * time


def test_young_brothers_gain_nothing_on_binary_trees() -> None:
    for depth in range(1, 11):
        tree = hm.trees.ordered(2, depth, order="perfect")
        alone = rounds(tree, "young_brothers_wait", 1)
        assert {rounds(tree, "young_brothers_wait", processors) for processors in (2, 3, 50)} == {alone}


def test_mandatory_work_first_finishes_the_minimal_tree_at_once() -> None:
    for width, depth in ((2, 6), (3, 5), (5, 4)):
        assert rounds(hm.trees.ordered(width, depth, order="perfect"), "mandatory_work_first", 10_000) == 1
