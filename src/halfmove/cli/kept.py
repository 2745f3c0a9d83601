"""What commands that run a study share: where its results are kept, how far it is, and how it ends."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from halfmove.cli.progress import progress
from halfmove.engine.cache import directory
from halfmove.errors import UsageError
from halfmove.studies import Interrupted, Plan, Store, Table, run
from halfmove.studies.cores import MOST_JOBS
from halfmove.studies.identity import signature

_OPTIONS = (
    click.option("--jobs", type=click.IntRange(1, MOST_JOBS), metavar="J", help="Processes. [default: one a core]"),
    click.option("--cluster", metavar="URL", help="Dask scheduler to use instead, as tcp://host:8786."),
    click.option("--store", "store_file", type=click.Path(), metavar="FILE", help="Where results are kept (SQLite)."),
    click.option("--resume", is_flag=True, help="Go on from what the store holds."),
)
_KEPT_FOR = 30 * 86400  # seconds


def options(command: Callable[..., None]) -> Callable[..., None]:
    """Where to run, where to keep, whether to go on."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@contextmanager
def store(study: Plan, file: str | None, resume: bool) -> Iterator[Store]:
    """The store that was named, or one of this study's own where halfmove keeps its files."""
    if file is not None and Path(file).exists() and not resume:
        raise UsageError(f"{file} exists already: add --resume to go on from what it holds, or name another store")
    if file is None:
        version = signature().rpartition("(")[2].rstrip(")")
        place = directory() / "studies"
        try:
            place.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot keep results in {place}: {error.strerror}; name a --store") from None
        _forget_old(place)
        file = str(place / f"{study.digest}-{version}.db")
    with Store(file) as kept:
        if not resume:
            kept.forget(study)
        yield kept


def _forget_old(place: Path) -> None:
    """Remove stores that nobody named and nobody has used for a month."""
    for file in place.glob("*.db*"):
        with suppress(OSError):
            if time.time() - file.stat().st_mtime > _KEPT_FOR:
                file.unlink()


def carry_out(
    study: Plan, jobs: int | None, cluster: str | None, file: str | None, resume: bool, repeat: str
) -> tuple[Table, str | None]:
    """The table of a study, and what to tell the person when not all of it is there. `repeat` names no store."""
    with store(study, file, resume) as kept, progress() as bar:
        try:
            table = run(
                study,
                jobs=jobs,
                store=kept,
                cluster=cluster,
                progress=lambda done, total: bar(study.name, done, total, "searches"),
                compiling=lambda done, total: bar("compiling", done, total, "programs"),
            )
        except Interrupted as stop:
            place = "" if file is None else f" --store {shlex.quote(file)}"
            return stop.table, f"{stop}; to go on: {repeat}{place} --resume"
        return table, None
