"""From a `Program` to object code: its functions are bound to the primitives of machine code, typed and compiled.

How Numba does that is a way to compile, the module `quick.py` or `plain.py`. What is bound, and the errors about rules
that cannot be compiled, are the same for both.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba.core import errors

from halfmove.base.checks import shown
from halfmove.base.signatures import where
from halfmove.bits import fold, popcount
from halfmove.engine import checked_memory, guards, shapes
from halfmove.engine.bind import Binder, Slots, itself
from halfmove.engine.native import entries
from halfmove.engine.native.cache import Code
from halfmove.engine.native.messages import explain, place_of
from halfmove.engine.native.numba import checked, memory, scores
from halfmove.engine.native.numba.rule_types import RuleTypes
from halfmove.engine.native.program import Program
from halfmove.engine.native.target import Target
from halfmove.engine.rules import primitives_of, rules_of
from halfmove.engine.task import NeedsFloatScores
from halfmove.errors import NotCompilable
from halfmove.game import Game
from halfmove.kernels import primitives as v
from halfmove.parts.table import TABLE
from halfmove.parts.transpositions import TRANSPOSITIONS


def build(program: Program, way: Any, target: Target, alone: bool) -> Code:
    """The object code of a program. Raises NotCompilable, or NeedsFloatScores if a rule returns real scores."""
    with way.session(target, alone):
        try:
            return _built(program, way, way.dispatcher, target)
        except NotCompilable:  # perhaps because a rule makes arrays; otherwise the second try raises the same error
            if target.triple is not None:  # arrays need Numba's runtime, which is code for this machine
                raise
            return _built(program, way, way.allocating_dispatcher, target)


def _built(program: Program, way: Any, dispatcher: Any, target: Target) -> Code:
    rules = rules_of(program.game, _data_view(program.game), memory.weights_view)
    slots = native_slots(program, rules) | dict(target.primitives)
    around = guards.around_native(program.kernel)
    bind = Binder(slots, dispatcher, program.tag, around)
    try:
        if changed := _check_rules(program, bind, rules):
            bind = Binder(slots | changed, dispatcher, program.tag, around)
        made: Code = way.object_code(
            [bind(entry) for entry in (*program.entries, *target.entries)], numba.from_dtype(program.record)
        )
    except errors.NumbaError as error:
        place = place_of(str(error), where(program.kernel))
        raise NotCompilable(
            f"{program.game.name}: {program.algorithm.id} cannot be compiled: {explain(error)} ({place})"
        ) from None
    return made


def native_slots(program: Program, rules: dict[str, Any]) -> Slots:
    """What the primitives of kernels mean in machine code."""
    access, check = memory.RAW, check_nothing
    if checked_memory.ENABLED:
        access, check = checked.CHECKED, checked.check_memories
    slots = memory.primitives(program.real, program.root, program.move, program.own_root, access)
    slots |= scores.primitives(program.real)
    slots |= primitives_of(program.game, rules, program.algorithm.plays)
    slots |= {
        entries.kernel: program.kernel,
        entries.check_memories: check,
        entries.game_of: data_address if has_numbers(program.game) else no_game,
        v.watched: yes if program.trace else no,
        v.note_case: note_nothing,
        popcount: memory.popcount,
        fold: memory.fold,
    }
    return slots | entries.hook_probes(program.game) | dict(program.algorithm.using)


def _check_rules(program: Program, bind: Any, rules: dict[str, Any]) -> Slots:
    """Type the rules one by one for clear errors. Returns the slots to change if `play` returns smaller integers."""
    game, position, plays = program.game, program.own_root, program.algorithm.plays
    handle = numba.types.int64 if has_numbers(game) else numba.types.Tuple(())
    bound = {rule: bind(function) for rule, function in rules.items()}
    places = {rule: where(getattr(game, rule)) for rule in bound}
    tables = any(part in program.algorithm.parts for part in (TABLE, TRANSPOSITIONS))
    kinds = RuleTypes(game.name, handle, position, bound, places, plays, tables)
    if kinds.real and not program.real:
        raise NeedsFloatScores
    if kinds.move_words != program.move_words and game.outcome(position)[0]:
        raise NotCompilable(
            f"{game.name}: the game is over at {shown(position)}, so there is no move whose shape could be compiled; "
            "use compiled=False"
        )
    if kinds.move_words != program.move_words:
        raise NotCompilable(f"{game.name}: moves yields moves of different shapes ({places['moves']})")
    if kinds.played == kinds.position:
        return {}
    widen, play = shapes.builder(position, casting=True), rules["play"]

    def widened_play(game, p, move):
        return widen(play(game, p, move))

    return primitives_of(game, rules | {"play": widened_play}, plays)


def has_numbers(game: Game) -> bool:
    """Whether its rules receive the address of numbers."""
    return game.data is not None or game.weights is not None


def no_game(run):
    return ()


def data_address(run):
    return run.game_data


def note_nothing(run, case):
    pass  # machine code records only the order of leaves


def check_nothing(run):
    pass


def yes():
    return True


def no():
    return False


# They are inlined, so that code that they switch off is not compiled.
check_nothing.is_inlined = yes.is_inlined = no.is_inlined = True  # type: ignore[attr-defined]


_COMPILABLE = {np.dtype(kind) for kind in ("?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8")}


def _data_view(game: Game) -> Any:
    """A function from the address of a game's data to an array."""
    if game.data is None:
        return itself
    if odd := [kind for kind in _kinds(game.data.dtype) if kind not in _COMPILABLE]:
        raise NotCompilable(
            f"{game.name}: its data has the type {odd[0]}, which machine code does not have; convert it to numbers of "
            "this machine, as with data.astype('i8') or data.astype('f8'), or use compiled=False"
        )
    most = 8 if game.weights is None else 7
    if not 1 <= game.data.ndim <= most:
        raise NotCompilable(f"{game.name}: its data has {game.data.ndim} dimensions; 1 to {most} can be compiled")
    return memory.data_view(game.data.dtype, game.data.ndim)


def _kinds(kind: np.dtype[Any]) -> list[Any]:
    """The types of the numbers in data: one, or one for each field."""
    return [kind] if kind.fields is None else [each for name in kind.names or () for each in _kinds(kind[name])]
