"""The declaration of an algorithm: the memory of a run, options, help, errors and docs are derived from it.

parameters   options that a user may choose; a kernel reads `run.phases`
state        numbers that a kernel keeps from node to node; it reads and writes `run.name`
parts        other memory of the kernel; each part has state of its own
counters     what it counts beyond `Counts`; they are returned in `Result.counters`
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from halfmove.base.checks import hint, shown
from halfmove.base.gate import check_fields, checked
from halfmove.errors import UsageError
from halfmove.kernels.parameters import REQUIRED as REQUIRED
from halfmove.kernels.parameters import Parameter as Parameter

State = Mapping[str, int | float]


@dataclass(frozen=True)
class Part:
    """A data structure that kernels keep in memory, with its own functions to read and write it.

    Parameters
    ----------
    name : str
        Its name, for messages; its table is `run.<name>`, with `run.<name>_size` words.
    state : dict
        Its numbers in the record of a run, with their initial values; a float stands for a score.
    arena : int
        How many words at the beginning of the arena are reserved for it. Only one part of an algorithm may have any.
    memories : tuple of str
        Names of memories that only this part uses, `run.<name>`, which grow as needed.
    external : tuple of str
        Names of memories that outlive a search, `run.<name>`, with `run.<name>_size` words. They are passed to the
        search, see `Task.external`.
    table : callable, optional
        A function of (parameters, size) that makes read-only words for the kernel, in `run.<name>`. A kernel that
        needs more words calls `fail(run, MORE)` and is started again with four times the size.

    Examples
    --------
    >>> import halfmove as hm
    >>> hm.Part("table", state={"table_at": 0, "table_size": 0})
    Part('table')
    """

    name: str
    state: State = field(default_factory=dict)
    arena: int = 0
    memories: tuple[str, ...] = ()
    external: tuple[str, ...] = ()
    table: Callable[[dict[str, Any], int], list[int]] | None = None

    def __post_init__(self) -> None:
        check_fields(self)

    def __repr__(self) -> str:
        return f"Part({shown(self.name)})"


@dataclass(frozen=True, eq=False)
class Variant:
    """What a choice of a parameter adds to the `using`, `parts` and `counters` of an algorithm with the same kernel."""

    using: Mapping[Any, Any] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()
    counters: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_fields(self)


@dataclass(frozen=True, eq=False)
class Algorithm:
    """A search algorithm.

    Attributes
    ----------
    id : str
        The name of its function, its file and its command line option.
    title : str
        Its name in the literature.
    source : str
        Where it was published, and which figure or table the code follows.
    promise : str
        One line on what it guarantees.
    kernel : callable
        The function that searches an inner node.
    parameters : tuple of Parameter
        Its options.
    parts : tuple of Part
        The data structures that it keeps in memory.
    state : dict
        Numbers that it keeps from node to node, with their initial values; a float stands for a score.
    counters : tuple of str
        What it counts beyond `Counts`.
    aliases : tuple of str
        Other names.
    window : bool
        Whether a narrow window makes it search less (its value is a bound outside the window).
    clips : bool
        Whether it never returns more than the upper end of its window.
    proves : bool
        Whether it returns the value, or a bound of it. Otherwise results are estimates, unless it calls `settle(run)`.
    decides : bool
        Whether it only answers a question: is the value at least some score? Its result is a bound.
    steps : str
        Which lists its operators work on, for a trace: "", "open", "open, backup", or "open, space" where OPEN can hold
        only some states and others are INACTIVE.
    choice_steps : dict
        (parameter, choice) -> the same, where only this choice has lists.
    using : dict
        Slots of other kernels and parts that it fills: slot -> function.
    faults : tuple of str
        Sentences for `give_up`; {name} stands for a parameter.
    variants : dict
        (parameter, choice) -> the kernel for this choice, or a `Variant`.
    tables : bool
        Whether a transposition table may answer for its inner nodes: its kernels return the value, or a bound of it
        that depends on their window.
    plays : bool
        Whether it calls the hooks for players, and handles players who move twice in a row itself (`same_side`).
    origin : str or None
        "file.py:name" of a user's own algorithm, None for the algorithms of the registry.
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
        """The full text: contract for each window, what is counted where, order of ties, departures from the paper."""
        module = inspect.getmodule(self.kernel)
        return inspect.cleandoc(getattr(module, "__doc__", None) or self.kernel.__doc__ or "")

    def kernel_for(self, parameters: dict[str, Any]) -> Callable[..., Any]:
        """Return the kernel to run: a choice may have its own."""
        for found in self._variants_of(parameters):
            if not isinstance(found, Variant):
                chosen: Callable[..., Any] = found
                return chosen
        return self.kernel

    def varied(self, parameters: dict[str, Any]) -> Algorithm:
        """Return the algorithm with the variants of these choices; a choice with its own kernel overrides others."""
        found = self._variants_of(parameters)
        if not found or self.kernel_for(parameters) is not self.kernel:
            return self
        return _varied(self, tuple(found))

    def _variants_of(self, parameters: dict[str, Any]) -> list[Any]:
        choices = [(name, value) for name, value in parameters.items() if isinstance(value, str)]
        return [self.variants[choice] for choice in choices if choice in self.variants]

    @property
    def recorded_steps(self) -> str:
        """The lists that a search may have, for any parameters."""
        return self.steps or "".join(self.choice_steps.values())

    def steps_for(self, parameters: Mapping[str, Any]) -> str:
        """Return the lists that a search with these parameters has."""
        chosen = (steps for (name, choice), steps in self.choice_steps.items() if parameters.get(name) == choice)
        return next(chosen, self.steps)

    @checked
    def settle(self, given: Mapping[str, Any], options: Iterable[str] = ()) -> dict[str, Any]:
        """Return all parameters with their values: the given ones checked, the others by default.

        Parameters
        ----------
        given : dict
            Values by name.
        options : iterable of str
            Other names that a misspelt one may mean, for the error.
        """
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in given:
            if name not in known:
                advice = hint(name, [*known, *options]) or f"it takes {', '.join(known) or 'none'}"
                raise UsageError(f"{self.id} has no parameter {shown(name)}; {advice.rstrip()}")
        values = {}
        for name, parameter in known.items():
            if name in given:
                values[name] = parameter.checked(self.id, given[name])
            elif parameter.required:
                raise UsageError(f"{self.id} needs {name}=, a {parameter.describe()}: {parameter.help}")
            else:
                values[name] = parameter.default
        return values


@lru_cache(maxsize=64)  # the same object each time, because programs are identified by it
def _varied(algorithm: Algorithm, variants: tuple[Variant, ...]) -> Algorithm:
    using, parts, counters = dict(algorithm.using), algorithm.parts, algorithm.counters
    for each in variants:
        using |= each.using
        parts, counters = parts + each.parts, counters + each.counters
    return replace(algorithm, using=using, parts=parts, counters=counters, variants={})


def kernel(function: Any) -> Any:
    """Mark a function as a kernel: a call of it enters the node `p` first.

    Parameters
    ----------
    function : callable
        A function of (game, p, height, a, b, run).

    Returns
    -------
    callable
        The same function.

    Raises
    ------
    UsageError
        If it is not a function with these six parameters.
    """
    if not inspect.isfunction(function):
        raise UsageError(f"a kernel must be a function of (game, p, height, a, b, run), not {shown(function)}")
    names = tuple(inspect.signature(function).parameters)
    if len(names) != 6:
        raise UsageError(
            f"{function.__name__}: a kernel takes (game, p, height, a, b, run), but this one takes ({', '.join(names)})"
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
    """Declare that a kernel is an algorithm; the function itself is not changed.

    Parameters
    ----------
    title : str
        Its name in the literature.
    source : str
        Where it was published.
    promise : str
        One line on what it guarantees.
    **declared : object
        More about it, such as parameters=(...): see `help(halfmove.kernels.declaration.Algorithm)`.

    Returns
    -------
    callable
        A decorator for the kernel.

    Raises
    ------
    UsageError
        If an argument is unknown, or the function is not a kernel.

    Examples
    --------
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
    """Check that every number of a run has a different name."""
    names = [parameter.name for parameter in algorithm.parameters] + [*algorithm.state, *algorithm.counters]
    names += [name for part in algorithm.parts for name in part.state]
    for name in names:
        if not isinstance(name, str) or not name.isidentifier():
            raise UsageError(
                f"{algorithm.id}: {shown(name)} cannot be the name of a number; it must be a Python identifier"
            )
        if names.count(name) > 1:
            raise UsageError(f"{algorithm.id}: the name {shown(name)} is used twice among parameters, state and parts")
    if sum(part.arena > 0 for part in algorithm.parts) > 1:
        raise UsageError(f"{algorithm.id}: only one part may have words at the beginning of the arena")
