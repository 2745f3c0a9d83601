"""Values that a page gets in another form, and what is refused about them."""

from __future__ import annotations

import builtins
import functools
import itertools
import math
import sysconfig
import types
from collections.abc import Callable, Iterable
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np

from halfmove.base import checks
from halfmove.base.gate import checked
from halfmove.pages.portable.refusals import Tree, missing
from halfmove.pages.portable.replacements import STAND_INS, chained_values
from halfmove.pages.portable.scripts import known_names

DISPLAYS: dict[type, str] = {tuple: "t", list: "l", set: "s"}
_CHECKED = checked(lambda: None).__code__
LIBRARIES = tuple(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib"))


def plain_value(x: Any) -> Any:
    """A value as a page has it: a function without a cache or checks around it, a number of Python, a stand-in."""
    while True:
        if isinstance(x, functools._lru_cache_wrapper) or getattr(x, "__code__", None) is _CHECKED:
            x = x.__wrapped__
        elif isinstance(x, staticmethod):
            x = x.__func__
        elif isinstance(getattr(x, "py_func", None), FunctionType):  # of Numba
            x = x.py_func
        else:
            break
    if isinstance(x, np.generic | np.ndarray) and x.ndim == 0 and x.dtype.kind in "biufU":
        return x.item()
    if isinstance(x, types.BuiltinMethodType) and x.__self__ is itertools.chain:
        return chained_values
    return STAND_INS.get(x, x) if isinstance(x, type | FunctionType | types.BuiltinFunctionType) else x


def builtin_name(x: Any) -> str | None:
    """The name by which a page knows a value of Python, if it does."""
    return _builtins().get(id(x))


@cache
def _builtins() -> dict[int, str]:
    names = known_names()
    found = {id(getattr(math, name[5:])): name for name in names["BUILTINS"] if name.startswith("math.")}
    for name in names["BUILTINS"] | names["MAKERS"] | names["EXCEPTIONS"]:
        if hasattr(builtins, name):
            found[id(getattr(builtins, name))] = name
    return found | {id(types.NoneType): "NoneType"}


def checked_text(x: str, at: str) -> str:
    if any("\ud800" <= char <= "\udfff" for char in x):
        raise missing(f"texts with half a character, such as {checks.shown(x)}", at)
    return x


def sorted_values(x: Iterable[Any]) -> list[Any]:
    """The values of a set, in an order that is always the same."""
    try:
        return sorted(x)
    except TypeError:
        return sorted(x, key=repr)


def array_tree(x: Any, inside: Callable[[Any], Tree]) -> Tree:
    return ["a", *(array_tree(each, inside) for each in x)] if isinstance(x, list) else inside(x)


def changed_methods(kind: Any) -> list[str]:
    """The special methods of a NamedTuple class that its author wrote, and that a page would ignore."""
    found = []
    for each in kind.__mro__[: kind.__mro__.index(tuple)]:
        for name, value in vars(each).items():
            special = name.startswith("__") and name.endswith("__") and name not in ("__str__", "__repr__")
            if special and isinstance(value, FunctionType) and not _generated(value):
                found.append(name)
    return found


def _generated(function: FunctionType) -> bool:
    return str(function.__globals__.get("__name__")).startswith(("collections", "namedtuple_", "typing"))


def own_method(kind: Any, name: str) -> tuple[str, Any] | None:
    """A method that the author of a NamedTuple class wrote, and how it is bound."""
    for each in kind.__mro__[: kind.__mro__.index(tuple)] if tuple in kind.__mro__ else ():
        value = vars(each).get(name)
        if isinstance(value, property) and isinstance(value.fget, FunctionType):
            return "p", value.fget
        if isinstance(value, staticmethod):
            return "s", value.__func__
        if isinstance(value, classmethod) and not _generated(value.__func__):  # type: ignore[arg-type]
            return "c", value.__func__
        if isinstance(value, FunctionType) and not _generated(value):
            return "", value
    return None


def place_of(function: Any) -> str:
    """File and line of a function or of an object that can be called; nothing for those that have none."""
    code = getattr(function, "__code__", None) or getattr(getattr(function, "__call__", None), "__code__", None)  # noqa: B004
    return f"{code.co_filename}:{code.co_firstlineno}" if code else ""
