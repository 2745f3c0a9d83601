"""What the commands that run a study share: where its results are kept, how far it is, and how it ends."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable

import click

from halfmove.cli.progress import progress
from halfmove.errors import UsageError
from halfmove.studies import Interrupted, Plan, Store, Table, run
from halfmove.studies.cores import MOST_JOBS
from halfmove.studies.results import forgotten_results, results_file

_OPTIONS = (
    click.option("--jobs", type=click.IntRange(1, MOST_JOBS), metavar="J", help="Processes. [default: one per core]"),
    click.option("--cluster", metavar="URL", help="Dask scheduler to use instead, as tcp://host:8786."),
    click.option("--store", "store_file", type=click.Path(), metavar="FILE", help="Where results are kept (SQLite)."),
    click.option("--resume", is_flag=True, help="Go on from what the store holds."),
)


def options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say where to run, where to keep results, and whether to go on from them."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def carry_out(
    study: Plan, jobs: int | None, cluster: str | None, file: str | None, resume: bool, repeat: str
) -> tuple[Table, str | None]:
    """Run a study. Returns its table and, after Ctrl-C, a sentence that says how to go on; `repeat` is the command."""
    with _store(study, file, resume) as store, progress() as bar:
        try:
            table = run(
                study,
                jobs=jobs,
                store=store,
                cluster=cluster,
                progress=lambda done, total: bar(study.name, done, total, "searches"),
                compiling=lambda done, total: bar("compiling", done, total, "programs"),
            )
        except Interrupted as stop:
            place = "" if file is None else f" --store {shlex.quote(file)}"
            return stop.table, f"{stop}; to go on: {repeat}{place} --resume"
        return table, None


def _store(study: Plan, file: str | None, resume: bool) -> Store:
    """The store that was named, or one of this study's own where halfmove keeps results."""
    if file is None:
        if (note := forgotten_results()) is not None:
            click.echo(f"halfmove: note: {note}", err=True)
        return Store(results_file(study, resume))
    if os.path.exists(file) and not resume:
        raise UsageError(f"{file} exists already: add --resume to go on from what it holds, or name another store")
    return Store(file)
