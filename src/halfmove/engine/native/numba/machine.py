"""Object code in this process: loaded by LLVM, called through ctypes. Numba is needed only if a rule makes arrays.

The functions of a program are `int32 f(int64 *unused, void **unused, void *record)`: everything goes in and out through
the record. They return 0, or another number if they ended with an exception; then `run.fault` says which.
"""

from __future__ import annotations

import ctypes
import re
from contextlib import suppress
from functools import cache
from typing import Any

from llvmlite import binding as llvm

from halfmove.engine.native.cache import Code
from halfmove.errors import NotCompilable

_Function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


@cache
def _engine() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine()
    # All sections of an object in one block: its parts refer to each other by distances of 31 bits.
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine, use_lmm=True)


def keep_together() -> None:
    """Let Numba put each of its own objects into one block too, unless the user has chosen otherwise."""
    from numba.core import config

    if getattr(config, "USE_LLVMLITE_MEMORY_MANAGER", 0) is None:
        config.USE_LLVMLITE_MEMORY_MANAGER = 1


# The name of the copy of a user's function in object code. Such a function is missing only if it calls itself.
_BOUND = re.compile(r"_ZN8halfmove6engine4bind\d+(\w+?)_[0-9a-f]{16}")


def _provide(needs: list[str]) -> None:
    """Make sure that the functions that object code needs exist: LLVM would end the process otherwise."""
    if not _missing(needs):
        return
    keep_together()
    with suppress(ImportError, AttributeError):
        from numba.core.registry import cpu_target  # the missing functions are Numba's

        cpu_target.target_context.refresh()
    if _missing(needs):
        _load_numba()
    missing = _missing(needs)
    own = [found[1] for name in missing if (found := _BOUND.match(name))]
    if own:
        raise NotCompilable(f"the function {own[0]} calls itself, which machine code cannot do; use compiled=False")
    if missing:
        raise NotCompilable(f"its machine code needs {', '.join(missing)}, which is missing here; use compiled=False")


def _missing(needs: list[str]) -> list[str]:
    return [name for name in needs if not llvm.address_of_symbol(name)]


def _load_numba() -> None:
    """Let Numba make the functions of its runtime known to LLVM, as it does when it compiles a first function."""
    import numba

    numba.cfunc("int64()")(lambda: 0)


class Machine:
    """Loaded object code: `call(number, address of the record)` runs one of its functions."""

    def __init__(self, made: Code) -> None:
        names, needs, code = made
        engine = _engine()
        _provide(needs)
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        self._functions = {}
        for name in names:
            address = engine.get_function_address(name)
            if not address:
                raise OSError(f"the object code has no function {name}")
            self._functions[name] = _Function(address)
        self.names = names
        self._scratch = (ctypes.c_int64 * 4)()
        self._unused = ctypes.addressof(self._scratch)

    def call(self, number: int, record: int) -> int:
        """Run function `number`. Python's global lock is released while it runs."""
        return int(self._functions[self.names[number]](self._unused, self._unused + 16, record))
