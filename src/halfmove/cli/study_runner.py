"""Shared by the commands that run a study: the store of its results, its progress, and its end."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import click

from halfmove.base.checks import MOST_JOBS
from halfmove.base.clusters import NO_WORKERS, WorkersLost
from halfmove.cli import text
from halfmove.cli.interrupts import interruptible
from halfmove.cli.program import Hinted, Interrupted, note
from halfmove.cli.progress import Bar, Log, progress
from halfmove.errors import UsageError
from halfmove.studies import Interrupted as StudyInterrupted
from halfmove.studies import Plan, Store, Table, run
from halfmove.studies.cluster import insist_on_cluster
from halfmove.studies.results import forgotten_results, results_file
from halfmove.studies.study import opened

_A_WHILE = 5.0  # seconds
_MANY = 5  # programs; compiling this many takes a while
_NAMED = 3  # algorithms in a note

_OPTIONS = (
    click.option("--jobs", type=click.IntRange(1, MOST_JOBS), metavar="J", help="Processes. [default: one per core]"),
    click.option("--cluster", metavar="URL", help="Use this Dask scheduler instead, such as tcp://host:8786."),
    click.option(
        "--workers-within",
        type=click.FloatRange(0, min_open=True),
        default=NO_WORKERS,
        metavar="S",
        help=f"Give up a cluster that has had no workers for S seconds. [default: {NO_WORKERS:g}]",
    ),
    click.option(
        "--store", "store_file", type=click.Path(), metavar="FILE", help="Keep results in this file (SQLite)."
    ),
    click.option("--resume", is_flag=True, help="Continue from the results in the store."),
)


def options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options for where to run, where to keep results, and whether to continue from them."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def carry_out(
    study: Plan,
    jobs: int | None,
    cluster: str | None,
    workers_within: float,
    file: str | None,
    resume: bool,
    words: list[Any],
) -> tuple[Table, Interrupted | None]:
    """Run a study. Returns its table and, after Ctrl-C, the exception to raise at the end, which says how to continue.

    words   the command line, without the options handled here
    """
    patience = None if workers_within == NO_WORKERS else workers_within
    given = {"--jobs": jobs, "--workers-within": patience, "--store": file}
    here = [word for option, value in given.items() if value is not None for word in (option, value)]
    resume_command = text.command(*words, *here, "--resume")
    with interruptible(), _store(study, file, resume, cluster) as store, progress() as bar:
        try:
            table = run(
                study,
                jobs=jobs,
                store=store,
                cluster=cluster,
                progress=lambda done, total: bar(study.name, done, total, "searches"),
                compiling=_Compiling(bar, study),
                workers_within=workers_within,
                idle=_Waiting(bar),
            )
        except StudyInterrupted as stop:
            return stop.table, Interrupted(f"{stop}; to continue", resume_command)
        except WorkersLost as lost:
            raise Hinted(f"{lost}; to continue", resume_command) from None
        return table, None


class _Compiling:
    """Shows the progress of compiling; if there is much to compile, a note says what."""

    def __init__(self, bar: Bar, study: Plan) -> None:
        self._bar, self._study, self._noted = bar, study, False

    def __call__(self, done: int, total: int) -> None:
        if not self._noted and total >= _MANY:
            names = list(dict.fromkeys(algorithm.id for algorithm in self._study.algorithms))
            more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
            searches = f"{', '.join(names[:_NAMED])}{more}"
            note(f"first {total} programs are compiled, once on this machine: {searches}, each for its trees")
        self._noted = True
        self._bar("compiling", done, total, "programs")


class _Waiting:
    """Shows that a cluster has no workers: continuously on a terminal, otherwise once."""

    def __init__(self, bar: Bar) -> None:
        self._bar, self._noted = bar, False

    def __call__(self, seconds: float, most: float) -> None:
        self._bar("waiting for workers", int(seconds), int(most), "seconds")
        if seconds > _A_WHILE and not self._noted and isinstance(self._bar, Log):
            self._noted = True
            note(f"the cluster has had no workers for {seconds:.0f} seconds; halfmove gives up after {most:g}")


def _store(study: Plan, file: str | None, resume: bool, cluster: str | None) -> Store:
    """The store that was named, or the study's own store in the folder for results."""
    if file is None:
        if (forgotten := forgotten_results()) is not None:
            note(forgotten)
        if cluster is not None and not resume:
            insist_on_cluster(cluster)
        return Store(results_file(study, resume))
    if os.path.exists(file) and not resume:
        raise UsageError(f"{file} exists already: add --resume to continue from it, or name another store")
    return opened(file, cluster)
