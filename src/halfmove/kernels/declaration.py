"""What is declared about a kernel besides its code: data from which the memory of a run, options, help, errors and docs
are derived.

    parameters   what a person may choose; a kernel reads `run.phases`
    state        numbers of its own that a kernel keeps from node to node; it reads and writes `run.name`
    parts        what it keeps in memory beyond that: each part brings state of its own
    counters     what it counts beyond `Counts`; they come back in `Result.counters`
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from halfmove.base.checks import hint, real, shown
from halfmove.base.gate import check_fields, checked
from halfmove.errors import UsageError

REQUIRED: Any = inspect.Parameter.empty

Kind = Literal["int", "score", "choice", "flag", "data"]


@dataclass(frozen=True)
class Parameter:
    """An option of an algorithm.

    kind      "int": a whole number; "score"; "choice": one of some words, which the kernel sees as its number, from 0;
              "flag"; "data": anything else, which `check` must accept and a part hands to the kernel
    least     the smallest value
    words     words that stand for a number: word -> function of (game, position, half-moves to the depth limit)
    check     function of (algorithm's id, value) that returns the value or raises UsageError, for "data"
    shown     what such a value is called in help texts, for "data"

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
        """Whether it must be given."""
        return self.default is REQUIRED

    @checked
    def checked(self, algorithm: str, value: Any) -> Any:
        """The value in its right type, or an error that says what would be right."""
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
        """What it may be, in words."""
        if self.shown:
            return self.shown
        words = {"int": "whole number", "score": "number", "flag": "yes or no"}
        return ", or ".join([words.get(self.kind) or " | ".join(self.choices), *self.words])


State = Mapping[str, int | float]


@dataclass(frozen=True)
class Part:
    """Something that kernels keep in memory, with words of its own to read and write it.

    name      for messages; its table is `run.<name>`, with `run.<name>_size` words
    state     its numbers in the record of a run, with their first values; a float stands for a score
    arena     how many words at the beginning of the arena are set aside for it; of one algorithm only one part may ask
              for any
    memories  names of memories that only this part uses, `run.<name>`, as long as they may need to be
    brought   names of memories that outlive a search, `run.<name>`, with `run.<name>_size` words: the search is given
              them, see `Task.brought`
    table     a function of (parameters, size) that makes read-only words for the kernel, in `run.<name>`; a kernel that
              finds them too few says `fail(run, MORE)` and is begun again with four times the size
    """

    name: str
    state: State = field(default_factory=dict)
    arena: int = 0
    memories: tuple[str, ...] = ()
    brought: tuple[str, ...] = ()
    table: Callable[[dict[str, Any], int], list[int]] | None = None

    def __post_init__(self) -> None:
        check_fields(self)

    def __repr__(self) -> str:
        return f"Part({shown(self.name)})"


@dataclass(frozen=True, eq=False)
class Variant:
    """What a choice of a parameter adds to the `using`, `parts` and `counters` of an algorithm, whose kernel stays."""

    using: Mapping[Any, Any] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()
    counters: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_fields(self)


@dataclass(frozen=True, eq=False)
class Algorithm:
    """A search algorithm.

    id          the name of its function, its file and its command line option
    title       its name in the literature
    source      where it was published, and which figure or table the code follows
    promise     one line on what it guarantees
    window      whether a narrow window makes it search less (its value is a bound outside the window)
    clips       whether it never returns more than the upper end of its window
    proves      whether what it returns is the value, or a bound of it; otherwise results are estimates, unless it says
                `settle(run)`
    decides     whether it only answers a question: is the value at least some score? Its result is a bound
    steps       which lists its operators work on, for a trace: "", "open", "open, backup", or "open, space" where there
                is room for some states only, and some are INACTIVE
    choice_steps  (parameter, choice) -> the same, where only this choice has lists
    using       slots of other kernels and parts that it fills: word -> function
    faults      sentences for `give_up`; {name} stands for a parameter
    variants    (parameter, choice) -> the kernel that serves this choice, or a `Variant`
    tables      whether a transposition table may answer for its inner nodes: what its kernels return is the value, or
                by their window a bound of it
    plays       it calls the hooks for players, and sees itself to who moves twice in a row (`same_side`)
    origin      "file.py:name" of a person's own algorithm, None for those of the registry
    """

    id: str
    title: str
    source: str
    promise: str
    kernel: Callable[..., Any]
    parameters: tuple[Parameter, ...] = ()
    parts: tuple[Part, ...] = ()
    state: State = field(default_factory=dict)
    counters: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    window: bool = True
    clips: bool = False
    proves: bool = False
    decides: bool = False
    steps: str = ""
    choice_steps: Mapping[tuple[str, Any], str] = field(default_factory=dict)
    using: Mapping[Any, Any] = field(default_factory=dict)
    faults: tuple[str, ...] = ()
    variants: Mapping[tuple[str, Any], Callable[..., Any] | Variant] = field(default_factory=dict)
    tables: bool = False
    plays: bool = False
    origin: str | None = None

    def __repr__(self) -> str:
        return f"Algorithm({shown(self.id)}, {shown(self.title)})"

    def __post_init__(self) -> None:
        check_fields(self, shown(self.id).strip("'"))

    @property
    def contract(self) -> str:
        """The full text: contract for each window, what is counted where, order of ties, departures from the print."""
        module = inspect.getmodule(self.kernel)
        return inspect.cleandoc(getattr(module, "__doc__", None) or self.kernel.__doc__ or "")

    def kernel_for(self, parameters: dict[str, Any]) -> Callable[..., Any]:
        """The function to run: a choice may have one of its own."""
        for found in self._variants_of(parameters):
            if not isinstance(found, Variant):
                chosen: Callable[..., Any] = found
                return chosen
        return self.kernel

    def varied(self, parameters: dict[str, Any]) -> Algorithm:
        """The algorithm as it is with these choices; a choice that has a kernel of its own decides alone."""
        found = self._variants_of(parameters)
        if not found or self.kernel_for(parameters) is not self.kernel:
            return self
        return _varied(self, tuple(found))

    def _variants_of(self, parameters: dict[str, Any]) -> list[Any]:
        choices = [(name, value) for name, value in parameters.items() if isinstance(value, str)]
        return [self.variants[choice] for choice in choices if choice in self.variants]

    @property
    def recorded_steps(self) -> str:
        """The lists that a search may have, whatever its parameters."""
        return self.steps or "".join(self.choice_steps.values())

    def steps_for(self, parameters: Mapping[str, Any]) -> str:
        """The lists that a search with these parameters has."""
        chosen = (steps for (name, choice), steps in self.choice_steps.items() if parameters.get(name) == choice)
        return next(chosen, self.steps)

    @checked
    def settle(self, given: Mapping[str, Any], options: Iterable[str] = ()) -> dict[str, Any]:
        """All parameters with their values: the given ones checked, the others by default.

        `options` are names beside the parameters, of which a misspelt one may be meant.
        """
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in given:
            if name not in known:
                said = hint(name, [*known, *options]) or f"it takes {', '.join(known) or 'none'}"
                raise UsageError(f"{self.id} has no parameter {shown(name)}; {said.rstrip()}")
        values = {}
        for name, parameter in known.items():
            if name in given:
                values[name] = parameter.checked(self.id, given[name])
            elif parameter.required:
                raise UsageError(f"{self.id} needs {name}=, a {parameter.describe()}: {parameter.help}")
            else:
                values[name] = parameter.default
        return values


@lru_cache(maxsize=64)  # the same object each time, by which programs are known
def _varied(algorithm: Algorithm, variants: tuple[Variant, ...]) -> Algorithm:
    using, parts, counters = dict(algorithm.using), algorithm.parts, algorithm.counters
    for each in variants:
        using |= each.using
        parts, counters = parts + each.parts, counters + each.counters
    return replace(algorithm, using=using, parts=parts, counters=counters, variants={})


def kernel(function: Any) -> Any:
    """Mark a function of (game, p, height, a, b, run) as a kernel: whoever calls it enters the node `p` first."""
    if not inspect.isfunction(function):
        raise UsageError(f"a kernel must be a function of (game, p, height, a, b, run), not {shown(function)}")
    names = tuple(inspect.signature(function).parameters)
    if len(names) != 6:
        raise UsageError(
            f"{function.__name__}: a kernel takes (game, p, height, a, b, run), and this one takes ({', '.join(names)})"
        )
    function.is_kernel = True  # type: ignore[attr-defined]
    return function


# An id, a kernel or "file.py:kernel": for editors, see `Bytes` in `model.py`.
if TYPE_CHECKING:
    AlgorithmLike = str | Algorithm | Callable[..., Any]
else:
    AlgorithmLike = Any


@checked
def algorithm(
    *,
    title: str = "",
    source: str = "",
    promise: str = "",
    **declared: Any,
) -> Callable[[Any], Any]:
    """Declare a kernel to be an algorithm; the function itself stays as it is.

    title      its name in the literature
    source     where it was published
    promise    one line on what it guarantees
    declared   more about it, such as parameters=(...): see `help(halfmove.kernels.declaration.Algorithm)`

    >>> import halfmove as hm
    >>> from halfmove.words import infinity, moves, play, value
    >>> @hm.algorithm(title="my minimax", promise="the value", proves=True, window=False)
    ... def plain(game, p, height, a, b, run):
    ...     best = -infinity()
    ...     for move in moves(game, p):
    ...         best = max(best, -value(game, play(game, p, move, height, run), height - 1, a, b, run))
    ...     return best
    >>> hm.search(hm.trees.explicit([[3, 5], [2, 9]]), plain, compiled=False).value
    3
    """

    def attach(function: Any) -> Any:
        kernel(function)
        name = function.__name__
        unknown = [each for each in declared if each not in Algorithm.__dataclass_fields__]
        if unknown:
            known = ", ".join(each for each in Algorithm.__dataclass_fields__ if each not in ("id", "kernel", "origin"))
            raise UsageError(f"{name}: an algorithm has no {shown(unknown[0])}; it is declared with {known}")
        made = Algorithm(name, title or name, source, promise, function, **declared)
        _check_names(made)
        function.algorithm = made
        return function

    return attach


def _check_names(algorithm: Algorithm) -> None:
    """Every number of a run has a name of its own."""
    names = [parameter.name for parameter in algorithm.parameters] + [*algorithm.state, *algorithm.counters]
    names += [name for part in algorithm.parts for name in part.state]
    for name in names:
        if not isinstance(name, str) or not name.isidentifier():
            raise UsageError(f"{algorithm.id}: {shown(name)} cannot be the name of a number: it must be a plain name")
        if names.count(name) > 1:
            raise UsageError(f"{algorithm.id}: the name {shown(name)} is used twice among parameters, state and parts")
    if sum(part.arena > 0 for part in algorithm.parts) > 1:
        raise UsageError(f"{algorithm.id}: only one part may have words at the beginning of the arena")
