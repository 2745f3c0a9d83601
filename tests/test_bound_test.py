"""TEST: its answer against minimax, its leaves against a plain one and against formulas, and how it is asked."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove import theory
from halfmove.cli.program import main
from halfmove.tracing import told

from . import naive
from .conftest import random_trees, refused, usually

INF = math.inf
TREE = "[[3,[7,2]],[4,1]]"


def ask(tree: Any, above: Any = 0, window: Any = None, compiled: bool = False) -> hm.Result:
    return hm.search(hm.trees.explicit(tree), "test", above=above, window=window, compiled=compiled, trace=True)


def check(tree: Any, above: Any, r: hm.Result) -> None:
    """The answer, a line that bears it out, and the leaves of the plain one."""
    true = naive.minimax(tree)[0]
    bound, leaves, yes = naive.above(tree, above)
    assert yes == (true > above)
    assert (r.value, list(r.leaf_order or ())) == (bound, leaves)
    assert len(set(leaves)) == len(leaves) == r.counts.leaves
    if naive.is_leaf(tree):
        assert r.bound == "exact"
        return
    assert r.bound == ("lower" if yes else "upper")
    assert bool(r.line) == yes
    node = tree
    for number in r.line:
        node = node[number - 1]
    assert not yes or (naive.is_leaf(node) and node > above)


TREES = st.recursive(
    st.integers(-3, 3) | st.sampled_from([0.5, -1.5]),
    lambda children: st.lists(children, min_size=1, max_size=4),
    max_leaves=30,
)


@settings(max_examples=usually(200, 2000), deadline=None)
@given(tree=TREES, above=st.integers(-4, 4) | st.sampled_from([0.5, 1e9]))
def test_any_tree(tree: Any, above: Any) -> None:
    check(tree, above, ask(tree, above))


def test_machine_code() -> None:
    for number, tree in enumerate(random_trees(usually(150, 1500), 21, ("bits", "ties", "decimals", "reals"))):
        above = number % 5 - 2
        fast = ask(tree, above, compiled=True)
        assert fast.compiled
        check(tree, above, fast)


def test_infinite_leaves_and_scores() -> None:
    for tree in random_trees(60, 22, ("infinite",)):
        true = naive.minimax(tree)[0]
        for above in (-INF, -1, 0, INF):
            r = ask(tree, above)
            assert r.bound == ("exact" if naive.is_leaf(tree) else "lower" if true > above else "upper")
            assert r.value <= true if r.bound == "lower" else r.value >= true
    assert [ask([[3, 4], 2], above).bound for above in (-INF, INF)] == ["lower", "upper"]


def test_a_window_asks_as_it_asks_proof_numbers() -> None:
    for tree in random_trees(80, 23, ("ties", "decimals")):
        for window in ((-INF, 1), (-1, INF), (0, 1), (-2, 2), None):
            mine, theirs = (
                ask(tree, window=window),
                hm.search(hm.trees.explicit(tree), "proof_number", window=window, compiled=False),
            )
            assert (mine.value, mine.bound) == (theirs.value, theirs.bound)


def test_the_leaves_are_those_of_a_minimal_window() -> None:
    """Of alpha-beta, and of SSS*, which Campbell & Marsland name as another way to ask."""
    for tree in random_trees(100, 24, ("bits", "ties", "integers")):
        for above in (-1, 0, 1):
            game, window = hm.trees.explicit(tree), (above, above + 1)
            leaves = ask(tree, above).leaf_order
            minimal = hm.search(game, "alpha_beta", window=window, compiled=False, trace=True)
            best_first = hm.search(game, "sss_star", window=window, compiled=False, trace=True)
            assert leaves == minimal.leaf_order
            assert set(best_first.leaf_order or ()) == set(leaves or ())


def test_chains_and_single_leaves() -> None:
    assert [ask(tree, 4).value for tree in (5, 3, [5], [[5]], [[[3]]])] == [5, 3, 5, 5, 4]
    assert ask(5, 4).leaf_order == ("0",)


def test_a_limit_answers_nothing() -> None:
    r = hm.search(hm.trees.uniform(3, 5), "test", above=0.3, limits=hm.Limits(nodes=9), compiled=False)
    assert (r.value, r.bound, r.stopped) == (-INF, "lower", "nodes")


# Formulas


@pytest.mark.parametrize(("width", "depth"), [(2, 2), (2, 3), (3, 2), (4, 1), (1, 3), (3, 0)])
@pytest.mark.parametrize("chance", [Fraction(1, 4), Fraction(1, 2)])
def test_expected_leaves_of_all_trees(width: int, depth: int, chance: Fraction) -> None:
    """All trees with leaves 0 and 1, each with its chance."""
    total = Fraction(0)
    for leaves in product((0, 1), repeat=width**depth):
        level: list[Any] = list(leaves)
        for _ in range(depth):
            level = [level[i : i + width] for i in range(0, len(level), width)]
        ones = sum(leaves)
        total += chance**ones * (1 - chance) ** (len(leaves) - ones) * len(naive.above(level[0], 0)[1])
    assert theory.expected_leaves_test(width, depth, 0, float(chance)) == pytest.approx(float(total), rel=1e-14)


def test_expected_leaves_of_other_values() -> None:
    of = theory.expected_leaves_test
    assert of(3, 4, 6, (0, 9)) == of(3, 4, 6.5, (0, 9)) == pytest.approx(of(3, 4, 0, 0.3), rel=1e-14)
    assert of(3, 4, 0.75) == of(3, 4, 1.5, (0.0, 2.0)) == of(3, 4, 0, 0.25)
    assert of(3, 5, 9, (0, 9)) == of(3, 5, 7, None) == 27
    assert of(3, 5, -1, (0, 9)) == of(3, 5, -1) == 9
    for width in (2, 5, 24):  # where no level is better than another
        assert of(width, 6, 0, theory.xi(width)) == pytest.approx(theory.lower_bound(width) ** 6, rel=1e-10)
    with pytest.raises(hm.UsageError, match="above must be a finite number"):
        of(3, 4, INF)


def test_expected_leaves_of_a_family() -> None:
    tree = hm.trees.uniform(3, 4, values=(0, 9)).parameters
    assert theory.expected("test", tree, {"above": 6}) == theory.expected_leaves_test(3, 4, 6, (0, 9))
    assert theory.expected("test", tree) == theory.expected_leaves_test(3, 4, 0, (0, 9))
    assert theory.expected("test", hm.trees.uniform(3, 4, order="perfect").parameters) is None  # its value is not known
    for width, depth in ((1, 4), (3, 3), (3, 4), (4, 5)):
        for root, above in ((64, 63), (64, 64), (0, 0), (127, 0)):
            tree = hm.trees.ordered(width, depth, 2, order="perfect", root=root)
            least = theory.expected("test", tree.parameters, {"above": above})
            assert least == width ** (depth // 2 if root > above else (depth + 1) // 2)
            assert hm.search(tree, "test", above=above, compiled=False).counts.leaves == least
    odd = {**hm.trees.ordered(3, 3, order="perfect").parameters, "root": None}
    assert theory.expected("test", odd) is theory.expected("test", odd, {"above": "x"}) is None


# Where a person meets it


def run(*words: str) -> Any:
    ran = CliRunner().invoke(main, list(words))
    assert ran.exit_code == 0, ran.output
    return ran.stdout


def test_the_command_line() -> None:
    found = json.loads(run("search", TREE, "-a", "test:above=3", "--json"))
    assert (found["value"], found["bound"], found["parameters"]) == (3, "upper", {"above": 3})
    found = json.loads(run("search", TREE, "-a", "test", "--above", "2", "--json"))
    assert (found["value"], found["bound"], found["line"], found["counts"]["leaves"]) == (3, "lower", [1, 1], 2)
    rows = json.loads(run("theory", "bivalued", "-w", "3", "-d", "5", "--steps", "1", "--json"))["rows"]
    assert [row["test"] for row in rows] == [27, 9]
    assert "□ 0 ≤3" in run("draw", TREE, "-a", "test:above=3")
    refused(CliRunner().invoke(main, ["search", TREE, "-a", "test:above=x"]), "above", "'x'")


def test_what_is_told_of_a_search_that_only_answers() -> None:
    """The last sentence names the bound, also where no window is there to tell it."""
    for algorithm, parameters, end in (
        ("test", {"above": 3}, "at most 3."),
        ("test", {"above": 2}, "at least 3."),
        ("df_pn", {}, "at least 1."),
        ("l_alpha_beta", {}, "worth 3."),
    ):
        log = hm.search(hm.trees.explicit(json.loads(TREE)), algorithm, trace=True, compiled=False, **parameters).log
        assert list(told(log))[-1].endswith(end)
    log = hm.search(hm.trees.explicit([3, 4]), "l_alpha_beta", trace=True, compiled=False).log
    assert list(told(log))[-1] == "Leave 0: it is worth at least 4."


def test_proofs() -> None:
    for at_least, proven in ((None, True), (2, False)):
        proof = hm.prove(hm.games.nim(1, 2), at_least=at_least, algorithm="test", compiled=False)
        assert proof.proven == proven
        assert proof.check()
