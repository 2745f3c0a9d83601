"""What machine code depends on: a hash of the code and values that a function reaches, and whether they have changed.

Values are followed through modules too: a rule that reads `consts.WORTH` depends on it.
"""

from __future__ import annotations

import dis
import enum
import hashlib
import inspect
import zlib
from collections.abc import Iterable
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from halfmove.base.annotations import own_annotations
from halfmove.base.arrays import can_change
from halfmove.engine.bind import Slots, global_names, plain_function

_MISSING = object()
_LIBRARIES = {"numpy", "numba", "math", "builtins", "operator", "cmath", "halfmove"}


class Reads:
    """The names that functions looked up, and what they found; `unchanged`: would they find the same now?"""

    def __init__(self) -> None:
        self._names: list[tuple[dict[str, Any], str, Any]] = []
        self._cells: list[tuple[Any, Any]] = []
        self._functions: list[tuple[FunctionType, CodeType, Any, Any]] = []
        self._arrays: list[tuple[np.ndarray, int]] = []

    def function(self, function: FunctionType) -> None:
        self._functions.append((function, function.__code__, function.__defaults__, function.__kwdefaults__))

    def array(self, array: np.ndarray) -> None:
        if can_change(array):
            self._arrays.append((array, _checksum(array)))

    def name(self, scope: dict[str, Any], name: str) -> Any:
        found = scope.get(name, _MISSING)
        self._names.append((scope, name, found))
        return found

    def cell(self, cell: Any) -> Any:
        self._cells.append((cell, _content(cell)))
        return _content(cell)

    def unchanged(self) -> bool:
        return (
            all(scope.get(name, _MISSING) is found for scope, name, found in self._names)
            and all(_content(cell) is found for cell, found in self._cells)
            and all(
                each.__code__ is code and each.__defaults__ is defaults and each.__kwdefaults__ is named
                for each, code, defaults, named in self._functions
            )
            and all(_checksum(array) == before for array, before in self._arrays)
        )


def reads_of(functions: Iterable[Any], slots: Slots) -> Reads | None:
    """The names that functions read, and those that they reach; None if one of them writes to a name outside of itself.

    Only names are followed, and functions: a copy of a function holds the same values, whatever is inside them.
    """
    reads, seen, waiting = Reads(), set(), list(functions)
    while waiting:
        function = plain_function(waiting.pop())
        if function is None or function in seen:
            continue
        seen.add(function)
        if function in slots:
            waiting.append(slots[function])
            continue
        if _writes_outside(function.__code__):
            return None
        reads.function(function)
        waiting += [reads.name(function.__globals__, name) for name in global_names(function.__code__)]
        waiting += [reads.cell(cell) for cell in function.__closure__ or ()]
    return reads


def _writes_outside(code: CodeType) -> bool:
    """Whether a function says `global` or `nonlocal`, and writes."""
    for each in dis.get_instructions(code):
        if each.opname in ("STORE_GLOBAL", "DELETE_GLOBAL"):
            return True
        if each.opname in ("STORE_DEREF", "DELETE_DEREF") and each.argval in code.co_freevars:
            return True
    return any(_writes_outside(each) for each in code.co_consts if isinstance(each, CodeType))


def _text(x: Any) -> str:
    try:
        return repr(x)
    except Exception:  # of an object in it
        return type(x).__qualname__


def _content(cell: Any) -> Any:
    """The content of a cell of a closure. A cell is empty until its name has a value."""
    try:
        return cell.cell_contents
    except ValueError:
        return _MISSING


def _checksum(array: np.ndarray) -> int:
    return zlib.crc32(np.ascontiguousarray(array).view(np.uint8).reshape(-1).data)


def _has_docstring(code: CodeType) -> bool:
    """Whether the first constant is a docstring, which may change freely, and not a text that the code uses."""
    flag = getattr(
        inspect, "CO_HAS_DOCSTRING", None
    )  # since Python 3.14; before, the first constant of a function without a docstring is None
    if flag is not None:
        return bool(code.co_flags & flag)
    in_function = not code.co_name.endswith(("comp>", "expr>"))  # comprehensions have no docstring
    return in_function and bool(code.co_consts) and isinstance(code.co_consts[0], str)


def fingerprint(functions: Iterable[Any], slots: Slots) -> tuple[str, Reads]:
    """The hash of everything that these functions reach, and the names that they read."""
    digest = hashlib.sha256()
    seen: dict[Any, int] = {}
    inside: set[int] = set()  # the ids of the lists and tuples that are being visited
    reads = Reads()

    def add(*facts: Any) -> None:
        digest.update(("\0".join(map(str, facts)) + "\1").encode("utf-8", "surrogatepass"))

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
            else:
                body(function)

    def body(function: FunctionType) -> None:
        reads.function(function)
        add("kernel" if getattr(function, "is_kernel", False) else "function")
        code(function.__code__)
        constant(function.__defaults__)
        if function.__kwdefaults__:
            constant(function.__kwdefaults__)
        names = sorted(set(global_names(function.__code__)))
        for name in names:
            found = reads.name(function.__globals__, name)
            if found is _MISSING:
                continue
            add(name)
            visit(found)
            if isinstance(found, ModuleType) and found.__name__.partition(".")[0] not in _LIBRARIES:
                through_module(found, names)
        for cell in function.__closure__ or ():
            visit(reads.cell(cell))

    def through_module(module: ModuleType, names: list[str]) -> None:
        """What a function may read from a module: every name of the module that also occurs in the function's code."""
        for name in names:
            inner = reads.name(module.__dict__, name)
            if inner is not _MISSING:
                add(module.__name__, name)
                visit(inner)
                if isinstance(inner, ModuleType) and inner is not module:
                    through_module(inner, names)

    def code(c: CodeType) -> None:
        add("code", c.co_code.hex(), c.co_names, c.co_varnames, c.co_freevars, c.co_flags, c.co_exceptiontable.hex())
        for each in c.co_consts[1:] if _has_docstring(c) else c.co_consts:
            if isinstance(each, CodeType):
                code(each)
            else:
                constant(each)

    def constant(x: Any) -> None:
        if isinstance(x, np.ndarray) and not x.dtype.hasobject:
            reads.array(x)
            add("array", x.dtype, x.shape, hashlib.sha256(np.ascontiguousarray(x).tobytes()).hexdigest())
        elif isinstance(x, enum.Enum):
            add("enum", type(x).__qualname__, x.name, repr(x.value))
        elif isinstance(x, frozenset | set):
            add("set", sorted(map(_text, x)))
        elif isinstance(x, tuple | list):
            add(type(x).__name__, len(x))
            if id(x) not in inside:  # a list may contain itself
                inside.add(id(x))
                for each in x:
                    visit(each)
                inside.discard(id(x))
        elif isinstance(x, dict):
            add("dict", sorted(map(_text, x.items())))
        elif isinstance(x, type):
            add("type", x.__name__, getattr(x, "_fields", ""), getattr(x, "_field_defaults", ""))
            for base in x.__mro__:  # inherited annotations count, too: U64 and int give different machine code
                add(sorted(map(str, own_annotations(base).items())))
            if issubclass(x, enum.Enum):
                add([(each.name, repr(each.value)) for each in x])
        elif isinstance(x, ModuleType | BuiltinFunctionType):
            add("name", x.__name__)
        elif inspect.isfunction(x):
            add("function", x.__module__, x.__qualname__)
        elif isinstance(x, int | float | str | bytes | complex | np.generic | np.dtype | None):
            add(type(x).__name__, repr(x))
        else:
            add("object", type(x).__qualname__)

    for function in functions:
        visit(function)
    return digest.hexdigest(), reads
