"""The checks that all arguments go through."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from halfmove import UsageError
from halfmove.base.checks import hint, is_finite, is_whole, shown, unknown, whole


@pytest.mark.parametrize("value", [3, np.int64(3), np.uint8(3)])
def test_whole_numbers(value: Any) -> None:
    assert is_whole(value)
    assert whole("size", value, 1, 3) == 3
    assert type(whole("size", value)) is int


@pytest.mark.parametrize("value", [True, np.True_, 3.0, np.float64(3), "3", None, Fraction(3, 2), math.nan])
def test_what_is_no_whole_number(value: Any) -> None:
    assert not is_whole(value)
    with pytest.raises(UsageError, match=r"^size must be a whole number, not "):
        whole("size", value)


def test_the_sentence_says_what_would_be_right() -> None:
    with pytest.raises(UsageError, match=r"^jobs must be a whole number from 1 to 8, not 9$"):
        whole("jobs", 9, 1, 8)
    with pytest.raises(UsageError, match=r"^depth must be a whole number from 0 on, not -1$"):
        whole("depth", -1, 0)
    with pytest.raises(UsageError, match=r"^depth must be a whole number from 0 on, not about -10\^400$"):
        whole("depth", -(10**400), 0)
    assert shown("x") == "'x'"


def test_finite_numbers() -> None:
    assert all(map(is_finite, (0, -1.5, 10**400, Fraction(1, 3), np.float32(2), np.int8(2))))
    assert not any(map(is_finite, (math.inf, math.nan, True, "1", None)))


def test_names_that_are_nearly_right() -> None:
    assert hint("scuot", ["scout", "minimax"]) == "did you mean 'scout'? "
    assert hint("zzz", ["scout"]) == ""
    wanted = "there is no game 'nin'; did you mean 'nim'? the choices are nim, chess"
    assert str(unknown("game", "nin", ("nim", "chess"))) == wanted
