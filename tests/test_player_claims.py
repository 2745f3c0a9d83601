"""What players claim is so: values, moves, lines, numbers of moves; and they stay within limits and memory."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import halfmove as hm
from halfmove.books.book import Book
from halfmove.books.records import Known, Link, Searched

from .attacks import players
from .conftest import LONG, usually
from .hooked_games import Hooks
from .retrograde import solved

SPEEDS = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])


# Games with hooks that know some positions and not others


def counting(length: int, settled: range) -> hm.Game:
    """Count up; who is to move at an even number wins. `bounds` knows that, but not everywhere."""

    def moves(p):
        yield 1
        yield 2

    def play(p, move):
        return p + 1

    def result(p):
        return p >= length, 1

    first, last = settled.start, settled.stop

    def bounds(p):
        value = 1 if p % 2 == 0 else -1
        return (value, value) if first <= p < last or p >= length else (-1, 1)

    return hm.Game("counting", 0, moves, play, result, bounds=bounds)


@SPEEDS
@pytest.mark.parametrize("settled", [range(1, 3), range(1, 7), range(0, 2)])
def test_a_line_through_positions_that_are_settled(settled: range, compiled: bool) -> None:
    """The rest of such a line was searched with a negative depth, which overwrote memory."""
    game = counting(8, settled)
    hm.check(game)
    for depth in (1, 2, None):
        found = hm.Player(game, hm.Limits(nodes=1000), compiled=compiled).choose(depth=depth)
        assert found.value == 1
        at = 0
        for _move in found.line:
            at += 1
        assert at <= 8


def test_no_search_looks_back() -> None:
    player = hm.Player(counting(4, range(0)), compiled=False)
    from halfmove.players.kernels.deep import deep
    from halfmove.players.player import core_of

    with pytest.raises(ValueError, match="ahead"):
        core_of(player).search(deep.algorithm, 0, 1 << 62, depth=-1)


@pytest.mark.parametrize("nodes", [1, 10, 100])
def test_a_move_to_a_known_value_keeps_to_the_limit(nodes: int) -> None:
    """`bounds` knows the value of the start, and no search finds a move to it so soon."""

    def moves(p):
        for number in range(3):
            yield number

    def play(p, move):
        return 10 * p + move + 1

    def result(p):
        return p > 10**7, 1

    def bounds(p):
        return (1, 1) if p == 0 else (-1, 1)

    game = hm.Game("known", 0, moves, play, result, bounds=bounds)
    found = hm.Player(game, hm.Limits(nodes=nodes), compiled=False).choose()
    assert found.counts.leaves <= nodes
    assert found.counts.nodes - found.counts.leaves <= nodes
    assert (found.value, found.bound, found.stopped) == (1, "upper", "nodes")


# Positions that are equivalent


class Piles(NamedTuple):
    left: int
    right: int


def mirrored_nim() -> hm.Game:
    def moves(p):
        for take in range(1, p.left + 1):
            yield take
        for take in range(1, p.right + 1):
            yield -take

    def play(p, move):
        return Piles(p.left - move, p.right) if move > 0 else Piles(p.left, p.right + move)

    def result(p):
        return p.left + p.right == 0, -1

    def symmetry(p):
        return Piles(min(p.left, p.right), max(p.left, p.right))

    return hm.Game("mirrored nim", Piles(3, 5), moves, play, result, symmetry=symmetry)


@SPEEDS
def test_the_move_of_a_mirror_image_is_not_played(compiled: bool) -> None:
    game = mirrored_nim()
    player = hm.Player(game, compiled=compiled)
    for at in (Piles(3, 5), Piles(5, 3), Piles(1, 4), Piles(4, 1)):
        found = player.solve(at)
        after = game.next(at, found.move)
        assert (found.value, after.left) == (1, after.right)


# Games that go round in circles


def chase(squares: int = 6) -> hm.Game:
    def moves(p):
        yield 1
        yield -1

    def play(p, step):
        return Piles(p.right, (p.left + step) % squares)

    def result(p):
        return p.left == p.right, -1

    return hm.Game("chase", Piles(0, 3), moves, play, result)


@SPEEDS
def test_a_drawn_line_comes_to_an_end(compiled: bool) -> None:
    game = chase()
    database = hm.solve(game, compiled=False)
    player = hm.Player(game, endgames=[database], compiled=compiled)
    for found in (player.solve(), player.choose()):
        assert (found.value, found.bound) == (0, "exact")
        assert found.move in (1, -1)
        assert len(found.line) <= len(database)


def test_a_drawn_line_that_bounds_know_comes_to_an_end() -> None:
    def bounds(p):
        return 0, 0

    rules = chase()
    game = hm.Game("drawn", rules.start, rules.moves, rules.play, rules.result, bounds=bounds)
    player = hm.Player(game, hm.Limits(nodes=100), compiled=False)
    assert player.choose().value == player.solve().value == 0
    assert len(player.choose().line) < 100
    assert len(player.solve().line) < 100


# In how many moves


def down(**hooks: Any) -> hm.Game:
    """Count down from 9: who is to move wins in 5."""

    def moves(p):
        yield 1

    return hm.Game("down", 9, moves, lambda p, m: p - 1, lambda p: (p == 0, -1), **hooks)


@pytest.mark.parametrize("depth", [1, 2, 3, None])
@pytest.mark.parametrize("hook", ["noisy", "bounds", "tries"])
def test_how_many_moves_a_win_takes(depth: int | None, hook: str) -> None:
    def every(p):
        yield 1

    def known(p):
        return (1, 1) if p % 2 else (-1, -1)

    game = down(**{hook: known if hook == "bounds" else every})
    found = hm.Player(game, hm.Limits(nodes=1000), compiled=False, method="search").choose(depth=depth)
    assert found.said in ("wins in 5", "wins", "+0")
    assert found.said == "wins in 5" or hook == "tries"


def test_nothing_is_said_of_a_length_that_was_not_looked_for() -> None:
    def known(p):
        return (1, 1) if p % 2 else (-1, -1)

    found = hm.Player(down(bounds=known), hm.Limits(nodes=5), compiled=False).choose()
    assert (found.value, found.said) == (1, "wins")


# Books


def test_a_book_that_knows_one_move_does_not_know_the_position() -> None:
    """Move 1 is proven to draw; what move 2 does is a guess. So the position is worth at least 0."""

    def moves(p):
        if p == 0:
            yield 1
            yield 2
        else:
            yield 0

    def result(p):
        return p > 2, {3: 0, 4: -1}.get(p, 0)

    game = hm.Game("fork", 0, moves, lambda p, move: move if p == 0 else p + 2, result)
    links = (Link(1, False), Link(2, False))
    known = [
        Known((0,), Searched(0, "estimate", 1, 10**6), links=links, complete=True),
        Known((1,), Searched(0, "exact", 1, 10**6)),
        Known((2,), Searched(1, "estimate", 1, 10**6)),
    ]
    book = Book(game, "fork", {}, known)
    found = hm.Player(game, hm.Limits(nodes=5), book=book, compiled=False).choose()
    assert (found.algorithm, found.move, found.value, found.bound) == ("book", 1, 0, "lower")


# Against brute force


def test_random_games_in_plain_python() -> None:
    tried, faults = players.attack(seed=1, count=usually(1200, 20_000), speeds=(False,))
    assert min(tried[claim] for claim in ("exact", "lower", "estimate")) > 50
    assert faults == {}


def test_random_games_as_machine_code() -> None:
    families = usually((Hooks(("evaluate", "bounds", "tries", "noisy", "symmetry", "skip", "order", "key")),), None)
    tried, faults = players.attack(seed=2, count=400, speeds=(True,), families=families or players.FAMILIES)
    assert tried["exact"] > 50
    assert faults == {}


# Memory


@pytest.mark.skipif(not LONG, reason="for long runs; `make soak` does it, too")
def test_every_index_of_machine_code_is_within_its_memory(tmp_path: Path) -> None:
    """In a process of its own, whose machine code checks."""
    script = tmp_path / "checked.py"
    script.write_text(_CHECKED)
    environment = os.environ | {"HALFMOVE_CHECK_MEMORY": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run([sys.executable, str(script)], env=environment, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert ran.stdout.splitlines() == ["stopped at word -3", "stopped at word -3", "0 faults"]


_CHECKED = """
import halfmove as hm
from halfmove.engine.checked_memory import OutOfBounds
from halfmove.words import algorithm, poke
from tests.attacks import players
from tests.hooked_games import Hooks

@algorithm(title="outside", source="-", promise="-")
def outside(game, p, height, a, b, run):
    poke(run.line_sizes, -3, 0)
    return 0

for compiled in (False, True):
    try:
        hm.search(hm.trees.uniform(2, 3), outside, compiled=compiled)
    except OutOfBounds as error:
        print("stopped at word", str(error).split()[5])

families = (Hooks(("bounds",)),)
tried, faults = players.attack(seed=3, count=200, speeds=(True,), families=families)
print(len(faults), "faults")
"""


# What a review found


def graph(after: dict[int, list[int]], scores: dict[int, int], guesses: dict[int, int], **hooks: Any) -> hm.Game:
    """A game in which the moves of a position are the places in its list."""

    def moves(p):
        for number in range(len(after[p])):
            yield number

    def result(p):
        return p in scores, scores.get(p, 0)

    return hm.Game("graph", 0, moves, lambda p, move: after[p][move], result, lambda p: guesses.get(p, 0), **hooks)


def test_a_line_that_became_exact_keeps_the_value_for_both_sides() -> None:
    after = {0: [1], 1: [2, 3], 2: [4, 5], 3: [8, 9], 5: [6], 6: [7], 9: [10], 10: [11]}
    game = graph(after, {4: -1, 7: -2, 8: -1, 11: 0}, {9: -2, 10: 2})
    true = solved(game)
    for depth in (3, 4, 5, 6, None):
        player = hm.Player(game, hm.Limits(nodes=10_000), compiled=False, method="search", ordering=False)
        assert players.faults(game, true, 0, player.choose(depth=depth), None) == []


@pytest.mark.parametrize("method", ["best_first", "mcts"])
def test_the_line_behind_an_upper_bound_is_no_guess(method: Any) -> None:
    """`bounds` knows that the start is lost; all that is behind the first move is guessed."""
    after = {0: [1, 2], 1: [3, 4], 2: [3], 3: [5], 4: [6]}
    game = graph(after, {5: -1, 6: 1}, {4: 1}, bounds=lambda p: (-1, -1) if p == 0 else (-1, 1))
    for nodes in (1, 3, 5, 8):
        found = hm.Player(game, hm.Limits(nodes=nodes), compiled=False, method=method).choose()
        assert len(found.line) == 1 or found.exact


@pytest.mark.parametrize("depth", [None, 1, 2, 3])
def test_a_guess_is_not_as_good_as_a_win(depth: int | None) -> None:
    """Move 0 wins at once. Move 1 looks like a win for a while."""
    after = {0: [1, 2]} | {p: [p + 1] for p in range(2, 9)}
    guesses = {p: -1 if p % 2 == 0 else 1 for p in range(10)}
    game = graph(after, {1: -1, 9: -1}, guesses)
    found = hm.Player(game, hm.Limits(nodes=1000), compiled=False).choose(all_best=True, depth=depth)
    assert (found.value, found.best_moves) == (1, (0,))


def test_the_last_of_very_many_moves() -> None:
    def moves(p):
        for number in range(70_001 if p == 0 else 1):
            yield number

    def play(p, move):
        return move + 1 if p == 0 else -1

    def result(p):
        return p == -1 or p == 70_001, -1 if p == 70_001 else 1 if p == 0 else -1

    game = hm.Game("wide", 0, moves, play, result)
    assert hm.Player(game, compiled=False).solve().move == 70_000


@pytest.mark.parametrize("method", ["search", "auto", "mcts", "best_first"])
def test_a_settled_position_without_moves(method: Any) -> None:
    def moves(p):
        if p != 5:
            yield 1

    def bounds(p):
        return (0, 0) if p == 5 else (-1, 1)

    game = hm.Game("stuck", 0, moves, lambda p, move: p + 1, lambda p: (p > 8, -1), bounds=bounds)
    player = hm.Player(game, hm.Limits(nodes=100), compiled=False, method=method)
    player.choose(8)
    with pytest.raises(hm.GameError, match="no moves"):
        player.choose(5)


def test_a_score_that_is_no_number() -> None:
    game = down()
    game = hm.Game("odd", 0, game.moves, lambda p, move: p + 1, lambda p: (p > 3, None if p == 5 else 1))
    with pytest.raises(hm.GameError, match="not a number"):
        hm.Player(game, compiled=False).solve(5)


def test_a_database_that_lacks_the_best_move() -> None:
    """`symmetry` of Connect Four folds near the start only, so a folded database lacks positions after some moves."""
    game = hm.games.connect_four(3, 3, 3)
    true = hm.solve(game, compiled=False)
    folded = hm.solve(game, symmetry=True, compiled=False)
    player = hm.Player(game, hm.Limits(nodes=300), endgames=[folded], compiled=False)
    known = [at for at, entry in true.positions() if not game.outcome(at)[0] and folded.probe(at) is not None]
    values = {at: (entry.value, entry.distance) for at, entry in true.positions()}
    assert any(not any(each.value == values[at][0] for each in folded.moves(at)) for at in known)
    for at in known:
        assert players.faults(game, values, at, player.choose(at), player.limits) == []
