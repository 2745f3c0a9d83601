"""Solved games that are odd: numbers and tiers that lie far apart."""

from __future__ import annotations

from typing import NamedTuple

import pytest

import halfmove as hm
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
