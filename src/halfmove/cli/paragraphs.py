"""Text that was written for one width, for another: paragraphs are filled anew, what is laid out by hand stays."""

from __future__ import annotations

import re
import sys

from halfmove.cli.streams import broken, room_on, whole

WIDEST = 120  # columns; longer lines are hard to read
_LABEL = re.compile(r"\s*\S.*\s{2,}(?=\S)|\s*[*-] (?=\S)")  # some words and a gap, or a mark; then text
_ENTRY = re.compile(r'\s*"[^"]*":')  # one of the values that are listed
_FULL = 100  # letters: a line that could not take the next word is not shorter
_CODE = re.compile(r"\s*(>>>|\.\.\.|\$ )")


def room() -> int | None:
    """The columns for text; None where nobody says how many."""
    columns = room_on(sys.stdout)
    return None if columns is None else min(columns, WIDEST)


def filled(text: str) -> str:
    """Text with its paragraphs filled for the terminal; as it is where there is none.

    A paragraph may begin with a label and a gap: its further lines stand under the text behind the gap. Code is left
    as it is, so that it can be copied.
    """
    columns = room()
    if columns is None:
        return text
    return "\n".join(
        whole(line) if hang is None else broken(line, columns, hang) for line, hang in _paragraphs(text.split("\n"))
    )


def _paragraphs(lines: list[str]) -> list[tuple[str, int | None]]:
    """Each paragraph as one line, with the indent of its further lines; None: it is code."""
    found: list[tuple[str, int | None]] = []
    open_one, code, length = False, False, 0
    for line in lines:
        code = bool(line.strip()) and (code or _CODE.match(line) is not None)
        indent, label = len(line) - len(line.lstrip()), _LABEL.match(line)
        goes_on = (
            open_one
            and bool(line.strip())
            and not code
            and indent == found[-1][1]
            and label is None
            and not _ENTRY.match(line)
        )
        if goes_on and length + len(line.split()[0]) >= _FULL:
            found[-1] = (f"{found[-1][0]} {line.strip()}", indent)
        else:
            found.append((line, None if code else indent if label is None else len(label[0])))
            open_one = bool(line.strip()) and not code
        length = len(line)
    return found
