"""Searching as machine code: what is compiled, once a machine, and how it is run.

A `Program` is an algorithm bound to the rules of a game, for one shape of positions. Making one compiles nothing, and
all games with the same rules share it: another seed, another explicit tree, another pile are only other data.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from halfmove.errors import NotCompilable, Stopped
from halfmove.game import Game, where
from halfmove.model import Counts
from halfmove.native import cache, shapes
from halfmove.native.bind import Slots, bind, fingerprint, global_names, plain_function, slot
from halfmove.search import turns
from halfmove.search import vocabulary as v
from halfmove.search.interpreted import itself
from halfmove.search.rules import data_of, no, no_evaluate, rule_slots, yes
from halfmove.search.task import Outcome, RealScores, Task
from halfmove.search.vocabulary import search_root

LONGEST = 4096  # half-moves; room for the principal variation grows with the square
INFINITY = (1 << 63) - 1
_HEADER = 64  # bytes before a game's data, as in native/memory.py

# A search that ends within so many nodes runs in the calling thread; a longer one is begun again in a thread of its
# own, so that the calling one can look at the clock and take Ctrl-C.
_INLINE_NODES = 10_000
_STACK = 512 << 20

COUNTERS = ("leaves", "nodes", "researches", "max_open", "max_backup", "table", "table_hits")
_WORDS = ("limit", "height", "endless", "proof", "lines", "sizes", "path", "log", "log_size", "logged")


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
        fields = [(name, "i8") for name in (*COUNTERS, *_WORDS)] + [("low", score), ("best", score)]
        fields += [(p.name, score if p.kind == "score" else "i8") for p in task.algorithm.parameters]
        self.record = np.dtype(fields, align=True)
        slots, self._rules = rule_slots(game)
        self._slots: Slots = slots | {v.kernel: task.algorithm.kernel, make_position: shapes.builder(self._root)}
        data = "" if game.data is None else f"{game.data.dtype} {game.data.ndim}"
        self.fingerprint = " ".join(
            [
                fingerprint(entry, self._slots),
                cache.source_hash("native", "search/compiled.py", "search/scratch.py"),
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

        from halfmove.native import compiler

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
        from halfmove.search import scratch

        return scratch.slots(self.real, self.move_words, issubclass(self.move_type, tuple)) | {
            data_of: _data_view(self._game),
            v.watched: yes if self._trace else no,
            v.checkpoint: v.stop,
        }

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
    from halfmove.native import memory

    if game.data.ndim > 3:
        raise NotCompilable(f"{game.name}: its data has {game.data.ndim} dimensions, at most 3 can be compiled")
    view = {1: memory.view_1, 2: memory.view_2, 3: memory.view_3}[game.data.ndim]
    dtype = game.data.dtype

    def data_view(game):
        return view(game, dtype)

    return data_view


_programs: dict[Any, Program] = {}


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
    rules = tuple(_identity_of(getattr(game, rule)) for rule in ("moves", "play", "result", "evaluate", "turn"))
    data = None if game.data is None else (str(game.data.dtype), game.data.ndim)
    shape = (shapes.describe(task.root), shapes.describe(move))
    key = (task.algorithm.id, rules, data, shape, task.real, task.trace)
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
    return function.__code__, function.__defaults__, *[_identity_of(each, seen) for each in used]


def data_block(game: Game) -> np.ndarray | None:
    """The game's data behind a header that holds its shape, as compiled rules expect it."""
    if game.data is None:
        return None
    data = np.ascontiguousarray(game.data)
    block = np.zeros(_HEADER + max(data.nbytes, 8), np.uint8)
    block[: 8 * data.ndim].view(np.int64)[:] = data.shape
    block[_HEADER : _HEADER + data.nbytes] = data.reshape(-1).view(np.uint8)
    return block


class Memory:
    """The record and the raw buffers of one compiled search, alive as long as it runs."""

    def __init__(self, task: Task, program: Program, log_words: int) -> None:
        words, height = program.move_words, task.height
        self.array = np.zeros(1, program.record)
        self.record = self.array[0]
        self.lines = np.empty(max(1, height * (height + 1) // 2 * words), np.int64)
        self.sizes = np.zeros(height + 1, np.int64)
        self.path = np.zeros((height + 1) * words, np.int64)
        self.log = np.empty(log_words, np.int64)
        for name in ("lines", "sizes", "path", "log"):
            self.record[name] = getattr(self, name).ctypes.data
        self.record["log_size"] = log_words
        self.record["height"], self.record["endless"] = height, task.endless
        for name, value in task.encoded().items():
            self.record[name] = value

    def line(self, height: int, program: Program) -> list[Any]:
        size, row = int(self.sizes[height]), height * (height - 1) // 2
        words = self.lines[row * program.move_words : (row + size) * program.move_words]
        return as_moves(words, program)

    def leaf_paths(self, program: Program) -> list[tuple[Any, ...]]:
        log, paths, at = self.log[: int(self.record["logged"])].tolist(), [], 0
        while at < len(log):
            end = at + 1 + log[at] * program.move_words
            paths.append(tuple(as_moves(log[at + 1 : end], program)))
            at = end
        return paths


def as_moves(words: Any, program: Program) -> list[Any]:
    """Moves from their words."""
    words = [int(word) for word in words]
    if not issubclass(program.move_type, tuple):
        return words
    n, make = program.move_words, program.move_type
    groups = [words[i : i + n] for i in range(0, len(words), n)]
    return [tuple(group) if make is tuple else make(*group) for group in groups]


def run_compiled(task: Task, program: Program) -> Outcome:
    """Search as machine code."""
    function = program.ready
    log_words = 1 << 12 if task.trace else 0
    while True:
        memory = Memory(task, program, log_words)
        score, stopped, seconds = _run(task, program, function, memory)
        log_words = int(memory.record["logged"])
        if log_words <= len(memory.log):
            break
    record = memory.record
    counts = Counts(**{name: int(record[name]) for name in COUNTERS})
    return Outcome(
        Outcome.number(score, INFINITY),
        counts,
        Outcome.number(record["best"].item(), INFINITY),
        int(record["proof"]),
        memory.line(task.height, program),
        memory.leaf_paths(program) if task.trace else None,
        stopped,
        seconds,
    )


def _run(task: Task, program: Program, function: Any, memory: Memory) -> tuple[Any, str | None, float]:
    infinity = np.inf if program.real else INFINITY
    low, high = (_clamped(end, infinity, program.real) for end in task.window)
    block = data_block(task.game)
    address = () if block is None else block.ctypes.data  # no data costs no argument
    start = tuple(shapes.leaves_of(shapes.canonical(task.root), task.game.name))
    record = memory.record
    untouched = memory.array.copy()
    answer: dict[str, Any] = {}

    def prepare(limit: int) -> None:
        memory.array[:] = untouched
        record["low"], record["best"], record["limit"] = low, -infinity, limit

    def go() -> None:
        began = time.perf_counter()
        try:
            answer["score"] = function(address, start, task.height, low, high, record)
        except BaseException as error:
            answer["error"] = error
        answer["seconds"] = time.perf_counter() - began

    nodes = INFINITY if task.limits.nodes is None else task.limits.nodes
    why = None
    short = task.height <= 1000  # a longer line may need more stack than the calling thread has
    if short:
        prepare(min(nodes, _INLINE_NODES))
        go()
    if not short or (isinstance(answer.get("error"), Stopped) and nodes > _INLINE_NODES):
        answer.clear()
        prepare(nodes)
        why = _in_thread(go, record, task.limits.seconds)
    error = answer.get("error")
    if error is None:
        return answer["score"], None, answer["seconds"]
    if not isinstance(error, Stopped):
        raise error
    return None, why or "nodes", answer["seconds"]


def _in_thread(work: Callable[[], None], record: Any, seconds: float | None) -> str | None:
    """Run a search in a thread, ready to stop it at any moment by lowering its limit. Returns why it was stopped."""
    before = threading.stack_size(_STACK)
    try:
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
    finally:
        threading.stack_size(before)
    try:
        thread.join(seconds)
        if thread.is_alive():
            record["limit"] = -1
            thread.join()
            return "seconds"
    except BaseException:  # Ctrl-C
        record["limit"] = -1
        thread.join()
        raise
    return None


def _clamped(end: Any, infinity: Any, real: bool) -> Any:
    if real:
        return float(end)
    return infinity if end >= infinity else -infinity if end <= -infinity else int(end)
