"""The players of a match as objects that choose moves.

They remember nothing of earlier games, so a game is the same in any process and in any order.
"""

from __future__ import annotations

import inspect
import random
import time
import warnings
from functools import partial
from pathlib import Path
from typing import Any

from halfmove.algorithms.registry import find
from halfmove.base.signatures import has_parameter, takes
from halfmove.base.user_files import blame
from halfmove.books.foreign import opened_book
from halfmove.conformance import first_look
from halfmove.engine import Task, clock, with_table
from halfmove.engine.search import answer, attach_table, needs_reals
from halfmove.errors import NotCompilable, UsageError
from halfmove.evaluations.evaluation import evaluated, without_evaluation
from halfmove.game import Game
from halfmove.matches.entrant import Choice, Entrant, Turn
from halfmove.matches.players import OF_MCTS, SWITCHES, FileName, PlayerSpec, printing_aside
from halfmove.matches.uci_entrant import UciEntrant
from halfmove.model import Limits, Result, Window
from halfmove.players.arguments import opened_knowledge
from halfmove.players.player import Player, core_of

_DEEPEST = 500  # half-moves


def entrant_for(spec: PlayerSpec, game: Game) -> Entrant:
    """The object that plays for a player."""
    kinds: dict[str, type[Entrant]] = {"random": _Random, "algorithm": _Bare, "own": _Own, "uci": UciEntrant}
    return kinds.get(spec.kind, _Engine)(spec, game)


class _Engine(Entrant):
    """halfmove's player."""

    _player: Player

    def __init__(self, spec: PlayerSpec, game: Game) -> None:
        given = spec.named
        if "evaluation" in given:
            game = with_evaluation(game, given["evaluation"])
        super().__init__(spec, game)
        passed_on = (*SWITCHES, "memory", "threads", "level")
        self._how: dict[str, Any] = {key: given[key] for key in passed_on if key in given}
        self._how["method"] = given.get("method", "auto") if spec.kind == "player" else spec.kind
        if "endgames" in given:
            self._how["endgames"] = [opened_knowledge(game, given["endgames"].path)]
        if "book" in given:
            self._how |= {"book": opened_book(given["book"].path, game), "variety": given.get("variety", 0.0)}
        elif "variety" in given:
            raise UsageError(f"player {spec}: variety= is for moves from a book: name one with book=FILE")
        self._compiled: bool | None = given.get("compiled")
        self._extra = {key: value for key, value in given.items() if key in OF_MCTS and key != "seed"}

    def prepare(self) -> None:
        if not self._new(0).prepare():
            self._compiled = False

    def begin(self, seed: int) -> None:
        self._player = self._new(seed)
        self._player.prepare()  # loads its machine code

    def _new(self, seed: int) -> Player:
        player = Player(self.game, self.spec.limits, seed=seed, compiled=self._compiled, **self._how)
        core_of(player).options |= self._extra
        return player

    def choose(self, position: Any, turn: Turn) -> Choice:
        past = () if self.game.lasting is None else turn.past
        depth = self.spec.named.get("depth")
        return Choice.of(self._player.choose(position, history=past, clock=turn.clock, depth=depth))


def with_evaluation(game: Game, file: FileName | None) -> Game:
    """The game with the evaluation in a file in place of its own, or with none."""
    return without_evaluation(game) if file is None else evaluated(game, file.path)


class _Bare(Entrant):
    """An algorithm as it is, by iterative deepening: the move of the last finished depth."""

    def __init__(self, spec: PlayerSpec, game: Game) -> None:
        super().__init__(spec, game)
        self._compiled: bool = spec.named.get("compiled", True)
        self._limits = spec.limits
        self._depth: int | None = spec.named.get("depth")
        assert spec.algorithm is not None
        self._table = spec.algorithm.table
        self._algorithm = find(spec.algorithm.reference)
        self._settled = self._algorithm.settle(dict(spec.algorithm.parameters))
        if self._table is not None:
            self._algorithm = with_table(self._algorithm, self._settled)
        self._real = needs_reals(self._settled)

    def prepare(self) -> None:
        self._real = first_look(self.game, self.game.start) or self._real  # before a clock runs: it takes milliseconds
        try:
            self._search(self.game.start, 1, Limits())
        except NotCompilable as error:
            if self.spec.named.get("compiled"):
                raise
            warnings.warn(f"{error}; it runs as plain Python, which is slower", RuntimeWarning, stacklevel=2)
            self._compiled = False
        if self._search(self.game.start, 1, Limits()).move is None:
            raise UsageError(f"player {self.spec}: this algorithm finds no move, so it cannot play")

    def begin(self, seed: int) -> None:
        """It remembers nothing."""

    def choose(self, position: Any, turn: Turn) -> Choice:
        limits, began = self._limits, time.perf_counter()
        deepens = limits.seconds is not None or limits.nodes is not None
        if not deepens:
            return Choice.of(self._search(position, self._depth, limits))
        best, nodes = Choice(self.game.legal(position, 1)[0], 0), 0
        before = None
        for depth in range(1, (self._depth or min(self.game.longest or _DEEPEST, _DEEPEST)) + 1):
            left = None if limits.seconds is None else limits.seconds - (time.perf_counter() - began)
            nodes_left = None if limits.nodes is None else limits.nodes - nodes
            if (left is not None and left <= 0) or (nodes_left is not None and nodes_left <= 0):
                break
            result = self._search(position, depth, Limits(nodes=nodes_left, seconds=left))
            nodes += result.counts.nodes
            if result.stopped is not None:
                break
            best = Choice.of(result)
            if result.counts == before:  # every line was searched to its end
                break
            before = result.counts
        return best._replace(nodes=nodes)

    def _search(self, position: Any, depth: int | None, limits: Limits) -> Result:
        began = time.perf_counter()
        task = Task(
            self.game, self._algorithm, self._settled, Window(), depth, position, limits, trace=False, real=self._real
        )
        if self._table is not None:
            attach_table(task, self._table)
        result = answer(task, self._compiled, clock.deadline_after(limits.seconds), began)
        self._real = task.real
        return result


class _Random(Entrant):
    """Plays random moves, each with the same chance."""

    _chance: random.Random

    def begin(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def choose(self, position: Any, turn: Turn) -> Choice:
        return Choice(self._chance.choice(self.game.legal(position)))


class _Own(Entrant):
    """A player in a user's own file."""

    def __init__(self, spec: PlayerSpec, game: Game) -> None:
        super().__init__(spec, game)
        assert spec.file is not None
        with printing_aside():  # a process that was not forked runs the file again
            self._made: Any = spec.file.load()
        self._player: Any = None

    def prepare(self) -> None:
        self.begin(0)
        wanted = "a player is a function (game, position) -> move, or has choose(position)"
        known = {"history": ()} if self._wants_history else {}
        if hasattr(self._player, "choose"):
            if not callable(self._player.choose) or not takes(partial(self._player.choose, **known), 1):
                raise UsageError(f"player {self.spec}: its `choose` must take (position): {wanted}")
        elif not callable(self._player):
            raise UsageError(f"player {self.spec}: objects of this class have no `choose`: {wanted}")
        elif not takes(partial(self._player, **known), 2):
            raise UsageError(f"player {self.spec}: it must take (game, position): {wanted}")

    def begin(self, seed: int) -> None:
        assert self.spec.file is not None
        self._player = self._made
        if inspect.isclass(self._made):
            with blame(Path(self.spec.file.place)), printing_aside():
                self._player = self._made(self.game)  # type: ignore[call-arg]
        self._chooses = hasattr(self._player, "choose")
        self._wants_history = has_parameter(self._player.choose if self._chooses else self._player, "history")
        random.seed(seed)  # for players that use Python's own generator

    def choose(self, position: Any, turn: Turn) -> Choice:
        given = (position,) if self._chooses else (self.game, position)
        known = {"history": turn.past} if self._wants_history else {}
        with printing_aside():
            answer = (self._player.choose if self._chooses else self._player)(*given, **known)
        if isinstance(answer, Result):
            return Choice.of(answer)
        return Choice(answer)
