"""Sheets of exercises. The same arguments give the same sheet, and no exercise is on a sheet twice."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from halfmove.base.checks import unknown, whole
from halfmove.base.gate import checked
from halfmove.base.notebook import plural
from halfmove.errors import UsageError
from halfmove.exercises import page, text
from halfmove.exercises.kinds import nim, open_list, order, prune, value, windows
from halfmove.exercises.levels import LEVELS
from halfmove.exercises.model import Exercise

MOST = 100  # exercises on a sheet
_TRIES = 5_000  # after this many attempts all exercises seem to be on the sheet already

# In the order of a mixed sheet.
_MAKERS: dict[str, Callable[[random.Random, int], Exercise | None]] = {
    "value": value.make,
    "windows": windows.make,
    "prune": prune.make,
    "order": order.make,
    "open": open_list.make,
    "nim": nim.make,
}
KINDS = tuple(_MAKERS)
_FROM = {"open": open_list.FIRST}  # the first level of a kind that does not begin at 1


@dataclass(frozen=True)
class Sheet:
    """A sheet of exercises. It prints as text, and a notebook shows it as a page.

    Attributes
    ----------
    exercises : tuple of Exercise
        The exercises.
    kind : str or None
        The kinds that were asked for, separated by commas; None for all.
    level : int
        From 1, easy, to 5.
    seed : int
        Which of many such sheets this is.
    """

    exercises: tuple[Exercise, ...]
    kind: str | None
    level: int
    seed: int

    def __repr__(self) -> str:
        kind = "all kinds" if self.kind is None else self.kind
        return f"<Sheet: {plural(len(self), 'exercise')}, {kind}, level {self.level}, seed {self.seed}>"

    @property
    def repeat(self) -> str:
        """The command that makes the same sheet."""
        kind = "" if self.kind is None else f" --kind {self.kind}"
        return f"halfmove exercise{kind} --level {self.level} --seed {self.seed} --count {len(self.exercises)}"

    def __iter__(self) -> Iterator[Exercise]:
        return iter(self.exercises)

    def __len__(self) -> int:
        return len(self.exercises)

    def __getitem__(self, number: int) -> Exercise:
        return self.exercises[number]

    def __str__(self) -> str:
        return self.text()

    @checked
    def text(self, solution: bool = False) -> str:
        """Return the sheet as text for a terminal.

        Parameters
        ----------
        solution : bool
            Whether the solutions follow.

        Returns
        -------
        str
        """
        return text.text(self.exercises, solution)

    @checked
    def html(self, solution: bool = False, check: bool = True) -> str:
        """Return the sheet as an HTML page that loads nothing, for the screen or to print.

        Parameters
        ----------
        solution : bool
            Whether the solutions follow.
        check : bool
            Whether the page checks answers that are filled in on the screen. The page then has the answers in it, not
            as plain text, but a student who knows how can find them.

        Returns
        -------
        str
        """
        return page.page(self.exercises, solution, self.repeat, check)

    @checked
    def pdf(self, solution: bool = False) -> bytes:
        """Return the sheet as a PDF file. This needs fpdf2.

        Parameters
        ----------
        solution : bool
            Whether the solutions follow.

        Returns
        -------
        bytes

        Raises
        ------
        UsageError
            If fpdf2 is not installed.
        """
        from halfmove.exercises import pdf

        return pdf.pdf(self.exercises, solution, self.repeat)

    @checked
    def as_dict(self, solution: bool = False) -> dict[str, Any]:
        """Return the sheet as data for JSON.

        Parameters
        ----------
        solution : bool
            Whether to include the solutions.

        Returns
        -------
        dict
        """
        head = {"kind": self.kind, "level": self.level, "seed": self.seed, "repeat": self.repeat}
        return {**head, "exercises": [each.as_dict(solution) for each in self.exercises]}

    def _repr_html_(self) -> str:
        return page.in_a_notebook(self.exercises)


@checked
def sheet(kind: str | Iterable[str] | None = None, level: int = 2, seed: int = 1, count: int = 5) -> Sheet:
    """Make a sheet of exercises with their solutions.

    Parameters
    ----------
    kind : str or iterable of str, optional
        The kinds of exercises, in turn: "value", "windows", "prune", "order", "open" or "nim", or several of them, as
        in "value,prune". None takes all kinds that the level has; "open" begins at level 2.
    level : int
        From 1, easy, to 5.
    seed : int
        Which of many such sheets to make. The same seed gives the same sheet.
    count : int
        The number of exercises, at most 100.

    Returns
    -------
    Sheet

    Raises
    ------
    UsageError
        If there is no such kind, or if there are not enough different exercises of the kind and level.

    Examples
    --------
    >>> import halfmove as hm
    >>> hm.exercises.sheet("value,prune", level=1, count=3)
    <Sheet: 3 exercises, value,prune, level 1, seed 1>
    """
    level, count = whole("level", level, min(LEVELS), max(LEVELS)), whole("count", count, 1, MOST)
    seed = whole("seed", seed, 0, 10**18)
    kinds = _kinds(kind, level)
    made: list[Exercise] = []
    seen: set[str] = set()
    for number in range(count):
        wanted = kinds[number % len(kinds)]
        exercise = _new(wanted, level, f"{seed} {number} {level} {wanted}", seen)
        if exercise is None and kind is None:  # this kind has no more of them
            exercise = _new(KINDS[0], level, f"{seed} {number} {level} more", seen)
        if exercise is None:
            found = sum(each.kind == wanted for each in made)
            raise UsageError(
                f"there are only {found} different exercises of kind {wanted} at level {level}: ask for fewer"
            )
        made.append(exercise)
    return Sheet(tuple(made), None if kind is None else ",".join(kinds), level, seed)


def _kinds(given: str | Iterable[str] | None, level: int) -> list[str]:
    """The kinds of a sheet in the order of its exercises."""
    if given is None:
        return [kind for kind in KINDS if level >= _FROM.get(kind, 1)]
    texts = [given] if isinstance(given, str) else list(given)
    kinds = list(dict.fromkeys(kind.strip() for text in texts for kind in text.split(",")))
    for kind in kinds or [""]:
        if kind not in KINDS:
            raise unknown("kind of exercise", kind, KINDS)
        if level < _FROM.get(kind, 1):
            raise UsageError(f"exercises of kind {kind} begin at level {_FROM[kind]}, but the level is {level}")
    return kinds


def _new(kind: str, level: int, seed: str, seen: set[str]) -> Exercise | None:
    """An exercise that is not among those `seen`; None if there seems to be none."""
    chance = random.Random(seed)
    for _ in range(_TRIES):
        made = _MAKERS[kind](chance, level)
        if made is not None and (known := f"{kind} {made.question} {made.tree}") not in seen:
            seen.add(known)
            return made
    return None
