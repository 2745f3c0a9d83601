"""Nine Men's Morris: against slow rules, the symmetries of the board, numbers of positions, and published results."""

from __future__ import annotations

import random
from collections import Counter
from importlib import import_module
from itertools import permutations
from typing import Any

import pytest

import halfmove as hm
from halfmove.games import morris_board as board

from . import slow_games as slow
from .conftest import usually
from .test_board_games import same_moves

rules = import_module("halfmove.games.nine_mens_morris")  # the module: the function has the same name


def points(names: str) -> int:
    return sum(1 << board.POINTS.index(name) for name in names.split())


def as_fast(plain: slow.Morris) -> Any:
    sides = {side: points(" ".join(plain.points(side))) for side in "XO"}
    return rules.Board(sides[plain.mover], sides[plain.other], plain.placed, plain.quiet)


def picture(game: hm.Game, plain: slow.Morris) -> str:
    lines = game.picture(as_fast(plain), second=plain.mover == "O").splitlines()
    return "".join(sign for line in lines[:13] for sign in line if sign in ".XO")


def compare(game: hm.Game, plain: slow.Morris) -> dict[str, Any]:
    """The moves of a position by their names, after a look whether both rules say the same of it."""
    at = as_fast(plain)
    assert picture(game, plain) == plain.picture()
    over, score = plain.outcome()
    assert game.outcome(at) == (over, score if over else game.outcome(at)[1])
    assert game.bounds is not None
    low, high = game.bounds(at)
    if over:
        assert low <= score <= high
        return {}
    moves = same_moves(game, at, plain)
    after = plain.moves()
    for text, move in moves.items():
        assert game.next(at, move) == as_fast(after[text])
    assert game.noisy is not None
    assert list(game.noisy(at)) == [move for move in game.legal(at) if move.taken != rules.NONE]
    wins = any(each.outcome() == (True, -10_000) and len(each.points(each.mover)) < 3 for each in after.values())
    assert (low, high) == ((10_000, 10_000) if wins else (-10_000, 10_000))
    return moves


@pytest.mark.parametrize("flying", [True, False])
def test_against_slow_rules(flying: bool) -> None:
    game, chance, ends = hm.games.nine_mens_morris(flying), random.Random(1), Counter[bool]()
    for _ in range(usually(5, 20)):
        plain = slow.Morris.start(flying)
        for _ in range(200):
            if plain.outcome()[0] or not (moves := compare(game, plain)):
                break
            plain = plain.moves()[chance.choice(sorted(moves))]
        ends[plain.outcome()[0]] += 1
    assert ends[True]


@pytest.mark.parametrize("flying", [True, False])
def test_on_random_boards(flying: bool) -> None:
    """Few stones and many, full mills, sides that cannot move, and hands that are not empty."""
    game, chance, seen = hm.games.nine_mens_morris(flying), random.Random(2), Counter[str]()
    for _ in range(usually(250, 1000)):
        mine, theirs = chance.choice([(2, 3), (3, 3), (3, 5), (4, 3), (6, 4), (9, 9), (5, 9), (9, 3)])
        placed = chance.choice([18, 18, 18, 2 * max(mine, theirs) - 2])
        places = chance.sample(board.POINTS, mine + theirs)
        stones = dict(zip(places, "X" * mine + "O" * theirs, strict=True))
        if chance.random() < 0.2:  # three stones in a mill against six
            mill = chance.choice(slow.MILLS).split()
            free = [point for point in board.POINTS if point not in mill]
            stones = dict.fromkeys(mill, "O") | dict.fromkeys(chance.sample(free, 6), "X")
        mover = (
            "X" if list(stones.values()).count("X") == 2 else chance.choice("XO")
        )  # nobody has two stones while the other side is to move
        plain = slow.Morris(stones, mover, placed, chance.choice([0, 99, 100]), flying)
        moves = compare(game, plain)
        seen["blocked"] += not plain.steps()
        seen["takes"] += any("x" in text for text in moves)
        seen["drawn"] += plain.outcome() == (True, 0)
        theirs_in_mills = board.in_mills(as_fast(plain).theirs) == as_fast(plain).theirs
        seen["all in mills"] += theirs_in_mills and any("x" in text for text in moves)
    assert seen["takes"]
    assert seen["drawn"]
    assert seen["all in mills"]


def test_a_side_that_is_shut_in_has_lost() -> None:
    stones = {"a7": "X", "a1": "X", "g1": "X", "g7": "X"} | dict.fromkeys(["a4", "d1", "g4", "d7"], "O")
    for mover, lost in (("X", True), ("O", False)):
        plain = slow.Morris(stones, mover, 18)
        assert plain.outcome() == ((True, -10_000) if lost else (False, 0))
        compare(hm.games.nine_mens_morris(), plain)


def image(turn: Any) -> tuple[int, ...]:
    return tuple(turn(1 << point).bit_length() - 1 for point in range(24))


def symmetries(every_square: bool) -> set[tuple[int, ...]]:
    """The symmetries of the board as permutations; also exchanges of any two squares, which keep mills, not lines."""
    turns = [image(lambda one: board.ahead(board.ahead(one))), image(board.flipped), image(board.inside_out)]
    if every_square:
        turns.append(tuple(point ^ 8 if point < 16 else point for point in range(24)))
    found, new = {tuple(range(24))}, [tuple(range(24))]
    while new:
        at = new.pop()
        for turn in turns:
            if (after := tuple(turn[point] for point in at)) not in found:
                found.add(after)
                new.append(after)
    return found


def moved(stones: int, turn: tuple[int, ...]) -> int:
    return sum(1 << turn[point] for point in range(24) if stones >> point & 1)


def test_symmetries_keep_lines_and_mills() -> None:
    game, chance = hm.games.nine_mens_morris(), random.Random(3)
    assert game.symmetry is not None
    assert len(symmetries(False)) == 16
    for turn in symmetries(False):
        stones, others = chance.getrandbits(24), chance.getrandbits(24)
        assert board.in_mills(moved(stones, turn)) == moved(board.in_mills(stones), turn)
        assert board.beside(moved(stones, turn)) == moved(board.beside(stones), turn)
        at = rules.Board(stones & ~others, others, 18, 0)
        other = rules.Board(moved(at.mine, turn), moved(at.theirs, turn), 18, 0)
        assert (
            game.symmetry(at)
            == game.symmetry(other)
            == min(rules.Board(moved(at.mine, each), moved(at.theirs, each), 18, 0) for each in symmetries(False))
        )


def boards(turn: tuple[int, ...], mine: int, theirs: int) -> int:
    """The boards with so many stones that stay as they are: each cycle is empty or belongs to one side."""
    left, ways = set(range(24)), Counter({(0, 0): 1})
    while left:
        start = point = min(left)
        size = 0
        while True:
            left.discard(point)
            size, point = size + 1, turn[point]
            if point == start:
                break
        for (one, two), count in [*ways.items()]:
            ways[one + size, two] += count
            ways[one, two + size] += count
    return ways[mine, theirs]


def test_three_against_three_has_as_many_positions_as_published() -> None:
    """Gasser 1996: 56,922 positions. Where both sides fly, the three squares may be exchanged in any way."""
    turns = symmetries(True)
    assert len(turns) == 16 * 3 == 8 * len([*permutations("abc")])
    assert sum(boards(turn, 3, 3) for turn in turns) // len(turns) == 56_922
    game = hm.games.nine_mens_morris()
    lost = rules.ways(2, 4)  # the side to move has two stones
    assert game.call("ranks", 6) - lost == boards(tuple(range(24)), 3, 3) == 2_691_920


def test_three_against_three_solved() -> None:
    """The side to move wins in 83 % of the positions, in 25 half-moves at most."""
    if usually(False, True):
        game = hm.games.nine_mens_morris()
        found = hm.solve(game, tiers=[5, 6])
        assert found.statistics.longest == 25
        numbers = range(rules.ways(2, 4), game.call("ranks", 6))
        won = sum(found.probe(game.call("unrank", 6, number)).value > 0 for number in numbers[::97])
        assert round(100 * won / len(numbers[::97])) == 83


@pytest.mark.parametrize("tier", [5, 6, 9, 12, 18])
def test_numbers_there_and_back(tier: int) -> None:
    game, chance = hm.games.nine_mens_morris(), random.Random(tier)
    count = game.call("ranks", tier)
    for number in [0, count - 1, *(chance.randrange(count) for _ in range(200))]:
        at = game.call("unrank", tier, number)
        assert (game.call("tier", at), game.call("rank", at)) == (tier, number)
        assert 2 <= at.mine.bit_count() <= 9
        assert 3 <= at.theirs.bit_count() <= 9
        for earlier in game.call("before", at):
            assert at._replace(quiet=1) in [game.next(earlier, move) for move in game.legal(earlier)]
    assert game.call("unrank", tier, count) == game.start


def test_every_position_before_is_found() -> None:
    game, chance = hm.games.nine_mens_morris(), random.Random(4)
    for tier in (6, 7, 10):
        for _ in range(20):
            at = game.call("unrank", tier, chance.randrange(game.call("ranks", tier)))
            if game.outcome(at)[0]:
                continue
            for move in game.legal(at):
                after = game.next(at, move)._replace(quiet=0)
                assert (at in game.call("before", after)) == (move.taken == rules.NONE)


def test_a_player_closes_a_mill_and_prevents_one() -> None:
    game, player = hm.games.nine_mens_morris(), hm.Player(hm.games.nine_mens_morris(), compiled=False)
    assert game.format is not None
    closes = slow.Morris({"a7": "X", "d7": "X", "b6": "O", "d6": "O"}, "X", 4)
    stops = slow.Morris({"a7": "X", "d7": "X", "b2": "O"}, "O", 3)
    assert game.format(player.choose(as_fast(closes), depth=3).move).startswith("g7x")
    assert game.format(player.choose(as_fast(stops), depth=3).move) == "g7"


@pytest.mark.parametrize(
    "wrong", ["", "a2", "d4", "a1-", "a1-b2-c3", "a1xx", "a1-a4x", "xa1", "a1 a4", "A1", "a1-a4xg8"]
)
def test_what_is_no_move(wrong: str) -> None:
    with pytest.raises(hm.UsageError, match="is not a move; a stone is put on a1, moves as in a1-d1, and takes"):
        hm.games.nine_mens_morris().parse(wrong)  # type: ignore[misc]


def test_flying_is_yes_or_no() -> None:
    with pytest.raises(hm.UsageError, match="flying must be True or False, not 3"):
        hm.games.nine_mens_morris(3)  # type: ignore[arg-type]
