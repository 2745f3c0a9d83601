"""Conditions on the tree alone: `halfmove.theory.pruning` and `halfmove explain`, against definitions and searches."""

from __future__ import annotations

import json
import random
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove import theory
from halfmove.trees.explicit import dewey

from . import pruning
from .claims import full, uneven
from .test_cli import answer, fault, run

TREES = st.recursive(st.integers(0, 5), lambda children: st.lists(children, min_size=1, max_size=3), max_leaves=9)


def is_solution_tree(tree: Any, nodes: frozenset[tuple[int, ...]]) -> bool:
    """Definition 4.1, i, of a set of nodes."""
    for node in nodes:
        below = pruning.at(tree, node)
        children = [(*node, number) for number in range(1, len(below) + 1)] if isinstance(below, list) else []
        kept = sum(child in nodes for child in children)
        if children and kept != (1 if len(node) % 2 == 0 else len(children)):
            return False
    return () in nodes and all(node[:-1] in nodes for node in nodes if node)


@settings(deadline=None)
@given(TREES)
def test_solution_trees(tree: Any) -> None:
    found = list(theory.solution_trees(tree))
    sets = {frozenset(map(pruning.path, each.nodes)) for each in found}
    assert len(sets) == len(found) == theory.solution_tree_count(tree)
    assert sets == set(pruning.solution_trees(tree))
    assert all(is_solution_tree(tree, nodes) for nodes in sets)
    assert max(each.value for each in found) == pruning.value(tree)
    for each in found:
        assert each.value == min(pruning.at(tree, pruning.path(leaf)) for leaf in each.leaves)
        assert list(each.leaves) == sorted(each.leaves, key=pruning.path)


def test_counts_of_uniform_trees() -> None:
    """n^1 * n^2 ...: a solution tree picks one of n children at each of its MAX nodes, and has n^i of them at 2i."""
    for width, depth, count in ((2, 2, 2), (2, 4, 8), (3, 4, 81), (3, 3, 81), (2, 5, 2 ** (1 + 2 + 4)), (5, 0, 1)):
        assert theory.solution_tree_count(hm.trees.uniform(width, depth)) == count
    with pytest.raises(hm.UsageError, match=r"T\(3,6\).* 1594323 solution trees"):
        theory.solution_trees(hm.trees.uniform(3, 6))


@settings(deadline=None)
@given(TREES)
def test_bounds_are_those_of_the_definitions(tree: Any) -> None:
    for node in pruning.nodes(tree):
        found = theory.pruning_bounds(tree, dewey(node))
        assert (found.a_left, found.a_right, found.a_right_kept, found.b) == pruning.literal(tree, node)
        for score, source in ((found.a_left, found.a_left_from), (found.b, found.b_from)):
            if source is None:
                assert abs(score) == inf
            else:
                place = pruning.path(source)
                assert pruning.value(pruning.at(tree, place), len(place)) == score


ENDLESS = st.recursive(
    st.sampled_from([-inf, -1.0, 1.0, inf]), lambda children: st.lists(children, min_size=1, max_size=3), max_leaves=9
)


@settings(deadline=None)
@given(ENDLESS)
def test_infinite_scores_are_scores(tree: Any) -> None:
    """A score may be infinite; then it is a bound as any other, and not the same as no bound."""
    game = hm.trees.explicit(tree)
    seen = {
        name: pruning.examined(hm.search(game, name, trace=True, compiled=False).leaf_order)
        for name in ("alpha_beta", "sss_star")
    }
    for node in pruning.nodes(tree):
        found = theory.pruning_bounds(tree, dewey(node))
        assert found.alpha_beta_prunes == (node not in seen["alpha_beta"])
        assert found.sss_star_skips == (node not in seen["sss_star"])


@settings(deadline=None)
@given(TREES)
def test_windows_are_those_of_the_search(tree: Any) -> None:
    """Lemma 2.1 of Baudet with its signs set right: alpha-beta comes to a node with the window of its conditions."""
    log = hm.search(hm.trees.explicit(tree), "alpha_beta", trace=True, compiled=False).log
    assert log is not None
    entered = {event.node: (event.x, event.y) for event in log if event.kind == "enter"}
    leaves = {event.node for event in log if event.kind == "leaf"}
    for node in pruning.nodes(tree):
        low, high = theory.alpha_beta_window(tree, dewey(node))
        assert (low < high) == (dewey(node) in entered or dewey(node) in leaves)
        if dewey(node) in entered:
            assert entered[dewey(node)] == (low, high)
        mine = theory.alpha_beta_window(tree, dewey(node), viewpoint="parent")
        assert mine == ((low, high) if len(node) % 2 or not node else (-high, -low))


def taken_live(tree: Any) -> set[str]:
    """The nodes that SSS* takes from OPEN while LIVE: definition 4.4."""
    events = hm.search(hm.trees.explicit(tree), "sss_star", trace=True, compiled=False).events or ()
    return {event.state.node for event in events if event.state.status == "L"}


def test_command_says_what_searches_do() -> None:
    chance = random.Random(5)
    answers = 0
    for _ in range(4):
        tree = full(chance, 2, 3, lambda c: c.randint(0, 4)) if chance.random() < 0.5 else uneven(chance, 3)
        live = taken_live(tree)
        evaluated = pruning.examined(hm.search(hm.trees.explicit(tree), "alpha_beta", trace=True).leaf_order)
        for node in list(pruning.nodes(tree))[:12]:
            data = answer("explain", json.dumps(tree), dewey(node))
            said = {each["algorithm"]: each for each in data["algorithms"]}
            assert said["alpha_beta"]["examined"] == (node in evaluated) == (not said["alpha_beta"]["skips"])
            assert said["sss_star"]["examined"] == (dewey(node) in live) == (not said["sss_star"]["skips"])
            assert data["value"] == pruning.value(pruning.at(tree, node), len(node))
            answers += 1
    assert answers > 15


def test_iter_sss_star_by_its_memory() -> None:
    """In between: what only A_R' excludes is up to the memory, and the command tells it for each."""
    name, tree = "bhattacharya_bagchi_1986:figure-1", hm.trees.named("bhattacharya_bagchi_1986:figure-1")
    leaves = {m: set(hm.search(tree, "iter_sss_star", memory=m, trace=True).leaf_order or ()) for m in (5, 6, 7)}
    between = sorted(leaves[5] - leaves[7])[0]
    data = answer("explain", name, between, "--memory", "5", "--memory", "6", "--memory", "7")
    iter_sss = [each for each in data["algorithms"] if each["algorithm"] == "iter_sss_star"]
    assert [each["examined"] for each in iter_sss] == [between in leaves[m] for m in (5, 6, 7)]
    assert [each["skips"] for each in iter_sss] == [None] * 3
    assert data["uniform"] is True
    outside = answer("explain", "bhattacharya_bagchi_1986:b3-outside", "2.2", "--memory", "3")
    assert outside["uniform"] is False
    assert "uniform trees only" in outside["algorithms"][2]["why"]


def test_text() -> None:
    out = run("explain", "[[3,5],[2,9,[1,4]]]", "2.3.2").stdout
    assert "\nA_R': A_R, limited by B" in out  # all that has a row is explained
    assert out.startswith("leaf 2.3.2 of explicit tree, worth 4\n")
    assert "\nAlpha cut-off at 2: MIN holds MAX to at most 2 here, but at 0 MAX already has 3 by 1 " in out  # in words
    assert "cut-off" not in run("explain", "[[3,5],[2,9,[1,4]]]", "2.1").stdout
    assert "A_L     3, from 1\n" in out
    assert "window  alpha-beta does not reach it\n" in out
    assert "not examined   A_L >= B (3 >= 2) already at 2.2" not in out
    assert "not examined   A_L >= B (3 >= 2) already at 2.3 (theorem 4.1)" in out
    out = run("explain", "bhattacharya_bagchi_1986:b7-smallest", "1.2.1").stdout
    assert "as printed, A_R > B (1 > 0), it would not be" in out
    assert run("explain", "nim:2,2", "1.1").stdout.startswith("leaf 1.1 (2-2) of nim 2 2, worth -1\n")
    assert run("explain", "7", "0").stdout.startswith("leaf 0 of explicit tree, worth 7\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["[1,2]", "3"], "there is no node '3'"),
        (["[1,2]", "x"], "there is no node 'x'"),
        (["uniform:2,40", "1"], "T(2,40) seed 0: its tree has more than 50,000 nodes"),
        (["[1,2]", "1", "--memory", "0"], "memory must be at least 1, not 0"),
        (["connect_four", "1"], "--depth 4"),
    ],
)
def test_errors(words: list[str], says: str) -> None:
    assert says in fault("explain", *words)
