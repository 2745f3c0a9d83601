"""Positions that occur again: how they are counted, and whether they end a game."""

from __future__ import annotations

from typing import NamedTuple

import pytest

import halfmove as hm
from halfmove.repetition import occurrences_of_last, outcome_in_game


class Place(NamedTuple):
    at: int
    count: int
    player: int


def moves(p):
    yield 0
    yield 1


def play(p, move):
    """Walk round a ring of six; 1 is a step back, 0 a step on."""
    return Place((p.at + (1 if move == 0 else 5)) % 6, p.count + 1, 1 - p.player)


def result(p):
    return p.count >= 30, 0


def lasting(p):
    return p.count


def uncounted(p):
    return Place(p.at, 0, p.player)


def ring(**more):
    return hm.Game("ring", Place(0, 0, 0), moves, play, result, **{"lasting": lasting, "uncounted": uncounted} | more)


def walk(game, *steps):
    positions = [game.start]
    for step in steps:
        positions.append(game.next(positions[-1], step))
    return positions


def test_occurrences_are_counted_without_the_count_of_moves() -> None:
    there_and_back = walk(ring(), 0, 1, 0, 1)
    assert [occurrences_of_last(ring(), there_and_back[:n]) for n in range(1, 6)] == [1, 1, 2, 2, 3]
    assert occurrences_of_last(ring(uncounted=None), there_and_back) == 1
    assert occurrences_of_last(ring(lasting=None, uncounted=None), there_and_back) == 1


def test_looks_no_farther_back_than_lasting() -> None:
    def short(p):
        return 2

    assert occurrences_of_last(ring(lasting=short), walk(ring(), 0, 1, 0, 1)) == 2


@pytest.mark.parametrize("score", [0, -1])
def test_repetition_ends_a_game_by_its_score(score: int) -> None:
    game = ring(occurrences=3, repetition_score=score)
    positions = walk(game, 0, 1, 0, 1)
    assert [outcome_in_game(game, positions[:n])[0] for n in range(1, 6)] == [False] * 4 + [True]
    assert outcome_in_game(game, positions)[1] == score
    assert outcome_in_game(ring(), positions) == (False, 0)
