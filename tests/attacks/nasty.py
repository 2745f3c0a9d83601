"""Values that are wrong almost everywhere, or at the limits of what is valid."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

import halfmove as hm


class Colour(enum.Enum):
    RED = 1


def _circle() -> list[Any]:
    """A list that contains itself."""
    circle: list[Any] = [1]
    circle.append(circle)
    return circle


# Each is made again for every call, because a call may change or consume its arguments.
VALUES: dict[str, Callable[[], Any]] = {
    "None": lambda: None,
    "True": lambda: True,
    "-1": lambda: -1,
    "0": lambda: 0,
    "2": lambda: 2,
    "2**31": lambda: 2**31,
    "2**62": lambda: 2**62,
    "2**63": lambda: 2**63,
    "2**64": lambda: 2**64,
    "10**400": lambda: 10**400,
    "10**4300": lambda: 10**4300,
    "-10**5000": lambda: -(10**5000),
    "0.5": lambda: 0.5,
    "1e300": lambda: 1e300,
    "nan": lambda: math.nan,
    "inf": lambda: math.inf,
    "-inf": lambda: -math.inf,
    "empty text": lambda: "",
    "blank": lambda: " \t\n",
    "long text": lambda: "x" * 300,
    "NUL": lambda: "a\x00b",
    "half a pair": lambda: "\udcff",
    "superscript": lambda: "²",
    "text of a number": lambda: "3",
    "path of a file": lambda: "a" * 300 + ".py:game",
    "json": lambda: "[1, [2, 3]]",
    "bytes": lambda: b"abc",
    "no bytes": lambda: b"",
    "[]": lambda: [],
    "[[]]": lambda: [[]],
    "[None]": lambda: [None],
    "['x', 3]": lambda: ["x", 3],
    "(1, 2)": lambda: (1, 2),
    "(2, 1)": lambda: (2, 1),
    "('a', 'b')": lambda: ("a", "b"),
    "(0, 2**70)": lambda: (0, 2**70),
    "(-2**63, 2**63 - 1)": lambda: (-(2**63), 2**63 - 1),
    "(-1e308, 1e308)": lambda: (-1e308, 1e308),
    "[10**5000]": lambda: [10**5000],
    "circle": _circle,
    "{}": dict,
    "{1: 2}": lambda: {1: 2},
    "{'a': []}": lambda: {"a": []},
    "{2**70: 1.0}": lambda: {2**70: 1.0},
    "set": lambda: {1, 2},
    "object": object,
    "class": lambda: int,
    "function": lambda: len,
    "lambda": lambda: lambda *given: None,
    "generator": lambda: (each for each in (1, 2, 3)),
    "np.int64(3)": lambda: np.int64(3),
    "np.uint8(3)": lambda: np.uint8(3),
    "np.int8(-128)": lambda: np.int8(-128),
    "np.float32(0.5)": lambda: np.float32(0.5),
    "np.bool": lambda: np.True_,
    "array": lambda: np.arange(3),
    "array of pairs": lambda: np.array([[1, 2], [3, 4]]),
    "array of none": lambda: np.array([]),
    "array of one": lambda: np.array(3),
    "array of another byte order": lambda: np.arange(3, dtype=">i8"),
    "array of objects": lambda: np.array([None, "x"], dtype=object),
    "Fraction": lambda: Fraction(1, 2),
    "Decimal": lambda: Decimal("0.5"),
    "complex": lambda: 1j,
    "huge range": lambda: range(10**18),
    "empty range": lambda: range(0),
    "Game": lambda: hm.trees.explicit([1, 2]),
    "Limits": lambda: hm.Limits(nodes=10),
    "Enum": lambda: Colour.RED,
    "exception": lambda: ValueError("x"),
    "NotImplemented": lambda: NotImplemented,
    "...": lambda: ...,
}
