"""How an evaluation is trained: everything that decides its weights, besides its shape and the number of games."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from halfmove.learning.cells import Sample

JOBS = 8  # of a batch, for any number of threads
_POSITIONS = 200  # of one job, about
_LEAST_LONGEST, _MOST_LONGEST = 64, 1000  # half-moves
_LIMITS = {"share": 1 << 16, "longest": _MOST_LONGEST, "opening": _MOST_LONGEST, "random_in": 1 << 20}


@dataclass(frozen=True)
class Course:
    """How games are played, and what is learned from them.

    seed       of everything random
    share      games of one job
    longest    half-moves after which a game counts as a draw
    largest    the largest score
    opening    random half-moves with which a game begins, at most
    random_in  one of so many later moves is random
    fading     how much a position learns from later ones: 0 from its best move only, 1 from the end of the game
    by_size    how much of a result is its size, and not only who won
    rate       of learning, for all patterns of a position together
    """

    seed: int
    share: int
    longest: int
    largest: float
    opening: int
    random_in: int = 10
    fading: float = 0.7
    by_size: float = 0.0
    rate: float = 1.0

    @property
    def batch(self) -> int:
        """How many games a batch has."""
        return JOBS * self.share


def course_for(seen: Sample, seed: int, **changes: Any) -> Course:
    """The course for a game of which some random games were seen."""
    usual = {
        "share": max(1, round(_POSITIONS / max(seen.plies, 1))),
        "longest": min(max(_LEAST_LONGEST, 3 * seen.longest), _MOST_LONGEST),
        "largest": float(max(abs(score) for score in seen.scores)),
        "opening": max(4, int(seen.plies // 4)),
    }
    return Course(seed=seed, **(usual | changes))


def as_data(course: Course) -> dict[str, Any]:
    """A course as plain data for JSON."""
    return asdict(course)


def from_data(data: Any) -> Course:
    """A course from plain data, which may come from anywhere. Raises ValueError."""
    if not isinstance(data, dict) or set(data) != {each.name for each in fields(Course)}:
        raise ValueError("it does not say how it is trained")
    for each in fields(Course):
        value = data[each.name]
        if type(value) is not (int if each.type == "int" else float) or not -1e300 < value < 1e300:
            raise ValueError(f"its {each.name} cannot be right")
        if each.name in _LIMITS and not 1 <= value <= _LIMITS[each.name]:
            raise ValueError(f"its {each.name} cannot be right")
    made = Course(**data)
    if made.largest <= 0:
        raise ValueError("its largest score cannot be right")
    return made
