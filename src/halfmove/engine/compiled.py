"""Searching as machine code: the memory of a search, and how it is run and stopped."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from halfmove.engine import shapes
from halfmove.engine.program import COUNTERS, Program, counts_from
from halfmove.engine.task import Outcome, Task
from halfmove.errors import Full, Stopped, TooWide
from halfmove.game import Game
from halfmove.parts.partitions import partition_table, widest

INFINITY = (1 << 63) - 1
_HEADER = 64  # bytes before a game's data, as in native/memory.py

# A search that ends within so many nodes runs in the calling thread; a longer one is begun again in a thread of its
# own, so that the calling one can look at the clock and take Ctrl-C.
_INLINE_NODES = 10_000
_STACK = 512 << 20

FIRST_ARENA = 1 << 16  # words to begin with
_FREE_LISTS = 4096  # as in blocks_native.py


def data_block(game: Game) -> np.ndarray | None:
    """The game's data behind a header that holds its shape, as compiled rules expect it."""
    if game.data is None:
        return None
    data = np.ascontiguousarray(game.data)
    block = np.zeros(_HEADER + max(data.nbytes, 8), np.uint8)
    block[: 8 * data.ndim].view(np.int64)[:] = data.shape
    block[_HEADER : _HEADER + data.nbytes] = data.reshape(-1).view(np.uint8)
    return block


def data_view(block: np.ndarray, data: np.ndarray) -> np.ndarray:
    """The data inside such a block, to be overwritten by other data of the same form."""
    return block[_HEADER : _HEADER + data.nbytes].view(data.dtype).reshape(data.shape)


class Memory:
    """The record and the raw buffers of one compiled search, alive as long as it runs."""

    def __init__(self, task: Task, program: Program, log_words: int, arena_words: int, parts: list[int]) -> None:
        words, height = program.move_words, task.height
        self.array = np.zeros(1, program.record)
        self.record = self.array[0]
        self.lines = np.empty(max(1, height * (height + 1) // 2 * words), np.int64)
        self.sizes = np.zeros(height + 1, np.int64)
        self.path = np.zeros((height + 1) * words, np.int64)
        self.log = np.empty(log_words, np.int64)
        self.arena = np.empty(arena_words, np.int64)
        self.free = np.zeros(_FREE_LISTS if arena_words else 0, np.int64)
        self.parts = np.array(parts, np.int64)
        for name in ("lines", "sizes", "path", "log", "arena", "free"):
            self.record[name] = getattr(self, name).ctypes.data
        self.record["arena_size"], self.record["arena_used"] = arena_words, 1  # no block has the number 0
        if len(parts):
            self.record["parts"], self.record["parts_width"] = self.parts.ctypes.data, widest(parts)
        self.record["boundary"], self.record["max_open"] = -1, task.algorithm.blocks
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
    n = program.move_words
    return [shapes.from_words(program.move_type, words[i : i + n]) for i in range(0, len(words), n)]


def run_compiled(task: Task, program: Program) -> Outcome:
    """Search as machine code."""
    function = program.ready
    log_words = 1 << 12 if task.trace else 0
    most = INFINITY if task.limits.memory is None else task.limits.memory // 8
    arena_words = min(FIRST_ARENA, most) if task.algorithm.blocks or task.algorithm.table else 0
    parts = partition_table(task.parameters, 64)
    while True:
        memory = Memory(task, program, log_words, arena_words, parts)
        try:
            score, stopped, seconds = _run(task, program, function, memory)
        except TooWide:
            parts = partition_table(task.parameters, 4 * widest(parts))
            continue
        if stopped == "memory" and arena_words < most:
            arena_words = min(4 * arena_words, most)
            continue
        if int(memory.record["logged"]) <= len(memory.log):
            break
        log_words = int(memory.record["logged"])
    record = memory.record
    counts = counts_from([int(record[name]) for name in COUNTERS])
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
        memory.free[:] = 0
        if task.algorithm.table:
            memory.arena[:] = 0
        record["low"], record["best"], record["fallen"], record["limit"] = low, -infinity, -infinity, limit

    def go(keep: Any = (memory, block)) -> None:  # raw memory must outlive the machine code, whatever the caller does
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
        why = in_thread(go, record, task.limits.seconds)
    error = answer.get("error")
    if error is None:
        return answer["score"], None, answer["seconds"]
    if isinstance(error, Full):
        return None, "memory", answer["seconds"]
    if not isinstance(error, Stopped):
        raise error
    return None, why or "nodes", answer["seconds"]


def in_thread(work: Callable[[], None], record: Any, seconds: float | None) -> str | None:
    """Run a search in a thread, ready to stop it at any moment by lowering its limit. Returns why it was stopped."""
    done = threading.Event()  # not `join`: interrupted, it takes a running thread for a finished one (Python 3.11)

    def work_and_tell() -> None:
        try:
            work()
        finally:
            done.set()

    before = threading.stack_size(_STACK)
    try:
        thread = threading.Thread(target=work_and_tell, daemon=True)
        thread.start()
    finally:
        threading.stack_size(before)
    try:
        in_time = done.wait(seconds)
    finally:  # also on Ctrl-C
        record["limit"] = -1
        done.wait()
        thread.join()
    return None if in_time else "seconds"


def _clamped(end: Any, infinity: Any, real: bool) -> Any:
    if real:
        return float(end)
    return infinity if end >= infinity else -infinity if end <= -infinity else int(end)
