"""The page that replays a search, as far as it can be tested without a browser: its script runs in QuickJS."""

from __future__ import annotations

import json
import random
import re
from itertools import pairwise
from typing import Any

import pytest

import halfmove as hm
from halfmove import theory
from halfmove.errors import UsageError
from halfmove.explorer.page import page_script
from halfmove.explorer.script import script_for
from halfmove.explorer.unfolding import unfolded
from halfmove.tracing import listing
from halfmove.trees import NAMED

quickjs = pytest.importorskip("quickjs")

THESIS = NAMED["srimani_1985:figure-a1"]
NEEDED = {"aspiration": {"guess": 5, "error": 2}}
HELPERS = """
var shapes = new Map();
function shapeFor(text) {
  if (!shapes.has(text)) shapes.set(text, shapeOf(halfmove.makeTree(JSON.parse(text))));
  return shapes.get(text);
}
function replayOf(text, id, parameters, window) {
  const shape = shapeFor(text), result = halfmove.search(shape.tree, id, parameters, window || null, { watch: false });
  const algorithm = halfmove.algorithms.find((each) => each.id === id);
  return new Replay(shape, result, algorithm, halfmove.reasons(shape.tree, result.events));
}
// All that a panel shows of a step.
function picture(replay) {
  const { shape } = replay, nodes = [];
  const cut = cutNodes(replay, new Uint8Array(shape.count));
  for (let v = 0; v < shape.count; v++) nodes.push(stateOf(replay, v), numbersOf(replay, v), cut[v]);
  const open = openList(replay);
  return JSON.stringify([
    nodes, open.states.map((state) => stateText(shape, state)), open.taken, backupList(replay), [...replay.frames],
    sayStep(replay), stepReasons(replay), currentNode(replay),
  ]);
}
"""


@pytest.fixture(scope="module")
def page() -> Any:
    """JavaScript in which the scripts of the page were run; returns a function that evaluates and gives data back."""
    context = quickjs.Context()
    context.set_max_stack_size(1 << 26)
    code = script_for(recorded=True) + page_script() + HELPERS
    context.eval(re.sub(r"^(const|class|let) (\w+)", _as_var, code, flags=re.MULTILINE))

    def evaluate(text: str) -> Any:
        return json.loads(context.eval(f"JSON.stringify({text})"))

    return evaluate


def _as_var(found: re.Match[str]) -> str:
    return f"var {found[2]} = class {found[2]}" if found[1] == "class" else f"var {found[2]}"


def _call(name: str, *given: Any) -> str:
    return f"{name}({', '.join(json.dumps(each) for each in given)})"


def _replay(tree: Any, algorithm: str, parameters: Any = None, window: Any = None) -> str:
    given = NEEDED.get(algorithm, {}) if parameters is None else parameters
    return _call("replayOf", json.dumps(tree), algorithm, given, window)


@pytest.mark.parametrize(("width", "depth"), [(1, 3), (2, 1), (2, 4), (3, 3), (4, 2), (2, 7)])
def test_fewest_leaves_are_those_of_knuth_and_moore(page: Any, width: int, depth: int) -> None:
    wanted = {"width": width, "depth": depth, "low": 0, "high": 10**6, "seed": 5}
    found = page(f"leastLeaves(shapeOf(halfmove.makeTree(randomTree({json.dumps(wanted)}))))")
    assert found == theory.minimum_leaves(width, depth)


def test_no_search_evaluates_fewer_leaves(page: Any) -> None:
    for seed in range(25):
        tree = _tree(random.Random(seed))
        least = page(f"leastLeaves({_call('shapeFor', json.dumps(tree))})")
        assert least <= hm.search(hm.trees.explicit(tree), "alpha_beta", compiled=False).counts.leaves


@pytest.mark.parametrize("algorithm", hm.ALGORITHMS)
def test_every_way_to_a_step_shows_the_same(page: Any, algorithm: str) -> None:
    chance = random.Random(algorithm)
    tree = _tree(chance)
    different = page(f"""(() => {{
      const straight = {_replay(tree, algorithm)}, other = {_replay(tree, algorithm)}, pictures = [];
      for (let s = 0; s <= straight.steps; s++) {{ straight.seek(s); pictures.push(picture(straight)); }}
      other.seek(other.steps);
      const wrong = [];
      for (let s = other.steps; s >= 0; s--) {{ other.seek(s); if (picture(other) !== pictures[s]) wrong.push(s); }}
      for (const part of {json.dumps([chance.random() for _ in range(20)])}) {{
        other.seek(Math.round(part * other.steps));
        if (picture(other) !== pictures[other.step]) wrong.push(other.step);
      }}
      return wrong;
    }})()""")
    assert different == []


@pytest.mark.parametrize("algorithm", hm.ALGORITHMS)
def test_every_step_has_words(page: Any, algorithm: str) -> None:
    for tree in (_tree(random.Random(4)), THESIS.tree, 7, [[1.5, 2.25], [0.125, 9.0]]):
        said = page(f"""(() => {{
          const replay = {_replay(tree, algorithm)}, said = [];
          for (let s = 0; s <= replay.steps; s++) {{
            replay.seek(s);
            said.push(sayStep(replay));
            for (let v = 0; v < replay.shape.count; v++) said.push(describeNode(replay, v, {{}}).join(" "));
          }}
          return said;
        }})()""")
        assert all(said)
        assert not [text for text in said if re.search("undefined|NaN|null|\\[object", text)]


LISTS = [
    ("sss_star", {}),
    ("sss_star", {"ties": "1979"}),
    ("ps_star", {"phases": 2}),
    ("ps_star", {"partitions": [1, 2]}),
    ("iter_sss_star", {"memory": 3}),
    ("dual_star", {}),
    ("staged_sss_star", {"stage": 1}),
    ("sss_alpha_beta", {"split": 2}),
]


@pytest.mark.parametrize(("algorithm", "parameters"), LISTS)
def test_lists_are_those_of_the_trace(page: Any, algorithm: str, parameters: dict[str, Any]) -> None:
    for seed in range(4):
        tree = _tree(random.Random(seed))
        events = hm.search(hm.trees.explicit(tree), algorithm, trace=True, compiled=False, **parameters).events or ()
        found = page(f"""(() => {{
          const replay = {_replay(tree, algorithm, parameters)}, lines = [];
          for (const step of replay.jumps.operator) {{
            replay.seek(step);
            const open = openList(replay), operator = operatorOf(replay), {{ shape }} = replay;
            lines.push({{
              case: operator.case || null, open: open.states.map((state) => stateText(shape, state)).join(" "),
              backup: backupList(replay).map((each) => keptText(shape, each)).join(" "),
              taken: stateText(shape, open.states[open.taken]), space: spaceOf(replay), flag: flagOf(replay),
            }});
          }}
          return lines;
        }})()""")
        assert len(found) == len(events)
        for line, event in zip(found, events, strict=True):
            assert line["case"] == event.case
            assert _plain(line["open"]) == listing([event._replace(space=None, flag=None)]).split("\n")[0].partition(
                " "
            )[2].removeprefix("O: ")
            assert (
                _plain(line["taken"])
                == listing([event._replace(open=(event.state,), backup=(), space=None, flag=None)])[3:]
            )
            assert line["space"] == event.space
            assert line["flag"] == (None if event.flag is None else event.flag == "INACTIVE")
            assert len(line["backup"].split()) == len(event.backup)


def _plain(text: str) -> str:
    return text.replace("∞", "inf").replace("−", "-")


def _tree(chance: random.Random, depth: int = 4) -> Any:
    """A ragged tree with many ties whose root is no leaf."""
    if depth == 0 or (depth < 3 and chance.random() < 0.2):
        return chance.randint(0, 9)
    return [_tree(chance, depth - 1) for _ in range(chance.randint(1, 3))]


def test_cases_come_from_the_text_of_the_algorithm(page: Any) -> None:
    cases = page('casesOf(halfmove.algorithms.find((each) => each.id === "ps_star"))')
    assert cases["2"] == {"state": "LIVE MIN node", "rule": "its first child, LIVE"}
    assert set(cases) == {"1", "2", "3", "4", "5", "6", "6a", "6b", "6c", "6d"}
    for other in ("dual_star", "iter_sss_star", "staged_sss_star", "alpha_beta_sss", "sss_alpha_beta"):
        assert len(page(f'casesOf(halfmove.algorithms.find((each) => each.id === "{other}"))')) >= 6
    parts = page(f"""(() => {{
      const replay = {_replay(THESIS.tree, "ps_star")}, parts = [];
      for (const step of replay.jumps.operator) {{ replay.seek(step); parts.push(operatorText(replay).part); }}
      return parts;
    }})()""")
    assert {"6a", "6b", "6c", "6d"} <= set(parts)


def test_the_page_tells_why_a_node_is_never_looked_at(page: Any) -> None:
    for algorithm, word in (("ps_star", "removed from OPEN"), ("alpha_beta", "Beta cut-off at 1.2")):
        said = page(f"""(() => {{
          const replay = {_replay(THESIS.tree, algorithm)}, node = nodeNamed(replay.shape, "1.2.2");
          replay.seek(replay.steps);
          const cut = cutNodes(replay, new Uint8Array(85))[node];
          return [describeNode(replay, node, {{}}), historyOf(replay, node), cut];
        }})()""")
        assert word in " ".join(said[0])
        assert said[1]
        assert said[2] == 1
    below = page(f"""(() => {{
      const replay = {_replay(THESIS.tree, "alpha_beta")};
      replay.seek(replay.steps);
      return describeNode(replay, nodeNamed(replay.shape, "2.2.1"), {{}});
    }})()""")
    assert "2.2 above it is cut" in below[1]
    assert below[2].startswith("Alpha cut-off at 2")


@pytest.mark.parametrize(
    "algorithm",
    [each.id for each in hm.ALGORITHMS.values() if each.proves and not each.decides],
)
def test_whatever_is_never_looked_at_has_a_reason(page: Any, algorithm: str) -> None:
    for seed in range(8):
        found = page(f"""(() => {{
          const replay = {_replay(_tree(random.Random(seed)), algorithm)}, without = [];
          replay.seek(replay.steps);
          for (let v = 1; v < replay.shape.count; v++) {{
            if (!isSeen(replay, v) && !reasonFor(replay, v)) without.push(nameOf(replay.shape, v));
          }}
          return without;
        }})()""")
        assert found == []


def test_layout_keeps_nodes_apart_and_parents_in_the_middle(page: Any) -> None:
    chance = random.Random(8)
    for _ in range(40):
        text = json.dumps(_tree(chance, 6))
        found = page(f"""(() => {{
          const shape = {_call("shapeFor", text)}, layout = layoutOf(shape, new Set()), middle = [];
          for (let v = 0; v < shape.count; v++) {{
            if (!shape.children[v]) continue;
            const first = layout.x[shape.first[v]], last = layout.x[shape.first[v] + shape.children[v] - 1];
            middle.push(layout.x[v] - (first + last) / 2);
          }}
          return {{ rows: layout.rows.map((row) => [...row].map((v) => layout.x[v])), middle }};
        }})()""")
        for row in found["rows"]:
            assert all(right - left >= 0.999 for left, right in pairwise(row))
        assert all(abs(off) < 1e-6 for off in found["middle"])


def test_below_a_folded_node_nothing_is_drawn(page: Any) -> None:
    rows = page(f"""(() => {{
      const shape = {_call("shapeFor", "[[1,2],[3,[4,5]]]")}, layout = layoutOf(shape, new Set([2]));
      return layout.rows.map((row) => [...row]);
    }})()""")
    assert rows == [[0], [1, 2], [3, 4], []]


def test_texts_of_algorithms(page: Any) -> None:
    for text, parameters in [
        ("ps_star,phases=3", {"phases": 3}),
        ("ps_star:phases=3,operator=printed", {"phases": 3, "operator": "printed"}),
        ("ps_star,partitions=1+2", {"partitions": [1, 2]}),
        ("iter_sss_star,memory=minimum,fallback=no", {"memory": "minimum", "fallback": False}),
    ]:
        choice = page(_call("choiceFrom", text))
        assert choice["parameters"] == parameters
        kept = {name: value for name, value in parameters.items() if value != "minimum"}  # which is the default
        assert page(_call("choiceFrom", page(_call("choiceText", choice)))) == {**choice, "parameters": kept}
    with pytest.raises(quickjs.JSException, match="'nothing'"):
        page(_call("choiceFrom", "nothing"))


def test_a_changed_tree_shares_what_is_beside_the_change(page: Any) -> None:
    assert page("replaced([[1, 2], [3, 4]], [2, 1], () => 9)") == [[1, 2], [9, 4]]
    assert page("replaced([[1, 2], [3, 4]], [2], () => undefined)") == [[1, 2]]
    assert page("(() => { const t = [[1], [2]]; return replaced(t, [2], (x) => [...x, 0])[0] === t[0]; })()")


def test_unfolded_games_have_the_same_value_and_leaves(page: Any) -> None:
    connect = hm.games.connect_four(width=4, height=4)
    kalah = hm.games.kalah(pits=3, seeds=2)
    for game, depth, position in [
        (connect, 4, None),
        (connect, 3, connect.next(connect.start, 2)),  # the other player begins
        (kalah, 4, None),  # a player may move again
        (hm.games.nim(1, 2), None, None),
        (hm.trees.uniform(3, 4, seed=2), None, None),
    ]:
        tree = unfolded(game, depth, position)
        for algorithm in ("minimax", "alpha_beta", "sss_star"):
            wanted = hm.search(game, algorithm, depth=depth, position=position, compiled=False)
            shape = _call("shapeFor", json.dumps(tree.nested))
            found = page(f"halfmove.search({shape}.tree, {json.dumps(algorithm)})")
            assert found["value"] == pytest.approx(wanted.value)
            assert found["counts"]["leaves"] == wanted.counts.leaves
    assert tree.labels == {}
    assert unfolded(connect, 1).labels == {"1": "2", "2": "3", "3": "1", "4": "4"}  # columns, from the middle outwards


def test_trees_that_are_too_large_are_refused() -> None:
    with pytest.raises(UsageError, match=r"T\(10,6\).* 300,000 nodes.*smaller tree"):
        unfolded(hm.trees.uniform(10, 6))
    with pytest.raises(UsageError, match=r"connect four.* 300,000 nodes.*depth=4"):
        unfolded(hm.games.connect_four())
    with pytest.raises(UsageError, match=r"T\(2,4\).*leaves have scores.*depth 2"):
        unfolded(hm.trees.uniform(2, 4), 2)
    with pytest.raises(UsageError, match=r"1152921504606846976 .*2\^53"):
        unfolded(hm.trees.explicit([2**60, 1]))
    deep: Any = 1
    for _ in range(900):
        deep = [deep]
    with pytest.raises(UsageError, match="800 levels"):
        unfolded(hm.trees.explicit(deep))


def test_a_step_of_several_processors_is_a_round(page: Any) -> None:
    steps, rounds, said, at = page(f"""(() => {{
      const replay = {_replay(_tree(random.Random(3)), "parallel_alpha_beta")};
      replay.seek(2);
      const lit = workInStep(replay).map((each) => each.leaf);
      return [replay.steps, replay.result.counts.rounds, sayStep(replay), lit.includes(currentNode(replay))];
    }})()""")
    assert steps == rounds + 1
    assert said.startswith("Round 1. Processor 1 evaluates leaf 1")
    assert at


def test_who_works_where(page: Any) -> None:
    """A leaf has all who are at it; texts that would touch are joined; who waits is said."""
    tree = _tree(random.Random(3))
    apart = {"processors": 3, "guess": 0, "error": 1000, "latency": 0}
    late = {"processors": 4, "scheme": "leftmost_leaves", "latency": 3, "split_height": 1}
    met, said = page(f"""(() => {{
      const replay = {_replay(tree, "parallel_aspiration", apart)};
      replay.seek(2);
      const late = {_replay(tree, "parallel_alpha_beta", late)}, sentences = [];
      for (let step = 1; step <= late.steps; step++) {{ late.seek(step); sentences.push(sayStep(late)); }}
      return [[...workersAt(replay).values()], sentences];
    }})()""")
    assert met == [[1, 2, 3]]
    assert any(each.endswith("is on its way.") for each in said)
    texts = page("""(() => {
      const pen = { width: (text) => 6 * text.length }, drawn = [];
      pen.text = (text, x) => drawn.push([text, x]);
      const xs = [3, 50, 60, 200, 204, 208, 212], working = new Map(xs.map((_, v) => [v, [v + 1]]));
      const layout = { hidden: xs.map(() => 0) };
      const geometry = { x: (v) => xs[v], y: () => 40, radius: () => 4, width: 300, dense: [false], layout };
      labelWorkers(pen, { geometry, shape: { depth: xs.map(() => 0) }, theme: {}, working }, 0);
      return drawn;
    })()""")
    assert texts == [["P1", 8], ["P2,3", 55], ["4 at work", 206]]
