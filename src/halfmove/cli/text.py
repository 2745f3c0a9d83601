"""Numbers, moves and commands as text."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
from typing import Any

from halfmove.base.notebook import count as count
from halfmove.base.notebook import time as time
from halfmove.base.printable import printable_line
from halfmove.cli.streams import fitted, room_on, say, whole
from halfmove.game import Game, written
from halfmove.players.move_text import line_spelled


def rate(per_second: float, what: str = "nodes") -> str:
    """How many nodes, or other things, there are in a second."""
    for factor, unit in ((1e9, "billion "), (1e6, "million "), (1e3, "thousand ")):
        if per_second >= factor:
            return f"{per_second / factor:.3g} {unit}{what}/s"
    return f"{per_second:.0f} {what}/s"


def move(game: Game, one: Any) -> str:
    return written(game, one)


def line(game: Game, moves: Any) -> str:
    return " ".join(move(game, one) for one in moves)


def spelled_line(game: Game, at: Any, moves: Any) -> str:
    """A line of moves from a position, as players write them down."""
    return " ".join(line_spelled(game, at, moves))


def parameters(values: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in values.items() if value is not None)


def with_gaps(algorithm: str) -> str:
    """An algorithm's text with spaces where a narrow column may break it: scout:test=strict -> scout: test=strict."""
    return re.sub(r":(?=\w+=)", ": ", algorithm).replace(",", ", ")


def first_of(sentences: list[str], unit: str) -> str:
    """The first sentence, and how many more there are: "...; and on 3 more trees"."""
    return sentences[0] + (f"; and on {len(sentences) - 1} more {unit}" if len(sentences) > 1 else "")


def command(*words: Any) -> str:
    """The line a shell would run."""
    return " ".join(["halfmove", *(_quoted(str(word)) for word in words)])


def program(as_module: bool = False) -> str:
    """How to call this program from here: by its name, if the shell finds it.

    as_module   if it was started as a module, return `python -m halfmove` with the path of Python
    """
    called = sys.argv[0]
    if shutil.which("halfmove") is None and os.path.basename(called) == "halfmove":
        return shlex.quote(_near(called))
    if shutil.which("halfmove") is None and as_module:
        return f"{shlex.quote(_near(sys.executable))} -m halfmove"
    return "halfmove"


def _near(path: str) -> str:
    """A path relative to this folder, if it lies in it."""
    near = os.path.relpath(path) if os.path.isabs(path) else path
    return path if near.startswith("..") else near


def repeated(line: str, before: str = "", err: bool = False) -> str:
    """The command that repeats something, in a form that can be copied."""
    return hint(f"{before}repeat", line, err)


def hint(label: str, line: str, err: bool = False) -> str:
    """A command after its label; if the terminal is too narrow, below the label in parts that a shell joins again.

    line   begins with `halfmove`, or with another program
    err    the text is for standard error
    """
    stream = sys.stderr if err else sys.stdout
    room, line = room_on(stream), re.sub(r"^halfmove(?= |$)", lambda _: program(), line)
    if room is None or len(f"{label}: {line}") <= room:
        return f"{label}: {line}"
    parts = shell_lines(line, 2, room)
    return f"{fitted(f'{label}:', stream, 2)}\n" + (parts if err else whole(parts))


def say_hint(sentence: str, line: str) -> None:
    """Print the sentence that ends a command, followed by the command `line` if there is one."""
    say(sentence, (lambda label: hint(label, line, err=True)) if line else None)


def shell_lines(line: str, indent: int, room: int | None) -> str:
    """A line for a shell; if it is too long, in parts that a shell joins again."""
    start = " " * indent
    if room is None or len(start + line) <= room:
        return start + line
    parts = [""]
    for word in _with_values(line):
        if parts[-1] and indent + len(parts[-1]) + len(word) + 5 > room:
            parts.append("")
        parts[-1] += f" {word}" if parts[-1] else word
    return start + f" \\\n{start}  ".join(parts)


def _with_values(line: str) -> list[str]:
    """The words of a command line as written, options together with their values."""
    found: list[str] = []
    for word in re.findall(r"(?:'[^']*'|\$'(?:[^'\\]|\\.)*'|\\.|[^\s'])+", line):
        if found and found[-1].startswith("-") and " " not in found[-1] and not word.startswith("-"):
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def _quoted(word: str) -> str:
    """A word quoted for a shell, with control characters written out in the way of bash, zsh and ksh."""
    if printable_line(word) == word:
        return shlex.quote(word)
    return "$'" + printable_line(word.replace("\\", "\\\\").replace("'", "\\'")) + "'"


def as_json(data: Any) -> str:
    return whole(json.dumps(data, indent=2, default=_plain))


def _plain(x: Any) -> Any:
    return x.item() if hasattr(x, "item") else str(x)


def columns(rows: list[tuple[str, str]]) -> str:
    """Names and values in two columns; the second is broken if the terminal is too narrow."""
    width = max(len(name) for name, _ in rows) + 2
    return "\n".join(fitted(f"  {name:<{width}}{printable_line(value)}", sys.stdout, width + 2) for name, value in rows)
