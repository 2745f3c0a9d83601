"""What a function takes, whether it yields, and where it stands.

>>> takes(lambda p, move: p, 2), yields(lambda p: p)
(True, False)
"""

from __future__ import annotations

import inspect
from functools import lru_cache
from typing import Any

# Signatures are slow to read, and thousands of trees are made of the same few functions.


def _cached(question: Any, function: Any, *more: Any) -> Any:
    """What a cached question answers; a function may be an object that cannot be a key."""
    try:
        return question(function, *more)
    except TypeError:
        return question.__wrapped__(function, *more)


def takes(function: Any, count: int) -> bool:
    """Whether a function can be called with so many arguments."""
    return bool(_cached(_takes, function, count))


@lru_cache(maxsize=64)
def _takes(function: Any, count: int) -> bool:
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        return False
    except ValueError:  # some functions of Python's own do not say what they take
        return True
    return True


def has_parameter(function: Any, parameter: str) -> bool:
    """Whether a function has a parameter of this name, which can be given by it."""
    try:
        found = inspect.signature(function).parameters.get(parameter)
        return found is not None and found.kind is not inspect.Parameter.POSITIONAL_ONLY
    except (TypeError, ValueError):  # some functions of Python's own do not say what they take
        return False


def yields(function: Any) -> bool:
    """Whether a function is a generator."""
    return bool(_cached(_yields, function))


@lru_cache(maxsize=64)
def _yields(function: Any) -> bool:
    function = inspect.unwrap(function)
    return inspect.isgeneratorfunction(function) or inspect.isgeneratorfunction(type(function).__call__)


def where(function: Any) -> str:
    """File and line of a function, for messages."""
    function = inspect.unwrap(getattr(function, "func", function))  # a partial has its function there
    if not hasattr(function, "__code__"):  # an object that can be called
        function = getattr(type(function), "__call__", function)  # noqa: B004
    code = getattr(function, "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}" if code else repr(function)
