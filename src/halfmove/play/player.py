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
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from halfmove.base.checks import byte_count, is_finite, shown, whole
from halfmove.base.gate import checked
from halfmove.books.book import Book
from halfmove.engine import clock as clocks
from halfmove.engine.endgames import Endgames
from halfmove.errors import GameError, NotPicklable, UsageError
from halfmove.game import Game
from halfmove.model import Bytes, Limits, Result
from halfmove.play.core import Method, PlayerCore
from halfmove.play.deepening import equals
from halfmove.play.from_book import Opening
from halfmove.play.kernels.solver import solver
from halfmove.play.playing import algorithms_of, think
from halfmove.play.solving import roots_of, solve_all
from halfmove.play.timing import share
from halfmove.solving.database import Database

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
        databases = _endgames(game, endgames)
        limits = Limits(seconds=1.0) if limits is None else limits
        _check(limits)
        threads = whole("threads", threads, 1, 64)
        memory = byte_count("memory", memory)
        if skips and game.skip is None:
            raise UsageError(f"{game.name} has no `skip` hook, without which a player cannot skip a move")
        options = {
            "transpositions": table,
            "killers": killers,
            "history": history,
            "ordering": ordering,
            "quiescence": quiescence,
            "reductions": game.selective if reductions is None else reductions,
            "skips": game.skip is not None if skips is None else skips,
            "seed": seed,
        }
        if not is_finite(variety) or variety < 0:
            raise UsageError(f"variety must be points from 0 on, not {shown(variety)}")
        opening = None if book is None or book is False else Opening(Book.of(book, game), variety, seed)
        self._core = PlayerCore(game, limits, memory, threads, method, compiled, options, databases, opening)

    @property
    def game(self) -> Game:
        """The game that it plays."""
        return self._core.game

    @property
    def limits(self) -> Limits:
        """What one move may cost. It may be set between two moves."""
        return self._core.limits

    @limits.setter
    def limits(self, limits: Limits) -> None:
        if not isinstance(limits, Limits):
            raise UsageError(f"the limits of a player are Limits, such as Limits(seconds=1), not {shown(limits)}")
        _check(limits)
        self._core.limits = limits

    @property
    def memory(self) -> int:
        """Bytes of its table, or of the tree of its random games."""
        return self._core.memory

    @property
    def threads(self) -> int:
        """How many cores one search uses."""
        return self._core.threads

    @property
    def method(self) -> Method:
        """How it chooses its move: "auto", "search", "mcts" or "best_first"."""
        return self._core.method

    @property
    def compiled(self) -> bool:
        """Whether its last search ran as machine code."""
        return self._core.compiled

    def __reduce__(self) -> tuple[Any, ...]:
        raise NotPicklable(
            "a player has a table and memory of its own, and can be neither copied nor pickled; make another one with "
            "the same arguments"
        )

    def __repr__(self) -> str:
        parts = [shown(self.game.name), repr(self.limits)]
        parts += [f"threads={self.threads}"] if self.threads > 1 else []
        parts += [] if self.method == "auto" else [f"method={self.method!r}"]
        parts += ["compiled=False"] if self._core.plain else []
        return f"Player({', '.join(parts)})"

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
        core = self._core
        at = core.position(position)
        times = share(clock, core.limits.seconds)
        if depth is not None:
            whole("depth", depth, 1)
        for name, given in (("depth", depth), ("all_best", all_best or None)):
            if given is not None and core.method in ("mcts", "best_first"):
                raise UsageError(f"{name}= is for a player that searches to a depth, not for method={core.method!r}")
        if core.wanted:
            self.prepare()  # the clock does not run while it is compiled
        if core.opening is not None and not all_best:
            booked = core.opening.result(core, at, depth, times.hard)
            if booked is not None:
                if live is not None:
                    live(booked)
                return booked
        began = time.perf_counter()
        core.new_age()
        deadline = clocks.deadline_after(times.hard)
        thinking = clocks.deadline_after(None if times.hard is None else times.hard * (_ALONE if all_best else 1))
        best: Result | None = None
        for best in think(core, at, depth, thinking, began):
            if live is not None:
                live(best)
            if times.soft is not None and time.perf_counter() - began > times.soft:
                break
        assert best is not None
        if core.opening is not None:
            core.opening.learn(best)
        if best.move is not None and core.game.tries is not None and best.move not in core.game.legal(at):
            raise GameError(
                f"{core.game.name}: `tries` yields {shown(best.move)} at {shown(at)}, which is no move there: "
                f"they are {shown(core.game.legal(at, _SHOWN))}"
            )
        if all_best and best.move is not None and best.algorithm == "player":
            best = replace(equals(core, at, best, deadline), seconds=time.perf_counter() - began)
        return best

    @checked
    def solve(self, position: Any = None, *, limits: Limits | None = None) -> Result:
        """The exact value of a position, to the end of the game; a bound if a limit ends the search."""
        return self.solve_many([position], limits=limits)[0]

    @checked
    def solve_many(self, positions: Iterable[Any], *, limits: Limits | None = None) -> list[Result]:
        """The exact values of many positions: in one go, which is quicker than one by one."""
        _check(limits)
        core = self._core
        if core.wanted and not core.is_compiled(solver.algorithm):
            self.prepare(solve=True)  # the clock does not run while it is compiled
        return solve_all(core, [core.position(each) for each in positions], limits or _NO_LIMITS)

    @checked
    def prepare(self, *, solve: bool = False) -> bool:
        """Compile what `choose` needs, or `solve`, so that it is quick from the first time on. Tells whether it could.

        Without it the first moves are found in plain Python while machine code is made.
        """
        core = self._core
        if solve:
            core.compile(solver.algorithm, brought=roots_of(core.game, []), state={"roots": 0})
        else:
            for algorithm in algorithms_of(core):
                core.compile(algorithm)
            if core.method in ("auto", "search"):
                core.prepare_table()
        return not core.plain

    def forget(self) -> None:
        """Begin with an empty table."""
        self._core.forget()


def core_of(player: Player) -> PlayerCore:
    """The inside of a player, for code of this package that must reach it."""
    return player._core


def _endgames(game: Game, given: Iterable[Any]) -> Endgames | None:
    """Databases, of which some are named by their files."""
    opened = [Database(each, game) if isinstance(each, str | os.PathLike) else each for each in given]
    return Endgames(game, opened) if opened else None


def _check(limits: Limits | None) -> None:
    if limits is not None and limits.memory is not None:
        raise UsageError("the memory of a player is memory=..., not a limit: leave it out of Limits")
