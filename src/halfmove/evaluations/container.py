"""A file of one line and numbers: a checksum, JSON that says what the numbers are, and the numbers, compressed.

The checksum covers everything behind it. What a file says about sizes is checked before memory is taken for them.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from typing import Any

from halfmove.base.checks import file_name
from halfmove.base.reading import content_of, json_of
from halfmove.errors import UsageError

_MOST_HEAD = 1 << 21  # bytes
_CHECKSUM = 64  # letters


def content(kind: str, version: int, head: dict[str, Any], numbers: bytes, level: int = 9) -> bytes:
    """The bytes of a file of some kind."""
    packed = zlib.compress(numbers, level)
    line = json.dumps({"file": kind, "version": version, **head}, sort_keys=True, separators=(",", ":")).encode()
    return hashlib.sha256(line + packed).hexdigest().encode() + b" " + line + b"\n" + packed


def read(path: Any, kind: str, version: int, most: int) -> tuple[dict[str, Any], bytes]:
    """The head of a file of this kind, and its numbers, still compressed. Raises UsageError."""
    return opened(content_of(path, most + _MOST_HEAD), file_name(path), kind, version)


def opened(found: bytes, name: str, kind: str, version: int) -> tuple[dict[str, Any], bytes]:
    """The same of the bytes of a file with this name."""
    end = found.find(b"\n", 0, _MOST_HEAD)
    line = found[:end] if end >= 0 else b""
    checksum, text, packed = line[:_CHECKSUM], line[_CHECKSUM + 1 :], found[end + 1 :]
    try:
        head = json_of(text)
    except ValueError:
        head = None
    article = "an" if kind[0] in "aeiou" else "a"
    if not isinstance(head, dict) or head.get("file") != kind:
        raise UsageError(f"{name} is not {article} {kind} of halfmove")
    if head.get("version") != version:
        raise UsageError(f"{name} was written by another version of halfmove, which this one cannot read")
    if hashlib.sha256(text + packed).hexdigest().encode() != checksum:
        raise UsageError(f"{name} is damaged: its checksum is wrong")
    return head, packed


def unpacked(packed: bytes, size: int) -> bytes:
    """The numbers, which must have this many bytes. Raises ValueError."""
    machine = zlib.decompressobj()
    try:
        numbers = machine.decompress(packed, size + 1)
    except zlib.error:
        raise ValueError("its numbers cannot be read") from None
    if len(numbers) != size or not machine.eof or machine.unused_data:
        raise ValueError("it does not have as many numbers as it says")
    return numbers
