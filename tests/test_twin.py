"""Machine code is used only after its rules agreed with plain Python; what a rule reads may not go stale."""

from __future__ import annotations

import os
import textwrap
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import halfmove as hm
from tests.test_processes import python

CACHE = os.environ.get("HALFMOVE_CACHE", "")


class Bits(NamedTuple):
    x: int
    left: int


def two_moves(p):
    yield 1
    yield 2


def ended(p):
    return p.left == 0, p.x % 1000


def times_large(p, move):
    # Plain Python keeps all bits of the product; machine code has no room for them.
    return Bits((p.x + move) * 0x1E3779B97F4A7C15 >> 40 & 0xFFFFFFFF, p.left - 1)


def game(**rules: Any) -> hm.Game:
    own = {"start": Bits(1, 6), "moves": two_moves, "play": times_large, "result": ended}
    return hm.Game("mine", **(own | rules))


def shifted(p, move):
    return Bits(p.x << 9 | move, p.left - 1)


def evaluated_wrongly(p):
    return ((p.x + 1) * 0x1E3779B97F4A7C15 >> 60) % 7


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({}, r"play of the position Bits\(x=\d+, left=\d\) with move \d gives .* in plain Python, and .* in machine"),
        ({"play": shifted, "start": Bits(1, 12)}, r"which needs more than 63 bits"),
        (
            {"play": lambda p, move: Bits(p.x + move, p.left - 1), "evaluate": evaluated_wrongly},
            r"evaluate of the position Bits\(.*\) says \d+ in plain Python, and -?\d+ in machine code",
        ),
    ],
    ids=["play", "63 bits", "evaluate"],
)
def test_a_difference_is_an_error(rules: dict[str, Any], sentence: str) -> None:
    with pytest.raises(hm.GameError, match=sentence):
        hm.search(game(**rules), compiled=True)
    assert hm.search(game(**rules), compiled=False).bound == "exact"


def test_the_default_speed_never_answers_from_wrong_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    from halfmove.engine import front

    monkeypatch.setattr(front, "PATIENCE_COLD", 0.0)
    with pytest.raises(hm.GameError, match="in machine code"):
        hm.search(game(start=Bits(1, 9)))


CONSTANTS = """
import sys, consts
import halfmove as hm

def moves(p):
    yield 1
    yield 2

def play(p, move):
    return p - move

def result(p):
    return p <= 0, consts.WORTH

game = hm.Game("mine", 5, moves, play, result)
"""


def test_a_value_read_through_a_module_is_never_stale(tmp_path: Path) -> None:
    """Across processes: an edit to the other module is another program."""
    (tmp_path / "mine.py").write_text(CONSTANTS)
    found = []
    for worth in (3, 8):
        (tmp_path / "consts.py").write_text(f"WORTH = {worth}\n")
        code = "import mine, halfmove as hm; print(hm.search(mine.game, compiled=True).value)"
        found.append(abs(int(python(code, CACHE, tmp_path))))
    assert found == [3, 8]


def test_nor_within_one_process(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(CONSTANTS)
    (tmp_path / "consts.py").write_text("WORTH = 3\n")
    code = textwrap.dedent("""
        import mine, consts, halfmove as hm
        print(abs(hm.search(mine.game, compiled=True).value))
        consts.WORTH = 8
        print(abs(hm.search(mine.game, compiled=True).value), abs(hm.search(mine.game, compiled=False).value))
        """)
    assert python(code, CACHE, tmp_path).split() == ["3", "8", "8"]


def test_an_error_in_a_rule_keeps_its_words_and_its_line() -> None:
    def result(p):
        if p.x == 2:
            raise ValueError("two is not a number I like")
        return p.left == 0, p.x

    def play(p, move):
        return Bits(move, p.left - 1)

    for compiled in (False, True):
        with pytest.raises(ValueError, match="two is not a number I like") as error:
            hm.search(game(play=play, result=result, start=Bits(1, 3)), compiled=compiled)
        assert error.traceback[-1].path == Path(__file__)
