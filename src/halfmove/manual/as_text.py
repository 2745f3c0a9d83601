"""A page of the documentation as text for a terminal: its marks are gone, its lines are as long as there is room."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from halfmove.manual.markdown import Block, Code, Heading, Items, Paragraph, Table, blocks, plain
from halfmove.manual.pages import Page, linked, linked_examples

_INDENT = 4  # of code, and of what is below the first cell of a wide row
_LEAST = 20  # columns of a line, however deep it is


def page_text(page: Page, columns: int) -> str:
    """The text of a page in lines of at most so many letters; code and long words may pass them."""
    lines = list(_all(blocks(page.text), columns))
    pages, files = [each.topic for each in linked(page)], [each.name for each in linked_examples(page)]
    for what, command, names in (("Pages", "docs", pages), ("Examples", "examples", files)):
        if names:
            lines += ["", *_filled(f"{what} named here (halfmove {command} ...): {', '.join(names)}", columns)]
    return "\n".join(lines) + "\n"


def _all(found: list[Block] | tuple[Block, ...], columns: int) -> Iterator[str]:
    for number, block in enumerate(found):
        if number:
            yield ""
        yield from _block(block, columns)


def _block(block: Block, columns: int) -> Iterator[str]:
    if isinstance(block, Heading):
        title = plain(block.text)
        yield from [title, ("=" if block.level == 1 else "-") * len(title)] if block.level < 3 else [title]
    elif isinstance(block, Code):
        yield from (f"{' ' * _INDENT}{line}".rstrip() for line in block.text.split("\n"))
    elif isinstance(block, Table):
        yield from _table(block, columns)
    elif isinstance(block, Items):
        yield from _items(block, columns)
    else:
        yield from _filled(plain(block.text), columns)


def _filled(text: str, columns: int, first: str = "", later: str = "") -> list[str]:
    return textwrap.wrap(
        " ".join(text.split()),
        max(columns, _LEAST),
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first.rstrip()]


def _items(block: Items, columns: int) -> Iterator[str]:
    for number, item in enumerate(block.items):
        mark = "- " if block.first is None else f"{block.first + number}. "
        room = max(columns - len(mark), _LEAST)
        if number and any(not isinstance(each, Paragraph) for each in block.items[number - 1][1:]):
            yield ""
        for place, line in enumerate(_all(item, room)):
            yield ((" " * len(mark) if place else mark) + line).rstrip()


def _table(block: Table, columns: int) -> Iterator[str]:
    """In columns if there is room; else the first cell of a row, and below it the others with their heads."""
    rows = [[" ".join(plain(cell).split()) for cell in row] for row in block.rows]
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=False)]
    if sum(widths) + 2 * (len(widths) - 1) <= columns:
        for number, row in enumerate(rows):
            if number or any(row):
                yield "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=False)).rstrip()
            if not number and any(row):
                yield "  ".join("-" * width for width in widths)
        return
    heads, *others = rows
    for row in others:
        yield from _filled(row[0], columns)
        for head, cell in zip(heads[1:], row[1:], strict=False):
            if cell:
                label = f"{head}: " if head else ""
                yield from _filled(label + cell, columns, " " * _INDENT, " " * (_INDENT + 2))
