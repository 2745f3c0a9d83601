"""Numba's pipeline from a function to LLVM's text, without the steps that change nothing in a search.

This only saves compile time: the text is the same. `reduced_pipeline` changes Numba inside its block, and restores
everything at the end.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from llvmlite.binding import ffi
from numba.core import compiler, errors, ir, typed_passes, types, untyped_passes
from numba.core.compiler_machinery import PassManager

import halfmove

_PACKAGE = str(Path(halfmove.__file__).parent) + os.sep

# Steps for constructs that no function of this package uses: functions inside functions, `with`, expressions of whole
# arrays, fields of records by a text, `literally`; and a step that annotates types for readers. A version of Numba may
# lack some of them.
_NAMES = (
    "WithLifting",
    "InlineClosureLikes",
    "MakeFunctionToJitFunction",
    "FindLiterallyCalls",
    "LiteralUnroll",
    "LiteralPropagationSubPipelinePass",
    "NopythonRewrites",
    "AnnotateTypes",
)
_FOR_OTHERS = tuple(
    getattr(module, name) for name in _NAMES for module in (untyped_passes, typed_passes) if hasattr(module, name)
)


@contextmanager
def reduced_pipeline() -> Iterator[None]:
    """In this block Numba leaves these steps out."""
    listeners = list(ffi.lib._lock._cblist)
    ffi.lib._lock._cblist.clear()  # Numba measures the time of every single call of LLVM
    with ExitStack() as changes:
        changes.callback(ffi.lib._lock._cblist.extend, listeners)
        for owner, name, function in _CHANGES:
            if hasattr(owner, name):  # without colorama there are no colours
                changes.callback(setattr, owner, name, getattr(owner, name))
                setattr(owner, name, function)
        yield


def is_ours(code: Any) -> bool:
    """Whether the code of a function is from this package."""
    return bool(code.co_filename.startswith(_PACKAGE))


class _Passes(PassManager):  # type: ignore[misc]
    """The steps from a function to its text, without measuring each of them."""

    def _runPass(self, index: int, step: Any, state: Any) -> None:
        if isinstance(step, _FOR_OTHERS) and _is_simple(state.func_id.code):
            return
        step.analysis = self._analysis
        step.run_initialization(state)
        step.run_pass(state)
        step.run_finalizer(state)


def _is_simple(code: Any) -> bool:
    """Whether this is a function of the package that contains no other function."""
    return is_ours(code) and not any(hasattr(each, "co_code") for each in code.co_consts)


_numbas_pipelines = compiler.Compiler.define_pipelines


def _pipelines(compiling: Any) -> list[PassManager]:
    """Numba's own steps. They are the same for all functions, except where a user set other options of Numba."""
    state = compiling.state
    flags = state.flags
    if flags.force_pyobject or flags.no_rewrites or flags.auto_parallel.enabled or not flags.enable_ssa:
        return _numbas_pipelines(compiling)
    if state.func_ir is not None:
        return [_passes(state)]
    if not _usual:
        _usual.append(_passes(state))
    return _usual


_usual: list[_Passes] = []


def _passes(state: Any) -> _Passes:
    made = _Passes("nopython")
    made.passes = compiler.DefaultPassBuilder.define_nopython_pipeline(state).passes
    made.finalize()
    return made


_numbas_call_type = types.Function.get_call_type


def _call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
    """The type of an operator on numbers. Numba tries all its signatures every time; here the result is remembered."""
    if kws or not all(isinstance(each, types.Number | types.Boolean) for each in args):
        return _numbas_call_type(self, context, args, kws)
    known, numbers = self.__dict__.setdefault("_halfmove_known", {}), tuple(args)
    if numbers not in known:
        known[numbers] = _numbas_call_type(self, context, args, kws)
    return known[numbers]


def _variables_of_statement(self: Any) -> list[Any]:
    """The variables that a statement names. Numba tests the type of each part five times; this is faster."""
    return _variables(self.__dict__.values(), [])


def _variables_of_expression(self: Any) -> list[Any]:
    return _variables(self._kws.values(), [])


_NO_VARIABLES = frozenset({ir.Loc, str, int, bool, float, type(None)})


def _variables(values: Any, found: list[Any]) -> list[Any]:
    for value in values:
        if isinstance(value, ir.Var):
            found.append(value)
        elif type(value) in _NO_VARIABLES:
            continue
        elif isinstance(value, ir.Inst):
            found.extend(value.list_vars())
        elif isinstance(value, list | tuple):
            _variables(value, found)
        elif isinstance(value, dict):
            _variables(value.values(), found)
    return found


def _without_colours(self: Any, msg: str, *_how: Any, **_more: Any) -> str:
    """Numba raises thousands of errors that are never shown, and would colour each of them."""
    return msg


_CHANGES: list[tuple[Any, str, Callable[..., Any]]] = [
    (compiler.Compiler, "define_pipelines", _pipelines),
    (types.Function, "get_call_type", _call_type),
    (ir.Stmt, "list_vars", _variables_of_statement),
    (ir.Expr, "list_vars", _variables_of_expression),
    (type(errors.termcolor()), "_markup", _without_colours),
]
