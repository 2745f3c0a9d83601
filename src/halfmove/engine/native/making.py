"""Making machine code in this process: compiled in the first way that works, loaded, and compared with plain Python."""

from __future__ import annotations

import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from typing import Any

from halfmove.base.warning import warn
from halfmove.engine.native import cache, ways
from halfmove.engine.native.program import Program
from halfmove.engine.native.self_check import SpeedsDiffer, compare_speeds
from halfmove.engine.task import NeedsFloatScores, Task
from halfmove.errors import HalfmoveError, NotCompilable

_COMPARE_SECONDS = 20  # for the comparison of both speeds; a rule that takes longer never returns


def compiled_and_compared(program: Program, task: Task, alone: bool) -> cache.Code:
    """Machine code, by the first way to compile that works.

    alone   this process does nothing else, so an alarm may end it if a rule never returns
    """
    with blaming_the_compiler():
        from halfmove.engine.native.numba import compiler

        possible = ways.ways()
    for way in possible:
        try:
            with blaming_the_compiler():
                made = compiler.object_code(program, way, alone=alone)
                machine = compiler.load(made)
            if alone:
                signal.alarm(_COMPARE_SECONDS)
            compare_speeds(program, machine, task, thorough=True)
            if alone:
                signal.alarm(0)
            return made
        except (NotCompilable, SpeedsDiffer):
            if way == possible[-1]:
                raise
    raise AssertionError("there is always a way")


def loaded(code: cache.Code) -> Any:
    """Object code, ready to be called. Raises OSError if the code is damaged."""
    with blaming_the_compiler():
        from halfmove.engine.native.numba import compiler

        return compiler.load(code)


@contextmanager
def blaming_the_compiler() -> Iterator[None]:
    """Errors in this block are errors of the compiler, or of how halfmove uses it, and not of a game."""
    try:
        yield
    except (HalfmoveError, NeedsFloatScores, OSError):
        raise
    except Exception as error:
        raise NotCompilable(_trouble(error)) from error


def _trouble(error: Exception) -> str:
    """The sentence about such an error."""
    try:
        found = metadata.version("numba")
    except metadata.PackageNotFoundError:
        return "machine code needs Numba, which is not installed"
    what = traceback.format_exception_only(error)[-1].strip().partition("\n")[0]
    return f"halfmove cannot make machine code with Numba {found} ({what:.200})"


_warned: list[str] = []


def warn_of_the_plain_way() -> None:
    """Say once that the quick way does not work."""
    if (fault := ways.fault_of("quick")) and not _warned:
        _warned.append(fault)
        warn(
            f"halfmove does not know Numba {metadata.version('numba')} well: it compiles in a way that takes longer, "
            f"and gives the same results ({fault:.200})"
        )
