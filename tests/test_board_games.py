"""Othello, Kalah, checkers and Breakthrough: against slow rules, known counts, both speeds, and moves as text."""

from __future__ import annotations

import random
import re
from importlib import import_module
from typing import Any

import pytest

import halfmove as hm
from halfmove.cli.game_argument import game_from

from . import slow_games as slow
from .conftest import told, usually

checkers_rules = import_module("halfmove.games.checkers")  # the module: the function has the same name

# As written on the command line -> the same game with slow rules.
GAMES: dict[str, Any] = {
    "othello": slow.Othello.start(),
    "othello:size=6": slow.Othello.start(6),
    "othello:4": slow.Othello.start(4),
    "kalah": slow.Kalah.start(),
    "kalah:pits=6,seeds=6": slow.Kalah.start(6, 6),
    "kalah:3,3": slow.Kalah.start(3, 3),
    "kalah:2,20": slow.Kalah.start(2, 20),
    "kalah:2,9": slow.Kalah.start(2, 9),
    "kalah:10,1": slow.Kalah.start(10, 1),
    "checkers": slow.Checkers.start(),
    "breakthrough": slow.Breakthrough.start(),
    "breakthrough:width=5,height=6": slow.Breakthrough.start(5, 6),
    "breakthrough:2,4": slow.Breakthrough.start(2, 4),
    "breakthrough:16,4": slow.Breakthrough.start(16, 4),
    "breakthrough:4,16": slow.Breakthrough.start(4, 16),
}


def picture(game: hm.Game, at: Any) -> str:
    """The squares in what `show` draws."""
    assert game.show is not None
    lines = game.show(at).splitlines()
    if game.name.startswith("Kalah"):
        return " ".join(" ".join(lines[1:4]).split())
    board = [re.sub(r"^ *\d+|\d+$", "", line) for line in lines if re.match(r" *\d", line)]
    return "".join("".join(board).split())


def same_moves(game: hm.Game, at: Any, plain: Any) -> dict[str, Any]:
    """The moves of a position by their text, after a look whether the slow rules have the same."""
    assert game.format is not None
    assert game.parse is not None
    moves = game.legal(at)
    texts = [game.format(move) for move in moves]
    assert [game.parse(text) for text in texts] == moves
    assert len(set(moves)) == len(moves) == len(set(texts))
    expected = plain.moves()
    assert set(texts) <= set(expected)
    assert len(moves) == (len(plain.results()) if isinstance(plain, slow.Checkers) else len(expected))
    return dict(zip(texts, moves, strict=True))


@pytest.mark.parametrize("name", GAMES)
def test_against_slow_rules(name: str) -> None:
    game, chance = game_from(name), random.Random(name)
    for _ in range(usually(15, 40)):
        at, plain = game.start, GAMES[name]
        while True:
            assert picture(game, at) == plain.picture()
            over, score = plain.outcome()
            assert game.outcome(at) == ((over, score) if over else (False, game.outcome(at)[1]))
            assert abs(game.call("evaluate", at)) < 10_000
            if over:
                break
            moves = same_moves(game, at, plain)
            text = chance.choice(sorted(moves))
            at, plain = game.next(at, moves[text]), plain.moves()[text]


# Games as they come are checked in test_games.py, at both speeds.
@pytest.mark.parametrize("name", [name for name in GAMES if ":" in name])
def test_the_contract(name: str) -> None:
    compiled = name in usually((), ("othello:size=6", "breakthrough:4,16"))  # which takes long
    hm.check(game_from(name), games=usually(8, 200), compiled=compiled)


# Every size is another program.
BOTH_SPEEDS = ["othello", "kalah", "checkers", "breakthrough", *usually((), ("othello:6", "breakthrough:5,6"))]


@pytest.mark.parametrize("name", BOTH_SPEEDS)
def test_both_speeds_agree(name: str) -> None:
    game, chance = game_from(name), random.Random(5)
    at, plies = game.start, 0
    while not game.outcome(at)[0] and plies < 40:
        if plies % 8 == 0:
            values = {hm.search(game, "minimax", depth=3, position=at, compiled=False).value}
            for algorithm in usually(("alpha_beta",), ("minimax", "alpha_beta")):
                slow_one, fast = (hm.search(game, algorithm, depth=3, position=at, compiled=c) for c in (False, True))
                assert told(slow_one) == told(fast)
                values.add(fast.value)
            assert len(values) == 1
        at, plies = game.next(at, chance.choice(game.legal(at))), plies + 1


# Positions after 1, 2, 3, ... half-moves, with those that are reached in several ways counted as often.
PERFT = {
    "othello": [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288],
    "checkers": [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680],
    "breakthrough": [22, 484, 11132, 256036],
}


@pytest.mark.parametrize("name", PERFT)
def test_perft(name: str) -> None:
    """No game is over so early, so that the leaves of minimax are the positions at its depth."""
    game = game_from(name)
    for depth, count in enumerate(PERFT[name], 1):
        if usually(False, True):
            assert hm.search(game, "minimax", depth=depth, compiled=True).counts.leaves == count
        if count < 12_000:
            assert hm.search(game, "minimax", depth=depth, compiled=False).counts.leaves == count


@pytest.mark.parametrize("name", ["kalah", "kalah:4,3", "breakthrough:3,5", "othello:4"])
def test_perft_against_slow_rules(name: str) -> None:
    game, starts = game_from(name), GAMES | {"kalah:4,3": slow.Kalah.start(4, 3)}
    plain = starts.get(name) or slow.Breakthrough.start(3, 5)

    def leaves(at: Any, depth: int) -> int:
        if depth == 0 or at.outcome()[0]:
            return 1
        return sum(leaves(after, depth - 1) for after in at.moves().values())

    compiled = usually(False, True)
    for depth in range(usually(5, 6)):
        assert hm.search(game, "minimax", depth=depth, compiled=compiled).counts.leaves == leaves(plain, depth)


def solved(start: Any) -> int:
    """The value of a game for its first player by trying everything with the slow rules."""

    known: dict[Any, int] = {}

    def value(at: Any) -> int:
        over, score = at.outcome()
        if over:
            return int(score)
        key = at.picture(), at.player if isinstance(at, slow.Kalah) else at.mover
        if key not in known:
            scores = []
            for after in at.moves().values():
                same_side = isinstance(at, slow.Kalah) and after.player == at.player
                scores.append(value(after) if same_side else -value(after))
            known[key] = max(scores)
        return known[key]

    return value(start)


SMALL = [
    *[("kalah", pits, seeds) for pits, seeds in ((1, 1), (1, 3), (2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2))],
    *[("breakthrough", width, height) for width, height in ((2, 4), (2, 5), (2, 6), (3, 4))],
]


@pytest.mark.parametrize(("name", "one", "two"), SMALL)
def test_small_boards_solved(name: str, one: int, two: int) -> None:
    start = {"kalah": slow.Kalah, "breakthrough": slow.Breakthrough}[name].start(one, two)
    compiled = usually((one, two) == (3, 2), True)  # every size is another program
    assert hm.search(game_from(f"{name}:{one},{two}"), compiled=compiled).value == solved(start)


# --- Othello ---


def test_othello_4_x_4_is_lost_by_ten() -> None:
    """White wins 11 to 3; two squares stay empty and count for the winner."""
    game = hm.games.othello(4)
    assert hm.search(game, compiled=True).value == hm.search(game, "negascout", compiled=False).value == -1000
    at = game.start
    for move in hm.search(game, compiled=True).line:
        at = game.next(at, move)
    assert game.outcome(at)[0]
    assert {at.mine.bit_count(), at.theirs.bit_count()} == {3, 11}


def test_othello_by_name() -> None:
    game = hm.games.othello()
    assert [game.format(square) for square in (0, 7, 19, 63, 64)] == ["a1", "h1", "d3", "h8", "pass"]
    assert [game.parse(game.format(square)) for square in range(65)] == list(range(65))
    with pytest.raises(hm.UsageError, match="'i9' is not a square from a1 to h8, nor pass"):
        game.parse("i9")


def test_othello_by_its_moves() -> None:
    game, chance = hm.games.othello(4), random.Random(1)
    passes = 0
    for _ in range(30):
        at, words = game.start, []
        while not game.outcome(at)[0]:
            words.append(game.format(move := chance.choice(game.legal(at))))
            at = game.next(at, move)
        told_passes = [word for word in words if word != "pass"]
        passes += len(words) - len(told_passes)
        assert game.locate(" ".join(words)) == game.locate("".join(words)) == at
        if words[-1] != "pass":
            assert game.locate("".join(told_passes)) == at
    assert passes
    for wrong, named in (
        ("a1", "'a1'"),
        ("pass", "'pass'"),
        ("b1b1", "'b1b1' .*'b1'"),
        ("b1?", "'[?]' .*a1 to d4"),
        ("z9", "'z9' .*a1 to d4"),
    ):
        with pytest.raises(hm.UsageError, match=named):
            game.locate(wrong)
    assert (
        hm.search(game, position="b1a1", depth=2).value == hm.search(game, position=game.locate("b1 a1"), depth=2).value
    )


@pytest.mark.parametrize("algorithm", usually(["alpha_beta"], ["alpha_beta", "negascout", "sss_star", "mt_sss_star"]))
def test_othello_leaf_by_leaf(algorithm: str) -> None:
    game, chance, positions = hm.games.othello(), random.Random(2), []
    for _ in range(6):
        at: Any = game.start
        while not game.outcome(at)[0]:
            positions.append(at)
            at = game.next(at, chance.choice(game.legal(at)))
    positions = chance.sample(positions, 40)
    assert any(side >> 63 for at in positions for side in at)
    for at in positions:
        slow_one, fast = (
            hm.search(game, algorithm, depth=3, position=at, compiled=c, trace=True) for c in (False, True)
        )
        assert told(slow_one) == told(fast)


# --- Kalah ---


def test_kalah_moves_again() -> None:
    game = hm.games.kalah()
    assert [game.call("turn", game.next(game.start, pit)) for pit in range(1, 7)] == [1, 1, 0, 1, 1, 1]


def test_kalah_takes_only_from_a_pit_with_seeds() -> None:
    """Two pits a side: the seed from pit 1 falls into pit 2, which was empty."""
    game = hm.games.kalah(2, 2)
    bits = (8).bit_length()

    def side(*places: int) -> int:
        return sum(seeds << bits * place for place, seeds in enumerate(places))

    kind = type(game.start)
    assert game.next(kind(side(1, 0, 0), side(3, 1, 3), 0), 1) == kind(side(0, 1, 3), side(0, 0, 4), 1)
    assert game.next(kind(side(1, 0, 0), side(0, 4, 3), 0), 1) == kind(side(0, 4, 3), side(0, 1, 0), 1)


# --- checkers ---


def as_fast(plain: slow.Checkers) -> Any:
    sides = {"b": 0, "w": 0}
    kings = 0
    for at, piece in plain.pieces.items():
        bit = 1 << checkers_rules.place(slow.NUMBERS[at])
        sides[piece.lower()] |= bit
        kings |= bit if piece.isupper() else 0
    mine, theirs = sides[plain.mover], sides["w" if plain.mover == "b" else "b"]
    return checkers_rules.Board(mine, theirs, kings, plain.quiet, int(plain.mover == "w"))


def test_checkers_on_random_boards() -> None:
    """Many kings among many men: long jumps, jumps in a ring, and rings in both directions."""
    game, chance, rings = hm.games.checkers(), random.Random(3), 0
    for _ in range(1500):
        pieces = {}
        crowd = chance.choice([0.2, 0.35, 0.5])
        mover = chance.choice("bw")
        for at in slow.NUMBERS:
            if chance.random() < crowd:
                side = chance.choice("bw" if chance.random() < 0.4 else "w" if mover == "b" else "b")
                must_be_king = at[1] == (7 if side == "b" else 0)
                pieces[at] = side.upper() if must_be_king or chance.random() < 0.4 else side
        plain = slow.Checkers(pieces, mover, chance.choice([0, 79, 80]))
        at = as_fast(plain)
        assert picture(game, at) == plain.picture()
        over, score = game.outcome(at)
        assert (over, score) == plain.outcome()
        if not plain.results():
            continue
        rings += sum(len(texts) > 1 for texts in plain.results().values())
        after = plain.moves()
        for text, move in same_moves(game, at, plain).items():
            assert game.next(at, move) == as_fast(after[text])
    assert rings


def test_checkers_ring_is_one_move() -> None:
    pieces = {slow.dark(6): "B"} | {slow.dark(number): "w" for number in (9, 10, 17, 18)}
    plain = slow.Checkers(pieces)
    assert len(plain.moves()) == 2
    game = hm.games.checkers()
    (move,) = game.legal(as_fast(plain))
    assert (move.start, move.to, move.taken.bit_count()) == (6, 6, 4)
    assert game.format(move) in plain.moves()


def test_checkers_is_drawn_in_the_end() -> None:
    """Two half-moves before the draw, each side has a king with two moves: four leaves, however deep one looks."""
    game = hm.games.checkers()
    at = as_fast(slow.Checkers({slow.dark(1): "B", slow.dark(32): "W"}, quiet=78))
    for compiled in (False, True):
        r = hm.search(game, "minimax", position=at, depth=9, compiled=compiled)
        assert (r.value, r.counts.leaves) == (0, 4)


# --- sentences ---

WRONG: dict[str, Any] = {
    "othello 5": (lambda: hm.games.othello(5), "size must be 4, 6 or 8, not 5"),
    "othello text": (lambda: hm.games.othello("x"), "size must be a whole number, not 'x'"),
    "kalah 0": (lambda: hm.games.kalah(0), "pits must be a whole number from 1 to 62, not 0"),
    "kalah seeds": (lambda: hm.games.kalah(6, 0), "seeds must be a whole number from 1 on, not 0"),
    "kalah large": (lambda: hm.games.kalah(6, 1000), "6 pits with 1000 seeds are too many: 7 places .* 12000 seeds"),
    "kalah pit": (lambda: hm.games.kalah().parse("7"), "'7' is not the number of a pit from 1 to 6"),
    "breakthrough 1": (lambda: hm.games.breakthrough(1), "width must be a whole number from 2 on, not 1"),
    "breakthrough 3": (lambda: hm.games.breakthrough(8, 3), "height must be a whole number from 4 on, not 3"),
    "breakthrough 9": (lambda: hm.games.breakthrough(9), "a board of 9 x 8 is too large: it must not exceed 64"),
    "breakthrough move": (lambda: hm.games.breakthrough().parse("a2-a9"), "'a2-a9' is not a move of this board"),
    "breakthrough number": (lambda: hm.games.breakthrough().parse(7), "text must be text, not 7"),
    **{
        f"checkers {text}": (lambda text=text: hm.games.checkers().parse(text), f"'{text}' is not a move, such as")
        for text in ("", "11", "11-16-20", "11x12", "11-33", "0-4", "1-9", "5x12", "²-3", "11-15x22")
    },
}


@pytest.mark.parametrize("fault", WRONG)
def test_wrong_arguments(fault: str) -> None:
    call, sentence = WRONG[fault]
    with pytest.raises(hm.UsageError, match=sentence):
        call()


# --- what players ask ---

HOOKED = [
    *("nim:3,4,5", "nim:1,0,7,2", "tic_tac_toe", "kalah:2,3", "kalah:3,2", "kalah:2,20", "kalah", "checkers"),
    *("connect_four", "connect_four:4,4,3", "connect_four:5,4", "connect_four:6,5,4", "connect_four:9,4,5"),
    *("connect_four:3,20,4", "connect_four:8,1,3", "connect_four:1,5,2", "connect_four:3,3,1", "connect_four:5,5,5"),
    *("othello:4", "othello:6", "othello", "breakthrough", "breakthrough:3,4", "breakthrough:5,4", "breakthrough:3,6"),
    *("breakthrough:2,16", "breakthrough:16,4", "dots_and_boxes:1,3", "dots_and_boxes:2,2", "dots_and_boxes:3,1"),
]
MOST_BELOW, DEEPEST = 2000, 60


def worth(game: hm.Game, at: Any, known: dict[Any, Any], left: int = DEEPEST) -> Any:
    """The value of a position for the side to move, by brute force; None if too many positions lie below it."""
    if at not in known:
        if len(known) >= MOST_BELOW or left == 0:
            return None
        known[at] = None  # takes its place in the count
        over, score = game.outcome(at)
        values = [score] if over else [value_of_move(game, at, move, known, left) for move in game.legal(at)]
        known[at] = None if None in values else max(values)
    return known[at]


def value_of_move(game: hm.Game, at: Any, move: Any, known: dict[Any, Any], left: int = DEEPEST) -> Any:
    after = game.next(at, move)
    value = worth(game, after, known, left - 1)
    again = game.turn is not None and game.call("turn", at) == game.call("turn", after)
    return value if value is None or again else -value


@pytest.mark.parametrize("name", HOOKED)
def test_hooks_against_brute_force(name: str) -> None:
    game, chance, solved_ones = game_from(name), random.Random(name), 0
    for _ in range(10):
        line = [game.start]
        while not game.outcome(line[-1])[0]:
            check_forms(game, line[-1])
            line.append(game.next(line[-1], chance.choice(game.legal(line[-1]))))
        known: dict[Any, Any] = {}
        for at in reversed(line):
            if (value := worth(game, at, known)) is None:
                break
            check_values(game, at, value, known)
            solved_ones += 1
    assert solved_ones >= 10


@pytest.mark.parametrize("name", ["connect_four", "breakthrough:5,6", "breakthrough", "othello:6", "kalah"])
def test_hooks_against_searches(name: str) -> None:
    """The same on larger boards, with values found by alpha-beta, which does not ask the hooks."""
    game, chance, solved_ones = game_from(name), random.Random(name), 0

    def searched(at: Any) -> Any:
        """With a window of all scores but the highest and the lowest a win is enough, and needs no better one."""
        ends = (-10_000, 10_000) if name.startswith("breakthrough") else None
        r = hm.search(game, "alpha_beta", position=at, window=ends, compiled=True, limits=hm.Limits(nodes=30_000))
        return r.value if r.stopped is None else None

    for _ in range(40):
        line = [game.start]
        while not game.outcome(line[-1])[0]:
            line.append(game.next(line[-1], chance.choice(game.legal(line[-1]))))
        for at in reversed(line[:-1]):
            if (value := searched(at)) is None:
                break
            low, high = game.call("bounds", at)
            assert low <= value <= high
            solved_ones += 1
            if game.tries is not None and low < high:
                below = [searched(game.next(at, move)) for move in game.tries(at)]
                assert None in below or max(-worst for worst in below) == value
            if game.symmetry is not None:
                assert searched(game.symmetry(at)) in (value, None)
    assert solved_ones > 40


def check_values(game: hm.Game, at: Any, value: Any, known: dict[Any, Any]) -> None:
    low, high = game.call("bounds", at)
    assert low <= value <= high
    if game.symmetry is not None:
        assert worth(game, game.symmetry(at), known) in (value, None)
    if game.tries is not None and low < high:
        assert max(value_of_move(game, at, move, known) for move in game.tries(at)) == value


def check_forms(game: hm.Game, at: Any) -> None:
    moves = game.legal(at)
    for hook in ("tries", "noisy"):
        if getattr(game, hook) is not None:
            yielded = list(game.call(hook, at))
            assert len(set(yielded)) == len(yielded)
            assert set(yielded) <= set(moves)
    if game.symmetry is not None:
        same = game.symmetry(at)
        assert type(same) is type(at)
        assert game.symmetry(same) == same
        assert len(game.legal(same)) == len(moves)
        assert game.evaluate is None or game.evaluate(same) == game.evaluate(at)
    for move in moves if game.order is not None else ():
        assert isinstance(game.call("order", at, move, game.next(at, move)), int)
