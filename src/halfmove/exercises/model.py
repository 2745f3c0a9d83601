"""An exercise: a question with a drawing and gaps to fill in, and the answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from halfmove.base.checks import shown
from halfmove.drawing.pictures import Picture

How = Literal["number", "bound", "nodes", "states", "choice", "branches"]

_NARROW, _LONG = 3, 7  # a table with at most 3 columns is narrow, one with more than 7 rows is long


class Rules(NamedTuple):
    """Rules to look up. A sheet has each only once, before its exercises."""

    title: str
    lines: tuple[str, ...]


TREES = Rules(
    "Trees",
    (
        "At a square □ it is MAX's turn, at a circle ○ MIN's. MAX moves first. The number at a leaf is its value for "
        "MAX.",
    ),
)

ALPHA_BETA = Rules(
    "Alpha-beta",
    (
        "It looks at the branches of a node from left to right, and begins with alpha = -∞ and beta = ∞.",
        "Alpha is the value that MAX already has for sure on the path to the node; beta is the same for MIN.",
    ),
)


class Gap(NamedTuple):
    """Something to fill in on the page of a sheet, which checks it.

    place     where it is: "node 3", by the number of the node; "cell 1 2", by row and column; "line 0", by the number
              of the field; "tree" for branches to cross out
    label     what it asks for
    how       how answers are compared: numbers; numbers with ∞, and a dash; nodes, in order, by name or by value;
              states of OPEN or BACKUP; one of `options`; branches that are cut off
    right     the right answer, as data
    why       what to think about, for somebody whose answer is wrong
    options   the choices, or for nodes their names with their values
    """

    place: str
    label: str
    how: How
    right: Any
    why: Any
    options: Any = None


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
    rules : tuple of Rules
        Rules to look up, each with a title.
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
    gaps : tuple of Gap
        What to fill in on a page, and how it is checked.
    check : str
        A command that shows the solution in another way; "" if there is none.
    """

    kind: str
    level: int
    title: str
    question: tuple[str, ...]
    solution: Solution
    rules: tuple[Rules, ...] = ()
    tree: Any = None
    picture: Picture | None = None
    table: Table | None = None
    fields: tuple[str, ...] = ()
    space: int = 0
    gaps: tuple[Gap, ...] = ()
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
            "rules": [{"title": each.title, "lines": list(each.lines)} for each in self.rules],
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


def legend(exercises: Sequence[Exercise]) -> list[Rules]:
    """The rules of several exercises, each once."""
    return list(dict.fromkeys(rules for exercise in exercises for rules in exercise.rules))
