"""Worker processes on this machine, which this process talks to through pipes.

They are forks of this process where that is safe: a fork has all modules and machine code from the start. A worker that
dies is replaced, and others do its work. All workers end with this process, however it ends.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from multiprocessing.connection import wait
from types import ModuleType, TracebackType
from typing import Any

from halfmove.base.clusters import WorkersLost
from halfmove.engine.native.compiling import silent
from halfmove.engine.native.ways import can_fork

_RETRIES = 3
_MOMENT = 1.0  # seconds that a quick item takes at most


class Workers:
    """Processes that work on items; use it in a `with` statement. A process is started when there is work for it.

    ahead    whether a quick process gets its next item in advance
    shared   an object that every process gets when it starts, as the last argument of its functions; a fork has it
             without pickling
    """

    def __init__(self, jobs: int, ahead: bool = True, shared: Any = None) -> None:
        self.jobs = jobs
        self._all: list[_Worker] = []
        self._lost = 0
        self._ahead, self._shared = ahead, shared

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for worker in self._all:  # without waiting: unfinished work is not lost, it can be done again
            worker.process.terminate()
        for worker in self._all:
            worker.process.join(5)

    @property
    def busy(self) -> bool:
        return any(worker.given for worker in self._all)

    @property
    def idle(self) -> int:
        """How many items could be started at once."""
        return self.jobs - sum(bool(worker.given) for worker in self._all)

    @property
    def answering(self) -> bool:
        """Whether a process has answered, so that it is known to run."""
        return any(worker.answered for worker in self._all)

    def hand_out(self, function: Callable[..., Any], waiting: deque[Any], *more: Any) -> None:
        """Let processes call `function(item, *more)`, for as many items as they can start soon."""
        idle = sum(not worker.given for worker in self._all)
        while len(self._all) < self.jobs and idle < len(waiting):
            self._all.append(_Worker(self._shared))
            idle += 1
        for ahead in (0, 1)[: 1 + self._ahead]:  # no process gets a second item while another has none
            for number, worker in enumerate(self._all):
                if waiting and len(worker.given) <= ahead * worker.quick:
                    worker.give(function, waiting.pop() if number % 2 else waiting.popleft(), more)

    def start_one(self) -> bool:
        """Start one more process, if there are fewer than `jobs`: a fork takes milliseconds, and more may be needed."""
        if len(self._all) >= self.jobs:
            return False
        self._all.append(_Worker(self._shared))
        return True

    def answers(self, waiting: deque[Any], patiently: bool, seconds: float | None = None) -> Iterator[tuple[Any, Any]]:
        """Pairs of an item and its answer. Items of a dead process wait again.

        patiently   wait for at least one, for this many `seconds` at most
        """
        asked = {worker.pipe: worker for worker in self._all if worker.given}
        for pipe in wait(list(asked), seconds if patiently else 0) if asked else ():
            worker = asked[pipe]
            try:
                item, answer = worker.take()
            except (EOFError, OSError):
                self._replace(worker, waiting)
                continue
            self._lost = 0
            if isinstance(answer, BaseException):
                raise answer
            yield item, answer

    def drop(self, item: Any) -> None:
        """Tell the process that works on an item that nobody needs it: `dropped` returns True there."""
        for worker in self._all:
            if item in worker.given:
                with suppress(OSError):  # the process died, which `take` will notice
                    worker.pipe.send(None)

    def _replace(self, worker: _Worker, waiting: deque[Any]) -> None:
        self._all.remove(worker)
        worker.process.join(5)
        waiting.extend(worker.given)
        self._lost += 1
        if self._lost > _RETRIES:
            raise WorkersLost(
                f"{self._lost} times in a row a process of this run was killed or ended itself, perhaps for lack of "
                "memory; try fewer --jobs"
            )


class _Worker:
    """A process, the pipe to it, and the items that it was given."""

    def __init__(self, shared: Any) -> None:
        method = _start_method()
        context: Any = multiprocessing.get_context(method)
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, shared), daemon=True)
        self.given: deque[Any] = deque()
        self.answered = False
        self.quick = False  # whether its last item took only a moment: then it gets the next one in advance
        self._since = 0.0
        with nullcontext() if method == "fork" else _no_main(), _no_interrupt(), warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # about forks with threads: there are none
            self.process.start()
        theirs.close()

    def give(self, function: Callable[..., Any], item: Any, more: tuple[Any, ...]) -> None:
        if not self.given:
            self._since = time.perf_counter()
        self.given.append(item)
        with suppress(OSError):  # the process died, which `take` will notice
            self.pipe.send((function, (item, *more)))

    def take(self) -> tuple[Any, Any]:
        """An item and its answer. Raises EOFError or OSError when the process died."""
        answer = self.pipe.recv()
        now = time.perf_counter()
        self.answered, self.quick, self._since = True, now - self._since < _MOMENT, now
        return self.given.popleft(), answer


def _start_method() -> str:
    """The start method of processes. A fork is safe only while no other thread can hold a lock."""
    return "fork" if can_fork() and threading.active_count() == 1 else "spawn"


_pipes: list[Any] = []  # of this process, if it is a worker


def dropped() -> bool:
    """Whether nobody needs the item any more that this process works on. Only if no item comes in advance."""
    try:
        return bool(_pipes) and bool(_pipes[-1].poll())
    except OSError:  # the other process is gone
        return True


def _serve(pipe: Any, shared: Any) -> None:
    """The main function of a process: answer until the pipe is closed."""
    _pipes.append(pipe)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that stores the results handles Ctrl-C
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _unblock(set())
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_exit_with, args=(parent,), daemon=True).start()
    while True:
        try:
            message = pipe.recv()
        except (EOFError, OSError):
            return
        if message is None:  # an item is not needed any more, but it was finished already
            continue
        function, given = message
        try:
            with silent():
                answer = function(*given) if shared is None else function(*given, shared)
        except Exception as error:
            answer = error
        pipe.send(answer)


def _exit_with(parent: Any) -> None:
    parent.join()
    os._exit(1)


@contextmanager
def _no_main() -> Iterator[None]:
    """Keep new processes from running the caller's script again."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Delay Ctrl-C: during a fork Python would lose it, and the new process would receive it, too."""
    before = signal.getsignal(signal.SIGINT)
    if before is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    caught: list[Any] = []
    signal.signal(signal.SIGINT, lambda *given: caught.append(given))
    blocked = _block({signal.SIGINT})  # also in the new process, until `_serve` decides
    try:
        yield
    finally:
        _unblock(blocked)
        signal.signal(signal.SIGINT, before)
        if caught and before is not signal.SIG_IGN:
            signal.raise_signal(signal.SIGINT)


def _block(signals: set[signal.Signals]) -> Any:
    return signal.pthread_sigmask(signal.SIG_BLOCK, signals) if hasattr(signal, "pthread_sigmask") else None


def _unblock(before: Any) -> None:
    if before is not None:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
