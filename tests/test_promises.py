"""Promises that every algorithm of the registry keeps, at both speeds, on all sorts of trees."""

from __future__ import annotations

import json
import pickle
import random
import re
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm

from . import naive
from .conftest import MOVE_ONLY, exact_variants, honest, random_trees, told, usually, variants

SPEEDS = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
EVERY = pytest.mark.parametrize(("algorithm", "parameters"), variants())
EXACT = pytest.mark.parametrize(("algorithm", "parameters"), exact_variants())


def search(tree: Any, algorithm: str, compiled: bool, parameters: Any, **options: Any) -> hm.Result:
    return hm.search(hm.trees.explicit(tree), algorithm, compiled=compiled, trace=True, **options, **parameters)


def check_result(tree: Any, r: hm.Result) -> None:
    """Value, bound, line and best move against minimax."""
    true = naive.minimax(tree)[0]
    assert honest(r, true), (tree, r)
    assert r.line[:1] == (() if r.move is None else (r.move,)), (tree, r)
    if r.move is not None:
        reached = naive.Search(tree).minimax(tree[r.move - 1], (r.move,), -1)
        if r.bound == "exact":
            assert -reached == true, (tree, r)
        elif r.bound == "lower":
            assert -reached >= r.value, (tree, r)
    if r.bound == "exact":
        node = tree
        for number in r.line:
            node = node[number - 1]
        assert naive.is_leaf(node), (tree, r)
        assert node == true, (tree, r)
    assert r.leaf_order is not None
    assert len(r.leaf_order) == r.counts.leaves <= r.counts.nodes, (tree, r)
    assert r.stopped is None


@SPEEDS
@EXACT
def test_value_line_and_move(algorithm: str, parameters: Any, compiled: bool) -> None:
    for tree in random_trees(usually(50, 1000), 11):
        check_result(tree, search(tree, algorithm, compiled, parameters))


@SPEEDS
@EXACT
def test_narrow_windows(algorithm: str, parameters: Any, compiled: bool) -> None:
    chance = random.Random(12)
    for tree in random_trees(usually(30, 500), 13):
        true = naive.minimax(tree)[0]
        real = naive.is_real(tree)
        for _ in range(3):
            low = chance.choice([true if abs(true) < naive.INF else 0, chance.randint(-4, 4)])
            low += chance.choice([-0.1, 0.0, 0.1]) if real else chance.randint(-2, 1)
            window = chance.choice([(low, low + 1), (low, low + 3), (-naive.INF, low), (low, naive.INF)])
            r = search(tree, algorithm, compiled, parameters, window=window)
            check_result(tree, r)
            # A value strictly inside the window is found (unless only the move is promised).
            if window[0] < true < window[1] and algorithm not in MOVE_ONLY:
                assert r.bound == "exact", (tree, r)


@EVERY
def test_both_speeds_agree(algorithm: str, parameters: Any) -> None:
    """Same value, bound, line, counts and order of leaves."""
    for tree in random_trees(usually(50, 1000), 14):
        slow, fast = (search(tree, algorithm, compiled, parameters) for compiled in (False, True))
        assert told(slow) == told(fast), tree
        assert fast.compiled
        assert not slow.compiled


# Whose machine code is also made without a trace: one that goes depth first, one that searches again, one with OPEN.
# Whether leaves are written down is asked in `enter`, which all share.
UNTRACED = usually(("alpha_beta", "mtd_f", "sss_star"), tuple(hm.ALGORITHMS))


@EVERY
def test_tracing_changes_nothing(algorithm: str, parameters: Any) -> None:
    for tree in random_trees(usually(30, 300), 15, ("ties", "integers")):
        both = algorithm in UNTRACED and usually(parameters != {"ties": "1979"}, True)
        for compiled in (False, True) if both else (False,):
            traced = search(tree, algorithm, compiled, parameters)
            plain = hm.search(hm.trees.explicit(tree), algorithm, compiled=compiled, **parameters)
            assert plain.leaf_order is None
            assert told(traced) | {"leaf_order": None} == told(plain), tree


@EVERY
def test_results_are_data(algorithm: str, parameters: Any) -> None:
    """A result goes to JSON and through pickle with its line, which may be searched only then."""
    r = search([[3, [7, 2]], [4, [1, 9]]], algorithm, False, parameters)
    data = json.loads(json.dumps(r.as_dict()))
    assert (data["value"], data["move"], tuple(data["line"])) == (r.value, r.move, r.line)
    assert data["counts"]["leaves"] == r.counts.leaves
    assert told(pickle.loads(pickle.dumps(r))) == told(r)


def trees_of(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.recursive(values, lambda children: st.lists(children, min_size=1, max_size=4), max_leaves=30)


TREES = st.one_of(
    trees_of(st.integers(-2, 2)),
    trees_of(st.integers(-(10**15), 10**15)),
    trees_of(st.integers(-20, 20).map(lambda n: n / 10)),
    trees_of(st.floats(allow_nan=False).filter(lambda x: abs(x) != sys.float_info.max)),  # counts as infinite
)


@EXACT
@settings(max_examples=usually(25, 500), deadline=None, derandomize=True)
@given(tree=TREES)
def test_any_tree(algorithm: str, parameters: Any, tree: Any) -> None:
    slow, fast = (search(tree, algorithm, compiled, parameters) for compiled in (False, True))
    check_result(tree, slow)
    assert told(slow) == told(fast)


@EVERY
def test_a_leaf_is_evaluated_whatever_the_window(algorithm: str, parameters: Any) -> None:
    for compiled in (False, True):
        r = search(5, algorithm, compiled, parameters, window=(-1, 1))
        assert honest(r, 5)
        assert (r.line, r.leaf_order) == ((), ("0",))


@EVERY
def test_a_part_of_a_tree_is_searched_from_its_own_side(algorithm: str, parameters: Any) -> None:
    tree = hm.trees.explicit([[3, [7, 2]], [4, [1, 9]]])
    for compiled in (False, True):
        r = hm.search(tree, algorithm, position="1", compiled=compiled, trace=True, **parameters)
        assert honest(r, -3)


@EVERY
def test_registry_entry_is_complete(algorithm: str, parameters: Any) -> None:
    entry = next(a for a in hm.ALGORITHMS.values() if a.id == algorithm)
    assert entry.title
    assert entry.source
    assert entry.promise
    assert entry.kernel.__name__ == entry.id == entry.kernel.__module__.rpartition(".")[2]
    for heading in ("Source", "Contract", "Counts", "Order", "Departures", ">>>"):
        said = re.search(rf"^{heading} +\S", entry.contract, re.MULTILINE)
        assert said, f"the docstring of {algorithm} says nothing under {heading}"
    for parameter in entry.parameters:
        assert parameter.help


def test_aliases_and_defaults() -> None:
    tree = hm.trees.explicit([[3, 5], [4, 6]])
    assert hm.search(tree, "negamax").algorithm == "minimax"
    assert hm.search(tree).algorithm == "alpha_beta"
    assert hm.search(tree, "scout").parameters == {"test": "window"}
