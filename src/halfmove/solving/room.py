"""How much memory a solve may use, and how much it has used.

The used memory is the growth of the resident memory of this process since the solve began, without machine code and its
loader. Every step announces what it needs before it begins, so that a solve is refused before it uses too much. Some
systems do not report the size of a process, and Python's own memory disturbs very small limits. In both cases the sizes
of the arrays that the solve holds are added up instead.
"""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

_MEASURED = 32 << 20  # bytes: memory is measured only if the limit is at least this
_SPARE = 16  # one part in this many stays free, for memory that no step can announce


def resident() -> int:
    """The resident memory of this process in bytes; 0 if the system does not report it."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


@cache
def _trimmer() -> Any:
    """The function of the C library that returns freed memory to the system, if there is one."""
    with suppress(OSError, AttributeError, TypeError):
        return ctypes.CDLL(None).malloc_trim
    return lambda _: 0


class Room:
    """The memory of one solve.

    allowed   how many bytes it may use
    crew      the crew that works for it, which knows the memory of its machine code
    """

    def __init__(self, allowed: int, crew: Any) -> None:
        self.allowed, self._crew = allowed, crew
        self._begun = resident() - crew.code_bytes if allowed >= _MEASURED else 0
        self._most = allowed - allowed // _SPARE if self._begun else allowed

    def _used(self, counted: int) -> int:
        measured = resident() - self._begun - self._crew.code_bytes if self._begun else 0
        return max(counted, measured)

    def has(self, more: int, counted: int = 0) -> bool:
        """Whether there is memory for `more` bytes, if the arrays that are held have `counted` bytes."""
        if self._used(counted) + more <= self._most:
            return True
        if self._begun == 0 or counted + more > self._most:
            return False
        _trimmer()(0)
        return self._used(counted) + more <= self._most

    def is_tight(self, more: int, counted: int = 0) -> bool:
        """Whether most of the memory is used, so that nothing should be held twice."""
        return self._used(counted) + more > self._most * 5 // 8
