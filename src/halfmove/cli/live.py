"""One line on standard error that is written again and again, on a terminal only: what a player thinks meanwhile."""

from __future__ import annotations

import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from halfmove.printable import printable_line

_EVERY = 0.1  # seconds between two drawings
_PATIENCE = 2.0  # seconds until a clock is shown


class LiveLine:
    """A line that the next one covers."""

    def __init__(self) -> None:
        self._length = 0
        self._drawn = 0.0

    def __call__(self, words: Callable[[], str]) -> None:
        """Show what `words` answers, unless something was shown just now."""
        if time.monotonic() - self._drawn >= _EVERY:
            self._drawn = time.monotonic()
            self._draw(words())

    def _draw(self, words: str) -> None:
        width = shutil.get_terminal_size((80, 24)).columns - 1
        line = printable_line(words)
        line = line if len(line) <= width else f"{line[: width - 3]}..."
        sys.stderr.write(f"{line:<{self._length}}\r")
        sys.stderr.flush()
        self._length = len(line)

    def clear(self) -> None:
        if self._length:
            self._draw("")


class _Nothing(LiveLine):
    """Where standard error is no terminal."""

    def __call__(self, words: Callable[[], str]) -> None: ...


@contextmanager
def live_line() -> Iterator[LiveLine]:
    """A live line, which is gone at the end."""
    line = LiveLine() if sys.stderr.isatty() else _Nothing()
    try:
        yield line
    finally:
        line.clear()


@contextmanager
def ticking(line: LiveLine, what: str) -> Iterator[None]:
    """Show how many seconds something takes that tells nothing itself, as soon as it takes long.

    No thread does that: a process with threads cannot be copied to compile.
    """
    alone = threading.current_thread() is threading.main_thread()
    if isinstance(line, _Nothing) or not alone or not hasattr(signal, "setitimer"):
        yield
        return
    began = time.monotonic()

    def tick(*_: Any) -> None:
        line(lambda: f"{what}: {time.monotonic() - began:.0f} s")

    before = signal.signal(signal.SIGALRM, tick)
    signal.setitimer(signal.ITIMER_REAL, _PATIENCE, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
