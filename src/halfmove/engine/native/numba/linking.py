"""Joining compiled functions: LLVM reads their texts once, optimises them as one module, and writes one object.

Numba gives every function a module of its own, with copies of everything that it calls, and optimises each module. Here
a function is only a text until all functions are complete.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from llvmlite import binding as llvm
from llvmlite import ir
from numba.core import cgutils, codegen
from numba.core.runtime import rtsys

from halfmove.engine.native.target import Target

# Functions that are called so rarely that they must not take registers from the others.
_RARE = (
    "look_around",
    "watch_the_clock",
    "look_at_clock",
    "4fail",
    "copy_moves",
)  # "4fail" is `fail` in the names of symbols


class Library(codegen.AOTCodeLibrary):  # type: ignore[misc]
    """The text of one function, and the libraries of the functions that it calls. LLVM reads them once, at the end."""

    def __init__(self, made_by: Any, name: str) -> None:
        codegen.CodeLibrary.__init__(self, made_by, name)
        self._texts: list[str] = []
        self._linking_libraries: list[Any] = []

    def add_ir_module(self, module: Any) -> None:
        for function in module.functions:
            if function.is_declaration:
                continue
            if function.linkage in ("", "external"):
                function.linkage = "weak_odr"  # it may be in several texts, and is kept though nothing calls it yet
            if any(name in function.name for name in _RARE):
                function.attributes.add("noinline")
                function.attributes.add("cold")
        self._texts.append(cgutils.normalize_ir_text(str(module)))

    def add_linking_library(self, library: Any) -> None:
        self._linking_libraries.append(library)

    def finalize(self) -> None:
        self._finalized = True

    def texts(self, seen: dict[int, Any]) -> Iterator[str]:
        """The texts of this library and of all that it calls, without those that were `seen` or have no text."""
        seen[id(self)] = self
        yield from self._texts
        for library in self._linking_libraries:
            if id(library) not in seen:
                seen[id(library)] = library
                if isinstance(library, Library):
                    yield from library.texts(seen)


class Whole:
    """All functions of a program in one module."""

    def __init__(self, made_by: Any, libraries: list[Library], entries: list[str]) -> None:
        self._codegen = made_by
        self._module = llvm.parse_assembly(str(made_by._create_empty_module("halfmove")))
        seen: dict[int, Any] = {}
        for library in libraries:
            for text in library.texts(seen):
                self._module.link_in(llvm.parse_assembly(text))
        # Functions that were compiled earlier, for Python, and those of Numba's runtime: LLVM links only those that are
        # called so far. So they follow all texts, and the runtime, which the others call, too, is last.
        rest = [each for each in seen.values() if not isinstance(each, Library)]
        for library in sorted(rest, key=lambda each: each is rtsys.library):
            self._module.link_in(library._get_module_for_linking().clone())
        self._module.data_layout = made_by._data_layout
        self._resolve()
        for function in self._module.functions:
            if function.is_declaration:
                continue
            if function.name in entries:
                function.linkage = "external"
            elif function.linkage == llvm.Linkage.weak_odr:
                function.linkage = "linkonce_odr"  # it is dropped when it is inlined into all its callers
        self._module.verify()
        self._entries = entries

    def object_code(self) -> bytes:
        """The optimised machine code; only its entries are visible."""
        for options in ({"opt": 0, "cost": "cheap"}, {}):  # the first pass inlines, the second sees all of it
            made = self._codegen._module_pass_manager(loop_vectorize=False, slp_vectorize=True, **options)
            if isinstance(made, tuple):  # LLVM's new pass manager: (passes, their builder)
                made[0].run(self._module, made[1])
            else:
                made.run(self._module)
        _hide(self._module.global_variables)
        _hide(each for each in self._module.functions if each.name not in self._entries)
        return bytes(self._codegen._tm.emit_object(self._module))

    def needs(self) -> list[str]:
        """The names of the functions that it calls but does not contain."""
        declared = (each.name for each in self._module.functions if each.is_declaration)
        return [name for name in declared if not name.startswith("llvm.")]

    def _resolve(self) -> None:
        """Set the variables through which functions call each other in a circle; Numba would set them later."""
        prefix = ".numba.unresolved$"
        names = [each.name.removeprefix(prefix) for each in self._module.global_variables if prefix in each.name]
        if names:
            text = "\n".join(
                f'declare i32 @"{name}"()\n@"{prefix}{name}" = constant i8* bitcast (i32 ()* @"{name}" to i8*)'
                for name in names
            )
            self._module.link_in(llvm.parse_assembly(text))


def _hide(values: Iterable[Any]) -> None:
    """Keep the names of these inside their object.

    Two objects in one process may have functions of the same name, mostly Numba's. LLVM would let the second object
    call the function of the first, which can be too far away for a call.
    """
    for value in values:
        if not value.is_declaration:
            value.linkage = llvm.Linkage.internal


def code_generator(target: Target) -> Any:
    """Numba's code generator for a machine."""
    return HostCodegen() if target.triple is None else OtherCodegen(target)


class HostCodegen(codegen.AOTCPUCodegen):  # type: ignore[misc]
    """Makes code for the machine that this process runs on."""

    _library_class = Library

    def __init__(self) -> None:
        super().__init__("halfmove", cpu_name="host")

    def _customize_tm_features(self) -> str:
        return self._get_host_cpu_features()

    def set_env(self, name: str, env: Any) -> None: ...


class OtherCodegen(HostCodegen):
    """Makes code for another machine, such as a browser. It cannot run here."""

    def __init__(self, target: Target) -> None:
        self._target = target
        codegen.AOTCPUCodegen.__init__(self, "halfmove")

    def _init(self, llvm_module: Any) -> None:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        self._tm_features = self._target.features
        self._tm = llvm.Target.from_triple(self._target.triple).create_target_machine(
            opt=3, cpu=self._target.cpu, features=self._target.features, reloc="static", codemodel="default"
        )
        self._target_data = self._tm.target_data
        self._data_layout = str(self._target_data)
        self._loopvect, self._opt_level = False, 0

    def _create_empty_module(self, name: str) -> Any:
        made = ir.Module(cgutils.normalize_ir_text(name))
        made.triple, made.data_layout = self._target.triple, self._data_layout or ""
        return made
