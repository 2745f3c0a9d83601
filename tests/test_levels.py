"""Players with a level: how strong they are, what they claim, what they refuse."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import Any

import pytest

import halfmove as hm
from halfmove import matches
from halfmove.players.levels import NAMES, is_plain, named
from tests.conftest import usually

FEW = hm.Limits(nodes=300)


def beginner(game: hm.Game, seed: int, **more: Any) -> hm.Player:
    return hm.Player(game, FEW, level=1, seed=seed, **more)


def played(game: hm.Game, *players: hm.Player) -> tuple[list[Any], Any]:
    """(the moves of a game, its score for the first player); players alternate."""
    at, moves = game.start, []
    while not (end := game.outcome(at))[0]:
        moves.append(players[len(moves) % 2].choose(at).move)
        at = game.next(at, moves[-1])
    return moves, end[1] if len(moves) % 2 == 0 else -end[1]


def test_a_strong_level_beats_a_weak_one() -> None:
    game = hm.games.tic_tac_toe()
    total = 0
    for seed in range(3):
        strong = hm.Player(game, FEW, level=8, compiled=False)
        total += played(game, strong, beginner(game, seed))[1] - played(game, beginner(game, seed), strong)[1]
    assert total >= 5  # of 6


def test_a_seed_repeats_a_game() -> None:
    game = hm.games.othello(4)
    one, same, other = (played(game, beginner(game, seed), beginner(game, seed))[0] for seed in (1, 1, 2))
    assert one == same != other


def test_a_mistake_claims_nothing() -> None:
    """At a won position a level that sees the win takes it. Where it errs, its value is an estimate of that move."""
    game = hm.games.othello(4)
    best = hm.Player(game, FEW, compiled=False).choose(depth=1)
    erring, straight = 0, 0
    at = game.next(game.start, best.move)
    for seed in range(12):
        found = hm.Player(game, FEW, level=1, seed=seed).choose(at)
        assert found.move in game.legal(at)
        assert found.line[0] == found.move
        assert found.bound == "estimate"
        child = game.next(at, found.move)
        assert found.value == -game.call("evaluate", child)  # of one half-move ahead
        assert found.counts.nodes <= 300
        full = hm.Player(game, FEW, compiled=False).choose(at, depth=1)
        straight += found.move == full.move
        erring += found.move != full.move
    assert erring
    assert straight


def test_a_lost_position_is_not_claimed_to_be_something_else() -> None:
    """All moves lose, which level 3 sees. Its mistakes are estimates all the same."""
    game = hm.games.nim(1, 1)
    bounds = {hm.Player(game, FEW, level=3, seed=seed).choose().bound for seed in range(20)}
    assert bounds == {"exact", "estimate"}


def test_a_position_that_is_over_has_no_move_at_any_level() -> None:
    game = hm.games.nim(1)
    over = game.next(game.start, game.legal(game.start)[0])
    for level in range(1, 11):
        found = hm.Player(game, FEW, level=level, compiled=False).choose(over)
        assert (found.move, found.bound) == (None, "exact")


def test_levels_keep_to_their_limits() -> None:
    game = hm.games.othello()
    for seed in range(6):
        began = time.perf_counter()
        found = hm.Player(game, hm.Limits(seconds=0.2), level=4, seed=seed, compiled=False).choose()
        assert time.perf_counter() - began < 5  # a machine may be busy
        assert found.move in game.legal(game.start)
        assert hm.Player(game, hm.Limits(nodes=50), level=4, seed=seed, compiled=False).choose().counts.leaves <= 50
    a_quarter, all_of_it = (
        hm.Player(game, hm.Limits(nodes=400), level=level, compiled=False).choose().counts.nodes for level in (9, 10)
    )
    assert a_quarter < 150 < 300 < all_of_it


def test_limits_are_the_players_own_after_a_move() -> None:
    player = hm.Player(hm.games.othello(4), FEW, level=1)
    for _ in range(4):
        player.choose()
    assert player.limits == FEW


def test_a_level_looks_its_depth_ahead() -> None:
    for level, depth in ((5, 4), (6, 6)):
        player = hm.Player(hm.games.connect_four(), hm.Limits(), level=level, compiled=False, method="search")
        assert player.choose().depth == depth


def test_levels_and_a_clock() -> None:
    game = hm.games.connect_four(4, 4)
    for level in (1, 4, 9):
        player = hm.Player(game, hm.Limits(seconds=0.3), level=level, compiled=False)
        assert player.choose(clock=(3, 0)).move in game.legal(game.start)


def test_random_games_at_a_level() -> None:
    game = hm.games.connect_four(4, 4)
    assert hm.Player(game, FEW, level=9, method="mcts", compiled=False).choose().algorithm == "mcts"
    for method in ("mcts", "best_first"):
        with pytest.raises(hm.UsageError, match=f"level=5 looks 4 half-moves ahead, which method='{method}'"):
            hm.Player(game, level=5, method=method)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("level", "sentence"),
    [
        (0, "a level must be a whole number from 1 to 10, not 0"),
        (11, "a level must be a whole number from 1 to 10, not 11"),
        (2.5, "level must be a whole number, text or None, not 2.5"),
        (
            "strong",
            "there is no level 'strong'; did you mean 'strongest'? a level is a number from 1 to 10, or easy, medium, "
            "hard or strongest",
        ),
    ],
)
def test_wrong_levels_are_refused(level: Any, sentence: str) -> None:
    with pytest.raises(hm.UsageError) as error:
        hm.Player(hm.games.nim(1, 2), level=level)
    assert str(error.value) == sentence


def test_levels_have_names() -> None:
    game = hm.games.nim(1, 2)
    assert [hm.Player(game, level=name).level for name in NAMES] == sorted(NAMES.values())
    assert hm.Player(game, level=" Hard").level == NAMES["hard"]
    assert hm.Player(game, level="7").level == 7
    assert (named(NAMES["medium"]), named(2)) == ("level 3 (medium)", "level 2 (between easy and medium)")


def test_a_named_level_beats_the_one_before_it() -> None:
    """In Connect Four, where each looks farther ahead than the one before."""
    for weak, strong in pairwise(("easy", "medium", "hard")):
        players = (f"level={name},nodes=1000,compiled=off" for name in (strong, weak))
        plan = matches.match("connect_four:width=5,height=4", *players, games=usually(16, 80))
        assert matches.run(plan, jobs=1).score.value > 0.5


def test_what_a_level_decides_itself_is_refused() -> None:
    player = hm.Player(hm.games.nim(1, 2), level=3)
    for given in ({"depth": 2}, {"all_best": True}):
        with pytest.raises(hm.UsageError, match=f"{next(iter(given))}= is for a player without a level"):
            player.choose(**given)  # type: ignore[arg-type]


def test_a_level_is_shown_and_does_not_weaken_solve() -> None:
    game = hm.games.nim(1, 2, 4)
    player = hm.Player(game, FEW, level=2)
    assert (player.level, player.solve().value, player.prepare()) == (2, 1, False)
    assert repr(player) == "Player('nim 1 2 4', Limits(nodes=300), level=2, compiled=False)"
    assert hm.Player(game).level is None


def test_plain_python_is_for_games_with_few_moves() -> None:
    assert is_plain(hm.games.connect_four(), 3)
    assert is_plain(hm.games.nim(0), 3)
    assert not is_plain(hm.games.connect_four(), 4)
    assert not is_plain(hm.games.gomoku(), 1)
