"""Engines of others as players of a match, from text: `uci:PATH,time=0.1,Hash=16`.

PATH is a program, with arguments if need be, as in `uci:halfmove uci othello`; what has blanks or commas is quoted.
The options `time`, `clock`, `late`, `nodes` and `depth` are ours; all others are the engine's own.
"""

from __future__ import annotations

import hashlib
import math
import os
import re
import shlex
import shutil
from dataclasses import dataclass
from typing import NamedTuple

from halfmove.adapters.arguments import number
from halfmove.base.checks import shown
from halfmove.base.reading import opened
from halfmove.errors import UsageError

LOSES, NOTED = "loses", "noted"  # what happens to a player that is late
_PATH = re.compile(r"""(?:'[^']*'|"[^"]*"|[^,'"])*""")  # commas may be quoted
_NAMED = re.compile(r"\s*([^=,]+?)\s*=(.*)", re.DOTALL)
_CLOCK = re.compile(r"([\d.]+)(?:\+([\d.]+))?")


class ClockTime(NamedTuple):
    """The clock of a game: seconds at its start, and seconds added after each move."""

    seconds: float
    added: float

    def __str__(self) -> str:
        return f"{self.seconds:g}+{self.added:g}"


@dataclass(frozen=True)
class Program:
    """The program of an engine.

    Attributes
    ----------
    command : tuple of str
        Its path, and its arguments.
    content : str
        A hash of its file, and of the files that are arguments.
    options : tuple of (str, str)
        The engine's own options.
    """

    command: tuple[str, ...]
    content: str
    options: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        return os.path.basename(self.command[0])

    @property
    def threads(self) -> int:
        """How many cores it uses, as far as its options say."""
        found = [value for name, value in self.options if name.lower() == "threads"]
        return int(found[0]) if found and found[0].isdigit() and len(found[0]) < 4 else 1

    def __str__(self) -> str:
        """What decides how it plays: its folder does not."""
        words = " ".join(os.path.basename(word) for word in self.command)
        options = ",".join(f"{name}={value}" for name, value in sorted(self.options))
        return f"{words} (content {self.content}) {options}"


def program_from(text: str, rest: str, ours: tuple[str, ...]) -> tuple[Program, dict[str, str]]:
    """The program, and the options that are not the engine's own.

    text   the whole text of the player
    rest   what follows `uci:`
    ours   the names of our options
    """
    found = _PATH.match(rest)
    path = "" if found is None else found[0]
    if rest[len(path) :] and not rest[len(path) :].startswith(","):
        raise UsageError(f"player {shown(text)}: {shown(rest)} is no command: a quotation mark is not closed")
    parts = rest[len(path) + 1 :].split(",") if rest[len(path) :] else []
    command = _command(text, path.strip())
    own: dict[str, str] = {}
    theirs: dict[str, str] = {}
    last: tuple[dict[str, str], str] | None = None
    for part in parts:
        named = _NAMED.fullmatch(part)
        if named is not None:
            name, value = named[1], named[2].strip()
            where = own if name in ours else theirs
            if name in where:
                raise UsageError(f"player {shown(text)}: {name}= is given twice")
            where[name], last = value, (where, name)
        elif last is not None and part.strip():  # a comma within a value
            last[0][last[1]] += "," + part
        else:
            raise UsageError(f"player {shown(text)}: options are written NAME=VALUE, as in time=0.1, not {shown(part)}")
    return Program(command, _content(command), tuple(theirs.items())), own


def _command(text: str, path: str) -> tuple[str, ...]:
    """The program with its whole path, and its arguments."""
    try:
        words = [path] if os.path.isfile(path) else shlex.split(path)
    except ValueError as error:
        raise UsageError(f"player {shown(text)}: {shown(path)} is no command: {error}") from None
    if not words:
        raise UsageError(f"player {shown(text)}: name the engine's program, as in uci:/usr/games/stockfish")
    found = shutil.which(os.path.expanduser(words[0]))
    if found is None:
        reason = "cannot be run" if os.path.exists(words[0]) else "does not exist"
        raise UsageError(f"player {shown(text)}: the program {shown(words[0])} {reason}")
    return (os.path.abspath(found), *words[1:])


def _content(command: tuple[str, ...]) -> str:
    """A hash of the program and of its arguments that are files: another version is another player."""
    found = hashlib.sha256()
    for word in command:
        if os.path.isfile(word):
            with opened(word, "the program ") as file:
                found.update(hashlib.file_digest(file, "sha256").digest())
    return found.hexdigest()[:16]


def clock_from(text: str) -> ClockTime:
    """A clock from text: `60+0.6`, or `60`."""
    found = _CLOCK.fullmatch(text.strip())
    seconds, added = (0.0, 0.0) if found is None else (float(number(found[1])), float(number(found[2] or "0")))
    if not 0 < seconds < math.inf or not 0 <= added < math.inf:
        raise UsageError(f"clock= is seconds and seconds added after each move, as in clock=60+0.6, not {shown(text)}")
    return ClockTime(seconds, added)
