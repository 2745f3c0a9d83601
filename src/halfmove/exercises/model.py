"""An exercise: a question with a drawing and gaps to fill in, and the answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from halfmove.base.checks import shown
from halfmove.drawing.pictures import Picture

# In every question, so that each can be read on its own.
PLAYERS = (
    "At a square □ it is MAX's turn, at a circle ○ MIN's. MAX moves first. The number at a leaf is its value for MAX."
)

_NARROW, _LONG = 3, 7  # a table with at most 3 columns is narrow, one with more than 7 rows is long


@dataclass(frozen=True)
class Table:
    """Rows of texts below their headings; an empty text is a gap to fill in."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def emptied(self, kept: int = 0) -> Table:
        """The same table with gaps in all columns but the first `kept`."""
        return Table(self.heads, tuple(row[:kept] + ("",) * (len(row) - kept) for row in self.rows))

    def parts(self, most: int) -> list[Table]:
        """The table, or if it is narrow and long, at most `most` parts that are printed side by side."""
        if len(self.heads) > _NARROW or len(self.rows) <= _LONG:
            return [self]
        high = -(-len(self.rows) // most)
        return [Table(self.heads, self.rows[start : start + high]) for start in range(0, len(self.rows), high)]


@dataclass(frozen=True)
class Solution:
    """The answer to an exercise.

    Attributes
    ----------
    answers : tuple of str
        One answer for each of the exercise's `fields`.
    table : Table or None
        The exercise's table, filled in.
    told : tuple of str
        Sentences that explain the answer.
    picture : Picture or None
        The tree with the answer in it.
    data : dict
        The whole answer as data for JSON.
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

    Attributes
    ----------
    kind : str
        One of `KINDS`.
    level : int
        From 1, easy, to 5.
    title : str
        A few words.
    question : tuple of str
        Its paragraphs.
    solution : Solution
        The answer.
    rules : tuple of str
        Rules to look up, in small print.
    tree : nested lists, or None
        The tree; None where drawing it is the task.
    picture : Picture or None
        The tree without the answer.
    table : Table or None
        A table to fill in.
    fields : tuple of str
        Names of lines to fill in.
    space : int
        How many lines are left free to draw in.
    check : str
        A command that shows the solution in another way; "" if there is none.
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
        """Return the exercise as data for JSON.

        Parameters
        ----------
        solution : bool
            Whether to include the solution.

        Returns
        -------
        dict
            Texts, numbers, lists and None.
        """
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
        from halfmove.exercises import page  # it imports this module

        return page.in_a_notebook([self])
