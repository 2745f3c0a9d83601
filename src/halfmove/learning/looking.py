"""A look inside an evaluation: which cells and patterns count most, as a picture of the board.

How much a cell counts is how much the weights differ with its digit, on the mean over all else. Where a cell is on the
board is seen from the game's own `show`: the text changes there if the cell does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from halfmove.evaluations.code import UNIT
from halfmove.evaluations.evaluation import Evaluation
from halfmove.evaluations.shape import numbers_of
from halfmove.game import Game
from halfmove.learning.apart import apart
from halfmove.learning.cells import sample
from halfmove.learning.structure import with_value

_SECONDS = 10.0
_TRIED = 40  # positions in which a cell is changed, until it is seen
_OUTSIDE = "·"


@dataclass(frozen=True)
class Look:
    """What counts in an evaluation.

    cells      how much each cell counts, where 1 is a sure win
    patterns   the numbers of the patterns, those that count most first
    places     (line, column) of each cell in the text of a position, or None
    lines      how wide each line of this text is
    """

    cells: tuple[float, ...]
    patterns: tuple[int, ...]
    places: tuple[tuple[int, int] | None, ...]
    lines: tuple[int, ...]

    def picture(self, marks: dict[int, str]) -> str:
        """A picture of the board with a letter for some cells; empty lines and cells without a place are left out."""
        rows = [[" "] * width for width in self.lines]
        for cell, place in enumerate(self.places):
            if place is not None:
                rows[place[0]][place[1]] = marks.get(cell, _OUTSIDE)
        return "\n".join(text for row in rows if (text := "".join(row).rstrip()))

    def strengths(self) -> dict[int, str]:
        """How much each cell counts, from 0 to 9."""
        most = max(self.cells, default=0.0) or 1.0
        return {cell: str(min(int(10 * worth / most), 9)) for cell, worth in enumerate(self.cells)}


def look(evaluation: Evaluation, game: Game) -> Look:
    """What counts in an evaluation of this game. Raises UsageError if it was made for other rules."""
    evaluation.check_rules(game)
    shape = evaluation.shape
    counts, totals = np.zeros(len(shape.cells)), np.zeros(len(shape.patterns))
    weights = (evaluation.weights.astype(np.float64) / UNIT).reshape(shape.contexts, shape.each)
    for number, (place, pattern) in enumerate(zip(shape.places, shape.patterns, strict=True)):
        bases = [shape.cells[cell].base for cell in reversed(pattern)]  # the first cell changes fastest
        table = weights[:, place : place + shape.states(pattern)].reshape(shape.contexts, *bases)
        totals[number] = table.std()
        for axis, cell in enumerate(reversed(pattern), 1):
            counts[cell] += table.std(axis=axis).mean()
    found = apart(lambda: _places(evaluation, game), _SECONDS) or {"places": [None] * len(counts), "lines": []}
    places = tuple(None if each is None else (int(each[0]), int(each[1])) for each in found["places"])
    order = tuple(int(number) for number in np.argsort(-totals, kind="stable"))
    return Look(tuple(map(float, counts)), order, places, tuple(map(int, found["lines"])))


def _places(evaluation: Evaluation, game: Game) -> dict[str, Any]:
    """Where the cells are in the text of a position, as plain data."""
    positions = sample(game, 0).positions[:_TRIED]
    found = [_place(game, positions, cell) for cell in evaluation.shape.cells]
    text = game.picture(game.start).split("\n") if game.show is not None else []
    return {"places": found, "lines": [len(line) for line in text]}


def _place(game: Game, positions: list[Any], cell: Any) -> tuple[int, int] | None:
    """The first letter that changes if this cell does, and nothing else."""
    if game.show is None:
        return None
    lines = [len(line) for line in game.picture(game.start).split("\n")]
    for position in positions:
        numbers = numbers_of(position)
        for value in range(len(cell.digits)):
            if value == cell.value(numbers):
                continue
            try:
                texts = game.picture(position), game.picture(with_value(position, numbers, cell, value))
            except Exception:
                continue
            before, after = (text.split("\n") for text in texts)
            if [len(line) for line in before] != lines or [len(line) for line in after] != lines:
                continue
            places = [
                (row, column)
                for row, (one, other) in enumerate(zip(before, after, strict=True))
                for column, (a, b) in enumerate(zip(one, other, strict=True))
                if a != b
            ]
            if len(places) == 1:
                return places[0]
    return None
