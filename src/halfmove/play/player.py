"""A player of any game: it looks ahead as far as its time allows, remembers what it saw, and solves what can be solved.

>>> import halfmove as hm
>>> player = hm.Player(hm.games.tic_tac_toe())
>>> player.choose().said
'draw'
>>> player.solve().value
0
"""

from __future__ import annotations

import os
import threading
import time
import warnings
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property
from typing import Any

from halfmove.base.checks import byte_count, is_finite, shown, whole
from halfmove.base.gate import checked
from halfmove.books.book import Book
from halfmove.conformance import first_look
from halfmove.engine import clock as clocks
from halfmove.engine.endgames import Endgames, with_endgames
from halfmove.engine.memory import Kept
from halfmove.engine.native.compiling import make_ready
from halfmove.engine.native.program import Program, program_for
from halfmove.engine.native.team import Team
from halfmove.engine.native.workspace import Workspace
from halfmove.engine.plain.run import Fault
from halfmove.engine.runner import explained, run, run_ready
from halfmove.engine.tables import Table
from halfmove.engine.task import NeedsFloatScores, RawResult, Task
from halfmove.errors import GameError, NotCompilable, NotPicklable, UsageError
from halfmove.game import Game
from halfmove.kernels.declaration import Algorithm
from halfmove.model import WIDE, Bytes, Limits, Result
from halfmove.parts.in_progress import BUSY_WORDS
from halfmove.parts.transpositions import TRANSPOSITIONS
from halfmove.play.deepening import equals
from halfmove.play.from_book import Opening
from halfmove.play.kernels.solver import solver
from halfmove.play.playing import Method, algorithms_of, think
from halfmove.play.sizes import wins_differ
from halfmove.play.solving import roots_of, solve_all
from halfmove.play.timing import share
from halfmove.solving.database import Database

_AGES = 64  # of entries in a table
_NO_END = 1e9  # seconds
_SHOWN = 10  # moves in an error
_NO_LIMITS = Limits()
_ALONE = 0.7  # of the time is for the best move, when those that are as good are wanted too


class Player:
    """Plays a game, and solves positions of it.

    limits       what one move may cost; by default one second
    memory       bytes of its table, or of the tree of its random games; a number or a text such as "64 MB"
    threads      how many cores one search uses
    compiled     True: machine code, waiting for it; False: plain Python; None: machine code where the game can be
                 compiled, and plain Python until it is there
    method       "search": iterative deepening; "mcts": random games (Monte-Carlo tree search); "best_first": best-first
                 minimax; "auto": search, but random games where a game has no evaluation and is not nearly over
    seed         of random games
    endgames     databases of solved positions (`halfmove.Database`, or the names of their files): there it plays the
                 best move, and its searches end at them
    book         an opening book from which it plays first: a `Book` or the name of a file; where estimates
                 of the book are weaker than what the player finds itself, it thinks (`from_book.py`)
    variety      points by which a move from the book may be worse than the best one; 0: always the best one
    table, killers, history, ordering, quiescence, reductions, skips    parts of its search, to be switched off and on

    A player keeps its table between moves. It is not for two threads at once.

    >>> import halfmove as hm
    >>> player = hm.Player(hm.games.nim(1, 2, 4), hm.Limits(seconds=0.2), compiled=False)
    >>> player.choose().move, player.solve().value
    (Move(pile=3, take=1), 1)
    """

    @checked
    def __init__(
        self,
        game: Game,
        limits: Limits | None = None,
        memory: Bytes = "64 MB",
        threads: int = 1,
        *,
        method: Method = "auto",
        seed: int = 0,
        compiled: bool | None = None,
        table: bool = True,
        killers: bool = True,
        history: bool = True,
        ordering: bool = True,
        quiescence: bool = True,
        reductions: bool | None = None,
        skips: bool | None = None,
        endgames: Iterable[Any] = (),
        book: Any = None,
        variety: float = 0.0,
    ) -> None:
        self.game = game
        self.endgames = _endgames(game, endgames)
        self.method: Method = method
        self.limits = Limits(seconds=1.0) if limits is None else limits
        _check(self.limits)
        self.threads = whole("threads", threads, 1, 64)
        self.memory = byte_count("memory", memory)
        if skips and game.skip is None:
            raise UsageError(f"{game.name} has no `skip` hook, without which a player cannot skip a move")
        self.options = {
            "transpositions": table,
            "killers": killers,
            "history": history,
            "ordering": ordering,
            "quiescence": quiescence,
            "reductions": game.selective if reductions is None else reductions,
            "skips": game.skip is not None if skips is None else skips,
            "seed": seed,
        }
        self._wanted = compiled
        plain_only = compiled is None and hasattr(game.start, "plain_only")  # a game of another library
        self.plain = compiled is False or plain_only  # whether all its searches are plain Python
        self._age = 0
        self._real = self._looked = False
        self._tables: dict[bool, Table] = {}
        self._programs: dict[tuple[str, bool], Program] = {}
        self._workspaces: dict[str, Workspace] = {}
        self._team = Team(self.threads) if self.threads > 1 else None
        if not is_finite(variety) or variety < 0:
            raise UsageError(f"variety must be points from 0 on, not {shown(variety)}")
        self.opening = None if book is None or book is False else Opening(Book.of(book, game), variety, seed)
        self._busy = Kept(BUSY_WORDS)
        self._free = threading.Lock()
        self.compiled = False  # whether the last search ran as machine code

    def __reduce__(self) -> tuple[Any, ...]:
        raise NotPicklable(
            "a player has a table and memory of its own, and can be neither copied nor pickled; make another one with "
            "the same arguments"
        )

    def __repr__(self) -> str:
        told = [shown(self.game.name), repr(self.limits)]
        told += [f"threads={self.threads}"] if self.threads > 1 else []
        told += [] if self.method == "auto" else [f"method={self.method!r}"]
        told += ["compiled=False"] if self.plain else []
        return f"Player({', '.join(told)})"

    # What a person asks

    @checked
    def choose(
        self,
        position: Any = None,
        *,
        clock: Any = None,
        depth: int | None = None,
        all_best: bool = False,
        live: Callable[[Result], Any] | None = None,
    ) -> Result:
        """The move to make, and what it is worth.

        clock      (seconds left, seconds added each move): the player shares them out itself
        depth      look no farther than so many half-moves
        all_best   list all moves that are as good, in `Result.best_moves`; None there if random games chose the move
        live       called with the result of each depth
        """
        at = self.position(position)
        times = share(clock, self.limits.seconds)
        if depth is not None:
            whole("depth", depth, 1)
        for name, given in (("depth", depth), ("all_best", all_best or None)):
            if given is not None and self.method in ("mcts", "best_first"):
                raise UsageError(f"{name}= is for a player that searches to a depth, not for method={self.method!r}")
        if self._wanted:
            self.prepare()  # the clock does not run while it is compiled
        if self.opening is not None and not all_best:
            booked = self.opening.result(self, at, depth, times.hard)
            if booked is not None:
                if live is not None:
                    live(booked)
                return booked
        began = time.perf_counter()
        self._age = (self._age + 1) % _AGES
        deadline = clocks.deadline_after(times.hard)
        thinking = clocks.deadline_after(None if times.hard is None else times.hard * (_ALONE if all_best else 1))
        best: Result | None = None
        for best in think(self, at, depth, thinking, began):
            if live is not None:
                live(best)
            if times.soft is not None and time.perf_counter() - began > times.soft:
                break
        assert best is not None
        if self.opening is not None:
            self.opening.learn(best)
        if best.move is not None and self.game.tries is not None and best.move not in self.game.legal(at):
            raise GameError(
                f"{self.game.name}: `tries` yields {shown(best.move)} at {shown(at)}, which is no move there: "
                f"they are {shown(self.game.legal(at, _SHOWN))}"
            )
        if all_best and best.move is not None and best.algorithm == "player":
            best = replace(equals(self, at, best, deadline), seconds=time.perf_counter() - began)
        return best

    @checked
    def solve(self, position: Any = None, *, limits: Limits | None = None) -> Result:
        """The exact value of a position, to the end of the game; a bound if a limit ends the search."""
        return self.solve_many([position], limits=limits)[0]

    @checked
    def solve_many(self, positions: Iterable[Any], *, limits: Limits | None = None) -> list[Result]:
        """The exact values of many positions: in one go, which is quicker than one by one."""
        _check(limits)
        if self._wanted and not self.is_compiled(solver.algorithm):
            self.prepare(solve=True)  # the clock does not run while it is compiled
        return solve_all(self, [self.position(each) for each in positions], limits or _NO_LIMITS)

    @checked
    def prepare(self, *, solve: bool = False) -> bool:
        """Compile what `choose` needs, or `solve`, so that it is quick from the first time on. Tells whether it could.

        Without it the first moves are found in plain Python while machine code is made.
        """
        if solve:
            self._compile(solver.algorithm, brought=roots_of(self.game, []), state={"roots": 0})
        else:
            for algorithm in algorithms_of(self):
                self._compile(algorithm)
            if not self.plain and self.method in ("auto", "search"):
                self._table(timed=False).touch()
        return not self.plain

    def forget(self) -> None:
        """Begin with an empty table."""
        self._tables.clear()

    # What its searches share

    def position(self, position: Any) -> Any:
        """The position that is meant by None, a name, or itself."""
        if position is None:
            return self.game.start
        if isinstance(position, str) and self.game.locate is not None:
            return self.game.locate(position)
        self.game.check_position(position)
        return position

    def search(
        self,
        algorithm: Algorithm,
        position: Any,
        deadline: int,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        memory: int | None = None,
        together: bool = False,
        first: int | None = None,
        brought: dict[str, Kept] | None = None,
        state: dict[str, int] | None = None,
        parameters: dict[str, Any] | None = None,
        wait: bool = False,
    ) -> tuple[RawResult, Task]:
        """One search over this player's table: what it found, and the task that was done."""
        self.look(position)
        if self.endgames is not None:
            algorithm = with_endgames(algorithm, self.game)
        names = {each.name for each in algorithm.parameters}
        own = {name: value for name, value in self.options.items() if name in names}
        settled = algorithm.settle(own | (parameters or {}))
        limits = _NO_LIMITS if nodes is None and memory is None else Limits(nodes=nodes, memory=memory)
        while True:
            table = self._table(deadline != clocks.NEVER)
            task = Task(self.game, algorithm, settled, WIDE, depth, position, limits, trace=False, real=self._real)
            if TRANSPOSITIONS in algorithm.parts:
                task.brought = {"seen": table.memory, "busy": self._busy} | (brought or {})
                task.state = {"seen_shift": table.shift, "least_shift": table.least_shift, "age": self._age}
                task.state |= (state or {}) | ({} if first is None else {"first": first})
            if self.endgames is not None:
                self.endgames.bring(task)
            if not self._free.acquire(blocking=False):
                raise UsageError("this player is searching in another thread: give each thread a player of its own")
            try:
                raw = self._run(task, deadline, together, wait)
            except NeedsFloatScores:
                self._real = True
                continue
            except Fault as fault:
                raise explained(task, fault.number) from None
            finally:
                self._free.release()
            table.used(raw.counts.nodes)
            return raw, task

    def _compile(self, algorithm: Algorithm, **needed: Any) -> None:
        self.look(self.game.start)
        if not self.plain and not self.is_compiled(algorithm):
            depth = None if self.game.leaves_only or needed else 1
            self.search(algorithm, self.game.start, clocks.NEVER, depth=depth, nodes=1, wait=True, **needed)

    def look(self, position: Any) -> None:
        """Look at the rules once: it takes milliseconds, which a move may not have."""
        if not self._looked:
            self._real = first_look(self.game, position, plays=True)
            self._real = self._real or (self.endgames is not None and self.endgames.real)
            _ = self.sizes_differ
            self._looked = True

    @cached_property
    def sizes_differ(self) -> bool:
        """Whether the game can be won by different scores, as far as that is seen from its start."""
        return self.game.leaves_only or wins_differ(self.game, self.game.start)

    @property
    def wins_differ(self) -> bool:
        """Whether there may be a better win than one that is proven. Where `bounds` knows the best score, it tells."""
        return self.sizes_differ or self.game.bounds is not None

    def is_compiled(self, algorithm: Algorithm) -> bool:
        """Whether a search with it has run as machine code."""
        return (algorithm.id, self._real) in self._programs

    def _table(self, timed: bool) -> Table:
        if self._real not in self._tables:
            self._tables[self._real] = Table(self.game.start, self.memory, self._real, timed)
        return self._tables[self._real]

    def _run(self, task: Task, deadline: int, together: bool, wait: bool) -> RawResult:
        """As machine code if it can be had. While that is made plain Python begins, unless it is to `wait`."""
        kind = task.algorithm.id, task.real
        if kind in self._programs:
            workspace: Team | Workspace = self._workspace(task.algorithm.id)
            if together and self._team is not None:
                workspace = self._team
                self._busy.native.array[:] = 0  # a search that was stopped leaves its marks
            self.compiled = True
            return run_ready(task, self._programs[kind], deadline, workspace)
        if not self.plain:
            if deadline == clocks.NEVER:
                deadline = clocks.deadline_after(_NO_END)  # so that plain Python begins while machine code is made
            try:
                if self._wanted or wait:
                    make_ready(program_for(task), task)
                raw, self.compiled = run(task, True, deadline)
            except NotCompilable as error:
                if self._wanted:
                    raise
                self.plain = True
                warnings.warn(f"{error}; it runs as plain Python, which is slower", RuntimeWarning, stacklevel=5)
            else:
                if self.compiled:
                    self._programs[kind] = program_for(task)
                return raw
        self.compiled = False
        return run(task, False, deadline)[0]

    def _workspace(self, name: str) -> Workspace:
        if name not in self._workspaces:
            self._workspaces[name] = Workspace()
        return self._workspaces[name]


def _endgames(game: Game, given: Iterable[Any]) -> Endgames | None:
    """Databases, of which some are named by their files."""
    opened = [Database(each, game) if isinstance(each, str | os.PathLike) else each for each in given]
    return Endgames(game, opened) if opened else None


def _check(limits: Limits | None) -> None:
    if limits is not None and limits.memory is not None:
        raise UsageError("the memory of a player is memory=..., not a limit: leave it out of Limits")
