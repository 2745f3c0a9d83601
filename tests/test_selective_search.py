"""What a search leaves out, and where it looks deeper: mates are found, windows are honest, every line ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import halfmove as hm
from halfmove.players.kernels.deep import SELECTIVE
from halfmove.players.player import core_of

from .conftest import random_positions, usually

PARTS = (*SELECTIVE, "aspiration")

# Who moves wins in so many moves.
MATES = [
    (1, "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"),
    (2, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"),  # nothing is urgent, and doing nothing would be best for the loser
    (2, "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1"),
    (2, "8/8/8/8/8/8/k1K5/6R1 w - - 0 1"),
    (3, "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1"),
    (3, "r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 1"),
    (4, "8/k7/8/1RK5/8/8/8/8 w - - 0 1"),
]


@pytest.fixture(scope="module")
def chess() -> hm.Game:
    return hm.games.chess()


@pytest.mark.parametrize("part", ["none", *PARTS, "all"])
def test_mates_are_found_with_every_part(chess: hm.Game, part: str) -> None:
    switches = {each: part in (each, "all") for each in PARTS}
    for moves, fen in MATES:
        player = hm.Player(chess, hm.Limits(nodes=10**6), compiled=True, **switches)
        found = player.choose(fen, depth=2 * moves - 1 + 2)
        assert (found.value, found.bound) == (30_000, "exact"), fen
        assert found.said in (f"wins in {moves}", "wins")
        if moves > 1:
            reply = player.choose(chess.next(chess.locate(fen), found.move), depth=2 * moves + 2)
            assert reply.said in (f"loses in {moves - 1}", "loses")


def test_the_parts_of_chess_are_on(chess: hm.Game) -> None:
    options = core_of(hm.Player(chess)).options
    assert [part for part in PARTS if not options[part]] == ["shallower"]
    plain = core_of(hm.Player(hm.games.othello())).options
    assert not any(plain[part] for part in PARTS)


# Positions that are urgent


def round_and_round(urgent: Any) -> hm.Game:
    """Nothing ever ends."""

    def moves(p):
        yield 1
        yield 2

    def play(p, step):
        return (p + step) % 7

    def result(p):
        return p == 100, 0

    return hm.Game("round", 0, moves, play, result, lambda p: p % 3, urgent=urgent)


@pytest.mark.parametrize("depth", [1, 3, 6])
def test_a_search_ends_where_everything_is_urgent(depth: int) -> None:
    player = hm.Player(round_and_round(lambda p: True), hm.Limits(), compiled=False, table=False)
    found = player.choose(depth=depth)
    assert (found.depth, found.counters["deepest"]) == (depth, 2 * depth)
    calm = hm.Player(round_and_round(lambda p: False), hm.Limits(), compiled=False).choose(depth=depth)
    off = hm.Player(round_and_round(lambda p: True), hm.Limits(), compiled=False, extensions=False).choose(depth=depth)
    assert calm.counters["deepest"] == off.counters["deepest"] == depth
    assert (calm.value, calm.counts) == (off.value, off.counts)


def test_room_for_long_lines_ends_with_the_game() -> None:
    """`longest` bounds a line also where positions are searched more deeply."""

    def moves(p):
        yield 1
        yield 2

    def result(p):
        return p >= 9, -1

    def urgent(p):
        return True

    game = hm.Game("up", 0, moves, lambda p, m: p + m, result, lambda p: 0, urgent=urgent, longest=9)
    for depth in range(1, 10):
        found = hm.Player(game, hm.Limits(), compiled=False).choose(depth=depth)
        assert found.counters["deepest"] <= 9
        assert depth < 5 or found.bound == "exact"


# Doing nothing


def test_a_hook_can_refuse_to_do_nothing() -> None:
    game = replace(hm.games.connect_four(5, 4), skip=lambda p: p)
    for p in random_positions(game, 10, 1, range(2, 8)):
        skipping, plain = (hm.Player(game, hm.Limits(), compiled=False, skips=skips) for skips in (True, False))
        assert skipping.choose(p, depth=5).counts == plain.choose(p, depth=5).counts


# The window of a depth


@pytest.mark.parametrize("name", ["kalah", "connect_four", "checkers"])
def test_a_window_around_the_last_score_changes_no_value(name: str) -> None:
    game = getattr(hm.games, name)()
    outside = 0
    for p in random_positions(game, usually(6, 30), 3, range(2, 20)):
        seen: list[hm.Result] = []
        expecting = hm.Player(game, hm.Limits(), compiled=False, aspiration=True)
        found = expecting.choose(p, depth=7, live=seen.append)
        plain = hm.Player(game, hm.Limits(), compiled=False, aspiration=False).choose(p, depth=7)
        assert (found.value, found.bound, found.window) == (plain.value, plain.bound, hm.Window())
        values = {each.depth: each.value for each in seen if each.window == hm.Window()}
        for each in seen:
            if each.window != hm.Window() and each.depth in values:
                outside += 1
                value = values[each.depth]
                assert value <= each.value <= each.window.low or value >= each.value >= each.window.high
    assert outside > 0


def test_a_window_does_not_make_a_search_exceed_its_nodes() -> None:
    for nodes in (50, 300, 2000):
        player = hm.Player(hm.games.kalah(), hm.Limits(nodes=nodes), compiled=False, aspiration=True)
        found = player.choose()
        assert found.stopped == "nodes"
        assert found.counts.leaves <= nodes
        assert found.move in player.game.legal(player.game.start)
