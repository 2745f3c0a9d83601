"""Tables on standard output, as plain text."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

import click

from halfmove.cli.streams import bold
from halfmove.printable import printable_line

_GAP = "   "
_LEAST = 16  # columns of words are not made narrower than this, or than their longest word


def show(
    title: str, headings: Sequence[str], rows: Iterable[Sequence[str]], words: Sequence[int] = (0,), end: str = "\n"
) -> None:
    """A table under its title. `words` are the columns, counted from 0 or from -1, that are words and not numbers.

    What a terminal has no room for stands below, with the first columns again.
    """
    lines = [[printable_line(cell) for cell in line] for line in (headings, *rows)]
    of_words = {number % len(headings) for number in words}
    widths = [max(len(line[column]) for line in lines) for column in range(len(headings))]
    parts = [list(range(len(headings)))]
    if sys.stdout.isatty():  # a file or a pipe is as wide as it takes
        room = shutil.get_terminal_size().columns
        least = {column: max(_LEAST, _longest_word(line[column] for line in lines)) for column in of_words}
        narrow = _narrowed(widths, least, _width(widths, parts[0]) - room)
        if _width(narrow, parts[0]) > room:
            first = _first(widths, of_words)
            other = max((column for column in parts[0] if column not in first), key=lambda column: widths[column])
            narrow = _narrowed(widths, least, _width(widths, [*first, other]) - room)
        widths = narrow
        parts = _parts(widths, of_words, room)
    plain = not _has_lines()
    shown = "\n\n".join(_block(lines, widths, of_words, part) for part in parts)
    shown = shown.replace("─", "-").encode("ascii", "replace").decode() if plain else shown
    click.echo(f"{bold(title)}\n{shown}{end}")


def rule(width: int) -> str:
    """The line under headings."""
    return ("─" if _has_lines() else "-") * width


def _has_lines() -> bool:
    return (sys.stdout.encoding or "").lower().startswith("utf")


def _parts(widths: list[int], of_words: set[int], room: int) -> list[list[int]]:
    """The columns that stand side by side: the first ones, which say what a line is of, and as many more as fit."""
    first = _first(widths, of_words)
    parts = [list(first)]
    for column in range(len(first), len(widths)):
        if _width(widths, [*parts[-1], column]) > room and len(parts[-1]) > len(first):
            parts.append(list(first))
        parts[-1].append(column)
    return parts


def _first(widths: list[int], of_words: set[int]) -> list[int]:
    return [column for column in range(len(widths)) if of_words >= set(range(column + 1))]


def _width(widths: list[int], part: Sequence[int]) -> int:
    return sum(widths[column] for column in part) + len(_GAP) * (len(part) - 1)


def _block(lines: list[list[str]], widths: list[int], of_words: set[int], part: list[int]) -> str:
    shown = [_folded(line, widths, of_words, part) for line in lines]
    return "\n".join([*shown[0], "─" * _width(widths, part), *(row for each in shown[1:] for row in each)])


def _longest_word(cells: Iterable[str]) -> int:
    return max((len(word) for cell in cells for word in cell.split()), default=0)


def _narrowed(widths: list[int], least: Mapping[int, int], over: int) -> list[int]:
    """Make the widest columns of words narrower by `over` letters in all, none narrower than its `least`."""
    narrow = list(widths)
    while over > 0 and (wide := [column for column in least if narrow[column] > least[column]]):
        narrow[max(wide, key=lambda column: narrow[column])] -= 1
        over -= 1
    return narrow


def _folded(line: list[str], widths: list[int], of_words: set[int], part: list[int]) -> list[str]:
    """One line of the table as text; it takes several lines where a cell has to be folded."""
    cells = [
        textwrap.wrap(line[column], widths[column], break_long_words=False, break_on_hyphens=False)
        if len(line[column]) > widths[column]
        else [line[column]]
        for column in part
    ]
    return [
        _GAP.join(
            f"{cell:<{widths[column]}}" if column in of_words else f"{cell:>{widths[column]}}"
            for column, cell in zip(part, row, strict=True)
        ).rstrip()
        for row in zip_longest(*cells, fillvalue="")
    ]
