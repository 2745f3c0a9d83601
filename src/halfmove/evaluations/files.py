"""The file of an evaluation: one line of JSON, then its weights, two bytes each, compressed.

The line says what the evaluation looks at, for which rules it was made, and how. Only numbers and texts are read, and
all of them are checked. The checksum covers the whole file, and the size of the weights is known before they are read.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from typing import Any

import numpy as np

from halfmove.base import outputs
from halfmove.base.checks import file_name
from halfmove.base.reading import content_of, json_of
from halfmove.errors import UsageError
from halfmove.evaluations.shape import MOST_WEIGHTS, Shape, as_data, from_data

VERSION = 1
_MAGIC = "halfmove evaluation"
_MOST_HEAD = 1 << 21  # bytes
_MOST = _MOST_HEAD + 2 * MOST_WEIGHTS + (1 << 20)


def as_bytes(shape: Shape, weights: np.ndarray, about: dict[str, Any]) -> bytes:
    """The content of the file of an evaluation."""
    packed = zlib.compress(np.asarray(weights, "<i2").tobytes(), 9)
    head = {"file": _MAGIC, "version": VERSION, **about, "shape": as_data(shape), "bytes": len(packed)}
    line = json.dumps(head, sort_keys=True, separators=(",", ":"))
    return _with_checksum(line, packed)


def _with_checksum(line: str, packed: bytes) -> bytes:
    checksum = hashlib.sha256(line.encode() + packed).hexdigest()
    return f"{checksum} {line}\n".encode() + packed


def write(path: str, content: bytes) -> None:
    outputs.write(content, path)


def read(path: Any) -> tuple[Shape, np.ndarray, dict[str, Any]]:
    """The shape, the weights and the head of the evaluation in a file. Raises UsageError."""
    return parsed(content_of(path, _MOST), file_name(path))


def parsed(content: bytes, name: str) -> tuple[Shape, np.ndarray, dict[str, Any]]:
    """The same of the content of a file with this name."""
    line, newline, packed = content[:_MOST_HEAD].partition(b"\n")
    checksum, _, text = line.partition(b" ")
    if not newline or len(checksum) != 64 or not text.startswith(b"{"):
        raise UsageError(f"{name} is not an evaluation")
    packed = content[len(line) + 1 :]
    try:
        head = json_of(text)
    except ValueError:
        head = None
    if not isinstance(head, dict) or head.get("file") != _MAGIC:
        raise UsageError(f"{name} is not an evaluation")
    if head.get("version") != VERSION:
        raise UsageError(f"{name} was written by another version of halfmove; train the evaluation again")
    if hashlib.sha256(text + packed).hexdigest().encode() != checksum:
        raise UsageError(f"{name} is damaged: its checksum is wrong; train the evaluation again")
    try:
        shape = from_data(head["shape"])
        weights = _weights(shape, packed)
        for key, kind in (("rules", str), ("name", str), ("seed", int), ("games", int)):
            if type(head[key]) is not kind:
                raise ValueError(f"its {key} cannot be right")
    except (KeyError, TypeError):
        raise UsageError(f"{name} cannot be used: its header lacks something") from None
    except ValueError as error:
        raise UsageError(f"{name} cannot be used: {error}") from None
    return shape, weights, head


def _weights(shape: Shape, packed: bytes) -> np.ndarray:
    size = 2 * shape.weights
    machine = zlib.decompressobj()
    try:
        content = machine.decompress(packed, size + 1)
    except zlib.error:
        raise ValueError("its weights cannot be read") from None
    if len(content) != size or not machine.eof or machine.unused_data:
        raise ValueError("it has another number of weights than its header says")
    return np.frombuffer(content, "<i2").astype(np.int16)
