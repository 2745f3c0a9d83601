"""Programs for pages: compiled in a process of their own, because LLVM may end the process that it runs in."""

from __future__ import annotations

import re
from functools import partial

from halfmove.engine.fingerprint import fingerprint
from halfmove.engine.native import cache, ways
from halfmove.engine.native.compiling import made_apart
from halfmove.engine.native.entries import numbers_entry
from halfmove.engine.native.making import blaming_the_compiler
from halfmove.engine.native.program import Program, program_for
from halfmove.engine.rules import primitives_of, rules_of
from halfmove.engine.runner import with_score_kind
from halfmove.engine.task import Task
from halfmove.engine.wasm.module import module_of
from halfmove.engine.wasm.plan import WasmProgram, planned
from halfmove.errors import NotCompilable

# What a page provides to its modules, besides their memory: JavaScript's `Math`, whose last digits may differ from
# those of another machine, and functions that copy and fill memory.
_MATH = ("acos asin atan atan2 cbrt ceil cos cosh exp expm1 floor fmod hypot log log10 log1p log2 pow round sin sinh "
         "sqrt tan tanh trunc acosh asinh atanh fabs ldexp")  # fmt: skip
PROVIDED = ("now", "check_signals", "memcpy", "memmove", "memset", *_MATH.split())


_ARRAYS = re.compile(r"`(zeros|ones|empty|full|array|arange|copy|reshape|list|dict|set)\w*`|it makes a list")


def wasm_program(task: Task, numbers: bool = False) -> WasmProgram:
    """The program of a task as a module for a page. Raises NotCompilable if a page cannot run it.

    numbers   the page also asks for the numbers of positions, by the `rank` hook
    """
    return with_score_kind(task, lambda: _made(task, numbers))


def _made(task: Task, numbers: bool) -> WasmProgram:
    program = program_for(task)
    plays, game = program.algorithm.plays, task.game
    # As a page calls the entries of a program, in their order.
    exports = ["search", "rules", *["hooks"] * plays, *["sides"] * (plays and game.turn is not None)]
    exports += ["numbers"] * numbers
    hooks = fingerprint([numbers_entry], primitives_of(game, rules_of(game), True))[0] if numbers else ""
    key = f"a page {hooks} | {program.fingerprint} | {cache.source_hash('engine/native/numba/browser.py')}"
    code = made_apart(program, key, partial(_object_code, program, numbers))
    if missing := [name for name in code.needs if name not in PROVIDED]:
        raise NotCompilable(f"{task.game.name}: {_missing_words(missing[0])}")
    module = module_of(code.code, dict(zip(exports, code.names, strict=True)))
    return planned(task, program, module, exports)


def _missing_words(name: str) -> str:
    """A sentence about a function that a page does not have, by its name in the object file."""
    if name.startswith("_Z"):
        return "one of its rules calls itself, which a page cannot do"
    if "random" in name:
        return "its rules draw random numbers, which a page does not have; rules must give the same answer every time"
    return (
        f"its rules call {name}, which a page does not have; they may use only numbers and tuples, and make no arrays"
    )


def _object_code(program: Program, numbers: bool) -> cache.Code:
    with blaming_the_compiler():
        from halfmove.engine.native.numba import compiler
        from halfmove.engine.native.numba.browser import page_target

        if "quick" not in ways.ways():
            raise NotCompilable(
                f"a page needs a Numba that halfmove knows well; this one does not work ({ways.fault_of('quick'):.200})"
            )
        try:
            return compiler.object_code(program, "quick", page_target(program, numbers), alone=True)
        except NotCompilable as error:
            if "prints" in str(error):
                raise NotCompilable(f"{program.game.name}: {error}") from None
            if _ARRAYS.search(str(error)):
                why = "in a page, rules use numbers and tuples, and make no arrays or lists"
                raise NotCompilable(f"{error}; {why}") from None
            raise
