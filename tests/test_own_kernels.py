"""Algorithms of one's own: what they may declare, and what wrong ones are told."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest

import halfmove as hm
from halfmove.algorithms.alpha_beta import alpha_beta
from halfmove.words import Part, claim, give_up, infinity, moves, peek, play, poke, remember, settle, value

from .conftest import usually

TREE = hm.trees.explicit([[3, [7, 2]], [4, [1, 9]]])
SPEEDS = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])


def first_of_all(game, p, height, a, b, run):
    """Follow the first move only: proves nothing."""
    for move in moves(game, p):
        return -value(game, play(game, p, move, height, run), height - 1, -b, -a, run)
    return infinity()


@SPEEDS
def test_what_does_not_declare_a_proof_is_an_estimate(compiled: bool) -> None:
    unproven = hm.algorithm(title="first")(first_of_all)
    r = hm.search(TREE, unproven, compiled=compiled)
    assert (r.value, r.bound) == (3, "estimate")
    assert hm.search(TREE, unproven, compiled=compiled, limits=hm.Limits(nodes=1)).bound != "exact"


TALLY = Part("tally", state={"tally_at": 0})


@hm.algorithm(
    title="counting minimax",
    promise="the value",
    proves=True,
    parts=(TALLY,),
    state={"deepest": 0, "largest": -math.inf},
    counters=("improved", "remembered"),
)
def tallied(game, p, height, a, b, run):
    if run.tally_at == 0:
        run.tally_at = claim(run, 10)
        for i in range(10):
            poke(run.arena, run.tally_at + i, 0)
    run.deepest = max(run.deepest, run.height - height)
    best = -infinity()
    for move in moves(game, p):
        score = -value(game, play(game, p, move, height, run), height - 1, a, b, run)
        run.largest = max(run.largest, score)
        if score > best:
            best = score
            run.improved += 1
            poke(run.arena, run.tally_at + move, peek(run.arena, run.tally_at + move) + 1)
            remember(run, height, move, best)
    if height == run.height:
        for i in range(10):
            run.remembered += peek(run.arena, run.tally_at + i)
    return best


def test_state_parts_and_counters_are_the_same_at_both_speeds() -> None:
    for tree in (TREE, *usually((), (hm.trees.uniform(4, 4, seed=2),)), hm.trees.uniform(3, 5, seed=2, values=(0, 9))):
        slow, fast = (hm.search(tree, tallied, compiled=compiled, trace=True) for compiled in (False, True))
        assert slow.counters == fast.counters
        assert slow.counters["improved"] == slow.counters["remembered"] > 0
        assert (slow.value, slow.counts, slow.line, slow.leaf_order) == (
            fast.value, fast.counts, fast.line, fast.leaf_order,
        )  # fmt: skip
        assert slow.value == hm.search(tree, "minimax").value


@hm.algorithm(title="sure of itself")
def sure(game, p, height, a, b, run):
    settle(run)
    return first_of_all_kernel(game, p, height, a, b, run)


@hm.algorithm(title="the first move")
def first_of_all_kernel(game, p, height, a, b, run):
    for move in moves(game, p):
        return -value(game, play(game, p, move, height, run), height - 1, -b, -a, run)
    return infinity()


@SPEEDS
def test_a_kernel_calls_another_by_its_name_and_may_claim_a_proof(compiled: bool) -> None:
    assert hm.search(TREE, sure, compiled=compiled).bound == "exact"


def helper_with_value(game, p, height, a, b, run):
    return value(game, p, height, a, b, run)


@hm.algorithm(title="wrong word")
def value_elsewhere(game, p, height, a, b, run):
    return helper_with_value(game, p, height, a, b, run)


@hm.algorithm(title="nothing")
def returns_nothing(game, p, height, a, b, run):
    run.inner += 0


@hm.algorithm(title="no number")
def returns_nan(game, p, height, a, b, run):
    return math.nan


@hm.algorithm(title="gives up", faults=("{width} is too much",), parameters=(hm.Parameter("width", "int", "of it", 7),))
def gives_up(game, p, height, a, b, run):
    give_up(run, 0)
    return infinity()


@hm.algorithm(title="gives up without a word")
def gives_up_silently(game, p, height, a, b, run):
    give_up(run, 5)
    return infinity()


@pytest.mark.parametrize(
    ("kernel", "sentence"),
    [
        (value_elsewhere, "`value` can only be called in a kernel itself"),
        (returns_nothing, "the kernel returns_nothing returned None instead of a score"),
        (returns_nan, "its kernel returns nan, which is not a score"),
        (gives_up, "7 is too much"),
        (gives_up_silently, "gives up for reason 5, which its `faults` do not explain"),
    ],
    ids=lambda given: getattr(given, "__name__", ""),
)
def test_wrong_kernels(kernel: Any, sentence: str) -> None:
    with pytest.raises(hm.HalfmoveError, match=sentence):
        hm.search(TREE, kernel, compiled=False)


@hm.algorithm(title="never lower")
def keeps_its_height(game, p, height, a, b, run):
    best = -infinity()
    for move in moves(game, p):
        best = max(best, -value(game, play(game, p, move, height, run), height, -b, -a, run))
    return best


@hm.algorithm(title="climbs")
def climbs(game, p, height, a, b, run):
    best = -infinity()
    for move in moves(game, p):
        best = max(best, -value(game, play(game, p, move, height, run), height + 1000, -b, -a, run))
    return best


@hm.algorithm(title="remembers what is not there")
def remembers_elsewhere(game, p, height, a, b, run):
    for move in moves(game, p):
        remember(run, height - 1000, move, -infinity())
        break
    return -infinity()


@pytest.mark.parametrize("kernel", [climbs, remembers_elsewhere])
def test_machine_code_stays_within_its_memory(kernel: Any) -> None:
    """It would write outside of it, and might end the process."""
    place = f"{__file__}:{kernel.__code__.co_firstlineno}"
    with pytest.raises(hm.UsageError, match=re.escape(place)):
        hm.search(TREE, kernel, compiled=True)


@hm.algorithm(title="alpha-beta, twice")
def searches_again(game, p, height, a, b, run):
    alpha_beta(game, p, height, a, b, run)
    return alpha_beta(game, p, height, a, b, run)


@pytest.mark.parametrize("trace", [False, True])
def test_heights_fall(trace: bool) -> None:
    """A child at the height of its parent: the answer would be wrong, and the depth limit forgotten."""
    place = f"{__file__}:{keeps_its_height.__code__.co_firstlineno}"
    for game, depth in ((TREE, None), (hm.games.connect_four(), 3)):
        with pytest.raises(hm.UsageError, match=re.escape(place)):
            hm.search(game, keeps_its_height, depth=depth, compiled=False, trace=trace)
    twice = hm.search(TREE, searches_again, compiled=False, trace=trace)
    once = hm.search(TREE, "alpha_beta", compiled=False)
    assert (twice.value, twice.line) == (once.value, once.line)


@pytest.mark.parametrize(
    ("declared", "sentence"),
    [
        ({"state": {"leaves": 3}}, "cannot be called 'leaves'"),
        ({"state": {"limit": 3}}, "cannot be called 'limit'"),
        ({"parameters": (hm.Parameter("researches", "int", "x", 1),)}, "cannot be called 'researches'"),
        ({"state": {"x": "abc"}}, "state must be a dictionary from text to a number"),
        ({"counters": "skipped"}, "counters must be a list whose entries are each text"),
        ({"statee": {}}, "an algorithm has no 'statee'"),
        ({"state": {"a": 1}, "counters": ("a",)}, "is used twice"),
    ],
)
def test_wrong_declarations(declared: dict[str, Any], sentence: str) -> None:
    def mine(game, p, height, a, b, run):
        return infinity()

    with pytest.raises(hm.UsageError, match=sentence):
        hm.search(TREE, hm.algorithm(title="mine", **declared)(mine), compiled=False)


def test_a_kernel_of_other_arguments() -> None:
    with pytest.raises(hm.UsageError, match=r"a kernel takes \(game, p, height, a, b, run\)"):
        hm.algorithm(title="mine")(lambda game, p: 0)


def test_something_that_is_no_algorithm() -> None:
    for wrong in (3, None, len, "no_such"):
        with pytest.raises(hm.UsageError, match="there is no algorithm"):
            hm.search(TREE, wrong)
