"""Checks of arguments that many places need, each with one sentence for a person."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable
from numbers import Integral, Rational, Real
from typing import Any

from halfmove.errors import UsageError


def is_whole(value: Any) -> bool:
    """Whether it is a whole number, Python's or NumPy's; booleans are none."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def is_finite(value: Any) -> bool:
    """Whether it is a number that is neither infinite nor NaN; booleans are none."""
    return (
        isinstance(value, Real)
        and not isinstance(value, bool)
        and (isinstance(value, Rational) or math.isfinite(value))
    )


def whole(what: str, value: Any, least: int | None = None, most: int | None = None) -> int:
    """A whole number as a Python int, or an error that says what would be right."""
    if is_whole(value) and (least is None or value >= least) and (most is None or value <= most):
        return int(value)
    upper = "on" if most is None else f"to {most}"
    wanted = "" if least is None else f" from {least} {upper}"
    raise UsageError(f"{what} must be a whole number{wanted}, not {shown(value)}")


def exact(what: str, value: Any) -> int | float:
    """A number as Python's own int or float, the very same number, or an error that says what would be right."""
    if is_whole(value) or (isinstance(value, Rational) and value.denominator == 1 and not isinstance(value, bool)):
        return int(value)
    if isinstance(value, Real) and not isinstance(value, bool):
        try:
            if float(value) == value:
                return float(value)
        except OverflowError:
            pass
        if value == value:
            raise UsageError(f"{what} is {shown(value)}, which no float is exactly; give a whole number or a float")
    raise UsageError(f"{what} must be a number, not {shown(value)}")


def shown(value: Any) -> str:
    """A value as an error shows it: a long number only by its size."""
    if not is_whole(value) or abs(value) < 10**15:
        return repr(value)
    return f"about {'-' * (value < 0)}10^{math.log10(abs(value)):.0f}"


def hint(name: Any, choices: Iterable[str]) -> str:
    """`did you mean 'scout'? ` where one of the choices is near, else nothing."""
    near = difflib.get_close_matches(str(name), list(choices), 1, 0.5)
    return f"did you mean {near[0]!r}? " if near else ""


def unknown(kind: str, name: Any, choices: Iterable[str]) -> UsageError:
    """The error for a name that is none of the choices: "there is no algorithm 'scuot'; did you mean ...?"."""
    choices = list(choices)
    return UsageError(f"there is no {kind} {name!r}; {hint(name, choices)}the choices are {', '.join(choices)}")
