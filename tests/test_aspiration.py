"""Aspiration search over SSS*: one or two searches of SSS* with the windows that a person would give it."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.cli.program import main

from . import naive
from .conftest import honest, random_trees, usually

INF = math.inf


def aspired(tree: Any, guess: Any, error: Any, **how: Any) -> hm.Result:
    game = hm.trees.explicit(tree)
    return hm.search(game, "aspiration", guess=guess, error=error, over="sss_star", trace=True, compiled=False, **how)


def by_hand(tree: Any, guess: Any, error: Any) -> list[hm.Result]:
    """The same with plain searches of SSS*, the second one where the first failed."""

    def search(low: Any, high: Any) -> hm.Result:
        return hm.search(hm.trees.explicit(tree), "sss_star", window=(low, high), trace=True, compiled=False)

    low, high = guess - error, guess + error
    first = search(low, high)
    if first.bound == "exact":
        return [first]
    return [first, search(-INF, first.value) if first.bound == "upper" else search(high, INF)]


TREES = st.recursive(
    st.integers(-4, 4), lambda children: st.lists(children, min_size=1, max_size=4), max_leaves=30
).filter(lambda tree: isinstance(tree, list))


@settings(max_examples=usually(150, 1500), deadline=None)
@given(tree=TREES, guess=st.integers(-6, 6), error=st.integers(1, 3))
def test_it_is_sss_star_once_or_twice(tree: Any, guess: int, error: int) -> None:
    r, parts = aspired(tree, guess, error), by_hand(tree, guess, error)
    true = naive.minimax(tree)[0]
    assert (r.value, r.bound, r.counts.researches) == (true, "exact", len(parts) - 1)
    assert r.leaf_order == tuple(leaf for part in parts for leaf in part.leaf_order or ())
    assert r.counts.leaves == sum(part.counts.leaves for part in parts)
    assert r.counts.nodes == sum(part.counts.nodes for part in parts)
    assert r.counts.max_open == max(part.counts.max_open for part in parts)
    assert list(r.events or ()) == [event for part in parts for event in part.events or ()]
    assert (true > guess - error) == (parts[0].bound != "upper")


def test_what_a_limit_leaves_is_honest() -> None:
    """Merits that began as the upper end of a guess are no bounds of the value."""
    bounds = set()
    for tree in random_trees(usually(40, 400), 31, ("ties", "integers")):
        true = naive.minimax(tree)[0]
        for guess in (true - 9, true, true + 9):
            for nodes in range(1, 30, 4):
                r = aspired(tree, guess, 2, limits=hm.Limits(nodes=nodes))
                assert honest(r, true), (tree, guess, nodes, r)
                bounds.add((r.bound, abs(r.value) < INF) if r.stopped else "whole")
    assert bounds == {"whole", ("upper", True), ("upper", False), ("lower", False)}


def test_other_windows() -> None:
    for tree in random_trees(usually(60, 600), 32, ("ties", "decimals")):
        true = naive.minimax(tree)[0]
        for window in ((-1, 1), (0, INF), (-INF, 0), (2, 3)):
            for guess in (-2, 0, 2):
                r = aspired(tree, guess, 1, window=window)
                assert honest(r, true)
                assert r.exact or naive.is_leaf(tree) or not window[0] < true < window[1]


def test_alpha_beta_has_no_open() -> None:
    tree = hm.trees.explicit([[3, [7, 2]], [4, 6]])
    for over in ("alpha_beta", "f_alpha_beta"):
        r = hm.search(tree, "aspiration", guess=9, error=1, over=over, trace=True, compiled=False)
        assert (r.counts.max_open, r.events) == (0, None)
    assert aspired(5, 1, 1).value == aspired([[5]], 1, 1).value == 5


def test_the_command_line() -> None:
    words = ["[[3,[7,2]],[4,6]]", "-a", "aspiration:guess=9,error=1,over=sss_star"]
    shown = CliRunner().invoke(main, ["trace", *words])
    begins_and_ends = [line for line in shown.stdout.splitlines() if line[0] in "1-"]
    assert begins_and_ends == ["1. (0,L,10)", "1. (0,L,4)", "-. (0,S,4)"]
    refused = CliRunner().invoke(main, ["search", *words, "--table", "1MB"])
    assert refused.exit_code == 2
    assert "aspiration cannot use a table with over='sss_star'" in refused.output
    with pytest.raises(hm.UsageError, match="cannot use a table"):
        hm.studies.AlgorithmSpec.of("aspiration", guess=1, error=1, over="sss_star", table="1MB")


def test_the_page_shows_its_lists() -> None:
    quickjs = pytest.importorskip("quickjs")
    from halfmove.explorer.page import page_script
    from halfmove.explorer.script import script_for

    from .test_explorer import HELPERS, _as_var

    context = quickjs.Context()
    code = script_for(["aspiration", "alpha_beta", "sss_star"], recorded=True) + page_script() + HELPERS
    context.eval(re.sub(r"^(const|class|let) (\w+)", _as_var, code, flags=re.MULTILINE))
    for over, steps in (("alpha_beta", ""), ("sss_star", "open")):
        call = f'replayOf("[[3,5],[4,6]]", "aspiration", {{ guess: 9, error: 1, over: "{over}" }})'
        assert context.eval(f"stepsOf({call})") == steps
