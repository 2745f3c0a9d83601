"""The quick way to compile: Numba without the steps that a search does not need.

Numba makes every function callable from Python, optimises each one on its own and keeps everything in memory. Here
Python calls only a few functions. All functions are linked into one module, optimised once, and written as one object
file. This uses private parts of Numba: `native/ways.py` tests it before it is used, and `plain.py` takes over where it
fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cache, partial
from typing import Any

import numba
from llvmlite import binding as llvm
from llvmlite import ir
from numba import _dynfunc
from numba.core import cgutils, cpu, generators, lowering, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

from halfmove.engine.native.cache import Code
from halfmove.engine.native.numba import shortcuts
from halfmove.engine.native.numba.linking import Whole, code_generator
from halfmove.engine.native.numba.machine import keep_together
from halfmove.engine.native.numba.u64 import constant
from halfmove.engine.native.target import Target
from halfmove.errors import NotCompilable

keep_together()

# How much LLVM must expect to save before it vectorises operations of a function. Lines of a board in all directions
# save much. Some games became slower where it expected to save little.
_LEAST_SAVING = 5

_lower_assign = lowering.Lower.lower_assign


def dispatcher(function: Any, inline: bool) -> Any:
    """A function as a Numba dispatcher; with `inline`, copied into its callers."""
    return _dispatcher(function, inline, _nrt=False)


def allocating_dispatcher(function: Any, inline: bool) -> Any:
    """The same for rules that make arrays: these need Numba's runtime."""
    return _dispatcher(function, inline)


dispatcher.constant = allocating_dispatcher.constant = constant  # type: ignore[attr-defined]


def _dispatcher(function: Any, inline: bool, **options: Any) -> Any:
    made = numba.njit(
        function,
        inline="always" if inline else "never",
        nogil=True,
        error_model="numpy",
        no_cpython_wrapper=True,
        no_cfunc_wrapper=True,
        **options,
    )
    if shortcuts.is_ours(function.__code__):
        made.get_call_template = partial(_one_copy_for_all_constants, made.get_call_template)
    return made


def _one_copy_for_all_constants(template: Any, args: Any, kws: Any) -> Any:
    """Type a call of a function of this package with constants as ordinary numbers; LLVM still sees the constants."""
    constants = types.IntegerLiteral, types.BooleanLiteral
    return template([types.unliteral(each) if isinstance(each, constants) else each for each in args], kws)


@contextmanager
def session(target: Target, alone: bool) -> Iterator[None]:
    """In this block, compile to object code for a machine instead of into this process.

    alone   this process does nothing but compile programs of halfmove, so that options of LLVM may be set for all of it
    """
    with global_compiler_lock:
        if alone:
            _set_options()
        context = cpu_target.target_context
        context.refresh()
        before, executable, constant = context._internal_codegen, cpu.CPUContext.get_executable, generators.Constant
        context._internal_codegen = code_generator(target)
        cpu.CPUContext.get_executable = _no_executable
        generators.Constant = _undefined_state
        lowering.Lower.lower_assign = _assign_in_place
        try:
            with shortcuts.reduced_pipeline(), nullcontext() if target.triple is None else _errors_without_places():
                yield
        finally:
            context._internal_codegen, cpu.CPUContext.get_executable = before, executable
            generators.Constant = constant
            lowering.Lower.lower_assign = _lower_assign


@contextmanager
def _errors_without_places() -> Iterator[None]:
    """In this block, the code of an error does not name the file and line that raise it.

    A page that goes to other people must not name folders of this computer, and has the same bytes everywhere.
    """
    from numba.core.callconv import CPUCallConv

    described = CPUCallConv.build_excinfo_struct
    CPUCallConv.build_excinfo_struct = lambda self, exc, args, loc, name: described(self, exc, args, None, None)
    try:
        yield
    finally:
        CPUCallConv.build_excinfo_struct = described


@cache  # LLVM accepts an option only once
def _set_options() -> None:
    llvm.set_option("halfmove", f"-slp-threshold={_LEAST_SAVING}")


def _no_executable(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
    """A dummy for the function that Python would call: it is never called."""
    return _dynfunc.make_function(fndesc.lookup_module(), fndesc.qualname.split(".")[-1], "", 0, env, (library,))


def _undefined_state(kind: Any, value: Any) -> Any:
    """The state of a generator before its first `yield`. Numba's zeros would hide constants from LLVM."""
    return ir.Constant(kind, ir.Undefined if value is None else value)


def _assign_in_place(self: Any, ty: Any, inst: Any) -> Any:
    """Keep an iterator in a generator at one place from the start: where it is stored between two `yield`s."""
    value = _lower_assign(self, ty, inst)
    if isinstance(ty, types.IteratorType) and self.genlower is not None and not isinstance(ty, types.Generator):
        variables = self.generator_info.state_vars
        if inst.target.name in variables and hasattr(self.genlower, "gen_state_ptr"):
            number = variables.index(inst.target.name)
            place = cgutils.gep_inbounds(self.builder, self.genlower.gen_state_ptr, 0, number)
            kept = self.genlower.gentype.state_types[number]
            self.context.pack_value(self.builder, kept, value, place)
            return self.context.unpack_value(self.builder, kept, place)
    return value


def object_code(entries: list[Any], record: Any) -> Code:
    """These functions of one record, compiled, as one object file."""
    results = []
    for entry in entries:
        entry.compile((record,))
        results.append(entry.overloads[record,])
    names = [result.fndesc.llvm_func_name for result in results]
    libraries = [result.library for result in results]
    whole = Whole(libraries[0].codegen, libraries, names)
    code = whole.object_code()
    if any(name.startswith(("Py", "_Py")) for name in whole.needs()):
        raise NotCompilable("a rule or kernel prints, or uses objects of Python; remove that")
    return Code(names, whole.needs(), code)
