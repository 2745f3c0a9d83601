"""One line on standard error that is drawn again and again while a command runs, on a terminal only.

`watching` makes sure that a terminal never shows nothing new for long. It uses a timer signal and no thread, because a
process with threads cannot be forked to compile.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from halfmove.base.printable import printable_line
from halfmove.cli import streams

_EVERY = 0.1  # seconds between two drawings
_PATIENCE = 1.8  # seconds without anything new on the screen


class TerminalLine:
    """The last line of the terminal, which each drawing covers."""

    def __init__(self) -> None:
        self._is_shown = False
        self._drawn = 0.0

    def is_due(self) -> bool:
        """Whether the last drawing is long enough ago for the next one."""
        return time.monotonic() - self._drawn >= _EVERY

    def draw(self, line: str) -> None:
        """Draw a printable line that is at most `width` columns wide."""
        self._drawn, self._is_shown = time.monotonic(), bool(line)
        streams.draw_over(line)

    def tick(self) -> None:
        """Draw the line again with the present time."""

    def clear(self) -> None:
        """Make room for a line that stays."""
        if self._is_shown:
            self.draw("")


class LiveLine(TerminalLine):
    """What a command is doing, in words."""

    def __init__(self, what: str = "") -> None:
        super().__init__()
        self.what, self.began = what, time.monotonic()
        self._words = ""

    def __call__(self, words: Callable[[], str]) -> None:
        """Show what `words` returns, unless something was drawn just now."""
        if self.is_due():
            streams.sign_of_life()
            self._words = words()
            self.draw(_cut(self._words))

    def tick(self) -> None:
        """Show how long it has taken so far."""
        words = self._words or self.what
        if words:
            self.draw(_cut(f"{words}: {time.monotonic() - self.began:.0f} s"))


class _NoLine(LiveLine):
    """Draws nothing: standard error is not a terminal."""

    def __call__(self, words: Callable[[], str]) -> None: ...

    def tick(self) -> None: ...


_shown: list[TerminalLine] = []  # the innermost last; only that one is drawn


def width() -> int:
    """The columns of a line. The last column stays free: some terminals wrap when it is used."""
    return max(streams.columns_of(sys.stderr) - 1, 1)


def _cut(words: str) -> str:
    line, room = printable_line(words), width()
    return line if len(line) <= room else f"{line[: max(room - 3, 0)]}..."[:room]


@contextmanager
def on_top(line: TerminalLine) -> Iterator[None]:
    """Show this line, until the block ends or another line is put on top."""
    _clear()
    _shown.append(line)
    try:
        yield
    finally:
        line.clear()
        _shown.remove(line)


@contextmanager
def live_line() -> Iterator[LiveLine]:
    """A live line, which is gone at the end."""
    line = LiveLine(getattr(_shown[-1], "what", "") if _shown else "") if sys.stderr.isatty() else _NoLine()
    with on_top(line):
        yield line


@contextmanager
def ticking(line: LiveLine, what: str) -> Iterator[None]:
    """For work that reports nothing itself: if it takes long, the line says what it is and for how many seconds."""
    before = line.what, line.began
    line.what, line.began = what, time.monotonic()
    try:
        yield
    finally:
        line.what, line.began = before


@contextmanager
def watching(what: str) -> Iterator[None]:
    """While the block runs, a terminal shows something new at least every two seconds."""
    in_main_thread = threading.current_thread() is threading.main_thread()
    if not in_main_thread or not sys.stderr.isatty() or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, _tick)
    signal.setitimer(signal.ITIMER_REAL, _PATIENCE, _PATIENCE / 2)
    try:
        with on_top(LiveLine(what)):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def now(what: str) -> None:
    """Say on the line what the command is doing now."""
    if _shown and isinstance(_shown[-1], LiveLine):
        _shown[-1].what = what


def _tick(*_: Any) -> None:
    if _shown and streams.quiet_for() >= _PATIENCE / 2:
        with suppress(RuntimeError):  # the signal came in the middle of a write, which shows something new too
            _shown[-1].tick()


def _clear() -> None:
    if _shown:
        _shown[-1].clear()


streams.before_output.append(_clear)
