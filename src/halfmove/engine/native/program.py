"""What is compiled, once per machine: an algorithm bound to the rules of a game, for one shape of positions.

Making a `Program` compiles nothing, and all games with the same rules share it: another seed, another explicit tree,
another pile are only other data.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from typing import Any

import numpy as np

from halfmove.base.checks import shown
from halfmove.base.signatures import where
from halfmove.bits import fold, popcount
from halfmove.engine import checked_memory, heights, shapes
from halfmove.engine.bind import Binder, Slots, itself
from halfmove.engine.hooks import rules_of, words_of
from halfmove.engine.layout import layout
from halfmove.engine.native import cache
from halfmove.engine.native.fingerprint import Reads, fingerprint
from halfmove.engine.native.hook_probes import tell_hooks, tellers
from halfmove.engine.native.places import place_of
from halfmove.engine.task import RealScores, Task
from halfmove.errors import NotCompilable
from halfmove.game import HOOKS, Game
from halfmove.kernels import primitives as v
from halfmove.kernels.primitives import (
    POSITION_WORDS,
    as_score,
    moves,
    peek_position,
    poke,
    poke_move,
    poke_position,
    poke_score,
    rule_evaluate,
    rule_play,
    rule_result,
    slot,
)
from halfmove.parts.table import TABLE
from halfmove.parts.transpositions import TRANSPOSITIONS

LONGEST = 4096  # half-moves; room for the principal variation grows with the square

# What decides what machine code does, besides the rules and kernels themselves: files and folders of the package.
_SOURCES = (
    "bits.py",
    "base/checks.py",
    "engine/bind.py",
    "engine/checked_memory.py",
    "engine/heights.py",
    "engine/layout.py",
    "engine/scores.py",
    "engine/shapes.py",
    "engine/native/hook_probes.py",
    "engine/native/program.py",
    "engine/native/numba/*.py",
)


@slot
def game_of(run):
    """What rules take as their game: nothing, or the address of its data."""


@slot
def kernel(game, p, height, a, b, run):
    """The algorithm that is bound."""


@slot
def check_memories(run):
    """See to it that indices are checked, if this is machine code that does (`checked_memory.py`)."""


def search_entry(run):
    """A whole search."""
    check_memories(run)
    p = peek_position(run.root_words, 0)
    run.score = kernel(game_of(run), p, run.height, run.low, run.high, run)
    return 0


def twin_entry(run):
    """What the rules say about one position, for the comparison of both speeds (`twin.py`).

    `run.log` receives: is it over, its score, its evaluation, how many moves it has; then its moves in `run.lines` and
    the positions after them in `run.arena`. Of the moves only the first `run.log_most` are looked at.
    """
    game = game_of(run)
    p = peek_position(run.root_words, 0)
    over, score = rule_result(game, p)
    poke(run.log, 0, 1 if over else 0)
    poke_score(run.log, 1, as_score(run, score if over else 0))
    poke_score(run.log, 2, as_score(run, 0 if over else rule_evaluate(game, p)))
    count = 0
    if not over:
        for move in moves(game, p):
            if count == run.log_most:
                break
            poke_move(run.lines, count, move)
            poke_position(run.arena, count * POSITION_WORDS, rule_play(game, p, move))
            count += 1
    poke(run.log, 3, count)
    return 0


def hooks_entry(run):
    """What the hooks for players say about one position."""
    tell_hooks(game_of(run), peek_position(run.root_words, 0), run)
    return 0


SEARCH, TWIN, HOOKS_TWIN = 0, 1, 2  # the functions of a program; only those of players have the last one


class Program:
    """An algorithm bound to the rules of a game, and its machine code once that is there."""

    def __init__(self, task: Task, move: Any) -> None:
        game = self.game = task.game
        self.real, self.trace, self.root = task.real, task.trace, shapes.canonical(task.root)
        self.kernel, self.algorithm, self.move = task.kernel, task.algorithm, move
        self.move_words = len(shapes.leaves_of(move, f"{game.name}: a move"))
        self.move_type = type(move)
        self.machine: Any = None
        self.compilation: Any = None  # under way in another process
        self.refusal: str | None = None  # why it cannot be compiled
        self.interpreted_seconds = 0.0
        score = "f8" if self.real else "i8"
        self.record = np.dtype([(f.name, score if f.kind == "score" else "i8") for f in layout(task.algorithm)])
        plain = words_of(game, rules_of(game), task.algorithm.plays) | dict(task.algorithm.using)
        roots = [search_entry, task.kernel, v.enter]
        if task.algorithm.plays:
            roots, plain = [*roots, tell_hooks], plain | tellers(game)
        code, self.reads = fingerprint(roots, plain)
        data = "" if game.data is None else f"{game.data.dtype} {game.data.ndim}"
        shape = f"{shapes.describe(self.root)} {shapes.describe(move)} {self.real} {self.trace} {data}"
        shape += " checked" if checked_memory.ENABLED else ""
        shape += "" if heights.is_ours(self.kernel) else " own"
        self.fingerprint = " | ".join([cache.versions(), code, cache.source_hash(*_SOURCES), shape, str(self.record)])

    @property
    def stored(self) -> bool:
        """Whether the machine code is on disk."""
        return cache.is_stored(self.fingerprint)

    def compile(self) -> cache.Code:
        """Make the machine code, in this process. Raises NotCompilable."""
        from halfmove.engine.native.numba import codegen, rule_types

        with codegen.lean():
            try:
                return self._compiled(codegen, rule_types, codegen.dispatcher)
            except NotCompilable:  # perhaps because a rule makes arrays; if not, this says what is wrong
                return self._compiled(codegen, rule_types, codegen.allocating_dispatcher)

    def _compiled(self, codegen: Any, rule_types: Any, dispatcher: Any) -> cache.Code:
        import numba
        from numba.core import errors

        rules = rules_of(self.game, _data_view(self.game))
        slots = self._native_slots(rules)
        around = heights.around_native(self.kernel)
        bind = Binder(slots, dispatcher, self.tag, around)
        try:
            if changed := self._checked_rules(rule_types, bind, rules):
                bind = Binder(slots | changed, dispatcher, self.tag, around)
            own = (search_entry, twin_entry, hooks_entry) if self.algorithm.plays else (search_entry, twin_entry)
            entries = [bind(entry) for entry in own]
            made: cache.Code = codegen.object_code(entries, (numba.from_dtype(self.record),))
        except errors.NumbaError as error:
            place = place_of(str(error), where(self.kernel))
            raise NotCompilable(
                f"{self.game.name}: {self.algorithm.id} cannot be compiled: {rule_types.explain(error)} ({place})"
            ) from None
        return made

    @property
    def tag(self) -> str:
        """Part of the names of all functions of this program."""
        return "_" + hashlib.sha256(self.fingerprint.encode()).hexdigest()[:16]

    @property
    def _own(self) -> Any:
        """The root as the game itself has it."""
        return self.root if self.game.turn is None or self.algorithm.plays else self.root.at

    def _native_slots(self, rules: dict[str, Any]) -> Slots:
        from halfmove.engine.native.numba import memory, scores

        access, check = memory.RAW, check_nothing
        if checked_memory.ENABLED:
            from halfmove.engine.native.numba import checked

            access, check = checked.CHECKED, checked.check_memories
        slots = memory.words(self.real, self.root, self.move, self._own, access) | scores.words(self.real)
        slots |= words_of(self.game, rules, self.algorithm.plays)
        slots |= {
            kernel: self.kernel,
            check_memories: check,
            game_of: no_game if self.game.data is None else data_address,
            v.watched: yes if self.trace else no,
            v.note_case: note_nothing,
            popcount: memory.popcount,
            fold: memory.fold,
        }
        return slots | tellers(self.game) | dict(self.algorithm.using)

    def _checked_rules(self, rule_types: Any, bind: Any, rules: dict[str, Any]) -> Slots:
        """Type the rules one by one for clear errors; the slots to change if `play` returns smaller integers."""
        from numba.core import types

        position = self._own
        handle = types.Tuple(()) if self.game.data is None else types.int64
        bound = {rule: bind(function) for rule, function in rules.items()}
        places = {rule: where(getattr(self.game, rule)) for rule in bound}
        plays, tables = self.algorithm.plays, any(part in self.algorithm.parts for part in (TABLE, TRANSPOSITIONS))
        kinds = rule_types.RuleTypes(self.game.name, handle, position, bound, places, plays, tables)
        if kinds.real and not self.real:
            raise RealScores
        if kinds.move_words != self.move_words and self.game.outcome(position)[0]:
            raise NotCompilable(
                f"{self.game.name}: the game is over at {shown(position)}, so that there is no move to compile it by; "
                "use compiled=False"
            )
        if kinds.move_words != self.move_words:
            raise NotCompilable(f"{self.game.name}: moves yields moves of different shapes ({places['moves']})")
        if kinds.played == kinds.position:
            return {}
        widen, play = shapes.builder(position, casting=True), rules["play"]

        def widened_play(game, p, move):
            return widen(play(game, p, move))

        return words_of(self.game, rules | {"play": widened_play}, self.algorithm.plays)


def no_game(run):
    return ()


def data_address(run):
    return run.game_data


def note_nothing(run, case):
    pass  # what happens inside machine code is not recorded, only the order of leaves


def check_nothing(run):
    pass


def yes():
    return True


def no():
    return False


# Part of the text of their callers: what is left out because of them is not compiled.
check_nothing.is_inlined = yes.is_inlined = no.is_inlined = True  # type: ignore[attr-defined]


_COMPILABLE = {np.dtype(kind) for kind in ("?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8")}


def _kinds(kind: np.dtype[Any]) -> list[Any]:
    """The types of the numbers in data: one, or one for each field."""
    return [kind] if kind.fields is None else [each for name in kind.names or () for each in _kinds(kind[name])]


def _data_view(game: Game) -> Any:
    """A function that makes the address of a game's data an array again."""
    if game.data is None:
        return itself
    from halfmove.engine.native.numba import memory

    if odd := [kind for kind in _kinds(game.data.dtype) if kind not in _COMPILABLE]:
        raise NotCompilable(
            f"{game.name}: its data is of the type {odd[0]}, which machine code does not have; make it whole or real "
            "numbers of this machine, as with data.astype('i8') or data.astype('f8'), or take compiled=False"
        )
    if not 1 <= game.data.ndim <= 8:
        raise NotCompilable(f"{game.name}: its data has {game.data.ndim} dimensions, 1 to 8 can be compiled")
    return memory.data_view(game.data.dtype, game.data.ndim)


# Programs by the functions they are made of, as long as what those read is unchanged; and by their fingerprint.
_recent: OrderedDict[Any, tuple[Program, Reads]] = OrderedDict()
_programs: dict[str, Program] = {}


def program_for(task: Task) -> Program:
    """The program of this search, shared by all games with the same rules. Raises NotCompilable."""
    game = task.game
    if task.height > LONGEST:
        raise NotCompilable(f"{game.name}: a line may have {task.height} half-moves, at most {LONGEST} can be compiled")
    if game.data is not None and not isinstance(game.data, np.ndarray):
        raise NotCompilable(
            f"{game.name}: its data is a {type(game.data).__name__}; only a NumPy array can be compiled"
        )
    move = _some_move(task)
    shapes.leaves_of(task.root, f"{game.name}: the position")
    rules = tuple(getattr(game, rule) for rule in HOOKS)
    data = None if game.data is None else (game.data.dtype, game.data.ndim)
    key = (
        task.kernel,
        task.algorithm,
        rules,
        data,
        shapes.describe(task.root),
        shapes.describe(move),
        task.real,
        task.trace,
    )
    try:
        known = _recent.get(key)
    except TypeError:  # a rule that cannot be hashed
        return _programs_like(Program(task, move))
    if known is not None and known[1].unchanged():
        return known[0]
    new = Program(task, move)
    program = _programs_like(new)
    _recent[key] = program, new.reads
    if len(_recent) > 500:
        _recent.popitem(last=False)
    return program


def _programs_like(new: Program) -> Program:
    """The program with this fingerprint if it was compiled already; otherwise this one, whose errors name its file."""
    known = _programs.get(new.fingerprint)
    if known is not None and (known.machine is not None or known.compilation is not None):
        return known
    if known is not None:
        new.interpreted_seconds = known.interpreted_seconds
    _programs[new.fingerprint] = new
    return new


def shows_no_move(task: Task) -> bool:
    """Whether a game is over where it is searched and where it starts."""
    game = task.game
    return not game.numbered and game.outcome(task.position)[0] and game.outcome(game.start)[0]


def _some_move(task: Task) -> Any:
    """A move of the game, for its shape."""
    game = task.game
    if game.numbered:
        return 1
    at = game.start if game.outcome(task.position)[0] else task.position
    return 0 if game.outcome(at)[0] else next(iter(game.legal(at, 1)), 0)
