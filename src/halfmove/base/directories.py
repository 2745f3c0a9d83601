"""The folders in which halfmove keeps its files: results of studies, and a cache of machine code."""

from __future__ import annotations

import os
import sys
import tempfile
from functools import cache
from pathlib import Path

from halfmove.errors import UsageError


def data_directory() -> Path:
    """HALFMOVE_DATA, or the folder in which this system keeps the data of programs."""
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


@cache
def cache_directory() -> Path | None:
    """HALFMOVE_CACHE, or the folder in which this system keeps caches; None if there is no such folder."""
    if chosen := os.environ.get("HALFMOVE_CACHE"):
        return Path(chosen)
    try:
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA", tempfile.gettempdir())) / "halfmove" / "cache"
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "halfmove"
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "halfmove"
    except RuntimeError:  # no home
        return None


def make_private(folder: Path) -> None:
    """Make a folder, and missing folders above it, so that only this user can enter them, whatever the umask is.

    All folders of halfmove are made here, because results and machine code may share one: it is private, whichever
    of the two is written first.
    """
    if os.path.isdir(folder):
        return
    make_private(folder.parent)
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        if not folder.is_dir():
            raise
    else:
        folder.chmod(0o700)  # the umask may have removed too many rights
