"""Machine code on disk: one file per program, under a fingerprint of everything it was made from.

A file is a line of JSON and then object code. The line holds the whole fingerprint, the names of the functions and a
checksum. Nothing is unpickled. But object code is executed. So the folder is private, and a file is read only if it and
its folder belong to this user and nobody else may write to them. A file is written under another name and then renamed,
never changed. A cache that cannot be used costs a compilation and is never an error.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import stat
import sys
import tempfile
import time
import warnings
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import halfmove
from halfmove.base.directories import cache_directory, make_private
from halfmove.base.reading import json_of, opened

_FORMAT = "halfmove machine code 2"
_LARGEST = 1 << 28  # bytes of a file
_LARGEST_NOTE = 1 << 16
_OLD = 3600  # seconds after which an unfinished file of another machine is abandoned


class Code(NamedTuple):
    """Object code, the names of its functions that Python calls, and the names of the functions that it needs."""

    names: list[str]
    needs: list[str]
    code: bytes


@cache
def versions() -> str:
    """What makes machine code and what it is made for: the versions of Python and its packages, and the processor."""
    packages = (f"{name} {_version(name)}" for name in ("numba", "llvmlite", "numpy"))
    return f"{sys.implementation.cache_tag} {sys.platform} {' '.join(packages)} {_processor()}"


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "missing"


def _processor() -> str:
    """The kind of processor: code for one may not run on another."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            lines = {line.partition(":")[0].strip(): line for line in file}
        found = "".join(lines.get(name, "") for name in ("model name", "flags", "Features"))
    except OSError:
        found = f"{platform.machine()} {platform.processor()}"
    return hashlib.sha256(found.encode()).hexdigest()[:16]


@cache
def source_hash(*parts: str) -> str:
    """A hash of source files of halfmove, given as patterns below the package."""
    package = Path(halfmove.__file__).parent
    files = sorted(file for part in parts for file in package.glob(part))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def is_stored(fingerprint: str) -> bool:
    """Whether machine code was stored under this fingerprint, as far as can be seen without reading it."""
    path = _path(fingerprint)
    return path is not None and os.path.isfile(path)  # False also if the folder may not be read


def load(fingerprint: str) -> Code | None:
    """The machine code stored under this fingerprint; None if it is missing, damaged, or not ours."""
    path = _path(fingerprint)
    if path is None or not _is_private(path.parent):
        return None
    try:
        with opened(path, most=_LARGEST) as file:
            if not _is_ours(os.fstat(file.fileno())):
                _warn(f"{path} belongs to another user, or others may write to it: it is not used")
                return None
            head, code = json_of(file.readline(100_000)), file.read()
    except (OSError, ValueError):
        return None
    if not isinstance(head, dict) or head.get("format") != _FORMAT or head.get("fingerprint") != fingerprint:
        return None
    if head.get("sha256") != hashlib.sha256(code).hexdigest():
        return None
    names, needs = head.get("names"), head.get("needs")
    if not isinstance(names, list) or not isinstance(needs, list):
        return None
    return Code([str(name) for name in names], [str(name) for name in needs], code)


def save(fingerprint: str, made: Code) -> None:
    """Store machine code under a fingerprint. A cache that cannot be used is left alone."""
    head = {
        "format": _FORMAT,
        "fingerprint": fingerprint,
        "names": made.names,
        "needs": made.needs,
        "sha256": hashlib.sha256(made.code).hexdigest(),
    }
    _write(_path(fingerprint), json.dumps(head).encode() + b"\n" + made.code)


def note(about: str) -> str | None:
    """The note that was stored about something; None if there is none."""
    path = _path(about, "note")
    if path is None or not _is_private(path.parent):
        return None
    try:
        with opened(path, most=_LARGEST_NOTE) as file:
            found = json_of(file.read()) if _is_ours(os.fstat(file.fileno())) else None
    except (OSError, ValueError):
        return None
    if not isinstance(found, dict) or found.get("about") != about:
        return None
    return found["note"] if isinstance(found.get("note"), str) else None


def save_note(about: str, text: str) -> None:
    _write(_path(about, "note"), json.dumps({"about": about, "note": text}).encode())


def _write(path: Path | None, content: bytes) -> None:
    """Write a complete file, or none."""
    if path is None or not _made(path.parent):
        return
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f"{_machine()}.{os.getpid()}.", suffix=".tmp")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
        _remove_unfinished(path.parent)
    except OSError:
        if temporary is not None and os.path.exists(temporary):
            os.unlink(temporary)


def _made(folder: Path) -> bool:
    """Make the folder if it does not exist. Returns whether it can be trusted."""
    try:
        make_private(folder)
    except OSError:
        return False
    return _is_private(folder)


def _path(fingerprint: str, kind: str = "code") -> Path | None:
    folder = cache_directory()
    return None if folder is None else folder / f"{hashlib.sha256(fingerprint.encode()).hexdigest()[:32]}.{kind}"


def _is_private(folder: Path) -> bool:
    try:
        found = folder.stat()
    except OSError:
        return False
    if _is_ours(found):
        return True
    _warn(
        f"the folder {folder} belongs to another user, or others may write to it: machine code is neither read from "
        "it nor stored in it; set HALFMOVE_CACHE to a folder of your own, or remove the write permission of others"
    )
    return False


def _is_ours(found: os.stat_result) -> bool:
    if not hasattr(os, "getuid"):  # Windows: folders below the user's own are private
        return True
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


@cache
def _warn(sentence: str) -> None:
    """Warn once."""
    warnings.warn(sentence, RuntimeWarning, stacklevel=2)


def _remove_unfinished(folder: Path) -> None:
    """Remove unfinished files of processes of this machine that have ended, and old ones of other machines."""
    for file in folder.glob("*.tmp"):
        machine, _, process = file.name.rpartition(".tmp")[0].rpartition(".")[0].rpartition(".")
        gone = machine == _machine() and process.isdecimal() and not _runs(int(process))
        if gone or time.time() - file.stat().st_mtime > _OLD:
            file.unlink(missing_ok=True)


def _machine() -> str:
    """A hash of the name of this machine: several machines may share a home folder."""
    return hashlib.sha256(platform.node().encode()).hexdigest()[:8]


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True
