"""The workers of a Dask scheduler, and what becomes of work when they, or it, are lost.

When the scheduler is lost, Dask cancels all that was asked of it; when all workers are gone, it waits for new ones for
ever. Here both end in a sentence, the second after a while.
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

_LOOK = 1.0  # seconds without an answer after which we look whether anybody is there
_ANSWER = 30.0  # seconds in which a scheduler must answer

Idle = Callable[[float, float], None]


class WorkersLost(HalfmoveError):
    """Those who worked for us are gone, here or on a cluster; what they had finished is not lost."""


class DataLost(WorkersLost):
    """Dask has cancelled what it was asked for, though its scheduler is there: data is gone with its last worker."""


def other_halfmove(theirs: str, ours: str) -> UsageError:
    """The sentence about a worker that would not do the same."""
    return UsageError(f"a worker runs halfmove {theirs}, this is {ours}: install the same on all")


class Watch:
    """Looks whether a scheduler and its workers are still there."""

    def __init__(self, client: Any, address: str, workers_within: float, idle: Idle | None) -> None:
        self._client, self._address, self._within, self._idle = client, address, workers_within, idle
        self._seen = time.monotonic()
        self.cores = 0  # of all workers, when they were last looked at

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
        """What a worker answered. If that worker is gone since, another one does it again."""
        while True:
            if future.status == "error" and type(error := future.exception(timeout=_LOOK)).__name__ != "KilledWorker":
                raise error  # of a rule, or of what was done
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
        """How many workers there are. Raises WorkersLost when there has been none for too long."""
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
                    "worker after worker died at the same work, perhaps for lack of memory; give them more"
                ) from None
            if self._client.status != "running":
                raise self._scheduler_lost() from None
            raise

    def _scheduler_lost(self) -> WorkersLost:
        return WorkersLost(f"the connection to the Dask scheduler at {self._address} is lost; see that it runs")


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
