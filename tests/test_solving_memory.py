"""A solve keeps to its memory: it is refused before the process has grown by more."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import halfmove as hm
from halfmove.solving import room
from halfmove.solving.room import Room, resident
from tests.conftest import LONG


class NoCrew:
    code_bytes = 0


@pytest.fixture
def grown(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How much this process has in memory, to be changed by a test; nothing can be given back."""
    now = [500 << 20]
    monkeypatch.setattr(room, "resident", lambda: now[0])
    return now


def test_what_is_measured_counts(grown: list[int]) -> None:
    crew: Any = NoCrew()
    there = Room(160 << 20, crew)
    assert there.has(150 << 20)
    assert not there.has(151 << 20)  # a sixteenth stays free
    grown[0] += 100 << 20
    assert there.has(50 << 20)
    assert not there.has(51 << 20)
    crew.code_bytes = 80 << 20  # machine code was loaded meanwhile
    assert there.has(130 << 20)
    assert not there.has(10 << 20, counted=141 << 20)
    assert [there.is_tight(more << 20) for more in (70, 80)] == [False, True]


def test_small_limits_count_arrays_alone(grown: list[int]) -> None:
    there = Room(1 << 20, NoCrew())
    grown[0] += 100 << 20
    assert there.has(1 << 20)
    assert not there.has(1, counted=1 << 20)


def test_a_system_that_does_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "resident", lambda: 0)
    there = Room(100 << 20, NoCrew())
    assert there.has(100 << 20)
    assert not there.has(60 << 20, counted=41 << 20)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="a system that does not tell")
def test_memory_of_this_process() -> None:
    before = resident()
    block = bytearray(b"1" * (64 << 20))
    assert 60 << 20 < resident() - before < 200 << 20
    del block


@pytest.mark.parametrize("stage", ["listing", "solving"])
def test_a_solve_that_grows_is_refused(grown: list[int], stage: str) -> None:
    def told(progress: Any) -> None:
        if progress.stage == stage:
            grown[0] += 200 << 20

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("halfmove.solving.solve._SECONDS", 0.0)
        with pytest.raises(hm.UsageError, match="memory"):
            hm.solve(hm.games.tic_tac_toe(), memory="100 MB", progress=told, compiled=False)


MEASURED = """
import sys
import halfmove as hm
from halfmove.solving.crew import Crew

def status(name):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith(name))

limit, jobs = sys.argv[1], int(sys.argv[2])
game = hm.games.connect_four(5, 4)
Crew(game, jobs, True).close()
before = status("VmRSS")
try:
    hm.solve(game, memory=limit, jobs=jobs, compiled=True)
except hm.UsageError as error:
    assert "memory" in str(error), error
print(status("VmHWM") - before)
"""


@pytest.mark.skipif(not LONG or not Path("/proc/self/status").exists(), reason="it compiles a program")
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("limit", [35, 50, 100])
def test_growth_of_a_process(limit: int, jobs: int) -> None:
    told = subprocess.run(
        [sys.executable, "-c", MEASURED, f"{limit} MB", str(jobs)], capture_output=True, text=True, check=True
    )
    assert int(told.stdout) <= limit << 20
