"""SSS*, PS*, ITERSSS* and their kin against the slow list forms, operator by operator, at both speeds."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

import halfmove as hm
from halfmove.tracing import listing

from . import state_space_reference as reference
from .conftest import DATA, VALUES, full, load, ragged, usually

SPEEDS = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
TRACES = load("traces.json")["traces"]


def random_tree(chance: random.Random) -> Any:
    most = chance.choice((1, 3, 20, 1000))

    def values(chance: random.Random) -> int:
        return chance.randint(0, most)

    if chance.random() < 0.4:
        return full(chance, chance.randint(1, 4), chance.randint(0, 5), values)
    return ragged(chance, chance.randint(0, 6), values)


def some_window(chance: random.Random, tree: Any) -> tuple[float, float]:
    if chance.random() < 0.6 or not isinstance(tree, list):
        return -math.inf, math.inf
    low = chance.randint(-1, 15)
    return low, low + chance.randint(1, 10)


def assert_same(expected: reference.Trace, r: hm.Result, label: Any) -> None:
    assert r.value == expected.value, label
    assert list(r.leaf_order or ()) == expected.leaves, label
    assert (r.counts.max_open, r.counts.max_backup) == (expected.open, expected.backup), label
    if r.events is not None:
        ours = [(event.case, list(event.open), list(event.backup)) for event in r.events]
        theirs = [
            (
                int(case) if case else None,
                [(reference.dewey(node), status, merit) for node, status, merit in opened],
                [(reference.dewey(node), *rest) for node, *rest in backup],
            )
            for case, opened, backup in expected.steps
        ]
        assert ours == theirs, label


@SPEEDS
@pytest.mark.parametrize("ties", ["leftmost", "1979"])
def test_sss_star(ties: str, compiled: bool) -> None:
    chance = random.Random(f"sss {ties}")
    for _ in range(usually(120, 2000)):
        tree = random_tree(chance)
        window = some_window(chance, tree)
        expected = reference.sss(tree, *window, original=ties == "1979")
        r = hm.search(hm.trees.explicit(tree), "sss_star", window=window, ties=ties, trace=True, compiled=compiled)
        assert_same(expected, r, (tree, window))


def random_sizes(number: float) -> Any:
    """Partitions of any unequal sizes, always the same for a width."""

    def sizes(width: int) -> list[int]:
        chance, made = random.Random(number * width), []
        while sum(made) < width:
            made.append(chance.randint(1, width - sum(made)))
        return made

    return sizes


@SPEEDS
@pytest.mark.parametrize("operator", ["corrected", "printed"])
def test_ps_star(operator: str, compiled: bool) -> None:
    chance = random.Random(f"ps {operator}")
    for _ in range(usually(120, 2000)):
        tree = random_tree(chance)
        window = some_window(chance, tree) if operator == "corrected" else (-math.inf, math.inf)
        if chance.random() < 0.5:
            phases = chance.randint(1, 5)
            sizes, parameters = reference.equal_parts(phases), {"phases": phases}
        else:
            sizes = random_sizes(chance.random())
            parameters = {"partitions": sizes}
        expected = reference.ps(tree, sizes, *window, printed=operator == "printed")
        r = hm.search(
            hm.trees.explicit(tree),
            "ps_star",
            window=window,
            operator=operator,
            trace=True,
            compiled=compiled,
            **parameters,
        )
        assert_same(expected, r, (tree, window, parameters))


@SPEEDS
@pytest.mark.parametrize("fallback", [True, False])
def test_iter_sss_star(fallback: bool, compiled: bool) -> None:
    chance = random.Random(f"iter {fallback}")
    stuck = 0
    for _ in range(usually(120, 2000)):
        tree, memory = random_tree(chance), chance.randint(1, 20)
        expected = reference.iter_sss(tree, memory, fallback)
        call = {"memory": memory, "fallback": fallback, "trace": True, "compiled": compiled}
        if expected.stuck:
            stuck += 1
            words = "reactivated node" if expected.stuck == "livelock" else "no ACTIVE"
            with pytest.raises(hm.HalfmoveError, match=words):
                hm.search(hm.trees.explicit(tree), "iter_sss_star", **call)
            continue
        r = hm.search(hm.trees.explicit(tree), "iter_sss_star", **call)
        assert r.value == expected.value, (tree, memory)
        assert list(r.leaf_order or ()) == expected.leaves, (tree, memory)
        assert (r.counts.max_open, r.counts.fallbacks) == (expected.open, expected.fallbacks), (tree, memory)
        assert r.counts.max_open <= memory
    assert (stuck > 0) == (not fallback)


@SPEEDS
def test_identities(compiled: bool) -> None:
    """The same leaves in the same order: SSS* = PS*(1) = MTD(+inf) = ITERSSS*(full), alpha-beta = PS*(width), ..."""
    chance = random.Random("identities")
    for _ in range(80):
        tree = hm.trees.explicit(random_tree(chance))
        runs = {
            "sss": [
                ("sss_star", {}),
                ("ps_star", {"phases": 1}),
                ("mt_sss_star", {}),
                ("iter_sss_star", {"memory": 5000}),
                ("staged_sss_star", {"stage": 100}),
                ("sss_alpha_beta", {"split": 100}),
            ],
            "alpha-beta": [
                ("alpha_beta", {}),
                ("ps_star", {"phases": 100}),
                ("alpha_beta_sss", {"split": 100}),
            ],
            "dual": [("dual_star", {}), ("mt_dual_star", {})],
        }
        for group in runs.values():
            orders = [
                hm.search(tree, algorithm, compiled=compiled, trace=True, **parameters).leaf_order
                for algorithm, parameters in group
            ]
            assert all(order == orders[0] for order in orders), (group, tree.data)


def test_storage_is_what_the_papers_say() -> None:
    for width, depth in ((4, 4), (8, 4), (2, 9), (3, 5)):
        half = -(-depth // 2)
        tree = hm.trees.uniform(width, depth, seed=depth)
        assert hm.search(tree, "sss_star").counts.max_open == width**half
        for phases in (k for k in range(2, width + 1) if width % k == 0):
            counts = hm.search(tree, "ps_star", phases=phases).counts
            part = width // phases
            assert counts.max_open <= part**half
            assert counts.max_backup <= sum(part**j for j in range(half))
        for memory in ("minimum", width**half // 2 + width, width**half):
            r = hm.search(tree, "iter_sss_star", memory=memory, fallback=False)
            assert r.counts.max_open <= r.parameters["memory"]


@pytest.mark.parametrize(("width", "depth"), [(8, 10), (4, 16)])
def test_large_open_lists(width: int, depth: int) -> None:
    r = hm.search(hm.trees.uniform(width, depth, seed=1), "sss_star", compiled=True)
    assert r.counts.max_open == width ** (depth // 2)
    assert r.value == hm.search(hm.trees.uniform(width, depth, seed=1), "alpha_beta", compiled=True).value


@SPEEDS
@pytest.mark.parametrize("algorithm", ["sss_star", "ps_star", "iter_sss_star", "mt_sss_star", "mt_dual_star", "mtd_f"])
def test_memory_limit_gives_a_bound(algorithm: str, compiled: bool) -> None:
    tree = hm.trees.explicit(full(random.Random(1), 6, 5, VALUES["reals"]))
    value = hm.search(tree, "alpha_beta", compiled=False).value
    extra = {"iter_sss_star": {"memory": 5000}, "ps_star": {"phases": 1}}.get(algorithm, {})
    limits = hm.Limits(memory=4000 if compiled else 24_000)
    r = hm.search(tree, algorithm, compiled=compiled, trace=True, limits=limits, **extra)
    assert r.stopped == "memory"
    from_above = algorithm in ("sss_star", "ps_star", "iter_sss_star", "mt_sss_star")
    assert r.bound == ("upper" if from_above else "lower")
    assert r.value >= value if r.bound == "upper" else r.value <= value


@SPEEDS
def test_stopped_by_nodes_gives_a_bound(compiled: bool) -> None:
    tree = hm.trees.explicit(full(random.Random(3), 4, 6, VALUES["reals"]))
    value = hm.search(tree, "alpha_beta", compiled=False).value
    for algorithm in ("sss_star", "ps_star", "mt_sss_star", "dual_star", "mt_dual_star"):
        r = hm.search(tree, algorithm, compiled=compiled, trace=True, limits=hm.Limits(nodes=500))
        assert r.stopped == "nodes"
        assert r.value >= value if r.bound == "upper" else r.value <= value


@pytest.mark.parametrize("trace", TRACES, ids=lambda trace: trace["title"])
def test_golden_listing(trace: dict[str, Any]) -> None:
    """The printed traces as text; `python -m tests.regenerate` writes them anew."""
    r = run_trace(trace)
    steps = [
        {"case": event.case, "open": [list(s) for s in event.open], "backup": [list(s) for s in event.backup]}
        for event in r.events or ()
    ]
    for step, expected in zip(steps, trace["steps"], strict=True):
        assert step["case"] == expected["case"]
        assert step["open"] == expected["open"]
        assert step["backup"] == expected.get("backup", [])
    assert listing(r.events or ()) + "\n" == (DATA / "traces" / trace["file"]).read_text(encoding="utf-8")


def run_trace(trace: dict[str, Any]) -> hm.Result:
    low, high = trace["window"]
    return hm.search(
        hm.trees.explicit(trace["tree"]),
        trace["algorithm"],
        window=(-math.inf if low is None else low, math.inf if high is None else high),
        trace=True,
        compiled=False,
        **trace["parameters"],
    )


def test_partitions_are_checked() -> None:
    tree = hm.trees.uniform(4, 2, seed=1)
    for wrong, words in (
        ([], r"partitions must be a list of sizes .*, not \[\]"),
        ([0], r"partitions must be a list of sizes .*, not \[0\]"),
        ("2", "partitions must be a list of sizes .*, not '2'"),
        (lambda w: [1], r"partitions\(\d\) returns \[1\]; .*add up"),
    ):
        with pytest.raises(hm.UsageError, match=words):
            hm.search(tree, "ps_star", partitions=wrong)
    value = hm.search(tree, "minimax").value
    for compiled in (False, True):
        for partitions in ([1, 3], [1], [9], lambda w: [1] * w):
            assert hm.search(tree, "ps_star", partitions=partitions, compiled=compiled).value == value
    wide = hm.trees.uniform(300, 2, seed=1)
    assert hm.search(wide, "ps_star", partitions=[100, 7], compiled=True).value == hm.search(wide, "minimax").value


@SPEEDS
def test_best_first_minimax(compiled: bool) -> None:
    game = hm.games.tic_tac_toe()
    r = hm.search(game, "best_first_minimax", budget=10**6, compiled=usually(False, compiled))
    assert (r.value, len(r.line)) == (0, 9)
    small = hm.search(game, "best_first_minimax", budget=20, compiled=usually(False, compiled))
    assert small.bound == "estimate"
    assert small.counts.nodes < 40
    tree = hm.trees.incremental(3, 5, seed=2)
    whole = hm.search(tree, "best_first_minimax", budget=10**6, compiled=False)
    assert whole.counts.nodes <= sum(3**i for i in range(6))
    one = hm.trees.explicit([3, 9, 4])
    r = hm.search(one, "best_first_minimax", compiled=compiled, trace=True)
    assert (r.value, r.bound, r.line) == (9, "exact", (2,))
