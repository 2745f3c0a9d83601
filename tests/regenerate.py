"""Write the data files anew that pin down what must not change by accident:

    python -m tests.regenerate

`signature.json` holds how many leaves every algorithm evaluates on a fixed set of trees, `trees.json` the leaves of
some synthetic trees, `traces/` the listings of printed traces.
A change in any of them is a change of behaviour: note it under *Counts* in CHANGELOG.md.
"""

from __future__ import annotations

import json
from typing import Any

import halfmove as hm
from halfmove.tracing import listing

from .conftest import DATA, VARIANTS, load

TREES: list[tuple[str, dict[str, Any]]] = [
    ("uniform", {"width": 2, "depth": 3, "seed": 0}),
    ("uniform", {"width": 3, "depth": 2, "seed": 1, "values": [-9, 9]}),
    ("uniform", {"width": 2, "depth": 3, "seed": -1, "values": [-1.0, 1.0]}),
    ("uniform", {"width": 2, "depth": 4, "seed": 12345678901234567890, "values": 0.5}),
    ("uniform", {"width": 3, "depth": 2, "seed": 3, "values": {"1": 0.25, "2": 0.5, "5": 0.25}}),
    ("uniform", {"width": 2, "depth": 4, "seed": 4, "order": "worst"}),
    ("ordered", {"width": 4, "depth": 2, "seed": 0}),
    ("ordered", {"width": 4, "depth": 2, "seed": 1, "order": 2, "probability": 0.75}),
    ("ordered", {"width": 3, "depth": 3, "seed": 2, "order": "geometric", "probability": 0.5}),
    ("ordered", {"width": 3, "depth": 3, "seed": 3, "order": "principal"}),
    ("ordered", {"width": 3, "depth": 3, "seed": 4, "order": "worst"}),
    ("incremental", {"width": 3, "depth": 3, "seed": 0}),
    ("incremental", {"width": 2, "depth": 3, "seed": 5, "values": [0.0, 1.0]}),
]

SIGNATURE: list[tuple[str, dict[str, Any]]] = [
    ("uniform", {"width": 2, "depth": 8, "seed": 1}),
    ("uniform", {"width": 3, "depth": 5, "seed": 2, "values": [0, 9]}),
    ("uniform", {"width": 8, "depth": 3, "seed": 3, "values": [0, 99]}),
    ("uniform", {"width": 4, "depth": 4, "seed": 4, "values": 0.4}),
    ("ordered", {"width": 4, "depth": 5, "seed": 5}),
    ("ordered", {"width": 4, "depth": 5, "seed": 6, "order": 2}),
    ("ordered", {"width": 5, "depth": 4, "seed": 7, "order": "principal"}),
    ("ordered", {"width": 5, "depth": 4, "seed": 8, "order": "perfect"}),
    ("incremental", {"width": 4, "depth": 5, "seed": 9}),
]


def signature() -> dict[str, dict[str, list[int]]]:
    """Leaves of every algorithm with every set of parameters on each of the trees."""
    from .test_trees import made

    trees = [made({"family": family, "options": options}) for family, options in SIGNATURE]
    return {
        algorithm.id: {
            " ".join(f"{k}={v}" for k, v in parameters.items()) or "-": [
                hm.search(tree, algorithm.id, compiled=False, **parameters).counts.leaves for tree in trees
            ]
            for parameters in VARIANTS.get(algorithm.id, [{}])
        }
        for algorithm in hm.ALGORITHMS.values()
    }


def pinned_trees() -> list[dict[str, Any]]:
    from .test_trees import leaf_values, made

    cases = []
    for family, options in TREES:
        tree = made({"family": family, "options": options})
        r = hm.search(tree, "alpha_beta", compiled=False)
        cases.append(
            {
                "family": family,
                "options": options,
                "leaves": leaf_values(tree),
                "alpha_beta": [r.value, r.counts.leaves],
            }
        )
    return cases


def main() -> None:
    from .test_state_space import run_trace

    trees = DATA / "trees.json"
    if not trees.exists():
        trees.write_text('{"trees": []}')
    rows = ",\n".join("  " + json.dumps(case) for case in pinned_trees())
    trees.write_text(f'{{"trees": [\n{rows}\n]}}\n')
    for trace in load("traces.json")["traces"]:
        text = listing(run_trace(trace).events or ())
        (DATA / "traces" / trace["file"]).write_text(text + "\n", encoding="utf-8")
    (DATA / "signature.json").write_text(_lines({"trees": [list(each) for each in SIGNATURE], "leaves": signature()}))


def _lines(data: dict[str, Any]) -> str:
    trees = ",\n".join("  " + json.dumps(tree) for tree in data["trees"])
    leaves = ",\n".join(
        f"  {json.dumps(name)}: {{\n" + ",\n".join(f"   {json.dumps(k)}: {v}" for k, v in rows.items()) + "\n  }"
        for name, rows in data["leaves"].items()
    )
    return f'{{\n "trees": [\n{trees}\n ],\n "leaves": {{\n{leaves}\n }}\n}}\n'


if __name__ == "__main__":
    main()
