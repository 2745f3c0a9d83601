"""What is known about an algorithm besides its code: data from which options, help, errors and docs are derived."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from halfmove.errors import UsageError
from halfmove.parts.partitions import check_partitions

REQUIRED: Any = inspect.Parameter.empty

Kind = Literal["int", "score", "choice", "flag", "memory", "partitions"]


@dataclass(frozen=True)
class Parameter:
    """An option of an algorithm: a whole number, a score, or one of some words."""

    name: str
    kind: Kind
    help: str
    default: Any = REQUIRED
    choices: tuple[str, ...] = ()
    least: int | None = None

    @property
    def required(self) -> bool:
        return self.default is REQUIRED

    def check(self, algorithm: str, value: Any) -> Any:
        """The value in its right type, or an error that says what would be right."""
        if self.kind == "choice":
            if value not in self.choices:
                raise UsageError(
                    f"{algorithm}: {self.name}={value!r} is not one of {', '.join(map(repr, self.choices))}"
                )
            return value
        if self.kind == "partitions":
            return check_partitions(algorithm, value)
        if self.kind == "flag":
            if isinstance(value, bool):
                return value
            raise UsageError(f"{algorithm}: {self.name} must be True or False, not {value!r}")
        if self.kind == "memory" and value == "minimum":
            return value
        number = _number(value)
        if number is None or (self.kind in ("int", "memory") and not isinstance(number, int)):
            raise UsageError(f"{algorithm}: {self.name} must be a {self.describe()}, not {value!r}")
        if self.least is not None and number < self.least:
            raise UsageError(f"{algorithm}: {self.name} must be at least {self.least}, not {value!r}")
        return number

    def describe(self) -> str:
        words = {
            "int": "whole number",
            "score": "number",
            "flag": "yes or no",
            "memory": "whole number, or minimum",
            "partitions": "list of sizes",
        }
        return words.get(self.kind) or " | ".join(self.choices)


def _number(value: Any) -> int | float | None:
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return None
    return value


@dataclass(frozen=True)
class Algorithm:
    """A search algorithm.

    id          the name of its function, its file and its command line option
    title       its name in the literature
    source      where it was published, and which figure or table the code follows
    promise     one line on what it guarantees
    window      whether a narrow window makes it search less (its value is a bound outside the window)
    clips       whether it never returns more than the upper end of its window
    steps       which lists a trace records with each operator: "", "open" or "open, backup"
    blocks      whether it keeps states in memory (see `blocks`)
    proves      whether its results are bounds of the value, not estimates
    table       whether it keeps a transposition table in memory
    variants    (parameter, choice) -> the function that serves this choice instead of `kernel`
    """

    id: str
    title: str
    source: str
    promise: str
    kernel: Callable[..., Any]
    parameters: tuple[Parameter, ...] = ()
    aliases: tuple[str, ...] = ()
    window: bool = True
    clips: bool = False
    steps: str = ""
    blocks: bool = False
    table: bool = False
    proves: bool = True
    variants: dict[tuple[str, Any], Callable[..., Any]] = field(default_factory=dict)

    @property
    def contract(self) -> str:
        """The full text: contract for each window, what is counted where, order of ties, departures from the print."""
        return inspect.cleandoc(inspect.getmodule(self.kernel).__doc__ or "")

    def kernel_for(self, parameters: dict[str, Any]) -> Callable[..., Any]:
        """The function to run: a choice may have one of its own."""
        for name, value in parameters.items():
            if (name, value) in self.variants:
                return self.variants[name, value]
        return self.kernel

    def settle(self, given: dict[str, Any]) -> dict[str, Any]:
        """All parameters with their values: the given ones checked, the others by default."""
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in given:
            if name not in known:
                raise UsageError(
                    f"{self.id} has no parameter {name!r}; "
                    + (f"it takes {', '.join(known)}" if known else "it takes none")
                )
        values = {}
        for name, parameter in known.items():
            if name in given:
                values[name] = parameter.check(self.id, given[name])
            elif parameter.required:
                raise UsageError(f"{self.id} needs {name}=, a {parameter.describe()}: {parameter.help}")
            else:
                values[name] = parameter.default
        return values


def algorithm(
    *,
    title: str,
    source: str,
    promise: str,
    parameters: tuple[Parameter, ...] = (),
    aliases: tuple[str, ...] = (),
    window: bool = True,
    clips: bool = False,
    steps: str = "",
    blocks: bool = False,
    table: bool = False,
    proves: bool = True,
    variants: dict[tuple[str, Any], Callable[..., Any]] | None = None,
) -> Callable[[Any], Any]:
    """Attach to a kernel what is known about it; the function itself stays as it is."""

    def attach(kernel: Any) -> Any:
        kernel.algorithm = Algorithm(
            kernel.__name__,
            title,
            source,
            promise,
            kernel,
            parameters,
            aliases,
            window,
            clips,
            steps,
            blocks,
            table,
            proves,
            variants or {},
        )
        return kernel

    return attach
