"""What attacks found once, case by case: claims, windows, scores, lines, data and threads."""

from __future__ import annotations

import math
import signal
import sys
import threading
import tracemalloc
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import halfmove as hm
from halfmove.engine.native import cache
from halfmove.errors import GameError, UsageError

from .conftest import MOVE_ONLY, exact_variants, usually

SPEEDS = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
LARGEST = sys.float_info.max
INF = math.inf


# What a stopped search says


@SPEEDS
@pytest.mark.parametrize(
    ("tree", "algorithm", "how"),
    [
        ([[9, 8], [7, 6]], "sss_star", {"window": (0, 5), "limits": hm.Limits(nodes=1)}),
        ([[9, 8], [7, 6]], "mtd_f", {"window": (20, 30), "limits": hm.Limits(nodes=1)}),
        ([[2], -3], "iter_sss_star", {"memory": 1, "limits": hm.Limits(nodes=1)}),
        ([3], "sss_star", {"limits": hm.Limits(memory=8)}),
        ([3], "staged_sss_star", {"limits": hm.Limits(memory=8)}),
        ([3], "sss_alpha_beta", {"limits": hm.Limits(memory=8)}),
    ],
)
def test_nothing_is_proven(tree: Any, algorithm: str, how: Any, compiled: bool) -> None:
    r = hm.search(hm.trees.explicit(tree), algorithm, compiled=compiled, trace=True, **how)
    assert r.stopped
    assert (r.value, r.bound) in ((INF, "upper"), (-INF, "lower"))


@SPEEDS
@pytest.mark.parametrize("tree", [[0, [[1, 0]], 0], [3, [7, [4, 5, [2, 0], 3]], 4]])
def test_the_printed_operator_proves_nothing(tree: Any, compiled: bool) -> None:
    game = hm.trees.explicit(tree)
    true = hm.search(game, "minimax").value
    how = {"phases": 2, "operator": "printed", "compiled": compiled}
    r = hm.search(game, "ps_star", **how)
    assert r.value != true
    assert r.bound == "estimate"
    for window in ((-1, true), (true - 1, true + 1), (true, 9), (true, INF)):
        r = hm.search(game, "ps_star", window=window, **how)
        assert window[0] <= r.value <= window[1]
        assert r.bound == "estimate"
    for nodes in range(1, 20):
        r = hm.search(game, "ps_star", limits=hm.Limits(nodes=nodes), **how)
        assert (r.value, r.bound) == (-INF, "lower") if r.stopped else r.bound == "estimate"
    leaf = hm.search(hm.trees.explicit(4), "ps_star", **how)
    assert (leaf.value, leaf.bound) == (4, "exact")


@SPEEDS
@pytest.mark.parametrize(("algorithm", "parameters"), exact_variants())
def test_no_more_nodes_than_allowed(algorithm: str, parameters: Any, compiled: bool) -> None:
    """A node is entered if there is room for it, and then there may be as many leaves as nodes are allowed."""
    tree = hm.trees.explicit([list(range(50)), list(range(40)), [1, [2, 3]]])
    for nodes in (1, 2, 3, 10, 33, 80):
        r = hm.search(tree, algorithm, compiled=compiled, trace=True, limits=hm.Limits(nodes=nodes), **parameters)
        assert r.counts.leaves <= nodes
        assert r.counts.nodes - r.counts.leaves <= nodes


@SPEEDS
def test_memory_limits_of_a_few_bytes(compiled: bool) -> None:
    tree = hm.trees.explicit([[3, [7, 2]], [4, 1]])
    for memory in range(1, 200):
        for algorithm in ("sss_star", "dual_star", "mtd_f", "ps_star"):
            r = hm.search(tree, algorithm, compiled=compiled, trace=True, limits=hm.Limits(memory=memory))
            assert r.stopped == "memory" or r.value == 3


def test_a_root_with_very_many_moves() -> None:
    """Its moves are not listed before the search begins."""
    asked = []

    def moves(p):
        for move in range(10**12):
            asked.append(move)
            yield move

    game = hm.Game("wide", 0, moves, lambda p, move: 1, lambda p: (p == 1, 5), longest=10**9)
    r = hm.search(game, compiled=False, limits=hm.Limits(nodes=10))
    assert (r.stopped, r.counts.leaves) == ("nodes", 10)
    assert len(asked) < 10_000


# Windows and scores


@SPEEDS
@pytest.mark.parametrize("tree", [[[4, 9]], [[-3, 2]], [[[0], 7], [-3]]])
@pytest.mark.parametrize(
    "window",
    [
        (np.uint8(3), np.uint8(9)),
        (np.int8(-100), np.int8(100)),
        (Fraction(-7, 2), Fraction(1, 2)),
        (np.float32(-3.5), np.float32(0.25)),
        (-0.5, INF),
        (2**70, INF),
        (-INF, -(2**70)),
    ],
)
def test_windows_of_unusual_types(tree: Any, window: Any, compiled: bool) -> None:
    game = hm.trees.explicit(tree)
    true = hm.search(game, "minimax").value
    low, high = float(window[0]), float(window[1])
    wanted = "upper" if true <= low else "lower" if true >= high else "exact"
    for algorithm in ("alpha_beta", "scout", "sss_star", "mtd_bi", "dual_star"):
        r = hm.search(game, algorithm, window=window, compiled=compiled, trace=True)
        assert r.bound == wanted
        assert type(r.value) is int
        assert r.value == true if wanted == "exact" else (r.value >= true) == (wanted == "upper") or r.value == true


@pytest.mark.parametrize(
    ("window", "named"),
    [
        ((Fraction(1, 3), 1), r"low end of the window .*Fraction\(1, 3\)"),
        ((0, Fraction(1, 3)), r"high end of the window .*Fraction\(1, 3\)"),
        ((True, 5), "low end of the window .*True"),
        (("1", 2), "low end of the window .*'1'"),
        ((math.nan, 1), "low end of the window .*nan"),
        ((1, 1), r"window \(1, 1\)"),
        ((0, 1, 2), r"window .*pair \(low, high\).*, not \(0, 1, 2\)"),
        (7, r"window .*pair \(low, high\).*, not 7"),
    ],
)
def test_windows_that_are_refused(window: Any, named: str) -> None:
    with pytest.raises(UsageError, match=named):
        hm.search(hm.trees.explicit([1, 2]), window=window)


@SPEEDS
def test_whole_scores_stay_whole(compiled: bool) -> None:
    for how in ({"window": (0.0, INF)}, {"window": (0.5, INF)}, {"window": (-INF, 2.0**62)}):
        r = hm.search(hm.trees.explicit([2**60 + 1, 5]), compiled=compiled, trace=True, **how)
        assert (r.value, r.bound) == (2**60 + 1, "exact")
    r = hm.search(hm.trees.explicit([2**60 + 1, 5]), "mtd_f", guess=2.0**60, compiled=compiled, trace=True)
    assert (r.value, r.bound) == (2**60 + 1, "exact")


def test_scores_that_no_float_is_exactly() -> None:
    with pytest.raises(UsageError, match="leaf 1 is 1152921504606846977, which a float cannot hold exactly"):
        hm.trees.explicit([2**60 + 1, 0.5])
    with pytest.raises(UsageError, match="between -2"):
        hm.trees.explicit([2**62, 0])
    game = _leaf_game(lambda p: 2**60 + 1 if p else 0.5)
    for compiled in (False, True):
        with pytest.raises(GameError, match="a float cannot hold exactly"):
            hm.search(game, compiled=compiled)
    for score in (2**62, -(2**70)):
        with pytest.raises(GameError, match="whole scores must be between"):
            hm.search(_leaf_game(lambda p, score=score: score), compiled=False)


def _leaf_game(score: Any) -> hm.Game:
    def moves(p):
        yield 1
        yield 0

    return hm.Game("leaves", 2, moves, lambda p, move: move, lambda p: (p < 2, score(p)), longest=1)


@SPEEDS
def test_the_largest_float_is_not_infinite(compiled: bool) -> None:
    for leaf in (LARGEST, -LARGEST, INF, -INF):
        for algorithm in ("minimax", "alpha_beta", "sss_star", "dual_star", "mtd_bi"):
            r = hm.search(hm.trees.explicit([[leaf]]), algorithm, compiled=compiled, trace=True)
            assert (r.value, r.bound) == (leaf, "exact")
    with pytest.raises(GameError, match="some scores are infinite"):
        hm.search(hm.trees.explicit([INF, LARGEST]), "minimax", compiled=compiled, trace=True)


@SPEEDS
def test_halving_huge_ranges_ends(compiled: bool) -> None:
    r = hm.search(hm.trees.explicit([1.5e308]), "mtd_bi", window=(-1.7e308, 1.7e308), compiled=compiled, trace=True)
    assert (r.value, r.bound) == (1.5e308, "exact")
    for score in (2**62 - 1, 1 - 2**62):
        for window in (None, (-(2**62), 2**62), (-(2**63), 2**63)):
            r = hm.search(hm.trees.explicit([score]), "mtd_bi", window=window, compiled=compiled, trace=True)
            assert (r.value, r.bound) == (score, "exact")


# Lines


@SPEEDS
@pytest.mark.parametrize(("algorithm", "parameters"), exact_variants())
def test_lines_on_ties_and_infinite_leaves(algorithm: str, parameters: Any, compiled: bool) -> None:
    trees = (
        [[[[0, 1, 0]], [[-1, 0], [-1, 0, -1], [1, 1, 0]]], [[[1, -1, 0], [1], [-1]]]],
        [[[INF, -INF], [INF]], [[-INF, -INF], [INF, 0.0]]],
        [[-INF, INF], [-INF]],
    )
    for tree in trees:
        game = hm.trees.explicit(tree)
        true = hm.search(game, "minimax").value
        r = hm.search(game, algorithm, compiled=compiled, trace=True, **parameters)
        at, sign = 0, 1
        for move in r.line if r.bound == "exact" else ():
            at, sign = game.next(at, move), -sign
            assert sign * hm.search(game, "minimax", position=at).value == true, (tree, r.line)
        if r.bound == "exact":
            assert game.outcome(at)[0]


# What changes under the feet of a search


@SPEEDS
@pytest.mark.parametrize("shape", [(3,), (1, 3)])
def test_data_is_a_copy_that_nobody_changes(shape: Any, compiled: bool) -> None:
    given = np.array([1, 2, 3]).reshape(shape)
    game = _data_game(given, writes=False)
    before = hm.search(game, compiled=compiled).value
    given[...] = 9
    assert hm.search(game, compiled=compiled).value == before
    with pytest.raises(ValueError, match="read-only"):
        game.data[...] = 9
    with pytest.raises(GameError, match="a rule changes the data of the game"):
        hm.search(_data_game(given, writes=True), compiled=compiled)


def _data_game(data: Any, writes: bool) -> hm.Game:
    flat = data.ndim == 1

    def moves(p, data):
        yield 1
        yield 2

    def play(p, move, data):
        if writes:
            data[0] = 5
        return p * 2 + move

    def result_of_row(p, data):
        return p > 20, data[p % 3]

    def result_of_table(p, data):
        return p > 20, data[0, p % 3]

    return hm.Game("data", 0, moves, play, result_of_row if flat else result_of_table, data=data, longest=10)


def test_unsigned_scores_do_not_wrap() -> None:
    data = np.array([2**64 - 5, 7], np.uint64)

    def moves(p, data):
        yield 1
        yield 2

    game = hm.Game("unsigned", 0, moves, lambda p, move, data: move, lambda p, data: (p > 0, data[p - 1]), data=data)
    for compiled in (False, True):
        with pytest.raises(GameError, match="whole scores must be between"):
            hm.search(game, compiled=compiled)


def test_a_finished_game_needs_no_machine_code() -> None:
    assert hm.search(hm.games.nim(0), compiled=True).value == -1


def test_rules_that_fail_with_very_many_moves() -> None:
    """Nothing is listed to find words for an error."""

    def moves(p):
        yield from range(10**12)

    def fails(p, move):
        raise ValueError("mine")

    game = hm.Game("wide", 0, moves, fails, lambda p: (p == 1, 5))
    with pytest.raises(ValueError, match="mine"):
        hm.search(game, compiled=False)
    with pytest.raises(GameError, match="NaN"):
        hm.search(hm.Game("wide", 0, moves, lambda p, move: 1, lambda p: (p == 1, math.nan)), compiled=False)


TABLE = np.arange(100_000)  # more than a few pages


def test_a_large_global_array_that_changes() -> None:
    def moves(p):
        yield 1

    game = hm.Game("table", 0, moves, lambda p, move: p + 1, lambda p: (p == 3, TABLE[50_000]), longest=3)
    for value in (1, 2):
        TABLE[50_000] = value
        assert [-hm.search(game, compiled=compiled).value for compiled in (False, True)] == [value, value]


# Deep searches


def test_the_recursion_limit_is_left_alone() -> None:
    def moves(p):
        yield 1

    deep = hm.Game("deep", 0, moves, lambda p, move: p + 1, lambda p: (p > 900, 3))
    limit, found = sys.getrecursionlimit(), []

    def search() -> None:
        found.extend(hm.search(deep, compiled=False).counts.nodes for _ in range(5))

    threads = [threading.Thread(target=search) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [902] * 20
    assert sys.getrecursionlimit() == limit


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_search_in_a_signal_handler() -> None:
    """It has memory of its own: the search that it interrupts goes on as if nothing had been."""
    outer, inner = hm.trees.uniform(8, 9, seed=1), hm.trees.uniform(3, 4, seed=2)
    wanted = [hm.search(tree, compiled=True) for tree in (outer, inner)]
    found = []

    def handler(*_: Any) -> None:
        found.append(hm.search(inner, compiled=True, limits=hm.Limits(nodes=10**6)))

    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.001, 0.002)
        again = hm.search(outer, compiled=True)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert (again.value, again.counts, again.line) == (wanted[0].value, wanted[0].counts, wanted[0].line)
    assert {(r.value, r.counts) for r in found} == {(wanted[1].value, wanted[1].counts)}


def test_lines_of_thousands_of_moves() -> None:
    """They are not copied from node to node: with a memory limit they do not outgrow it a hundred times."""

    def moves(p):
        yield 1

    def play(p, move):
        return str(int(p) + 1)  # texts are for plain Python: the compiler's own memory would be counted, too

    most = usually(800, 1500)
    chain = hm.Game("chain", "0", moves, play, lambda p: (int(p) >= most, 1), longest=most)
    for algorithm in ("alpha_beta", "mtd_f", "sss_star", "scout"):
        tracemalloc.start()
        r = hm.search(chain, algorithm, compiled=False)
        assert r.line == (1,) * most
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
        tracemalloc.stop()


def test_a_line_that_meets_a_bad_score() -> None:
    """MTD searches know no line; what leads one on visits leaves that they did not."""
    nodes = {0: [1], 1: [2], 2: [3, 8], 3: [4, 7], 4: [5, 6], 5: 0, 6: math.nan, 7: -3, 8: 0}

    def moves(p):
        yield from nodes[p]  # type: ignore[misc]

    def result(p):
        return not isinstance(nodes[p], list), 0 if isinstance(nodes[p], list) else nodes[p]

    game = hm.Game("bad leaf", 0, moves, lambda p, move: move, result)
    r = hm.search(game, "mtd_f", compiled=False)
    assert (r.value, r.bound) == (0, "exact")
    assert r.move in (1, None)


def test_positions_that_are_empty_tuples() -> None:
    def moves(p):
        yield 1
        yield 2

    game = hm.Game("moves so far", (), moves, lambda p, move: (*p, move), lambda p: (len(p) == 3, sum(p)))
    for each in exact_variants():
        algorithm, parameters = each.values
        r = hm.search(game, algorithm, compiled=False, **parameters)
        assert (r.value, r.bound) == (-4, "exact") or algorithm in MOVE_ONLY


def test_rules_that_are_objects() -> None:
    class Moves:
        __hash__ = None  # type: ignore[assignment]

        def __call__(self, p):
            yield 1

        def __eq__(self, other: object) -> bool:
            return self is other

    game = hm.Game("objects", 0, Moves(), lambda p, move: p + 1, lambda p: (p > 3, 1))
    assert hm.search(game, compiled=False).value == 1


@pytest.mark.parametrize("folder", ["x" * 300, "closed/inner"])
def test_a_cache_that_cannot_be_used_is_none(tmp_path: Path, folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "closed").write_text("a file, where a folder should be")
    monkeypatch.setattr(cache, "cache_directory", lambda: tmp_path / folder)
    assert not cache.is_stored("anything")
    assert cache.load("anything") is None
    cache.save("anything", cache.Code([], [], b""))
    assert hm.search(hm.trees.uniform(3, 3)).exact
