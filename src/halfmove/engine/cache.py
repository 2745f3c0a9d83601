"""Machine code on disk, one file a compiled search, under a fingerprint of everything it was made from.

Numba's own cache looks at the file of the outermost function only, so that an edit to a game's rules would go unseen;
it also keeps one index for many functions, which two processes may overwrite at the same moment. Here a file is never
changed: it is written under a temporary name, renamed, and found again by its fingerprint or not at all. A cache that
cannot be written, or a file that cannot be read, costs a compilation and is never an error.

The directory is private to the user, as Numba's is: its files hold executable code.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any


@cache
def directory() -> Path:
    """HALFMOVE_CACHE, or the place where this system keeps caches."""
    if chosen := os.environ.get("HALFMOVE_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", tempfile.gettempdir())) / "halfmove" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "halfmove"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "halfmove"


@cache
def _versions() -> str:
    packages = (f"{name} {metadata.version(name)}" for name in ("numba", "llvmlite", "numpy"))
    return f"{sys.implementation.cache_tag} {sys.platform} {' '.join(packages)}"


@cache
def source_hash(*parts: str) -> str:
    """A hash of halfmove's own files (below the package) that shape machine code without being part of a kernel."""
    package = Path(__file__).parent.parent
    files = sorted(
        file for part in parts for file in ([package / part] if part.endswith(".py") else (package / part).glob("*.py"))
    )
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def file_stem(fingerprint: str) -> str:
    """Begin of the name of the file that holds the machine code; its end names the processor."""
    return hashlib.sha256(f"{_versions()} {fingerprint}".encode()).hexdigest()[:32]


def is_stored(fingerprint: str) -> bool:
    """Whether machine code was stored; answered without importing Numba."""
    try:
        return any(directory().glob(file_stem(fingerprint) + "-*.bin"))
    except OSError:
        return False


class DiskCache:
    """The cache of one Numba dispatcher that is compiled for one signature (what Numba calls a `_Cache`)."""

    def __init__(self, fingerprint: str) -> None:
        self._stem = file_stem(fingerprint)
        self.loaded = False

    @property
    def cache_path(self) -> str:
        return str(directory())

    def enable(self) -> None: ...

    def disable(self) -> None: ...

    def flush(self) -> None: ...

    def _path(self, target: Any) -> Path:
        processor = hashlib.sha256(repr(target.codegen().magic_tuple()).encode()).hexdigest()[:12]
        return directory() / f"{self._stem}-{processor}.bin"

    def load_overload(self, signature: Any, target: Any) -> Any:
        from numba.core.compiler import CompileResult

        target.refresh()
        path = self._path(target)
        try:
            blob = path.read_bytes()
        except OSError:
            return None
        if hashlib.sha256(blob[32:]).digest() != blob[:32]:
            return None
        try:
            result = CompileResult._rebuild(target, *pickle.loads(blob[32:]))
        except Exception:  # whatever a stale or foreign file does, compiling again is right
            return None
        self.loaded = True
        return result

    def save_overload(self, signature: Any, result: Any) -> None:
        from numba.core.serialize import dumps

        if result.library.has_dynamic_globals or result.lifted or not _self_contained(result.library):
            return
        path = None
        try:
            target = directory()
            target.mkdir(parents=True, exist_ok=True, mode=0o700)
            payload = dumps(result._reduce())
            handle, path = tempfile.mkstemp(dir=target, suffix=".tmp")
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(payload).digest() + payload)
            os.replace(path, self._path(result.target_context))
        except OSError:
            if path is not None and os.path.exists(path):
                os.unlink(path)


def _self_contained(library: Any) -> bool:
    """Whether machine code holds all the functions it calls.

    It does not when a recursive function calls itself with other types than it was called with (a literal True where
    it passes on a computed boolean): Numba then leaves the second form in another library, which is not stored.
    """
    return ".numba.unresolved$" not in library.get_llvm_str()
