"""The standard streams: no text from outside controls the terminal, and a failing stream gives no traceback.

Everything that is printed goes through here. Control characters are written out, as \\x1b. Our own styles are marked
with noncharacters, which Unicode keeps for such use, and become terminal codes here. A line that is too long for the
terminal is broken at word ends. Messages that cannot be delivered are dropped; the exit code still shows the failure.
Output that cannot be delivered is an error.
"""

from __future__ import annotations

import errno
import io
import os
import re
import secrets
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
_BOLD, _PLAIN, _REVERSE, _WHOLE, _GREEN, _FAINT, _BEGIN, _END, _DARK, _BRIGHT = (  # nobody can guess them
    f"{sign}{secrets.token_hex(8)}" for sign in "\ufdd0\ufdd1\ufdd2\ufdd3\ufdd4\ufdd5\ufdd6\ufdd7\ufdd8\ufdd9"
)
_CODES = {_BOLD: "\x1b[1m", _PLAIN: "\x1b[0m", _REVERSE: "\x1b[7m", _WHOLE: ""}
_CODES |= {_GREEN: "\x1b[32m", _FAINT: "\x1b[2m"}
_CODES |= {_DARK: "\x1b[1;38;5;33m", _BRIGHT: "\x1b[1;38;5;208m"}  # blue and orange: on any ground, for any eyes
_CODES |= {_BEGIN: "\r\x1b[?7l", _END: "\x1b[J\x1b[?7h"}  # over an echoed ^C, do not wrap; erase the rest, wrap
_STYLE = re.compile(f"({'|'.join(_CODES)})")
_WORDS = re.compile(r"(?:`[^`]+`|[^ ])+| +")
_LEAD = re.compile(r"\s*(?:\[\w+\]|\d+\.|[-*])?\s+|")  # the next lines of a broken line are indented as far


class _Output(io.TextIOWrapper):
    """Standard output. Raises UsageError when it cannot be written, ClosedPipe when its reader has gone."""

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


class Shown(io.TextIOBase):
    """A stream of a Python session or a notebook, to which the same is written as to `_Output`."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        _prepare_for_output()
        room = columns_of(self._stream)
        self._stream.write(_styled("\n".join(broken(line, room) for line in text.split("\n"))))
        return len(text)

    def flush(self) -> None:
        self._stream.flush()

    def isatty(self) -> bool:
        """Whether it shows styles, as notebooks do."""
        return bool(self._stream.isatty()) or type(self._stream).__module__.startswith("ipykernel.")

    def fileno(self) -> int:
        return int(self._stream.fileno())


before_output: list[Callable[[], None]] = []  # called before text is written that stays, to remove a live line
_last = [0.0]  # when something was last shown; infinite while the user types


def _prepare_for_output() -> None:
    for each in before_output:
        each()
    sign_of_life()


def sign_of_life() -> None:
    """Note that the screen has just shown something new."""
    _last[0] = time.monotonic()


def quiet_for() -> float:
    """Seconds since the screen showed something new; negative while the program waits for the user to type."""
    return time.monotonic() - _last[0]


@contextmanager
def waiting_for_user() -> Iterator[None]:
    """While the block runs, the user types and nothing is drawn."""
    _last[0] = float("inf")
    try:
        yield
    finally:
        sign_of_life()


class _Messages(io.TextIOWrapper):
    """Standard error. Text that cannot be delivered is dropped."""

    def write(self, text: str) -> int:
        is_live = text.endswith("\r")  # the next line covers it
        if not is_live:
            _prepare_for_output()
        with suppress(OSError):
            super().write(_styled(text[:-1], printable_line) + "\r" if is_live else printable(text))
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            super().flush()


class ClosedPipe(Exception):
    """The reader of our output has gone."""


@contextmanager
def delivered() -> Iterator[None]:
    """Turn an error of the system in the block into one of standard output."""
    try:
        yield
    except BrokenPipeError:
        raise ClosedPipe from None
    except OSError as error:
        reason = "it is not open for writing" if error.errno == errno.EBADF else error.strerror
        raise UsageError(f"cannot write to standard output: {reason}") from None


def _styled(text: str, clean: Callable[[str], str] = printable) -> str:
    return "".join(_CODES[part] if part in _CODES else clean(part) for part in _STYLE.split(text))


def has_styles() -> bool:
    """Whether standard output is a terminal that may show styles."""
    return isinstance(sys.stdout, _Output | Shown) and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def bold(name: str) -> str:
    """A line in bold, where standard output may show styles."""
    line = printable_line(name)
    return f"{_BOLD}{line}{_PLAIN}" if has_styles() else line


STYLES = {"dark": _DARK, "bright": _BRIGHT, "faint": _FAINT, "reverse": _REVERSE}


def styled(part: str, *styles: str) -> str:
    """A part of a line in some of the `STYLES`, where standard output may show them."""
    return f"{''.join(STYLES[style] for style in styles)}{part}{_PLAIN}" if styles and has_styles() else part


def green(part: str) -> str:
    """A part of a live line in green, where standard error may show colours."""
    return f"{_GREEN}{part}{_PLAIN}" if part and _is_controllable() and not os.environ.get("NO_COLOR") else part


def faint(part: str) -> str:
    """A part of a live line in faint letters, where standard error may show styles."""
    return f"{_FAINT}{part}{_PLAIN}" if part and _is_controllable() and not os.environ.get("NO_COLOR") else part


def _is_controllable() -> bool:
    """Whether standard error is a terminal that understands codes."""
    return isinstance(sys.stderr, _Messages) and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def draw_over(line: str) -> None:
    """Draw a live line on standard error, over the one that is there; "" only removes that one.

    It stays one line when the window becomes narrower while it is drawn. Everything after it is erased, such as the
    rest of a longer line that the terminal has wrapped.
    """
    columns = columns_of(sys.stderr) - 1
    sys.stderr.write((f"{_BEGIN}{line}{_END}" if _is_controllable() else f"{line:<{columns}}") + "\r")
    sys.stderr.flush()


def prepare() -> None:
    """Replace the standard streams by ours. Raises UsageError when standard output is closed."""
    closed = [name for name in ("stdin", "stdout", "stderr") if getattr(sys, name) is None]
    for number in range(3):  # otherwise the next file that is opened, perhaps a store, would be a standard stream
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if "stderr" in closed:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    else:
        sys.stderr = _replaced(sys.stderr, _Messages)
    if "stdout" in closed:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        raise UsageError("standard output is closed: send it to a file, or to /dev/null")
    sys.stdout = _replaced(sys.stdout, _Output)
    if "stderr" in closed:
        _say_on.append(sys.stdout)


_say_on: list[Any] = []  # the stream for sentences when standard error is closed


def _replaced(stream: Any, kind: type[io.TextIOWrapper]) -> Any:
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    how: dict[str, Any] = {"line_buffering": stream.line_buffering, "write_through": stream.write_through}
    # A character that the encoding lacks is shown as ?.
    return kind(stream.buffer, encoding=stream.encoding, errors="replace", **how)


def columns_of(stream: Any) -> int:
    """The columns of the terminal behind a stream; 80 where it does not say. COLUMNS comes first if it is set."""
    given = os.environ.get("COLUMNS", "")
    columns = int(given) if given.isdecimal() else 0
    if columns == 0:
        with suppress(OSError, ValueError, AttributeError):
            columns = os.get_terminal_size(stream.fileno()).columns
    return columns or 80


def room_on(stream: Any) -> int | None:
    """The columns of a terminal; None for a file or a pipe, whose lines may be of any length."""
    return columns_of(stream) if stream.isatty() else None


def fitted(line: str, stream: Any, indent: int = 0) -> str:
    """A line, broken at word ends where the terminal is too narrow; the lines after the first have this `indent`."""
    room = room_on(stream)
    return line if room is None else broken(line, room, indent)


def broken(line: str, room: int, indent: int | None = None) -> str:
    """A line, broken at word ends into lines of at most `room` letters; a longer word is left whole.

    Text in backticks, such as a command to copy, is not broken if it fits in one line.

    indent   of the lines after the first; None: as the first line, or as the text after its mark, as in "[1] "
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
    """The number of visible letters."""
    return len(_STYLE.sub("", text))


def whole(text: str) -> str:
    """Text whose lines are not broken, because a program may read them."""
    on_terminal = isinstance(sys.stdout, _Output) and sys.stdout.isatty()
    return "\n".join(f"{_WHOLE}{line}" for line in text.split("\n")) if on_terminal else text


def in_a_line(sentence: str) -> str:
    """A sentence on one line. Of words with hundreds of letters only the beginning is kept; the length is limited."""
    words = printable_line(" ".join(sentence.split()))
    return bounded(re.sub(rf"\S{{{_LONG_WORD},}}", lambda word: word[0][:60] + "...", words))


def say(sentence: str, with_command: Callable[[str], str] | None = None) -> None:
    """Print the sentence that ends a command: one line on standard error, or on standard output if that is closed.

    with_command   adds a command to the line, in a form that can be copied, as `cli.text.hint` does
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
        with waiting_for_user():
            found = sys.stdin.read(LARGEST_TREE + 1)
    except UnicodeDecodeError:
        raise UsageError("standard input is not text: a tree is written like [[3,[7,2]],[4,1]]") from None
    except OSError as error:
        raise UsageError(f"cannot read standard input: {error.strerror}") from None
    if len(found) > LARGEST_TREE:
        raise UsageError(f"standard input has more than {LARGEST_TREE >> 20} MB: it is too large for a tree")
    return found


def read_line(prompt: str) -> str | None:
    """The next line of standard input, None at its end. On a terminal the prompt is shown."""
    if sys.stdin is None:
        return None
    try:
        if sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401 - so that a line can be edited
            sys.stdout.flush()
            with waiting_for_user():
                return input(prompt)
        if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != "replace":
            sys.stdin.reconfigure(errors="replace")  # bytes that are not text are not a move
        line = sys.stdin.readline()
        return line.rstrip("\n") if line else None
    except EOFError:
        sys.stdout.write("\n")
        return None
    except OSError as error:
        raise UsageError(f"cannot read standard input: {error.strerror}") from None


def write_data(content: str | bytes) -> None:
    """Write data to standard output, as the same bytes as in a file; a terminal gets control characters written out."""
    if isinstance(content, str) and sys.stdout.isatty():
        sys.stdout.write(whole(content))
        return
    sys.stdout.flush()
    with delivered():
        sys.stdout.buffer.write(content.encode(errors="replace") if isinstance(content, str) else content)
        sys.stdout.buffer.flush()


def forget_output() -> None:
    """Drop output that cannot be delivered."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
