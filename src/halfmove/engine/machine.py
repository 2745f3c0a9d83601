"""Object code in this process: loaded by LLVM, called through ctypes. Numba is not needed for it.

The functions of a program are `int32 f(int64 *unused, void **unused, void *record)`: everything goes in and out through
the record. They return 0, or something else when they ended by an exception; `run.fault` then says which.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

from llvmlite import binding as llvm

_Function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)

# What object code may need from outside: functions of the C library. Anything else would be Numba's own.
_FROM_C = frozenset(
    "memset memcpy memmove memcmp abort floor ceil trunc sqrt pow exp log log2 log10 sin cos tan fmod".split()
)


@cache
def _engine() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine()
    # All sections of an object in one block: its parts refer to each other by distances of 31 bits.
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine, use_lmm=True)


class Machine:
    """Loaded object code: `call(name, record's address)` runs one of its functions."""

    def __init__(self, names: list[str], code: bytes) -> None:
        engine = _engine()
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
        """Run function `number`; Python's own lock is released meanwhile."""
        return int(self._functions[self.names[number]](self._unused, self._unused + 16, record))


@cache
def processor() -> str:
    """The processor for which code is made here."""
    features = ",".join(sorted(name for name, has in llvm.get_host_cpu_features().items() if has))
    return f"{llvm.get_default_triple()} {llvm.get_host_cpu_name()} {features}"
