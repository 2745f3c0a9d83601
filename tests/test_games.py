"""Real games: their rules against slow boards written here, known values, and games of every shape at both speeds."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pytest

import halfmove as hm

from .conftest import exact_variants, honest, told, usually, variants

# A small instance of every registered game and tree family; a new one is picked up with its defaults.
SMALL: dict[str, Any] = {
    "uniform": lambda: hm.trees.uniform(3, 4, seed=1),
    "ordered": lambda: hm.trees.ordered(3, 4, seed=1),
    "incremental": lambda: hm.trees.incremental(3, 4, seed=1),
    "dependent": lambda: hm.trees.dependent(3, 4, seed=1),
    "hex": lambda: hm.games.hex(3),
    "gomoku": lambda: hm.games.gomoku(4, 3),
}
REGISTERED = {**hm.games.GAMES, **hm.trees.FAMILIES}


@pytest.mark.parametrize("name", REGISTERED)
def test_conformance(name: str) -> None:
    game = SMALL.get(name, REGISTERED[name])()
    slow = name in ("l_game", "chess", "chess_endgame")  # they have many moves
    hm.check(game, games=usually(1 if slow else 4, 100))
    assert game.longest is None or game.longest >= 0
    for move in game.legal(game.start):
        hash(move)
        if game.format and game.parse:
            assert game.parse(game.format(move)) == move
    if game.show:
        assert isinstance(game.show(game.start), str)


@pytest.mark.parametrize("name", REGISTERED)
def test_both_speeds(name: str) -> None:
    """As many leaves, and the same line, from every position of a random game."""
    game, chance = SMALL.get(name, REGISTERED[name])(), random.Random(3)
    at, plies = game.start, 0
    while not game.outcome(at)[0] and plies < 8:
        depth = None if game.leaves_only else 3
        slow, fast = (hm.search(game, depth=depth, position=at, compiled=c) for c in (False, True))
        assert told(slow) == told(fast)
        at, plies = game.next(at, chance.choice(game.legal(at))), plies + 1


def perft(game: hm.Game, at: Any, depth: int) -> int:
    if depth == 0 or game.outcome(at)[0]:
        return 1
    return sum(perft(game, game.next(at, move), depth - 1) for move in game.legal(at))


# --- tic-tac-toe ---


def test_tic_tac_toe() -> None:
    game = hm.games.tic_tac_toe()
    assert perft(game, game.start, 9) == 255_168  # games of tic-tac-toe
    assert hm.search(game, "minimax", compiled=True).counts.leaves == 255_168
    assert hm.search(game).value == 0
    at = game.start
    for square in (1, 2, 5):  # the second player answered on an edge: lost
        at = game.next(at, square)
    assert hm.search(game, position=at).value == -1


# --- Nim ---


def test_nim_is_the_exclusive_or_of_its_piles() -> None:
    for piles in [*product(range(5), repeat=3), (1, 2, 3, 4), (7,), (2, 2, 2, 2), (0,), (5, 1, 4)]:
        game = hm.games.nim(*piles)
        total = np.bitwise_xor.reduce(piles)
        r = hm.search(game, "alpha_beta", window=(-1, 1) if sum(piles) > 9 else None, compiled=sum(piles) > 9)
        assert (r.value > 0) == (total != 0), piles
        if r.value > 0:
            after = game.next(game.start, r.move)
            assert hm.search(game, position=after, window=(-1, 1), compiled=True).value <= 0, piles


def test_nim_counts_its_positions() -> None:
    @cache
    def lines(piles: tuple[int, ...]) -> int:
        if not any(piles):
            return 1
        return sum(lines((*piles[:i], rest, *piles[i + 1 :])) for i, pile in enumerate(piles) for rest in range(pile))

    for piles in ((1, 2, 3), (2, 2, 2), (3, 3), (4, 1, 1)):
        assert hm.search(hm.games.nim(*piles), "minimax").counts.leaves == lines(piles)


# --- Connect Four, against a board of characters ---

Grid = tuple[tuple[str, ...], ...]  # columns, lowest square first


def drop(grid: Grid, column: int, stone: str) -> Grid:
    return tuple((*stones, stone) if i == column else stones for i, stones in enumerate(grid))


def has_won(grid: Grid, stone: str, connect: int) -> bool:
    squares = {(x, y) for x, stones in enumerate(grid) for y, each in enumerate(stones) if each == stone}
    return any(
        all((x + i * dx, y + i * dy) in squares for i in range(connect))
        for x, y in squares
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


def stones_of(grid: Grid) -> int:
    return sum(map(len, grid))


def slow_result(grid: Grid, width: int, height: int, connect: int) -> tuple[bool, int]:
    """For the side to move: lost when the other has just won, by one plus the stones that the other has left."""
    played = stones_of(grid)
    if has_won(grid, "OX"[played % 2], connect):
        cells = width * height
        winner_had = (cells + 1) // 2 if played % 2 else cells // 2
        winner_played = (played + 1) // 2
        return True, -(1 + winner_had - winner_played)
    return played == width * height, 0


def slow_value(width: int, height: int, connect: int, start: Grid | None = None) -> int:
    @cache
    def value(grid: Grid) -> int:
        over, score = slow_result(grid, width, height, connect)
        if over:
            return score
        stone = "XO"[stones_of(grid) % 2]
        return max(-value(drop(grid, c, stone)) for c in range(width) if len(grid[c]) < height)

    return value(((),) * width if start is None else start)


@pytest.mark.parametrize(
    ("width", "height", "connect"), [(7, 6, 4), (5, 4, 4), (4, 5, 3), (6, 3, 4), (3, 3, 2), (2, 4, 5)]
)
def test_connect_four_against_a_slow_board(width: int, height: int, connect: int) -> None:
    game, chance = hm.games.connect_four(width, height, connect), random.Random(width)
    for _ in range(40):
        at: Any = game.start
        grid: Grid = ((),) * width
        while True:
            outcome = slow_result(grid, width, height, connect)
            assert game.outcome(at) == outcome
            if outcome[0]:
                break
            possible = {c + 1 for c in range(width) if len(grid[c]) < height}
            moves = game.legal(at)
            assert set(moves) == possible
            distances = [abs(move - (width + 1) / 2) for move in moves]
            assert distances == sorted(distances)
            move = chance.choice(moves)
            stone = "XO"[stones_of(grid) % 2]
            at, grid = game.next(at, move), drop(grid, move - 1, stone)
            shown = [line.split() for line in game.show(at).splitlines()[:height]]
            assert all(shown[height - 1 - y][x] == s for x, column in enumerate(grid) for y, s in enumerate(column))


@pytest.mark.parametrize(
    ("width", "height", "connect"), [(3, 4, 3), (4, 3, 3), (3, 5, 3), (5, 2, 3), (1, 5, 3), (2, 2, 2)]
)
def test_connect_four_solved(width: int, height: int, connect: int) -> None:
    compiled = usually((width, height) == (3, 5), True)  # every size is another program
    r = hm.search(hm.games.connect_four(width, height, connect), compiled=compiled)
    assert r.value == slow_value(width, height, connect)


def test_connect_four_draws() -> None:
    for width, height in usually([(5, 4)], [(4, 4), (5, 4), (4, 5)]):
        assert hm.search(hm.games.connect_four(width, height), compiled=True, window=(-1, 1)).value == 0


def test_connect_four_perft() -> None:
    """Positions after so many plies, repetitions included: 7^n until a column can be full or a line complete."""
    game = hm.games.connect_four()
    known = [1, 7, 49, 343, 2401, 16807, 117649, 823536][: usually(6, 8)]
    found = [
        hm.search(game, "minimax", depth=d, compiled=usually(False, True)).counts.leaves for d in range(len(known))
    ]
    assert found == known


def test_connect_four_positions_by_columns() -> None:
    game = hm.games.connect_four()
    at = game.locate("4453")
    assert hm.search(game, position="4453", depth=4).value == hm.search(game, position=at, depth=4).value
    with pytest.raises(hm.UsageError, match="'4444444' is not a sequence of possible columns"):
        game.locate("4444444")


# --- games in which a player may move twice in a row ---


class Race(NamedTuple):
    left: int  # stones left
    player: int  # 1 or -1
    score: int  # stones of player 1 minus those of the other, weighted
    state: int


def race_moves(p):
    yield 1
    if p.left > 1:
        yield 2
    if p.left > 2 and p.state % 3 == 0:
        yield 3


def race_play(p, move):
    state = (p.state * 5 + move * 7 + 3) % 64
    again = (state + move) % 3 == 0  # the same player goes on
    return Race(p.left - move, p.player if again else -p.player, p.score + p.player * (state % 11 - 3), state)


def race_result(p):
    return p.left == 0, p.player * p.score


def race_evaluate(p):
    return p.player * (p.score + p.state % 5)


def race_turn(p):
    return p.player


RACE = hm.Game("race", Race(9, 1, 0, 5), race_moves, race_play, race_result, race_evaluate, turn=race_turn, longest=9)


def race_value(p: Race, depth: int | None) -> int:
    """Plain MAX/MIN minimax, for player 1."""
    over, score = race_result(p)
    if over:
        return p.player * score
    if depth == 0:
        return p.player * race_evaluate(p)
    below = [race_value(race_play(p, m), None if depth is None else depth - 1) for m in race_moves(p)]
    return max(below) if p.player == 1 else min(below)


def race_leaves(p: Race, depth: int | None, path: tuple[int, ...] = ()) -> list[str]:
    if race_result(p)[0] or depth == 0:
        return [".".join(map(str, path)) or "0"]
    found = []
    for number, move in enumerate(race_moves(p), 1):
        found += race_leaves(race_play(p, move), None if depth is None else depth - 1, (*path, number))
    return found


# All are compared with minimax in plain Python; one that goes depth first and one with OPEN as machine code too.
RACE_COMPILED = usually(("alpha_beta", "sss_star"), tuple(hm.ALGORITHMS))


@pytest.mark.parametrize(("algorithm", "parameters"), exact_variants())
def test_a_player_may_move_twice(algorithm: str, parameters: Any) -> None:
    both = algorithm in RACE_COMPILED and usually(parameters == {}, True)
    speeds = (False, True) if both else (False,)
    for state in range(usually(5, 12)):
        for player in (1, -1):
            start = Race(7, player, 0, state)
            for depth in (None, 0, 1, 2, 3, 5):
                true = player * race_value(start, depth)
                results = [
                    hm.search(RACE, algorithm, position=start, depth=depth, compiled=c, trace=True, **parameters)
                    for c in speeds
                ]
                assert all(told(r) == told(results[0]) for r in results)
                r = results[0]
                assert honest(r, true), (start, depth, r)
                if r.bound == "exact":
                    at = start
                    for move in r.line:
                        at = race_play(at, move)
                    rest = None if depth is None else depth - len(r.line)
                    assert race_result(at)[0] or rest == 0
                    assert race_value(at, rest) * player == r.value
                assert set(r.leaf_order or ()) <= set(race_leaves(start, depth))


def test_waiting_is_neither_counted_nor_seen() -> None:
    for state in range(12):
        start = Race(7, 1, 0, state)
        for depth in (None, 3):
            r = hm.search(RACE, "minimax", position=start, depth=depth, trace=True)
            assert list(r.leaf_order or ()) == race_leaves(start, depth)

            def nodes(p: Race, rest: int | None) -> int:
                if race_result(p)[0] or rest == 0:
                    return 1
                return 1 + sum(nodes(race_play(p, m), None if rest is None else rest - 1) for m in race_moves(p))

            assert r.counts.nodes == nodes(start, depth)


# --- positions and moves of every shape ---


def countdown_moves(p):
    yield 1
    yield 2


def countdown_play(p, move):
    return max(p - move, 0)


def countdown_result(p):
    return p == 0, -1


def pair_moves(p):
    for x in range(2):
        for y in range(2):
            if p[x] > y:
                yield x, y + 1


def pair_play(p, move):
    x, take = move
    return (p[0] - take, p[1]) if x == 0 else (p[0], p[1] - take)


def pair_result(p):
    return p == (0, 0), -1


def text_moves(p):
    yield from "ab"


def text_play(p, move):
    return p + move


def text_result(p):
    return len(p) == 4, p.count("ab") - p.count("ba")


def set_moves(p):
    yield from sorted(p)


def set_play(p, move):
    return p - {move}


def set_result(p):
    return len(p) == 1, sum(p)


def table_moves(p, data):
    for i in range(len(data)):
        if not p >> i & 1:
            yield i


def table_play(p, move, data):
    return p | 1 << move


def table_result(p, data):
    total, sign = 0, 1
    for i in range(len(data)):
        total += data[i] if p >> i & 1 else -data[i]
        sign = -sign
    return p + 1 == 1 << len(data), total


def grid_moves(p, data):
    for i in range(data.shape[1]):
        yield i + 1


def grid_play(p, move, data):
    return p * 8 + move


def grid_result(p, data):
    total, rest, row = 0, p, 0
    while rest > 1:
        total = data[row, rest % 8 - 1] - total
        rest //= 8
        row += 1
    return row == data.shape[0], total


SHAPES = {
    "int": hm.Game("countdown", 12, countdown_moves, countdown_play, countdown_result),
    "tuple, tuple moves": hm.Game("pair", (4, 3), pair_moves, pair_play, pair_result),
    "data of one dimension": hm.Game("table", 0, table_moves, table_play, table_result, data=np.array([3, 1, 4, 1, 5])),
    "real data": hm.Game("table", 0, table_moves, table_play, table_result, data=np.array([0.3, 0.1, 0.4, 0.1, 0.5])),
    "data of two dimensions": hm.Game(
        "grid", 1, grid_moves, grid_play, grid_result, data=np.arange(20).reshape(5, 4) ** 2 % 7
    ),
    "transposed data": hm.Game(
        "grid", 1, grid_moves, grid_play, grid_result, data=(np.arange(20).reshape(4, 5) ** 2 % 7).T
    ),
}


def plain_value(game: hm.Game, at: Any) -> Any:
    over, score = game.outcome(at)
    return score if over else max(-plain_value(game, game.next(at, move)) for move in game.legal(at))


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes(shape: str) -> None:
    game = SHAPES[shape]
    hm.check(game)
    results = [hm.search(game, compiled=c) for c in (False, True)]
    assert results[0].value == plain_value(game, game.start)
    slow, fast = (told(r) for r in results)
    assert slow == fast
    assert type(results[0].move) is type(results[1].move)
    assert type(results[0].value) is type(results[1].value)


@pytest.mark.parametrize(
    "game",
    [
        hm.Game("words", "", text_moves, text_play, text_result),
        hm.Game("sets", frozenset({1, 2, 3, 4}), set_moves, set_play, set_result),
    ],
    ids=["strings", "frozensets"],
)
@pytest.mark.parametrize(("algorithm", "parameters"), variants())
def test_positions_that_cannot_be_compiled_run_in_plain_python(game: hm.Game, algorithm: str, parameters: Any) -> None:
    r = hm.search(game, algorithm, trace=True, **parameters)
    assert not r.compiled
    if r.exact:
        assert r.value == plain_value(game, game.start)
    with pytest.raises(hm.NotCompilable, match="tuples of ints, can be compiled"):
        hm.search(game, algorithm, compiled=True, **parameters)


def test_depth_and_evaluate() -> None:
    game = hm.games.connect_four()
    assert hm.search(game, depth=0).counts.leaves == 1
    assert hm.search(game, depth=0).line == ()
    assert len(hm.search(game, depth=4).line) == 4
    tree = hm.trees.incremental(3, 6, seed=2)
    deep = [hm.search(tree, "minimax", depth=d).counts.leaves for d in range(8)]
    assert deep == [1, 3, 9, 27, 81, 243, 729, 729]


def test_a_won_position_is_a_leaf_at_any_depth() -> None:
    game = hm.games.tic_tac_toe()
    at = game.start
    for square in (1, 4, 2, 5, 3):
        at = game.next(at, square)
    for compiled in (False, True):
        for depth in (None, 0, 3):
            r = hm.search(game, position=at, depth=depth, compiled=compiled)
            assert (r.value, r.move, r.counts.nodes) == (-1, None, 1)
