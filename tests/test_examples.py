"""The games in examples/ keep the contract, run at both speeds, and run as scripts."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import halfmove as hm
from halfmove.cli.game_argument import game_from

from .conftest import usually

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))
DEPTH = {"kayles": None, "clobber": 2, "strong_opponent": 5}


GAMES = [path for path in EXAMPLES if path.stem in DEPTH]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_both_speeds(path: Path) -> None:
    game = game_from(f"{path}:game")
    hm.check(game, games=20)
    depth = DEPTH[path.stem]
    slow, fast = (hm.search(game, "alpha_beta", depth=depth, compiled=compiled) for compiled in (False, True))
    assert (fast.compiled, slow.compiled) == (True, False)
    assert (slow.value, slow.line, slow.counts) == (fast.value, fast.line, fast.counts)
    near = None if depth is None else min(depth, 3)  # as far as minimax is quick in plain Python
    full = hm.search(game, "minimax", depth=near, compiled=depth is None)
    assert full.value == hm.search(game, "alpha_beta", depth=near, compiled=True).value


OWN = EXAMPLES[0].parent / "own_algorithms.py"


@pytest.mark.parametrize("trace", usually([True], [False, True]))
def test_own_algorithms_at_both_speeds(trace: bool) -> None:
    """The same leaves in the same order, own counters and parts included."""
    tree = hm.trees.uniform(5, 5, seed=3, values=(0, 99))
    value = hm.search(tree, "minimax").value
    for seed in (1, 2, 3):
        slow, fast = (hm.search(tree, f"{OWN}:shuffled", seed=seed, compiled=c, trace=trace) for c in (False, True))
        assert (slow.value, slow.bound, fast.value) == (value, "exact", value)
        assert (slow.counts, slow.line, slow.leaf_order) == (fast.counts, fast.line, fast.leaf_order)
    game = hm.games.connect_four()
    slow, fast = (hm.search(game, f"{OWN}:beam", width=3, depth=5, compiled=c, trace=trace) for c in (False, True))
    assert slow.bound == fast.bound == "estimate"
    assert slow.counters == fast.counters != {"skipped": 0}
    assert (slow.value, slow.counts, slow.leaf_order) == (fast.value, fast.counts, fast.leaf_order)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_runs_as_a_script(path: Path) -> None:
    ran = subprocess.run([sys.executable, path], capture_output=True, text=True, env=dict(os.environ), check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "compiled: False" in ran.stdout
    assert "compiled: True" in ran.stdout


def grundy(pins: int, known: dict[int, int]) -> int:
    if pins not in known:
        reach = set()
        for taken in (1, 2):
            for left in range(pins - taken + 1):
                reach.add(grundy(left, known) ^ grundy(pins - taken - left, known))
        known[pins] = next(n for n in range(pins + 2) if n not in reach)
    return known[pins]


def test_kayles_by_its_theory() -> None:
    """A row of Kayles is won for the player on turn unless its Grundy number is 0."""
    game = game_from(f"{EXAMPLES[-1].parent / 'kayles.py'}:game")
    for pins in range(9):
        won = grundy(pins, {0: 0}) != 0
        assert hm.search(game, position=type(game.start)((1 << pins) - 1)).value == (1 if won else -1)


def test_the_strong_opponent_keeps_its_promises() -> None:
    """All hooks together, and the value that the rules alone have."""
    path = EXAMPLES[-1].parent / "strong_opponent.py"
    bare, strong = game_from(f"{path}:game"), game_from(f"{path}:strong")
    hm.check(strong, games=20)
    chance, solved = random.Random(1), 0
    while solved < 5:
        at = bare.start
        for _move in range(20):
            if not bare.outcome(at)[0]:
                at = bare.next(at, chance.choice(bare.legal(at)))
        if not bare.outcome(at)[0]:
            one, other = (hm.Player(game, compiled=False).solve(at) for game in (bare, strong))
            assert (one.value, one.bound) == (other.value, other.bound) == (one.value, "exact")
            solved += 1
