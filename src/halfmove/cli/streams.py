"""The standard streams: nothing that a person wrote steers a terminal, and a stream that fails is no traceback.

All that is printed goes through here. What steers a terminal is written out, as \\x1b. Our own styles are
noncharacters, which Unicode keeps for such use, and become codes here. A line that a terminal has no room for is broken
at word ends. Messages that cannot be delivered are dropped: the exit code tells. An output that cannot be delivered is
an error.
"""

from __future__ import annotations

import errno
import io
import os
import re
import secrets
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from typing import Any

from halfmove.base.printable import printable, printable_line
from halfmove.base.reading import LARGEST_TREE
from halfmove.errors import UsageError, bounded

_LONG_WORD = 300  # letters
_BOLD, _PLAIN, _REVERSE, _WHOLE = (  # which nobody can guess
    f"{sign}{secrets.token_hex(8)}" for sign in "\ufdd0\ufdd1\ufdd2\ufdd3"
)
_CODES = {_BOLD: "\x1b[1m", _PLAIN: "\x1b[0m", _REVERSE: "\x1b[7m", _WHOLE: ""}
_STYLE = re.compile(f"({'|'.join(_CODES)})")
_WORDS = re.compile(r"(?:`[^`]+`|[^ ])+| +")
_LEAD = re.compile(r"\s*(?:\[\w+\]|\d+\.|[-*])?\s+|")  # what the further lines of a broken line stand under


class _Output(io.TextIOWrapper):
    """Standard output. Raises UsageError when it has no place, ClosedPipe when its reader went away."""

    def write(self, text: str) -> int:
        _prepare_for_output()
        room = room_on(self)
        lines = text if room is None else "\n".join(broken(line, room) for line in text.split("\n"))
        with delivered():
            super().write(_styled(lines))
        return len(text)

    def flush(self) -> None:
        with delivered():
            super().flush()


before_output: list[Callable[[], None]] = []  # called before something is written that stays: a live line goes away
_last = [0.0]  # when something was written; infinite while a person types


def _prepare_for_output() -> None:
    for each in before_output:
        each()
    sign_of_life()


def sign_of_life() -> None:
    """A person has just seen something."""
    _last[0] = time.monotonic()


def quiet_for() -> float:
    """Seconds since a person has seen something; negative while it is for the person to type."""
    return time.monotonic() - _last[0]


@contextmanager
def a_person_types() -> Iterator[None]:
    _last[0] = float("inf")
    try:
        yield
    finally:
        sign_of_life()


class _Messages(io.TextIOWrapper):
    """Standard error, where what cannot be delivered is dropped."""

    def write(self, text: str) -> int:
        passing = text.endswith("\r")  # a line that the next one covers
        if not passing:
            _prepare_for_output()
        with suppress(OSError):
            super().write(printable_line(text[:-1]) + "\r" if passing else printable(text))
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            super().flush()


class ClosedPipe(Exception):
    """The reader of our output went away."""


@contextmanager
def delivered() -> Iterator[None]:
    """What fails in here is standard output."""
    try:
        yield
    except BrokenPipeError:
        raise ClosedPipe from None
    except OSError as error:
        reason = "it is not open for writing" if error.errno == errno.EBADF else error.strerror
        raise UsageError(f"cannot write to standard output: {reason}") from None


def _styled(text: str) -> str:
    return "".join(_CODES[part] if part in _CODES else printable(part) for part in _STYLE.split(text))


def has_styles() -> bool:
    """Whether standard output is a terminal that wants them."""
    return isinstance(sys.stdout, _Output) and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def bold(name: str) -> str:
    """A line in bold, on a terminal that wants it."""
    line = printable_line(name)
    return f"{_BOLD}{line}{_PLAIN}" if has_styles() else line


def marked(part: str) -> str:
    """A part of a line in reverse, on a terminal that wants it."""
    return f"{_REVERSE}{part}{_PLAIN}" if has_styles() else part


def prepare() -> None:
    """Take the standard streams over. Raises UsageError when standard output is closed."""
    closed = [name for name in ("stdin", "stdout", "stderr") if getattr(sys, name) is None]
    for number in range(3):  # else the next file that is opened, perhaps a store, would be a standard stream
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if "stderr" in closed:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    else:
        sys.stderr = _taken_over(sys.stderr, _Messages)
    if "stdout" in closed:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        raise UsageError("standard output is closed: send it to a file, or to /dev/null")
    sys.stdout = _taken_over(sys.stdout, _Output)
    if "stderr" in closed:
        _say_on.append(sys.stdout)


_say_on: list[Any] = []  # where sentences go when standard error is closed


def _taken_over(stream: Any, kind: type[io.TextIOWrapper]) -> Any:
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    how: dict[str, Any] = {"line_buffering": stream.line_buffering, "write_through": stream.write_through}
    # A terminal without some sign shows ? for it.
    return kind(stream.buffer, encoding=stream.encoding, errors="replace", **how)


def unfiltered_messages() -> Any:
    """Standard error for a drawing that steers the terminal itself; what it draws must be printable."""
    return sys.__stderr__


def room_on(stream: Any) -> int | None:
    """The columns of a terminal; None for a file or a pipe, which is as wide as it takes."""
    return shutil.get_terminal_size().columns if stream.isatty() else None


def fitted(line: str, stream: Any, indent: int = 0) -> str:
    """A line, broken at word ends where a terminal has no room for it; the lines after the first have this `indent`."""
    room = room_on(stream)
    return line if room is None else broken(line, room, indent)


def broken(line: str, room: int, indent: int | None = None) -> str:
    """A line, broken at word ends into lines of at most `room` letters; a longer word is left whole.

    What stands in backticks, such as a command to be copied, is left whole where a line has room for it.

    indent   of the lines after the first; None: they stand under the first, behind its mark if it has one, as in "[1] "
    """
    if _length(line) <= room or _WHOLE in line:
        return line
    lead = _LEAD.match(line)
    hang = len(lead[0]) if indent is None and lead is not None else indent or 0
    lines, length, gap = [""], 0, ""
    words = (
        [part] if _length(part) <= room - min(hang, room // 2) else re.split(r"( +)", part)
        for part in _WORDS.findall(line)
    )
    for part in chain.from_iterable(words):
        if not part.strip(" "):
            gap = part
        elif length + len(gap) + _length(part) > room and lines[-1].strip():
            lines.append(" " * min(hang, room // 2) + part)
            length = _length(lines[-1])
        else:
            lines[-1] += gap + part
            length += len(gap) + _length(part)
    return "\n".join(lines)


def _length(text: str) -> int:
    """The letters that are seen."""
    return len(_STYLE.sub("", text))


def whole(text: str) -> str:
    """Text whose lines are not broken, because a machine may read them."""
    on_terminal = isinstance(sys.stdout, _Output) and sys.stdout.isatty()
    return "\n".join(f"{_WHOLE}{line}" for line in text.split("\n")) if on_terminal else text


def in_a_line(sentence: str) -> str:
    """A sentence on one line; of a word that has hundreds of letters only the beginning, and not too many words."""
    words = printable_line(" ".join(sentence.split()))
    return bounded(re.sub(rf"\S{{{_LONG_WORD},}}", lambda word: word[0][:60] + "...", words))


def say(sentence: str, with_command: Callable[[str], str] | None = None) -> None:
    """How a command ends: one line on standard error; on standard output if that is closed.

    with_command   what puts a command behind the line, as `cli.text.hint` does, in a form that can be copied
    """
    stream = _say_on[0] if _say_on else sys.stderr
    line = f"halfmove: {in_a_line(sentence)}"
    with suppress(OSError, UsageError):
        stream.write((fitted(line, stream, 2) if with_command is None else with_command(line)) + "\n")
        stream.flush()


def read_input() -> str:
    """All of standard input. Raises UsageError when there is none."""
    if sys.stdin is None:
        raise UsageError("standard input is closed: give it a tree, or name a file instead of -")
    try:
        with a_person_types():
            found = sys.stdin.read(LARGEST_TREE + 1)
    except UnicodeDecodeError:
        raise UsageError("standard input is no text: a tree is written like [[3,[7,2]],[4,1]]") from None
    except OSError as error:
        raise UsageError(f"cannot read standard input: {error.strerror}") from None
    if len(found) > LARGEST_TREE:
        raise UsageError(f"standard input has more than {LARGEST_TREE >> 20} MB, and no tree is so large")
    return found


def read_line(prompt: str) -> str | None:
    """The next line of standard input, None at its end. A person at a terminal sees the prompt."""
    if sys.stdin is None:
        return None
    try:
        if sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401 - with which a line can be edited
            sys.stdout.flush()
            with a_person_types():
                return input(prompt)
        if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != "replace":
            sys.stdin.reconfigure(errors="replace")  # what is no text is no move
        line = sys.stdin.readline()
        return line.rstrip("\n") if line else None
    except EOFError:
        sys.stdout.write("\n")
        return None
    except OSError as error:
        raise UsageError(f"cannot read standard input: {error.strerror}") from None


def write_data(content: str | bytes) -> None:
    """Put out what could be in a file too, as the same bytes; on a terminal nothing in it steers."""
    if isinstance(content, str) and sys.stdout.isatty():
        sys.stdout.write(whole(content))
        return
    sys.stdout.flush()
    with delivered():
        sys.stdout.buffer.write(content.encode(errors="replace") if isinstance(content, str) else content)
        sys.stdout.buffer.flush()


def forget_output() -> None:
    """Drop what cannot be delivered."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
