"""Odd games and clumsy people: numbers and tiers that lie far apart, full disks, positions with wrong parts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import halfmove as hm
from halfmove.cli.solved_game import position_in
from tests.conftest import unmeasured, usually
from tests.retrograde import solved


class Place(NamedTuple):
    x: int


def far_moves(p):
    yield 1
    yield 1 << 61


def far_play(p, move):
    return Place(move)


def far_result(p):
    return p.x != 0, 1 if p.x > 1 else 0


@pytest.mark.parametrize("compiled", [False, True])
def test_numbers_that_are_far_apart_are_found(compiled: bool) -> None:
    made = hm.solve(hm.Game("far", Place(0), moves=far_moves, play=far_play, result=far_result), compiled=compiled)
    assert hm.verify(made, compiled=compiled) == (3, None)
    assert {at: tuple(entry) for at, entry in made.positions()} == solved(made.game)


class Stage(NamedTuple):
    x: int
    level: int


STEP = 10**17


def stage_moves(p):
    yield 1
    yield 2


def stage_play(p, move):
    return Stage((p.x + move) % 5, p.level - move)


def stage_result(p):
    return p.level < -9, p.x - 2


def stage_tier(p):
    return p.level * STEP


@pytest.mark.parametrize("compiled", usually([False], [False, True]))
def test_tiers_may_lie_far_apart(compiled: bool) -> None:
    rules = {"moves": stage_moves, "play": stage_play, "result": stage_result, "tier": stage_tier}
    game = hm.Game("stages", Stage(0, 4), **rules)
    wanted = solved(game)
    made = hm.solve(game, compiled=compiled)
    assert {at: tuple(entry) for at, entry in made.positions()} == wanted
    assert hm.verify(made, compiled=compiled) == (len(wanted), None)
    found = hm.search(game, "alpha_beta", endgames=[made], compiled=False)
    assert (found.value, found.counts.leaves) == (wanted[game.start][0], 2)


@unmeasured
def test_a_checkpoint_says_why_it_cannot_be_written(tmp_path: Path) -> None:
    """A full disk, as far as a limit on the size of files is one."""
    file = str(tmp_path / "made.db")
    code = f"import halfmove as hm; hm.solve(hm.games.tic_tac_toe(), {file!r}, compiled=False)"
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))"
    done = subprocess.run([sys.executable, "-c", f"{limit}\n{code}"], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].endswith("File too large")
    assert not (tmp_path / "made.db").exists()
    assert len(hm.solve(hm.games.tic_tac_toe(), file, compiled=False)) == 5478


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("(1, 2, 3)", "has 3 parts, but positions of tic-tac-toe have 2, as in Board"),
        ("()", "has 0 parts"),
        ("(99999999999999999999999, 0)", "has a part of more than 64 bits"),
    ],
)
def test_a_position_with_wrong_parts_is_not_taken_for_moves(words: str, sentence: str) -> None:
    with pytest.raises(hm.UsageError, match=sentence):
        position_in(hm.games.tic_tac_toe(), words, None)
