"""A study on the workers of a Dask scheduler.

When the scheduler is lost, Dask cancels all that was asked of it; when all workers are gone, it waits for new ones for
ever. Here both end a study with a sentence, the second after a while. What was finished is in the store by then.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import Any
from urllib.parse import urlsplit

from halfmove.errors import HalfmoveError, UsageError
from halfmove.studies.identity import signature
from halfmove.studies.work import Batch, Done, run_batch
from halfmove.studies.workers import WorkersLost

PATIENCE = 2.0  # seconds after which a batch is handed back, finished or not: results are stored, the rest is shared
FIRST = 200  # trees per batch, as long as nobody knows how long a search takes
NO_WORKERS = 300.0  # seconds without any worker after which a study ends

_LOOK = 1.0  # seconds without an answer after which we look whether anybody is there
_ANSWER = 30.0  # seconds in which a scheduler must answer

Idle = Callable[[float, float], None]


def run_on_cluster(
    work: Iterable[Batch],
    address: str,
    connect_within: float = 10,
    workers_within: float = NO_WORKERS,
    idle: Idle | None = None,
) -> Iterator[Done]:
    """Search the batches on the workers of the Dask scheduler at this address, as in tcp://host:8786.

    workers_within   seconds to wait while there is no worker, at the beginning and later
    idle             called with (seconds without any worker, seconds after which the study ends) as long as that lasts
    """
    with _connected(address, connect_within) as client:
        watch = _Watch(client, address, workers_within, idle)
        watch.wait_for_the_first()
        answered: SimpleQueue[Any] = SimpleQueue()
        waiting, running = _parts(list(work), FIRST), dict[Any, Batch]()
        futures: dict[Any, Any] = {}  # Dask drops what nobody holds
        while waiting or running:
            with watch.lost():
                for batch in waiting:
                    future = client.submit(_searched, batch, PATIENCE, pure=False)
                    running[future.key], futures[future.key] = batch, future
                    future.add_done_callback(answered.put)
            waiting = []
            future = watch.next_of(answered)
            done, theirs = watch.result_of(future)
            batch = running.pop(future.key)
            del futures[future.key]
            if theirs != signature():
                raise UsageError(f"a worker runs halfmove {theirs}, this is {signature()}: install the same on all")
            if done.left:
                each = sum(record.seconds for record in done.records) / len(done.records)
                rest = replace(batch, repetitions=done.left)
                waiting = _parts([rest], max(1, int(PATIENCE / 2 / max(each, 1e-6))))
            yield done


class _Watch:
    """Looks whether a scheduler and its workers are still there."""

    def __init__(self, client: Any, address: str, workers_within: float, idle: Idle | None) -> None:
        self._client, self._address, self._within, self._idle = client, address, workers_within, idle
        self._seen = time.monotonic()

    def wait_for_the_first(self) -> None:
        while not self._workers():
            time.sleep(min(0.1, self._within))

    def next_of(self, answered: SimpleQueue[Any]) -> Any:
        """The next future that is done."""
        while True:
            try:
                return answered.get(timeout=_LOOK)
            except Empty:
                self._workers()

    def result_of(self, future: Any) -> Any:
        """What a worker answered. If that worker is gone since, another one searches again."""
        while True:
            if future.status == "error" and type(error := future.exception(timeout=_LOOK)).__name__ != "KilledWorker":
                raise error  # of a rule, or of a search
            with self.lost(), suppress(TimeoutError):
                answer = future.result(timeout=_LOOK)
                self._seen = time.monotonic()
                return answer
            self._workers()

    def _workers(self) -> int:
        """How many workers there are. Raises WorkersLost when there has been none for too long."""
        with self.lost():
            number = len(self._client.sync(self._client.scheduler.ncores, callback_timeout=_ANSWER))
        now = time.monotonic()
        if number:
            self._seen = now
        elif now - self._seen > self._within:
            raise WorkersLost(
                f"the Dask scheduler at {self._address} has had no workers for {self._within:g} seconds; start some "
                "with `dask worker`"
            )
        elif self._idle is not None:
            self._idle(now - self._seen, self._within)
        return number

    @contextmanager
    def lost(self) -> Iterator[None]:
        """Turn what Dask raises when a connection breaks into a sentence."""
        try:
            yield
        except (HalfmoveError, MemoryError):
            raise
        except (OSError, CancelledError, TimeoutError):
            raise self._scheduler_lost() from None
        except Exception as error:
            if type(error).__name__ == "KilledWorker":
                raise WorkersLost(
                    "worker after worker died at the same searches, perhaps for lack of memory; give them more"
                ) from None
            if self._client.status != "running":
                raise self._scheduler_lost() from None
            raise

    def _scheduler_lost(self) -> WorkersLost:
        return WorkersLost(f"the connection to the Dask scheduler at {self._address} is lost; see that it runs")


def _searched(batch: Batch, patience: float) -> tuple[Done, str]:
    """What a worker does: search a batch, and say which halfmove it runs."""
    return run_batch(batch, patience), signature()


def _parts(work: list[Batch], most: int) -> list[Batch]:
    return [
        replace(batch, repetitions=batch.repetitions[begin : begin + most])
        for batch in work
        for begin in range(0, len(batch.repetitions), most)
    ]


@contextmanager
def _connected(address: str, connect_within: float) -> Iterator[Any]:
    """A client of the scheduler."""
    try:
        from distributed import Client
    except ImportError:
        raise UsageError("a cluster needs dask: pip install 'halfmove[cluster]'") from None
    _check(address)
    with _quiet():
        try:
            client = Client(address, timeout=connect_within, set_as_default=False)
        except (OSError, ValueError) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise UsageError(f"no Dask scheduler answers at {address}: {reason}") from None
        try:
            yield client
        finally:
            with suppress(Exception):  # a scheduler that is gone does not say goodbye
                client.close(timeout=2)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask from logging tracebacks about what ends in a sentence here."""
    loggers = [
        logging.getLogger(name) for name in ("distributed", "distributed.client", "tornado.application", "asyncio")
    ]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _check(address: str) -> None:
    """Refuse what is no address of a scheduler, before Dask's `Client` prints a traceback about it."""
    try:
        parts = urlsplit(address)
        complete = parts.scheme in ("tcp", "tls", "ws", "wss", "ucx") and parts.hostname and parts.port
    except ValueError:
        complete = None
    if not complete:
        raise UsageError(f"{address!r} is no address of a Dask scheduler: it looks like tcp://host:8786")
