"""What every move is worth: compared with plain minimax, and in the order that people expect."""

from __future__ import annotations

from typing import Any

import pytest

import halfmove as hm
from halfmove.players.analysing import analyses, best_first
from halfmove.players.player import core_of


def analysed(game: hm.Game, at: Any, seconds: float = 60.0, **options: Any) -> list[hm.Result]:
    """The last list, which has a result for each move."""
    player = hm.Player(game, compiled=False, **options)
    *_, found = analyses(core_of(player), at, seconds)
    assert None not in found
    return found  # type: ignore[return-value]


def minimax(game: hm.Game, at: Any) -> Any:
    over, score = game.outcome(at)
    if over:
        return score
    children = ((game.next(at, move)) for move in game.legal(at))
    return max(minimax(game, each) * (1 if game.moves_again(at, each) else -1) for each in children)


@pytest.mark.parametrize("game", [hm.games.nim(1, 2, 2), hm.games.tic_tac_toe(), hm.games.kalah(2, 1)])
def test_small_games_are_valued_exactly(game: hm.Game) -> None:
    at = game.start
    for _ in range(3 if game.name.startswith("tic") else 0):
        at = game.next(at, game.legal(at)[0])
    found = analysed(game, at)
    assert [each.move for each in found] == game.legal(at)
    for each in found:
        child = game.next(at, each.move)
        value = minimax(game, child) * (1 if game.moves_again(at, child) else -1)
        assert each.bound == "exact" or (value < 0 and each.bound == "upper") or (value > 0 and each.bound == "lower")
        assert (each.value > 0, each.value < 0) == (value > 0, value < 0)


def test_estimates_are_those_of_one_depth() -> None:
    game = hm.games.connect_four(4, 4)
    steps = analyses(core_of(hm.Player(game, compiled=False)), game.start, 60.0)
    for found in steps:
        if all(each is not None and each.depth == 5 for each in found):
            break
    for each in found:
        assert each is not None
        child = game.next(game.start, each.move)
        assert each.value == -hm.search(game, "minimax", depth=4, position=child, compiled=False).value


def test_quick_wins_come_first_and_slow_losses_before_quick_ones() -> None:
    game = hm.games.nim(2, 3)
    found = sorted(analysed(game, game.start), key=best_first)
    words = [each.said for each in found]
    assert words[0] == "wins in 3"
    lengths = [int(each.removeprefix("loses in ")) for each in words[1:]]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] > lengths[-1]


def test_a_win_at_once_is_a_win_in_one() -> None:
    game = hm.games.tic_tac_toe()
    at = game.start
    for move in (1, 4, 2, 5):
        at = game.next(at, move)
    best = min(analysed(game, at), key=best_first)
    assert (best.move, best.said, best.depth) == (3, "wins in 1", 1)


def test_there_is_an_answer_in_no_time() -> None:
    game = hm.games.othello()
    assert [each.move for each in analysed(game, game.start, 0.0)] == game.legal(game.start)
