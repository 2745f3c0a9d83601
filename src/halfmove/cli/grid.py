"""Tables on standard output, as plain text."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from itertools import zip_longest

import click

from halfmove.cli import text

_GAP = "   "
_LEAST = 16  # columns of words are not made narrower than this


def show(
    title: str, headings: Sequence[str], rows: Iterable[Sequence[str]], words: Sequence[int] = (0,), end: str = "\n"
) -> None:
    """A table under its title. `words` are the columns, counted from 0 or from -1, that are words and not numbers."""
    lines = [list(headings), *map(list, rows)]
    of_words = {number % len(headings) for number in words}
    widths = [max(len(line[column]) for line in lines) for column in range(len(headings))]
    if sys.stdout.isatty():  # a file or a pipe is as wide as it takes
        _narrow(widths, of_words, shutil.get_terminal_size().columns)
    shown = [part for line in lines for part in _folded(line, widths, of_words)]
    depth = len(_folded(lines[0], widths, of_words))
    dash = "─" if (sys.stdout.encoding or "").lower().startswith("utf") else "-"
    rule = dash * (sum(widths) + len(_GAP) * (len(widths) - 1))
    click.echo("\n".join([text.bold(title), *shown[:depth], rule, *shown[depth:]]) + end)


def _narrow(widths: list[int], of_words: set[int], room: int) -> None:
    """Take from the widest column of words what the terminal has no room for."""
    over = sum(widths) + len(_GAP) * (len(widths) - 1) - room
    while over > 0 and of_words:
        widest = max(of_words, key=lambda column: widths[column])
        if widths[widest] <= _LEAST:
            return
        widths[widest] -= 1
        over -= 1


def _folded(line: list[str], widths: list[int], of_words: set[int]) -> list[str]:
    """The line of a table, as so many lines of text as its longest cell takes."""
    cells = [
        textwrap.wrap(cell, widths[column]) if len(cell) > widths[column] else [cell]
        for column, cell in enumerate(line)
    ]
    return [
        _GAP.join(
            f"{cell:<{widths[column]}}" if column in of_words else f"{cell:>{widths[column]}}"
            for column, cell in enumerate(part)
        ).rstrip()
        for part in zip_longest(*cells, fillvalue="")
    ]
