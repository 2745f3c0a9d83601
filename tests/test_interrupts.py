"""Ctrl-C at any moment: code 130, one sentence at most, and nobody is left behind.

It comes at moments that are chosen by what the process does, not by a clock: when it imports a module, or does
something for the n-th time that Python can be asked to watch (importing, opening, forking, connecting...).
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

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
COMPILER = ["numba", "llvmlite", "halfmove.engine.codegen", "halfmove.engine.machine"]


@pytest.mark.parametrize("module", MODULES + COMPILER)
def test_while_a_module_is_loaded(module: str, tmp_path: Path) -> None:
    assert ended(module, COMMANDS["search"], tmp_path) == 130


MOMENTS = usually((50, 400, 2000, 4500), (50, 100, 400, 800, 1200, 1600, 2000, 3000, 4500, 7000))


@pytest.mark.parametrize("name", COMMANDS)
def test_at_any_moment(name: str, tmp_path: Path) -> None:
    codes = [ended(str(moment), COMMANDS[name], tmp_path) for moment in MOMENTS]
    assert codes[:2] == [130, 130]
