"""A study on the workers of a Dask scheduler. If the scheduler is lost, the store has all finished searches.

`base/clusters.py` watches the connection.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from queue import SimpleQueue
from typing import Any

from halfmove.base.clusters import NO_WORKERS, Idle, Watch, connected, other_halfmove
from halfmove.base.identity import signature
from halfmove.studies.work import Batch, Done, run_batch

PATIENCE = 2.0  # seconds after which a batch is returned, finished or not: results are stored, the rest is shared
_CONNECT = 10.0  # seconds in which a scheduler must answer
FIRST = 200  # trees per batch, until it is known how long a search takes


def insist_on_cluster(address: str) -> None:
    """Raise UsageError unless Dask is installed and a scheduler answers at this address."""
    with connected(address, _CONNECT):
        pass


def run_on_cluster(
    work: Iterable[Batch],
    address: str,
    connect_within: float = _CONNECT,
    workers_within: float = NO_WORKERS,
    idle: Idle | None = None,
) -> Iterator[Done]:
    """Search the batches on the workers of the Dask scheduler at this address, as in tcp://host:8786.

    workers_within   seconds to wait while there is no worker, at the beginning and later
    idle             called with (seconds without any worker, seconds after which the study ends) while there is none
    """
    with connected(address, connect_within) as client:
        watch = Watch(client, address, workers_within, idle)
        watch.wait_for_the_first()
        answered: SimpleQueue[Any] = SimpleQueue()
        waiting, running = _parts(list(work), FIRST), dict[Any, Batch]()
        futures: dict[Any, Any] = {}  # Dask drops a task when its future is deleted
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
                raise other_halfmove(theirs, signature())
            if done.left:
                each = sum(record.seconds for record in done.records) / len(done.records)
                rest = replace(batch, repetitions=done.left)
                waiting = _parts([rest], max(1, int(PATIENCE / 2 / max(each, 1e-6))))
            yield done


def _searched(batch: Batch, patience: float) -> tuple[Done, str]:
    """Run on a worker: search a batch, and return the result with the signature of the worker's halfmove."""
    return run_batch(batch, patience), signature()


def _parts(work: list[Batch], most: int) -> list[Batch]:
    return [
        replace(batch, repetitions=batch.repetitions[begin : begin + most])
        for batch in work
        for begin in range(0, len(batch.repetitions), most)
    ]
