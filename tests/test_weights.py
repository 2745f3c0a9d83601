"""Weights of a game: numbers that only its evaluation receives, at both speeds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import halfmove as hm
from halfmove.games import nim


def _heavy(p, weights):
    return weights[p % 3] - 5


def _heavier(p, data, weights):
    return weights[p % 3] + data[0]


def moves(left):
    for take in (1, 2, 3):
        if take <= left:
            yield take


def play(left, take):
    return left - take


def result(left):
    return left == 0, -1000


def moves_with_data(left, data):
    for take in (1, 2, 3):
        if take <= left and data[1] == 7:
            yield take


def play_with_data(left, take, data):
    return left - take


def result_with_data(left, data):
    return left == 0, -1000


WEIGHTS = np.array([3, 40, 500])
BARE = hm.Game("matches", 30, moves, play, result, _heavy, weights=WEIGHTS)
WITH_DATA = hm.Game(
    "matches",
    30,
    moves_with_data,
    play_with_data,
    result_with_data,
    _heavier,
    data=np.array([11, 7], np.int32),
    weights=WEIGHTS,
)


@pytest.mark.parametrize("game", [BARE, WITH_DATA], ids=["alone", "after data"])
def test_both_speeds_receive_the_weights(game: hm.Game) -> None:
    values = [
        hm.search(game, "alpha_beta", depth=depth, compiled=speed).value for depth in (1, 3) for speed in (False, True)
    ]
    assert values[0] == values[1]
    assert values[2] == values[3]
    other = replace(game, weights=WEIGHTS + 1)
    assert hm.search(other, "alpha_beta", depth=1, compiled=True).value != values[0]


def test_the_game_calls_its_evaluation_with_them() -> None:
    assert BARE.call("evaluate", 31) == 35
    assert WITH_DATA.call("evaluate", 31) == 51


def test_other_weights_need_no_new_machine_code() -> None:
    from halfmove.engine.native.program import program_for
    from halfmove.engine.task import Task
    from halfmove.model import WIDE, Limits

    def program(game: hm.Game) -> str:
        algorithm = hm.ALGORITHMS["alpha_beta"]
        return program_for(Task(game, algorithm, {}, WIDE, 2, game.start, Limits(), False, False)).fingerprint

    assert program(BARE) == program(replace(BARE, weights=np.arange(1000)))
    assert program(BARE) != program(replace(BARE, evaluate=None, weights=None))


def test_the_game_keeps_its_weights() -> None:
    given = np.array([1, 2, 3])
    game = hm.Game("matches", 30, moves, play, result, _heavy, weights=given)
    given[0] = 9
    assert game.weights[0] == 1
    assert not game.weights.flags.writeable


@pytest.mark.parametrize("weights", [[1, 2], np.array([1.5]), np.zeros((2, 2), int), "text"])
def test_other_things_are_no_weights(weights: object) -> None:
    with pytest.raises(hm.UsageError, match="weights must be a NumPy array of whole numbers"):
        hm.Game("matches", 30, moves, play, result, _heavy, weights=weights)


def test_an_evaluation_must_take_them() -> None:
    with pytest.raises(hm.UsageError, match=r"evaluate must take \(p, weights\)"):
        replace(nim(1, 2), evaluate=lambda p: 0, weights=WEIGHTS)
