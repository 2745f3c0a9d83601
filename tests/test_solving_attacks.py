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


@pytest.mark.parametrize("compiled", [False, True])
def test_tiers_may_lie_far_apart(compiled: bool) -> None:
    rules = {"moves": stage_moves, "play": stage_play, "result": stage_result, "tier": stage_tier}
    game = hm.Game("stages", Stage(0, 4), **rules)
    wanted = solved(game)
    made = hm.solve(game, compiled=compiled)
    assert {at: tuple(entry) for at, entry in made.positions()} == wanted
    assert hm.verify(made, compiled=compiled) == (len(wanted), None)
    found = hm.search(game, "alpha_beta", endgames=[made], compiled=compiled)
    assert (found.value, found.counts.leaves) == (wanted[game.start][0], 2)
