"""The seam between halfmove and its compiler. Only this package imports Numba and LLVM.

    object_code(program, way, target)   a program -> object code for a named machine
    load(code)                          object code -> functions that can be called

There are two ways to compile. "quick" (`quick.py`) uses private parts of Numba, "plain" (`plain.py`) uses documented
ones. `native/ways.py` finds out which of them work with the Numba that is installed.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress

from halfmove.engine.native.cache import Code
from halfmove.engine.native.numba.machine import Machine
from halfmove.engine.native.program import Program
from halfmove.engine.native.target import HOST, Target


def object_code(program: Program, way: str, target: Target = HOST, alone: bool = False) -> Code:
    """The object code of a program. Raises NotCompilable, or NeedsFloatScores if a rule returns real scores.

    way     "quick" or "plain"
    alone   this process does nothing but compile programs of halfmove
    """
    from halfmove.engine.native.numba.build import build

    return build(program, importlib.import_module(f"halfmove.engine.native.numba.{way}"), target, alone)


def load(code: Code) -> Machine:
    """Object code, ready to be called. Raises NotCompilable if it needs something that is missing here."""
    return Machine(code)


@contextmanager
def at_rest() -> Iterator[None]:
    """In this block no thread is compiling, so the process can be forked."""
    try:
        from numba.core.compiler_lock import global_compiler_lock as lock
    except ImportError:
        lock = nullcontext()
    with lock:
        warm_up()
        yield


def warm_up() -> None:
    """Load what Numba knows about types and functions, so that every process that is forked later has it."""
    with suppress(Exception):  # the process that compiles reports what is missing
        from numba.core.registry import cpu_target

        from halfmove.engine.native.numba import build, quick  # noqa: F401

        cpu_target.typing_context.refresh()
        cpu_target.target_context.refresh()
