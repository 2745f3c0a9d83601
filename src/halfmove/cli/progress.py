"""How far something is, and the time left, on standard error: a bar on a terminal, else a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from halfmove.base.printable import printable_line
from halfmove.cli.live import on_top
from halfmove.cli.streams import say, sign_of_life, unfiltered_messages
from halfmove.engine.native.compiling import silent

_EVERY = 0.1  # seconds between two drawings
_A_LINE_EVERY = 10.0  # seconds
_BAR = 20  # columns


class Bar:
    """A bar that is drawn when it is told how far things are."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar
        self._tasks: dict[str, Any] = {}
        self._shown = 0.0
        self._drawing = False

    def __call__(self, what: str, done: int, total: int, unit: str) -> None:
        """Show how many units of how many are done; another `unit` begins another bar in place of the first."""
        what = printable_line(what)
        if unit not in self._tasks:
            self._tasks[unit] = self._bar.add_task(what, total=total, unit=unit)
        for other, task in self._tasks.items():
            self._bar.update(task, visible=other == unit)
        self._bar.update(self._tasks[unit], description=what, completed=done, total=total)
        if time.monotonic() - self._shown > _EVERY or done == total:
            self._draw()

    def _draw(self) -> None:
        self._drawing = True
        self._bar.refresh()
        self._drawing, self._shown = False, time.monotonic()
        sign_of_life()

    def tick(self) -> None:
        """Draw it again: its clock has gone on."""
        if self._tasks and not self._drawing:
            self._draw()

    def clear(self) -> None:
        """Make room for a line that stays; the bar is drawn again below it."""
        if self._tasks and not self._drawing:
            unfiltered_messages().write("\r\x1b[2K")


class Quiet(Bar):
    """Where standard error is no terminal: a line now and then, of what takes long."""

    def __init__(self) -> None:
        self._told = time.monotonic()

    def __call__(self, what: str, done: int, total: int, unit: str) -> None:
        if time.monotonic() - self._told > _A_LINE_EVERY and done < total:
            self._told = time.monotonic()
            say(f"{what}: {done} of {total} {unit}")

    def tick(self) -> None: ...

    def clear(self) -> None: ...


@contextmanager
def progress() -> Iterator[Bar]:
    if not sys.stderr.isatty():
        yield Quiet()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeElapsedColumn as Elapsed
    from rich.progress import TimeRemainingColumn as Remaining

    texts = ("{task.description}", "{task.fields[unit]}", "left")
    what, unit, left = (TextColumn(text, markup=False) for text in texts)
    columns = (what, BarColumn(_BAR), MofNCompleteColumn(), unit, Elapsed(), Remaining(), left)
    # It is drawn when `Bar` is called: with a thread that draws it, a study could not fork its processes.
    # Nothing that others print is taken over by it: that stays with the streams, which write out what steers.
    how: dict[str, Any] = {"transient": True, "auto_refresh": False, "redirect_stdout": False, "redirect_stderr": False}
    with Progress(*columns, console=Console(file=unfiltered_messages()), **how) as drawn:
        bar = Bar(drawn)
        with on_top(bar), silent():
            yield bar
