"""What the explorer explains: the line that runs, the difference of two searches, hints of the quiz, bounds."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import halfmove as hm
from halfmove.algorithms.about import NEEDED, note_of, plain
from halfmove.explorer.examples import EXAMPLES
from halfmove.explorer.script import script_for
from halfmove.studies.specs import AlgorithmSpec
from tests.conftest import usually

from .test_explorer import HELPERS, THESIS, _as_var, _replay, _tree, page, page_script

__all__ = ["page"]  # the fixture

quickjs = pytest.importorskip("quickjs")

SMALL = EXAMPLES[0].tree
KINDS = {"enter", "call", "again", "known", "leaf", "raise", "cut", "leave", "visit", "end"}


def _lit(page: Any, tree: Any, algorithm: str, parameters: Any = None) -> list[tuple[str, str]]:
    """Of each step the node or case that it is about, and the text of the line that is lit."""
    found = page(f"""(() => {{
      const replay = {_replay(tree, algorithm, parameters)}, lit = [];
      for (let s = 1; s <= replay.steps; s++) {{
        replay.seek(s);
        const e = mainEvent(replay), line = litLine(replay);
        if (e < 0) continue;
        const what = replay.kind[e] === CASE ? operatorText(replay).part : "";
        const about = what ? "case " + what : nameOf(replay.shape, replay.node[e]);
        lit.push([about, line < 0 ? "" : replay.code.lines[line].trim()]);
      }}
      return lit;
    }})()""")
    return [(what, text) for what, text in found]


def test_the_lines_of_alpha_beta(page: Any) -> None:
    lit = _lit(page, [[3, 5], [2, 9]], "alpha_beta")
    assert [(node, re.split("[:(]", line)[0]) for node, line in lit] == [
        ("0", "alpha_beta"),
        ("1", "alpha_beta"),
        ("1.1", "if node is a leaf"),
        ("1", "at a MIN node"),
        ("1.2", "if node is a leaf"),
        ("1", "return a at a MAX node, b at a MIN node"),
        ("0", "at a MAX node"),
        ("2", "alpha_beta"),
        ("2.1", "if node is a leaf"),
        ("2", "at a MIN node"),
        ("2", "if a >= b"),  # here it is cut off
        ("0", "return a at a MAX node, b at a MIN node"),
    ]


def test_a_second_search_of_a_child_has_its_own_line(page: Any) -> None:
    for algorithm, again in (("negascout", "-negascout(child, -b, -score)"), ("scout", "best = -scout(child)")):
        found = 0
        for seed in range(30):
            tree = _tree(random.Random(seed), 5)
            wanted = hm.search(hm.trees.explicit(tree), algorithm, compiled=False).counts.researches
            lit = [line for _, line in _lit(page, tree, algorithm) if again in line]
            assert bool(lit) >= bool(wanted)
            found += wanted
        assert found > 3


def test_a_pass_of_mtd_f_begins_at_its_call(page: Any) -> None:
    lit = _lit(page, SMALL, "mtd_f", {"guess": 7})
    passes = [line for node, line in lit if node == "0" and line.startswith("g = with_memory")]
    log = hm.search(hm.trees.explicit(SMALL), "mtd_f", guess=7, trace=True, compiled=False).log
    assert len(passes) == sum(event.kind == "enter" and event.node == "0" for event in log) - 1 == 2
    assert ("1.1", "with_memory(node, bound):   # is the value of node at least bound?") in lit
    assert any(line.startswith("if the table has a bound") for _, line in lit)
    assert lit[-1] == ("0", "return g")


def test_a_test_and_a_search_of_scout_are_two_blocks(page: Any) -> None:
    for test in ("window", "strict", "printed"):
        lit = _lit(page, [[3, 5], [2, 9], [6, 7]], "scout", {"test": test})
        assert ("2", "if test(child) says that it beats best:") in lit
        assert ("2.1", "if node is a leaf: compare its score with m") in lit
        assert ("1.1", "if node is a leaf: return its score for the side to move") in lit
        assert ("3", "best = -scout(child)") in lit


@pytest.mark.parametrize("algorithm", ["sss_star", "dual_star", "ps_star", "iter_sss_star"])
def test_each_case_has_its_line(page: Any, algorithm: str) -> None:
    note = note_of(algorithm)
    assert note is not None
    lines = {tag: line.text.strip() for line in note.code for tag in line.on}
    for tree in (SMALL, THESIS.tree):
        cases = [(what, line) for what, line in _lit(page, tree, algorithm) if what.startswith("case")]
        assert len(cases) > 5
        for what, line in cases:
            wanted = "end" if what == "case -" else what if what in lines else what[:6]
            assert line == lines[wanted]


@pytest.mark.parametrize("algorithm", hm.ALGORITHMS)
def test_every_event_lights_a_line(page: Any, algorithm: str) -> None:
    for tree in (SMALL, _tree(random.Random(4)), [[1, 5], [2, 8]], 7):
        assert [what for what, line in _lit(page, tree, algorithm) if not line] == []


@pytest.mark.parametrize("algorithm", hm.ALGORITHMS)
def test_notes_name_events_and_functions_that_exist(page: Any, algorithm: str) -> None:
    note, functions = note_of(algorithm), page("halfmove.places.functions")
    assert note is not None
    for line in note.code:
        for tag in line.on:
            kind, _, rest = tag.partition(" ")
            assert kind in KINDS or re.fullmatch(r"case \d[a-d]?", tag)
            if rest.startswith("of "):
                assert kind in ("enter", "call")
                assert set(rest.removeprefix("of ").split()) <= set(functions)
            elif rest and kind != "case":
                assert tag in ("raise max", "raise min", "raise first")
    assert all(page(f"halfmove.algorithms.find((each) => each.id === '{algorithm}').{key}") for key in ("idea", "use"))
    assert not [text for text in plain(note.idea) if re.search(r"\\|\]\(|`", text)]
    assert len(NEEDED) == 5


OWN = '''
import halfmove as hm
from halfmove.words import infinity, moves, play, remember


@hm.algorithm(title="mine", promise="the value", proves=True)
def mine(game, p, height, a, b, run):
    """Not shown."""
    best = -infinity()
    for move in moves(game, p):
        score = -below(game, play(game, p, move, height, run), height - 1, -b, -max(a, best), run)
        if score > best:
            best = score
            remember(run, height, move, best)
        elif strange(best):
            return 0
    return best


def strange(x):
    return x == 777


def below(game, p, height, a, b, run):
    return mine(game, p, height, a, b, run)
'''


def test_an_algorithm_of_ones_own_shows_its_source(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    context = quickjs.Context()
    context.set_max_stack_size(1 << 26)
    code = script_for(["sss_star", f"{tmp_path}/own.py:mine"], recorded=True) + page_script() + HELPERS
    context.eval(re.sub(r"^(const|class|let) (\w+)", _as_var, code, flags=re.MULTILINE))
    lit = _lit(lambda text: json.loads(context.eval(f"JSON.stringify({text})")), [[3, 5], [2, 9]], "mine")
    assert [line for _, line in lit] == [
        "def mine(game, p, height, a, b, run):",
        "def mine(game, p, height, a, b, run):",
        "return mine(game, p, height, a, b, run)",  # a leaf: it has no line inside
        "remember(run, height, move, best)",
        "return mine(game, p, height, a, b, run)",
        "return best",
        "remember(run, height, move, best)",
        "def mine(game, p, height, a, b, run):",
        "return mine(game, p, height, a, b, run)",
        "remember(run, height, move, best)",
        "return mine(game, p, height, a, b, run)",
        "return best",
        "return best",
    ]
    shown = json.loads(context.eval("JSON.stringify(halfmove.algorithms[1].python.map(([, text]) => text))"))
    assert [text for text in shown if text.startswith("def ")] == [
        "def mine(game, p, height, a, b, run):",
        "def strange(x):",
        "def below(game, p, height, a, b, run):",
    ]
    assert "Not shown" not in str(shown)
    assert json.loads(context.eval("JSON.stringify(halfmove.algorithms.map(({ origin }) => origin))")) == [
        None,
        "own.py:mine",
    ]
    assert str(tmp_path) not in code


@pytest.mark.parametrize("algorithm", hm.ALGORITHMS)
def test_what_children_show_is_true(page: Any, algorithm: str) -> None:
    for seed in range(usually(6, 60)):
        wrong = page(f"""(() => {{
          const replay = {_replay(_tree(random.Random(seed)), algorithm)}, values = valuesOf(replay.shape);
          const holds = ({{ x, sign }}, value) => (sign === "" ? x === value : sign === "≤" ? value <= x : value >= x);
          return [...boundsOf(replay)].filter(([e, fact]) => !holds(fact, values[replay.node[e]]));
        }})()""")
        assert wrong == []


def test_a_fail_hard_answer_is_explained(page: Any) -> None:
    """In the tree of the thesis 2.1 returns alpha, 64; its children are worth at most 42."""
    shown = page(f"""(() => {{
      const replay = {_replay(THESIS.tree, "alpha_beta")}, node = nodeNamed(replay.shape, "2.1");
      const leaves = (e) => replay.kind[e] === LEAVE && replay.node[e] === node;
      replay.seek(replay.stepOf([...replay.kind.keys()].find(leaves)));
      return [numbersOf(replay, node), sayStep(replay), describeNode(replay, node, {{}}).join(" ")];
    }})()""")
    assert shown[0] == "42"
    for text in shown[1:]:
        assert "the best is worth 42" in text
        assert "alpha = 64, so the search only returns 64, which means “at most 64”" in text


@pytest.mark.parametrize(("one", "other"), [("alpha_beta", "sss_star"), ("minimax", "negascout"), ("mtd_f", "ps_star")])
def test_the_difference_comes_from_the_counts(page: Any, one: str, other: str) -> None:
    for tree in (SMALL, THESIS.tree):
        said = page(f"differenceOf({_replay(tree, one)}, {_replay(tree, other)})")
        counts = [hm.search(hm.trees.explicit(tree), each, compiled=False).counts for each in (one, other)]
        first, second = (each.leaves for each in counts)
        if first == second:
            assert said[0].startswith(f"Both evaluate {first} leaves.")
        else:
            assert f"evaluates {first} leaves" in said[0]
            assert f" {second}: {abs(first - second)} {'fewer' if second < first else 'more'}." in said[0]
        for each in counts:
            if each.max_open:
                assert f"{each.max_open} states on OPEN" in said[1]
    said = page(f"differenceOf({_replay(SMALL, 'alpha_beta')}, {_replay(SMALL, 'sss_star')})")
    assert said == [
        "Alpha-beta evaluates 8 leaves, SSS* 6: 2 fewer. Only alpha-beta looks at 1.2.1 and 1.2.2.",
        "Memory: alpha-beta keeps one path of 4 nodes; SSS* keeps up to 5 states on OPEN. "
        "That is the price of the leaves that it saves.",
        "Alpha-beta: Do not look at nodes that cannot matter. SSS*: Search best first instead of left to right.",
    ]


@pytest.mark.parametrize("algorithm", ["alpha_beta", "negascout", "mtd_f", "sss_star", "ps_star", "dual_star"])
def test_hints_give_a_reason_and_change_nothing(page: Any, algorithm: str) -> None:
    for tree in (SMALL, _tree(random.Random(3))):
        said = page(f"""(() => {{
          const replay = {_replay(tree, algorithm)}, said = [];
          for (let found = nextLeaf(replay); found; found = nextLeaf(replay)) {{
            replay.seek(found.step);
            const before = picture(replay);
            for (let v = 1; v < replay.shape.count; v++) {{
              if (!isLeaf(replay.shape, v) || v === found.leaf) continue;
              said.push(whyNotNext(replay, v, found.leaf, found.shows));
              if (picture(replay) !== before) said.push("");
            }}
            replay.seek(found.shows);
          }}
          return said;
        }})()""")
        assert all(said)
        assert not [text for text in said if re.search(r"undefined|NaN|null|\[object", text)]


def test_operators_say_what_they_take_and_why(page: Any) -> None:
    for algorithm in ("sss_star", "ps_star", "dual_star", "iter_sss_star", "staged_sss_star"):
        steps = page(f"""(() => {{
          const replay = {_replay(THESIS.tree, algorithm)}, found = [];
          for (const step of replay.jumps.operator.slice(0, -1)) {{
            replay.seek(step);
            found.push(operatorText(replay));
          }}
          return found;
        }})()""")
        assert all(step["taken"].startswith("Take (") and step["done"].startswith("Case ") for step in steps)
        assert all(step["why"] for step in steps)
    first = page(
        f"(() => {{ const r = {_replay(SMALL, 'dual_star')}; r.seek(r.jumps.operator[1]); return operatorText(r); }})()"
    )
    assert "MAX" in first["why"]  # the roles have changed


def test_the_merit_that_a_leaf_gets_is_the_one_on_open(page: Any) -> None:
    """In PS* a merit never falls below the lower bound."""
    kinds = set()
    for algorithm in ("sss_star", "ps_star", "dual_star", "iter_sss_star", "staged_sss_star"):
        steps = page(f"""(() => {{
          const replay = {_replay(THESIS.tree, algorithm)}, found = [];
          for (const step of replay.jumps.operator) {{ replay.seek(step); found.push(operatorText(replay).done); }}
          return found;
        }})()""")
        for done in steps:
            if " is evaluated: " not in done:
                continue
            told = re.search(r"is evaluated: (-?\d+)(.*?)\.", done)
            entered = re.search(r"\([\d.]+,S,(-?[\d∞]+)\) enters OPEN", done)
            assert told
            if told[2] == ", the new merit":
                assert not entered or entered[1] == told[1], done
            elif told[2].startswith("; its merit is now"):
                assert entered
                assert told[2] == f"; its merit is now {entered[1]}, the lower bound"
                assert int(entered[1]) > int(told[1])
            kinds.add(re.sub(r"\d+", "n", told[2]))
    assert {", the new merit", "; its merit stays as it was", "; its merit is now n, the lower bound"} <= kinds


def test_a_state_space_search_says_when_it_goes_on_elsewhere(page: Any) -> None:
    said = page(f"""(() => {{
      const replay = {_replay(SMALL, "sss_star")}, said = [];
      for (const step of replay.jumps.operator) {{ replay.seek(step); said.push(operatorText(replay).taken); }}
      return said;
    }})()""")
    jumps = [found[0] for text in said if (found := re.search(r"Below .*", text))]
    assert jumps == [
        "Below 1 the best merit is now 6, so the search leaves it and goes on below 2.",
        "Below 2 the best merit is now 10, so the search leaves it and goes on below 3.",
        "Below 3 the best merit is now 9, so the search leaves it and goes on below 2.",
    ]


def test_examples_are_as_they_say() -> None:
    counts = {}
    for each in EXAMPLES:
        specs = [AlgorithmSpec.parse(text) for text in each.algorithms]
        results = [hm.search(each.game, one.algorithm, compiled=False, **dict(one.parameters)) for one in specs]
        counts[each.title] = [result.counts.leaves for result in results]
    assert counts["Alpha-beta on a small tree"] == [8]
    assert "looks at 8 of 11 leaves" in EXAMPLES[0].about
    assert counts["SSS* on the same tree"] == [6]
    assert "looks at 6 leaves" in EXAMPLES[1].about
    assert counts["Alpha-beta beside SSS*"] == [8, 6]
    assert len(counts) == len(EXAMPLES)
    assert EXAMPLES[0].algorithms == ("alpha_beta",)
    assert any(each.algorithms == ("ps_star:phases=2",) and each.tree == THESIS.name for each in EXAMPLES)
