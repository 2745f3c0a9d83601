"""The file from which a training that was interrupted goes on: everything that it knows, after some batch.

A training that goes on from such a file has the same weights as one that was never interrupted.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from halfmove.base import outputs
from halfmove.base.checks import file_name
from halfmove.conformance.rules_hash import rules_hash
from halfmove.errors import UsageError
from halfmove.evaluations import container
from halfmove.evaluations.files import about
from halfmove.evaluations.shape import MOST_WEIGHTS, Shape
from halfmove.evaluations.shape import as_data as shape_data
from halfmove.evaluations.shape import from_data as shape_from
from halfmove.game import Game
from halfmove.learning import course as courses
from halfmove.learning.course import Course
from halfmove.learning.trainer import Progress, Trainer

KIND, VERSION = "training", 1
_FLOAT = "<f8"
_LARGEST = 1e300


@dataclass(frozen=True)
class Checkpoint:
    """What a file says about a training.

    shape, course   what is trained, and how
    done            what was done
    seconds         how long it took
    weights, steps  those of the trainer
    """

    shape: Shape
    course: Course
    done: Progress
    seconds: float
    weights: np.ndarray
    steps: np.ndarray

    def put_into(self, trainer: Trainer) -> None:
        """Let a trainer of this shape and course go on from here."""
        trainer.weights[:], trainer.steps[:] = self.weights, self.steps
        trainer.done = Progress(**asdict(self.done))


def write(path: str, trainer: Trainer, seconds: float) -> None:
    """Write the state of a training to a file, as a whole."""
    game, done = trainer.game, trainer.done
    head = {
        "name": game.name,
        "rules": rules_hash(game),
        "seed": trainer.course.seed,
        **asdict(done),
        "smallest": min(done.smallest, _LARGEST),
        "seconds": seconds,
        "shape": shape_data(trainer.shape),
        "course": courses.as_data(trainer.course),
    }
    numbers = np.concatenate([trainer.weights, trainer.steps]).astype(_FLOAT).tobytes()
    outputs.write(container.content(KIND, VERSION, head, numbers, level=1), path)


def read(path: Any, game: Game) -> Checkpoint:
    """The training in a file. Raises UsageError if it is damaged, or is about other rules."""
    name = file_name(path)
    head, packed = container.read(path, KIND, VERSION, 4 * 8 * MOST_WEIGHTS)
    try:
        known = about(head)
        if known["rules"] != rules_hash(game):
            raise UsageError(f"{name} is no training of {game.name}: it was begun for other rules")
        shape, course = shape_from(head.get("shape")), courses.from_data(head.get("course"))
        games, plies, batches = (_whole(head, key) for key in ("games", "plies", "batches"))
        done = Progress(games, plies, batches, _real(head, "smallest"))
        seconds = _real(head, "seconds")
        numbers = np.frombuffer(container.unpacked(packed, 3 * 8 * shape.weights), _FLOAT).astype(np.float64)
        if not np.isfinite(numbers).all():
            raise ValueError("some of its weights are no numbers")
    except ValueError as error:
        if isinstance(error, UsageError):
            raise
        raise UsageError(f"{name} cannot be used: {error}") from None
    return Checkpoint(shape, course, done, seconds, numbers[: shape.weights], numbers[shape.weights :])


def _real(head: dict[str, Any], key: str) -> float:
    value = head.get(key)
    if type(value) is not float or not 0 <= value <= _LARGEST:
        raise ValueError(f"its header has no right {key}")
    return value


def _whole(head: dict[str, Any], key: str) -> int:
    value = head.get(key)
    if type(value) is not int or not 0 <= value < 1 << 62:
        raise ValueError(f"its header has no right {key}")
    return value
