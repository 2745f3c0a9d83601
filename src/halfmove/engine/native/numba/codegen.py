"""From bound functions to object code: Numba without what a search does not need.

Numba makes every function callable from Python, optimises each one on its own and keeps everything in memory. Here
Python calls only two functions: all others are left as they come, linked into one module, optimised once, and written
out as one object file.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
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
from halfmove.engine.native.numba.linking import Codegen, Whole
from halfmove.engine.native.numba.machine import keep_together
from halfmove.engine.native.numba.u64 import constant
from halfmove.errors import NotCompilable

keep_together()

# How much LLVM must expect to save before it does several operations of a function at once. Lines of a board in all
# directions save much; some games became slower where it expected to save little.
_LEAST_SAVING = 5

_lower_assign = lowering.Lower.lower_assign


def dispatcher(function: Any, inline: bool) -> Any:
    """A function as Numba takes it; `inline`: copied into the text of its callers."""
    return _dispatcher(function, inline, _nrt=False)


def allocating_dispatcher(function: Any, inline: bool) -> Any:
    """The same for rules that make arrays: they need a part of Numba when they run."""
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
    """Type a call of a function of this package: a constant is a number like any other until LLVM sees it."""
    constants = types.IntegerLiteral, types.BooleanLiteral
    return template([types.unliteral(each) if isinstance(each, constants) else each for each in args], kws)


def warm_up() -> None:
    """Load what Numba knows about types and functions: every process that is forked later has it."""
    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()


@contextmanager
def lean() -> Iterator[None]:
    """Compile to object code instead of into this process, for as long as this lasts."""
    with global_compiler_lock:
        _set_options()
        target = cpu_target.target_context
        target.refresh()
        before, executable, constant = target._internal_codegen, cpu.CPUContext.get_executable, generators.Constant
        target._internal_codegen = Codegen()
        cpu.CPUContext.get_executable = _no_executable
        generators.Constant = _undefined_state
        lowering.Lower.lower_assign = _assign_in_place
        try:
            with shortcuts.taken():
                yield
        finally:
            target._internal_codegen, cpu.CPUContext.get_executable = before, executable
            generators.Constant = constant
            lowering.Lower.lower_assign = _lower_assign


@cache  # LLVM takes an option once
def _set_options() -> None:
    llvm.set_option("halfmove", f"-slp-threshold={_LEAST_SAVING}")


def _no_executable(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
    """What Numba calls when Python calls a function: nobody will."""
    return _dynfunc.make_function(fndesc.lookup_module(), fndesc.qualname.split(".")[-1], "", 0, env, (library,))


def _undefined_state(kind: Any, value: Any) -> Any:
    """What a generator keeps before its first `yield`. Numba's zeros would hide from LLVM what is constant."""
    return ir.Constant(kind, ir.Undefined if value is None else value)


def _assign_in_place(self: Any, ty: Any, inst: Any) -> Any:
    """In a generator an iterator lies from the start where it is kept between two `yield`s: one place, not two."""
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


def object_code(entries: list[Any], signature: tuple[Any, ...]) -> Code:
    """These functions, compiled for one signature, as one object file."""
    results = []
    for entry in entries:
        entry.compile(signature)
        results.append(entry.overloads[signature])
    names = [result.fndesc.llvm_func_name for result in results]
    libraries = [result.library for result in results]
    whole = Whole(libraries[0].codegen, libraries, names)
    code = whole.object_code()
    if any(name.startswith(("Py", "_Py")) for name in whole.needs()):
        raise NotCompilable("it prints, or uses objects of Python, inside a rule or kernel; take that out")
    return Code(names, whole.needs(), code)
