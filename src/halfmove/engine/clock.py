"""One deadline for a whole call, and how a search is stopped.

A search reads the clock itself, about once in a millisecond (`look_around` in `kernels/limits.py`). Machine code gets
the address of the system's clock, and the address of `_check_signals`, which it calls fifty times a second. Python then
runs pending signal handlers, such as that of Ctrl-C.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

NEVER = (1 << 63) - 1


def deadline_after(seconds: float | None) -> int:
    """The time this many seconds from now, in nanoseconds of the monotonic clock."""
    if seconds is None:
        return NEVER
    return min(NEVER, time.monotonic_ns() + int(min(seconds, 1e9) * 1e9))


_interrupted: dict[int, BaseException] = {}  # by thread
_stop_checks: dict[int, Callable[[], bool]] = {}  # by thread: whether its machine code must stop


@contextmanager
def stopping_when(should_stop: Callable[[], bool] | None) -> Iterator[None]:
    """In this block, machine code of this thread stops when `should_stop`, called now and then, returns True."""
    here = threading.get_ident()
    before = _stop_checks.pop(here, None)
    if should_stop is not None:
        _stop_checks[here] = should_stop
    try:
        yield
    finally:
        _stop_checks.pop(here, None)
        if before is not None:
            _stop_checks[here] = before


def _check_signals() -> int:
    """Called from machine code, so that pending signal handlers run. Returns 1 if it must stop, else 0."""
    here = threading.get_ident()
    should_stop = _stop_checks.get(here)
    return 1 if here in _interrupted or (should_stop is not None and should_stop()) else 0


_c_check_signals = ctypes.CFUNCTYPE(ctypes.c_int64)(_check_signals)


def catch_signal_errors() -> None:
    """Catch what signal handlers raise while machine code runs: Python passes it to `sys.unraisablehook`."""
    if sys.unraisablehook is not _on_unraisable:
        _earlier_hooks.append(sys.unraisablehook)
        sys.unraisablehook = _on_unraisable


_earlier_hooks: list[Any] = []  # hooks that were installed before ours
_forwarding = threading.local()


def _on_unraisable(lost: Any) -> None:
    # Since Python 3.13 `lost.object` is not the function any more; but the traceback always begins in it.
    trace = lost.exc_traceback
    if trace is not None and trace.tb_frame.f_code is _check_signals.__code__ and lost.exc_value is not None:
        _interrupted[threading.get_ident()] = lost.exc_value
    elif getattr(_forwarding, "on", False):  # another hook passed it back to us
        sys.__unraisablehook__(lost)
    else:
        _forwarding.on = True
        try:
            _earlier_hooks[-1](lost)
        finally:
            _forwarding.on = False


def raise_interrupt() -> None:
    """Raise what a signal handler raised while machine code ran."""
    error = _interrupted.pop(threading.get_ident(), None)
    if error is not None:
        raise error


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.POINTER(ctypes.c_int64))
def _python_clock(_which: int, words: Any) -> int:
    """`clock_gettime` for a system that does not have it."""
    words[0], words[1] = divmod(time.monotonic_ns(), 1_000_000_000)
    return 0


def _system_clock() -> int:
    try:
        found = ctypes.cast(ctypes.CDLL(None).clock_gettime, ctypes.c_void_p).value
    except (AttributeError, OSError, TypeError):
        found = None
    return found or ctypes.cast(_python_clock, ctypes.c_void_p).value or 0


CHECK_SIGNALS: int = ctypes.cast(_c_check_signals, ctypes.c_void_p).value or 0
CLOCK: int = _system_clock()
