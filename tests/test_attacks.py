"""Attacks from a fixed seed, briefly; `make soak` goes on from other seeds."""

from __future__ import annotations

import pytest

from tests.attacks import calls, command_lines
from tests.attacks.searches import Attack


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


def test_searches_in_plain_python() -> None:
    attack = Attack(seed=1, speeds=(False,))
    for _ in range(3000):
        attack()
    assert not attack.wrong, attack.wrong[:3]


@pytest.mark.parametrize("seed", [2, 3])
def test_searches_at_both_speeds(seed: int) -> None:
    attack = Attack(seed)
    for _ in range(700):
        attack()
    assert not attack.wrong, attack.wrong[:3]
