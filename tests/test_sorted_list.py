"""OPEN as a sorted list: the same searches as with OPEN as blocks, step by step; and what the list costs is counted."""

from __future__ import annotations

import math
import random
from bisect import bisect_left
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.errors import UsageError

from .conftest import usually
from .test_state_space import random_sizes, random_tree, some_window

KINDS: list[tuple[str, dict[str, Any]]] = [
    ("sss_star", {}),
    ("ps_star", {}),
    ("ps_star", {"phases": 3, "operator": "printed"}),
    ("ps_star", {"partitions": random_sizes(0.7)}),
    ("iter_sss_star", {}),
    *(("iter_sss_star", {"memory": memory}) for memory in (1, 3, 6, 11)),
]


def both(tree: Any, algorithm: str, **options: Any) -> tuple[hm.Result, hm.Result]:
    game = hm.trees.explicit(tree)
    return tuple(hm.search(game, algorithm, open=kept, **options) for kept in ("blocks", "list"))  # type: ignore[return-value]


def assert_same(blocks: hm.Result, listed: hm.Result, label: Any) -> None:
    for name in ("value", "bound", "counts", "leaf_order", "line"):
        assert getattr(listed, name) == getattr(blocks, name), (name, label)
    if blocks.events is not None:
        assert listed.events == blocks.events, label


LEAVES = st.integers(0, 3) | st.integers(-1000, 1000) | st.floats(-2, 2).map(lambda x: round(x, 3))
TREES = st.recursive(LEAVES, lambda children: st.lists(children, min_size=1, max_size=4), max_leaves=40)


@settings(deadline=None, max_examples=usually(60, 2000))
@given(TREES, st.sampled_from(KINDS), st.none() | st.tuples(st.integers(-2, 3), st.integers(1, 4)))
def test_the_same_steps_on_any_tree(tree, kind, window):
    algorithm, parameters = kind
    ends = None if window is None else (window[0], window[0] + window[1])
    assert_same(*both(tree, algorithm, window=ends, trace=True, compiled=False, **parameters), (tree, kind, ends))


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_the_same_leaves_at_both_speeds(compiled):
    chance = random.Random(13)
    for _ in range(usually(25, 1000)):
        tree = random_tree(chance)
        options = {"window": some_window(chance, tree), "trace": True, "compiled": compiled}
        for algorithm, parameters in KINDS:
            if compiled and usually(algorithm != "sss_star", False):
                continue  # machine code for lists takes long to make, and all have OPEN in common
            found = both(tree, algorithm, **options, **parameters)
            assert_same(*found, (tree, algorithm, parameters, options))
            if compiled and found[1].counts.nodes > 1:
                slowly = hm.search(
                    hm.trees.explicit(tree), algorithm, open="list", **options | {"compiled": False}, **parameters
                )
                assert slowly.counters == found[1].counters


@pytest.mark.parametrize("tree", [5, [5], [[5]], [[[5]]], [[[[[1]]]]], [3, 3, 3], [[2, 2], [2, 2]], [[1, [1, 2]]] * 70])
def test_corners(tree):
    for algorithm, parameters in KINDS:
        assert_same(*both(tree, algorithm, compiled=False, trace=True, **parameters), (tree, algorithm, parameters))


def listed_steps(tree: Any) -> tuple[int, int]:
    """The states that SSS* passes to insert others, and those it looks at to purge some, on a plain Python list.

    To purge is to go through all of them. States are (-merit, name, solved): a name is a tuple of numbers, so that the
    list is sorted as OPEN is.
    """
    passed = swept = 0
    states: list[tuple[float, tuple[int, ...], bool]] = [(-math.inf, (), False)]

    def at(name: tuple[int, ...]) -> Any:
        node = tree
        for number in name:
            node = node[number]
        return node

    while True:
        merit, name, solved = states.pop(0)
        node, is_max = at(name), len(name) % 2 == 0
        if solved and not name:
            return passed, swept
        if not solved and not isinstance(node, list):
            new = (max(merit, -node), name, True)
            place = bisect_left(states, new)
            if new[0] > merit:
                passed += place
            states.insert(place, new)
        elif not solved:
            states[:0] = [(merit, (*name, number), False) for number in range(len(node) if is_max else 1)]
        elif is_max and name[-1] + 1 < len(at(name[:-1])):
            states.insert(0, (merit, (*name[:-1], name[-1] + 1), False))
        elif is_max:
            states.insert(0, (merit, name[:-1], True))
        else:
            above = name[:-1]
            swept += 1 + len(states) if above else 0  # the purge that ends the search is left out
            states = [(merit, above, True), *(state for state in states if state[1][: len(above)] != above)]


def test_what_the_list_costs_is_counted():
    chance = random.Random(29)
    total = 0
    for _ in range(usually(150, 3000)):
        tree = random_tree(chance)
        if isinstance(tree, list):
            counters = hm.search(hm.trees.explicit(tree), "sss_star", open="list", compiled=False).counters
            assert (counters["passed"], counters["swept"]) == listed_steps(tree), tree
            total += counters["passed"]
    assert total > 100


def test_blocks_have_nothing_to_count():
    assert hm.search(hm.trees.explicit([[1, 2], [3, 4]]), "sss_star", compiled=False).counters == {}


def test_the_order_of_1979_is_a_list_by_itself():
    tree = hm.trees.explicit([[4, [[4, 4], [4, 4]]]])
    one, two = (
        hm.search(tree, "sss_star", ties="1979", open=kept, trace=True, compiled=False) for kept in ("blocks", "list")
    )
    assert one.leaf_order == two.leaf_order
    assert len(one.leaf_order) == 5


def test_limits_hold():
    tree = hm.trees.uniform(6, 6, seed=1)
    r = hm.search(tree, "sss_star", open="list", limits=hm.Limits(memory=20_000), compiled=False)
    assert (r.stopped, r.bound) == ("memory", "upper")
    few = [
        hm.search(tree, "sss_star", open=kept, limits=hm.Limits(nodes=99), compiled=False)
        for kept in ("list", "blocks")
    ]
    assert few[0].stopped == "nodes"
    assert (few[0].value, few[0].counts) == (few[1].value, few[1].counts)


def test_what_cannot_be():
    with pytest.raises(UsageError, match="open='heap' is not one of 'blocks', 'list'"):
        hm.search(hm.trees.explicit([1, 2]), "sss_star", open="heap")
    with pytest.raises(UsageError, match="a page cannot search with open='list'"):
        hm.explore(hm.trees.explicit([1, 2]), "ps_star", open="list")
