"""The stores of studies that name no file: each new run of a study has its own, and halfmove never deletes one."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from halfmove.base.directories import cache_directory, data_directory, make_private
from halfmove.base.identity import own_hash
from halfmove.errors import UsageError
from halfmove.studies.plans import Plan


def results_file(study: Plan, resume: bool) -> Path:
    """A new file for the results of a study; with `resume` the latest one that exists."""
    folder, name = data_directory() / "studies", f"{study.digest}-{own_hash()}"
    try:
        make_private(folder)
        latest = max((int(file.stem.rpartition("-")[2]) for file in folder.glob(f"{name}-*.db")), default=0)
        if resume and latest:
            return folder / f"{name}-{latest}.db"
        while True:
            latest += 1
            with suppress(FileExistsError):  # another run has just used this number
                (folder / f"{name}-{latest}.db").touch(exist_ok=False)
                return folder / f"{name}-{latest}.db"
    except OSError as error:
        raise UsageError(f"cannot keep results in {folder}: {error.strerror}; name a --store") from None


def forgotten_results() -> str | None:
    """A note about results in the cache, where earlier versions kept them; None if there are none."""
    cache = cache_directory()
    folder = None if cache is None else cache / "studies"
    files = list(folder.glob("*.db")) if folder is not None and folder.is_dir() else []
    if not files:
        return None
    return (
        f"{len(files)} older stores are in {folder}, which is a cache that may be emptied: move those that you want to "
        f"keep to {data_directory() / 'studies'}, and delete the others"
    )
