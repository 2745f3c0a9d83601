"""What an exercise is: a question with a drawing and gaps to fill, and what belongs into the gaps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from halfmove.base.checks import shown
from halfmove.drawing.pictures import Picture

# In every question, so that it can be read alone.
PLAYERS = (
    "At a square □ it is MAX's turn, at a circle ○ MIN's. MAX moves first. The number at a leaf is its value for MAX."
)

_NARROW, _LONG = 3, 7  # columns and rows of a table up to which it is narrow, and not long


@dataclass(frozen=True)
class Table:
    """Rows of words below heads; an empty word is a gap to fill."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def emptied(self, kept: int = 0) -> Table:
        """The same table with gaps in all columns but the first `kept`."""
        return Table(self.heads, tuple(row[:kept] + ("",) * (len(row) - kept) for row in self.rows))

    def parts(self, most: int) -> list[Table]:
        """The table, or if it is narrow and long its parts, which stand side by side on paper."""
        if len(self.heads) > _NARROW or len(self.rows) <= _LONG:
            return [self]
        high = -(-len(self.rows) // most)
        return [Table(self.heads, self.rows[start : start + high]) for start in range(0, len(self.rows), high)]


@dataclass(frozen=True)
class Solution:
    """The answer to an exercise.

    answers   one for each of the exercise's `fields`
    table     the exercise's table, filled
    told      why it is so, in sentences
    picture   the tree with the answer in it
    data      the whole answer as JSON has it
    """

    answers: tuple[str, ...]
    table: Table | None
    told: tuple[str, ...]
    picture: Picture | None
    data: dict[str, Any]

    def __repr__(self) -> str:
        return f"<Solution: {shown(self.data)}>"


@dataclass(frozen=True)
class Exercise:
    """A question and its solution.

    kind, level   as they were asked for
    title         a few words
    question      paragraphs
    rules         what a person may look up, in small print
    tree          the tree as nested lists; None where drawing it is the task
    picture       the tree without the answer
    table         to fill, or None
    fields        names of lines to fill
    space         how many lines are left free to draw in
    check         a command that shows the solution another way; "" if there is none
    """

    kind: str
    level: int
    title: str
    question: tuple[str, ...]
    solution: Solution
    rules: tuple[str, ...] = ()
    tree: Any = None
    picture: Picture | None = None
    table: Table | None = None
    fields: tuple[str, ...] = ()
    space: int = 0
    check: str = ""

    def __repr__(self) -> str:
        return f"<Exercise: {self.title}, {self.kind}, level {self.level}>"

    def as_dict(self, solution: bool = False) -> dict[str, Any]:
        """The exercise as JSON has it."""
        data: dict[str, Any] = {
            "kind": self.kind,
            "level": self.level,
            "title": self.title,
            "question": list(self.question),
            "rules": list(self.rules),
            "tree": self.tree,
            "table": None if self.table is None else [list(self.table.heads), *map(list, self.table.rows)],
            "fields": list(self.fields),
        }
        if solution:
            given = {"answers": list(self.solution.answers), "told": list(self.solution.told)}
            data["solution"] = {**given, **self.solution.data}
            data["check"] = self.check
        return data

    def _repr_html_(self) -> str:
        from halfmove.exercises import page  # which needs this module

        return page.in_a_notebook([self])
