"""Where the jobs of a search run: in processes on this machine, or on the workers of a Dask scheduler."""

from __future__ import annotations

import multiprocessing
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from queue import Empty, SimpleQueue
from typing import Any

from halfmove.base.clusters import NO_WORKERS, DataLost, Watch, connected, other_halfmove
from halfmove.base.identity import signature
from halfmove.engine.parallel.jobs import Answer, Job, Setting, answer_to, run_job
from halfmove.engine.parallel.workers import Workers
from halfmove.errors import UsageError

_CONNECT = 10.0  # seconds in which a scheduler must answer
_INLINE = 10_000  # bytes of a setting that are sent with every job; a larger one is sent to all workers once


class Machine(ABC):
    """Runs jobs.

    least   seconds that a job should take at least, so that handing it over costs little
    """

    least: float

    @property
    @abstractmethod
    def size(self) -> int:
        """How many jobs it can run at the same time, as far as is known."""

    @property
    @abstractmethod
    def idle(self) -> int:
        """How many more jobs it can begin at once."""

    @abstractmethod
    def give(self, job: Job) -> None:
        """Begin a job."""

    @abstractmethod
    def drop(self, job: Job) -> None:
        """A job is not needed any more. It may be answered all the same."""

    @abstractmethod
    def answers(self, seconds: float) -> Iterator[tuple[Job, Answer]]:
        """The jobs that are done, with their answers; it waits this many seconds for one, or less."""


@contextmanager
def processes(jobs: int, setting: Setting) -> Iterator[Machine]:
    """Processes on this machine. They end with the block."""
    if multiprocessing.current_process().daemon:
        raise UsageError("this process is a worker itself, so it cannot start others: leave jobs out")
    with Workers(jobs, ahead=False, shared=setting) as workers:
        yield _Processes(workers)


class _Processes(Machine):
    least = 0.002

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._waiting: deque[Job] = deque()

    @property
    def size(self) -> int:
        return self._workers.jobs

    @property
    def idle(self) -> int:
        return self._workers.idle - len(self._waiting)

    def give(self, job: Job) -> None:
        self._waiting.append(job)
        self._workers.hand_out(run_job, self._waiting)

    def drop(self, job: Job) -> None:
        if job in self._waiting:  # its process was killed
            self._waiting.remove(job)
        else:
            self._workers.drop(job)

    def answers(self, seconds: float) -> Iterator[tuple[Job, Answer]]:
        self._workers.hand_out(run_job, self._waiting)
        # The first jobs wait for each other: meanwhile the other processes are started, one after the other.
        patiently = not self._workers.start_one()
        yield from self._workers.answers(self._waiting, patiently, seconds)


@contextmanager
def workers_of(address: str, setting: Setting) -> Iterator[Machine]:
    """The workers of the Dask scheduler at an address, as soon as there are some."""
    with connected(address, _CONNECT) as client:
        from distributed.protocol.pickle import dumps

        watch = Watch(client, address, NO_WORKERS, None)
        watch.wait_for_the_first()
        machine = _Cluster(client, watch, dumps(setting))
        try:
            yield machine
        finally:
            machine.end()


class _Cluster(Machine):
    least = 0.04

    def __init__(self, client: Any, watch: Watch, setting: bytes) -> None:
        self._client, self._watch, self._setting = client, watch, setting
        self._sent: Any = None
        self._running: dict[str, tuple[Job, Any]] = {}  # Dask drops a task when its future is deleted
        self._done: SimpleQueue[Any] = SimpleQueue()
        self._looked = time.monotonic()

    @property
    def size(self) -> int:
        return max(1, self._watch.cores)

    @property
    def idle(self) -> int:
        return self.size - len(self._running)

    def give(self, job: Job) -> None:
        with self._watch.lost():
            future = self._client.submit(_on_worker, job, self._shared(), signature(), pure=False)
            self._running[future.key] = job, future
            future.add_done_callback(self._done.put)

    def drop(self, job: Job) -> None:
        """A task that runs already continues until it is done: Dask cannot stop it."""
        for key, (other, future) in list(self._running.items()):
            if other == job:
                del self._running[key]
                with self._watch.lost():
                    future.cancel()

    def answers(self, seconds: float) -> Iterator[tuple[Job, Answer]]:
        self._look()
        try:
            future = self._done.get(timeout=seconds)
        except Empty:
            return
        job, _ = self._running.pop(future.key, (None, None))
        if job is None:  # it was dropped
            return
        try:
            answer, theirs = self._watch.result_of(future)
        except DataLost:
            self._sent = None  # its setting was lost with the last worker that had it
            self.give(job)
            return
        if theirs != signature():
            raise other_halfmove(theirs, signature())
        yield job, answer

    def end(self) -> None:
        for _, future in self._running.values():
            future.cancel()

    def _look(self) -> None:
        """Check now and then that there are workers, and how many."""
        if time.monotonic() - self._looked > 1.0:
            self._watch.workers()
            self._looked = time.monotonic()

    def _shared(self) -> Any:
        """The setting as an argument of a task."""
        if len(self._setting) <= _INLINE:
            return self._setting
        if self._sent is None:
            self._sent = self._client.scatter(self._setting, broadcast=True, hash=False)
        return self._sent


def _on_worker(job: Job, setting: bytes, theirs: str) -> tuple[Answer | None, str]:
    """Run on a worker of a cluster: its answer, and which halfmove it runs."""
    ours = signature()
    return answer_to(job, _unpacked(setting)) if ours == theirs else None, ours


@lru_cache(maxsize=2)
def _unpacked(setting: bytes) -> Setting:
    from distributed.protocol.pickle import loads

    unpacked: Setting = loads(setting)
    return unpacked
