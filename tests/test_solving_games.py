"""The games as `solve` sees them: numbers of positions, tiers and moves backwards; the L game against slow rules."""

from __future__ import annotations

import random
from collections import Counter
from importlib import import_module
from itertools import product
from typing import Any

import pytest

import halfmove as hm
from halfmove.cli.game_argument import game_from

from .retrograde import solved

checkers_rules = import_module("halfmove.games.checkers")  # the module: the function has the same name
l_rules = import_module("halfmove.games.l_game")


# --- tiers ---

TIERS = {
    "nim:3,4,5": -1,
    "tic_tac_toe": 1,
    "connect_four": 1,
    "connect_four:4,4,3": 1,
    "othello:4": 1,
    "othello": 1,
    "kalah": -1,
    "kalah:3,3": -1,
    "breakthrough": -1,
    "breakthrough:3,5": -1,
    "hex:4": 1,
    "gomoku:5,4": 1,
    "domineering": 1,
    "checkers": -1,
    "chess_endgame:KRKP": -1,
    "l_game": 0,
    "dots_and_boxes:2,2": 1,
    "nine_mens_morris": -1,
}
# In these every move changes the tier.
EVERY_MOVE = ("nim", "tic_tac_toe", "connect_four", "breakthrough", "dots_and_boxes", "hex", "gomoku", "domineering")


@pytest.mark.parametrize("name", TIERS)
def test_tiers_go_one_way(name: str) -> None:
    game, chance, changes = game_from(name), random.Random(name), set()
    for _ in range(20):
        at = game.start
        for _ in range(300):
            if game.outcome(at)[0]:
                break
            after = game.next(at, chance.choice(game.legal(at)))
            change = game.call("tier", after) - game.call("tier", at)
            assert change * TIERS[name] >= 0
            changes.add(change)
            at = after
    assert (changes == {0}) == (TIERS[name] == 0)
    if name.startswith(EVERY_MOVE):
        assert 0 not in changes


# --- checkers by numbers ---

COUNTS = [1, 120, 6_972, 261_224, 7_092_774, 148_688_232, 2_503_611_964, 34_779_531_480]  # as published


def test_numbers_of_checkers_positions() -> None:
    game = hm.games.checkers()
    assert [game.call("ranks", pieces) for pieces in range(len(COUNTS))] == COUNTS
    assert game.call("ranks", 11) == 0
    for pieces in (1, 2):
        boards = {game.call("unrank", pieces, number) for number in range(COUNTS[pieces])}
        assert len(boards) == COUNTS[pieces]
        assert boards == placements(pieces)


def placements(pieces: int) -> set[Any]:
    """All boards of one or two pieces that the rules allow, by trying all."""
    found = set()
    squares = range(1, 33)
    for places, kinds in product(product(squares, repeat=pieces), product("mMtT", repeat=pieces)):
        wrong = any(
            (kind == "m" and at > 28) or (kind == "t" and at < 5) for at, kind in zip(places, kinds, strict=True)
        )
        if not wrong and len(set(places)) == pieces:
            bits = [1 << checkers_rules.place(at) for at in places]
            mine, theirs, kings = (
                sum(bit for bit, kind in zip(bits, kinds, strict=True) if kind in chosen)
                for chosen in ("mM", "tT", "MT")
            )
            found.add(checkers_rules.Board(mine, theirs, kings, 0, 0))
    return found


@pytest.mark.parametrize("pieces", range(1, 11))
def test_checkers_numbers_there_and_back(pieces: int) -> None:
    game, chance = hm.games.checkers(), random.Random(pieces)
    count = game.call("ranks", pieces)
    for number in [0, count - 1, *(chance.randrange(count) for _ in range(60))]:
        at = game.call("unrank", pieces, number)
        assert at.mine & at.theirs == 0
        assert at.kings & ~(at.mine | at.theirs) == 0
        assert (at.mine | at.theirs) & ~checkers_rules.BOARD == 0
        assert at.mine & ~at.kings & checkers_rules.LAST_ROW == 0
        assert at.theirs & ~at.kings & checkers_rules.FIRST_ROW == 0
        assert (game.call("tier", at), game.call("rank", at)) == (pieces, number)
        assert game.call("rank", seen_by_white(at)) == number
        check_moves_backwards(game, at)


def seen_by_white(at: Any) -> Any:
    """The same position turned round, with the colours changed."""

    def turned(board: int) -> int:
        squares = [square for square in range(1, 33) if board >> checkers_rules.place(square) & 1]
        return sum(1 << checkers_rules.place(33 - square) for square in squares)

    return checkers_rules.Board(turned(at.mine), turned(at.theirs), turned(at.kings), at.quiet, 1)


def place(game: hm.Game, at: Any) -> tuple[int, int]:
    return game.call("tier", at), game.call("rank", at)


def check_moves_backwards(game: hm.Game, at: Any) -> None:
    """`before` knows where moves come from, and nothing else."""
    for move in [] if game.outcome(at)[0] else game.legal(at):
        child = game.next(at, move)
        earlier = [place(game, each) for each in game.call("before", child)]
        assert (place(game, at) in earlier) == (place(game, child)[0] == place(game, at)[0])
    for earlier in game.call("before", at):
        assert place(game, at) in [place(game, game.next(earlier, move)) for move in game.legal(earlier)]


# --- the L game ---


def l_shapes() -> set[frozenset[tuple[int, int]]]:
    """The places of an L, by walking three squares and turning aside."""
    found = set()
    for x, y in product(range(4), repeat=2):
        for (dx, dy), side in product([(1, 0), (-1, 0), (0, 1), (0, -1)], (1, -1)):
            shape = [
                (x, y),
                (x + dx, y + dy),
                (x + 2 * dx, y + 2 * dy),
                (x + 2 * dx + side * dy, y + 2 * dy + side * dx),
            ]
            if all(0 <= part < 4 for square in shape for part in square):
                found.add(frozenset(shape))
    return found


SHAPES = l_shapes()


def slow_replies(picture: str) -> list[str]:
    """What boards of X, O and n as `show` draws them look like after each move, with X to move."""
    rows = [line[3:].split() for line in picture.splitlines()[:4]]
    on = {(x, y): rows[y][x] for x, y in product(range(4), repeat=2)}
    mine = frozenset(at for at, sign in on.items() if sign == "X")
    found = []
    for shape in SHAPES - {mine}:
        if any(on[at] in "On" for at in shape):
            continue
        board = {at: "X" if at in shape else sign if sign in "On" else "." for at, sign in on.items()}
        neutrals, free = ([at for at, sign in board.items() if sign == wanted] for wanted in "n.")
        found.append(board)
        found += [board | {start: ".", to: "n"} for start in neutrals for to in free]
    swapped = str.maketrans("XO", "OX")
    return ["\n".join("".join(each[x, y] for x in range(4)) for y in range(4)).translate(swapped) for each in found]


def test_l_game_against_slow_rules() -> None:
    game = hm.games.l_game()
    assert game.show is not None
    assert game.format is not None
    assert game.parse is not None
    assert len(SHAPES) == l_rules.COUNT == 48
    over = 0
    for number in [*range(0, 2296, 60), *FINAL]:
        at = game.call("unrank", 0, number)
        expected = slow_replies(game.show(at))
        assert game.outcome(at) == (not expected, 0 if expected else -1)
        over += not expected
        if expected:
            moves = game.legal(at)
            pictures = [game.show(game.next(at, move)).splitlines()[:4] for move in moves]
            assert sorted("\n".join(row[3:].replace(" ", "") for row in each) for each in pictures) == sorted(expected)
            texts = [game.format(move) for move in moves]
            assert list(map(game.parse, texts)) == moves
    assert over >= 15


def test_l_game_backwards() -> None:
    game, chance = hm.games.l_game(), random.Random(2)
    for _ in range(2):
        check_moves_backwards(game, game.call("unrank", 0, chance.randrange(2296)))


def final_numbers() -> list[int]:
    game = hm.games.l_game()
    return [number for number in range(2296) if game.outcome(game.call("unrank", 0, number))[0]]


FINAL = final_numbers()


def test_l_game_solved() -> None:
    """2,296 positions; 15 are over, and 29 are lost."""
    game = hm.games.l_game()
    found = solved(game, alike=lambda at: game.call("symmetry", at))
    assert len(found) == game.call("ranks", 0) == 2296
    assert sorted(game.call("rank", at) for at in found) == list(range(2296))
    assert all(game.call("unrank", 0, game.call("rank", at)) == at for at in found)
    assert found[game.call("symmetry", game.start)] == (0, None)
    assert Counter(value for value, _ in found.values()) == {0: 1261, 1: 1006, -1: 29}
    assert len(FINAL) == sum(distance == 0 for _, distance in found.values()) == 15


def test_l_game_has_as_many_positions_as_published() -> None:
    pairs = sum(one.isdisjoint(two) for one, two in product(SHAPES, repeat=2))
    assert pairs * 28 == 18_368 == 8 * hm.games.l_game().call("ranks", 0)


def test_l_game_refuses_what_is_no_move() -> None:
    game = hm.games.l_game()
    assert game.parse is not None
    assert game.parse("c1b1b2b3") == game.parse("b1c1b2b3")
    for wrong in ("", "a1a2a3a4", "a1b1c1", "a1b1c1c2+a4", "a1a1b1c1", "a1b1c1c2+a4-e1"):
        with pytest.raises(hm.UsageError, match="is not a move; write the four squares of the L"):
            game.parse(wrong)


# --- the plain solver itself ---


def test_plain_solver_against_searches() -> None:
    for name in ("tic_tac_toe", "nim:2,3", "kalah:2,2", "kalah:2,3", "connect_four:3,3,3", "breakthrough:2,5"):
        game = game_from(name)
        found = solved(game)
        for at in random.Random(name).sample(sorted(found), min(len(found), 10)):
            assert found[at][0] == hm.search(game, "minimax", position=at, compiled=False).value


def test_plain_solver_with_cycles() -> None:
    """Letters are positions, all of the same player's choice or of the other's."""
    ends = {"w": 3, "l": -1, "d": 0}

    def solve(graph: dict[str, str], start: str) -> tuple[Any, Any]:
        def moves(p: str) -> Any:
            yield from graph[p]

        game = hm.Game("graph", start, moves, lambda p, move: move, lambda p: (p in ends, ends.get(p, 0)))
        return solved(game)[start]

    assert solve({"a": "b", "b": "a"}, "a") == (0, None)
    assert solve({"a": "bl", "b": "a"}, "a") == (1, 1)
    assert solve({"a": "bw", "b": "a"}, "a") == (0, None)  # rather for ever than to lose 3
    assert solve({"a": "bw", "b": "d"}, "a") == (0, 2)
    assert solve({"a": "b", "b": "aw"}, "a") == (0, None)  # the end would be a loss of 3 for who moves from b
    assert solve({"a": "b", "b": "al"}, "a") == (-1, 2)
    assert solve({"a": "bl", "b": "ac", "c": "l"}, "a") == (1, 1)
    assert solve({"a": "bc", "b": "w", "c": "e", "e": "w"}, "a") == (3, 2)


# --- hooks that lie ---


def changed(**hooks: Any) -> hm.Game:
    """The game of counting 12 down by 1 or 2 where 3 and 4 may be exchanged, with other hooks."""

    def moves(p: int) -> Any:
        yield 1
        if p > 1:
            yield 2
        if p == 3:
            yield -1

    true = {
        "tier": lambda p: -p if p > 4 else -4 if p > 2 else -1,
        "ranks": lambda tier: 2,
        "rank": lambda p: p % 2,
        "unrank": lambda tier, number: -tier if tier < -4 else 4 - number if tier == -4 else 2 - number,
        "before": before_of,
    }
    return hm.Game("count", 12, moves, lambda p, move: p - move, lambda p: (p <= 0, -1), **(true | hooks))


def before_of(p: int) -> Any:
    if p == 4:
        yield 3
    if p == 3:
        yield 4
    if p == 1:
        yield 2
    if p == 0:
        yield 1
        yield 2


def nothing_before(p: int) -> Any:
    yield from ()


def all_before(p: int) -> Any:
    yield 12


LIES = {
    "tier": (
        {"tier": lambda p: p % 3, **dict.fromkeys(("rank", "unrank", "ranks", "before"))},
        "tier goes from .* it must change in one direction only",
    ),
    "half": ({"tier": lambda p: -p / 2}, "tier.* not a whole number"),
    "large": ({"rank": lambda p: 7}, r"rank\(.*\) returns 7; its tier .* has 2 numbers, from 0 on"),
    "other": ({"unrank": lambda tier, number: 5}, "whose tier and rank are .*, .*; they must be the same"),
    "negative": ({"ranks": lambda tier: -1}, "returns -1; it must be 0 or more"),
    "missing": ({"before": nothing_before}, r"before\(.*\) yields \[\], but not .*, from which a move leads there"),
    "more": ({"before": all_before}, r"before\(.*\) yields 12, (which is of another tier|from which no move leads)"),
}


@pytest.mark.parametrize("lie", LIES)
def test_hooks_that_lie(lie: str) -> None:
    hooks, sentence = LIES[lie]
    with pytest.raises(hm.GameError, match=sentence):
        hm.check(changed(**hooks), games=20, compiled=False)
