"""Monte-Carlo tree search: what it proves is so, both speeds do the same, and it plays better than chance."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

import halfmove as hm
from halfmove.players.kernels.mcts import mcts
from tests.conftest import VALUES, full, honest, random_trees, told, usually


def search(game: hm.Game, **options: Any) -> hm.Result:
    return hm.search(game, mcts, **({"compiled": False} | options))


def minimax(game: hm.Game, **options: Any) -> Any:
    return hm.search(game, "f_alpha_beta", compiled=False, **options).value


def is_so(r: hm.Result, true: Any) -> bool:
    return r.bound == "estimate" or honest(r, true)


# What it proves


@pytest.mark.parametrize("playouts", [1, 3, 20, 1 << 40])
def test_random_trees(playouts: int) -> None:
    for seed, tree in enumerate(random_trees(120, seed=5)):
        game = hm.trees.explicit(tree)
        true = minimax(game)
        r = search(game, seed=seed, playouts=playouts)
        assert is_so(r, true), (tree, r, true)
        assert r.move is not None or not isinstance(tree, list)
        if playouts > 20:
            assert r.bound == "exact"
            assert value_of_line(game, r.line) == true
        for window in ((-1, 1), (0, math.inf), (-0.5, 0.25)):
            r = search(game, seed=seed, playouts=playouts, window=window)
            assert is_so(r, true), (tree, window, r, true)
            assert playouts <= 20 or r.bound == hm.Window(*window).bound(true) or r.counts.nodes == 1


def value_of_line(game: hm.Game, line: Any) -> Any:
    """The score at the end of a line, for who moves at its beginning."""
    at, players = game.start, []
    for move in line:
        players.append(game.call("turn", at) if game.turn is not None else len(players) % 2)
        at = game.next(at, move)
    over, score = game.outcome(at)
    assert over
    last = game.call("turn", at) if game.turn is not None else len(players) % 2
    return score if not players or players[0] == last else -score


@pytest.mark.parametrize(
    "game",
    [
        hm.games.nim(1, 2, 3),
        hm.games.nim(2, 2),
        hm.games.kalah(2, 2),
        hm.games.kalah(3, 2),
        hm.games.connect_four(3, 3, 3),
        hm.trees.uniform(3, 4, seed=2),
        hm.trees.uniform(2, 6, seed=3, values=(0, 3)),
    ],
    ids=lambda game: game.name,
)
def test_small_games(game: hm.Game) -> None:
    true = minimax(game)
    for seed in range(3):
        r = search(game, seed=seed)
        assert (r.value, r.bound) == (true, "exact")
        assert value_of_line(game, r.line) == true
    for playouts in (1, 2, 5, 30, 100):
        assert is_so(search(game, playouts=playouts), true)


def test_depth_limits() -> None:
    game = hm.games.othello(4)
    for depth in range(5):
        r = search(game, depth=depth)
        assert (r.value, r.bound) == (minimax(game, depth=depth), "exact")
        assert len(r.line) == depth


def test_a_window_or_bounds_end_the_search_of_a_win() -> None:
    """Without them something better than a win might exist."""
    game = hm.games.tic_tac_toe()
    at = game.start
    for move in (5, 2, 4):
        at = game.next(at, move)
    rules = {name: getattr(game, name) for name in ("start", "moves", "play", "result")}
    game, bounded = hm.Game("tic-tac-toe", **rules), hm.Game("tic-tac-toe", **rules, bounds=lambda p: (-1, 1))
    plain = search(game, position=at)
    assert (plain.value, plain.bound, plain.move) == (-1, "exact", plain.line[0])
    r = search(bounded, position=at)
    assert (r.value, r.bound) == (-1, "exact")
    assert r.counters["played"] < plain.counters["played"] / 2
    r = search(game, position=at, window=(-1, 1))
    assert (r.value, r.bound) == (-1, "upper")
    assert r.counters["played"] < plain.counters["played"] / 2
    four = replace(hm.games.connect_four(), bounds=None, tries=None)
    r = search(four, position="414141", playouts=30)
    assert (r.value, r.bound, r.move) == (18, "lower", 4)


# Both speeds


class Steps(NamedTuple):
    at: int


def walk_moves(p):
    yield 1
    yield 2


def walk(p, move):
    return Steps((p.at + move) % 5)


def never_over(p):
    return False, 0


def far(p):
    return p.at


ENDLESS = hm.Game("endless", Steps(0), walk_moves, walk, never_over, far)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (hm.games.connect_four(), {"playouts": 60}),
        (hm.games.connect_four(), {"playouts": 60, "position": "4444443265"}),
        (hm.games.connect_four(), {"playouts": 60, "largest_tree": 40}),
        (hm.games.connect_four(), {"playouts": 40, "greedy": False}),
        (hm.games.connect_four(), {"playouts": 40, "depth": 8, "exploration": 100}),
        (hm.games.connect_four(), {"playouts": 40, "longest_playout": 3}),
        (hm.trees.explicit(full(random.Random(1), 3, 6, VALUES["reals"])), {"playouts": 200}),
        (hm.trees.explicit([[i * 0.5, i % 7] for i in range(2000)]), {"playouts": 50}),
        (hm.trees.explicit([[[[[0.5]]]]]), {}),
        (hm.trees.explicit([[0.5, [math.inf, -math.inf]], [0.25, [1.0, 9.0]]]), {}),
        *usually(
            [],
            [
                (hm.games.kalah(), {"playouts": 40}),
                (ENDLESS, {"playouts": 5, "longest_playout": 50}),
                (ENDLESS, {"playouts": 3}),
            ],
        ),
    ],
    ids=lambda each: getattr(each, "name", None) or "-".join(map(str, each.values())),
)
def test_both_speeds_do_the_same(game: hm.Game, options: dict[str, Any]) -> None:
    trace = "four" in game.name  # leaf by leaf; the others count by count
    for seed in (0, 7):
        slow, fast = (search(game, seed=seed, trace=trace, compiled=compiled, **options) for compiled in (False, True))
        assert told(slow) == told(fast)
        assert slow.counters == fast.counters
        assert (slow.compiled, fast.compiled) == (False, True)


def test_a_game_without_an_end() -> None:
    """Playouts end after as many moves as they may have; `longest_playout` is the same at both speeds, see above."""
    r = search(ENDLESS, playouts=5, longest_playout=50)
    assert r.counters["played"] == 5
    assert r.bound == "estimate"
    assert search(ENDLESS, playouts=3).counters["played"] == 3


def test_seeds() -> None:
    game = hm.games.connect_four()
    first, again, other = (search(game, seed=seed, playouts=50) for seed in (1, 1, 2))
    assert told(first) == told(again)
    assert first.counts != other.counts
    for seed in (-1, 0, (1 << 63) - 1):
        assert search(game, seed=seed, playouts=2).counters["played"] == 2


# Limits


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_limits(compiled: bool) -> None:
    game = hm.games.connect_four()
    for nodes in (1, 2, 50, 3000):
        r = search(game, limits=hm.Limits(nodes=nodes), compiled=compiled, trace=True)
        assert r.stopped == "nodes"
        assert r.counts.nodes == nodes
        assert r.move in game.legal(game.start)
    assert r.bound == "estimate"
    r = search(game, limits=hm.Limits(seconds=0.01), compiled=compiled, trace=True)
    assert (r.stopped, r.bound) == ("seconds", "estimate")
    assert r.move in game.legal(game.start)


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
def test_a_full_memory_does_not_end_the_search(compiled: bool) -> None:
    game = hm.games.connect_four()
    r = search(game, limits=hm.Limits(memory=30_000), playouts=500, compiled=compiled, trace=True)
    assert (r.stopped, r.counters["played"]) == (None, 500)
    assert 1 < r.counters["tree"] <= 30_000 // 80
    r = search(game, limits=hm.Limits(memory=300), compiled=compiled, trace=True)
    assert r.stopped == "memory"
    assert r.move in (None, *game.legal(game.start))
    assert search(game, largest_tree=1, playouts=20, compiled=compiled, trace=True).counters["tree"] == 8


def test_finished_games_and_single_moves() -> None:
    game = hm.games.nim(1)
    assert (search(game).value, search(game).bound, search(game).line) == (1, "exact", ((1, 1),))
    over = search(hm.trees.explicit(5))
    assert (over.value, over.bound, over.move) == (5, "exact", None)
    r = search(ENDLESS, playouts=3, depth=0)
    assert (r.value, r.bound) == (0, "exact")


def test_moves_to_try() -> None:
    """The tree has only the moves that a game names; where it names none its bounds tell the score."""

    def moves(p):
        for step in range(1, 6):
            yield step

    def tries(p):
        if p.at < 20:
            yield 5

    def play(p, move):
        return Steps(p.at + move)

    def result(p):
        return p.at >= 30, p.at - 35

    def bounds(p):
        return (-40, 40) if p.at < 20 else (30 - p.at, 30 - p.at)

    game = hm.Game("steps", Steps(0), moves, play, result, bounds=bounds, tries=tries)
    for compiled in usually((False,), (False, True)):
        r = search(game, compiled=compiled)
        assert (r.value, r.bound, r.move) == (10, "exact", 5)
        assert r.counters["tree"] == 5
        r = search(game, position=Steps(25), compiled=compiled)  # where there is no move to try
        assert (r.value, r.bound, r.move) == (5, "exact", 5)


# Playing


def match(game: hm.Game, one: Any, other: Any, games: int) -> float:
    """The share of points of one player, who begins every other game."""
    points = 0.0
    for number in range(games):
        chance, at, ply = random.Random(number // 2), game.start, 0
        begins = number % 2
        while not game.outcome(at)[0]:
            mover = (game.call("turn", at) if game.turn is not None else ply) % 2
            chosen = (one if mover == begins else other) if ply > 1 else None
            at, ply = game.next(at, chosen(at, chance) if chosen else chance.choice(game.legal(at))), ply + 1
        mover = (game.call("turn", at) if game.turn is not None else ply) % 2
        score = game.outcome(at)[1] * (1 if mover == begins else -1)
        points += 0.5 + 0.5 * (score > 0) - 0.5 * (score < 0)
    return points / games


def player(game: hm.Game, playouts: int) -> Any:
    def choose(at: Any, chance: random.Random) -> Any:
        return search(game, position=at, playouts=playouts, seed=chance.getrandbits(30), compiled=True).move

    return choose


def test_more_playouts_play_better() -> None:
    game = hm.games.kalah()

    def by_chance(at: Any, chance: random.Random) -> Any:
        return chance.choice(game.legal(at))

    games = usually(10, 20)
    assert match(game, player(game, 50), by_chance, games) >= 0.9
    assert match(game, player(game, 1000), player(game, 30), games) >= 0.75
