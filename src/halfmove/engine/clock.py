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
_asked: dict[int, Callable[[], bool]] = {}  # by thread: whether machine code that runs in it is to stop


@contextmanager
def asking(ask: Callable[[], bool] | None) -> Iterator[None]:
    """While this lasts machine code of this thread asks now and then whether to stop."""
    here = threading.get_ident()
    before = _asked.pop(here, None)
    if ask is not None:
        _asked[here] = ask
    try:
        yield
    finally:
        _asked.pop(here, None)
        if before is not None:
            _asked[here] = before


def _python_looks() -> int:
    """Called from machine code; not 0 if it is to stop. Signal handlers that wait to be run are run here."""
    here = threading.get_ident()
    ask = _asked.get(here)
    return 1 if here in _interrupted or (ask is not None and ask()) else 0


_look = ctypes.CFUNCTYPE(ctypes.c_int64)(_python_looks)


def listen() -> None:
    """Hear what signal handlers raise while machine code runs: Python hands it to a hook, for lack of a caller."""
    if sys.unraisablehook is not _heard:
        _others.append(sys.unraisablehook)
        sys.unraisablehook = _heard


_others: list[Any] = []  # hooks that were there before
_passing = threading.local()


def _heard(lost: Any) -> None:
    # Python 3.13 no longer names the function as `lost.object`; it is always where the trace begins.
    trace = lost.exc_traceback
    if trace is not None and trace.tb_frame.f_code is _python_looks.__code__ and lost.exc_value is not None:
        _interrupted[threading.get_ident()] = lost.exc_value
    elif getattr(_passing, "on", False):  # another hook hands it back
        sys.__unraisablehook__(lost)
    else:
        _passing.on = True
        try:
            _others[-1](lost)
        finally:
            _passing.on = False


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


HOME: int = ctypes.cast(_look, ctypes.c_void_p).value or 0
CLOCK: int = _system_clock()
