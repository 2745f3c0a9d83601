"""Where results are kept when nobody names a file: a store for each time a study was begun, never deleted unasked."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from halfmove.base.identity import own_hash
from halfmove.engine.native.cache import directory as cache_directory
from halfmove.engine.native.cache import make_private
from halfmove.errors import UsageError
from halfmove.studies.plans import Plan


def data_directory() -> Path:
    """HALFMOVE_DATA, or the place where this system keeps the data of programs."""
    if chosen := os.environ.get("HALFMOVE_DATA"):
        return Path(chosen)
    try:
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "halfmove"
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Application Support" / "halfmove"
        return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "halfmove"
    except RuntimeError:  # no home
        raise UsageError("there is no home folder to keep results in: name a --store, or set HALFMOVE_DATA") from None


def results_file(study: Plan, resume: bool) -> Path:
    """A new file for the results of a study; to resume it, the latest that exists."""
    folder, name = data_directory() / "studies", f"{study.digest}-{own_hash()}"
    try:
        make_private(folder)
        latest = max((int(file.stem.rpartition("-")[2]) for file in folder.glob(f"{name}-*.db")), default=0)
        if resume and latest:
            return folder / f"{name}-{latest}.db"
        while True:
            latest += 1
            with suppress(FileExistsError):  # another run took this number just now
                (folder / f"{name}-{latest}.db").touch(exist_ok=False)
                return folder / f"{name}-{latest}.db"
    except OSError as error:
        raise UsageError(f"cannot keep results in {folder}: {error.strerror}; name a --store") from None


def forgotten_results() -> str | None:
    """A note for a person who has results in the cache, where earlier versions kept them; None without such."""
    cache = cache_directory()
    folder = None if cache is None else cache / "studies"
    files = list(folder.glob("*.db")) if folder is not None and folder.is_dir() else []
    if not files:
        return None
    return (
        f"{len(files)} older stores are in {folder}, which is a cache that may be emptied: move those that you want to "
        f"keep to {data_directory() / 'studies'}, and delete the others"
    )
