"""A study on the cores of this machine. The same batches give the same counts, whoever searches them.

Small work stays in this process. What takes longer is handed to others through pipes, while this one keeps the results.
The first work is to compile what no process has compiled before, each program by one of them.
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
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from multiprocessing.connection import wait
from types import ModuleType, TracebackType
from typing import Any

from halfmove.errors import HalfmoveError
from halfmove.studies.run import Batch, Done, compile_first, missing_program, run_batch

ALONE = 0.1  # seconds that this process works by itself before it calls for others
PATIENCE = 0.25  # seconds after which a batch is handed back, so that its results are kept and the rest can be shared
MOST_JOBS = 1024
_RETRIES = 3

Told = Callable[[int, int], None]


class WorkersLost(HalfmoveError):
    """Processes died again and again."""


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_on_cores(work: Iterable[Batch], jobs: int, compiling: Told | None = None) -> Iterator[Done]:
    """Do the work on so many cores; `compiling` is called with how many programs are compiled, and of how many."""
    # Batches on similar trees stand together, and processes take them from both ends: each needs few programs.
    waiting = deque(sorted(work, key=lambda batch: batch.tree.name))
    with Workers(jobs) as workers:
        _compile(waiting, workers, compiling)
        while waiting and jobs < 2:
            yield _step(waiting)
        yield from _alone(waiting)
        helping = True
        while waiting or workers.busy:
            if len(waiting) < jobs:
                _share(waiting, jobs)
            workers.hand_out(run_batch, waiting, PATIENCE)
            helping = helping and not workers.there and bool(waiting)
            if helping:  # the others are still starting
                done = _step(waiting, short=True)
                helping = bool(done.records)
                yield done
            for batch, done in workers.answers(waiting, patiently=not helping):
                if done.left:
                    waiting.append(replace(batch, repetitions=done.left))
                yield done


def _alone(waiting: deque[Batch]) -> Iterator[Done]:
    """The work of a moment, or all when little is left then: starting other processes would not pay."""
    began, finished = time.perf_counter(), 0
    while waiting:
        done = _step(waiting, short=True)
        finished += len(done.records)
        yield done
        seconds, left = time.perf_counter() - began, sum(len(batch.repetitions) for batch in waiting)
        if not done.records or (seconds > ALONE and seconds / finished * left > 3 * ALONE):
            return


def _compile(work: Iterable[Batch], workers: Workers, told: Told | None) -> None:
    """See to it that all programs are on disk."""
    kinds = {(each.tree.name, each.tree.arguments[2:], each.tree.look_ahead, each.algorithm): each for each in work}
    missing = {name: batch for batch in kinds.values() if (name := missing_program(batch)) is not None}
    waiting, done = deque(missing.values()), 0
    while waiting or workers.busy:
        if told is not None:
            told(done, len(missing))
        if workers.jobs < 2 or len(missing) < 2:
            compile_first(waiting.popleft())
            done += 1
        else:
            workers.hand_out(compile_first, waiting)
            done += len(list(workers.answers(waiting, patiently=True)))


def _step(waiting: deque[Batch], short: bool = False) -> Done:
    """Some of the work, in this process."""
    batch = waiting.popleft()
    done = run_batch(batch, PATIENCE, short)
    if done.left:
        waiting.appendleft(replace(batch, repetitions=done.left))
    return done


def _share(waiting: deque[Batch], jobs: int) -> None:
    """Divide the last batches, so that nobody is idle."""
    whole = list(waiting)
    waiting.clear()
    for batch in whole:
        parts = min(jobs, len(batch.repetitions))
        waiting.extend(replace(batch, repetitions=batch.repetitions[part::parts]) for part in range(parts))


class Workers:
    """Processes that do what is handed to them; use it with `with`. None is started before there is work for it."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._all: list[_Worker] = []
        self._lost = 0

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for worker in self._all:  # at once; what they were doing can be done again
            worker.process.terminate()
        for worker in self._all:
            worker.process.join(5)

    @property
    def busy(self) -> bool:
        return any(worker.given for worker in self._all)

    @property
    def there(self) -> bool:
        """Whether one has answered, so that there is no need to do their work."""
        return any(worker.answered for worker in self._all)

    def hand_out(self, function: Callable[..., Any], waiting: deque[Any], *more: Any) -> None:
        """Let `function(item, *more)` be called for as many items as can be worked on soon."""
        idle = sum(not worker.given for worker in self._all)
        while len(self._all) < self.jobs and idle < len(waiting):
            self._all.append(_Worker())
            idle += 1
        for ahead in (0, 1):  # nobody has two while another has none
            for number, worker in enumerate(self._all):
                if waiting and len(worker.given) <= ahead * worker.quick:
                    worker.give(function, waiting.pop() if number % 2 else waiting.popleft(), more)

    def answers(self, waiting: deque[Any], patiently: bool) -> Iterator[tuple[Any, Any]]:
        """Items and what came of them; patiently: at least one. Items of a process that died are waiting again."""
        asked = {worker.pipe: worker for worker in self._all if worker.given}
        for pipe in wait(list(asked), None if patiently else 0) if asked else ():
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

    def _replace(self, worker: _Worker, waiting: deque[Any]) -> None:
        self._all.remove(worker)
        worker.process.join(5)
        waiting.extend(worker.given)
        self._lost += 1
        if self._lost > _RETRIES:
            raise WorkersLost(
                f"{self._lost} times in a row a process of this study was killed, perhaps for lack of memory; "
                "try fewer --jobs"
            )


class _Worker:
    """A process, the pipe to it, and what it was given to do."""

    def __init__(self) -> None:
        context: Any = multiprocessing.get_context(_way_to_start())
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self.given: deque[Any] = deque()
        self.answered = False
        self.quick = False  # whether its last item took a moment only, so that the next is better there already
        self._since = 0.0
        with _no_main(), _no_interrupt(), warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of threads, which `_way_to_start` has looked for
            self.process.start()
        theirs.close()

    def give(self, function: Callable[..., Any], item: Any, more: tuple[Any, ...]) -> None:
        if not self.given:
            self._since = time.perf_counter()
        self.given.append(item)
        with suppress(OSError):  # it died, as `take` will tell
            self.pipe.send((function, (item, *more)))

    def take(self) -> tuple[Any, Any]:
        """An item and what came of it. Raises EOFError or OSError when the process died."""
        answer = self.pipe.recv()
        now = time.perf_counter()
        self.answered, self.quick, self._since = True, now - self._since < 4 * PATIENCE, now
        return self.given.popleft(), answer


def _way_to_start() -> str:
    """A copy of this process has all modules and programs at once; it is safe where no other thread can hold a lock."""
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


def _serve(pipe: Any) -> None:
    """What a process does: answer until nobody asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is heard by the process that keeps the results
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_die_with, args=(parent,), daemon=True).start()
    while True:
        try:
            function, given = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = function(*given)
        except Exception as error:
            answer = error
        pipe.send(answer)


def _die_with(parent: Any) -> None:
    parent.join()
    os._exit(1)


@contextmanager
def _no_main() -> Iterator[None]:
    """Keep new processes from running the caller's script again, which they have no need of."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Keep Ctrl-C waiting: in the middle of a fork Python would lose it, and the new process would hear it too."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
