"""Database files: a line that names the format, a line of JSON, words, and checksums.

    halfmove database 1
    {"game": ..., "tiers": [...], "size": ...}
    <checksum of these two lines>
    ... words, which begin at a multiple of ALIGNED bytes ...
    <checksums of all blocks of BLOCK bytes of the words, four bytes each>
    <checksum of the checksums>

A file is mapped into memory, not read. Nothing in it is executed. A flipped bit anywhere changes a checksum.
"""

from __future__ import annotations

import json
import mmap
import os
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from halfmove.base import outputs
from halfmove.base.checks import is_whole
from halfmove.base.reading import json_of, opened
from halfmove.errors import UsageError

MAGIC = b"halfmove database 1\n"
ALIGNED = 4096
BLOCK = 1 << 16
_CHECK = 9  # bytes of a checksum as text, with its line end
_MOST_HEADER = 1 << 26  # bytes

Progress = Callable[[int, int], None]


def _crc(data: Any) -> bytes:
    return b"%08x\n" % zlib.crc32(data)


def write(path: str, header: dict[str, Any], arrays: Sequence[Any], folder: str | None = None) -> None:
    """Write a database. `arrays` are its words, in order. Until the file is complete, it is in `folder`."""
    words = sum(map(len, arrays))
    text = json.dumps({**header, "words": words}, separators=(",", ":"), allow_nan=False).encode() + b"\n"
    head = MAGIC + text
    if len(head) > _MOST_HEADER:
        raise UsageError(f"cannot write {path}: it has more different values and distances than a file can hold")
    head += _crc(head)
    begin = -(-len(head) // ALIGNED) * ALIGNED
    with outputs.replacing(path, folder) as file:
        file.write(head.ljust(begin, b"\0"))
        checksums = _Checksums()
        for array in arrays:
            for place in range(0, len(array), BLOCK):
                data = array[place : place + BLOCK].astype("<i8", copy=False).tobytes()
                checksums.add(data)
                file.write(data)
        table = np.array(checksums.all(), "<u4").tobytes()
        file.write(table)
        file.write(_crc(table))


class _Checksums:
    """Checksums of blocks of bytes, which are added in portions of any size."""

    def __init__(self) -> None:
        self._made: list[int] = []
        self._now = self._size = 0

    def add(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            part = rest[: BLOCK - self._size]
            self._now = zlib.crc32(part, self._now)
            self._size += len(part)
            if self._size == BLOCK:
                self._made.append(self._now)
                self._now = self._size = 0
            rest = rest[len(part) :]

    def all(self) -> list[int]:
        return [*self._made, self._now] if self._size else self._made


def _header(text: bytes, name: str) -> dict[str, Any]:
    try:
        header: dict[str, Any] = json_of(text)
        if is_whole(header["words"]) and header["words"] >= 0:
            return header
    except (ValueError, KeyError, TypeError):
        pass
    raise UsageError(f"{name} is not a database that halfmove wrote")


def _mapped(path: str | os.PathLike[str], name: str) -> mmap.mmap:
    with opened(path) as file:
        if os.fstat(file.fileno()).st_size == 0:
            raise UsageError(f"{name} is empty, not a database")
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def read(path: str | os.PathLike[str], progress: Progress | None = None) -> tuple[dict[str, Any], Any]:
    """Return (header, words) of a file after comparing all its checksums. Raises UsageError."""
    name = repr(str(path))  # not shortened: the end of a path says most
    mapped = _mapped(path, name)
    size = len(mapped)
    if mapped[: len(MAGIC)] != MAGIC:
        if mapped[:18] == MAGIC[:18]:
            raise UsageError(f"{name} is a database of another version of halfmove; solve the game again")
        raise UsageError(f"{name} is not a database of halfmove")

    def damaged(how: str) -> UsageError:
        return UsageError(f"{name} is damaged: {how}; solve the game again, or download the file again")

    end = mapped.find(b"\n", len(MAGIC), _MOST_HEADER) + 1
    if end == 0 or mapped[end : end + _CHECK] != _crc(mapped[:end]):
        raise damaged("its header is not what was written")
    header = _header(mapped[len(MAGIC) : end], name)
    words = header["words"]
    begin = -(-(end + _CHECK) // ALIGNED) * ALIGNED
    blocks = -(-8 * words // BLOCK)
    whole = begin + 8 * words + 4 * blocks + _CHECK
    if size != whole:
        raise damaged(f"it has {size} bytes where {whole} were written")
    if mapped[end + _CHECK : begin].strip(b"\0"):
        raise damaged("its header is not what was written")
    table = mapped[begin + 8 * words : whole - _CHECK]
    if mapped[whole - _CHECK :] != _crc(table):
        raise damaged("its checksums are not what was written")
    view = memoryview(mapped)
    for number, wanted in enumerate(np.frombuffer(table, "<u4").tolist()):
        place = begin + number * BLOCK
        if zlib.crc32(view[place : min(place + BLOCK, begin + 8 * words)]) != wanted:
            raise damaged(f"the block from byte {place} on is not what was written")
        if progress is not None and number % 256 == 0:
            progress(number, blocks)
    return header, np.frombuffer(mapped, "<i8", words, begin)
