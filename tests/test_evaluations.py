"""Learned evaluations: their code, their files, and where they are used."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove.cli.program import main
from halfmove.conformance.rules_hash import rules_hash
from halfmove.evaluations.code import UNIT, code_of, form_of
from halfmove.evaluations.shape import Cell, Phases, Shape, Side, as_data, from_data, numbers_of
from halfmove.random_games import random_game


class Mixed(NamedTuple):
    """A position with every kind of number."""

    board: hm.U64
    other: int
    pair: tuple[int, int]
    flag: bool


def _moves(p: Any) -> Any:
    for bit in (0, 3, 63):
        if not p.board >> bit & 1:
            yield bit


def _play(p: Any, bit: Any) -> Any:
    return Mixed(hm.U64(p.board | hm.U64(1) << bit), p.other ^ 5, (p.pair[1], p.pair[0] + 1), not p.flag)


def _result(p: Any) -> Any:
    return p.board >> 63 & 1 == 1, -7


MIXED = hm.Game("mixed", Mixed(hm.U64(0), 2, (3, -1), False), _moves, _play, _result)
SHAPE = Shape(
    leaves=5,
    cells=(
        Cell((0, 1), 0, 1, 0, (0, 1, 2, 3)),
        Cell((0, 1), 3, 1, 0, (0, 2, 1, 3)),
        Cell((0,), 63, 1, 0, (0, 1)),
        Cell((1,), 0, 3, 0, (0, 1, 2, 3, 4)),
        Cell((2,), 0, 0, 3, (0, 1)),
        Cell((3,), 0, 0, -1, (0, 1, 2)),
    ),
    patterns=((0, 1), (1, 2, 3), (4, 5), (3,), (0, 5, 2)),
    tables=(0, 1, 2, 3, 4),
    side=Side(4, (0, 1), ()),
    phases=Phases((0, 1), (1, 2)),
    limit=7.0,
    symmetric=False,
)
WEIGHTS = np.array([random.Random(1).randrange(-4000, 4000) for _ in range(SHAPE.weights)], np.int16)


def made(game: hm.Game = MIXED, shape: Shape = SHAPE, weights: np.ndarray = WEIGHTS) -> hm.Evaluation:
    return hm.Evaluation(shape, weights, {"name": game.name, "rules": rules_hash(game), "seed": 0, "games": 9})


def test_the_code_reads_what_the_shape_says() -> None:
    game = made().apply(MIXED)
    for number in range(20):
        for position in random_game(MIXED, random.Random(number)):
            total = sum(int(WEIGHTS[i]) for i in SHAPE.indices(numbers_of(position))) / UNIT
            assert game.call("evaluate", position) == pytest.approx(7.0 * total / (1 + total**2) ** 0.5, abs=1e-12)


def test_both_speeds_give_the_same_guess() -> None:
    game = made().apply(MIXED)
    for depth in (1, 2):
        plain, native = (hm.search(game, "alpha_beta", depth=depth, compiled=speed) for speed in (False, True))
        assert plain.value == native.value
        assert isinstance(plain.value, float) or plain.exact
    assert hm.check(game, games=5)


def test_a_guess_is_never_as_good_as_a_win() -> None:
    most = made(weights=np.full(SHAPE.weights, 32767, np.int16)).apply(MIXED)
    least = made(weights=np.full(SHAPE.weights, -32768, np.int16)).apply(MIXED)
    assert 6.9 < most.call("evaluate", MIXED.start) < 7
    assert -7 < least.call("evaluate", MIXED.start) < -6.9


def test_a_file_gives_the_same_evaluation(tmp_path: Path) -> None:
    evaluation = made()
    file = tmp_path / "mixed.eval"
    evaluation.save(str(file))
    again = hm.Evaluation.load(file)
    assert again == evaluation
    assert again.as_bytes() == file.read_bytes()
    assert from_data(json.loads(json.dumps(as_data(SHAPE)))) == SHAPE
    assert code_of(again.shape, form_of(MIXED.start), None, False) is code_of(SHAPE, form_of(MIXED.start), None, False)


def test_other_rules_are_refused() -> None:
    with pytest.raises(hm.UsageError, match="this evaluation is not for tic-tac-toe: it was made for 'mixed'"):
        made().apply(hm.games.tic_tac_toe())
    with pytest.raises(hm.UsageError, match="not for tic-tac-toe"):
        hm.Player(hm.games.tic_tac_toe(), evaluation=made())


def _with_head(content: bytes, change: Any) -> bytes:
    """The file with another head and the checksum that belongs to it."""
    line, _, packed = content.partition(b"\n")
    head = json.loads(line[65:])
    change(head)
    text = json.dumps(head).encode()
    return hashlib.sha256(text + packed).hexdigest().encode() + b" " + text + b"\n" + packed


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda head: head.update(version=2), "another version"),
        (lambda head: head.update(file="book"), "is not an evaluation"),
        (lambda head: head.update(rules=5), "no right rules"),
        (lambda head: head.pop("games"), "no right games"),
        (lambda head: head.update(shape=None), "lacks something"),
        (lambda head: head["shape"].update(leaves=True), "lacks something"),
        (lambda head: head["shape"].update(limit=float("1e400")), "is not an evaluation"),
        (lambda head: head["shape"].update(limit=-1.0), "its largest guess"),
        (lambda head: head["shape"].update(patterns=[[99]]), "its patterns"),
        (lambda head: head["shape"]["patterns"].__setitem__(0, [99]), "a pattern"),
        (lambda head: head["shape"]["patterns"].__setitem__(0, [0, 0]), "a pattern"),
        (lambda head: head["shape"]["cells"][0].update(leaves=[77]), "a cell"),
        (lambda head: head["shape"]["cells"][0].update(shift=10**30), "a cell"),
        (lambda head: head["shape"]["cells"][0].update(digits=[10**9] * 4), "a cell"),
        (lambda head: head["shape"]["cells"][0].update(digits="1234"), "lacks something"),
        (lambda head: head["shape"]["cells"].pop(), "a pattern"),
        (lambda head: head["shape"]["side"].update(leaf=5), "its sides"),
        (lambda head: head["shape"]["side"].update(values=[]), "its sides"),
        (lambda head: head["shape"]["phases"].update(above=[1] * 99), "its phases"),
        (lambda head: head["shape"]["phases"].update(boards=[-1]), "its boards"),
        (lambda head: head["shape"]["phases"].update(above=[]), "number"),
    ],
)
def test_files_that_cannot_be_right_are_refused(tmp_path: Path, change: Any, words: str) -> None:
    file = tmp_path / "bad.eval"
    file.write_bytes(_with_head(made().as_bytes(), change))
    with pytest.raises(hm.UsageError, match=words):
        hm.Evaluation.load(file)


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    content, file = made().as_bytes(), tmp_path / "bad.eval"
    chance = random.Random(3)
    for _ in range(60):
        cut = chance.randrange(len(content))
        damaged = (
            content[:cut] if chance.random() < 0.3 else content[:cut] + bytes([content[cut] ^ 1]) + content[cut + 1 :]
        )
        file.write_bytes(damaged)
        with pytest.raises(hm.UsageError, match=r"bad\.eval"):
            hm.Evaluation.load(file)
    file.write_bytes(b"")
    with pytest.raises(hm.UsageError, match="is not an evaluation"):
        hm.Evaluation.load(file)


def test_the_forms_of_positions_must_agree() -> None:
    with pytest.raises(hm.UsageError, match="positions of 5 numbers, not of 1"):
        code_of(SHAPE, form_of(5), None, False)


@pytest.fixture
def small(tmp_path: Path) -> str:
    """The file of an evaluation of tic-tac-toe."""
    game = hm.games.tic_tac_toe()
    cells = tuple(Cell((0, 1), bit, 1, 0, (0, 1, 2, 0)) for bit in range(9))
    shape = Shape(2, cells, ((0, 1, 2), (4,)), (0, 1), Side(), Phases(), 1.0, True)
    file = str(tmp_path / "small.eval")
    made(game, shape, np.arange(shape.weights, dtype=np.int16)).save(file)
    return file


@pytest.mark.parametrize(
    "words",
    [
        ["search", "tic_tac_toe", "--depth", "2", "--interpreted", "-a", "alpha_beta"],
        ["play", "tic_tac_toe", "--you", "none", "--time", "0.01", "--level", "2", "--seed", "1"],
        [
            "match",
            "nodes=20,compiled=off,evaluation=FILE",
            "random",
            "--game",
            "tic_tac_toe",
            "--games",
            "2",
            "--jobs",
            "1",
        ],
    ],
    ids=lambda words: words[0],
)
def test_commands_take_the_file(small: str, words: list[str]) -> None:
    words = [each.replace("FILE", small) for each in words]
    more = [] if words[0] == "match" else ["--evaluation", small]
    done = CliRunner().invoke(main, [*words, *more, "--json"])
    assert done.exit_code == 0, done.output
    assert small in done.output or words[0] == "match"
    if words[0] != "match":
        wrong = CliRunner().invoke(main, [words[0], "othello", *words[2:], *more])
        assert wrong.exit_code == 2
        assert "this evaluation is not for Othello" in wrong.output


def test_guesses_respect_the_symmetry_of_the_game(small: str) -> None:
    game = hm.Evaluation.load(small).apply(hm.games.tic_tac_toe())
    assert hm.check(game, games=5)
    assert hm.Player(hm.games.tic_tac_toe(), hm.Limits(nodes=200), evaluation=small, compiled=False).choose().move
