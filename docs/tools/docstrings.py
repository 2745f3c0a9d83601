"""Docstrings of halfmove as Markdown: their columns become tables, their examples blocks of code."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object


class Columns(Extension):
    """Rewrites every docstring before it is shown."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)


def as_markdown(text: str) -> str:
    return "\n\n".join(_part(part) for part in re.split(r"\n\s*\n", text.strip("\n")))


def _part(part: str) -> str:
    if part.lstrip().startswith(">>>"):
        return f"```python\n{part}\n```"
    rows = _rows(part)
    if not rows:
        return _escaped(part)
    lines = [f"| {', '.join(f'`{name}`' for name in names)} | {_escaped(words, cell=True)} |" for names, words in rows]
    return "\n".join(["| | |", "|---|---|", *lines])


def _rows(part: str) -> list[tuple[list[str], str]]:
    """The names and their descriptions, if the part is such a list; otherwise nothing."""
    lines = part.split("\n")
    first = re.match(r"[\w, ]*?\w {2,}(?=\S)", lines[0])
    if first is None:
        return []
    column = first.end()
    rows: list[tuple[list[str], str]] = []
    for line in lines:
        wide = re.match(r"([\w, ]+?) {2,}(\S.*)", line)
        if line.startswith("  ") and rows:
            rows[-1] = rows[-1][0], f"{rows[-1][1]} {line.strip()}"
        elif wide:
            rows.append((wide[1].split(", "), wide[2]))
        elif line[column - 1 : column] == " " and re.fullmatch(r"[\w, ]+", line[:column]):
            rows.append((line[:column].strip().split(", "), line[column:]))
        else:
            return []
    return rows


def _escaped(text: str, cell: bool = False) -> str:
    parts = text.split("`")
    for i in range(0, len(parts), 2):
        parts[i] = parts[i].replace("*", r"\*").replace("<", "&lt;")
    text = "`".join(parts)
    return text.replace("|", r"\|") if cell else text
