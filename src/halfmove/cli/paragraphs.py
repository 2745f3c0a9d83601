"""Fill the paragraphs of a text for the width of the terminal, and leave hand-made layout as it is."""

from __future__ import annotations

import re
import sys

from halfmove.cli.streams import broken, room_on, whole

WIDEST = 120  # columns; longer lines are hard to read
_LABEL = re.compile(r"\s*\S.*\s{2,}(?=\S)|\s*[*-] (?=\S)")  # some words and a gap, or a mark; then text
_ENTRY = re.compile(r'\s*"[^"]*":')  # a line of a list of values
_FULL = 100  # letters; a shorter line ends its paragraph, because the next word would have fitted
_CODE = re.compile(r"\s*(>>>|\.\.\.|\$ )")


def room() -> int | None:
    """The columns for text; None if standard output is not a terminal."""
    columns = room_on(sys.stdout)
    return None if columns is None else min(columns, WIDEST)


def filled(text: str) -> str:
    """Text with its paragraphs filled for the terminal; unchanged if standard output is not a terminal.

    A paragraph may begin with a label and a gap: its next lines are indented to the text after the gap. Code is left
    unchanged, so that it can be copied.
    """
    columns = room()
    if columns is None:
        return text
    return "\n".join(
        whole(line) if hang is None else broken(line, columns, hang) for line, hang in _paragraphs(text.split("\n"))
    )


def _paragraphs(lines: list[str]) -> list[tuple[str, int | None]]:
    """Each paragraph as one line, with the indent of its next lines; None if it is code."""
    found: list[tuple[str, int | None]] = []
    open_one, code, length = False, False, 0
    for line in lines:
        code = bool(line.strip()) and (code or _CODE.match(line) is not None)
        indent, label = len(line) - len(line.lstrip()), _LABEL.match(line)
        continues = (
            open_one
            and bool(line.strip())
            and not code
            and indent == found[-1][1]
            and label is None
            and not _ENTRY.match(line)
        )
        if continues and length + len(line.split()[0]) >= _FULL:
            found[-1] = (f"{found[-1][0]} {line.strip()}", indent)
        else:
            found.append((line, None if code else indent if label is None else len(label[0])))
            open_one = bool(line.strip()) and not code
        length = len(line)
    return found
