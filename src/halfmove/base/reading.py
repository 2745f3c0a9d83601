"""Reading files that a user names, with limits: reading always ends.

Only regular files are read, since a device or a pipe may never end or wait for ever. A file that is too large for its
kind is rejected before it is read. JSON takes memory in proportion to its text.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from typing import Any

from halfmove.base.checks import file_name
from halfmove.errors import UsageError

LARGEST_TREE = 1 << 26  # bytes of a tree in a file, or from standard input
_AT_ONCE = 1 << 20  # bytes
_WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


@contextmanager
def opened(file: Any, what: str = "", most: int | None = None) -> Iterator[BufferedReader]:
    """A regular file of at most `most` bytes, open for reading. Raises UsageError, with the reason.

    what   text before its name in errors, such as "the book "
    """
    name = what + file_name(file)
    try:
        _check_file(os.stat(file), name, most)  # before it is opened, which may have an effect on a device
        descriptor = os.open(file, os.O_RDONLY | _WITHOUT_WAITING)
        with open(descriptor, "rb") as stream:
            _check_file(os.fstat(descriptor), name, most)
            yield stream
    except (OSError, ValueError) as error:
        if isinstance(error, UsageError):
            raise
        raise UsageError(f"cannot read {name}: {_reason(error)}") from None


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror if isinstance(error, OSError) else str(error)) or type(error).__name__


def _check_file(found: os.stat_result, name: str, most: int | None) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise UsageError(f"cannot read {name}: it is a folder, not a file")
    if not stat.S_ISREG(found.st_mode):
        raise UsageError(f"cannot read {name}: it is a device or a pipe, not a file; write its content to a file first")
    if most is not None and found.st_size > most:
        raise _too_large(name, most)


def _too_large(name: str, most: int) -> UsageError:
    size = f"{most >> 20} MB" if most >= 1 << 20 else f"{most >> 10} KB"
    return UsageError(f"cannot read {name}: it has more than {size}, which is too large for a file of its kind")


def content_of(file: Any, most: int) -> bytes:
    """All bytes of a regular file of at most `most` bytes. Raises UsageError, with the reason."""
    with opened(file, most=most) as stream:
        content = stream.read(os.fstat(stream.fileno()).st_size + 1)  # allocates no more than the file has
        while len(content) <= most and (more := stream.read(_AT_ONCE)):  # the system reported a smaller size
            content += more
    if len(content) > most:
        raise _too_large(file_name(file), most)
    return content


def text_of(file: Any, most: int) -> str:
    """The content of a regular file as text."""
    try:
        return content_of(file, most).decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"cannot read {file_name(file)}: it is not UTF-8 text ({error.reason})") from None


def json_of(content: bytes | str) -> Any:
    """The value of JSON text. Raises ValueError if it cannot be read, and for numbers that are not finite."""
    try:
        text = content if isinstance(content, str) else content.decode()
        return json.loads(text, parse_constant=_refuse, parse_float=_finite)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except MemoryError:
        raise ValueError("it does not fit into memory") from None


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is not a number")


def _finite(digits: str) -> float:
    """JSON has no infinite numbers, but its digits may stand for a number that is too large."""
    number = float(digits)
    return number if abs(number) < float("inf") else _refuse(digits)
