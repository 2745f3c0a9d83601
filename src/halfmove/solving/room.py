"""How much memory a solve may use, and how much it has used.

What counts is by how much the resident memory of this process has grown since the solve began, but for machine code and
what loads it. Every step says before it begins what it will take, so that a solve is refused before it takes too much.
Some systems do not tell how large a process is, and Python's own memory disturbs very small limits. In both cases the
sizes of the arrays are added up that the solve holds.
"""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

_MEASURED = 32 << 20  # bytes: from such a limit on it is measured
_SPARE = 16  # which part is left free, for what no step can tell


def resident() -> int:
    """Bytes of this process that lie in memory; 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


@cache
def _trimmer() -> Any:
    """What gives memory back to the system that was freed, where the C library can do that."""
    with suppress(OSError, AttributeError, TypeError):
        return ctypes.CDLL(None).malloc_trim
    return lambda _: 0


class Room:
    """The memory of one solve.

    allowed   bytes that it may use
    crew      who works for it, and tells how much memory machine code took
    """

    def __init__(self, allowed: int, crew: Any) -> None:
        self.allowed, self._crew = allowed, crew
        self._begun = resident() - crew.code_bytes if allowed >= _MEASURED else 0
        self._most = allowed - allowed // _SPARE if self._begun else allowed

    def _used(self, counted: int) -> int:
        measured = resident() - self._begun - self._crew.code_bytes if self._begun else 0
        return max(counted, measured)

    def has(self, more: int, counted: int = 0) -> bool:
        """Whether there is room for so many bytes more, where so many are `counted` in arrays that are held."""
        if self._used(counted) + more <= self._most:
            return True
        if self._begun == 0 or counted + more > self._most:
            return False
        _trimmer()(0)
        return self._used(counted) + more <= self._most

    def is_tight(self, more: int, counted: int = 0) -> bool:
        """Whether most of the room is used, so that it pays to hold nothing twice."""
        return self._used(counted) + more > self._most * 5 // 8
