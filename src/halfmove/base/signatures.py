"""The arguments of a function, whether it is a generator, and where it is defined.

>>> takes(lambda p, move: p, 2), yields(lambda p: p)
(True, False)
"""

from __future__ import annotations

import inspect
from functools import lru_cache
from typing import Any

# Reading signatures is slow, and thousands of trees are made from the same few functions.


def _cached(test: Any, function: Any, *more: Any) -> Any:
    """The answer of a cached function; `function` may be an object that cannot be hashed."""
    try:
        return test(function, *more)
    except TypeError:
        return test.__wrapped__(function, *more)


def takes(function: Any, count: int) -> bool:
    """Whether a function can be called with `count` arguments."""
    return bool(_cached(_takes, function, count))


@lru_cache(maxsize=64)
def _takes(function: Any, count: int) -> bool:
    try:
        inspect.signature(function).bind(*range(count))
    except TypeError:
        return False
    except ValueError:  # some built-in functions have no signature
        return True
    return True


def has_parameter(function: Any, parameter: str) -> bool:
    """Whether a function has a parameter that can be given by this name."""
    try:
        found = inspect.signature(function).parameters.get(parameter)
        return found is not None and found.kind is not inspect.Parameter.POSITIONAL_ONLY
    except (TypeError, ValueError):  # some built-in functions have no signature
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
    function = inspect.unwrap(getattr(function, "func", function))  # the function of a partial
    if not hasattr(function, "__code__"):  # a callable object
        function = getattr(type(function), "__call__", function)  # noqa: B004
    code = getattr(function, "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}" if code else repr(function)
