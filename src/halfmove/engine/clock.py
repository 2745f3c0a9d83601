"""One deadline for a whole call, and the ways in which a search is told to stop.

A search reads the clock itself, about once in a millisecond (`look_around` in the vocabulary). A compiled one gets
the address of the system's clock, and that of a function here that it calls fifty times a second: Python can then run
what waits to be run, such as the handler of Ctrl-C.
"""

from __future__ import annotations

import ctypes
import time
from typing import Any

NEVER = (1 << 63) - 1


def deadline_after(seconds: float | None) -> int:
    """The time, in nanoseconds of the monotonic clock, that so many seconds from now are."""
    if seconds is None:
        return NEVER
    return min(NEVER, time.monotonic_ns() + int(min(seconds, 1e9) * 1e9))


def seconds_left(deadline: int) -> float | None:
    return None if deadline == NEVER else max(0.0, (deadline - time.monotonic_ns()) / 1e9)


_interrupted: list[BaseException] = []


@ctypes.CFUNCTYPE(ctypes.c_int64)
def _look() -> int:
    """Called from machine code: whatever signal handlers raise ends the search and is raised again behind it."""
    try:
        for _ in range(2):  # a few bytecodes, so that pending handlers run here
            time.sleep(0)
    except BaseException as error:
        _interrupted.append(error)
        return 1
    return 0


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


def raise_interrupt() -> None:
    """Raise what a signal handler raised while machine code ran."""
    if _interrupted:
        raise _interrupted.pop()
