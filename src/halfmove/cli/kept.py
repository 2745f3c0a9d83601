"""What commands that run a study share: where its results are kept, and how far it is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from halfmove.errors import UsageError
from halfmove.native.cache import directory
from halfmove.studies import Plan, Store
from halfmove.studies.run import signature


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
        file = str(place / f"{study.digest}-{version}.db")
    with Store(file) as kept:
        if not resume:
            kept.forget(study)
        yield kept


@contextmanager
def progress(study: Plan) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on standard error with the time left, on a terminal only."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("searches"))
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(study.name, total=study.searches)
        yield lambda done, total: bar.update(task, completed=done, total=total)
