"""Checks of arguments that many places need, each with one sentence for a person."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

import numpy as np

from halfmove.errors import UsageError


def whole(what: str, value: Any, least: int | None = None, most: int | None = None) -> int:
    """A whole number as a Python int; booleans are none. An error says what would be right."""
    good = isinstance(value, int | np.integer) and not isinstance(value, bool | np.bool_)
    if good and (least is None or value >= least) and (most is None or value <= most):
        return int(value)
    upper = "on" if most is None else f"to {most}"
    wanted = "" if least is None else f" from {least} {upper}"
    raise UsageError(f"{what} must be a whole number{wanted}, not {value!r}")


def hint(name: Any, choices: Iterable[str]) -> str:
    """`did you mean 'scout'? ` where one of the choices is near, else nothing."""
    near = difflib.get_close_matches(str(name), list(choices), 1, 0.5)
    return f"did you mean {near[0]!r}? " if near else ""


def unknown(kind: str, name: Any, choices: Iterable[str]) -> UsageError:
    """The error for a name that is none of the choices: "there is no algorithm 'scuot'; did you mean ...?"."""
    choices = list(choices)
    return UsageError(f"there is no {kind} {name!r}; {hint(name, choices)}the choices are {', '.join(choices)}")
