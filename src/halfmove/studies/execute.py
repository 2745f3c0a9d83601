"""Where the work of a study is done: in this process, on the cores of this machine, or on a cluster.

The same batches give the same counts everywhere. Small work stays in this process: starting others takes about a
second each. What takes longer is handed to processes of this machine while this one goes on working until they answer,
or to the workers of a Dask scheduler, through joblib.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import replace
from types import ModuleType
from typing import Any

from halfmove.errors import HalfmoveError, UsageError
from halfmove.studies.plan import Cell
from halfmove.studies.run import Batch, Done, compile_first, run_batch, signature

ALONE = 0.3  # seconds that this process works by itself before it calls for others
PATIENCE = 0.25  # seconds after which a batch is handed back, so that its results are kept and the rest can be shared
CLUSTER_PATIENCE = 2.0
_RETRIES = 3


class WorkersLost(HalfmoveError):
    """Processes died again and again."""


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def prepare(cells: Iterable[Cell], told: Callable[[str], None] | None = None) -> None:
    """Compile once, here, what no process has compiled before."""
    seen = set()
    for cell in cells:
        kind = (cell.tree.name, cell.tree.arguments[2:], cell.tree.look_ahead is None, cell.algorithm)
        if kind not in seen:
            seen.add(kind)
            if told is not None:
                told(str(cell))
            compile_first(cell)


def run_here(work: Iterable[Batch]) -> Iterator[Done]:
    """In this process, one after the other."""
    waiting = deque(work)
    while waiting:
        yield _step(waiting)


def _step(waiting: deque[Batch]) -> Done:
    batch = waiting.popleft()
    done = run_batch(batch, PATIENCE)
    if done.left:
        waiting.appendleft(replace(batch, repetitions=done.left))
    return done


def run_on_cores(work: Iterable[Batch], jobs: int) -> Iterator[Done]:
    """On so many cores of this machine."""
    waiting = deque(work)
    began, finished = time.perf_counter(), 0
    while waiting and (jobs < 2 or not _worth_it(time.perf_counter() - began, finished, waiting)):
        done = _step(waiting)
        finished += len(done.records)
        yield done
    lost = 0
    while waiting:
        try:
            yield from _run_in_pool(waiting, jobs)
        except BrokenProcessPool:  # killed, by lack of memory perhaps; `waiting` holds what was not finished
            lost += 1
            if lost > _RETRIES:
                raise WorkersLost(
                    f"{lost} times a process of this study was killed, perhaps for lack of memory; try fewer --jobs"
                ) from None


def _worth_it(seconds: float, finished: int, waiting: deque[Batch]) -> bool:
    """Whether so much is left, by the searches so far, that starting other processes pays."""
    if seconds < ALONE:
        return False
    left = sum(len(batch.repetitions) for batch in waiting)
    return not finished or seconds / finished * left > 3 * ALONE


def _run_in_pool(waiting: deque[Batch], jobs: int) -> Iterator[Done]:
    out: dict[Future[Done], Batch] = {}
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_begin_worker)
    answers = 0
    try:
        while waiting or out:
            while waiting and len(out) < 2 * jobs:
                for batch in _shares(waiting, jobs - len(out)):
                    with _no_main():
                        out[pool.submit(run_batch, batch, PATIENCE)] = batch
            if answers < jobs and waiting:  # the others are still starting
                yield _step(waiting)
            ready, _ = wait(out, 0 if answers < jobs and waiting else None, FIRST_COMPLETED)
            for future in ready:
                done = future.result()
                batch = out.pop(future)
                answers += 1
                if done.left:
                    waiting.appendleft(replace(batch, repetitions=done.left))
                yield done
    finally:
        waiting.extend(out.values())
        _end(pool)


def _shares(waiting: deque[Batch], idle: int) -> list[Batch]:
    """The next batch; in parts when it is the last and more than one process has nothing to do."""
    batch = waiting.popleft()
    parts = min(max(idle, 1), len(batch.repetitions)) if not waiting else 1
    return [replace(batch, repetitions=batch.repetitions[part::parts]) for part in range(parts)]


def _begin_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is heard by the process that keeps the results
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_die_with, args=(parent,), daemon=True).start()


def _die_with(parent: Any) -> None:
    parent.join()
    os._exit(1)


def _end(pool: ProcessPoolExecutor) -> None:
    """Stop the processes at once; what they were doing can be done again."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(5)


@contextmanager
def _no_main() -> Iterator[None]:
    """Keep new processes from running the caller's script again, which they have no need of."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def run_on_cluster(
    work: Iterable[Batch], address: str, connect_within: float = 10, workers_within: float = 30
) -> Iterator[Done]:
    """On the workers of a Dask scheduler (tcp://host:8786), or of Ray (ray, ray://host:10001)."""
    try:
        from joblib import Parallel, delayed, parallel_config
    except ImportError:
        raise UsageError("a cluster needs joblib and dask: pip install 'halfmove[cluster]'") from None
    waiting = _parts(list(work), 25)
    with _backend(address, connect_within, workers_within) as backend, parallel_config(**backend):
        while waiting:
            batches = {(batch.cell, batch.repetitions): batch for batch in waiting}
            waiting = []
            calls = [delayed(_keyed)(key, batch, CLUSTER_PATIENCE) for key, batch in batches.items()]
            every = Parallel(n_jobs=-1, return_as="generator_unordered", pre_dispatch="all", batch_size=1)
            for key, done in every(calls):
                if done.signature != signature():
                    raise UsageError(
                        f"a worker runs halfmove {done.signature}, this is {signature()}: install the same on all"
                    )
                if done.left:
                    each = sum(record.seconds for record in done.records) / len(done.records)
                    rest = replace(batches[key], repetitions=done.left)
                    waiting += _parts([rest], max(1, int(CLUSTER_PATIENCE / 2 / max(each, 1e-6))))
                yield done


def _keyed(key: Any, batch: Batch, patience: float) -> tuple[Any, Done]:
    return key, run_batch(batch, patience)


def _parts(work: list[Batch], most: int) -> list[Batch]:
    return [
        replace(batch, repetitions=batch.repetitions[begin : begin + most])
        for batch in work
        for begin in range(0, len(batch.repetitions), most)
    ]


@contextmanager
def _backend(address: str, connect_within: float, workers_within: float) -> Iterator[dict[str, Any]]:
    """What joblib is to be told, while the connection is open."""
    if address == "ray" or address.startswith("ray://"):
        try:
            import ray
            from ray.util.joblib import register_ray
        except ImportError:
            raise UsageError("this cluster needs Ray: pip install ray") from None
        ray.init(address="auto" if address == "ray" else address, ignore_reinit_error=True)
        register_ray()
        yield {"backend": "ray"}
        return
    try:
        from distributed import Client
    except ImportError:
        raise UsageError("a cluster needs dask: pip install 'halfmove[cluster]'") from None
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
