"""Numbers that two positions share, tiers in an order that a few moves show, hooks that lie: no database is wrong."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import numpy as np
import pytest

import halfmove as hm
from halfmove.engine.rules import HOOK_PRIMITIVES
from halfmove.kernels import solving_primitives as sv
from halfmove.parts.worth import worth_of
from tests.conftest import usually

SPEEDS = pytest.mark.parametrize("compiled", usually([False], [False, True]))


# Positions 0, 1, 2: from 0 a move leads to itself or on, from 1 on; 2 is over, and won for who is to move.


def moves(p):
    if p == 0:
        yield 0
    yield 1


def play(p, step):
    return p + step


def result(p):
    return p == 2, 1


def tier(p):
    return 0


def own_rank(p):
    return p


def shared_rank(p):
    return min(p, 1)


def unrank(tier, number):
    return number


def unrank_last(tier, number):
    return 0 if number == 0 else 2


def one(tier, number):
    return 1


def two(tier):
    return 2


def three(tier):
    return 3


def steps(**hooks: Any) -> hm.Game:
    return hm.Game("steps", 0, moves, play, result, tier=tier, **hooks)


SHARING = {
    "the one that is not over": {"rank": shared_rank, "unrank": unrank, "ranks": two},
    "the one that is over": {"rank": shared_rank, "unrank": unrank_last, "ranks": two},
}


@SPEEDS
@pytest.mark.parametrize("tiers", [None, [0]])
@pytest.mark.parametrize("kept", SHARING)
def test_a_shared_number_is_refused(kept: str, tiers: Any, compiled: bool) -> None:
    """They were solved as one: position 0 as a draw, which is won in two half-moves."""
    sentence = r"rank\((1|2)\) returns 1, and unrank\(0, 1\) returns (1|2), but result returns .* must be equivalent"
    with pytest.raises(hm.GameError, match=sentence):
        hm.solve(steps(**SHARING[kept]), tiers=tiers, compiled=compiled)
    with pytest.raises(hm.GameError, match=sentence):
        hm.check(steps(**SHARING[kept]), games=3, compiled=False)
    right = hm.solve(steps(rank=own_rank, unrank=unrank, ranks=three), tiers=tiers, compiled=compiled)
    assert right.probe(0) == (1, 2)
    assert hm.verify(right, compiled=compiled) == (3, None)


@pytest.mark.parametrize("kept", SHARING)
def test_verify_finds_a_shared_number(kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as blind:
        blind.delitem(HOOK_PRIMITIVES["unrank"].also, sv.stands_for)
        blind.setattr("halfmove.engine.plain.run._bound", OrderedDict())  # kernels that were bound before
        blind.setattr("halfmove.solving.solve.first_wrong", lambda *_: None)
        made = hm.solve(steps(**SHARING[kept]), compiled=False)
    assert made.probe(0) == (0, None)  # which is wrong
    assert "must be equivalent" in str(hm.verify(made, compiled=False).fault)


@SPEEDS
def test_a_number_of_which_another_position_is_made(compiled: bool) -> None:
    """The start was never looked at: in its place came the position that `unrank` makes of its number."""
    game = hm.Game(
        "steps", 0, away, lambda p, m: (p + m) % 3, lambda p: (p == 9, 1), rank=own_rank, unrank=one, ranks=three
    )
    with pytest.raises(hm.GameError, match=r"has the number 0, but unrank\(0, 0\) returns 1, which has the number 1"):
        hm.solve(game, compiled=compiled)


def test_a_start_without_a_number() -> None:
    with pytest.raises(hm.GameError, match="rank gives the start 0 a number below 0"):
        hm.solve(steps(rank=lambda p: p - 1, unrank=lambda tier, number: number + 1, ranks=three), compiled=False)


# Positions that stand for others


def wide_moves(p):
    yield 1
    yield 2


def wide_play(p, step):
    return p + step


def wide_result(p):
    return p >= 4, -1 if p == 4 else 1


def wide(symmetry: Any, **hooks: Any) -> hm.Game:
    return hm.Game("wide", 0, wide_moves, wide_play, wide_result, symmetry=symmetry, **hooks)


LIES = {
    "scores": (lambda p: min(p, 4), "does not agree with the positions after the first"),
    "moves": (lambda p: 1 if p == 2 else p, "does not agree with the positions after the first"),
    "there and back": (lambda p: {1: 2, 2: 1}.get(p, p), "it must return the same for both"),
}


@pytest.mark.parametrize("lie", LIES)
def test_positions_that_are_not_equivalent(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    symmetry, sentence = LIES[lie]
    with pytest.raises(hm.GameError, match=sentence):
        hm.solve(wide(symmetry), symmetry=True, compiled=False)
    with pytest.raises(hm.GameError, match="symmetry"):
        hm.check(wide(symmetry), games=3, compiled=False)
    assert hm.solve(wide(symmetry), compiled=False).probe(0) == hm.solve(wide(None), compiled=False).probe(0)
    monkeypatch.setattr("halfmove.solving.solve.first_wrong", lambda *_: None)
    verdict = hm.verify(hm.solve(wide(symmetry), symmetry=True, compiled=False), compiled=False)
    assert not verdict.right


def mirrored_result(p):
    return abs(p) >= 3, -1


def away(p):
    yield 1 if p >= 0 else -1


@SPEEDS
def test_a_start_for_which_another_position_stands(compiled: bool) -> None:
    """Its parts are not those of the game's own start."""
    game = hm.Game("mirrored", -1, away, wide_play, mirrored_result, symmetry=lambda p: abs(p))
    made = hm.solve(game, symmetry=True, compiled=compiled)
    assert [made.probe(p) for p in (-1, 1, 3)] == [(-1, 2), (-1, 2), (-1, 0)]
    assert hm.verify(made, compiled=compiled).right


def folded_rank(p):
    return abs(p) - 1


def test_equivalent_positions_may_share_a_number() -> None:
    numbers: dict[str, Any] = {"rank": folded_rank, "unrank": lambda tier, number: number + 1, "ranks": three}
    game = hm.Game("mirrored", -1, away, wide_play, mirrored_result, tier=tier, **numbers)
    for tiers in (None, [0]):
        made = hm.solve(game, tiers=tiers, compiled=False)
        assert [made.probe(p) for p in (-1, 1, -2, -3)] == [(-1, 2), (-1, 2), (1, 1), (-1, 0)]
        assert [each.move for each in made.moves(-1)] == [-1]
        assert hm.verify(made, compiled=False) == (3, None)
    hm.check(game, games=3, compiled=False)


def test_a_number_may_leave_out_a_count_that_ends_a_game() -> None:
    hm.check(hm.games.checkers(), games=2, compiled=False)
    drawn = hm.games.checkers().start._replace(mine=1, theirs=1 << 20, kings=1, quiet=80)
    assert hm.games.checkers().call("rank", drawn) == -1


# Moves backwards


def nothing_before(p):
    yield from ()


def wrong_before(p):
    yield (p - 2) % 6


@pytest.mark.parametrize("before", [nothing_before, wrong_before])
def test_moves_backwards_that_are_wrong(before: Any) -> None:
    def game(hook: Any) -> hm.Game:
        return hm.Game("ring", 0, away, lambda p, m: (p + m) % 6, lambda p: (p == 5, -1), before=hook)

    with pytest.raises(
        hm.GameError, match="`before` does not yield exactly the positions from which a move leads to a position"
    ):
        hm.solve(game(before), compiled=False)

    def right(p: int) -> Any:
        if p != 0:  # the game is over at 5
            yield p - 1

    assert hm.solve(game(right), compiled=False).probe(0) == hm.solve(game(None), compiled=False).probe(0)


# The order of tiers


def ring(size: int, up: bool) -> hm.Game:
    """A ring of squares of one tier; from square 5 a move also ends the game, in the next tier or the one before."""

    def moves(p: int) -> Any:
        yield 0
        if p == 5:
            yield 1

    end = 1 if up else -1
    return hm.Game(
        "ring",
        0,
        moves,
        lambda p, move: size if move == 1 else (p + 1) % size,
        lambda p: (p == size, -1),
        tier=lambda p: end if p == size else 0,
        rank=lambda p: 0 if p == size else p,
        unrank=lambda tier, number: size if tier == end else number,
        ranks=lambda tier: 1 if tier == end else size,
    )


@pytest.mark.parametrize("up", [True, False])
@pytest.mark.parametrize("size", [12, 13, 40, 1000])
def test_a_move_to_another_tier_that_is_seldom(size: int, up: bool, tmp_path: Any) -> None:
    game = ring(size, up)
    tiers = [0, 1 if up else -1]
    made = hm.solve(game, str(tmp_path / "ring.db"), tiers=tiers, compiled=False)
    assert made.probe(5) == (1, 1)
    assert hm.verify(made, compiled=False) == (size + 1, None)
    hm.solve(game, str(tmp_path / "again.db"), tiers=tiers[::-1], compiled=False)
    assert (tmp_path / "ring.db").read_bytes() == (tmp_path / "again.db").read_bytes()


def test_an_order_that_turns_is_kept_when_a_solve_is_killed(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was turned in the first run, and all tiers were solved; the second one only writes the file."""
    whole, file = tmp_path / "whole.db", tmp_path / "ring.db"
    hm.solve(ring(1000, True), str(whole), tiers=[0, 1], compiled=False)
    with monkeypatch.context() as killed:
        killed.setattr("halfmove.solving.solve.first_wrong", lambda *_: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            hm.solve(ring(1000, True), str(file), tiers=[0, 1], compiled=False)
    hm.solve(ring(1000, True), str(file), tiers=[0, 1], compiled=False)
    assert file.read_bytes() == whole.read_bytes()


def test_tiers_that_go_both_ways() -> None:
    def moves(p: int) -> Any:
        yield 0
        if p in (5, 1005):
            yield 1

    game = hm.Game(
        "both",
        0,
        moves,
        lambda p, move: (p + 1000) % 2000 if move == 1 else p // 1000 * 1000 + (p + 1) % 1000,
        lambda p: (p == 999, -1),
        tier=lambda p: p // 1000,
        rank=lambda p: p % 1000,
        unrank=lambda tier, number: 1000 * tier + number,
        ranks=lambda tier: 1000,
    )
    for tiers in (None, [0, 1]):
        with pytest.raises(hm.GameError, match="some moves lead to higher tiers and others to lower ones, as from"):
            hm.solve(game, tiers=tiers, compiled=False)


# Lines


def test_a_line_ends() -> None:
    """Also where a database is wrong, and where a draw goes round for ever."""
    circle = hm.Game("circle", 0, away, lambda p, m: (p + m) % 4, lambda p: (p == 9, 1), bounds=lambda p: (-1, 1))
    made = hm.solve(circle, compiled=False)
    assert made.line(0) == []
    (only,) = made.tiers.values()
    only.set_worths(np.full(4, worth_of(0, 7)))
    assert made.line(0, most=10**9) == []  # no move is nearer to the end


def test_no_line_is_known_of_what_is_not_in_a_database() -> None:
    made = hm.solve(ring(12, True), tiers=[1], compiled=False)
    assert made.probe(5) is None
    assert made.line(5) == []
