"""Searches in JavaScript and in Python compared: the same value, bound, counts, leaf order and line, search by search.

python -m tests.translated SEED COUNT             so many random searches, all algorithms in turn
python -m tests.translated SEED COUNT recorded    the same, with all events of each
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any

import pytest

import halfmove as hm
from halfmove.explorer.script import script_for
from halfmove.tracing import reasons
from tests.conftest import VALUES, random_trees

# The parameters that an algorithm is given, one set after the other; a score is drawn from the tree's own.
PARAMETERS: dict[str, list[dict[str, Any]]] = {
    "p_alpha_beta": [{}, {"research": "hard"}],
    "p_alpha_beta_belle": [{}, {"research": "hard"}],
    "test": [{}, {"above": "score"}],
    "scout": [{}, {"test": "strict"}, {"test": "printed"}],
    "aspiration": [
        {"guess": "score", "error": "error"},
        {"guess": "score", "error": "error", "over": "f_alpha_beta"},
        {"guess": "score", "error": "error", "over": "sss_star"},
    ],
    "sss_star": [{}, {"ties": "1979"}],
    "ps_star": [
        {},
        {"phases": 1},
        {"phases": 3},
        {"phases": 9},
        {"operator": "printed"},
        {"partitions": [1, 2]},
        {"partitions": [2, 1, 1], "operator": "printed"},
    ],
    "iter_sss_star": [{}, *({"memory": m} for m in (1, 2, 3, 5, 9)), {"memory": 4, "fallback": False}],
    "staged_sss_star": [{}, {"stage": 1}, {"stage": 3}],
    "sss_alpha_beta": [{}, {"split": 1}, {"split": 3}],
    "alpha_beta_sss": [{}, {"split": 1}, {"split": 3}],
    "mtd_f": [{}, {"guess": "score"}],
    "parallel_alpha_beta": [
        {},
        {"processors": 1},
        {"processors": 2, "scheme": "root_splitting", "latency": 1},
        {"processors": 9, "scheme": "tree_splitting"},
        {"processors": 3, "scheme": "pv_splitting"},
        {"processors": 7, "scheme": "mandatory_work_first", "latency": 3},
        {"processors": 5, "split_height": 2},
        {"processors": 100, "scheme": "leftmost_leaves"},
    ],
    "parallel_aspiration": [
        {"processors": 1, "guess": "score", "error": "error"},
        {"processors": 2, "guess": "score", "error": "error", "latency": 2},
        {"processors": 7, "guess": "score", "error": "error"},
    ],
    "parallel_ps_star": [
        {},
        {"processors": 1, "phases": 3},
        {"processors": 2, "phases": 1, "latency": 2},
        {"processors": 7, "partitions": [1, 2], "siblings": 3},
        {"processors": 100, "phases": 3, "siblings": 9, "latency": 1},
    ],
    "parsss_star": [{}, {"processors": 1}, {"processors": 2, "latency": 2}, {"processors": 9}, {"processors": 100}],
    "best_first_minimax": [{}, {"budget": 1}, {"budget": 9}, {"budget": 40}],
    "df_pn": [{}, {"entries": 1}, {"entries": 5}],
}


def context(script: str) -> Any:
    """JavaScript in which a script was run."""
    made = pytest.importorskip("quickjs").Context()
    made.set_max_stack_size(1 << 26)
    made.eval(script.replace("const halfmove", "var halfmove", 1))
    made.eval("const trees = new Map();")
    return made


def javascript(data: Any) -> str:
    """Data as JavaScript: JSON, but infinities are allowed."""
    return json.dumps(data)


def in_javascript(js: Any, expression: str) -> Any:
    """The value of an expression; an error as {"error": its text}."""
    told = f"""(() => {{
      const plain = (key, x) => x === Infinity ? "inf" : x === -Infinity ? "-inf" : x;
      try {{ return JSON.stringify({expression}, plain); }}
      catch (error) {{ return JSON.stringify({{error: String(error.message), stack: error.stack}}); }}
    }})()"""
    return json.loads(js.eval(told))


def found_by_javascript(js: Any, tree: str, algorithm: str, parameters: Any, window: Any, options: Any) -> Any:
    """`tree` is an expression."""
    given = ", ".join(map(javascript, (algorithm, parameters, window, options)))
    found = in_javascript(js, f"halfmove.search({tree}, {given})")
    if "error" in found:
        return {"error": found["error"]}
    names = ("value", "bound", "line", "counts", "counters", "stopped", "parameters")
    return {name: found[name] for name in names} | {"leaf_order": found["leafOrder"]}


def found_by_python(game: hm.Game, algorithm: Any, parameters: Any, window: Any, nodes: int | None) -> Any:
    limits = None if nodes is None else hm.Limits(nodes=nodes)
    try:
        r = hm.search(game, algorithm, window=window, compiled=False, trace=True, limits=limits, **parameters)
    except hm.HalfmoveError as error:
        return {"error": str(error)}
    names = ("value", "bound", "line", "counts", "counters", "stopped", "parameters", "leaf_order")
    return {name: r.as_dict()[name] for name in names}


def leaves_of(tree: Any) -> list[Any]:
    return [leaf for child in tree for leaf in leaves_of(child)] if isinstance(tree, list) else [tree]


def cases(chance: random.Random, algorithm: hm.Algorithm, tree: Any) -> Any:
    """Parameters, window and limit of one search of this tree."""
    leaves = leaves_of(tree)
    finite = [leaf for leaf in leaves if abs(leaf) != float("inf")] or [0]
    parameters = dict(chance.choice(PARAMETERS.get(algorithm.id, [{}])))
    for name, word in parameters.items():
        if word == "score":
            parameters[name] = chance.choice(finite) + chance.choice([0, 0, 1, -3])
        elif word == "error":
            parameters[name] = chance.choice([0, 1, 2, 0.5, abs(chance.choice(finite))])
    window = None
    if chance.random() < 0.5:
        low, high = (chance.choice(leaves) + chance.choice([0, 0, 1, -1, 0.5]) for _ in range(2))
        low, high = min(low, high), max(low, high)
        low, high = chance.choice([(low, high), (float("-inf"), high), (low, float("inf"))])
        window = (low, high) if low < high else None
    nodes = chance.randint(1, 2 * len(leaves)) if chance.random() < 0.1 else None
    return parameters, window, nodes


def recorded_by_javascript(js: Any, tree: str, algorithm: str, parameters: Any, window: Any, options: Any) -> Any:
    """The events of a search, and the reasons in it."""
    given = ", ".join(map(javascript, (algorithm, parameters, window, options)))
    return in_javascript(
        js,
        f"""(() => {{
      const {{ events }} = halfmove.search({tree}, {given}), reasons = halfmove.reasons({tree}, events);
      const rows = events.kind.map((kind, e) => [kind, ...["node", "aux", "x", "y"].map((name) => events[name][e])]);
      return {{ rows, reasons: reasons.map((each) => each.text) }};
    }})()""",
    )


def recorded_by_python(game: hm.Game, algorithm: Any, parameters: Any, window: Any, nodes: int | None) -> Any:
    limits = None if nodes is None else hm.Limits(nodes=nodes)
    log = hm.search(game, algorithm, window=window, compiled=False, trace=True, limits=limits, **parameters).log
    rows = [[str(x) if abs(x) == float("inf") else x for x in map(_whole, row)] for row in log.rows]
    return {"rows": rows, "reasons": [each.text for each in reasons(log)]}


def _whole(x: Any) -> Any:
    return int(x) if isinstance(x, bool) else x


def compare(seed: int, count: int, js: Any = None, recorded: bool = False) -> int:
    """Make so many random searches, and fail at the first difference. Returns how many leaves were evaluated.

    If they are `recorded`, all events are compared too, and the reasons why branches were not looked at.
    """
    js = js or context(script_for(recorded=recorded))
    chance = random.Random(seed)
    algorithms = list(hm.ALGORITHMS.values())
    leaves = 0
    per_tree = len(algorithms)
    for number, tree in enumerate(random_trees(-(-count // per_tree), seed, tuple(VALUES))):
        game = hm.trees.explicit(tree)
        real = game.data["score"].dtype.kind == "f"
        js.eval(f"var tree = halfmove.makeTree({javascript(tree)}, {javascript(real)});")
        for algorithm in algorithms:
            parameters, window, nodes = cases(chance, algorithm, tree)
            expected = found_by_python(game, algorithm, parameters, window, nodes)
            options = {} if nodes is None else {"nodes": nodes}
            found = found_by_javascript(js, "tree", algorithm.id, parameters, window, options)
            call = f"tree {number} of seed {seed}: {algorithm.id} {parameters} {window} {nodes} on {tree}"
            assert found == expected, f"{call}\njs:     {found}\npython: {expected}"
            leaves += expected.get("counts", {}).get("leaves", 0)
            if recorded and "error" not in expected:
                log = recorded_by_python(game, algorithm, parameters, window, nodes)
                assert recorded_by_javascript(js, "tree", algorithm.id, parameters, window, options) == log, call
    return leaves


if __name__ == "__main__":
    began = time.perf_counter()
    total = compare(int(sys.argv[1]), int(sys.argv[2]), recorded=len(sys.argv) > 3)
    print(f"{sys.argv[2]} searches, {total} leaves, no difference, {time.perf_counter() - began:.1f} s")
