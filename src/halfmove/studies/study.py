"""Run a study: stored results are not computed again, and new ones are stored as they finish."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from halfmove.base.checks import MOST_JOBS, whole
from halfmove.base.clusters import NO_WORKERS, Idle
from halfmove.base.gate import checked
from halfmove.studies.cluster import insist_on_cluster, run_on_cluster
from halfmove.studies.cores import cores, run_on_cores
from halfmove.studies.plans import Plan
from halfmove.studies.store import Store
from halfmove.studies.table import Table
from halfmove.studies.work import Record, batches

Progress = Callable[[int, int], None]


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a study. `table` holds the results that were finished."""

    def __init__(self, table: Table, done: int, total: int, unit: str = "searches") -> None:
        super().__init__(f"stopped by Ctrl-C after {done} of {total} {unit}")
        self.table, self.done, self.total = table, done, total


@checked
def run(
    plan: Plan,
    jobs: int | None = None,
    store: str | Path | Store | None = None,
    progress: Progress | None = None,
    cluster: str | None = None,
    compiling: Progress | None = None,
    workers_within: float = NO_WORKERS,
    idle: Idle | None = None,
) -> Table:
    """Run a study and return the table of its results.

    Parameters
    ----------
    plan : Plan
        What to search, from `plan`, `joined` or `load`.
    jobs : int, optional
        The number of processes on this machine. None uses all cores, where that is faster than one process.
    store : str, Path or Store, optional
        An SQLite file. Results are written there as they finish, and results that are in it are not computed again.
    progress : callable, optional
        Called from time to time with (searches done, searches in all).
    cluster : str, optional
        The address of a Dask scheduler, as tcp://host:8786. Its workers then do the searches.
    compiling : callable, optional
        Called with (programs compiled, programs to compile) while programs are compiled.
    workers_within : float
        A study ends when its cluster has had no workers for this many seconds.
    idle : callable, optional
        Called with (seconds without workers, seconds after which the study ends) while the cluster has no workers.

    Returns
    -------
    Table
        The results of all searches.

    Raises
    ------
    Interrupted
        On Ctrl-C, with the table of the results that are finished.
    WorkersLost
        When no process or worker is left.
    """
    jobs = cores() if jobs is None else whole("jobs", jobs, 1, MOST_JOBS)
    with ExitStack() as stack:
        results = stack.enter_context(opened(store, cluster)) if isinstance(store, str | Path) else store
        known: dict[int, dict[int, Record]] = {place: {} for place in range(len(plan.cells))}
        if results is not None:
            results.admit(plan)
            for place, cell in enumerate(plan.cells):
                known[place] = {record.repetition: record for record in results.records(plan.seed, cell)}
        done, total = sum(map(len, known.values())), plan.searches
        _report(progress, done, total)
        try:
            finished = {place: set(records) for place, records in known.items()}
            work = list(batches(plan, finished))
            if cluster is None or not work:
                answers = run_on_cores(work, jobs, compiling) if work else iter(())
            else:
                answers = run_on_cluster(work, cluster, workers_within=workers_within, idle=idle)
            for batch in answers:
                if results is not None:
                    results.add(plan.seed, plan.cells[batch.cell], batch.records)
                known[batch.cell].update({record.repetition: record for record in batch.records})
                done += len(batch.records)
                _report(progress, done, total)
        except KeyboardInterrupt:
            raise Interrupted(_results(plan, known), done, total) from None
        return _results(plan, known)


def opened(file: str | Path, cluster: str | None) -> Store:
    """Open the store in this file.

    With a cluster, a new store is made only after the scheduler has answered: a study that cannot begin leaves no file.
    """
    if cluster is not None and not Path(file).exists():
        insist_on_cluster(cluster)
    return Store(file)


def _report(progress: Progress | None, done: int, total: int) -> None:
    if progress is not None:
        progress(done, total)


def _results(plan: Plan, known: dict[int, dict[int, Record]]) -> Table:
    return Table(plan, tuple(tuple(records[number] for number in sorted(records)) for records in known.values()))
