"""What is compiled, once a machine: an algorithm bound to the rules of a game, for one shape of positions.

Making a `Program` compiles nothing, and all games with the same rules share it: another seed, another explicit tree,
another pile are only other data.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from halfmove import words as v
from halfmove.bits import popcount
from halfmove.engine import cache, shapes, turns
from halfmove.engine.bind import Slots, bind, fingerprint, global_names, plain_function, slot
from halfmove.engine.rules import data_of, itself, no, no_evaluate, rule_slots, yes
from halfmove.engine.task import RealScores, Task
from halfmove.errors import NotCompilable
from halfmove.game import Game, where
from halfmove.model import Counts
from halfmove.words import search_root

LONGEST = 4096  # half-moves; room for the principal variation grows with the square

COUNTERS = ("nodes", "inner", "researches", "max_open", "max_backup", "table", "table_hits", "fallbacks")
_LIMITS = ("limit", "height", "endless", "proof")
_ADDRESSES = (
    "lines",
    "sizes",
    "path",
    "log",
    "log_size",
    "logged",
    "arena",
    "arena_size",
    "arena_used",
    "free",
    "parts",
    "parts_width",
    "cut_width",
    "cut_size",
    "cut_larger",
)
_STATES = (
    "open",
    "backup",
    "root",
    "boundary",
    "step",
    "filling",
    "dual",
    "fallen_son",
    "level",
    "stages",
    "table_size",
    "listed",
)
_SOURCES = ("engine", "parts/blocks_native.py", "parts/table_native.py")


@slot
def make_position(start): ...


@slot
def widen(p): ...


@slot
def narrow_play(game, p, move): ...


def entry(game, start, height, a, b, run):
    return search_root(game, make_position(start), height, a, b, run)


def _widened_play(game, p, move):
    return widen(narrow_play(game, p, move))


class Program:
    """An algorithm bound to the rules of a game. `ready` is its machine code."""

    def __init__(self, task: Task, move: Any) -> None:
        game = self._game = task.game
        self.real, self._trace, self._root = task.real, task.trace, shapes.canonical(task.root)
        self.move_words = len(shapes.leaves_of(move, f"{game.name}: a move"))
        self.move_type = type(move)
        self.loaded = False
        self.interpreted_seconds = 0.0
        score = "f8" if self.real else "i8"
        fields = [(name, "i8") for name in (*COUNTERS, *_LIMITS, *_ADDRESSES, *_STATES)] + [
            ("low", score),
            ("best", score),
            ("fallen", score),
        ]
        given = [p for p in task.algorithm.parameters if p.kind != "partitions"]
        fields += [(p.name, score if p.kind == "score" else "i8") for p in given]
        fields += [("phases", "i8")] if "phases" not in dict(fields) else []
        self.record = np.dtype(fields, align=True)
        slots, self._rules = rule_slots(game)
        self._slots: Slots = slots | {v.kernel: task.kernel, make_position: shapes.builder(self._root)}
        data = "" if game.data is None else f"{game.data.dtype} {game.data.ndim}"
        self.fingerprint = " ".join(
            [
                fingerprint(entry, self._slots),
                cache.source_hash(*_SOURCES),
                f"{shapes.describe(self._root)} {shapes.describe(move)} {self.real} {self._trace} {data} {fields}",
            ]
        )

    @property
    def stored(self) -> bool:
        """Whether the machine code is on disk."""
        return cache.is_stored(self.fingerprint)

    @cached_property
    def ready(self) -> Callable[..., Any]:
        """The machine code, from disk if it was ever compiled on this machine. Raises NotCompilable."""
        import numba
        from numba.core import types

        from halfmove.engine import compiler

        score = types.float64 if self.real else types.int64
        start = numba.typeof(tuple(shapes.leaves_of(self._root, self._game.name)))
        handle = types.Tuple(()) if self._game.data is None else types.int64
        signature = (handle, start, types.int64, score, score, numba.from_dtype(self.record))
        disk = cache.DiskCache(self.fingerprint)
        tag = "_" + cache.file_stem(self.fingerprint)
        made = compiler.entry_dispatcher(bind(entry, self._slots, wrap=itself, tag=tag), disk)
        if (stored := disk.load_overload(signature, made.targetctx)) is not None:
            made.add_overload(stored)
        else:
            slots = self._slots | self._native_slots()
            slots |= self._checked_rules(compiler, slots, handle)
            callees = bind(entry, slots, wrap=compiler.dispatcher, tag=tag)
            made = compiler.entry_dispatcher(callees.py_func, disk)
            compiler.compile_entry(made, signature, self._game.name)
        self.loaded = True
        return made

    def _native_slots(self) -> Slots:
        from halfmove.engine import memory, scratch
        from halfmove.parts import blocks_native, table_native

        base = scratch.slots(self.real, self.move_words, issubclass(self.move_type, tuple))
        return (
            base
            | blocks_native.slots(self.real, self._root)
            | table_native.SLOTS
            | {
                data_of: _data_view(self._game),
                v.watched: yes if self._trace else no,
                v.checkpoint: v.stop,
                popcount: memory.popcount,
            }
        )

    def _checked_rules(self, compiler: Any, slots: Slots, handle: Any) -> Slots:
        """Compile the rules one by one for clear errors; the slots to change if `play` returns smaller integers."""
        position = self._root if self._game.turn is None else self._root.at
        bound = {
            rule: bind(function, slots, wrap=compiler.dispatcher)
            for rule, function in self._rules.items()
            if function is not no_evaluate
        }
        places = {rule: where(getattr(self._game, rule)) for rule in bound}
        kinds = compiler.RuleTypes(self._game.name, handle, position, bound, places)
        if kinds.real and not self.real:
            raise RealScores
        if kinds.move_words != self.move_words:
            raise NotCompilable(f"{self._game.name}: moves yields moves of different shapes ({places['moves']})")
        if kinds.played == kinds.position:
            return {}
        play = v.rule_play if self._game.turn is None else turns.inner_play
        return {play: _widened_play, narrow_play: self._rules["play"], widen: shapes.builder(position, casting=True)}


def _data_view(game: Game) -> Any:
    """A function that makes the address of a game's data an array again."""
    if game.data is None:
        return itself
    from halfmove.engine import memory

    if game.data.ndim > 3:
        raise NotCompilable(f"{game.name}: its data has {game.data.ndim} dimensions, at most 3 can be compiled")
    view = {1: memory.view_1, 2: memory.view_2, 3: memory.view_3}[game.data.ndim]
    dtype = game.data.dtype

    def data_view(game):
        return view(game, dtype)

    return data_view


_programs: dict[Any, Program] = {}


def counts_from(words: list[int]) -> Counts:
    """The counters of a record, in the order of `COUNTERS`."""
    nodes, inner, *others = words
    return Counts(nodes - inner, nodes, *others)


def program_for(task: Task) -> Program:
    """The program of this search, shared by all games with the same rules. Raises NotCompilable."""
    game = task.game
    if task.height > LONGEST:
        raise NotCompilable(f"{game.name}: a line may have {task.height} half-moves, at most {LONGEST} can be compiled")
    if game.data is not None and not isinstance(game.data, np.ndarray):
        raise NotCompilable(
            f"{game.name}: its data is a {type(game.data).__name__}; only a NumPy array can be compiled"
        )
    move = 0
    if not game.outcome(task.position)[0]:
        move = next(iter(game.legal(task.position)), 0)
    elif game.start != task.position and not game.outcome(game.start)[0]:
        move = next(iter(game.legal(game.start)), 0)
    shapes.leaves_of(task.root, f"{game.name}: the position")
    rules = tuple(
        _identity_of(getattr(game, rule)) for rule in ("moves", "play", "result", "evaluate", "turn", "width")
    )
    data = None if game.data is None else (str(game.data.dtype), game.data.ndim)
    shape = (shapes.describe(task.root), shapes.describe(move))
    key = (task.kernel, rules, data, shape, task.real, task.trace)
    if key not in _programs:
        _programs[key] = Program(task, move)
    return _programs[key]


def _identity_of(rule: Any, seen: tuple[Any, ...] = ()) -> Any:
    """What makes two rules the same: their code and all that it uses (factories make new functions each time)."""
    function = plain_function(rule)
    if function is None:
        try:
            hash(rule)
        except TypeError:
            return id(rule)
        return rule
    if function.__code__ in seen:
        return function.__code__
    seen = (*seen, function.__code__)
    scope = function.__globals__
    used = [scope[name] for name in global_names(function.__code__) if name in scope]
    used += [cell.cell_contents for cell in function.__closure__ or ()]
    used += function.__defaults__ or ()
    return function.__code__, *[_identity_of(each, seen) for each in used]
