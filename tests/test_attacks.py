"""Wrong calls and wrong command lines, many of them: each succeeds, or is told in one sentence what is wrong."""

from __future__ import annotations

from tests.attacks import calls, command_lines


def test_everything_public_is_attacked() -> None:
    known = {*calls.TARGETS, *calls.LEFT_OUT}
    assert [name for name in calls.public() if name not in known] == []


def test_wrong_arguments_get_a_sentence() -> None:
    tried, faults = calls.attack(seed=1, count=1000)
    assert tried.total() > 20_000
    assert faults == {}


def test_wrong_command_lines_get_a_sentence() -> None:
    tried, faults = command_lines.attack(seed=1, count=600, processes=6)
    assert tried.total() == 600
    assert faults == {}
