"""Kernels in a real browser: the same searches and the same events as in Python."""

from __future__ import annotations

import random
import shutil
from typing import Any

import pytest

import halfmove as hm
from halfmove.explorer.script import script_for
from tests.conftest import VALUES, random_trees, usually
from tests.translated import cases, found_by_python, javascript, recorded_by_python

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), "")
if not CHROMIUM:
    pytest.skip("there is no Chromium on this machine", allow_module_level=True)
playwright = pytest.importorskip("playwright.sync_api", reason="the package playwright drives Chromium: pip install it")

TREES = usually(12, 100)

SEARCH = """(calls) => calls.map(([nested, real, ...given]) => {
  const plain = (x) => (x === Infinity ? "inf" : x === -Infinity ? "-inf" : x);
  const ends = { inf: Infinity, "-inf": -Infinity };
  const read = (text) => JSON.parse(text, (key, x) => (x in ends ? ends[x] : x));
  try {
    const tree = halfmove.makeTree(read(nested), real), found = halfmove.search(tree, ...given.map(read));
    const { events } = found, columns = ["kind", "node", "aux", "x", "y"];
    return {
      value: plain(found.value), bound: found.bound, leaves: found.leafOrder, counts: found.counts,
      rows: events.kind.map((_, e) => columns.map((name) => plain(events[name][e]))),
      reasons: halfmove.reasons(tree, events).map((each) => each.text),
    };
  } catch (error) {
    return { error: String(error.message) };
  }
})"""


def written(data: Any) -> str:
    """Data as JSON, infinities as texts."""
    if isinstance(data, list | tuple):
        return "[" + ",".join(map(written, data)) + "]"
    return f'"{data}"' if isinstance(data, float) and abs(data) == float("inf") else javascript(data)


def test_chromium_searches_as_python_does() -> None:
    chance = random.Random(12)
    calls: list[Any] = []
    expected: list[Any] = []
    for tree in random_trees(TREES, 12, tuple(VALUES)):
        game = hm.trees.explicit(tree)
        real = game.data["score"].dtype.kind == "f"
        for algorithm in hm.ALGORITHMS.values():
            parameters, window, _nodes = cases(chance, algorithm, tree)
            found = found_by_python(game, algorithm, parameters, window, None)
            calls.append([written(tree), real, javascript(algorithm.id), javascript(parameters), written(window)])
            if "error" in found:
                expected.append({"error": found["error"]})
                continue
            log = recorded_by_python(game, algorithm, parameters, window, None)
            told = {name: found[name] for name in ("value", "bound", "counts")} | {"leaves": found["leaf_order"]}
            expected.append(told | log)
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.add_script_tag(content=script_for(recorded=True).replace("const halfmove", "var halfmove", 1))
        found = page.evaluate(SEARCH, calls)
        browser.close()
    for call, ours, theirs in zip(calls, expected, found, strict=True):
        assert theirs == ours, call
    assert len(calls) == TREES * len(hm.ALGORITHMS)
