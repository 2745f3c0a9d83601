"""Do plain Python and machine code give the same results? Machine code is used only after this comparison.

The rules are compared on positions of random games. That finds ints past 63 bits, indices out of range, and everything
else that the compiler treats differently. Then the whole search runs at both speeds from a few positions, with a small
limit of nodes: score, counts and move must agree.
"""

from __future__ import annotations

import copy
import math
import random
import time
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from halfmove.base.checks import shown
from halfmove.base.signatures import where
from halfmove.conformance.position import number
from halfmove.engine import shapes
from halfmove.engine.bind import Binder
from halfmove.engine.native.entries import HOOKS, ORDERS, RULES
from halfmove.engine.native.program import Program
from halfmove.engine.native.workspace import RuleRaised, Workspace, as_moves, data_block
from halfmove.engine.plain.memory import order_word
from halfmove.engine.plain.run import run_interpreted
from halfmove.engine.record import Fault
from halfmove.engine.rules import primitives_of, rules_of
from halfmove.engine.scores import number as as_shown
from halfmove.engine.task import NeedsFloatScores, RawResult, Task
from halfmove.errors import GameError, UsageError
from halfmove.game import Game
from halfmove.hooks import PLAYER_HOOKS
from halfmove.kernels import primitives as v
from halfmove.random_games import random_game

_MOST_MOVES = 256  # of one position that are compared
_SECONDS = 0.3  # for each of the two comparisons
_LOAD_SECONDS = 0.05  # for a search with machine code that was stored: a deadline may be near
_NODES = 300  # of a search that is compared
_NOT_OVER = (
    "skip",
    "urgent",
    "lasting",
    "uncounted",
    "count",
    "ending",
)  # hooks that are called only where the game is not over
_TABLE_DEPTH = 2  # half-moves that a search with a table looks ahead when it is compared


class SpeedsDiffer(GameError):
    """The machine code of a game does not do what its Python does."""


def compare_speeds(program: Program, machine: Any, task: Task, thorough: bool) -> None:
    """Compare rules and search at both speeds; `thorough`: on more positions. Raises SpeedsDiffer."""
    compare_rules(program, machine, task.game, task.root, 200 if thorough else 30)
    compare_searches(program, machine, task, 3 if thorough else 1, _SECONDS if thorough else _LOAD_SECONDS)


def compare_searches(program: Program, machine: Any, task: Task, positions: int, seconds: float) -> None:
    """Search at both speeds from the root of a task, and from positions of a random game. Raises SpeedsDiffer."""
    loaded = copy.copy(program)  # no other thread may use the machine code before it was compared
    loaded.machine = machine
    workspace, until = Workspace(), time.monotonic_ns() + int(seconds * 1e9)
    for position in _some_positions(task, positions):
        answers = []
        for native in (False, True):
            small = _small_task(task, position)
            try:
                raw = workspace.run(small, loaded, until) if native else run_interpreted(small, until)
            except Fault as fault:
                answers.append(f"fault {fault.number}")
            except RuleRaised:
                answers.append("an error")
            except (NeedsFloatScores, UsageError):
                raise
            except Exception:  # of a rule in plain Python; the search will raise it, too, if it gets here
                return
            else:
                if raw.stopped not in (None, "nodes") or (raw.stopped and small.external):
                    return  # the time is over; or the result depends on how a table hashes positions
                answers.append(_found(raw, task.real, bool(small.external)))
        if answers[0] != answers[1]:
            raise SpeedsDiffer(
                f"{task.game.name}: {task.algorithm.id} at the position {shown(position)} finds {answers[0]} in plain "
                f"Python, and {answers[1]} in machine code; compiled=False is right"
            )


def _some_positions(task: Task, count: int) -> list[Any]:
    """The root of a task, and positions of one random game from there."""
    found: list[Any] = []
    with suppress(Exception):  # of a rule: the search will raise it, too
        found.extend(islice(random_game(task.game, random.Random(2), task.position, _MOST_MOVES), count))
    return found


def _small_task(task: Task, position: Any) -> Task:
    """The same search from another position, with few nodes and fresh memory."""
    depth = task.depth
    if depth is not None and task.external and not task.game.leaves_only:
        depth = min(depth, _TABLE_DEPTH)
    fresh = {name: memory.fresh() for name, memory in task.external.items()}
    limits = replace(task.limits, nodes=_NODES, seconds=None)
    return replace(task, position=position, depth=depth, limits=limits, external=fresh, doubt=None)


def _found(raw: RawResult, real: bool, only_score: bool) -> str:
    """What a search found, as text."""
    score = (
        raw.score if raw.score is None or math.isinf(raw.score) else float(raw.score) + 0.0 if real else int(raw.score)
    )
    if only_score:
        return f"the score {score!r}"
    move = f"the move {shapes.canonical(raw.line[0])!r}" if raw.line else "no move"
    return f"{score!r} with {move} after {raw.counts}"


def compare_rules(program: Program, machine: Any, game: Game, root: Any, positions: int, seed: int = 1) -> None:
    """Compare the rules at both speeds on positions of random games from `root`. Raises SpeedsDiffer."""
    compare = _RuleComparison(program, machine, game)
    chance, until = random.Random(seed), time.monotonic() + _SECONDS
    looked = 0
    while looked < positions and time.monotonic() < until:
        at, line = root, 0
        while looked < positions and line < 400:
            try:
                children = compare(at)
            except (GameError, UsageError):
                raise
            except Exception:  # a rule of the game raises it in plain Python; the search will too, if it comes here
                break
            looked, line = looked + 1, line + 1
            if not children:
                break
            at = chance.choice(children)
        if line <= 1:  # the root is a leaf, or raises an error
            return


class _RuleComparison:
    """Both speeds side by side, with the memory that the compiled one writes to."""

    def __init__(self, program: Program, machine: Any, game: Game) -> None:
        self._program, self._machine, self._game = program, machine, game
        self._root_words = len(shapes.leaves_of(program.root, game.name))
        self._record = np.zeros(1, program.record)
        self._facts = np.zeros(ORDERS + 2 * _MOST_MOVES, np.int64)
        self._moves = np.zeros(2 * _MOST_MOVES * program.move_words, np.int64)
        self._children = np.zeros(_MOST_MOVES * self._root_words, np.int64)
        self._root = np.zeros(self._root_words, np.int64)
        for name, array in (
            ("log", self._facts),
            ("lines", self._moves),
            ("arena", self._children),
            ("root_words", self._root),
        ):
            self._record[name] = array.ctypes.data
        self._record["log_most"] = _MOST_MOVES
        self._data = data_block(game)
        if self._data is not None:
            self._record["game_data"] = self._data.ctypes.data
        bind = Binder(primitives_of(game, rules_of(game), program.algorithm.plays))
        self._rules = {word.__name__: bind(word) for word in (v.rule_result, v.rule_evaluate, v.moves, v.rule_play)}
        own = rules_of(game)
        self._hooks = {hook: own[hook] for hook in PLAYER_HOOKS if hook in own and program.algorithm.plays}

    def __call__(self, at: Any) -> list[Any]:
        """Compare one position; returns the positions after it, as plain Python has them."""
        game, data = self._game, self._game._handle
        over, score = self._rules["rule_result"](data, at)
        guess = 0 if over else self._rules["rule_evaluate"](data, at)
        moves = [] if over else list(islice(self._rules["moves"](data, at), _MOST_MOVES))
        children = [self._rules["rule_play"](data, at, move) for move in moves]
        self._root[:] = [
            shapes.as_bits(word) for word in shapes.leaves_of(shapes.canonical(at), f"{game.name}: a position")
        ]
        self._record["fault"] = self._record["extremes"] = 0
        status = self._machine.call(RULES, int(self._record.ctypes.data))
        if status:
            if int(self._record["fault"][0]) in (v.BAD_SCORE, v.BOTH_EXTREMES):
                return children  # the search itself will raise an error about the score
            self._differ("result", at, "raises an error in machine code, and none in plain Python")
        facts = self._facts
        self._same("result", at, bool(over), bool(facts[0]), "is it over?")
        if over:
            self._same("result", at, self._number("result", score, at), self._score(facts[1]), "its score")
        else:
            self._same("evaluate", at, self._number("evaluate", guess, at), self._score(facts[2]))
            self._same("moves", at, len(moves), int(facts[3]), "how many moves")
            self._compare_moves(at, moves, children)
        if self._hooks:
            self._compare_hooks(at, bool(over), moves, children)
        return children

    def _compare_hooks(self, at: Any, over: bool, moves: list[Any], children: list[Any]) -> None:
        """Compare the hooks for players; if the position is over, only those that may be called then."""
        data, answers = self._game._handle, dict[str, Any]()
        for hook, rule in self._hooks.items():
            if hook == "order":
                pairs = [] if over else list(zip(moves, children, strict=True))
                answers[hook] = [rule(data, at, move, child) for move, child in pairs]
            elif hook in ("tries", "noisy"):
                answers[hook] = [] if over else list(islice(rule(data, at), _MOST_MOVES))
            elif hook == "gain":
                noisy = [] if over else islice(self._hooks["noisy"](data, at), _MOST_MOVES)
                answers[hook] = [self._number("gain", rule(data, at, move), at) for move in noisy]
            elif hook not in _NOT_OVER or not over:
                answers[hook] = rule(data, at)
        ends = [self._number("bounds", end, at) for end in answers.get("bounds", ())]
        self._record["fault"] = self._record["extremes"] = 0
        if self._machine.call(HOOKS, int(self._record.ctypes.data)):
            if int(self._record["fault"][0]) == v.BOTH_EXTREMES:
                return  # the search itself will raise this error
            hooks = ", ".join(self._hooks)
            self._differ(
                next(iter(self._hooks)), at, f"(or another one of {hooks}) raises an error in machine code only"
            )
        facts, words = self._facts, self._program.move_words
        if "bounds" in answers:
            self._same("bounds", at, tuple(ends), (self._score(facts[0]), self._score(facts[1])))
        for place, hook in enumerate(("tries", "noisy")):
            if hook in answers and not over:
                self._same(hook, at, len(answers[hook]), int(facts[2 + place]), "how many moves")
                begin = place * _MOST_MOVES * words
                theirs = as_moves(self._moves[begin : begin + len(answers[hook]) * words].tolist(), self._program)
                ours, other = (list(map(shapes.canonical, each)) for each in (answers[hook], theirs))
                self._same(hook, at, ours, other)
        for place, hook in enumerate(("urgent", "lasting", "count")):
            if hook in answers:
                self._same(hook, at, int(answers[hook]), int(facts[4 + place]))
        if "ending" in answers:
            self._same("ending", at, tuple(map(int, answers["ending"])), (int(facts[7]), int(facts[8])))
        for i, score in enumerate(answers.get("gain", ())):
            self._same("gain", at, score, self._score(facts[ORDERS + _MOST_MOVES + i]), f"noisy move number {i + 1}")
        for place, hook in enumerate(("symmetry", "skip", "uncounted")):
            if hook in answers:
                wanted = [shapes.as_bits(word) for word in shapes.leaves_of(shapes.canonical(answers[hook]), hook)]
                begin = place * self._root_words
                got = self._children[begin : begin + self._root_words].tolist()
                self._same(hook, at, wanted, got)
        for i, score in enumerate(answers.get("order", ())):
            self._same(
                "order", at, order_word(score), int(facts[ORDERS + i]), f"move {moves[i]!r}, as a word to sort by"
            )

    def _compare_moves(self, at: Any, moves: list[Any], children: list[Any]) -> None:
        program = self._program
        theirs = as_moves(self._moves[: len(moves) * program.move_words].tolist(), program)
        for i, (ours, other) in enumerate(zip(moves, theirs, strict=True)):
            self._same("moves", at, shapes.canonical(ours), shapes.canonical(other), f"move number {i + 1}")
        for i, (move, child) in enumerate(zip(moves, children, strict=True)):
            words = shapes.leaves_of(
                shapes.canonical(child), f"{self._game.name}: play({_own(at)!r}, {move!r}) returns {_own(child)!r}; it"
            )
            begin = i * self._root_words
            got = self._children[begin : begin + self._root_words].tolist()
            wanted = [shapes.as_bits(word) for word in words]
            if got != wanted:
                self._differ(
                    "play", at, f"with move {move!r} gives {wanted} in plain Python, and {got} in machine code"
                )

    def _number(self, rule: str, score: Any, at: Any) -> Any:
        """The score that machine code should return. Raises GameError if it would have to be rounded."""
        if rule == "evaluate" and self._game.evaluate is None:
            return score
        number(self._game, rule, score, _own(at), self._program.real)
        return float(score) if self._program.real else int(score)

    def _score(self, word: Any) -> Any:
        found = float(np.int64(word).view(np.float64)) if self._program.real else int(word)
        return as_shown(found, int(self._record["extremes"][0]))

    def _same(self, rule: str, at: Any, ours: Any, other: Any, what: str = "") -> None:
        if ours != other:
            which = f" ({what})" if what else ""
            self._differ(rule, at, f"returns {ours!r} in plain Python{which}, and {other!r} in machine code")

    def _differ(self, rule: str, at: Any, what: str) -> None:
        function = getattr(self._game, rule) or self._game.result
        raise SpeedsDiffer(
            f"{self._game.name}: {rule} of the position {_own(at)!r} {what}; an int past 63 bits is the usual reason "
            f"(hm.U64 has 64), or an index out of range ({where(function)}); compiled=False is right"
        )


def _own(position: Any) -> Any:
    """The game's own position."""
    return getattr(position, "at", position)
