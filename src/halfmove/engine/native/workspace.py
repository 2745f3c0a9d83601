"""Searching as machine code: the memory of a search, and how it is run."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from halfmove.engine import checked_memory, clock, shapes
from halfmove.engine.clock import NEVER
from halfmove.engine.layout import COUNTERS, layout
from halfmove.engine.memory import Reserved, all_memory
from halfmove.engine.native.entries import SEARCH
from halfmove.engine.native.program import Program
from halfmove.engine.record import (
    FIRST_TABLE,
    FIRST_VALUES,
    STOPPED,
    arena_start,
    check_fault,
    counts_of,
    encoded,
    starting_values,
)
from halfmove.engine.scores import INFINITY, number
from halfmove.engine.task import RawResult, Task
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.kernels import primitives as v

_HEADER = 64  # bytes before a game's data, as in numba/memory.py
_FIRST_STRIDE = 4  # nodes before the clock is first read: the first nodes may wait for memory
_DEEP = 1000  # half-moves; a higher search may need more stack than the calling thread has
_STACK = 512 << 20
_PART = 1 << 26  # words that the memory of a part may have


class Workspace:
    """The memory of one worker, reused from search to search. Not for two threads at once."""

    _KEPT = 1 << 20  # words of the arena that are kept from one search to the next

    def __init__(self) -> None:
        self._program: Program | None = None
        self._record: Any = None
        self._height = -1
        self._arena: Reserved | None = None
        self._log: tuple[Reserved, Reserved] | None = None
        self._memories: dict[str, Reserved] = {}
        self.stopped = False
        self._kind: tuple[Any, ...] = ()
        self._table_size = FIRST_TABLE
        self._clock_words = np.zeros(2, np.int64)
        self._data: Any = None
        self._weights: Any = None
        self._block: Any = None

    # Preparing

    def prepare(self, task: Task, program: Program) -> None:
        """Provide memory for searches of this kind; another task of the same kind only needs `run`."""
        if self._program is not program or self._height < task.height:
            self._program, self._height = program, task.height
            height, words = task.height, program.move_words
            self._record = np.zeros(1, program.record)
            self._words = self._record.view(np.int64)
            self._address = int(self._record.ctypes.data)
            self._lines = np.empty(max(1, height * (height + 1) // 2 * words), np.int64)
            self._sizes = np.zeros(height + 1, np.int64)
            self._path = np.zeros((height + 1) * words, np.int64)
            self._root = np.zeros(len(shapes.leaves_of(program.root, "")), np.int64)
        self._reserve(task)
        self._first = self._make_template(task, program)
        self._template = self._first.copy()
        self.change(task, program)
        self._kind = self._kind_of(task)

    def _kind_of(self, task: Task) -> tuple[Any, ...]:
        """What tasks must share for `change` to be enough."""
        return task.algorithm, task.parameters, task.limits.memory, task.trace

    def change(self, task: Task, program: Program) -> None:
        """Adapt the template to another task of the same kind."""
        self._template[:] = self._first  # a number that this task does not set is the declared one
        record = self._template.view(program.record)
        set_task(record, task, program)
        for name, memory in task.external.items():
            if name in (program.record.names or ()):
                record[name], record[name + "_size"] = memory.native.address, memory.words

    def _reserve(self, task: Task) -> None:
        most = all_memory() if task.limits.memory is None else max(task.limits.memory // 8, arena_start(task))
        if self._arena is None or self._arena.words < min(most, all_memory()):
            self._arena = Reserved(min(most, all_memory()))
        if task.trace and self._log is None:
            self._log = Reserved(all_memory()), Reserved(all_memory())

    def _make_template(self, task: Task, program: Program) -> Any:
        """The record with which every search of this kind begins."""
        record = first_record(task, program)
        record["lines"], record["line_sizes"] = self._lines.ctypes.data, self._sizes.ctypes.data
        record["path"], record["root_words"] = self._path.ctypes.data, self._root.ctypes.data
        limits = task.limits
        record["clock"], record["clock_words"] = clock.CLOCK, self._clock_words.ctypes.data
        record["signal_check"] = clock.CHECK_SIGNALS
        if self._arena is not None:
            most = self._arena.words if limits.memory is None else min(limits.memory // 8, self._arena.words)
            record["arena"], record["arena_most"] = self._arena.address, most
        if task.trace and self._log is not None:
            log, sizes = self._log
            record["log"], record["log_sizes"] = log.address, sizes.address
            record["log_most"] = log.words // program.move_words
        self._tables = []
        for part in task.algorithm.parts:
            for name in part.memories:
                if name not in self._memories:
                    self._memories[name] = _memory_of_part()
                record[name] = self._memories[name].address
            if part.table is not None:
                table = np.array(part.table(task.parameters, self._table_size), np.int64)
                self._tables.append(table)
                record[part.name], record[part.name + "_size"] = table.ctypes.data, len(table)
        return record.view(np.int64)

    # Running

    def run(self, task: Task, program: Program, deadline: int = NEVER) -> RawResult:
        """Search as machine code until the deadline, a time in nanoseconds of the monotonic clock."""
        known = self._program is program and self._height >= task.height and self._kind == self._kind_of(task)
        if known and not self._tables:  # a table may be made by a function that returns something else now
            self.change(task, program)
        else:
            self.prepare(task, program)
        self.set_root(task.game, tuple(shapes.leaves_of(shapes.canonical(task.root), task.game.name)))
        status = self.go(task, deadline)
        record = self._record[0]
        fault = int(record["fault"])
        if status and not fault:
            raise RuleRaised
        check_fault(fault)
        if not status and record["score"] != record["score"]:
            raise UsageError(f"{task.algorithm.id}: its kernel returns nan, which is not a score")
        return RawResult(
            None if status else self.score("score"),
            self.counts(),
            self.score("best"),
            int(record["proof"]),
            self._line(task.height, program),
            self._paths(program) if task.trace else None,
            STOPPED.get(fault),
            own_counts={name: int(record[name]) for name in task.algorithm.counters},
        )

    def set_root(self, game: Game, words: tuple[Any, ...]) -> None:
        self._root[:] = [shapes.as_bits(word) for word in words]
        if game.data is None and game.weights is None:
            self._data_address = 0
            return
        if game.data is not self._data or game.weights is not self._weights:
            if not _alike(game.data, self._data) or not _alike(game.weights, self._weights):
                self._block = data_block(game)
            else:
                _fill_block(self._block, game)
            self._data, self._weights = game.data, game.weights
        self._data_address = int(self._block.ctypes.data)

    def go(self, task: Task, deadline: int, most_nodes: int = NEVER) -> int:
        """Run the machine code. Returns 0, or another number if it ended with an exception."""
        assert self._program is not None
        clock.catch_signal_errors()
        while True:
            self._words[:] = self._template
            record = self._record
            now = time.monotonic_ns()
            record["game_data"] = self._data_address
            record["deadline"], record["looked"], record["check_at"] = deadline, now, now + v.CHECK_SIGNALS_EVERY
            if most_nodes < int(record["most_nodes"][0]):
                record["most_nodes"] = most_nodes
            record["limit"] = min(int(record["most_nodes"][0]), 1 if deadline <= now else _FIRST_STRIDE)
            if self._arena is not None:
                self._arena.array[: arena_start(task)] = 0
            if self.stopped:
                record["stop"], record["limit"] = 1, 0
            with checked_memory.watching(self._rooms(task)) as record["memories"]:
                if task.height > _DEEP:
                    status = _in_deep_thread(self._call, self._stop_this, task.doubt)
                else:
                    with clock.stopping_when(task.doubt):
                        status = self._call()
            if self._arena is not None and int(record["arena_used"][0]) > self._KEPT:
                self._arena.forget(self._KEPT)
            clock.raise_interrupt()
            if int(record["fault"][0]) != v.MORE:
                return status
            self._table_size *= 4
            self._first = self._make_template(task, self._program)
            self.change(task, self._program)

    def _rooms(self, task: Task) -> Iterator[tuple[int, int]]:
        """The memories of a search: (address, number of words)."""
        for array in (self._lines, self._sizes, self._path, self._root, self._clock_words, *self._tables):
            yield int(array.ctypes.data), len(array)
        reserved = [*self._memories.values(), *(self._log or ()), *([] if self._arena is None else [self._arena])]
        for each in reserved:
            yield each.address, each.words
        for memory in task.external.values():
            yield from memory.rooms()

    def _call(self) -> int:
        assert self._program is not None
        return int(self._program.machine.call(SEARCH, self._address))

    def stop(self) -> None:
        """End the search that runs, or the next one if none does; called from another thread."""
        self.stopped = True
        if self._record is not None:
            self._record["stop"] = 1

    def end_at(self, deadline: int) -> None:
        """Give the search that runs a new deadline; called from another thread."""
        if self._record is not None:
            self._record["deadline"] = deadline

    def _stop_this(self) -> None:
        self._record["stop"] = 1

    # Reading

    def counts(self) -> Any:
        values = self._words[: len(COUNTERS)].tolist()  # the record begins with them
        return counts_of(dict(zip(COUNTERS, values, strict=True)), int(self._record["inner"][0]))

    def score(self, name: str) -> Any:
        """A score of the record as the user sees it."""
        return number(self._record[name].item(), int(self._record["extremes"][0]))

    @property
    def record(self) -> Any:
        return self._record[0]

    def _line(self, height: int, program: Program) -> list[Any]:
        size, row = int(self._sizes[height]), height * (height - 1) // 2
        return as_moves(self._lines[row * program.move_words : (row + size) * program.move_words].tolist(), program)

    def _paths(self, program: Program) -> list[tuple[Any, ...]]:
        assert self._log is not None
        record, (log, sizes) = self._record[0], self._log
        words = log.array[: int(record["logged_moves"]) * program.move_words].tolist()
        moves, paths, at = as_moves(words, program), [], 0
        for size in sizes.array[: int(record["logged"])].tolist():
            paths.append(tuple(moves[at : at + size]))
            at += size
        return paths


def first_record(task: Task, program: Program) -> Any:
    """A record as the algorithm declares it, with the parameters of the task and without any address."""
    record = np.zeros(1, program.record)
    infinite = np.inf if program.real else INFINITY
    for item in layout(task.algorithm):
        if item.kind == "score":
            record[item.name] = infinite if item.first > 0 else -infinite if item.first < 0 else 0
        elif item.first:
            record[item.name] = item.first
    record["stride"] = _FIRST_STRIDE
    for name, value in encoded(task).items():
        record[name] = value
    return record


def set_task(record: Any, task: Task, program: Program) -> None:
    """Write what depends on one task into a record."""
    values = starting_values(task)
    for name, value in FIRST_VALUES.items():
        if value in values:
            record[name] = _as_number(values[value], program.real)
    for name, given in task.state.items():
        record[name] = given


def _memory_of_part() -> Reserved:
    """Words that are reserved, not used: kernels rely on their number."""
    made = Reserved(_PART)
    if made.words < _PART:
        raise UsageError(
            f"the system does not provide {8 * _PART} bytes of address space for a search; raise its limit (ulimit -v)"
        )
    return made


def data_block(game: Game) -> Any:
    """The game's data after a header with its shape, as compiled rules expect it; None without data.

    The weights of a game follow in the same way. The last word of the first header says where.
    """
    if game.data is None and game.weights is None:
        return None
    size = 0 if game.data is None else max(game.data.nbytes, 8)
    end = _HEADER + -(-size // 8) * 8
    block = np.zeros(end if game.weights is None else end + _HEADER + max(game.weights.nbytes, 8), np.uint8)
    if game.data is not None:
        block[: 8 * game.data.ndim].view(np.int64)[:] = game.data.shape
    if game.weights is not None:
        block[_HEADER - 8 : _HEADER].view(np.int64)[:] = end
        block[end : end + 8].view(np.int64)[:] = len(game.weights)
    _fill_block(block, game)
    return block


def _fill_block(block: Any, game: Game) -> None:
    """Copy the numbers of a game's data and weights to their places in a block."""
    place = 0
    for array in (game.data, game.weights):
        if array is not None:
            numbers = np.ascontiguousarray(array)
            block[place + _HEADER : place + _HEADER + numbers.nbytes] = numbers.reshape(-1).view(np.uint8)
        if game.weights is not None:
            place = int(block[_HEADER - 8 : _HEADER].view(np.int64)[0])


def _alike(one: Any, other: Any) -> bool:
    """Whether two arrays, or None, take the same memory."""
    if one is None or other is None:
        return one is other
    return bool(one.dtype == other.dtype and one.shape == other.shape)


class RuleRaised(Exception):
    """A rule of the game raised an exception in machine code. A search in plain Python shows which one."""


def _as_number(value: Any, real: bool) -> Any:
    """A value as it is in machine code, where infinite whole scores are the largest int64."""
    if real or not math.isinf(value):
        return value
    return INFINITY if value > 0 else -INFINITY


def as_moves(words: list[int], program: Program) -> list[Any]:
    """Moves from their words."""
    if not issubclass(program.move_type, tuple):
        return words
    n, make = program.move_words, program.move_type
    groups = [words[i : i + n] for i in range(0, len(words), n)]
    return [shapes.from_words(make, group) for group in groups]


_stack_sizes = threading.Lock()  # the stack size is a setting of all threads


def _in_deep_thread(work: Callable[[], int], stop: Callable[[], None], should_stop: Callable[[], bool] | None) -> int:
    """Run in a thread with a large stack. It stops at Ctrl-C, and when `should_stop` returns True."""
    answer: list[int] = []
    done = threading.Event()  # not `join`: if interrupted, it marks a running thread as finished (Python 3.11)

    def work_then_signal() -> None:
        try:
            answer.append(work())
        finally:
            done.set()

    with _stack_sizes:
        before = threading.stack_size(_STACK)
        try:
            thread = threading.Thread(target=work_then_signal, daemon=True)
            thread.start()
        finally:
            threading.stack_size(before)
    try:
        while not done.wait(None if should_stop is None else v.CHECK_SIGNALS_EVERY / 1e9):
            if should_stop is not None and should_stop():
                stop()
                should_stop = None
    except BaseException:
        stop()
        done.wait()
        raise
    thread.join()
    return answer[0]
