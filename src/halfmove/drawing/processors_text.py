"""A chart of processors as text of at most 80 columns."""

from __future__ import annotations

import string
import textwrap
from collections.abc import Iterator

from halfmove.base.printable import printable_line
from halfmove.drawing.processors import Chart, folded, group_name

WIDTH = 80
_ROWS, _LINES = 40, 60  # of processors, and of all strips below each other
_LETTERS = string.ascii_uppercase + string.ascii_lowercase
_IDLE, _TRANSIT, _NOBODY = "·", "~", "?"
_SHADES = "░▒▓█"
_TIED = "\u00a0"  # no line ends here
_NAMED = 12  # up to this many jobs are named


def chart_text(chart: Chart) -> str:
    """A letter for each leaf, or shades where that needs too much room."""
    names = [group_name(row, 1, chart.processors) for row in range(min(chart.processors, _ROWS + 1))]
    room = WIDTH - max(map(len, names)) - 2
    strips = -(-chart.rounds // room)
    fits = chart.processors <= _ROWS and strips * (chart.processors + 2) <= max(_LINES, chart.processors + 2)
    body = _letters(chart, names, room) if fits else _shades(chart)
    lines = [line for each in (chart.title, *body, "", *chart.notes, *_legend(chart, fits)) for line in _wrapped(each)]
    return "\n".join(printable_line(line) for line in lines)


def _letters(chart: Chart, names: list[str], room: int) -> Iterator[str]:
    cells = [[_IDLE] * chart.rounds for _ in range(chart.processors)]
    for block in chart.blocks:
        cells[block.processor][block.round] = _sign(chart, block.job)
    for wait in chart.waits:
        cells[wait.processor][wait.round : wait.round + wait.rounds] = _TRANSIT * wait.rounds
    wide = max(map(len, names))
    for begin in range(0, chart.rounds, room):
        end = min(begin + room, chart.rounds)
        if begin:
            yield ""
        yield " " * (wide + 2) + _scale(begin, end, 1)
        for name, row in zip(names, cells, strict=True):
            yield f"{name:>{wide}}  " + "".join(row[begin:end])


def _shades(chart: Chart) -> Iterator[str]:
    largest = group_name(chart.processors - 1, 1, chart.processors)
    shares = folded(chart, _ROWS // 2, WIDTH - 2 * len(largest) - 3)
    names = [group_name(row * shares.down, shares.down, chart.processors) for row in range(len(shares.cells))]
    wide = max(map(len, names))
    yield " " * (wide + 2) + _scale(0, len(shares.cells[0]), shares.across)
    for name, row in zip(names, shares.cells, strict=True):
        yield f"{name:>{wide}}  " + "".join(_shade(share) for share in row)


def _shade(share: float) -> str:
    return _SHADES[min(3, int(4 * share))] if share > 0 else _IDLE


def _scale(begin: int, end: int, across: int) -> str:
    """Numbers of rounds, each ending at its column."""
    line = ""
    for column in range(begin + 1, end + 1):
        number = f"{column * across:,}"
        if (column == 1 or column % 10 == 0) and (not line or len(line) + len(number) < column - begin):
            line = line.ljust(max(0, column - begin - len(number))) + number
    return line


def _sign(chart: Chart, job: int) -> str:
    return _LETTERS[job % len(_LETTERS)] if chart.jobs[job] else _NOBODY


def _legend(chart: Chart, fits: bool) -> Iterator[str]:
    if not fits:
        shares = folded(chart, _ROWS // 2, WIDTH)
        who = "a processor" if shares.down == 1 else "a group of processors"
        yield f"{who} in each row, time to the right: {_SHADES} up to 25, 50, 75, 100 % work; {_IDLE} no leaf at all"
        return
    signs = ["a letter: a leaf, for the job with this letter", f"{_IDLE} idle"]
    signs += [f"{_TRANSIT} work is on its way"] * bool(chart.waits)
    signs += [f"{_NOBODY} a leaf that nobody needs anymore"] * ("" in chart.jobs)
    signs += ["letters repeat"] * (len(chart.jobs) > len(_LETTERS))
    yield "; ".join(signs)
    named = [f"{_sign(chart, job)}{_TIED}{chart.job_name(job)}" for job, name in enumerate(chart.jobs) if name]
    yield "jobs: " + ", ".join(named[:_NAMED]) + (f" and {len(named) - _NAMED:,} more" if len(named) > _NAMED else "")


def _wrapped(line: str) -> list[str]:
    lines = [line] if len(line) <= WIDTH else textwrap.wrap(line, WIDTH, subsequent_indent="  ")
    return [each.replace(_TIED, " ") for each in lines]
