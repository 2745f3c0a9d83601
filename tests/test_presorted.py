"""Games whose moves come sorted: the same moves in another order, and never another value."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pytest

import halfmove as hm
from halfmove import studies

from .conftest import LONG, random_positions, usually

GAMES = ("connect_four", "othello", "kalah", "checkers", "breakthrough", "tic_tac_toe")


def scores(game: hm.Game, at: Any, moves: list[Any]) -> list[Any]:
    """By what the moves are to be sorted, found in another way than the package does."""
    found = []
    for move in moves:
        child = game.next(at, move)
        if game.order is not None:
            found.append(game.call("order", at, move, child))
            continue
        over, score = game.outcome(child)
        guess = score if over else game.call("evaluate", child)
        again = game.turn is not None and game.call("turn", at) == game.call("turn", child)
        found.append(guess if again else -guess)
    return found


@pytest.mark.parametrize("by_hook", [True, False])
@pytest.mark.parametrize("name", GAMES)
def test_the_same_moves_sorted(name: str, by_hook: bool) -> None:
    game = getattr(hm.games, name)()
    if game.evaluate is None and (game.order is None or not by_hook):
        pytest.skip("nothing to sort by")
    game = game if by_hook else replace(game, order=None)
    for at in random_positions(game, 20, 1, range(21)):
        plain = game.legal(at)
        known = dict(zip(plain, scores(game, at, plain), strict=True))
        assert hm.presorted(game).legal(at) == sorted(plain, key=lambda move: -known[move]), at  # which is stable


@pytest.mark.parametrize("name", ["othello", "kalah"])
def test_no_value_changes_at_either_speed(name: str) -> None:
    game = getattr(hm.games, name)()
    for at in random_positions(game, 3, 2, range(21)):
        want = hm.search(game, "minimax", position=at, depth=3, compiled=False).value
        for algorithm in usually(("alpha_beta",), ("alpha_beta", "sss_star")):
            slow, quick = (
                hm.search(hm.presorted(game), algorithm, position=at, depth=3, compiled=speed, trace=True)
                for speed in (False, usually(name == "kalah", True))
            )
            assert slow.value == quick.value == want
            assert slow.leaf_order == quick.leaf_order


class Heap(NamedTuple):
    stones: int


def test_a_game_with_data_and_real_scores() -> None:
    """From a heap one takes 1 to 9 stones; data says what a heap is worth."""

    def moves(p, data):
        for count in range(1, min(p.stones, 9) + 1):
            yield count

    def play(p, count, data):
        return Heap(p.stones - count)

    def result(p, data):
        return p.stones == 0, -1.0

    def evaluate(p, data):
        return data[p.stones % 7]

    game = hm.Game("heap", Heap(30), moves, play, result, evaluate, data=np.array([0.5, -0.5, 0, 0.25, 0.125, 1, 0.5]))
    ordered = hm.presorted(game)
    for stones in range(1, 31):
        at = Heap(stones)
        found = scores(game, at, ordered.legal(at))
        assert sorted(ordered.legal(at)) == game.legal(at)
        assert all(one >= other for one, other in pairwise(found))
    for depth in (1, 3, 5):
        values = {
            hm.search(each, depth=depth, compiled=speed).value
            for each, speed in ((game, False), (ordered, False), (ordered, True))
        }
        assert len(values) == 1


def test_what_has_nothing_to_sort_by_is_refused() -> None:
    with pytest.raises(hm.UsageError, match="neither `order` nor `evaluate`"):
        hm.presorted(hm.trees.uniform(3, 3, seed=1))


def test_a_position_without_moves_is_still_found_out() -> None:
    def no_moves(p):
        yield from range(0)

    game = hm.Game("stuck", 3, no_moves, lambda p, move: p, lambda p: (False, 0), lambda p: 0)
    with pytest.raises(hm.GameError, match="no moves"):
        hm.search(hm.presorted(game), depth=2, compiled=False)


# In studies


def test_sorted_moves_make_no_other_positions() -> None:
    plain, ordered = (studies.TreeSpec.parse(f"othello:look_ahead=3,opening=6{more}") for more in ("", ",presorted=1"))
    assert str(ordered) == "othello:look_ahead=3,opening=6,presorted=1"
    assert plain.seed(1, 5) == ordered.seed(1, 5)
    assert plain.make(7).start == ordered.make(7).start
    assert plain.identity != ordered.identity
    with pytest.raises(hm.UsageError, match="presorted must be"):
        studies.TreeSpec.parse("othello:presorted=2")


@pytest.mark.skipif(not LONG, reason="it compiles four programs")
def test_a_study_with_tables_and_sorted_moves() -> None:
    plan = studies.plan(
        ["connect_four:look_ahead=5,opening=4", "connect_four:look_ahead=5,opening=4,presorted=1"],
        ["alpha_beta", "alpha_beta:table=1 MB"],
        trees=3,
    )
    table = studies.run(plan, jobs=1)
    assert not table.disagreements()
    for (cell, records), n in zip(table.cells(), range(4), strict=True):
        for record in records:
            game = cell.tree.make(cell.tree.seed(plan.seed, record.repetition))
            alone = hm.search(game, cell.algorithm.id, depth=5, compiled=False, **cell.algorithm.named)
            assert (alone.counts.leaves, alone.counts.table_hits) == (record.leaves, record.table_hits), n
    assert {row["algorithm_table"] for row in table.rows()} == {None, "1 MB"}


@pytest.mark.parametrize(
    ("text", "words"),
    [("sss_star:table=1 MB", "sss_star cannot use a table"), ("alpha_beta:table=much", "alpha_beta: table must be")],
)
def test_a_table_that_cannot_be(text: str, words: str) -> None:
    with pytest.raises(hm.UsageError, match=words):
        studies.AlgorithmSpec.parse(text)
