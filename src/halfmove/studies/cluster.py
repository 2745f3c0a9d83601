"""A study on the workers of a Dask scheduler, through joblib."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from halfmove.errors import UsageError
from halfmove.studies.identity import signature
from halfmove.studies.work import Batch, Done, run_batch

PATIENCE = 2.0  # seconds after which a batch is handed back, finished or not: results are stored, the rest is shared
FIRST = 200  # trees per batch, as long as nobody knows how long a search takes


def run_on_cluster(
    work: Iterable[Batch], address: str, connect_within: float = 10, workers_within: float = 30
) -> Iterator[Done]:
    """Search the batches on the workers of the Dask scheduler at this address, as in tcp://host:8786."""
    try:
        from joblib import Parallel, delayed, parallel_config
    except ImportError:
        raise UsageError("a cluster needs joblib and dask: pip install 'halfmove[cluster]'") from None
    waiting = _parts(list(work), FIRST)
    with _backend(address, connect_within, workers_within) as backend, parallel_config(**backend):
        while waiting:
            batches = {(batch.cell, batch.repetitions): batch for batch in waiting}
            waiting = []
            calls = [delayed(_keyed)(key, batch, PATIENCE) for key, batch in batches.items()]
            every = Parallel(n_jobs=-1, return_as="generator_unordered", pre_dispatch="all", batch_size=1)
            for key, done, theirs in every(calls):
                if theirs != signature():
                    raise UsageError(f"a worker runs halfmove {theirs}, this is {signature()}: install the same on all")
                if done.left:
                    each = sum(record.seconds for record in done.records) / len(done.records)
                    rest = replace(batches[key], repetitions=done.left)
                    waiting += _parts([rest], max(1, int(PATIENCE / 2 / max(each, 1e-6))))
                yield done


def _keyed(key: Any, batch: Batch, patience: float) -> tuple[Any, Done, str]:
    """What a worker does: search a batch, and say which halfmove it runs."""
    return key, run_batch(batch, patience), signature()


def _parts(work: list[Batch], most: int) -> list[Batch]:
    return [
        replace(batch, repetitions=batch.repetitions[begin : begin + most])
        for batch in work
        for begin in range(0, len(batch.repetitions), most)
    ]


@contextmanager
def _backend(address: str, connect_within: float, workers_within: float) -> Iterator[dict[str, Any]]:
    """The settings with which joblib uses the scheduler; valid while the connection is open."""
    try:
        from distributed import Client
    except ImportError:
        raise UsageError("a cluster needs dask: pip install 'halfmove[cluster]'") from None
    _check(address)
    try:
        client = Client(address, timeout=connect_within, set_as_default=False)
    except (OSError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise UsageError(f"no Dask scheduler answers at {address}: {reason}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=workers_within)
        except TimeoutError:
            raise UsageError(f"the Dask scheduler at {address} has no workers; start some with `dask worker`") from None
        yield {"backend": "dask", "client": client}


def _check(address: str) -> None:
    """Refuse what is no address of a scheduler, before Dask's `Client` prints a traceback about it."""
    try:
        parts = urlsplit(address)
        complete = parts.scheme in ("tcp", "tls", "ws", "wss", "ucx") and parts.hostname and parts.port
    except ValueError:
        complete = None
    if not complete:
        raise UsageError(f"{address!r} is no address of a Dask scheduler: it looks like tcp://host:8786")
