"""A kernel that ends without `return`: which one it is, and on which line."""

from __future__ import annotations

import dis
from collections.abc import Iterator
from types import FunctionType
from typing import Any


def told_by(kernel: Any, error: TypeError) -> str | None:
    """The sentence about a kernel that stumbled over the None of another call; None if the error is about another.

    Python only complains where the None is used: at the minus before the call. The copies of a kernel that run have
    its own code.
    """
    its_own = any(_raised_in(error) is each.__code__ for each in _with_called(kernel))
    return told(kernel) if its_own and "NoneType" in str(error) else None


def told(kernel: Any) -> str | None:
    """The sentence about a kernel, or one that it calls, which can return None; None if each path returns something."""
    for function in _with_called(kernel):
        for line in _lines_without_value(function):
            place = f"{function.__code__.co_filename}:{line}"
            return (
                f"the kernel {function.__name__} returned None instead of a score: at {place} it ends without "
                "one, where something like `return best` is needed"
            )
    return None


def _raised_in(error: TypeError) -> Any:
    """The code of the function in which an error was raised."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    return None if place is None else place.tb_frame.f_code


def _with_called(kernel: FunctionType) -> Iterator[FunctionType]:
    yield kernel
    for name in kernel.__code__.co_names:
        called: Any = kernel.__globals__.get(name)
        if getattr(called, "is_kernel", False) and called is not kernel:
            yield called


def _lines_without_value(function: FunctionType) -> Iterator[int]:
    """The lines after which a function returns None."""
    before = None
    for each in dis.get_instructions(function):
        loads_none = before is not None and before.opname == "LOAD_CONST" and before.argval is None
        if (each.opname == "RETURN_VALUE" and loads_none) or (each.opname == "RETURN_CONST" and each.argval is None):
            line = each.positions.lineno if each.positions is not None else None
            yield line or function.__code__.co_firstlineno
        before = each
