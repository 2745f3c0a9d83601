"""Palphabeta of Belle: always a best move, and never more than is said about its score."""

from __future__ import annotations

import json
import random
from typing import Any

from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.cli.program import main

from . import naive
from .conftest import full, random_trees, usually


def belle(tree: Any, **how: Any) -> hm.Result:
    return hm.search(hm.trees.explicit(tree), "p_alpha_beta_belle", trace=True, compiled=False, **how)


TREES = st.recursive(st.integers(-5, 5), lambda children: st.lists(children, min_size=1, max_size=5), max_leaves=30)


@settings(max_examples=usually(200, 2000), deadline=None)
@given(tree=TREES, research=st.sampled_from(["soft", "hard"]))
def test_the_best_move_always(tree: Any, research: str) -> None:
    r = belle(tree, research=research)
    value, leaves, move, exact = naive.belle(tree, research)
    assert (r.value, list(r.leaf_order or ()), r.move, r.exact) == (value, leaves, move, exact)
    true = naive.minimax(tree)[0]
    assert r.value == true if r.exact else r.value <= true
    if r.move is not None:
        assert -naive.Search(tree).minimax(tree[r.move - 1], (r.move,), -1) == true


def test_all_that_may_happen() -> None:
    """Every number of repeated searches up to four, the value known and not; and bounds that are not the value."""
    seen, below = set(), 0
    for tree in random_trees(usually(500, 4000), 41, ("ties", "integers", "reals")):
        r = belle(tree)
        seen.add((min(r.counts.researches, 4), r.exact))
        below += not r.exact and r.value < naive.minimax(tree)[0]
    assert {(0, True), (0, False), (1, False), (2, True), (2, False)} <= seen
    assert below > 5


def test_where_no_move_fails_high_it_is_palphabeta() -> None:
    for tree in random_trees(usually(150, 1500), 42, ("ties", "reals")):
        ours = belle(tree)
        theirs = hm.search(hm.trees.explicit(tree), "p_alpha_beta", trace=True, compiled=False)
        if ours.exact and ours.counts.researches == 0:
            assert (ours.value, ours.line) == (theirs.value, theirs.line)
            assert set(ours.leaf_order or ()) <= set(theirs.leaf_order or ())
        if theirs.counts.researches == 0:
            assert ours.leaf_order == theirs.leaf_order


def test_windows() -> None:
    for tree in random_trees(usually(150, 1500), 43, ("ties", "decimals")):
        true = naive.minimax(tree)[0]
        for window in ((-1, 1), (0, 1), (1, 9), (-9, 0)):
            r = belle(tree, window=window)
            assert r.value <= true if r.bound == "lower" else r.value >= true if r.bound == "upper" else r.value == true
            if window[0] < true and r.move is not None:
                reached = -naive.Search(tree).minimax(tree[r.move - 1], (r.move,), -1)
                assert reached >= min(true, window[1])


def test_it_may_need_more_leaves_than_palphabeta() -> None:
    """What it saves with one move that fails high, it may lose with two."""
    chance = random.Random(5)
    signs = set()
    for _ in range(60):
        tree = full(chance, 4, 3, lambda chance: chance.randint(0, 99))
        ours, theirs = (len(leaves) for _, leaves, *_ in (naive.belle(tree), naive.palphabeta(tree)))
        signs.add((ours > theirs) - (ours < theirs))
    assert signs == {-1, 0, 1}


def test_the_command_line() -> None:
    ran = CliRunner().invoke(main, ["search", "[[3,5],[7,9],[8,8]]", "-a", "p_alpha_beta_belle", "--json"])
    found = json.loads(ran.stdout)
    assert (found["value"], found["bound"], found["move"], found["counts"]["researches"]) == (8, "lower", 3, 1)
    told = CliRunner().invoke(main, ["trace", "[[3,5],[7,9],[8,8]]", "-a", "p_alpha_beta_belle"])
    assert told.stdout.splitlines()[-1] == "Leave 0: it is worth at least 8."
