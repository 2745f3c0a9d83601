"""`hm.check` names the line on which a number outgrows machine code: 63 bits for an int, 64 for a board."""

from __future__ import annotations

import random
import sys
from typing import Any, NamedTuple

import numpy as np
import pytest

import halfmove as hm
from halfmove.bits import FULL, mix, popcount, trailing_zeros
from halfmove.conformance import overflow

from .conftest import unmeasured
from .test_conformance import Pile, game, line_of
from .test_errors import said


class Wide(NamedTuple):
    board: hm.U64
    left: int


def wide_moves(p):
    yield p.left


def play_hash(p, take):
    return Pile(p.left - take, p.player * 0x5851F42D4C957F2D + 1 & 0xFFFF)  # masked, but too late


def play_power(p, take):
    high = take << 62
    return Pile(p.left - take, (high >> 62) % 2)


def mirrored(stones):
    other = 0
    for square in range(64):
        if stones >> square & 1:
            other |= 1 << 63 - square
    return other


def evaluate_mirror(p):
    return mirrored(p.left) % 5


def evaluate_direct(p):
    return shifted(60) % 7


def shifted(n):
    return 1 << n + 10


def evaluate_within(p):
    return mix(p.left) % 7 + popcount(p.left) + trailing_zeros(p.left) + (1 << 62) % 5 - (p.left << 40) % 3


INTS: dict[str, tuple[dict[str, Any], str, Any, str]] = {
    "inside an expression": (
        {"play": play_hash, "start": Pile(9, 3)},
        r"play makes 190\d+ with \*, which exceeds the 63 bits",
        play_hash,
        "masked, but",
    ),
    "shift": (
        {"play": play_power},
        "play makes (9223372036854775808|13835058055282163712) with <<, which exceeds the 63 bits",
        play_power,
        "high =",
    ),
    "variable": (
        {"evaluate": evaluate_mirror},
        "evaluate makes 9223372036854775808 in the variable 'other'",
        mirrored,
        "other |=",
    ),
    "returned": ({"evaluate": evaluate_direct}, "evaluate makes 1180591620717411303424 there", shifted, "return"),
}


@unmeasured
@pytest.mark.parametrize("fault", INTS)
def test_past_63_bits(fault: str) -> None:
    rules, sentence, rule, text = INTS[fault]
    if fault == "variable":
        rules = rules | {"start": Pile(13, 0)}
    with pytest.raises(hm.NotCompilable, match=sentence) as error:
        hm.check(game(**rules))
    assert f"({__file__}:{line_of(rule, text)})" in said(error)


def test_within_63_bits() -> None:
    hm.check(game(evaluate=evaluate_within))


def wide_result(p):
    return p.left == 0, -1


def wide_shift_back(p, move):
    far = p.board << 8
    return Wide(far >> 8, p.left - 1)


def wide_compare(p, move):
    if p.board + 1 > p.board:
        return Wide(p.board + 1 & FULL, p.left - 1)
    return Wide(0, p.left - 1)


def wide_inverse(p, move):
    return Wide(~p.board >> 3 & FULL, p.left - 1)


def wide_zero(p, move):
    rest = p.board << 32 << 32
    while rest:
        rest >>= 1
    return Wide(0, p.left - 1)


def wide_count(p, move):
    return Wide((p.board << 1).bit_count(), p.left - 1)


def wide_one(p, move):
    return Wide(p.board ^ 1 << p.left + 62, p.left - 1)


def wide_good(p, move):
    low = p.board & -p.board
    rest = (p.board << 9 | hm.U64(1) << 63) & ~low & FULL
    if hm.U64(p.board * 3) > rest:
        rest = hm.U64(~rest) >> 2
    return Wide(rest ^ hm.U64(1) << p.left + 60, p.left - 1)


BOARDS: dict[str, tuple[Any, str, str]] = {
    "shifted back": (
        wide_shift_back,
        r"play uses >> on 47\d+, a U64 that was not cut to 64 bits with & FULL",
        "far >> 8",
    ),
    "compared": (wide_compare, "play uses > on 18446744073709551616, a U64 that was not cut", "if p.board"),
    "negative": (wide_inverse, "play uses >> on -18446744073709551616, a U64 that was not cut", "~p.board"),
    "zero": (wide_zero, "play uses bool on 3402\\d+, a U64", "while rest"),
    "counted": (wide_count, "play uses bit_count on 36893488147419103230, a U64", "bit_count"),
    "one of an int": (wide_one, "play makes 36893488147419103232 with <<, .* write U64", "62, p.left"),
}


@pytest.mark.parametrize("fault", BOARDS)
def test_past_64_bits(fault: str) -> None:
    rule, sentence, text = BOARDS[fault]
    mine = hm.Game("mine", Wide(FULL, 3), wide_moves, rule, wide_result)
    with pytest.raises(hm.NotCompilable, match=sentence) as error:
        overflow.look_for(mine, random.Random(1))
    assert f"({__file__}:{line_of(rule, text)})" in said(error)


def test_good_boards() -> None:
    mine = hm.Game("mine", Wide(FULL, 3), wide_moves, wide_good, wide_result)
    hm.check(mine)
    slow, fast = (hm.search(mine, "minimax", compiled=c) for c in (False, True))
    assert (slow.value, slow.counts) == (fast.value, fast.counts)


def big_moves(p):
    yield p % 80


def big_play(p, square):
    return p | 1 << square


def big_result(p):
    return p.bit_count() > 90, 0


@pytest.mark.parametrize("start", [1 << 80, "word", np.uint64(3)], ids=["large", "text", "numpy"])
def test_games_for_plain_python_may_have_any_ints(start: Any) -> None:
    overflow.look_for(hm.Game("mine", start, big_moves, big_play, big_result), random.Random(1))


def test_nothing_is_left_behind() -> None:
    before = sys.gettrace()
    with pytest.raises(hm.NotCompilable):
        hm.check(game(play=play_power))
    assert sys.gettrace() is before
    assert type(hm.U64(5)) is int
