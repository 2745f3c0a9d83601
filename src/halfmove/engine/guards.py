"""Guards around kernels: heights that must fall, a missing `return`, and Python's recursion limit.

Heights. A user's kernel must pass a smaller `height` to the children of a node. If it passes its own height, it
searches deeper than it says and has a wrong best line, and nothing would show that. In plain Python `enter` is guarded
against this. In machine code a user's kernel may only use heights that its memory has room for. The kernels of this
package are tested instead.

A missing `return`. If a kernel returns None, the error names the kernel and the line.

The recursion limit. It holds for the whole process, and lowering it can end a process in which another thread is
deeper. So only a search that ran out of frames raises it, and the last search to end restores it.
"""

from __future__ import annotations

import dis
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from types import FunctionType
from typing import Any

from halfmove.base.signatures import where
from halfmove.errors import UsageError
from halfmove.kernels.primitives import TOO_HIGH, enter, fail
from halfmove.parts.lines import extend_line


def around(kernel: Any) -> dict[Any, Any]:
    """The functions around primitives of this kernel in plain Python: primitive -> function."""
    return {} if is_ours(kernel) else {enter: enter_below}


def around_native(kernel: Any) -> dict[Any, Any]:
    """The same in machine code."""
    return {} if is_ours(kernel) else {enter: enter_within, extend_line: extend_within}


def is_ours(kernel: Any) -> bool:
    return (kernel.__module__ or "").partition(".")[0] == "halfmove"


def begin(run: Any, kernel: Any) -> None:
    """Prepare the guards for a search by this kernel."""
    run.entered, run.refuse_height = None, partial(_refuse, kernel)


def enter_below(game, p, height, a, b, run):
    above = run.entered  # the node that is being searched, and its height
    # The same node may be searched again at its height, by this kernel or by another.
    if above is not None and height >= above[1] and (height > above[1] or p != above[0]):
        run.refuse_height(above[1], height)
    run.entered = p, height
    score = enter(game, p, height, a, b, run)
    run.entered = above
    return score


def enter_within(game, p, height, a, b, run):
    if height > run.height:
        fail(run, TOO_HIGH)
    return enter(game, p, height, a, b, run)


def extend_within(run, height, move):
    if height < 1 or height > run.height:
        fail(run, TOO_HIGH)
    extend_line(run, height, move)


def too_high(kernel: Any) -> UsageError:
    """The error for a kernel that was stopped in machine code."""
    return UsageError(
        f"{kernel.__name__}, or a kernel that it calls, passes a height that is larger than that of the root, or "
        f"remembers a move at a height that no node has; pass height - 1 ({where(kernel)})"
    )


def _refuse(kernel: Any, above: int, height: int) -> None:
    raise UsageError(
        f"{kernel.__name__}, or a kernel that it calls: a node at height {above} searches a child at height {height}; "
        f"pass height - 1 ({where(kernel)})"
    )


def explain_none_error(kernel: Any, error: TypeError) -> str | None:
    """Explain an error that a kernel raised because another call returned None; None if it is a different error.

    Python raises the error only where the None is used: at the minus before the call. The copies of a kernel that run
    share its code object.
    """
    its_own = any(_raised_in(error) is each.__code__ for each in _with_called(kernel))
    return explain_missing_return(kernel) if its_own and "NoneType" in str(error) else None


def explain_missing_return(kernel: Any) -> str | None:
    """Explain where a kernel, or one that it calls, can return None; None if all paths return something."""
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
    """The lines at which a function returns None."""
    before = None
    for each in dis.get_instructions(function):
        loads_none = before is not None and before.opname == "LOAD_CONST" and before.argval is None
        if (each.opname == "RETURN_VALUE" and loads_none) or (each.opname == "RETURN_CONST" and each.argval is None):
            line = each.positions.lineno if each.positions is not None else None
            yield line or function.__code__.co_firstlineno
        before = each


_lock = threading.Lock()
_wanted: list[int] = []  # extra frames of each running search, most of them 0
_before = 0  # the limit when the first of them began


@contextmanager
def more_frames(frames: int) -> Iterator[None]:
    """Raise the recursion limit by this many frames during a search; 0 leaves the limit alone."""
    global _before
    with _lock:
        if not _wanted:
            _before = sys.getrecursionlimit()
        _wanted.append(frames)
        if _before + frames > sys.getrecursionlimit():
            sys.setrecursionlimit(min(_before + frames, (1 << 31) - 1))
    try:
        yield
    finally:
        with _lock:
            _wanted.remove(frames)
            if not _wanted and sys.getrecursionlimit() != _before:
                sys.setrecursionlimit(_before)
