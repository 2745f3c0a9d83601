"""Attacks from a fixed seed, briefly; `make soak` goes on from other seeds."""

from __future__ import annotations

import sys

import pytest

from tests.attacks import calls, command_lines, file_kinds, files, kills, searches, solves, traces
from tests.conftest import LONG, usually


def test_everything_public_is_attacked() -> None:
    known = {*calls.TARGETS, *calls.LEFT_OUT}
    assert [name for name in calls.public() if name not in known] == []


def test_wrong_arguments_get_a_sentence() -> None:
    tried, faults = calls.attack(seed=1, count=usually(500, 1000), quick=usually(True, False))
    assert tried.total() > usually(10_000, 20_000)
    assert faults == {}


def test_wrong_command_lines_get_a_sentence() -> None:
    count = usually(70, 250)
    tried, faults = command_lines.attack(seed=1, count=count)
    assert tried.total() == count
    assert faults == {}


def test_searches_in_plain_python() -> None:
    tried, faults = searches.attack(seed=1, count=usually(1000, 3000), speeds=(False,))
    assert min(tried[end] for end in ("to the end", "nodes", "memory")) > 50
    assert faults == {}


def test_solves_with_right_and_wrong_hooks() -> None:
    speeds = usually(({"compiled": False},), ({"compiled": False}, {"compiled": True}))
    tried, faults = solves.attack(seed=2, count=usually(60, 400), speeds=speeds)
    assert min(tried[end] for end in ("solved", "solved, lied", "refused, lied")) > 5
    assert faults == {}


def test_recorded_searches() -> None:
    tried, faults = traces.attack(seed=1, count=600)
    assert tried["searched"] > 400
    assert faults == {}


def test_searches_at_both_speeds() -> None:
    # With a trace, whose machine code the contracts have made already; `make soak` attacks without one.
    tried, faults = searches.attack(seed=2, count=usually(150, 700), trace=True, choices=usually(False, True))
    assert min(tried[end] for end in ("to the end", "nodes", "memory")) > usually(10, 20)
    assert faults == {}


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices")
def test_forged_files() -> None:
    tried, faults = files.attack(seed=1, count=usually(100, 1500), compiled=usually(False, True))
    kinds = {name.rpartition(" ")[0] for name in tried}
    assert kinds == set(file_kinds.KINDS)
    assert faults == {}


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.skipif(not LONG, reason="test_studies_processes.py and test_compiling.py kill studies and compilations")
def test_kills() -> None:
    tried, faults = kills.attack(seed=1, count=2)
    assert len(tried) == 2
    assert faults == {}
