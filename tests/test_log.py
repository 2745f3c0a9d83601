"""The log of a search: it agrees with what the search counts, with machine code, and with itself."""

from __future__ import annotations

import inspect
import random
from typing import Any

import pytest

import halfmove as hm
from halfmove.recording.log import CASE, CLOSE, DROP, ENTER, KEEP, KNOWN, LEAF, LEAVE, OPEN, RAISE, VISIT, Log
from halfmove.tracing import listing, told
from tests.conftest import VALUES, full, random_trees, usually, variants

CASES = [
    *variants(),
    pytest.param("staged_sss_star", {"stage": 1}, id="staged-1"),
    pytest.param("staged_sss_star", {"stage": 3}, id="staged-3"),
    pytest.param("alpha_beta_sss", {"split": 1}, id="abs-1"),
    pytest.param("aspiration", {"guess": -1, "error": 1, "over": "sss_star"}, id="aspiration-sss"),
    pytest.param("iter_sss_star", {"memory": 1}, id="iter-1"),
    pytest.param("ps_star", {"phases": 2, "operator": "printed"}, id="ps-printed"),
]


def logged(tree: Any, algorithm: str, parameters: dict[str, Any], **how: Any) -> tuple[hm.Result, Log]:
    r = hm.search(hm.trees.explicit(tree), algorithm, trace=True, compiled=False, **how, **parameters)
    return r, r.log


@pytest.mark.parametrize(("algorithm", "parameters"), CASES)
def test_a_log_agrees_with_the_counts(algorithm: str, parameters: dict[str, Any]) -> None:
    for tree in random_trees(usually(20, 100), 7):
        plain = hm.search(hm.trees.explicit(tree), algorithm, compiled=False, **parameters)
        r, log = logged(tree, algorithm, parameters)
        assert (r.value, r.bound, r.counts, r.line) == (plain.value, plain.bound, plain.counts, plain.line)
        kinds = [row[0] for row in log.rows]
        assert kinds.count(LEAF) == r.counts.leaves
        assert kinds.count(ENTER) == kinds.count(LEAVE)
        depth = 0
        for kind in kinds:
            depth += (kind == ENTER) - (kind == LEAVE)
            assert depth >= 0
        assert list(r.leaf_order or ()) == [each.node for each in log if each.kind == "leaf"]


@pytest.mark.parametrize(("algorithm", "parameters"), CASES)
def test_open_and_backup(algorithm: str, parameters: dict[str, Any]) -> None:
    """What leaves a list was on it, as it was; and the lists are as large as the search says."""
    steps = hm.ALGORITHMS[algorithm].steps_for(parameters)
    for tree in random_trees(usually(20, 100), 8):
        r, log = logged(tree, algorithm, parameters)
        on_open: dict[Any, Any] = {}
        backup: dict[int, Any] = {}
        most = most_kept = 0
        for kind, node, aux, x, y in log.rows:
            if kind == OPEN:
                assert (y, node) not in on_open
                on_open[y, node] = aux, x
            elif kind == CLOSE:
                assert on_open.pop((y, node)) == (aux, x)
            elif kind == KEEP:
                assert node not in backup
                backup[node] = aux, x, y
            elif kind == DROP:
                assert backup.pop(node) == (aux, x, y)
            elif kind == CASE:
                most, most_kept = max(most, len(on_open)), max(most_kept, len(backup))
        if not steps:
            assert most == 0
        elif algorithm in ("sss_star", "ps_star", "iter_sss_star", "dual_star", "sss_alpha_beta") and most:
            assert most <= r.counts.max_open
            assert most_kept <= max(r.counts.max_backup, 1)


def test_lists_are_as_large_as_the_search_counts() -> None:
    chance = random.Random(3)
    for _ in range(30):
        tree = full(chance, 3, 4, VALUES["reals"])
        for algorithm in ("sss_star", "ps_star", "iter_sss_star"):
            r, _log = logged(tree, algorithm, {})
            assert r.events is not None
            assert max(len(event.open) for event in r.events) == r.counts.max_open
            assert max(len(event.backup) for event in r.events) == r.counts.max_backup


def test_every_value_that_is_left_is_within_its_rights() -> None:
    """Fishburn's contract at every node: a value below the window is an upper bound, one above it a lower bound."""
    for tree in random_trees(60, 9, ("ties", "integers", "reals")):
        values = true_values(tree)
        for algorithm in ("alpha_beta", "f_alpha_beta", "scout", "negascout", "p_alpha_beta", "mtd_f", "mt_sss_star"):
            _r, log = logged(tree, algorithm, {})
            windows = []
            for kind, node, _aux, x, y in log.rows:
                true = values[log.name(node)] if node >= 0 else 0
                if kind == ENTER:
                    windows.append((x, y))
                elif kind == LEAVE:
                    low, high = windows.pop()
                    assert true <= x if x <= low else true >= x if x >= high else true == x, (tree, algorithm)
                elif kind == LEAF:
                    assert true == x
                elif kind == KNOWN:
                    assert x <= true <= y


def true_values(tree: Any, name: str = "", is_max: bool = True) -> dict[str, Any]:
    if not isinstance(tree, list):
        return {name or "0": tree}
    found: dict[str, Any] = {}
    children = []
    for number, child in enumerate(tree, 1):
        child_name = f"{name}.{number}" if name else str(number)
        found |= true_values(child, child_name, not is_max)
        children.append(found[child_name])
    return found | {name or "0": max(children) if is_max else min(children)}


def test_scout_tests_are_searches_with_a_minimal_window() -> None:
    tree = [[4, [[4, 4], [4, 4]]], [3, 9]]
    for test in ("strict", "printed"):
        _r, log = logged(tree, "scout", {"test": test})
        windows = {(row[3], row[4]) for row in log.rows if row[0] == ENTER}
        assert any(high - low == 1 for low, high in windows)


@pytest.mark.parametrize("algorithm", ["alpha_beta", "mtd_f", "sss_star", "ps_star", "iter_sss_star", "dual_star"])
@pytest.mark.parametrize(
    ("game", "depth"),
    [
        (hm.games.nim(2, 3), None),
        (hm.games.connect_four(4, 4), 4),
        (hm.games.kalah(3, 2), 4),
        (hm.trees.uniform(3, 4, seed=2), None),
    ],
    ids=["nim", "connect four", "kalah", "uniform"],
)
def test_games_unfold(game: hm.Game, depth: int | None, algorithm: str) -> None:
    """A node for every line of moves: names are those of the leaf order, also where a player moves twice."""
    plain = hm.search(game, algorithm, depth=depth, compiled=False)
    r = hm.search(game, algorithm, depth=depth, trace=True, compiled=False)
    assert (r.value, r.counts, r.line) == (plain.value, plain.counts, plain.line)
    native = hm.search(game, "minimax", depth=depth, trace=True, compiled=False)
    assert set(r.leaf_order or ()) <= set(native.leaf_order or ())
    assert len(list(told(r.log))) >= len(r.log)
    for row in r.log.rows:
        if row[0] in (ENTER, LEAVE, VISIT, RAISE):
            assert row[1] >= 0


def test_machine_code_knows_the_order_of_leaves_only() -> None:
    r = hm.search(hm.trees.explicit([[3, 5], [2, 9]]), trace=True, compiled=True)
    assert r.log is None
    assert r.events is None
    assert r.leaf_order == ("1.1", "1.2", "2.1")


def test_a_limit_ends_a_log() -> None:
    tree = hm.trees.uniform(3, 5, seed=1)
    r = hm.search(tree, "sss_star", trace=True, limits=hm.Limits(nodes=20))
    assert r.stopped == "nodes"
    assert sum(row[0] in (LEAF, VISIT, ENTER) for row in r.log.rows) <= 21


def test_memory_is_told() -> None:
    """The root of ITERSSS* is INACTIVE at the start; SPACE and FLAG are shown."""
    r = hm.search(hm.trees.explicit([[3, 5], [2, 9]]), "iter_sss_star", trace=True)
    assert listing(r.events or ()).splitlines() == [
        "1 SPACE=1 FLAG=INACTIVE. (0,l,inf)",
        "2 SPACE=0 FLAG=INACTIVE. (1,l,inf) (2,l,inf)",
        "3 SPACE=0 FLAG=INACTIVE. (1.1,l,inf) (2,l,inf)",
        "2 SPACE=0 FLAG=INACTIVE. (2,l,inf) (1.1,S,3)",
        "3 SPACE=0 FLAG=INACTIVE. (2.1,l,inf) (1.1,S,3)",
        "4 SPACE=0 FLAG=ACTIVE. (1.1,S,3) (2.1,S,2)",
        "3 SPACE=0 FLAG=ACTIVE. (1.2,L,3) (2.1,S,2)",
        "5 SPACE=0 FLAG=ACTIVE. (1.2,S,3) (2.1,S,2)",
        "6 SPACE=0 FLAG=ACTIVE. (1,S,3) (2.1,S,2)",
        "- SPACE=1 FLAG=ACTIVE. (0,S,3)",
    ]


def test_no_algorithm_mentions_recording() -> None:
    for algorithm in hm.ALGORITHMS.values():
        assert "recording" not in inspect.getsource(inspect.getmodule(algorithm.kernel) or algorithm.kernel)


def test_rounds_of_several_processors() -> None:
    """Every leaf is somebody's work in its round, and nobody evaluates two."""
    for algorithm in ("parallel_alpha_beta", "parallel_aspiration", "parallel_ps_star", "parsss_star"):
        r = hm.search(
            hm.trees.uniform(3, 4, seed=1, values=(0, 99)), algorithm, processors=4, compiled=False, trace=True
        )
        rounds: list[list[int]] = []
        for event in r.log:
            if event.kind == "round":
                rounds.append([])
            elif event.kind == "work":
                rounds[-1].append(event.aux)
        assert len(rounds) - r.counts.rounds in (0, 1)  # the root may be SOLVED before the last one has a leaf
        assert sum(map(len, rounds)) <= r.counts.leaves
        assert all(len(set(each)) == len(each) <= 4 for each in rounds)
        assert algorithm != "parallel_alpha_beta" or sum(map(len, rounds)) == r.counts.leaves
