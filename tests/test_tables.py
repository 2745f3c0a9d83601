"""A transposition table changes how much is searched, never what is found."""

from __future__ import annotations

import functools
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm

from .conftest import MOVE_ONLY, usually

ABLE = [name for name, each in hm.ALGORITHMS.items() if each.tables]
GIVEN: dict[str, dict[str, Any]] = {"aspiration": {"guess": 1, "error": 2}, "mtd_f": {"guess": 1}}
SIZES = [64, 300, 5000, "1 MB"]

tree = st.recursive(st.integers(-4, 4), lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=30).filter(
    lambda x: isinstance(x, list)
)


def holds(result: hm.Result, true: Any) -> bool:
    """Whether what a result claims is so."""
    return bool(
        {"exact": result.value == true, "lower": result.value <= true, "upper": result.value >= true}[result.bound]
    )


@pytest.mark.parametrize("name", ABLE)
@given(
    nested=tree,
    window=st.sampled_from([None, (-2, 2), (0, 1), (1, 5)]),
    size=st.sampled_from(SIZES),
    real=st.booleans(),
)
@settings(max_examples=25, deadline=None)
def test_ragged_trees_and_windows(name: str, nested: Any, window: Any, size: Any, real: bool) -> None:
    game = hm.trees.explicit(halved(nested) if real else nested)
    true = hm.search(game, "minimax", compiled=False).value
    found = hm.search(game, name, window=window, table=size, compiled=False, **GIVEN.get(name, {}))
    assert holds(found, true)
    if window is None and name not in MOVE_ONLY:
        assert found.value == true


def halved(x: Any) -> Any:
    return [halved(each) for each in x] if isinstance(x, list) else x + 0.5


@pytest.mark.parametrize("name", ABLE)
@pytest.mark.parametrize(
    "game", [hm.games.tic_tac_toe(), hm.games.kalah(3, 2), hm.games.connect_four(4, 4)], ids=lambda game: game.name
)
def test_games_with_transpositions(name: str, game: hm.Game) -> None:
    chance = random.Random(name)
    for depth in (1, 3, 5):
        at = game.start
        for _ in range(chance.randrange(4)):
            at = game.next(at, chance.choice(game.legal(at)))
        plain = hm.search(game, "minimax", depth=depth, position=at, compiled=False)
        for size in SIZES:
            found = hm.search(game, name, depth=depth, position=at, table=size, compiled=False, **GIVEN.get(name, {}))
            assert holds(found, plain.value)


def test_it_saves_work_and_says_how_much() -> None:
    game = hm.games.tic_tac_toe()
    bare = hm.search(game, compiled=False)
    with_one = hm.search(game, table="1 MB", compiled=False)
    assert with_one.value == bare.value
    assert bare.counts.table_hits == 0
    assert with_one.counts.table_hits > 100
    assert with_one.counts.leaves < bare.counts.leaves / 3
    assert len(with_one.line) == 9


@pytest.mark.parametrize("name", usually(["mtd_f"], ["alpha_beta", "mtd_f"]))
def test_both_speeds_do_the_same(name: str) -> None:
    """Also while entries are replaced, and while the table grows."""
    game = hm.games.connect_four(5, 4)
    for size, depth in ((2000, 7), ("4 MB", 9)):
        one, other = (
            hm.search(game, name, depth=depth, table=size, compiled=compiled, **GIVEN.get(name, {}))
            for compiled in (True, False)
        )
        assert (one.value, one.line, one.counts) == (other.value, other.line, other.counts)


def test_whole_scores_that_turn_out_to_be_real() -> None:
    def moves(p):
        yield 2
        yield 1
        yield 3

    def play(p, move):
        return p + move

    def result(p):
        return p >= 9, (0.5 if p == 11 else p - 9) if p >= 9 else 0

    game = hm.Game("late", 0, moves, play, result, longest=10)
    assert hm.search(game, table=1000, compiled=False).value == hm.search(game, compiled=False).value


@pytest.mark.parametrize(
    ("size", "algorithm", "sentence"),
    [
        ("much", "alpha_beta", "table must be a number of bytes"),
        (0, "alpha_beta", "table must be a number of bytes"),
        (8, "alpha_beta", "8 bytes are too little for a table"),
        ("1 MB", "sss_star", "sss_star cannot use a table; those that can are minimax, alpha_beta"),
        ("1 MB", "dual_star", "dual_star cannot use a table"),
    ],
)
def test_wrong_tables_get_one_sentence(size: Any, algorithm: str, sentence: str) -> None:
    with pytest.raises(hm.UsageError, match=sentence):
        hm.search(hm.games.tic_tac_toe(), algorithm, table=size)


@functools.cache
def kalah_positions() -> list[tuple[Any, Any]]:
    """Positions, and their values at depth 6."""
    game, chance = hm.games.kalah(), random.Random(1)
    found = [type(game.start)(144000958530, 137440284993, 1)]  # where NegaScout took a bound for the value
    for _ in range(8):
        at = game.start
        for _ in range(chance.randint(4, 20)):
            at = at if game.outcome(at)[0] else game.next(at, chance.choice(game.legal(at)))
        found.append(at)
    return [(at, hm.search(game, "minimax", position=at, depth=6, compiled=True).value) for at in found]


@pytest.mark.parametrize("name", ABLE)
def test_players_who_move_twice(name: str) -> None:
    """A node at which one only waits is not counted, so that a table must not answer for it."""
    for at, want in kalah_positions():
        given = GIVEN.get(name, {})
        got = hm.search(hm.games.kalah(), name, position=at, depth=6, table="1 MB", compiled=False, **given)
        assert holds(got, want), (at, got.value, want)
