"""Value, leaves and their order on trees worked out beforehand, for every registered algorithm that they name."""

from __future__ import annotations

import math
from typing import Any

import pytest

import halfmove as hm

from .conftest import load

GOLDEN = load("golden.json")


def compare(tree: hm.Game, run: dict[str, Any], window: Any, compiled: bool) -> None:
    if run.get("stuck"):
        return  # told to the algorithm's own tests
    r = hm.search(tree, run["algorithm"], window=window, compiled=compiled, trace=True, **run["parameters"])
    label = f"{run['algorithm']} {run['parameters']}"
    assert r.value == run["value"], label
    if "leaf_order" in run:
        assert list(r.leaf_order or ()) == run["leaf_order"], label
    if "evaluations" in run:
        assert r.counts.leaves == run["evaluations"], label
    if "exact" in run:
        assert (r.exact, r.move) == (run["exact"], run["move"]), label
    for size in ("max_open", "max_backup"):
        if size in run:
            assert getattr(r.counts, size) == run[size], f"{label} {size}"


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("case", GOLDEN["cases"], ids=lambda case: case["title"])
def test_case(case: dict[str, Any], compiled: bool) -> None:
    tree = hm.trees.explicit(case["tree"])
    assert hm.search(tree, "minimax").value == case["value"]
    for run in case["runs"]:
        compare(tree, run, None, compiled)


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("case", GOLDEN["windows"], ids=lambda case: f"{case['tree']} {case['window']}")
def test_window(case: dict[str, Any], compiled: bool) -> None:
    nested = next(each["tree"] for each in GOLDEN["cases"] if each["title"] == case["tree"])
    low, high = case["window"]
    window = (-math.inf if low is None else low, math.inf if high is None else high)
    for run in case["runs"]:
        compare(hm.trees.explicit(nested), run, window, compiled)
