"""Do the rules of a game say the same as plain Python and as machine code?

Machine code is used only after its rules were seen to agree with plain Python on positions from random games. That
finds ints past 63 bits, indices out of range, and whatever else the compiler understands in another way.
"""

from __future__ import annotations

import random
import time
from itertools import islice
from typing import Any

import numpy as np

from halfmove.base.signatures import where
from halfmove.conformance.position import number
from halfmove.engine import shapes
from halfmove.engine.bind import Binder
from halfmove.engine.hooks import rules_of, words_of
from halfmove.engine.native.hook_probes import ORDERS
from halfmove.engine.native.numba.machine import Machine
from halfmove.engine.native.program import HOOKS_TWIN, TWIN, Program
from halfmove.engine.native.workspace import as_moves, data_block
from halfmove.engine.plain.memory import order_word
from halfmove.engine.scores import number as as_told
from halfmove.errors import GameError, UsageError
from halfmove.game import PLAYER_HOOKS, Game
from halfmove.kernels import primitives as v

_MOST_MOVES = 256  # of one position are compared
_SECONDS = 0.3  # to be spent in all


class SpeedsDiffer(GameError):
    """The machine code of a game does not do what its Python does."""


def check_twins(program: Program, machine: Machine, game: Game, root: Any, positions: int = 200, seed: int = 1) -> None:
    """Compare the rules at both speeds on positions of random games from `root`. Raises SpeedsDiffer."""
    compare = _Comparison(program, machine, game)
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


class _Comparison:
    """Both speeds side by side, with the memory that the compiled one writes to."""

    def __init__(self, program: Program, machine: Machine, game: Game) -> None:
        self._program, self._machine, self._game = program, machine, game
        self._root_words = len(shapes.leaves_of(program.root, game.name))
        self._record = np.zeros(1, program.record)
        self._facts = np.zeros(ORDERS + _MOST_MOVES, np.int64)
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
        bind = Binder(words_of(game, rules_of(game), program.algorithm.plays))
        self._rules = {word.__name__: bind(word) for word in (v.rule_result, v.rule_evaluate, v.moves, v.rule_play)}
        own = rules_of(game)
        self._hooks = {hook: own[hook] for hook in PLAYER_HOOKS if hook in own and program.algorithm.plays}

    def __call__(self, at: Any) -> list[Any]:
        """Compare one position; returns the positions after it, as plain Python has them."""
        game, data = self._game, self._game.readable
        over, score = self._rules["rule_result"](data, at)
        guess = 0 if over else self._rules["rule_evaluate"](data, at)
        moves = [] if over else list(islice(self._rules["moves"](data, at), _MOST_MOVES))
        children = [self._rules["rule_play"](data, at, move) for move in moves]
        self._root[:] = [
            shapes.as_bits(word) for word in shapes.leaves_of(shapes.canonical(at), f"{game.name}: a position")
        ]
        self._record["fault"] = self._record["extremes"] = 0
        status = self._machine.call(TWIN, int(self._record.ctypes.data))
        if status:
            if int(self._record["fault"][0]) in (v.BAD_SCORE, v.BOTH_EXTREMES):
                return children  # the search itself will say what is wrong with the score
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
        """The hooks for players; of a position that is over, those that may be asked about it."""
        data, told = self._game.readable, {}
        for hook, rule in self._hooks.items():
            if hook == "order":
                pairs = [] if over else list(zip(moves, children, strict=True))
                told[hook] = [rule(data, at, move, child) for move, child in pairs]
            elif hook in ("tries", "noisy"):
                told[hook] = [] if over else list(islice(rule(data, at), _MOST_MOVES))
            elif hook != "skip" or not over:
                told[hook] = rule(data, at)
        ends = [self._number("bounds", end, at) for end in told.get("bounds", ())]
        self._record["fault"] = self._record["extremes"] = 0
        if self._machine.call(HOOKS_TWIN, int(self._record.ctypes.data)):
            if int(self._record["fault"][0]) == v.BOTH_EXTREMES:
                return  # the search itself will say so
            hooks = ", ".join(self._hooks)
            self._differ(
                next(iter(self._hooks)), at, f"(or another one of {hooks}) raises an error in machine code only"
            )
        facts, words = self._facts, self._program.move_words
        if "bounds" in told:
            self._same("bounds", at, tuple(ends), (self._score(facts[0]), self._score(facts[1])))
        for place, hook in enumerate(("tries", "noisy")):
            if hook in told and not over:
                self._same(hook, at, len(told[hook]), int(facts[2 + place]), "how many moves")
                begin = place * _MOST_MOVES * words
                theirs = as_moves(self._moves[begin : begin + len(told[hook]) * words].tolist(), self._program)
                ours, other = (list(map(shapes.canonical, each)) for each in (told[hook], theirs))
                self._same(hook, at, ours, other)
        for place, hook in enumerate(("symmetry", "skip")):
            if hook in told:
                wanted = [shapes.as_bits(word) for word in shapes.leaves_of(shapes.canonical(told[hook]), hook)]
                begin = place * self._root_words
                got = self._children[begin : begin + self._root_words].tolist()
                self._same(hook, at, wanted, got)
        for i, score in enumerate(told.get("order", ())):
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
        """The score as machine code should have it. Raises GameError if that would have to be rounded."""
        if rule == "evaluate" and self._game.evaluate is None:
            return score
        number(self._game, rule, score, _own(at), self._program.real)
        return float(score) if self._program.real else int(score)

    def _score(self, word: Any) -> Any:
        found = float(np.int64(word).view(np.float64)) if self._program.real else int(word)
        return as_told(found, int(self._record["extremes"][0]))

    def _same(self, rule: str, at: Any, ours: Any, other: Any, what: str = "") -> None:
        if ours != other:
            asked = f" ({what})" if what else ""
            self._differ(rule, at, f"says {ours!r} in plain Python{asked}, and {other!r} in machine code")

    def _differ(self, rule: str, at: Any, what: str) -> None:
        function = getattr(self._game, rule) or self._game.result
        raise SpeedsDiffer(
            f"{self._game.name}: {rule} of the position {_own(at)!r} {what}; an int past 63 bits is the usual reason "
            f"(hm.U64 has 64), or an index out of range ({where(function)}); compiled=False is right"
        )


def _own(position: Any) -> Any:
    """The game's own position."""
    return getattr(position, "at", position)
