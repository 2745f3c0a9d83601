"""The workers of a Dask scheduler, and clear errors when they, or the scheduler, are lost.

When the scheduler is lost, Dask cancels all tasks. When all workers are lost, it waits for new ones for ever. Here both
raise an error, the second after a while.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any
from urllib.parse import urlsplit

from halfmove.errors import HalfmoveError, UsageError

NO_WORKERS = 300.0  # seconds without any worker after which work ends

_LOOK = 1.0  # seconds without an answer after which we check that there are workers
_ANSWER = 30.0  # seconds in which a scheduler must answer

Idle = Callable[[float, float], None]


class WorkersLost(HalfmoveError):
    """The workers are lost, on this machine or on a cluster; the work that they finished is not lost."""


class DataLost(WorkersLost):
    """Dask has cancelled a task, although its scheduler is running: data was lost with its last worker."""


def other_halfmove(theirs: str, ours: str) -> UsageError:
    """The error for a worker with another version of halfmove."""
    return UsageError(f"a worker runs halfmove {theirs}, but this is {ours}; install the same on all machines")


class Watch:
    """Checks that a scheduler and its workers are still running."""

    def __init__(self, client: Any, address: str, workers_within: float, idle: Idle | None) -> None:
        self._client, self._address, self._within, self._idle = client, address, workers_within, idle
        self._seen = time.monotonic()
        self.cores = 0  # of all workers, when they were last checked

    def wait_for_the_first(self) -> None:
        while not self.workers():
            time.sleep(min(0.1, self._within))

    def next_of(self, answered: SimpleQueue[Any]) -> Any:
        """The next future that is done."""
        while True:
            try:
                return answered.get(timeout=_LOOK)
            except Empty:
                self.workers()

    def result_of(self, future: Any) -> Any:
        """The answer of a worker. If that worker was lost since then, another one repeats the work."""
        while True:
            if future.status == "error" and type(error := future.exception(timeout=_LOOK)).__name__ != "KilledWorker":
                raise error  # from a rule, or from the work itself
            with self.lost(), suppress(TimeoutError):
                try:
                    answer = future.result(timeout=_LOOK)
                except CancelledError:
                    self.workers()
                    raise DataLost(str(self._scheduler_lost())) from None
                self._seen = time.monotonic()
                return answer
            self.workers()

    def workers(self) -> int:
        """How many workers there are. Raises WorkersLost if there was none for too long."""
        with self.lost():
            cores = self._client.sync(self._client.scheduler.ncores, callback_timeout=_ANSWER)
        number, self.cores = len(cores), sum(cores.values())
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
        """Turn the errors of Dask for a broken connection into one clear error."""
        try:
            yield
        except (HalfmoveError, MemoryError):
            raise
        except (OSError, CancelledError, TimeoutError):
            raise self._scheduler_lost() from None
        except Exception as error:
            if type(error).__name__ == "KilledWorker":
                raise WorkersLost(
                    "several workers died at the same task, perhaps for lack of memory; give them more"
                ) from None
            if self._client.status != "running":
                raise self._scheduler_lost() from None
            raise

    def _scheduler_lost(self) -> WorkersLost:
        return WorkersLost(f"the connection to the Dask scheduler at {self._address} is lost; check that it is running")


@contextmanager
def connected(address: str, connect_within: float) -> Iterator[Any]:
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
            with suppress(Exception):  # a scheduler that is lost does not answer
                client.close(timeout=2)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask from logging tracebacks for errors that are reported here."""
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
    """Raise an error for a wrong address, before Dask's `Client` prints a traceback about it."""
    try:
        parts = urlsplit(address)
        complete = parts.scheme in ("tcp", "tls", "ws", "wss", "ucx") and parts.hostname and parts.port
    except ValueError:
        complete = None
    if not complete:
        raise UsageError(f"{address!r} is not an address of a Dask scheduler; an address looks like tcp://host:8786")
