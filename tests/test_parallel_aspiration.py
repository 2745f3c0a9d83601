"""Parallel aspiration: the value for any number of processors, and with one processor aspiration search."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm

from . import naive
from .conftest import honest, random_positions, random_trees, told, usually
from .test_leaves import FINITE, windows
from .test_parallel_alpha_beta import LATENCIES, MANY, TREES

ID = "parallel_aspiration"


def searched(tree: Any, compiled: bool = False, **options: Any) -> hm.Result:
    r = hm.search(hm.trees.explicit(tree), ID, compiled=compiled, trace=True, **options)
    processors, counts = r.parameters["processors"], r.counts
    assert counts.rounds * processors == counts.leaves + counts.idle + r.counters["in_transit"], r
    return r


def guesses(chance: random.Random) -> dict[str, Any]:
    return {"guess": chance.choice([0, 1, -3, 0.5, 100]), "error": chance.choice([0, 1, 2, 0.5, 30])}


def test_any_number_of_processors() -> None:
    chance = random.Random(41)
    for tree in random_trees(usually(250, 10_000), 42):
        true = naive.minimax(tree)[0]
        given = {"processors": chance.choice(MANY), "latency": chance.choice(LATENCIES), **guesses(chance)}
        r = searched(tree, **given)
        assert (r.value, r.bound) == (true, "exact"), (tree, given)
        window = windows(chance, naive.is_real(tree))[0]
        assert honest(searched(tree, window=window, **given), true), (tree, given, window)


@settings(max_examples=usually(40, 3000), deadline=None)
@given(
    tree=TREES,
    processors=st.integers(1, 1000),
    guess=st.integers(-20, 20),
    error=st.integers(0, 9),
    latency=st.integers(0, 1000),
)
def test_any_tree(tree: Any, **parameters: Any) -> None:
    slow, fast = (searched(tree, compiled, **parameters) for compiled in (False, True))
    assert slow.value == naive.minimax(tree)[0]
    assert told(slow) | slow.counters == told(fast) | fast.counters


def test_one_processor_is_aspiration() -> None:
    chance = random.Random(43)
    for tree in random_trees(usually(120, 5000), 44, FINITE):
        for window in (None, *windows(chance, naive.is_real(tree))[:2]):
            given = guesses(chance)
            alone = searched(tree, processors=1, latency=3, window=window, **given)
            plain = hm.search(hm.trees.explicit(tree), "aspiration", window=window, compiled=False, trace=True, **given)
            for name in ("value", "bound", "move", "leaf_order"):
                assert getattr(alone, name) == getattr(plain, name), (tree, window, given)
            for name in ("leaves", "nodes", "researches"):
                assert getattr(alone.counts, name) == getattr(plain.counts, name), (tree, window, given)
            assert (alone.counts.rounds, alone.counts.idle, alone.counts.steals) == (alone.counts.leaves, 0, 0)


def test_players_who_move_twice() -> None:
    game = hm.games.kalah(pits=3, seeds=2)
    for at in random_positions(game, usually(3, 30), 3, range(4)):
        true = hm.search(game, "minimax", position=at, depth=4, compiled=False).value
        for processors in (1, 2, 3, 20):
            r = hm.search(game, ID, position=at, depth=4, compiled=False, processors=processors)
            assert (r.value, r.bound) == (true, "exact")


def test_the_search_with_the_right_window_decides() -> None:
    """Its time is that of the whole search, and no other processor evaluates a leaf after it has ended."""
    tree = hm.trees.uniform(4, 6, seed=3, values=(0, 99))
    true = hm.search(tree).value
    narrow = hm.search(tree, window=(true - 1, true + 1)).counts.leaves
    many = hm.search(tree, ID, processors=99, guess=true, error=1, compiled=False)
    assert many.counts.rounds == narrow


def test_a_value_that_is_a_guess_is_known_from_both_sides() -> None:
    tree = hm.trees.uniform(3, 4, seed=3, values=(0, 9))
    true = hm.search(tree).value
    r = hm.search(tree, ID, processors=2, guess=true, compiled=False)
    sides = [hm.search(tree, window=w).counts.leaves for w in ((-hm.Window().high, true), (true, hm.Window().high))]
    assert (r.value, r.counts.rounds, r.counts.leaves) == (true, max(sides), sum(sides))


@pytest.mark.parametrize("compiled", [False, True])
def test_windows_too_far_from_the_guess(compiled: bool) -> None:
    with pytest.raises(hm.HalfmoveError, match="is too large for processors=1000"):
        hm.search(hm.trees.explicit([[1, 2], [3]]), ID, compiled=compiled, processors=1000, error=2**60)
