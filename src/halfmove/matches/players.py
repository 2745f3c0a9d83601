"""Players from text, as a match names them.

    time=0.1,quiescence=off      halfmove's player with these options; `player` alone has one second for a move
    level=easy                   a level of `halfmove play`: easy, medium, hard, strongest, or 1 to 10
    time=0.1,book=my.book        the same with an opening book
    time=0.1,endgames=my.db      the same with a database of solved positions
    time=0.1,evaluation=my.eval  the same with a learned evaluation; evaluation=none: without the game's own
    mcts:playouts=1000           random games; also time= or nodes=
    best_first:time=0.1          best-first minimax
    alpha_beta:depth=6           an algorithm as it is, to this depth; with time= or nodes= by iterative deepening
    random                       any move
    uci:PATH,time=0.1,Hash=16    an engine of the Universal Chess Interface, with its own options
    my_file.py:name              a player of your own: a function (game, position) -> move, an object with
                                 `choose(position)`, a class of such objects that takes a game, or an algorithm

>>> str(player_from("nodes=500,killers=off"))
'nodes=500,killers=off'
>>> player_from("mtcs:playouts=10")
Traceback (most recent call last):
halfmove.errors.UsageError: there is no player 'mtcs'; did you mean 'mcts'? a player is options as in time=0.1, ...
"""

from __future__ import annotations

import hashlib
import os
import sys
import typing
from collections.abc import Callable
from contextlib import AbstractContextManager, redirect_stdout
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from halfmove.adapters.arguments import number, split
from halfmove.algorithms.registry import guess, id_of
from halfmove.base.checks import byte_count, hint, shown, whole
from halfmove.base.gate import checked
from halfmove.base.reading import opened
from halfmove.base.reprs import by_text
from halfmove.base.user_files import UserFile, split_file_text
from halfmove.errors import UsageError
from halfmove.matches.engine_texts import LOSES, NOTED, ClockTime, Program, clock_from, program_from
from halfmove.model import Limits
from halfmove.players.arguments import SWITCHES as SWITCHES
from halfmove.players.core import Method
from halfmove.players.kernels.mcts import mcts
from halfmove.players.levels import LEVELS, level_number, named
from halfmove.studies.specs import AlgorithmSpec, parameter_value

Kind = Literal["player", "mcts", "best_first", "random", "algorithm", "own", "uci"]

OF_MCTS = {each.name: each for each in mcts.algorithm.parameters}
_ENGINE = ("time", "nodes", "memory", "compiled", "book", "variety", "endgames", "evaluation")
OPTIONS: dict[Kind, tuple[str, ...]] = {
    "player": (
        "time",
        "clock",
        "late",
        "nodes",
        "depth",
        "level",
        "memory",
        "threads",
        "method",
        "seed",
        "compiled",
        "book",
        "variety",
        "endgames",
        "evaluation",
        *SWITCHES,
    ),
    "mcts": (*_ENGINE, *OF_MCTS),
    "best_first": _ENGINE,
    "random": ("seed",),
    "algorithm": ("time", "nodes", "depth", "compiled"),
    "own": (),
    "uci": ("time", "clock", "late", "nodes", "depth"),
}
_ON = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


@dataclass(frozen=True)
class FileName:
    """The file of a book or database, and a hash of its content. Only the hash is part of a player's identity."""

    path: str
    content: str

    def __str__(self) -> str:
        return self.content


@dataclass(frozen=True)
class PlayerSpec:
    """A player as data. `player_from` makes one from text.

    Attributes
    ----------
    text : str
        The text it was made from.
    kind : str
        "player", "mcts", "best_first", "random", "algorithm", "own" or "uci".
    options : tuple of (str, value)
        Its options, without those of an algorithm.
    algorithm : AlgorithmSpec or None
        The algorithm, if it is one.
    file : UserFile or None
        The file of a user's own player.
    program : Program or None
        The program of an engine, with the engine's own options.
    """

    text: str
    kind: Kind
    options: tuple[tuple[str, Any], ...] = ()
    algorithm: AlgorithmSpec | None = None
    file: UserFile | None = None
    program: Program | None = None

    def __str__(self) -> str:
        return self.text

    __repr__ = by_text

    @property
    def named(self) -> dict[str, Any]:
        return dict(self.options)

    @property
    def seconds(self) -> float | None:
        """Seconds that one move may take; None if there is no such limit."""
        return self.limits.seconds

    @property
    def clock(self) -> ClockTime | None:
        """The clock of each game, if it has one."""
        return self.named.get("clock")

    @property
    def loses_by_time(self) -> bool:
        """Whether it loses a game when it is late; otherwise late moves are only counted."""
        return bool(self.named.get("late", LOSES if self.clock is not None else NOTED) == LOSES)

    @property
    def threads(self) -> int:
        """How many cores it uses."""
        return self.program.threads if self.program is not None else self.named.get("threads", 1)

    @property
    def limits(self) -> Limits:
        """What one move may cost: one second by default."""
        given = self.named
        if self.kind in ("random", "own"):
            return Limits()
        if not given.keys() & {"time", "clock", "nodes", "depth", "playouts"} and self.kind != "algorithm":
            return Limits(seconds=1.0)
        return Limits(nodes=given.get("nodes"), seconds=given.get("time"))

    @property
    def identity(self) -> str:
        """The key of stored results: the same for the same player, with a hash of the code of a user's file."""
        words = ",".join(f"{key}={value}" for key, value in sorted(self.options))
        if self.algorithm is not None:
            return f"{self.algorithm.identity} {words}"
        if self.file is not None:
            return f"{self.file.text_without_folder} (code {self.file.code})"
        if self.program is not None:
            return f"uci {self.program} {words}"
        return f"{self.kind} {words}"


@checked
def player_from(text: str) -> PlayerSpec:
    """Make a player from text, as a match names it.

    Parameters
    ----------
    text : str
        Options as in "time=0.1,book=my.book", "mcts:playouts=1000", "best_first:time=0.1", "random", an algorithm as in
        "alpha_beta:depth=6", "uci:PATH" for an engine, or "my_file.py:name" for a player of your own.

    Returns
    -------
    PlayerSpec
        The player as data.

    Raises
    ------
    UsageError
        If there is no such player or option.
    """
    text = text.strip()
    name, _, rest = text.partition(":")
    if name.strip() == "uci":
        return _uci(text, rest)
    if split_file_text(text) is not None:
        return _own(text)
    if "=" in name:
        name, rest = "player", text
    name = name.strip()
    if name in OPTIONS and name not in ("algorithm", "own"):
        kind: Kind = name
        spec = PlayerSpec(text, kind, _options(text, kind, _named(text, rest)))
        _check_method(spec)
        return spec
    if (known := id_of(name)) is not None:
        return _algorithm(text, known, rest)
    names = [name for name in OPTIONS if name not in ("algorithm", "own", "uci")]
    raise UsageError(
        f"there is no player {shown(name)}; {guess(name, names)}a player is options as in time=0.1, "
        f"one of {', '.join(names)}, an algorithm as in alpha_beta:depth=6, uci:PATH for an engine, or my_file.py:name"
    )


def _named(text: str, rest: str) -> dict[str, str]:
    unnamed, named = split(rest)
    if unnamed:
        raise UsageError(f"player {shown(text)}: options are written NAME=VALUE, as in time=0.1, not {unnamed[0]!r}")
    return named


def _options(text: str, kind: Kind, named: dict[str, str]) -> tuple[tuple[str, Any], ...]:
    for key in named:
        if key not in OPTIONS[kind]:
            choices = list(OPTIONS[kind])
            listed = f"its options are {', '.join(choices)}" if choices else "it has none"
            raise UsageError(f"player {shown(text)} has no option {shown(key)}; {hint(key, choices)}{listed}")
    values = []
    for key, value in named.items():
        try:
            values.append((key, _value(key, value)))
        except UsageError as error:
            raise UsageError(f"player {shown(text)}, option {key}: {error}") from None
    return tuple(values)


def _value(key: str, text: str) -> Any:
    """The value of an option, from text."""
    if key in SWITCHES or key == "compiled":
        if text.lower() not in _ON:
            raise UsageError(f"{key}= is on or off, not {shown(text)}")
        return _ON[text.lower()]
    if key in _READERS:
        return _READERS[key](text)
    return mcts.algorithm.settle({key: parameter_value(OF_MCTS[key], text)})[key]


def _method(text: str) -> str:
    methods = typing.get_args(Method)
    if text not in methods:
        raise UsageError(f"there is no method {shown(text)}; {hint(text, methods)}the choices are {', '.join(methods)}")
    return text


def _seconds(text: str) -> float:
    seconds = number(text)
    if not 0 < seconds < float("inf"):
        raise UsageError(f"time= is seconds above 0, as in time=0.1, not {shown(text)}")
    return seconds


def _database(text: str) -> FileName:
    """A database in a file, or a folder of tables. These are too large to be read: names and sizes stand for them."""
    if not os.path.isdir(text):
        return _file("database", text)
    with os.scandir(text) as entries:
        found = sorted((entry.name, entry.stat().st_size) for entry in entries)
    return FileName(text, hashlib.sha256(repr(found).encode()).hexdigest()[:16])


def _late(text: str) -> str:
    if text not in (LOSES, NOTED):
        raise UsageError(f"late= is {LOSES} or {NOTED}, not {shown(text)}")
    return text


def _file(what: str, text: str) -> FileName:
    with opened(text, f"the {what} ") as file:
        return FileName(text, hashlib.file_digest(file, "sha256").hexdigest()[:16])


def _points(text: str) -> float:
    points = number(text)
    if not 0 <= points < float("inf"):
        raise UsageError(f"variety= is points from 0 on, as in variety=0.5, not {shown(text)}")
    return float(points)


_READERS: dict[str, Callable[[str], Any]] = {
    "time": _seconds,
    "nodes": lambda text: whole("nodes=", number(text), 1),
    "depth": lambda text: whole("depth=", number(text), 1),
    "level": level_number,
    "threads": lambda text: whole("threads=", number(text), 1, 64),
    "seed": lambda text: whole("seed=", number(text)),
    "memory": lambda text: byte_count("memory=", text),
    "method": _method,
    "clock": clock_from,
    "late": _late,
    "book": partial(_file, "book"),
    "endgames": _database,
    "evaluation": lambda text: None if text == "none" else _file("evaluation", text),
    "variety": _points,
}


def _check_method(spec: PlayerSpec) -> None:
    _check_time(spec)
    method = spec.named.get("method")
    if "depth" in spec.named and method in ("mcts", "best_first"):
        raise UsageError(f"player {spec}: method={method} has no depth; give it time= or nodes=")
    level = spec.named.get("level")
    if level is None:
        return
    if "depth" in spec.named:
        raise UsageError(f"player {spec}: a level sets its own depth: leave depth= or level= out")
    if LEVELS[level].depth is not None and method in ("mcts", "best_first"):
        raise UsageError(f"player {spec}: {named(level)} does not use method={method}: leave one of them out")


def _uci(text: str, rest: str) -> PlayerSpec:
    """An engine in a program of its own."""
    program, ours = program_from(text, rest, OPTIONS["uci"])
    spec = PlayerSpec(text, "uci", _options(text, "uci", ours), None, None, program)
    _check_time(spec)
    return spec


def _check_time(spec: PlayerSpec) -> None:
    given = spec.named
    if "time" in given and "clock" in given:
        raise UsageError(f"player {spec}: time= is for each move and clock= for the game: leave one of them out")
    if "late" in given and not given.keys() & {"time", "clock"}:
        raise UsageError(f"player {spec}: late= is for a player with time= or clock=")


def _algorithm(text: str, name: str, rest: str, file: UserFile | None = None) -> PlayerSpec:
    named = _named(text, rest)
    ours = {key: named.pop(key) for key in OPTIONS["algorithm"] if key in named}
    parameters = ",".join(f"{key}={value}" for key, value in named.items())
    algorithm = AlgorithmSpec.parse(f"{name}:{parameters}" if parameters else name)
    options = _options(text, "algorithm", ours)
    if not ours.keys() & {"time", "nodes", "depth"} and "budget" not in named:
        raise UsageError(
            f"player {shown(text)}: say how far it may look, as in {name}:depth=6, {name}:time=0.1 or {name}:nodes=9999"
        )
    return PlayerSpec(text, "algorithm", options, algorithm, file)


def printing_aside() -> AbstractContextManager[Any]:
    """A context in which a user's player prints to standard error: standard output is for the match."""
    return redirect_stdout(sys.stderr)


def _own(text: str) -> PlayerSpec:
    """A player in a user's own file."""
    written = split_file_text(text)
    assert written is not None
    if written.name is None:
        raise UsageError(f"player {shown(text)}: name the player in this file, as in {written.path}:my_player")
    file = UserFile.find(written.path, written.name)
    with printing_aside():
        made = file.load()
    if made is None:
        names = [key for key, value in vars(file.module()).items() if callable(value) or hasattr(value, "choose")]
        raise UsageError(f"{file.path} has no player {shown(file.name)}; {hint(file.name, names)}define one there")
    if hasattr(made, "algorithm"):
        return _algorithm(text, str(file), written.arguments, file)
    if written.arguments:
        raise UsageError(f"player {shown(text)}: a player of your own takes no options here; write them into its file")
    if not callable(made) and not hasattr(made, "choose"):
        raise UsageError(
            f"{file} must be a function (game, position) -> move, or have `choose(position)`, not {shown(made)}"
        )
    return PlayerSpec(text, "own", (), None, file)
