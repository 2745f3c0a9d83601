"""Limits end a search with an honest bound, Ctrl-C ends it at once, and nothing hangs."""

from __future__ import annotations

import random
import signal
import sys
import time
from typing import Any

import pytest

import halfmove as hm
from tests.conftest import process

from .conftest import VALUES, exact_variants, full, honest, usually

SPEEDS = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
EXACT = pytest.mark.parametrize(("algorithm", "parameters"), exact_variants())


@SPEEDS
@EXACT
def test_nodes(algorithm: str, parameters: Any, compiled: bool) -> None:
    for seed in range(usually(1, 4)):
        # An explicit tree: its machine code is that of the contracts, and nothing more is compiled.
        tree = hm.trees.explicit(full(random.Random(seed), 3, 5, VALUES["ties"]))
        whole = hm.search(tree, algorithm, compiled=compiled, trace=True, **parameters)
        true = hm.search(tree, "minimax").value
        for nodes in (1, 2, 7, 30, 100, 200, whole.counts.nodes - 1, whole.counts.nodes, 10**9):
            r = hm.search(tree, algorithm, compiled=compiled, trace=True, limits=hm.Limits(nodes=nodes), **parameters)
            assert honest(r, true), (seed, nodes, r)
            # Limits are looked at when an inner node is entered; a few leaves more may be the end of the search.
            assert r.counts.nodes <= nodes + 10
            if r.stopped:
                assert r.stopped == "nodes"
                assert nodes < whole.counts.nodes
            else:
                assert r.value == whole.value
            if r.stopped and r.move is not None:
                at = tree.next(tree.start, r.move)
                assert -hm.search(tree, "minimax", position=at).value >= r.value


@SPEEDS
def test_nodes_with_a_window(compiled: bool) -> None:
    for seed in range(20):
        tree = hm.trees.explicit(full(random.Random(seed), 3, 4, lambda chance: chance.randint(-9, 9)))
        true = hm.search(tree, "minimax", compiled=False).value
        for window in ((-2, 2), (true - 1, true + 1), (true, true + 1), (true - 1, true), (3, 9)):
            for nodes in (5, 20, 40):
                for algorithm in ("alpha_beta", "f_alpha_beta", "negascout", "p_alpha_beta"):
                    limits = hm.Limits(nodes=nodes)
                    r = hm.search(tree, algorithm, window=window, compiled=compiled, limits=limits, trace=True)
                    assert honest(r, true), (seed, window, nodes, r)


@SPEEDS
def test_seconds(compiled: bool) -> None:
    tree = hm.trees.uniform(38, 20, seed=1, values=(0, 1000))
    hm.search(tree, "alpha_beta", compiled=compiled, limits=hm.Limits(nodes=1))  # compiled, if need be
    r = hm.search(tree, "alpha_beta", compiled=compiled, limits=hm.Limits(seconds=0.2))
    assert r.stopped == "seconds"
    assert r.bound == "lower"
    assert r.compiled == compiled


def test_seconds_hold_whatever_is_chosen() -> None:
    tree = hm.trees.uniform(38, 20, seed=1, values=(0, 1000))
    r = hm.search(tree, limits=hm.Limits(seconds=0.3))
    assert r.stopped == "seconds"


def test_a_limit_that_is_not_reached_changes_nothing() -> None:
    tree = hm.trees.uniform(4, 5, seed=2)
    for compiled in (False, True):
        free = hm.search(tree, compiled=compiled)
        limited = hm.search(tree, compiled=compiled, limits=hm.Limits(nodes=10**9, seconds=1000))
        assert (free.value, free.counts, free.line) == (limited.value, limited.counts, limited.line)
        assert limited.stopped is None


LONG = """
import sys, threading
import halfmove as hm
tree = hm.trees.uniform(38, 20, seed=1, values=(0, 1000))
hm.search(tree, compiled={compiled}, limits=hm.Limits(nodes=1000))
print("ready", flush=True)
try:
    hm.search(tree, compiled={compiled})
except KeyboardInterrupt:
    print("interrupted", flush=True)
    print(len([t for t in threading.enumerate() if t is not threading.main_thread()]), flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@SPEEDS
def test_interrupt(compiled: bool) -> None:
    """Ctrl-C reaches a search at once, also a compiled one; the time here only keeps a failure from hanging."""
    command = [sys.executable, "-c", LONG.format(compiled=compiled)]
    with process(*command) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "ready\n"
        time.sleep(0.5)
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=120)
    assert out == "interrupted\n0\n"
    assert running.returncode == 0


def test_a_search_in_another_thread() -> None:
    """Signals belong to the main thread, searches to any."""
    import threading

    found: list[Any] = []
    tree = hm.trees.uniform(5, 7, seed=1)
    threads = [threading.Thread(target=lambda: found.append(hm.search(tree, compiled=True).value)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [hm.search(tree, compiled=True).value] * 4


def test_a_search_within_a_search() -> None:
    """A game whose rules search another game, in plain Python."""

    def moves(p):
        yield 1
        yield 2

    def play(p, move):
        return (*p, move)

    def result(p):
        return len(p) == 3, hm.search(hm.trees.uniform(2, 3, seed=sum(p), values=(0, 9))).value

    def inner(total: int) -> Any:
        return hm.search(hm.trees.uniform(2, 3, seed=total, values=(0, 9)), compiled=False).value

    values = [[[-inner(a + b + c) for c in (1, 2)] for b in (1, 2)] for a in (1, 2)]  # for who moves first
    r = hm.search(hm.Game("nested", (), moves, play, result))
    assert (r.value, r.compiled) == (hm.search(hm.trees.explicit(values), "minimax", compiled=False).value, False)
    assert -inner(sum(r.line)) == r.value
    assert len(r.line) == 3


def test_deep_lines() -> None:
    """A line of a thousand half-moves at both speeds."""

    def moves(p):
        yield 1

    def play(p, move):
        return p - 1

    def result(p):
        return p == 0, 7

    game = hm.Game("long", 1000, moves, play, result)
    for compiled in (False, True):
        r = hm.search(game, compiled=compiled)
        assert (r.value, len(r.line), r.counts.nodes) == (7, 1000, 1001)
    longer = hm.Game("longer", 3000, moves, play, result, longest=3000)
    for compiled in (False, True):  # no stack is run over
        r = hm.search(longer, compiled=compiled)
        assert (r.value, len(r.line), r.counts.nodes, r.compiled) == (7, 3000, 3001, compiled)
