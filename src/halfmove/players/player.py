"""A player of any game: it looks ahead as far as its time allows, remembers what it saw, and solves positions.

>>> import halfmove as hm
>>> player = hm.Player(hm.games.tic_tac_toe(), hm.Limits(seconds=20))
>>> player.choose().said
'draw'
>>> player.solve().value
0
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

from halfmove.base.checks import byte_count, shown, whole
from halfmove.base.gate import checked
from halfmove.errors import NotPicklable, UsageError
from halfmove.evaluations.evaluation import evaluated
from halfmove.game import Game
from halfmove.model import Bytes, Limits, Result
from halfmove.players import arguments
from halfmove.players.brake import Brake
from halfmove.players.choosing import best_move
from halfmove.players.core import Method, PlayerCore
from halfmove.players.kernels.solver import solver
from halfmove.players.levels import is_plain, level_number, level_of, move_at_level
from halfmove.players.playing import algorithms_of
from halfmove.players.pondering import Pondering
from halfmove.players.solving import roots_of, solve_all
from halfmove.players.timing import Time, share

_NO_LIMITS = Limits()


class Player:
    """Plays a game, and solves positions of it.

    A player keeps its table between moves. It must not be used by two threads at the same time.

    Parameters
    ----------
    game : Game
        The game that it plays.
    limits : Limits, optional
        What one move may cost. The default is one second.
    memory : int or str
        Bytes of its table, or of the tree of its random games: a number, or a text such as "64 MB".
    threads : int
        How many cores one search uses.
    method : {"auto", "search", "mcts", "best_first"}
        "search" is iterative deepening, "mcts" random games (Monte-Carlo tree search), "best_first" best-first
        minimax. "auto" is "search", but plays random games where a game has no evaluation and is not nearly over.
    level : int or str, optional
        How strong it plays, as `halfmove play --level`: from 1 to 10, or "easy", "medium", "hard" or "strongest".
        Levels 1 to 8 look a fixed number of half-moves ahead, 9 uses a quarter of the limits, 10 all of them. Levels 1
        to 4 make mistakes on purpose and use no book; the result of a mistake says what the level saw of that move, as
        an estimate. Levels 1 to 3 search in plain Python unless `compiled` is True. None: full strength.
    seed : int
        Seed of random games, of moves from the book, and of the mistakes of a level.
    compiled : bool, optional
        True: machine code, waiting until it is compiled. False: plain Python. None: machine code where the game can be
        compiled, and plain Python until it is ready.
    table, killers, history, ordering, quiescence : bool
        Parts of its search that can be switched off.
    reductions, pruning, deeper, aspiration, shallower : bool, optional
        Short cuts: late moves are searched less deeply, or left out near the horizon; a deeper search answers for a
        less deep one; a score is expected near that of the depth before; nodes without a known move are searched less
        deeply. By default the first four are on if the game is `selective`, and the last one is off.
    skips, gains, extensions, repetitions : bool, optional
        Parts that use the hooks `skip`, `gain`, `urgent` and `lasting`. On by default where the game has them.
    endgames : iterable of Database or path
        Databases of solved positions (`halfmove.Database`) or their files. In these positions it plays the best move,
        and its searches end there. For chess also folders of Syzygy tables, which are asked for the move only.
    evaluation : Evaluation or path, optional
        An evaluation that was learned (`halfmove.train`), or its file, in place of the game's own.
    book : Book or path, optional
        An opening book. The player uses it first, but thinks itself where the estimates of the book are weaker than
        what it would find. For chess it may be a Polyglot book.
    variety : float
        By how many points a move from the book may be worse than the best one. 0: always the best one. In a book with
        weights any other number means a random choice by weight.

    Examples
    --------
    >>> import halfmove as hm
    >>> player = hm.Player(hm.games.nim(1, 2, 4), hm.Limits(seconds=0.2), compiled=False)
    >>> player.choose().move, player.solve().value
    (Move(pile=3, take=1), 1)
    >>> beginner = hm.Player(hm.games.tic_tac_toe(), level=1, seed=7)
    >>> beginner.choose().bound
    'estimate'
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
        level: int | str | None = None,
        seed: int = 0,
        compiled: bool | None = None,
        table: bool = True,
        killers: bool = True,
        history: bool = True,
        ordering: bool = True,
        quiescence: bool = True,
        reductions: bool | None = None,
        skips: bool | None = None,
        pruning: bool | None = None,
        gains: bool | None = None,
        shallower: bool = False,
        deeper: bool | None = None,
        aspiration: bool | None = None,
        extensions: bool | None = None,
        repetitions: bool | None = None,
        endgames: Iterable[Any] = (),
        evaluation: Any = None,
        book: Any = None,
        variety: float = 0.0,
    ) -> None:
        game = evaluated(game, evaluation)
        level = None if level is None else level_number(level)
        self._level = None if level is None else level_of(level)
        self._level_number = level
        self._chance = random.Random(seed)  # for mistakes
        arguments.check_level(level, self._level, method)
        if level is not None and compiled is None and is_plain(game, level):
            compiled = False
        databases, tables = arguments.opened_endgames(game, endgames)
        game = game if databases is None else databases.game
        arguments.check_limits(limits := limits or Limits(seconds=1.0))
        threads, memory = whole("threads", threads, 1, 64), byte_count("memory", memory)
        switches = (table, killers, history, ordering, quiescence, reductions, skips, pruning, gains, shallower, deeper)
        options = arguments.search_options(game, (*switches, aspiration, extensions, repetitions))
        options["seed"] = seed
        opening = arguments.opening_from(book, game, variety, seed)
        self._core = PlayerCore(game, limits, memory, threads, method, compiled, options, databases, opening)
        self._core.tables = tables

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
        arguments.check_limits(limits)
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
    def level(self) -> int | None:
        """How strong it plays, from 1 to 10. None: full strength."""
        return self._level_number

    @property
    def compiled(self) -> bool:
        """Whether its last search ran as machine code."""
        return self._core.compiled

    def __reduce__(self) -> tuple[Any, ...]:
        raise NotPicklable(
            "a player cannot be copied or pickled, because it has a table and memory of its own; make another one with "
            "the same arguments"
        )

    def __repr__(self) -> str:
        parts = [shown(self.game.name), repr(self.limits)]
        parts += [f"threads={self.threads}"] if self.threads > 1 else []
        parts += [] if self.method == "auto" else [f"method={self.method!r}"]
        parts += [] if self.level is None else [f"level={self.level}"]
        parts += ["compiled=False"] if self._core.plain else []
        return f"Player({', '.join(parts)})"

    @checked
    def choose(
        self,
        position: Any = None,
        *,
        history: Iterable[Any] = (),
        clock: Any = None,
        depth: int | None = None,
        moves: Iterable[Any] | None = None,
        all_best: bool = False,
        live: Callable[[Result], Any] | None = None,
    ) -> Result:
        """Choose a move.

        Parameters
        ----------
        position : optional
            A position of the game, or its name where the game names positions. The default is the start.
        history : iterable, optional
            The positions of the game before this one, the oldest first, for a game in which positions can come again.
        clock : (float, float), optional
            Seconds left, and seconds added after each move. A third number says for how many moves they must do.
        depth : int, optional
            Look at most this many half-moves ahead. Not for a player with a level, which has its own depth.
        moves : iterable, optional
            Choose among these moves, as if there were no others. Not for a player with a level.
        all_best : bool
            List all moves that are as good as the best one in `Result.best_moves`. It stays None if random games chose
            the move. Not for a player with a level.
        live : callable, optional
            Called with the result of each depth.

        Returns
        -------
        Result
            The move and what it is worth. Where a level makes a mistake on purpose, the value is what it saw of that
            move: an estimate, not the value of the position.
        """
        core = self._core
        at = core.position(position)
        past = tuple(core.position(each) for each in history)
        times = share(clock, core.limits.seconds)
        arguments.check_choice(self, depth, all_best=all_best, moves=moves is not None)
        chosen = arguments.chosen_moves(core.game, at, moves)
        if core.wanted:
            self.prepare()  # the clock does not run while it is compiled
        return self._choose(Brake(), at, past, times, chosen, depth=depth, all_best=all_best, live=live)

    def _choose(
        self,
        brake: Brake,
        at: Any,
        past: tuple[Any, ...],
        times: Time,
        chosen: tuple[Any, ...] | None,
        *,
        depth: int | None = None,
        all_best: bool = False,
        live: Callable[[Result], Any] | None = None,
    ) -> Result:
        core = self._core
        with core.call(brake), core.asked(past, chosen):
            if self._level is not None:
                return move_at_level(core, at, self._level, times, self._chance, live).result
            return best_move(core, at, times, depth, all_best=all_best, live=live)

    @checked
    def ponder(
        self,
        position: Any = None,
        *,
        history: Iterable[Any] = (),
        depth: int | None = None,
        moves: Iterable[Any] | None = None,
        live: Callable[[Result], Any] | None = None,
    ) -> Pondering:
        """Think about a position in a thread of its own, while the other side thinks about its move.

        The position is the one after the move that the other side is expected to make, such as `Result.line[1]`. The
        player thinks without a limit of time until `hit` lets its clock run, or `stop` ends the search.

        Parameters
        ----------
        position : optional
            A position of the game, or its name where the game names positions. The default is the start.
        history, depth, moves : optional
            As for `choose`.
        live : callable, optional
            Called with the result of each depth, in that thread.

        Returns
        -------
        Pondering
            It has `hit`, `stop` and `result`.

        Examples
        --------
        >>> import halfmove as hm
        >>> player = hm.Player(hm.games.connect_four(), compiled=False)
        >>> search = player.ponder("4")
        >>> search.stop()
        >>> search.result().stopped
        'stop'
        """
        core = self._core
        at, past = core.position(position), tuple(core.position(each) for each in history)
        arguments.check_choice(self, depth, moves=moves is not None)
        chosen = arguments.chosen_moves(core.game, at, moves)

        def think(brake: Brake) -> Result:
            return self._choose(brake, at, past, Time(None, None), chosen, depth=depth, live=live)

        return Pondering(think, lambda clock: share(clock, core.limits.seconds))

    def stop(self) -> None:
        """End what the player does in another thread: `choose` returns the best move that it has found so far.

        If it does nothing at the moment, the call is ended that another thread begins within a second, because it may
        be on its way.
        """
        self._core.stop()

    @checked
    def solve(self, position: Any = None, *, limits: Limits | None = None) -> Result:
        """Find the exact value of a position, by a search to the end of the game.

        Parameters
        ----------
        position : optional
            A position of the game, or its name where the game names positions. The default is the start.
        limits : Limits, optional
            What the search may cost. The default is no limit.

        Returns
        -------
        Result
            The exact value, or a bound if a limit ended the search. A level plays no part in it.
        """
        return self.solve_many([position], limits=limits)[0]

    @checked
    def solve_many(self, positions: Iterable[Any], *, limits: Limits | None = None) -> list[Result]:
        """Find the exact values of many positions in one search, which is faster than one by one.

        Parameters
        ----------
        positions : iterable
            Positions of the game, or their names.
        limits : Limits, optional
            What the whole search may cost. The default is no limit.

        Returns
        -------
        list of Result
            One for each position, in the same order.
        """
        arguments.check_limits(limits)
        core = self._core
        if core.wanted and not core.is_compiled(solver.algorithm):
            self.prepare(solve=True)  # the clock does not run while it is compiled
        with core.call():
            return solve_all(core, [core.position(each) for each in positions], limits or _NO_LIMITS)

    @checked
    def prepare(self, *, solve: bool = False) -> bool:
        """Compile what `choose` or `solve` needs, so that the first call is fast.

        Parameters
        ----------
        solve : bool
            Compile what `solve` needs, not what `choose` needs.

        Returns
        -------
        bool
            True if it was compiled, False if this player searches in plain Python.
        """
        core = self._core
        if solve:
            core.compile(solver.algorithm, external=roots_of(core.game, []), state={"roots": 0})
        else:
            for algorithm in algorithms_of(core):
                core.compile(algorithm)
            if core.method in ("auto", "search"):
                core.prepare_table()
        return not core.plain

    def fill(self) -> int:
        """Return how full the table is, in thousandths."""
        return self._core.fill()

    def forget(self) -> None:
        """Empty the table."""
        self._core.forget()


def core_of(player: Player) -> PlayerCore:
    """The inside of a player, for code of this package that must reach it."""
    return player._core
