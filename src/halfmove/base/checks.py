"""Checks of arguments that many modules need, each with a clear error."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable
from numbers import Integral, Rational, Real
from typing import Any

from halfmove.errors import UsageError

WHOLE = 1 << 62  # whole scores are between -2^62 and 2^62, so that sums and differences of two fit into a word
LONGEST_LINE = 1_000_000  # half-moves that a search can look ahead
MOST_JOBS = 1024  # processes
_LONGEST = 80  # characters of a value in an error
_NEAR = 0.6  # similarity from which on a name is taken for a misspelling: 'three' does not mean 'othello'
_FEW = 12  # choices that are listed even if one of them is suggested


def is_whole(value: Any) -> bool:
    """Whether it is a whole number, of Python or NumPy; booleans are not."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def is_finite(value: Any) -> bool:
    """Whether it is a number that is neither infinite nor NaN; booleans are not."""
    return (
        isinstance(value, Real)
        and not isinstance(value, bool)
        and (isinstance(value, Rational) or math.isfinite(value))
    )


def whole(what: str, value: Any, least: int | None = None, most: int | None = None) -> int:
    """A whole number as a Python int, or an error that says what is allowed."""
    if is_whole(value) and (least is None or value >= least) and (most is None or value <= most):
        return int(value)
    upper = "on" if most is None else f"to {most}"
    range_text = "" if least is None else f" from {least} {upper}"
    raise UsageError(f"{what} must be a whole number{range_text}, not {shown(value)}")


_UNITS = {"": 1, "B": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30}


def byte_count(what: str, value: Any) -> int:
    """A number of bytes from a whole number, or from a text such as "64 MB"."""
    if isinstance(value, str) and (found := re.fullmatch(r"\s*(\d{1,12})\s*([KMG]?B?)\s*", value, re.IGNORECASE)):
        unit = found[2].upper()
        value = int(found[1]) * _UNITS[unit if unit in _UNITS else unit + "B"]
    if is_whole(value) and 1 <= value < 1 << 50:
        return int(value)
    raise UsageError(f'{what} must be a number of bytes, or a text such as "64 MB", not {shown(value)}')


def exact(what: str, value: Any) -> int | float:
    """A number as a Python int or float of exactly the same value, or an error that says what is allowed."""
    if is_whole(value) or (isinstance(value, Rational) and value.denominator == 1 and not isinstance(value, bool)):
        return int(value)
    if isinstance(value, Real) and not isinstance(value, bool):
        try:
            if float(value) == value:
                return float(value)
        except OverflowError:
            pass
        if value == value:
            raise UsageError(
                f"{what} is {shown(value)}, which a float cannot hold exactly; give a whole number or a float"
            )
    raise UsageError(f"{what} must be a number, not {shown(value)}")


def real(value: Any) -> Any:
    """A number of any type as a Python number; None for NaN, for booleans and for anything that is not a number."""
    if isinstance(value, bool) or not isinstance(value, Real) or value != value:
        return None
    if isinstance(value, int | float | Rational) and not hasattr(value, "dtype"):
        return value
    return int(value) if isinstance(value, Integral) else float(value)


def shown(value: Any) -> str:
    """A value as an error shows it: on one line, a long number by its size, any other long text cut off."""
    if is_whole(value):
        number = int(value)
        return repr(number) if abs(number) < 10**20 else f"about {'-' * (number < 0)}10^{math.log10(abs(number)):.0f}"
    try:
        text = " ".join(repr(value).split())
    except Exception:  # a list with a number of thousands of digits, or a faulty `__repr__`
        return f"a {type(value).__name__}"
    text = re.sub(r" at 0x[0-9a-f]+", "", text)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def file_name(path: Any) -> str:
    """The name of a file as an error shows it: unchanged if it is printable."""
    return str(path) if str(path).isprintable() else shown(str(path))


def nearest(name: Any, choices: Iterable[str]) -> str | None:
    """The choice that `name` is probably a misspelling of, if there is one."""
    if not isinstance(name, str):
        return None
    return next(iter(difflib.get_close_matches(name[:_LONGEST], list(choices), 1, _NEAR)), None)


def hint(name: Any, choices: Iterable[str]) -> str:
    """`did you mean 'scout'? ` if one of the choices is similar, else an empty text."""
    near = nearest(name, choices)
    return "" if near is None else f"did you mean {near!r}? "


def unknown(kind: str, name: Any, choices: Iterable[str], guess: str | None = None) -> UsageError:
    """The error for a name that is not one of the choices: "there is no algorithm 'scuot'; did you mean ...?".

    `guess` replaces the `hint`.
    """
    choices = list(choices)
    advice = hint(name, choices) if guess is None else guess
    if not advice or len(choices) <= _FEW:
        advice += f"the choices are {', '.join(choices)}"
    return UsageError(f"there is no {kind} {shown(name)}; {advice.rstrip()}")
