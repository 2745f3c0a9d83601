"""Copy a function, with everything it calls, into a namespace of its own with its slots filled."""

from __future__ import annotations

import builtins
import hashlib
import inspect
from collections.abc import Callable, Iterator
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

# Functions of these packages are understood by Numba as they are.
_KNOWN_TO_NUMBA = {"numpy", "numba", "math", "builtins", "operator", "cmath"}

Slots = dict[Any, Any]


def slot(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function as a word whose meaning is given when a kernel is bound to a game."""
    return function


def bind(function: Any, slots: Slots, wrap: Callable[[FunctionType], Any], tag: str = "") -> Any:
    """A copy of `function` in which slots are filled and every function it reaches is a copy too.

    `wrap` turns each copy into what is called (itself, or a Numba dispatcher); its attribute `constant`, if it has one,
    says what becomes of other values. `tag` makes the names of the copies
    unique: the symbols of two compiled functions of one name must never meet in one process.
    """
    copies: dict[Any, Any] = {}
    constant = getattr(wrap, "constant", lambda x: x)

    def copy(original: FunctionType) -> Any:
        if original in copies:
            return copies[original]
        if original in slots:
            copies[original] = value(slots[original])
            return copies[original]
        # The name must be importable when machine code is loaded from disk, whatever module a game was written in.
        namespace: dict[str, Any] = {"__builtins__": builtins, "__name__": __name__}
        cells = tuple(CellType() for _ in original.__closure__ or ())
        code = original.__code__.replace()  # its own: Numba changes the flags of what it runs under a profiler
        made = FunctionType(code, namespace, original.__name__, original.__defaults__, cells if cells else None)
        made.__kwdefaults__ = original.__kwdefaults__
        made.__qualname__ = original.__name__ + tag
        copies[original] = wrapped = wrap(made)  # before its callees, which may call it
        for name in global_names(original.__code__):
            if name in original.__globals__:
                namespace[name] = value(original.__globals__[name])
        for cell, theirs in zip(cells, original.__closure__ or (), strict=True):
            cell.cell_contents = value(theirs.cell_contents)
        return wrapped

    def value(x: Any) -> Any:
        function = plain_function(x)
        return constant(x) if function is None else copy(function)

    return value(function)


def plain_function(x: Any) -> FunctionType | None:
    """The Python function behind `x` if it is one that has to be copied (a function, or one under numba.njit)."""
    x = getattr(x, "py_func", x)
    if isinstance(x, FunctionType) and (x.__module__ or "").partition(".")[0] not in _KNOWN_TO_NUMBA:
        return x
    return None


def global_names(code: CodeType) -> Iterator[str]:
    """The names a function may look up in its module, inner functions and comprehensions included."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from global_names(constant)


def fingerprint(function: Any, slots: Slots) -> str:
    """A hash of the code of `function` and of all it reaches: what its machine code depends on."""
    digest = hashlib.sha256()
    seen: dict[Any, int] = {}

    def add(*words: Any) -> None:
        digest.update("\0".join(map(str, words)).encode())

    def visit(x: Any) -> None:
        function = plain_function(x)
        if function is None:
            constant(x)
        elif function in seen:
            add("again", seen[function])
        else:
            seen[function] = len(seen)
            if function in slots:
                visit(slots[function])
                return
            code(function.__code__)
            constant(function.__defaults__)
            for name in sorted(set(global_names(function.__code__))):
                if name in function.__globals__:
                    add(name)
                    visit(function.__globals__[name])
            for cell in function.__closure__ or ():
                visit(cell.cell_contents)

    def code(c: CodeType) -> None:
        add("code", c.co_code.hex(), c.co_names, c.co_varnames, c.co_freevars, c.co_flags, c.co_exceptiontable.hex())
        for each in c.co_consts:
            if isinstance(each, CodeType):
                code(each)
            else:
                constant(each)

    def constant(x: Any) -> None:
        if isinstance(x, np.ndarray):
            add("array", x.dtype, x.shape, hashlib.sha256(np.ascontiguousarray(x).tobytes()).hexdigest())
        elif isinstance(x, frozenset | set):
            add("set", sorted(map(repr, x)))
        elif isinstance(x, tuple | list):
            add(type(x).__name__, len(x))
            for each in x:
                visit(each)
        elif isinstance(x, dict):
            add("dict", sorted(map(repr, x.items())))
        elif isinstance(x, type):
            fields = [getattr(x, name, "") for name in ("_fields", "_field_defaults", "__annotations__")]
            add("type", x.__name__, *fields)
        elif isinstance(x, ModuleType | BuiltinFunctionType):
            add("name", x.__name__)
        elif inspect.isfunction(x):
            add("function", x.__module__, x.__qualname__)
        elif isinstance(x, int | float | str | bytes | complex | np.generic | np.dtype | None):
            add(type(x).__name__, repr(x))
        else:
            add("object", type(x).__qualname__)

    visit(function)
    return digest.hexdigest()
