"""What is compiled, once per machine: an algorithm bound to the rules of a game, for one shape of positions.

Making a `Program` compiles nothing. All games with the same rules share it: another seed, another explicit tree or
another pile is only other data.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Any

import numpy as np

from halfmove.engine import checked_memory, guards, shapes
from halfmove.engine.fingerprint import Reads, fingerprint
from halfmove.engine.layout import layout
from halfmove.engine.native import cache
from halfmove.engine.native.entries import hook_probes, hooks_entry, probe_hooks, rules_entry, search_entry
from halfmove.engine.rules import primitives_of, rules_of
from halfmove.engine.task import Task
from halfmove.errors import NotCompilable
from halfmove.hooks import HOOKS
from halfmove.kernels import primitives as v

LONGEST = 4096  # half-moves; room for the principal variation grows with the square

# Files of the package that decide what machine code does, besides the rules and kernels themselves.
SOURCES = (
    "bits.py",
    "base/checks.py",
    "engine/bind.py",
    "engine/checked_memory.py",
    "engine/guards.py",
    "engine/layout.py",
    "engine/scores.py",
    "engine/shapes.py",
    "engine/native/entries.py",
    "engine/native/program.py",
    "engine/native/numba/*.py",
)


class Program:
    """An algorithm bound to the rules of a game, and its machine code once that is ready."""

    def __init__(self, task: Task, move: Any) -> None:
        game = self.game = task.game
        self.real, self.trace, self.root = task.real, task.trace, shapes.canonical(task.root)
        self.kernel, self.algorithm, self.move = task.kernel, task.algorithm, move
        self.move_words = len(shapes.leaves_of(move, f"{game.name}: a move"))
        self.move_type = type(move)
        self.machine: Any = None
        self.compilation: Any = None  # that runs in another process
        self.refusal: str | None = None  # why it cannot be compiled
        self.interpreted_seconds = 0.0
        score = "f8" if self.real else "i8"
        self.record = np.dtype([(f.name, score if f.kind == "score" else "i8") for f in layout(task.algorithm)])
        plain = primitives_of(game, rules_of(game), task.algorithm.plays) | dict(task.algorithm.using)
        roots = [search_entry, rules_entry, task.kernel, v.enter]
        if task.algorithm.plays:
            roots, plain = [*roots, probe_hooks], plain | hook_probes(game)
        code, self.reads = fingerprint(roots, plain)
        data = "" if game.data is None else f"{game.data.dtype} {game.data.ndim}"
        data += "" if game.weights is None else " and weights"
        shape = f"{shapes.describe(self.root)} {shapes.describe(move)} {self.real} {self.trace} {data}"
        shape += " checked" if checked_memory.ENABLED else ""
        shape += "" if guards.is_ours(self.kernel) else " own"
        self.fingerprint = " | ".join([cache.versions(), code, cache.source_hash(*SOURCES), shape, str(self.record)])

    @property
    def stored(self) -> bool:
        """Whether the machine code is on disk."""
        return cache.is_stored(self.fingerprint)

    @property
    def entries(self) -> tuple[Any, ...]:
        """The functions that Python calls, by their numbers (`entries.py`)."""
        return (search_entry, rules_entry, hooks_entry) if self.algorithm.plays else (search_entry, rules_entry)

    @property
    def own_root(self) -> Any:
        """The root as a position of the game itself."""
        return self.root if self.game.turn is None or self.algorithm.plays else self.root.at

    @property
    def tag(self) -> str:
        """Part of the names of all functions of this program."""
        return "_" + hashlib.sha256(self.fingerprint.encode()).hexdigest()[:16]


# Programs by their functions, valid while the values that these read are unchanged; and by their fingerprint.
_recent: OrderedDict[Any, tuple[Program, Reads]] = OrderedDict()
_programs: dict[str, Program] = {}


def program_for(task: Task) -> Program:
    """The program of this search, which all games with the same rules share. Raises NotCompilable."""
    game = task.game
    if task.height > LONGEST:
        raise NotCompilable(f"{game.name}: a line may have {task.height} half-moves, at most {LONGEST} can be compiled")
    if game.data is not None and not isinstance(game.data, np.ndarray):
        raise NotCompilable(
            f"{game.name}: its data is a {type(game.data).__name__}; only a NumPy array can be compiled"
        )
    move = _some_move(task)
    shapes.leaves_of(task.root, f"{game.name}: the position")
    rules = tuple(getattr(game, rule) for rule in HOOKS)
    data = None if game.data is None else (game.data.dtype, game.data.ndim), game.weights is None
    key = (
        task.kernel,
        task.algorithm,
        rules,
        data,
        shapes.describe(task.root),
        shapes.describe(move),
        task.real,
        task.trace,
    )
    try:
        known = _recent.get(key)
    except TypeError:  # a rule that cannot be hashed
        return _programs_like(Program(task, move))
    if known is not None and known[1].unchanged():
        return known[0]
    new = Program(task, move)
    program = _programs_like(new)
    _recent[key] = program, new.reads
    if len(_recent) > 500:
        _recent.popitem(last=False)
    return program


def _programs_like(new: Program) -> Program:
    """The program with this fingerprint if it is compiled or being compiled, else `new`: its errors name its file."""
    known = _programs.get(new.fingerprint)
    if known is not None and (known.machine is not None or known.compilation is not None):
        return known
    if known is not None:
        new.interpreted_seconds = known.interpreted_seconds
    _programs[new.fingerprint] = new
    return new


def shows_no_move(task: Task) -> bool:
    """Whether a game is over both where it is searched and where it starts."""
    game = task.game
    return not game.numbered and game.outcome(task.position)[0] and game.outcome(game.start)[0]


def _some_move(task: Task) -> Any:
    """A move of the game, for its shape."""
    game = task.game
    if game.numbered:
        return 1
    at = game.start if game.outcome(task.position)[0] else task.position
    return 0 if game.outcome(at)[0] else next(iter(game.legal(at, 1)), 0)
