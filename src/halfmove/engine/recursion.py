"""Python's limit on how deeply functions may call each other, raised while a deep search needs it.

The limit holds for the whole process. Lowering it can end a process whose other threads are deeper. So only a search
that ran out of frames raises it, and the last search to end puts it back.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_wanted: list[int] = []  # by each search that is under way, most of them 0
_before = 0  # the limit when the first of them began


@contextmanager
def of_depth(frames: int) -> Iterator[None]:
    """Search with so many frames more than usual; 0 leaves the limit alone."""
    global _before
    with _lock:
        if not _wanted:
            _before = sys.getrecursionlimit()
        _wanted.append(frames)
        if _before + frames > sys.getrecursionlimit():
            sys.setrecursionlimit(min(_before + frames, (1 << 31) - 1))
    try:
        yield
    finally:
        with _lock:
            _wanted.remove(frames)
            if not _wanted and sys.getrecursionlimit() != _before:
                sys.setrecursionlimit(_before)
