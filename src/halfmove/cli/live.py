"""Signs of life on standard error, on a terminal only: one line that is written again and again.

While a command runs, `watching` sees to it that a person never looks at nothing for long. No thread does that: a
process with threads cannot be copied to compile.
"""

from __future__ import annotations

import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from halfmove.base.printable import printable_line
from halfmove.cli import streams

_EVERY = 0.1  # seconds between two drawings
_PATIENCE = 1.8  # seconds without a sign of life


class Ticks(Protocol):
    """What can show that time goes by."""

    def tick(self) -> None: ...

    def clear(self) -> None: ...


_shown: list[Ticks] = []  # what shows that something goes on, the innermost last


class LiveLine:
    """A line that the next one covers."""

    def __init__(self, what: str = "") -> None:
        self.what, self.began = what, time.monotonic()
        self._words = ""
        self._length = 0
        self._drawn = 0.0

    def __call__(self, words: Callable[[], str]) -> None:
        """Show what `words` answers, unless something was shown just now."""
        if time.monotonic() - self._drawn >= _EVERY:
            self._drawn = time.monotonic()
            self._words = words()
            self._draw(self._words)

    def tick(self) -> None:
        """Show how long it has been going on."""
        words = self._words or self.what
        if words:
            self._draw(f"{words}: {time.monotonic() - self.began:.0f} s")

    def _draw(self, words: str) -> None:
        width = shutil.get_terminal_size((80, 24)).columns - 1
        line = printable_line(words)
        line = line if len(line) <= width else f"{line[: width - 3]}..."
        sys.stderr.write(f"{line:<{width}}\r")  # over whatever is there: others write such lines too
        sys.stderr.flush()
        self._length = len(line)

    def clear(self) -> None:
        if self._length:
            self._draw("")


class _Nothing(LiveLine):
    """Where standard error is no terminal."""

    def __call__(self, words: Callable[[], str]) -> None: ...

    def tick(self) -> None: ...


@contextmanager
def on_top(sign: Ticks) -> Iterator[None]:
    """This shows that something goes on, until something inside does."""
    _clear()
    _shown.append(sign)
    try:
        yield
    finally:
        sign.clear()
        _shown.remove(sign)


@contextmanager
def live_line() -> Iterator[LiveLine]:
    """A live line, which is gone at the end."""
    line = LiveLine(getattr(_shown[-1], "what", "") if _shown else "") if sys.stderr.isatty() else _Nothing()
    with on_top(line):
        yield line


@contextmanager
def ticking(line: LiveLine, what: str) -> Iterator[None]:
    """Something goes on that tells nothing itself: if it takes long, the line says what, and how many seconds."""
    before = line.what, line.began
    line.what, line.began = what, time.monotonic()
    try:
        yield
    finally:
        line.what, line.began = before


@contextmanager
def watching(what: str) -> Iterator[None]:
    """A person at a terminal sees at least every two seconds that something goes on, by something on the screen."""
    alone = threading.current_thread() is threading.main_thread()
    if not alone or not sys.stderr.isatty() or not hasattr(signal, "setitimer"):
        yield
        return
    streams.before_output.append(_clear)
    before = signal.signal(signal.SIGALRM, _tick)
    signal.setitimer(signal.ITIMER_REAL, _PATIENCE, _PATIENCE / 2)
    try:
        with on_top(LiveLine(what)):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        streams.before_output.remove(_clear)


def now(what: str) -> None:
    """This is what goes on."""
    if _shown and isinstance(_shown[-1], LiveLine):
        _shown[-1].what = what


def _tick(*_: Any) -> None:
    if _shown and streams.quiet_for() >= _PATIENCE / 2:
        with suppress(RuntimeError):  # it came in the middle of writing, which is a sign of life too
            _shown[-1].tick()


def _clear() -> None:
    if _shown:
        _shown[-1].clear()
