"""The plain way to compile: what Numba and llvmlite document, and one name that they do not.

Every function is compiled as Numba compiles it for anybody, and every entry as a C function (`numba.cfunc`). Their LLVM
text (`inspect_llvm`) is joined and written out as one object file. This takes about three times as long as the quick
way, but a new release of Numba is unlikely to break it.

The undocumented name is `_UNRESOLVED`: functions that call each other in a circle do so through variables, which Numba
fills when it loads them. Here they are filled with the functions that they refer to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numba
from llvmlite import binding as llvm
from numba import carray, cfunc, types

from halfmove.engine.native.cache import Code
from halfmove.engine.native.numba.u64 import constant
from halfmove.engine.native.target import Target
from halfmove.errors import NotCompilable

_UNRESOLVED = ".numba.unresolved$"
_DEFINED = re.compile(r'^define [^@\n]*@(?:"([^"]+)"|([\w.$]+))\(', re.MULTILINE)

_dispatchers: list[Any] = []  # of this session


@contextmanager
def session(target: Target, alone: bool) -> Iterator[None]:
    """Compile a program. Numba never frees what it compiles, so a process of its own should do this."""
    if target.triple is not None:
        raise NotCompilable(f"code for {target.name} needs parts of Numba that Numba {numba.__version__} lacks")
    _dispatchers.clear()
    try:
        yield
    finally:
        _dispatchers.clear()


def dispatcher(function: Any, inline: bool) -> Any:
    """A function as a Numba dispatcher; with `inline`, copied into its callers."""
    made = numba.njit(function, inline="always" if inline else "never", nogil=True, error_model="numpy")
    _dispatchers.append(made)
    return made


dispatcher.constant = constant  # type: ignore[attr-defined]
allocating_dispatcher = dispatcher


def object_code(entries: list[Any], record: Any) -> Code:
    """These functions of one record, compiled, as one object file."""
    compiled = [_c_function(entry, record) for entry in entries]
    module = llvm.parse_assembly("")
    for each in compiled:
        module.link_in(llvm.parse_assembly(each.inspect_llvm()))
    _resolve(module)
    module.verify()
    names = [each.native_name for each in compiled]
    declared = [each.name for each in module.functions if each.is_declaration]
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=3,
        reloc="static",
        codemodel="jitdefault",  # called functions may be far away in memory
    )
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in names:
            value.linkage = "internal"  # two objects in one process may have functions of the same name
    needs = [name for name in declared if not name.startswith("llvm.")]
    return Code(names, needs, bytes(machine.emit_object(module)))


def _c_function(entry: Any, record: Any) -> Any:
    """An entry as a C function: 0, or 1 if it raises."""

    def call(unused, unused_too, pointer):
        run = carray(pointer, 1)[0]
        try:
            entry(run)
        except Exception:
            return 1
        return 0

    call.__qualname__ = (
        entry.py_func.__qualname__
    )  # the name of the C function, which must differ from object to object
    signature = types.int32(types.voidptr, types.voidptr, types.CPointer(record))
    return cfunc(signature, nogil=True, error_model="numpy")(call)


def _resolve(module: Any) -> None:
    """Link the functions that are called through variables, and fill the variables."""
    texts: dict[str, str] = {}
    for each in _dispatchers:
        for text in each.inspect_llvm().values():
            for quoted, plain in _DEFINED.findall(text):
                texts.setdefault(quoted or plain, text)
    filled: set[str] = set()
    while names := [name for name in _unresolved(module) if name not in filled]:
        for name in names:
            filled.add(name)
            if name in texts:
                module.link_in(llvm.parse_assembly(texts[name]))
            module.link_in(
                llvm.parse_assembly(
                    f'declare i32 @"{name}"()\n@"{_UNRESOLVED}{name}" = constant i8* bitcast (i32 ()* @"{name}" to i8*)'
                )
            )


def _unresolved(module: Any) -> list[str]:
    names = [each.name for each in module.global_variables]
    return [name.removeprefix(_UNRESOLVED) for name in names if name.startswith(_UNRESOLVED)]
