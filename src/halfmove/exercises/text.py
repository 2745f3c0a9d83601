"""A sheet as text for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from halfmove.base.printable import printable
from halfmove.drawing.text import text as drawn
from halfmove.exercises.model import Exercise, Rules, Table, legend

_WIDTH = 79
_GAP = "____"


def text(exercises: Sequence[Exercise], solution: bool = False) -> str:
    """The rules to look up, all exercises, then all solutions."""
    parts = ["\n\n".join(_rules(each) for each in legend(exercises))]
    parts += [_exercise(number, each) for number, each in enumerate(exercises, 1)]
    if solution:
        parts += [_solution(number, each) for number, each in enumerate(exercises, 1)]
    return printable("\n\n\n".join(parts))


def _rules(rules: Rules) -> str:
    return "\n".join(
        [
            rules.title,
            *(textwrap.fill(line, _WIDTH, initial_indent="  ", subsequent_indent="  ") for line in rules.lines),
        ]
    )


def _exercise(number: int, exercise: Exercise) -> str:
    parts = [_head(f"Exercise {number}. {exercise.title}")]
    parts += map(_wrapped, exercise.question)
    if exercise.picture is not None:
        parts.append(drawn(exercise.picture, bare=True))
    if exercise.table is not None:
        parts.append(_table(exercise.table))
    if exercise.fields:
        parts.append("\n".join(f"{name}: {_GAP}" for name in exercise.fields))
    return "\n\n".join(parts)


def _solution(number: int, exercise: Exercise) -> str:
    given = exercise.solution
    parts = [_head(f"Solution {number}. {exercise.title}")]
    if given.picture is not None:
        parts.append(drawn(given.picture, bare=True))
    if given.table is not None:
        parts.append(_table(given.table))
    if given.answers:
        pairs = zip(exercise.fields, given.answers, strict=True)
        parts.append("\n".join(_wrapped(f"{name}: {answer}") for name, answer in pairs))
    if given.told:
        parts.append("\n".join(map(_wrapped, given.told)))
    if exercise.check:
        parts.append(f"See also: {exercise.check}")
    return "\n\n".join(parts)


def _head(title: str) -> str:
    return f"{title}\n{'=' * len(title)}"


def _wrapped(sentence: str) -> str:
    return textwrap.fill(sentence, _WIDTH, subsequent_indent="    " if sentence.startswith("[") else "")


def _table(table: Table) -> str:
    rows = [table.heads, *([word or _GAP for word in row] for row in table.rows)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.heads))]
    lines = ["  ".join(f"{word:<{width}}" for word, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([lines[0], "-" * (sum(widths) + 2 * len(widths) - 2), *lines[1:]])
