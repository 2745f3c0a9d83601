"""One check for all arguments: a wrong one raises a clear error before anything is done.

The annotations of a function decide what it accepts:

    int                          a whole number, of Python or NumPy; it becomes a Python int
    float                        a number, and not NaN
    bool, str                    the same
    Literal["a", "b"]            one of these words
    Callable                     anything that can be called
    Iterable[X], tuple[X, ...]   entries that are each X; they become a tuple
    Mapping[K, V]                a dictionary from K to V
    a class                      one of its objects
    X | None                     X or None
    Any, Hashable                anything: the function itself checks it

So the allowed arguments are written only once, in the declaration.

>>> @checked
... def leaves(width: int, depth: int | None = None): ...
>>> leaves(2, "x")
Traceback (most recent call last):
halfmove.errors.UsageError: depth must be a whole number or None, not 'x'
"""

from __future__ import annotations

import functools
import inspect
import types
import typing
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar, Union

import halfmove
from halfmove.base.checks import hint, is_whole, real, shown
from halfmove.errors import UsageError

_MOST = 10_000_000  # entries of a list that are checked
_ANYTHING = "anything"
_WRONG: Any = object()  # marks a value that does not fit
F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def _no_advice(value: Any) -> str:
    return ""


class _Kind(NamedTuple):
    """What an argument may be.

    fit      returns the argument in the right type, or `_WRONG`
    words    the allowed values in words
    advice   how to turn a wrong value into a right one
    """

    fit: Callable[[Any], Any]
    words: str
    advice: Callable[[Any], str] = _no_advice


class _Gates(NamedTuple):
    """The checks of a function: by parameter name, for *args and for **kwargs.

    `positional` are the names of the parameters that can be given by position.
    """

    named: dict[str, Callable[[Any], Any]]
    positional: tuple[str, ...]
    more: Callable[[Any], Any] | None
    more_named: Callable[[Any], Any] | None


def checked(function: F) -> F:
    """Decorator: check every argument of a function before it is called."""

    @lru_cache(maxsize=1)
    def gates() -> _Gates:  # read at the first call, when all names in annotations are known
        return _gates_of(function)

    @functools.wraps(function)
    def gated(*given: Any, **named: Any) -> Any:
        known, positional, more, more_named = gates()
        passed = [known[name](value) for name, value in zip(positional, given, strict=False)]
        rest = given[len(passed) :]
        passed += rest if more is None else map(more, rest)
        for name, value in named.items():
            gate = known.get(name, more_named)
            if gate is None:
                raise _unknown(function, name, known)
            named[name] = gate(value)
        try:
            return function(*passed, **named)
        except KeyboardInterrupt as error:
            raise error.with_traceback(_user_frames(error.__traceback__)) from None

    return gated  # type: ignore[return-value]


def _user_frames(trace: types.TracebackType | None) -> types.TracebackType | None:
    """The traceback that Ctrl-C shows: only frames in the user's own code, such as a rule."""
    import sysconfig  # only needed here

    hidden = [
        Path(halfmove.__file__).parent,
        *(Path(sysconfig.get_path(each)) for each in ("stdlib", "purelib", "platlib")),
    ]
    frames = []
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if not file.startswith("<frozen ") and not any(Path(file).is_relative_to(each) for each in hidden):
            frames.append(trace)
        trace = trace.tb_next
    kept: types.TracebackType | None = None
    for each in reversed(frames):
        kept = types.TracebackType(kept, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return kept


def _unknown(function: Any, name: str, known: Iterable[str]) -> UsageError:
    """The error for an argument that a function does not have."""
    names = [each for each in known if each != "self"]
    called = function.__qualname__.removesuffix(".__init__").rpartition(".<locals>.")[2]
    listed = f"its arguments are {', '.join(names)}" if names else "it takes none by name"
    return UsageError(f"{called} has no argument {shown(name)}; {hint(name, names)}{listed}")


def _gates_of(function: Any) -> _Gates:
    hints = typing.get_type_hints(function)
    found = inspect.signature(function).parameters.values()
    gates = {each.name: _gate(each.name, hints.get(each.name, Any)) for each in found}
    more = next((gates.pop(each.name) for each in found if each.kind is each.VAR_POSITIONAL), None)
    more_named = next((gates.pop(each.name) for each in found if each.kind is each.VAR_KEYWORD), None)
    by_place = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return _Gates(gates, tuple(each.name for each in found if each.kind in by_place), more, more_named)


def check_fields(record: Any, place: str | None = None) -> None:
    """Check the fields of a dataclass, in its `__post_init__`; an error begins with `place`."""
    for name, (fit, words, _) in _field_kinds(type(record)).items():  # type: ignore[arg-type]
        value = getattr(record, name)
        passed = fit(value)
        if passed is _WRONG:
            place = place or f"{type(record).__name__} {shown(record.name)}"
            raise UsageError(f"{place}: {name} must be {words}, not {shown(value)}")
        if passed is not value:
            object.__setattr__(record, name, passed)


@lru_cache(maxsize=64)
def _field_kinds(record: Any) -> dict[str, _Kind]:
    """The kinds of the fields of a dataclass, without those that may be anything."""
    hints = typing.get_type_hints(record)
    kinds = {item.name: _kind(hints[item.name]) for item in fields(record) if item.init}
    return {name: kind for name, kind in kinds.items() if kind.words != _ANYTHING}


def with_clear_errors(cls: type[T]) -> type[T]:
    """Class decorator: the constructor of a dataclass reports wrong arguments as a UsageError."""
    construct = cls.__init__
    name, known = cls.__name__, inspect.signature(construct)

    @functools.wraps(construct)
    def init(self: T, *args: Any, **kwargs: Any) -> None:
        for key in kwargs:
            if key not in known.parameters:
                near = hint(key, list(known.parameters)[1:])
                raise UsageError(f"{name} has no {shown(key)}; {near}see help(halfmove.{name})")
        try:
            known.bind(self, *args, **kwargs)
        except TypeError as error:
            raise UsageError(f"{name}: {error}; see help(halfmove.{name})") from None
        construct(self, *args, **kwargs)

    cls.__init__ = init  # type: ignore[assignment]
    return cls


_ADVICE: dict[type, Callable[[Any], str]] = {}


def advise(kind: type, advice: Callable[[Any], str]) -> None:
    """Let errors for values that should be of this class end with the text that `advice` returns for them."""
    _ADVICE[kind] = advice


def _gate(name: str, annotation: Any) -> Callable[[Any], Any]:
    fit, words, advice = _kind(annotation)

    def gate(value: Any) -> Any:
        passed = fit(value)
        if passed is _WRONG:
            raise UsageError(f"{name} must be {words}, not {shown(value)}{advice(value)}")
        return passed

    return gate


def _kind(annotation: Any) -> _Kind:
    origin, inner = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (Union, types.UnionType):
        return _either(inner)
    if origin is Literal:
        listed = _listed([repr(word) for word in inner])
        return _Kind(lambda value: value if isinstance(value, str) and value in inner else _WRONG, listed)
    kind = origin or annotation
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    if kind is Callable:
        return _Kind(lambda value: value if callable(value) else _WRONG, "a function")
    if not isinstance(kind, type) or kind in (Any, object, Hashable):
        return _Kind(lambda value: value, _ANYTHING)
    if issubclass(kind, Mapping):
        return _mapping(*(inner or (Any, Any)))
    if issubclass(kind, Iterable) and inner:
        parts = inner if kind is tuple and inner[-1] is not ... else None
        return _fixed(parts) if parts else _entries(inner[0])
    article = "an" if kind.__name__[0] in "AEIO" else "a"
    words, advice = f"{article} {kind.__name__}", _ADVICE.get(kind, _no_advice)
    return _Kind(lambda value: value if isinstance(value, kind) else _WRONG, words, advice)


def _whole(value: Any) -> Any:
    return value if type(value) is int else int(value) if is_whole(value) else _WRONG


def _number(value: Any) -> Any:
    found = real(value)
    return _WRONG if found is None else found


def _truth(value: Any) -> Any:
    return value if isinstance(value, bool) else bool(value) if type(value).__name__ in ("bool", "bool_") else _WRONG


_SIMPLE: dict[Any, _Kind] = {
    int: _Kind(_whole, "a whole number"),
    float: _Kind(_number, "a number"),
    bool: _Kind(_truth, "True or False"),
    str: _Kind(lambda value: value if isinstance(value, str) else _WRONG, "text"),
    types.NoneType: _Kind(lambda value: value if value is None else _WRONG, "None"),
}


def _either(annotations: tuple[Any, ...]) -> _Kind:
    kinds = [_kind(each) for each in annotations if not (each is int and float in annotations)]

    optional = types.NoneType in annotations

    def fit(value: Any) -> Any:
        if value is None and optional:
            return None
        for kind in kinds:
            passed = kind.fit(value)
            if passed is not _WRONG:
                return passed
        return _WRONG

    return _Kind(fit, _listed([kind.words for kind in kinds]))


def _entries(annotation: Any) -> _Kind:
    kind = _kind(annotation)

    def fit(value: Any) -> Any:
        if isinstance(value, str | bytes | Mapping | type) or (isinstance(value, range) and value[_MOST:]):
            return _WRONG
        try:
            entries = iter(value)
        except TypeError:
            return _WRONG
        passed = []
        for entry in entries:
            passed.append(kind.fit(entry))
            if passed[-1] is _WRONG or len(passed) > _MOST:
                return _WRONG
        return tuple(passed)

    return _Kind(fit, "a list" if kind.words == _ANYTHING else f"a list whose entries are each {kind.words}")


def _fixed(annotations: tuple[Any, ...]) -> _Kind:
    kinds = [_kind(each) for each in annotations]

    def fit(value: Any) -> Any:
        if not isinstance(value, tuple | list) or len(value) != len(kinds):
            return _WRONG
        passed = tuple(kind.fit(each) for kind, each in zip(kinds, value, strict=True))
        return _WRONG if any(each is _WRONG for each in passed) else passed

    pair = "a pair " if len(kinds) == 2 else ""
    return _Kind(fit, f"{pair}({', '.join(kind.words for kind in kinds)})")


def _mapping(key: Any, value: Any) -> _Kind:
    keys, values = _kind(key), _kind(value)

    def fit(given: Any) -> Any:
        if not isinstance(given, Mapping):
            return _WRONG
        fitting = (keys.fit(k) is not _WRONG and values.fit(v) is not _WRONG for k, v in given.items())
        return given if all(fitting) else _WRONG

    words = [each.words for each in (keys, values)]
    return _Kind(fit, "a dictionary" if words == [_ANYTHING] * 2 else f"a dictionary from {words[0]} to {words[1]}")


def _listed(words: list[str]) -> str:
    words = list(dict.fromkeys(words))
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
