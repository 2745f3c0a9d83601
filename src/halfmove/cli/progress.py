"""How far something is, and the time left: a bar on standard error, on a terminal only."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from halfmove.cli.streams import unfiltered_messages
from halfmove.printable import printable_line

_EVERY = 0.1  # seconds between two drawings


class Bar:
    """A bar that is drawn when it is told how far things are."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar
        self._tasks: dict[str, Any] = {}
        self._shown = 0.0

    def __call__(self, what: str, done: int, total: int, unit: str) -> None:
        """Show how many units of how many are done; another `unit` begins another bar in place of the first."""
        what = printable_line(what)
        if unit not in self._tasks:
            self._tasks[unit] = self._bar.add_task(what, total=total, unit=unit)
        for other, task in self._tasks.items():
            self._bar.update(task, visible=other == unit)
        self._bar.update(self._tasks[unit], description=what, completed=done, total=total)
        if time.monotonic() - self._shown > _EVERY or done == total:
            self._bar.refresh()
            self._shown = time.monotonic()


class Quiet(Bar):
    def __init__(self) -> None: ...

    def __call__(self, what: str, done: int, total: int, unit: str) -> None: ...


@contextmanager
def progress() -> Iterator[Bar]:
    if not sys.stderr.isatty():
        yield Quiet()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    what, unit = (TextColumn(text, markup=False) for text in ("{task.description}", "{task.fields[unit]}"))
    columns = (what, BarColumn(), MofNCompleteColumn(), unit, TimeRemainingColumn())
    # It is drawn when `Bar` is called: with a thread that draws it, a study could not fork its processes.
    # Nothing that others print is taken over by it: that stays with the streams, which write out what steers.
    how: dict[str, Any] = {"transient": True, "auto_refresh": False, "redirect_stdout": False, "redirect_stderr": False}
    with Progress(*columns, console=Console(file=unfiltered_messages()), **how) as bar:
        yield Bar(bar)
