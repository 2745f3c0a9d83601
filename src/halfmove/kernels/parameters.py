"""The options of an algorithm."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from halfmove.base.checks import real, shown
from halfmove.base.gate import check_fields, checked
from halfmove.errors import UsageError

REQUIRED: Any = inspect.Parameter.empty

Kind = Literal["int", "score", "choice", "flag", "data"]


@dataclass(frozen=True)
class Parameter:
    """An option of an algorithm.

    Parameters
    ----------
    name : str
        Its name; a kernel reads `run.<name>`.
    kind : str
        "int": a whole number; "score": a number; "choice": one of `choices`, which the kernel sees as its index, from
        0; "flag": True or False; "data": anything else, which `check` must accept and a part passes to the kernel.
    help : str
        What it does, in a few words.
    default : object, optional
        The value if none is given; without a default it must be given.
    choices : tuple of str
        The words of a "choice".
    least : int, optional
        The smallest value.
    words : dict
        Words that stand for a number: word -> function of (game, position, half-moves to the depth limit).
    check : callable, optional
        For "data": a function of (algorithm's id, value) that returns the value or raises UsageError.
    shown : str
        For "data": the name of such a value in help texts.

    Examples
    --------
    >>> import halfmove as hm
    >>> hm.Parameter("guess", "score", "where to begin", 0)
    Parameter('guess', 'score', default=0)
    """

    name: str
    kind: Kind
    help: str
    default: Any = REQUIRED
    choices: tuple[str, ...] = ()
    least: int | None = None
    words: Mapping[str, Callable[..., int]] = field(default_factory=dict)
    check: Callable[[str, Any], Any] | None = None
    shown: str = ""

    def __post_init__(self) -> None:
        check_fields(self)

    def __repr__(self) -> str:
        default = "" if self.required else f", default={shown(self.default)}"
        return f"Parameter({shown(self.name)}, {self.kind!r}{default})"

    @property
    def required(self) -> bool:
        """Whether a value must be given."""
        return self.default is REQUIRED

    @checked
    def checked(self, algorithm: str, value: Any) -> Any:
        """Return the value in its right type.

        Parameters
        ----------
        algorithm : str
            The id of the algorithm, for the error.
        value : object
            The value that was given.

        Raises
        ------
        UsageError
            If the value is not allowed; the error says which values are.
        """
        if self.check is not None:
            return self.check(algorithm, value)
        if self.kind == "choice":
            if not isinstance(value, str) or value not in self.choices:
                raise UsageError(
                    f"{algorithm}: {self.name}={shown(value)} is not one of {', '.join(map(repr, self.choices))}"
                )
            return value
        if self.kind == "flag":
            if isinstance(value, bool):
                return value
            raise UsageError(f"{algorithm}: {self.name} must be True or False, not {shown(value)}")
        if isinstance(value, str) and value in self.words:
            return value
        number = real(value)
        if not isinstance(number, int | float) or (self.kind == "int" and not isinstance(number, int)):
            raise UsageError(f"{algorithm}: {self.name} must be a {self.describe()}, not {shown(value)}")
        if self.least is not None and number < self.least:
            raise UsageError(f"{algorithm}: {self.name} must be at least {self.least}, not {shown(value)}")
        return number

    def describe(self) -> str:
        """Return the allowed values in words."""
        if self.shown:
            return self.shown
        words = {"int": "whole number", "score": "number", "flag": "yes or no"}
        return ", or ".join([words.get(self.kind) or " | ".join(self.choices), *self.words])
