"""Parallel PS*: the value for any number of processors, and with one processor PS* and SSS*."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.recording.log import ROUND, WAIT, WORK

from . import naive
from .conftest import honest, random_positions, random_trees, told, usually
from .test_leaves import FINITE, windows
from .test_parallel_alpha_beta import LATENCIES, MANY, TREES, accounts

ID = "parallel_ps_star"
DIVISIONS: list[dict[str, Any]] = [{"phases": 1}, {"phases": 2}, {"phases": 3}, {"partitions": [1, 9]}]
EACH = pytest.mark.parametrize("division", DIVISIONS, ids=str)


def searched(tree: Any, compiled: bool = False, id: str = ID, **options: Any) -> hm.Result:
    r = hm.search(hm.trees.explicit(tree), id, compiled=compiled, trace=True, **options)
    accounts(r)
    return r


@EACH
def test_any_number_of_processors(division: Any) -> None:
    chance = random.Random(str(division))
    for tree in random_trees(usually(60, 2500), 31):
        true = naive.minimax(tree)[0]
        given = {"processors": chance.choice(MANY), "latency": chance.choice(LATENCIES), **division}
        given["siblings"] = chance.choice([1, 1, 2, 3, 100])
        assert searched(tree, **given).value == true, (tree, given)
        window = windows(chance, naive.is_real(tree))[0]
        assert honest(searched(tree, window=window, **given), true), (tree, given, window)


@settings(max_examples=usually(60, 3000), deadline=None)
@given(
    tree=TREES,
    processors=st.integers(1, 1000),
    phases=st.integers(1, 5),
    siblings=st.integers(1, 5),
    latency=st.integers(0, 1000),
)
def test_any_tree(tree: Any, **parameters: Any) -> None:
    slow, fast = (searched(tree, compiled, **parameters) for compiled in (False, True))
    assert slow.value == naive.minimax(tree)[0]
    assert told(slow) | slow.counters == told(fast) | fast.counters


@EACH
def test_one_processor_is_ps_star(division: Any) -> None:
    """The same leaves in the same order, and the same storage, whatever the number of siblings."""
    chance = random.Random(6)
    for tree in random_trees(usually(40, 1500), 32, FINITE):
        for window in (None, windows(chance, naive.is_real(tree))[0]):
            alone = searched(tree, processors=1, siblings=chance.choice([1, 3]), latency=3, window=window, **division)
            plain = hm.search(hm.trees.explicit(tree), "ps_star", window=window, compiled=False, trace=True, **division)
            for name in ("value", "bound", "move", "leaf_order"):
                assert getattr(alone, name) == getattr(plain, name), (tree, window)
            for name in ("leaves", "nodes", "max_open", "max_backup"):
                assert getattr(alone.counts, name) == getattr(plain.counts, name), (tree, window, name)
            assert (alone.counts.rounds, alone.counts.idle, alone.counts.steals) == (alone.counts.leaves, 0, 0)


def test_one_processor_and_one_phase_is_sss_star() -> None:
    for tree in random_trees(usually(30, 500), 33, FINITE):
        plain = hm.search(hm.trees.explicit(tree), "sss_star", compiled=False, trace=True)
        for alone in (searched(tree, processors=1, phases=1), searched(tree, id="parsss_star", processors=1)):
            assert (alone.leaf_order, alone.move) == (plain.leaf_order, plain.move)
            assert (alone.counts.nodes, alone.counts.max_open) == (plain.counts.nodes, plain.counts.max_open)


def test_parsss_star_with_any_number_of_processors() -> None:
    chance = random.Random(34)
    for tree in random_trees(usually(200, 10_000), 35):
        true = naive.minimax(tree)[0]
        given = {"id": "parsss_star", "processors": chance.choice(MANY), "latency": chance.choice(LATENCIES)}
        assert searched(tree, **given).value == true, (tree, given)
        window = windows(chance, naive.is_real(tree))[0]
        assert honest(searched(tree, window=window, **given), true), (tree, given, window)


def test_parsss_star_divides_processors_among_subtrees() -> None:
    """Three processors begin at the first child of each of three children of the root, not below the first two."""
    r = searched([[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 1], [2, 3]]], id="parsss_star", processors=3)
    assert (r.leaf_order or ())[:3] == ("1.1.1", "2.1.1", "3.1.1")


def test_players_who_move_twice() -> None:
    game = hm.games.kalah(pits=3, seeds=2)
    for at in random_positions(game, usually(3, 30), 3, range(4)):
        true = hm.search(game, "minimax", position=at, depth=4, compiled=False).value
        for division in DIVISIONS:
            for processors in (1, 3, 20):
                given = {"processors": processors, "siblings": 3, **division}
                r = hm.search(game, ID, position=at, depth=4, compiled=False, trace=True, **given)
                accounts(r)
                assert (r.value, r.bound) == (true, "exact")


def test_a_root_that_is_a_leaf() -> None:
    for compiled in (False, True):
        r = searched(5, compiled, processors=7)
        assert (r.value, r.counts.rounds, r.counts.idle, r.counts.max_open) == (5, 1, 6, 1)


@pytest.mark.parametrize(("id", "more"), [(ID, {"phases": 1, "siblings": 3}), (ID, {}), ("parsss_star", {})])
def test_nobody_works_and_waits_in_one_round(id: str, more: Any) -> None:
    """Who waits for a leaf that is not needed any more is free at once: for other work, and in the accounts."""
    for seed in range(usually(8, 100)):
        tree = hm.trees.uniform(3, 4, seed=seed, values=(0, 9))
        for processors, latency in ((3, 2), (4, 5), (1000, 5)):
            given = {"processors": processors, "latency": latency, **more}
            r = hm.search(tree, id, compiled=False, trace=True, **given)
            accounts(r)
            known, now = set(), -1
            for kind, _, number, _, _ in r.log.rows:
                if kind == ROUND:
                    now = number
                elif kind in (WORK, WAIT):
                    assert (now, number) not in known, (seed, given)
                    known.add((now, number))


def test_siblings_give_work_to_more_processors() -> None:
    tree = hm.trees.ordered(12, 4, seed=0, order="first", probability=0.8)
    alone, plain, siblings = (
        hm.search(tree, ID, processors=p, siblings=s, phases=1, compiled=False).counts.rounds
        for p, s in ((1, 1), (16, 1), (16, 12))
    )
    assert alone > plain > 2 * siblings


def test_a_limit_of_nodes_leaves_a_bound() -> None:
    tree = hm.trees.uniform(3, 6, seed=2, values=(0, 99))
    true = hm.search(tree).value
    for nodes in range(1, 400, 13):
        r = hm.search(tree, ID, processors=5, limits=hm.Limits(nodes=nodes), compiled=False)
        assert honest(r, true), r
