"""Tables on standard output, as plain text."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

import click

from halfmove.base.printable import printable_line
from halfmove.cli.streams import bold, room_on

_GAP, _NARROW_GAP = 3, 2
_LEAST = 16  # letters; columns of words are not made narrower than this or their longest word


class _Layout(NamedTuple):
    """The columns that are shown, in parts that are printed one below the other."""

    parts: list[list[int]]
    widths: list[int]
    gap: int

    def width(self, part: Sequence[int]) -> int:
        return sum(self.widths[column] for column in part) + self.gap * (len(part) - 1)


def show(
    title: str,
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    words: Sequence[int] = (0,),
    end: str = "\n",
    optional: Sequence[int] = (),
) -> list[str]:
    """Print a table under its title, without empty columns.

    words      the columns, counted from 0 or from -1, that hold words and not numbers
    optional   columns that are left out, in this order, if the terminal is too narrow

    Returns the headings of the columns left out. If there is still no room, the last columns are printed below, with
    the first ones repeated.
    """
    lines = [[printable_line(cell) for cell in line] for line in (headings, *rows)]
    of_words = {number % len(headings) for number in words}
    shown = [column for column in range(len(headings)) if column == 0 or any(line[column] for line in lines[1:])]
    layout = _layout(lines, shown, of_words, optional, room_on(sys.stdout))
    table = "\n\n".join(_block(lines, layout, of_words, part) for part in layout.parts)
    table = table if _has_lines() else table.replace("─", "-").encode("ascii", "replace").decode()
    click.echo(f"{bold(title)}\n{table}{end}")
    left_out = set(shown) - {column for part in layout.parts for column in part}
    return [headings[column] for column in sorted(left_out)]


def fits(headings: Sequence[str], rows: Iterable[Sequence[str]], words: Sequence[int] = (0,)) -> bool:
    """Whether there is room for a table with all its columns side by side."""
    lines = [list(headings), *(list(row) for row in rows)]
    of_words = {number % len(headings) for number in words}
    return len(_layout(lines, list(range(len(headings))), of_words, (), room_on(sys.stdout)).parts) == 1


def rule(width: int) -> str:
    """The line under headings."""
    return ("─" if _has_lines() else "-") * width


def _has_lines() -> bool:
    return (sys.stdout.encoding or "").lower().startswith("utf")


def _layout(
    lines: list[list[str]], columns: list[int], of_words: set[int], optional: Sequence[int], room: int | None
) -> _Layout:
    layouts = list(_layouts(lines, columns, of_words, optional, room))
    if room is None:  # lines of a file or a pipe may have any length
        return layouts[0]
    for layout in layouts:
        if layout.width(layout.parts[0]) <= room:
            return layout
    return _in_parts(lines, layouts[-1], of_words, room)


def _layouts(
    lines: list[list[str]], columns: list[int], of_words: set[int], optional: Sequence[int], room: int | None
) -> Iterator[_Layout]:
    """Ways to show all columns side by side, and then to show less, the best first."""
    wide = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    numbers = [max((len(line[column]) for line in lines[1:]), default=0) for column in range(len(lines[0]))]
    folded = [
        wide[column] if column in of_words else max(_longest_word(heading), numbers[column])
        for column, heading in enumerate(lines[0])
    ]
    for number in range(len(optional) + 1):
        part = [column for column in columns if column not in optional[:number]]
        yield _Layout([part], wide, _GAP)
        if room is not None:
            yield _Layout([part], folded, _NARROW_GAP)
            over = _Layout([part], folded, _NARROW_GAP).width(part) - room
            yield _Layout([part], _narrowed(folded, _least(lines, of_words & set(part)), over), _NARROW_GAP)


def _in_parts(lines: list[list[str]], layout: _Layout, of_words: set[int], room: int) -> _Layout:
    """Split the columns into parts. Each has the first ones, which name the lines, and as many others as fit."""
    columns = layout.parts[0]
    first = [column for column in columns if of_words >= {each for each in columns if each <= column}]
    others = [column for column in columns if column not in first]
    if not others:
        return layout
    widest = max(others, key=lambda column: layout.widths[column])
    over = layout.width([*first, widest]) - room
    layout = layout._replace(widths=_narrowed(layout.widths, _least(lines, of_words), over))
    parts = [list(first)]
    for column in others:
        if layout.width([*parts[-1], column]) > room and len(parts[-1]) > len(first):
            parts.append(list(first))
        parts[-1].append(column)
    return layout._replace(parts=parts)


def _least(lines: list[list[str]], of_words: set[int]) -> dict[int, int]:
    """How narrow columns of words may become."""
    return {column: max(_LEAST, *(_longest_word(line[column]) for line in lines)) for column in of_words}


def _longest_word(cell: str) -> int:
    return max(map(len, cell.split()), default=0)


def _narrowed(widths: list[int], least: Mapping[int, int], over: int) -> list[int]:
    """Make the widest columns of words narrower by `over` letters in all, none narrower than its `least`."""
    narrow = list(widths)
    while over > 0 and (wide := [column for column in least if narrow[column] > least[column]]):
        narrow[max(wide, key=lambda column: narrow[column])] -= 1
        over -= 1
    return narrow


def _block(lines: list[list[str]], layout: _Layout, of_words: set[int], part: list[int]) -> str:
    shown = [_folded(line, layout, of_words, part) for line in lines]
    return "\n".join([*shown[0], "─" * layout.width(part), *(row for each in shown[1:] for row in each)])


def _folded(line: list[str], layout: _Layout, of_words: set[int], part: list[int]) -> list[str]:
    """One row of the table as text lines; several if a cell has to be folded."""
    widths = layout.widths
    cells = [
        textwrap.wrap(line[column], widths[column], break_long_words=False, break_on_hyphens=False)
        if len(line[column]) > widths[column]
        else [line[column]]
        for column in part
    ]
    return [
        (" " * layout.gap)
        .join(
            f"{cell:<{widths[column]}}" if column in of_words else f"{cell:>{widths[column]}}"
            for column, cell in zip(part, row, strict=True)
        )
        .rstrip()
        for row in zip_longest(*cells, fillvalue="")
    ]
