"""One deadline for a whole call, and the ways in which a search is told to stop.

A search reads the clock itself, about once in a millisecond (`look_around` in the vocabulary). A compiled one gets
the address of the system's clock, and that of a function here that it calls fifty times a second: Python can then run
what waits to be run, such as the handler of Ctrl-C.
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
    """The time, in nanoseconds of the monotonic clock, that so many seconds from now are."""
    if seconds is None:
        return NEVER
    return min(NEVER, time.monotonic_ns() + int(min(seconds, 1e9) * 1e9))


_interrupted: dict[int, BaseException] = {}  # by thread
_stop_checks: dict[int, Callable[[], bool]] = {}  # by thread: whether machine code that runs in it is to stop


@contextmanager
def stopping_when(should_stop: Callable[[], bool] | None) -> Iterator[None]:
    """While this lasts machine code of this thread asks now and then whether to stop."""
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
    """Called from machine code; not 0 if it is to stop. Signal handlers that wait to be run are run here."""
    here = threading.get_ident()
    should_stop = _stop_checks.get(here)
    return 1 if here in _interrupted or (should_stop is not None and should_stop()) else 0


_c_check_signals = ctypes.CFUNCTYPE(ctypes.c_int64)(_check_signals)


def catch_signal_errors() -> None:
    """Hear what signal handlers raise while machine code runs: Python hands it to a hook, for lack of a caller."""
    if sys.unraisablehook is not _on_unraisable:
        _earlier_hooks.append(sys.unraisablehook)
        sys.unraisablehook = _on_unraisable


_earlier_hooks: list[Any] = []  # hooks that were there before
_forwarding = threading.local()


def _on_unraisable(lost: Any) -> None:
    # Python 3.13 no longer names the function as `lost.object`; it is always where the trace begins.
    trace = lost.exc_traceback
    if trace is not None and trace.tb_frame.f_code is _check_signals.__code__ and lost.exc_value is not None:
        _interrupted[threading.get_ident()] = lost.exc_value
    elif getattr(_forwarding, "on", False):  # another hook hands it back
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
    """`clock_gettime` where the system has none."""
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
