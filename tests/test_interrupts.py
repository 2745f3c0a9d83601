"""Ctrl-C at any moment: code 130, one sentence at most, and nobody is left behind.

It comes at moments that are chosen by what the process does, not by a clock: when it imports a module, or does
something for the n-th time that Python can be asked to watch (importing, opening, forking, connecting...).
"""

from __future__ import annotations

import dataclasses
import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import halfmove as hm

from .conftest import usually

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")

HIT = """
import os, signal, sys
victim, process = sys.argv.pop(1), os.getpid()
seen = 0
def look(event, given):
    global seen
    if os.getpid() != process or seen < 0:
        return
    seen += 1
    if victim == str(seen) or (event == "import" and given[0] == victim):
        seen = -1
        signal.raise_signal(signal.SIGINT)
sys.addaudithook(look)
from halfmove.cli import run
run()
"""

COMMANDS = {
    "search": ["search", "uniform:6,6", "--compiled"],
    "study": [
        "study",
        "--family",
        "uniform:6,4",
        "-a",
        "alpha_beta",
        "-a",
        "sss_star",
        "--trees",
        "3000",
        "--jobs",
        "2",
    ],
    "reproduce": ["reproduce", "baudet_1977", "--trees", "2"],
    "compare": ["compare", "--trees", "40"],
    "match": ["match", "nodes=50,compiled=off", "random", "--game", "tic_tac_toe", "--opening", "3", "--jobs", "2"],
}


def ended(victim: str, words: list[str], folder: Path) -> int:
    """The exit code of a command that gets Ctrl-C at this moment."""
    places = {"HALFMOVE_CACHE": str(folder / "cache"), "HALFMOVE_DATA": str(folder / "data")}
    with subprocess.Popen(
        [sys.executable, "-c", HIT, victim, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | places, start_new_session=True,
    ) as running:  # fmt: skip
        out, told = running.communicate(timeout=120)  # which ends when nobody holds the pipes any more
    assert "Traceback" not in told
    assert "KeyboardInterrupt" not in told
    assert told.count("\n") <= 1
    assert running.returncode in (0, 130)
    if running.returncode == 130:
        assert told.startswith("halfmove: stopped by Ctrl-C") or not told
    else:
        assert out
    until = time.monotonic() + 10
    while _is_anybody_left(running.pid):
        assert time.monotonic() < until, "a process is left behind"
        time.sleep(0.02)
    return running.returncode


def _is_anybody_left(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


MODULES = ["halfmove.cli.interrupts", "halfmove.cli.program", "click", "numpy", "halfmove.cli.position"]
COMPILER = ["numba", "llvmlite", "halfmove.engine.native.numba.quick", "halfmove.engine.native.numba.machine"]


@pytest.mark.parametrize("module", MODULES + COMPILER)
def test_while_a_module_is_loaded(module: str, tmp_path: Path) -> None:
    assert ended(module, COMMANDS["search"], tmp_path) == 130


MOMENTS = usually((50, 400, 2000, 4500), (50, 100, 400, 800, 1200, 1600, 2000, 3000, 4500, 7000))


@pytest.mark.parametrize("name", COMMANDS)
def test_at_any_moment(name: str, tmp_path: Path) -> None:
    codes = [ended(str(moment), COMMANDS[name], tmp_path) for moment in MOMENTS]
    assert codes[:2] == [130, 130]


# --- in somebody's own script ---


class Interrupting:
    """A rule in which Ctrl-C comes at the n-th time."""

    def __init__(self, at: int) -> None:
        self.left = at

    def __call__(self, p: int, move: int) -> int:
        self.left -= 1
        if self.left == 0:
            signal.raise_signal(signal.SIGINT)
        return p - move


def _take(p: int) -> Iterator[int]:
    yield from range(1, min(p, 3) + 1)


def _game(interrupting: Any = None) -> hm.Game:
    return hm.Game("take", 15, _take, interrupting or (lambda p, move: p - move), lambda p: (p == 0, -1))


def _shown(error: pytest.ExceptionInfo[KeyboardInterrupt]) -> list[str]:
    """The files in what Python shows of an interrupt, after that of this test."""
    frames = list(traceback.extract_tb(error.tb))[1:]
    assert error.value.__cause__ is None
    assert error.value.__context__ is None or error.value.__suppress_context__
    return [Path(frame.filename).name for frame in frames]


CALLS: dict[str, Callable[[hm.Game], Any]] = {
    "search": lambda game: hm.search(game, compiled=False),
    "choose": lambda game: hm.Player(game, compiled=False).choose(),
    "solve": lambda game: hm.Player(game, compiled=False).solve(),
    "solve all": lambda game: hm.solve(game, compiled=False),
    "prove": lambda game: hm.prove(game, compiled=False),
    "check": lambda game: hm.check(game, compiled=False),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("moment", [1, 60])
def test_a_person_sees_only_their_own_code(name: str, moment: int) -> None:
    with pytest.raises(KeyboardInterrupt) as error:
        CALLS[name](_game(Interrupting(moment)))
    assert _shown(error) == [Path(__file__).name, "gate.py", Path(__file__).name]  # the call, one gate, the rule


def _rings(signal_number: int, frame: Any) -> None:
    raise KeyboardInterrupt


@pytest.fixture
def alarm() -> Iterator[None]:
    """Something like Ctrl-C comes soon, and again if nobody heard it."""
    before = signal.signal(signal.SIGALRM, _rings)
    signal.setitimer(signal.ITIMER_REAL, 0.3, 10)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("longest", [42, None], ids=["here", "in a thread with a large stack"])
def test_machine_code_is_interrupted_without_a_long_trace(alarm: None, longest: int | None) -> None:
    game = dataclasses.replace(hm.games.connect_four(), longest=longest)
    with pytest.raises(KeyboardInterrupt) as error:
        hm.search(game, limits=hm.Limits(seconds=100), compiled=True)
    assert set(_shown(error)) <= {"gate.py", Path(__file__).name}


def test_a_player_that_was_interrupted_plays_on(alarm: None) -> None:
    player = hm.Player(hm.games.connect_four(4, 4), hm.Limits(seconds=100), method="search", compiled=False)
    with pytest.raises(KeyboardInterrupt) as error:
        player.choose()
    assert set(_shown(error)) <= {"gate.py", Path(__file__).name}
    signal.setitimer(signal.ITIMER_REAL, 0)
    player.limits = hm.Limits(nodes=2000)
    assert player.choose().move in player.game.legal(player.game.start)
