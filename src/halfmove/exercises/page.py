"""A sheet as a page. On a screen answers are filled in and checked; in print there are lines to write on."""

from __future__ import annotations

import base64
import html
import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from halfmove.base.printable import printable
from halfmove.drawing.pictures import Picture
from halfmove.drawing.svg import svg
from halfmove.exercises.model import Exercise, Table, legend
from halfmove.reports.page import boxed, code, document, shared_style
from halfmove.reports.scripted import scripted_document, without_comments

TITLE = "Exercises on game trees"
# A sheet is for paper, and so are its drawings: its page stays white in dark mode.
_WHITE = """
:root { color-scheme: light; --paper: #fff; --ink: #1a1a1a; --soft: #57606a; --line: #888; --tint: #f2f2f2;
  --link: #0a58a8 }
"""


def page(exercises: Sequence[Exercise], solution: bool, repeat: str, check: bool = True) -> str:
    """The whole page.

    check   answers can be filled in and are checked; then they are in the page, but not as plain text
    """
    who = "".join(f'<div class="fill"><b>{word}</b><i></i></div>' for word in ("Name", "Date"))
    parts = [f'<main class="sheet"><h1>{TITLE}</h1><div class="who blank">{who}</div>', _legend(exercises)]
    parts += [_exercise(number, each) for number, each in enumerate(exercises, 1)]
    if check:
        parts.append('<p id="score" class="entry" role="status"></p>')
    if solution:
        parts.append('<details class="solutions"><summary>Solutions</summary><h1>Solutions</h1>')
        parts += [_solution(number, each) for number, each in enumerate(exercises, 1)]
        parts.append("</details>")
    parts.append(f'<p class="foot">To make this sheet again: {code(repeat)}</p></main>')
    if not check and not solution:
        return document(TITLE, parts, _own("sheet.css") + _WHITE)
    styles = shared_style() + _own("sheet.css") + _WHITE
    data = _packed(exercises) if check else ""
    return scripted_document(TITLE, styles, printable("\n".join(parts)), data, without_comments(_own("sheet.js")))


def in_a_notebook(exercises: Sequence[Exercise]) -> str:
    """The exercises, each with a solution that opens at a click."""
    parts = [f'<div class="sheet"><style>{_own("sheet.css")}</style>', _legend(exercises)]
    for number, each in enumerate(exercises, 1):
        parts.append(_exercise(number, each))
        parts.append(f"<details><summary>Solution</summary>{_solution(number, each)}</details>")
    return printable("\n".join([*parts, "</div>"]))


@cache
def _own(name: str) -> str:
    return (files("halfmove.exercises") / name).read_text(encoding="utf-8")


def _packed(exercises: Sequence[Exercise]) -> str:
    """The answers for the script, so that nobody reads them by chance."""
    data: list[dict[str, Any]] = []
    for each in exercises:
        names = [] if each.picture is None else [node.name for node in each.picture.nodes]
        data.append({"names": names, "gaps": [gap._asdict() for gap in each.gaps], "solution": _inside(each)})
    return base64.b64encode(json.dumps(data).encode()).decode()


def _legend(exercises: Sequence[Exercise]) -> str:
    """The rules to look up, each once."""
    parts = []
    for rules in legend(exercises):
        lines = "".join(f"<p>{html.escape(line)}</p>" for line in rules.lines)
        parts.append(f"<div><b>{html.escape(rules.title)}</b>{lines}</div>")
    return f'<section class="rules" aria-label="Rules">{"".join(parts)}</section>' if parts else ""


def _exercise(number: int, exercise: Exercise) -> str:
    task = [f"<p>{html.escape(part)}</p>" for part in exercise.question]
    if exercise.table is not None:
        task.append(_table(exercise.table))
    fields = enumerate(exercise.fields)
    lines = [
        f'<div class="fill" data-line="{place}"><b>{html.escape(name)}:</b><i class="blank"></i></div>'
        for place, name in fields
    ]
    drawn = svg(exercise.picture, bare=True) if exercise.picture is not None else ""
    if exercise.space:
        task.append(f'<div class="free blank" style="--lines: {exercise.space}"></div>')
    inside = f'<div class="of-tree">{drawn}<div>{"".join([*task, *lines])}</div></div>'
    return f'<article data-exercise="{number}"><h2>{number}. {html.escape(exercise.title)}</h2>\n{inside}\n</article>'


def _solution(number: int, exercise: Exercise) -> str:
    return f"<article><h2>{number}. {html.escape(exercise.title)}</h2>\n{_inside(exercise)}\n</article>"


def _inside(exercise: Exercise) -> str:
    """A solution without its title."""
    given = exercise.solution
    parts = [_of_tree(given.picture, given.table)]
    for name, answer in zip(exercise.fields, given.answers, strict=False):
        parts.append(f'<p class="answer"><b>{html.escape(name)}:</b> {html.escape(answer)}</p>')
    parts += [f"<p>{html.escape(sentence)}</p>" for sentence in given.told]
    if exercise.check:
        parts.append(f'<p class="foot">See also: {code(exercise.check)}</p>')
    return printable("\n".join(parts))


def _of_tree(picture: Picture | None, table: Table | None) -> str:
    """The tree of a solution, with its table."""
    drawn = svg(picture, bare=True) if picture is not None else ""
    beside = f"<div>{_table(table)}</div>" if table is not None else ""
    return f'<div class="of-tree">{drawn}{beside}</div>' if drawn or beside else ""


def _table(table: Table) -> str:
    parts, first = [], 0
    for part in table.parts(2):
        parts.append(_part(part, first))
        first += len(part.rows)
    return boxed(f'<div class="tables">{"".join(parts)}</div>', ", ".join(table.heads))


def _part(table: Table, first: int) -> str:
    """A part of a table that begins with its row `first`."""
    head = "".join(f"<th>{html.escape(word)}</th>" for word in table.heads)
    rows = []
    for number, row in enumerate(table.rows, first):
        cells = [
            f"<td>{html.escape(word)}</td>" if word else f'<td data-cell="{number} {column}"></td>'
            for column, word in enumerate(row)
        ]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table><tr>{head}</tr>{''.join(rows)}</table>"
