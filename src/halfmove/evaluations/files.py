"""The file of an evaluation: what it looks at, for which rules it was made and how, then weights of two bytes each."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.base.checks import file_name
from halfmove.errors import UsageError
from halfmove.evaluations import container
from halfmove.evaluations.shape import MOST_WEIGHTS, Shape, as_data, from_data

KIND, VERSION = "evaluation", 1
_TEXTS, _NUMBERS = ("name", "rules"), ("seed", "games")

Parts = tuple[Shape, np.ndarray, dict[str, Any]]


def as_bytes(shape: Shape, weights: np.ndarray, about: dict[str, Any]) -> bytes:
    """The content of the file of an evaluation."""
    head = {**about, "shape": as_data(shape)}
    return container.content(KIND, VERSION, head, np.asarray(weights, "<i2").tobytes())


def read(path: Any) -> Parts:
    """The shape and the weights of the evaluation in a file, and how it was made. Raises UsageError."""
    return _parts(*container.read(path, KIND, VERSION, 2 * MOST_WEIGHTS), file_name(path))


def parsed(content: bytes) -> Parts:
    """The same of the content of a file."""
    return _parts(*container.opened(content, "this", KIND, VERSION), "this evaluation")


def _parts(head: dict[str, Any], packed: bytes, name: str) -> Parts:
    try:
        shape = from_data(head.get("shape"))
        weights = np.frombuffer(container.unpacked(packed, 2 * shape.weights), "<i2").astype(np.int16)
        return shape, weights, about(head)
    except ValueError as error:
        raise UsageError(f"{name} cannot be used: {error}") from None


def about(head: dict[str, Any]) -> dict[str, Any]:
    """For which rules something was made, and how. Raises ValueError."""
    for key in (*_TEXTS, *_NUMBERS):
        if type(head.get(key)) is not (str if key in _TEXTS else int):
            raise ValueError(f"its header has no right {key}")
    return {key: head[key] for key in (*_TEXTS, *_NUMBERS)}
