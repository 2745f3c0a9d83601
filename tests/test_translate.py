"""Kernels in JavaScript: the same searches as in Python, and what a page says."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import halfmove as hm
from halfmove.explorer.script import script_for
from halfmove.explorer.translate import Primitive
from halfmove.kernels.primitives import enter, visit
from halfmove.words import moves, play, remember, slot, value
from tests.conftest import VALUES, usually
from tests.translated import compare, context, found_by_javascript, found_by_python, in_javascript, javascript

SCRIPT = script_for()


@pytest.fixture(scope="module")
def js() -> Any:
    return context(SCRIPT)


# The same searches


@pytest.mark.parametrize("seed", usually([1], range(1, 11)))
def test_searches_are_those_of_python(js: Any, seed: int) -> None:
    compare(seed, usually(350, 700), js)


def test_recorded_searches_are_those_of_python() -> None:
    compare(4, usually(200, 5000), recorded=True)


def levels(chance: random.Random, widths: list[int], values: Any) -> Any:
    """A random tree whose nodes have so many children, from level to level."""
    return [levels(chance, widths[1:], values) for _ in range(widths[0])] if widths else values(chance)


LARGER = [[100], [67, 2], [2, 66, 2], usually([4] * 4, [5] * 4), usually([3] * 5, [3] * 6), [1] * 40]
KINDS = [
    (widths, kind)
    for i, widths in enumerate(usually(LARGER[1:4], LARGER))
    for kind in usually(["ties", "reals"][i % 2 :][:1], VALUES)
]


@pytest.mark.parametrize(("widths", "kind"), KINDS, ids=str)
def test_larger_trees(js: Any, widths: list[int], kind: str) -> None:
    tree = levels(random.Random(5), widths, VALUES[kind])
    game = hm.trees.explicit(tree)
    js.eval(f"tree = halfmove.makeTree({javascript(tree)}, {javascript(kind == 'reals')});")
    for algorithm in hm.ALGORITHMS:
        parameters = {"aspiration": {"guess": 1, "error": 1}, "ps_star": {"partitions": [3, 1]}}.get(algorithm, {})
        expected = found_by_python(game, algorithm, parameters, None, None)
        assert found_by_javascript(js, "tree", algorithm, parameters, None, {}) == expected, algorithm


def test_scores_of_all_sizes(js: Any) -> None:
    """Whole numbers up to 2^53, the largest and the smallest floats."""
    largest = (1 << 53) - 2
    for leaves in (
        [largest, -largest, largest - 1, 1 - largest, 0, 1 << 31, -(1 << 31), 1 << 32],
        [1.7e308, -1.7e308, 5e-324, -5e-324, 0.0, -0.0, 1e16, 0.1],
        [float("inf"), float("-inf"), 1.7e308, 0.5, -0.5, 1.0, 2.0, 3.0],
        [float("inf"), 1.7976931348623157e308, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    ):
        for seed in range(usually(3, 8)):
            random.Random(seed).shuffle(leaves)
            tree = [[leaves[:2], leaves[2:4]], [leaves[4:6], leaves[6:]]]
            game, real = hm.trees.explicit(tree), isinstance(leaves[0], float)
            js.eval(f"tree = halfmove.makeTree({javascript(tree)}, {javascript(real)});")
            for algorithm in hm.ALGORITHMS:
                parameters = {"guess": 1, "error": 1} if algorithm == "aspiration" else {}
                expected = found_by_python(game, algorithm, parameters, None, None)
                found = found_by_javascript(js, "tree", algorithm, parameters, None, {})
                assert found == expected, (algorithm, tree)


def test_positions_inside_a_tree(js: Any) -> None:
    nested = [[3, [7, 2]], [4, [1, 9]]]
    game = hm.trees.explicit(nested)
    for node in range(11):
        name = in_javascript(js, f"halfmove.dewey(halfmove.makeTree({javascript(nested)}), {node})")
        assert game.locate is not None
        assert game.locate(name) == node
        expected = hm.search(game, "sss_star", position=name, compiled=False, trace=True)
        found = found_by_javascript(js, javascript(nested), "sss_star", {}, None, {"position": node})
        assert (found["value"], tuple(found["leaf_order"])) == (expected.value, expected.leaf_order)
        assert found["line"] == list(expected.line)


def test_what_is_declared_is_there_for_a_form(js: Any) -> None:
    declared = {each["id"]: each for each in in_javascript(js, "halfmove.algorithms")}
    assert list(declared) == list(hm.ALGORITHMS)
    for algorithm in hm.ALGORITHMS.values():
        entry = declared[algorithm.id]
        for name in ("title", "source", "promise", "contract"):
            assert entry[name] == getattr(algorithm, name)
        assert [each["name"] for each in entry["parameters"]] == [each.name for each in algorithm.parameters]
        assert [each["help"] for each in entry["parameters"]] == [each.help for each in algorithm.parameters]
    assert declared["iter_sss_star"]["parameters"][0]["default"] == "minimum"


def test_the_script_can_stand_in_a_page() -> None:
    assert "</" not in SCRIPT
    assert "<!--" not in SCRIPT
    assert SCRIPT.isascii()
    assert len(SCRIPT) < 290_000
    assert script_for() == SCRIPT


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_the_script_runs_in_node() -> None:
    ask = 'console.log(JSON.stringify(halfmove.search([[3, [7, 2]], [4, [1, 9]]], "sss_star").leafOrder))'
    told = subprocess.run(["node", "-"], input=SCRIPT + ask, capture_output=True, text=True, check=True)
    assert json.loads(told.stdout) == ["1.1", "2.1", "2.2.1", "2.2.2"]


# Sentences of the page


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        ('search([1], "alpha")', "there is no algorithm 'alpha'; the choices are minimax, "),
        ('search([1], "sss_star", {tie: 1})', "sss_star has no parameter 'tie'; it takes ties"),
        ('search([1], "sss_star", {ties: "x"})', "sss_star: ties='x' is not one of 'leftmost', '1979'"),
        ('search([1], "aspiration", {guess: 1})', "aspiration needs error=, a number"),
        ('search([1], "ps_star", {phases: 0})', "ps_star: phases must be at least 1, not 0"),
        ('search([1], "ps_star", {phases: 1.5})', "ps_star: phases must be a whole number, not 1.5"),
        ('search([1], "ps_star", {partitions: [0]})', "ps_star: partitions must be a list of sizes"),
        ('search([1], "iter_sss_star", {fallback: 1})', "iter_sss_star: fallback must be true or false, not 1"),
        ('search([1], "mtd_f", {guess: 2 ** 60})', "lies beyond 2^53"),
        ('search([1], "alpha_beta", {}, [2, 2])', "the window (2, 2) is empty"),
        ('search([1], "alpha_beta", {}, [0, 2 ** 60])', "lies beyond 2^53"),
        ('search([1], "alpha_beta", {}, [0, NaN])', "the ends of the window must be numbers, not NaN"),
        ('search([1], "alpha_beta", {}, null, {nodes: 0})', "a limit of nodes must be above 0, not 0"),
        ("makeTree([1, []])", "node 2 is an empty list"),
        ('makeTree([1, [2, "3"]])', "leaf 2.2 is '3': a leaf must be a number"),
        ("makeTree([1, [2, -(2 ** 53)]])", "leaf 2.2 is 9007199254740992 or its negative: here whole numbers must lie"),
    ],
)
def test_sentences(js: Any, call: str, sentence: str) -> None:
    assert sentence in in_javascript(js, f"halfmove.{call}")["error"]


def test_a_tree_that_is_too_deep_is_said_to_be(js: Any) -> None:
    shallow = context(SCRIPT)
    shallow.set_max_stack_size(1 << 18)
    shallow.eval("let deep = 1; for (let i = 0; i < 3000; i++) deep = [deep];")
    assert in_javascript(shallow, 'halfmove.search(deep, "alpha_beta")')["error"] == (
        "the tree is too deep for this browser"
    )
    assert in_javascript(shallow, 'halfmove.search([1, [2]], "alpha_beta")')["value"] == 2  # and then all is well


def test_a_search_ends_in_time(js: Any) -> None:
    js.eval("const wide = (w, d) => d ? Array.from({length: w}, () => wide(w, d - 1)) : 0;")
    found = in_javascript(js, 'halfmove.search(wide(8, 6), "minimax", {}, null, {seconds: 0.01, watch: false})')
    assert found["stopped"] == "seconds"
    assert found["leafOrder"] is None
    found = in_javascript(js, 'halfmove.search(wide(8, 4), "sss_star", {}, null, {words: 300})')
    assert (found["stopped"], found["bound"]) == ("memory", "upper")


# Algorithms of one's own, and functions around words

OWN = """
import math
from halfmove.words import Parameter, algorithm, as_score, infinity, moves, play, remember, value

@algorithm(
    title="half", promise="</script> is no end", proves=True, state={"largest": -math.inf},
    counters=("improved",), parameters=(Parameter("bonus", "int", "added", 0),),
)
def half(game, p, height, a, b, run):
    best = -infinity()
    for move in moves(game, p):
        score = -value(game, play(game, p, move, height, run), height - 1, -b, -a, run)
        if score > best:
            best, run.largest = score, max(run.largest, score)
            run.improved += 1
            remember(run, height, move, best)
    if height == run.height:
        return best + run.bonus + as_score(run, 1) / 2
    return best
"""


def test_an_own_algorithm(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(OWN)
    script = script_for([f"{path}:half"])
    assert "</" not in script
    js = context(script)
    assert in_javascript(js, "halfmove.algorithms.map(each => each.id)") == ["half"]
    for bonus in (0, 3):
        expected = found_by_python(
            hm.trees.explicit([[3, [7, 2]], [4, 1]]), f"{path}:half", {"bonus": bonus}, None, None
        )
        assert found_by_javascript(js, "[[3, [7, 2]], [4, 1]]", "half", {"bonus": bonus}, None, {}) == expected
        assert expected["value"] == 3.5 + bonus


@slot
def told(kind, p, height): ...


def told_enter(game, p, height, a, b, run):
    told(1, p, height)
    run.entered += 1
    score = enter(game, p, height, a, b, run)
    told(2, p, score)
    return score


def told_visit(game, p, height, run):
    told(3, p, height)
    return visit(game, p, height, run)


def test_functions_around_words() -> None:
    script = script_for(
        around={enter: told_enter, visit: told_visit},
        slots={told: Primitive("$told")},
        state={"entered": 0},
        more="const events = []; const $told = (kind, p, x) => { events.push([kind, p, x]); }; $extra.events = events;",
    )
    js = context(script)
    tree = "[[3, [7, 2]], [4, [1, 9]]]"
    for algorithm in hm.ALGORITHMS:
        parameters = {"guess": 4, "error": 2} if algorithm == "aspiration" else {}
        js.eval("halfmove.extra.events.length = 0;")
        found = found_by_javascript(js, tree, algorithm, parameters, None, {})
        assert found == found_by_python(hm.trees.explicit(json.loads(tree)), algorithm, parameters, None, None)
        events = in_javascript(js, "halfmove.extra.events")
        entered = [event for event in events if event[0] in (1, 3)]
        assert len(entered) >= found["counts"]["nodes"], algorithm
        if algorithm in ("minimax", "alpha_beta", "negascout"):
            assert len(entered) == found["counts"]["nodes"]
            assert len(events) == 2 * len(entered)


def test_a_number_of_the_run_that_is_not_declared() -> None:
    @hm.algorithm(title="forgetful")
    def forgetful(game, p, height, a, b, run):
        for move in moves(game, p):
            remember(run, height, move, -value(game, play(game, p, move, height, run), height - 1, -b, -a, run))
        return run.forgotten

    with pytest.raises(hm.UsageError, match=r"test_translate\.py:\d+: a kernel uses run\.forgotten, which is not decl"):
        script_for([forgetful])


def test_what_no_page_can_do() -> None:
    @hm.algorithm(title="player", plays=True)
    def player(game, p, height, a, b, run):
        return 0

    with pytest.raises(hm.UsageError, match="player plays games"):
        script_for([player])
    with pytest.raises(hm.UsageError, match="two algorithms are called alpha_beta"):
        script_for(["alpha_beta", "alpha_beta"])
