"""Hex, Gomoku and Domineering: against slow rules, known results, hooks against brute force, and moves as text."""

from __future__ import annotations

import random
from typing import Any

import pytest

import halfmove as hm
from halfmove.cli.game_argument import game_from

from . import slow_placing_games as slow
from .conftest import told, usually
from .test_board_games import check_forms, check_values, same_moves, worth

# As written on the command line -> the same game with slow rules.
GAMES: dict[str, Any] = {
    "hex": slow.Hex.start(),
    "hex:1": slow.Hex.start(1),
    "hex:2,swap=yes": slow.Hex.start(2, True),
    "hex:5,swap=yes": slow.Hex.start(5, True),
    "hex:15": slow.Hex.start(15),
    "gomoku": slow.Gomoku.start(),
    "gomoku:3,3": slow.Gomoku.start(3, 3),
    "gomoku:4,3,exact=yes": slow.Gomoku.start(4, 3, True),
    "gomoku:6,4": slow.Gomoku.start(6, 4),
    "gomoku:8,exact=yes": slow.Gomoku.start(8, 5, True),
    "gomoku:9,7": slow.Gomoku.start(9, 7),
    "domineering": slow.Domineering.start(),
    "domineering:1,1": slow.Domineering.start(1, 1),
    "domineering:5,4": slow.Domineering.start(5, 4),
    "domineering:2,26": slow.Domineering.start(2, 26),
    "domineering:26,2": slow.Domineering.start(26, 2),
}


def picture(game: hm.Game, at: Any) -> str:
    """The squares in what `show` draws."""
    assert game.show is not None
    words = [line.split() for line in game.show(at).splitlines()]
    return "".join(sign for line in words if line[0].isdecimal() for sign in line[1:])


@pytest.mark.parametrize("name", GAMES)
def test_against_slow_rules(name: str) -> None:
    game, chance = game_from(name), random.Random(name)
    few = name in ("hex", "hex:15", "gomoku")
    for _ in range(usually(1 if few else 8, 20)):
        at, plain = game.start, GAMES[name]
        while True:
            assert picture(game, at) == plain.picture()
            over, score = plain.outcome()
            assert game.outcome(at) == ((over, score) if over else (False, game.outcome(at)[1]))
            assert abs(game.call("evaluate", at)) < -game.outcome(game.start)[1] or game.name.startswith("Gomoku")
            if over:
                break
            after = plain.moves()
            if not few or chance.random() < 0.1:
                moves = same_moves(game, at, plain)
            else:
                moves = {game.format(move): move for move in game.legal(at)}
            text = chance.choice(sorted(moves))
            at, plain = game.next(at, moves[text]), after[text]


@pytest.mark.parametrize("name", ["hex:4,swap=yes", "gomoku:4,3,exact=yes", "domineering:5,4"])
def test_the_contract(name: str) -> None:
    hm.check(game_from(name), games=usually(2, 200), compiled=usually(False, True))


@pytest.mark.parametrize("name", ["hex:4", "gomoku:5,4", "domineering:8,8"])
def test_both_speeds_agree(name: str) -> None:
    game, chance = game_from(name), random.Random(5)
    at, plies = game.start, 0
    while not game.outcome(at)[0]:
        if plies % 4 == 0:
            slow_one, fast = (hm.search(game, "alpha_beta", depth=2, position=at, compiled=c) for c in (False, True))
            assert told(slow_one) == told(fast)
        at, plies = game.next(at, chance.choice(game.legal(at))), plies + 1


HOOKED = [
    *("hex:1", "hex:2", "hex:2,swap=yes", "hex:3", "hex:3,swap=yes", "hex:4,swap=yes", "hex:6", "gomoku:3,3"),
    *("gomoku:4,3", "gomoku:4,3,exact=yes", "gomoku:4,4", "gomoku:5,4", "gomoku:6,5,exact=yes", "domineering:1,1"),
    *(
        "domineering:2,2",
        "domineering:4,4",
        "domineering:3,7",
        "domineering:7,3",
        "domineering:6,6",
        "domineering:16,4",
    ),
]


@pytest.mark.parametrize("name", HOOKED)
def test_hooks_against_brute_force(name: str) -> None:
    game, chance = game_from(name), random.Random(name)
    for _ in range(usually(4, 20)):
        line = [game.start]
        while not game.outcome(line[-1])[0]:
            check_forms(game, line[-1])
            line.append(game.next(line[-1], chance.choice(game.legal(line[-1]))))
        known: dict[Any, Any] = {}
        for at in reversed(line):
            if (value := worth(game, at, known)) is None:
                break
            check_values(game, at, value, known)
            if game.skip is not None and not game.outcome(at)[0]:
                passed = worth(game, game.call("skip", at), known)
                assert passed is None or -passed <= value


def solved(start: Any) -> int:
    """Whether the side to move wins (1), loses (-1) or draws (0), by trying everything with the slow rules."""

    known: dict[Any, int] = {}

    def value(at: Any) -> int:
        over, score = at.outcome()
        if over:
            return int(score > 0) - int(score < 0)
        key = at.picture(), at.mover
        if key not in known:
            known[key] = max(-value(after) for after in at.moves().values())
        return known[key]

    return value(start)


def sign(score: Any) -> int:
    return int(score > 0) - int(score < 0)


# --- Hex ---


def winning_openings(size: int) -> list[str]:
    """The first moves that win."""
    game = hm.games.hex(size)
    player = hm.Player(game, compiled=size > 3)
    moves = sorted(game.legal(game.start))
    return [game.format(move) for move in moves if player.solve(game.next(game.start, move)).value < 0]


@pytest.mark.parametrize("size", [2, 3])
def test_hex_openings_by_slow_rules(size: int) -> None:
    opened = slow.Hex.start(size).moves()
    assert sorted(winning_openings(size)) == sorted(move for move, after in opened.items() if solved(after) < 0)


def test_hex_openings_as_published() -> None:
    """On 3 x 3 five first moves win; on 4 x 4 only those on the short diagonal."""
    assert winning_openings(3) == ["c1", "a2", "b2", "c2", "a3"]
    assert winning_openings(4) == ["d1", "c2", "b3", "a4"]


@pytest.mark.parametrize("size", [1, 2, 3])
def test_hex_is_won_by_who_moves_first_or_may_swap(size: int) -> None:
    assert hm.Player(hm.games.hex(size), compiled=False).solve().value == 1000
    if size > 1:  # after the first stone on one cell nothing is left to swap
        assert hm.Player(hm.games.hex(size, swap=True), compiled=False).solve().value == -1000


def test_hex_swap_takes_the_stone() -> None:
    game = hm.games.hex(5, swap=True)
    assert game.locate("b4swapc3") == game.locate("b4 swap, c3")
    assert picture(game, game.locate("b4swap")).find("O") == 8  # d2
    for late in ("swap", "b4c4swap", "b4swapswap"):
        with pytest.raises(hm.UsageError, match="'swap'"):
            game.locate(late)
    with pytest.raises(hm.UsageError, match="is not a sequence of possible moves"):
        hm.games.hex(5).locate("b4swap")


def test_hex_sees_chains_of_bridges() -> None:
    """Bridges that share no cell hold against everything; two bridges that share one may be cut."""
    game = hm.games.hex(6)
    holds = game.locate("c2a1 b4a2 a6a3")
    assert game.call("bounds", holds) == (1000, 1000)
    assert game.call("bounds", game.next(holds, game.parse("f1"))) == (-1000, -1000)


# --- Gomoku ---


@pytest.mark.parametrize(("name", "value"), [("3,3", 0), ("4,3", 10_000), ("4,3,exact=yes", 10_000)])
def test_gomoku_on_small_boards(name: str, value: int) -> None:
    """Three in a line is tic-tac-toe on 3 x 3 squares, and is won on more."""
    assert hm.Player(game_from(f"gomoku:{name}"), compiled=False).solve().value == value


LONGER = "a1a9 b1b9 c1c9 e1e9 f1f9"  # X has three and two stones in row 1, with a gap


def test_gomoku_with_longer_lines() -> None:
    assert hm.games.gomoku(9).outcome(hm.games.gomoku(9).locate(LONGER + "d1"))[0]
    game = hm.games.gomoku(9, exact=True)
    at = game.locate(LONGER + "d1")
    assert not game.outcome(at)[0]
    assert game.call("bounds", at) == (-10_000, 10_000)


THREATS = {
    "d4a1e4a2f4": {"c4", "g4", "b4", "h4"},  # three with room on both sides: near its ends
    "d4a1e4a2f4a3g4c4": {"h4"},  # four with one end
}


@pytest.mark.parametrize("line", THREATS)
def test_gomoku_answers_threats(line: str) -> None:
    game = hm.games.gomoku(9)
    at = game.locate(line)
    if line == "d4a1e4a2f4a3g4c4":
        assert game.call("bounds", at) == (10_000, 10_000)
        at = game.next(game.locate(line[:-2]), game.parse("c4"))
    assert {game.format(move) for move in game.call("tries", at)} <= THREATS[line]


@pytest.mark.parametrize(("name", "depth"), [("gomoku:7,4", 3), ("gomoku:7,4,exact=yes", 3), ("hex:4", 16)])
def test_bounds_and_tries_on_open_boards(name: str, depth: int) -> None:
    """What `bounds` and `tries` say is true by a search that asks neither; in Gomoku they look three moves ahead."""
    game, said = game_from(name), 0
    most = -game.outcome(game.start)[1] if name.startswith("hex") else 10_000

    def reaches(at: Any, least: int) -> bool:
        """Whether the side to move has a value of at least `least`, as far as this depth shows."""
        if game.outcome(at)[0]:
            return bool(game.outcome(at)[1] >= least)
        r = hm.search(game, "alpha_beta", position=at, depth=depth, window=(least - 1, least), compiled=True)
        return bool(r.value >= least)

    chance = random.Random(name)
    for at in chance.sample(positions_of(game, 7, 400), 400):
        if said > usually(100, 10_000):
            break
        low, high = game.call("bounds", at)
        if low == most or high == -most:
            assert reaches(at, most if low == most else 1 - most) == (low == most)
            said += 1
        elif game.tries is not None:
            left_out = sorted(set(game.legal(at)) - set(game.call("tries", at)))
            for move in chance.sample(left_out, min(len(left_out), 5)):
                assert reaches(game.next(at, move), most)
                said += 1
    assert said > 30


def positions_of(game: hm.Game, seed: int, count: int) -> list[Any]:
    """Positions of random games that are not over."""
    chance, found = random.Random(seed), list[Any]()
    while len(found) < count:
        at = game.start
        while not game.outcome(at)[0]:
            found.append(at)
            at = game.next(at, chance.choice(game.legal(at)))
    return found


# --- Domineering ---

# Who wins by rows (1, 2, ...) and columns: V(ertical), H(orizontal), the one who moves 1(st) or 2(nd). Lachmann, Moore
# and Rapaport 2002.
WINNERS = {1: "2HHHH", 2: "V11HV", 3: "V11HH", 4: "VVV1"}


def winner(wins_first: bool, loses_second: bool) -> str:
    """In the words of the table: whether Vertical wins if it begins, and if it does not."""
    return {(True, True): "V", (True, False): "1", (False, True): "2", (False, False): "H"}[wins_first, loses_second]


@pytest.mark.parametrize("rows", [1, 2, 3, 4])
def test_domineering_by_slow_rules(rows: int) -> None:
    for columns in range(1, len(WINNERS[rows]) + 1):
        first = slow.Domineering.start(columns, rows)
        second = slow.Domineering(columns, rows, {}, "O")
        game = hm.games.domineering(columns, rows)
        kind = type(game.start)
        player = hm.Player(game, compiled=False)
        values = [player.solve(kind(0, 0, who)).value for who in (0, 1)]
        assert [sign(value) for value in values] == [solved(first), solved(second)]
        assert winner(values[0] > 0, values[1] < 0) == WINNERS[rows][columns - 1]


def test_domineering_on_5_x_5_is_won_by_who_moves_second() -> None:
    game = hm.games.domineering(5, 5)
    player = hm.Player(game, compiled=False)
    assert [player.solve(type(game.start)(0, 0, who)).value for who in (0, 1)] == [-1000, -1000]


# --- sentences ---

WRONG: dict[str, Any] = {
    "hex 16": (lambda: hm.games.hex(16), "size must be a whole number from 1 to 15, not 16"),
    "hex swap": (lambda: hm.games.hex(3, "x"), "swap must be True or False, not 'x'"),
    "hex swap as text": (lambda: game_from("hex:3,swap=maybe"), "swap must be True or False, not 'maybe'"),
    "hex cell": (lambda: hm.games.hex(3).parse("d1"), "'d1' is not a cell from a1 to c3$"),
    "hex swap cell": (lambda: hm.games.hex(3, True).parse("d1"), "'d1' is not a cell from a1 to c3, nor swap"),
    "gomoku 16": (lambda: hm.games.gomoku(16), "size must be a whole number from 3 to 15, not 16"),
    "gomoku connect": (lambda: hm.games.gomoku(5, 6), "connect must be a whole number from 3 to 5, not 6"),
    "gomoku square": (lambda: hm.games.gomoku(5).parse("f1"), "'f1' is not a square from a1 to e5"),
    "gomoku line": (lambda: hm.games.gomoku(5).locate("a1a1"), "'a1a1' is not a sequence .* see 'a1'"),
    "domineering 9": (lambda: hm.games.domineering(9, 8), "a board of 9 x 8 is too large: it must not exceed 64"),
    "domineering 27": (lambda: hm.games.domineering(27, 1), "width must be a whole number from 1 to 26, not 27"),
    "domineering move": (lambda: hm.games.domineering().parse("a1"), "'a1' is not a move of this board, such as a1-a2"),
}


@pytest.mark.parametrize("fault", WRONG)
def test_wrong_arguments(fault: str) -> None:
    call, sentence = WRONG[fault]
    with pytest.raises(hm.UsageError, match=sentence):
        call()
