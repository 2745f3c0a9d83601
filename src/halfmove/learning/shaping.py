"""The shape of an evaluation, found from the rules: cells, what belongs together, and patterns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from halfmove.evaluations.shape import Shape
from halfmove.game import Game
from halfmove.learning.cells import Sample, cells_of
from halfmove.learning.patterns import covering
from halfmove.learning.structure import together

TIMES, CELLS, STATES = 3.5, 8, 7000  # how often patterns cover a cell, and how large they become
_FAR_BELOW = 2.0**-10  # the smallest win of a game whose scores are no whole numbers


def shape_of(
    game: Game,
    seen: Sample,
    seed: int,
    *,
    times: float = TIMES,
    cells: int = CELLS,
    states: int = STATES,
    phases: int = 1,
    progress: Callable[[str], Any] | None = None,
) -> Shape:
    """The shape for a game: patterns of up to `cells` cells and `states` weights, which cover a cell so many times."""
    found = cells_of(game, seen, phases)
    if progress is not None:
        progress(f"{len(found.cells)} cells; which of them belong together?")
    matrix = together(game, seen, found.cells, seed)
    chosen = covering(matrix, found.cells, times, cells, states)
    made = Shape(
        leaves=int(seen.numbers.shape[1]),
        cells=found.cells,
        patterns=tuple(chosen),
        tables=tuple(range(len(chosen))),
        side=found.side,
        phases=found.phases,
        limit=largest_guess({abs(score) for score in seen.scores if score != 0}),
        symmetric=game.symmetry is not None,
    )
    made.check()
    return made


def largest_guess(sizes: set[Any]) -> float:
    """A number that no win is below, so that no guess is as good as a win.

    `sizes` are those of the wins that were seen. If scores are whole numbers, it is 1, or the size of all wins if they
    are equal.
    """
    smallest = float(min(sizes))
    if not all(float(size).is_integer() for size in sizes):
        return smallest * _FAR_BELOW
    return smallest if len(sizes) == 1 else 1.0
