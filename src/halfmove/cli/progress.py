"""Progress on standard error: a bar on a terminal, otherwise a line every ten seconds."""

from __future__ import annotations

import math
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from halfmove.base.printable import printable_line
from halfmove.cli.live import TerminalLine, on_top, width
from halfmove.cli.streams import faint, green, say, sign_of_life
from halfmove.engine import silent

_LOG_EVERY = 10.0  # seconds between two lines of a log
_SPEED_OVER = 30.0  # seconds; the speed of the last ones predicts the rest
_WIDEST, _NARROWEST = 20, 6  # columns of the bar
_SHORT_LABEL = 10  # letters that are left of any label
_DAY = 86400  # seconds


class Task:
    """How many units of how many are done, and since when."""

    def __init__(self, unit: str, now: float) -> None:
        self.label, self.unit, self.began = "", unit, now
        self.done: int = 0
        self.total: int | None = None
        self._samples: deque[tuple[float, int]] = deque()  # (time, units done)

    def resume(self) -> None:
        """Forget the speed: something else was going on in between."""
        self._samples.clear()

    def update(self, label: str, done: int, total: int | None, now: float) -> None:
        """Note how far it is now; `total` is None where nobody knows it."""
        self.label, self.done, self.total = label, done, total
        self._samples.append((now, done))
        while len(self._samples) > 2 and self._samples[1][0] < now - _SPEED_OVER:
            self._samples.popleft()

    @property
    def is_done(self) -> bool:
        return self.total is not None and self.done >= self.total

    def seconds_left(self, now: float) -> float | None:
        """The estimated time to the end; None where it is unknown."""
        if self.total is None or self.is_done or not self._samples:
            return None
        (first, before), (last, done) = self._samples[0], self._samples[-1]
        if last <= first or done <= before:
            return None
        each = (last - first) / (done - before)
        # Time that went by since the last report is part of one unit.
        return (self.total - self.done) * each - min(now - last, each)


def bar_line(task: Task, now: float, room: int) -> str:
    """A task as one line of at most `room` columns: what it is, a bar, how many of how many, time taken and left.

    Where the terminal is narrow, the label is shortened first. Then the time taken, the unit, the time left and the
    bar are left out, in this order.
    """
    label = printable_line(task.label)
    short = _shortened(label, max(_SHORT_LABEL, room // 3))
    count = f"{task.done:,}" if task.total is None else f"{task.done:,} of {task.total:,}"
    with_unit, taken, left = f"{count} {task.unit}", clock(now - task.began), _left(task, now)
    for name, counted, *times in (
        (label, with_unit, taken, left),
        (short, with_unit, taken, left),
        (short, with_unit, left),
        (short, count, left),
        (short, count),
    ):
        end = "  ".join([counted, *[", ".join(part for part in times if part)] * any(times)])
        spare = room - len(name) - len(end) - 2
        if task.total is None and spare >= -1:
            return f"{name} {end}"
        if task.total is not None and spare >= _NARROWEST:
            return f"{name} {_bar(task.done, task.total, min(_WIDEST, spare))} {end}"
    return _shortened(f"{short} {count}", room)


def _left(task: Task, now: float) -> str:
    seconds = task.seconds_left(now)
    return "" if seconds is None else f"{clock(math.ceil(seconds))} left"


def _shortened(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: max(room - 3, 0)]}..."[:room]


def _bar(done: int, total: int, columns: int) -> str:
    halves = 2 * columns if done >= total else max(2 * columns * done // total, 0)
    full, half = divmod(halves, 2)
    if not _has_lines():
        return "#" * full + "-" * (columns - full)
    return green("━" * full + "╸" * half) + faint("─" * (columns - full - half))


def _has_lines() -> bool:
    return (sys.stderr.encoding or "").lower().startswith("utf")


def clock(seconds: float) -> str:
    """Whole seconds as a clock shows them: 0:07, 12:34, 1:02:03; many hours as days."""
    whole = max(int(seconds), 0)
    if whole >= 4 * _DAY:
        return f"{whole / _DAY:,.0f} days"
    minutes, second = divmod(whole, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


class Bar(TerminalLine):
    """Draws the task that was reported last."""

    def __init__(self) -> None:
        super().__init__()
        self._tasks: dict[str, Task] = {}
        self._task: Task | None = None

    def __call__(self, what: str, done: int, total: int | None, unit: str) -> None:
        """Show how many units of how many are done; another `unit` is another task, drawn in place of the first."""
        now = time.monotonic()
        task = self._tasks.setdefault(unit, Task(unit, now))
        if task is not self._task:
            task.resume()
        self._task = task
        task.update(what, done, total, now)
        if self.is_due() or task.is_done:
            sign_of_life()
            self.tick()

    def tick(self) -> None:
        if self._task is not None:
            self.draw(bar_line(self._task, time.monotonic(), width()))


class Log(Bar):
    """Draws nothing, because standard error is not a terminal; work that takes long is logged now and then."""

    def __init__(self) -> None:
        super().__init__()
        self._logged = time.monotonic()

    def __call__(self, what: str, done: int, total: int | None, unit: str) -> None:
        if time.monotonic() - self._logged > _LOG_EVERY and (total is None or done < total):
            self._logged = time.monotonic()
            say(f"{what}: {done} {unit}" if total is None else f"{what}: {done} of {total} {unit}")


@contextmanager
def progress() -> Iterator[Bar]:
    """A bar, which is gone at the end. No thread draws it: a study could not fork its processes then."""
    if not sys.stderr.isatty():
        yield Log()
        return
    bar = Bar()
    with on_top(bar), silent():
        yield bar
