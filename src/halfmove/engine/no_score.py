"""A kernel that ends without `return`: which one it is, and on which line."""

from __future__ import annotations

import dis
from collections.abc import Iterator
from types import FunctionType
from typing import Any


def told(kernel: Any) -> str | None:
    """The sentence about a kernel, or one that it calls, which can return None; None if each path returns something.

    Python itself only complains where the None is used: at the minus before another call of the kernel.
    """
    for function in _with_called(kernel):
        for line in _lines_without_value(function):
            place = f"{function.__code__.co_filename}:{line}"
            return (
                f"the kernel {function.__name__} returned None instead of a score: at {place} it ends without "
                "one, where something like `return best` is needed"
            )
    return None


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
