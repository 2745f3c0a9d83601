"""What a player keeps between its searches, and how it runs one of them."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, Literal

import numpy as np

from halfmove.conformance import first_look
from halfmove.engine import (
    Endgames,
    LearnedMoves,
    PersistentMemory,
    Positions,
    RawResult,
    Runner,
    Table,
    Task,
    Words,
    position_words,
    with_endgames,
)
from halfmove.engine import clock as clocks
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.kernels.declaration import Algorithm
from halfmove.model import WIDE, Bound, Limits, Window
from halfmove.parts.history import HISTORY_WORDS
from halfmove.parts.in_progress import IN_PROGRESS_WORDS
from halfmove.parts.killers import KILLER_WORDS
from halfmove.parts.transpositions import TRANSPOSITIONS
from halfmove.players.brake import Brake
from halfmove.players.from_book import Opening
from halfmove.players.kernels.deep import SELECTIVE, deep
from halfmove.players.past import Past
from halfmove.players.sizes import wins_differ

Method = Literal["auto", "search", "mcts", "best_first"]
_AGES = 64  # of entries in a table
_NO_LIMITS = Limits()
_LEAVING_OUT = ("reductions", "skips", "pruning", "gains", "shallower")  # parts of a search
_MOST_SPARE = 24  # half-moves by which a line may become longer than the depth of a search
_KEPT = 1.0  # seconds that a stop is kept for a call that another thread is about to make


class PlayerCore:
    """The inside of a `Player`: what the modules of `players/` need while they search.

    limits     what one move may cost
    memory     bytes of the table, or of the tree of random games
    threads    how many cores one search uses
    wanted     True: only machine code; False: only plain Python; None: machine code as soon as it is ready
    options    the parts of the search by name, and its seed
    endgames   databases of solved positions
    opening    an opening book
    """

    def __init__(
        self,
        game: Game,
        limits: Limits,
        memory: int,
        threads: int,
        method: Method,
        wanted: bool | None,
        options: dict[str, Any],
        endgames: Endgames | None,
        opening: Opening | None,
    ) -> None:
        self.game, self.limits, self.memory, self.threads, self.method = game, limits, memory, threads, method
        self.wanted, self.options, self.endgames, self.opening = wanted, options, endgames, opening
        self.tables: tuple[Any, ...] = ()  # tables of other programs, which know moves
        plain_only = wanted is None and hasattr(game.start, "plain_only")  # a game of another library
        speed = False if plain_only else wanted
        self._runner = Runner(speed, eager=True, one_game=True, threads=threads)
        self.compiled = False  # whether the last search ran as machine code
        self.past: tuple[Any, ...] = ()  # the positions of the game before the one that is searched, the oldest first
        self.chosen: tuple[Any, ...] | None = None  # the moves of the root that are searched; None: all of them
        self.age = 0  # of what is written into the table now
        self.lock = threading.Lock()  # held while a search runs
        self._no_brake = Brake()
        self._running: list[Brake] = []  # the brakes of the calls that run; of calls inside others the innermost last
        self._calls = threading.Lock()  # held while a call begins, or is stopped
        self._early: tuple[int, float] | None = None  # a stop that found no call: its thread and its time
        self._real = self._looked = False
        self._tables: dict[bool, Table] = {}
        self._in_progress = PersistentMemory(IN_PROGRESS_WORDS)
        self._good_moves = {
            "killer_moves": LearnedMoves(KILLER_WORDS, 64),
            "good_moves": LearnedMoves(HISTORY_WORDS, 1),
        }

    @property
    def plain(self) -> bool:
        """Whether all searches are plain Python."""
        return self._runner.compiled is False

    def prepare_table(self) -> None:
        """Have the system provide the memory of the table now, before a clock runs."""
        if not self.plain:
            self._table(self._real, timed=False).touch()

    def new_age(self) -> None:
        """Begin the search of another move: entries of earlier ones may be overwritten first."""
        self.age = (self.age + 1) % _AGES
        for each in self._good_moves.values():
            each.fade()

    def forget(self) -> None:
        """Drop the table."""
        self._tables.clear()
        for each in self._good_moves.values():
            each.clear()

    def position(self, position: Any) -> Any:
        """A position from None (the start), its name, or itself."""
        if position is None:
            return self.game.start
        if isinstance(position, str) and self.game.locate is not None:
            return self.game.locate(position)
        self.game.check_position(position)
        return position

    def look(self, position: Any) -> None:
        """Examine the rules once. It takes milliseconds, so it is done early where there is time."""
        if not self._looked:
            self._real = first_look(self.game, position, plays=True)
            self._real = self._real or not float(self.game.repetition_score).is_integer()
            self._real = self._real or (self.endgames is not None and self.endgames.real)
            _ = self.sizes_differ
            self._looked = True

    def fill(self) -> int:
        """How full the table is, in thousandths."""
        table = self._tables.get(self._real)
        return 0 if table is None else table.fill(native=self.compiled)

    @property
    def real(self) -> bool:
        """Whether scores are floats, as far as was seen."""
        return self._real

    @cached_property
    def sizes_differ(self) -> bool:
        """Whether the game can be won by different scores, as far as its start shows."""
        return self.game.leaves_only or wins_differ(self.game, self.game.start)

    def is_wary(self, position: Any) -> bool:
        """Whether the shortest way to a proven end may be cut off, because a position would occur too often."""
        return Past.of(self.game, position, self.past).wary

    def bound_in_game(self, position: Any, value: Any, bound: Bound) -> Bound:
        """What is proven of the value of a position, if it was proven without the game so far."""
        return Past.of(self.game, position, self.past).bound(self.game, value, bound)

    @property
    def is_selective(self) -> bool:
        """Whether a search may differ from one to a depth: parts are on that leave something out, or look deeper."""
        return any(self.options[name] for name in SELECTIVE)

    @property
    def guesses(self) -> bool:
        """Whether a search to a depth may see a win or loss that is none, also where it evaluates nothing."""
        left_out = any(self.options[name] for name in _LEAVING_OUT)
        return left_out or (self.options["repetitions"] and self.game.repetition_score != 0)

    @property
    def wins_differ(self) -> bool:
        """Whether a better win than a proven one may exist. `bounds` shows when there is none."""
        return self.sizes_differ or self.game.bounds is not None

    def is_compiled(self, algorithm: Algorithm) -> bool:
        """Whether a search with this algorithm has run as machine code."""
        return self._runner.has_program(algorithm.id, self._real)

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
        external: dict[str, PersistentMemory] | None = None,
        state: dict[str, int] | None = None,
        parameters: dict[str, Any] | None = None,
        wait: bool = False,
        chosen: tuple[Any, ...] | None = None,
        window: Window = WIDE,
    ) -> tuple[RawResult, Task]:
        """Run one search over this player's table. Returns what it found, and its task.

        `chosen` are the moves of the root that are searched, in the order of the rules; None: all of them.
        """
        self.look(position)
        external, state = dict(external or {}), dict(state or {})
        if chosen is not None:
            flags = [move in chosen for move in self.game.legal(position)]
            external["chosen"], state["choosing"] = Words(np.array(flags, np.int64)), 1
        if self.endgames is not None:
            algorithm = with_endgames(algorithm, self.game)
        names = {each.name for each in algorithm.parameters}
        own = {name: value for name, value in self.options.items() if name in names}
        settled = algorithm.settle(own | (parameters or {}))
        if algorithm.id == deep.algorithm.id and "asks" not in state:
            state["unit"] = self.game.unit
            depth = self._add_room(depth, settled, state)
            self._add_past(position, settled, external, state)
        limits = _NO_LIMITS if nodes is None and memory is None else Limits(nodes=nodes, memory=memory)
        task = Task(self.game, algorithm, settled, window, depth, position, limits, trace=False, real=self._real)
        task.attach = partial(self._attach, deadline != clocks.NEVER, external, state, first)
        task.attach_memory()
        brake = self.brake
        deadline, task.doubt = min(deadline, brake.deadline), brake.is_over
        if self.lock.locked():
            raise UsageError("this player is searching in another thread: give each thread a player of its own")
        with self.lock:  # unlike `acquire` and `try`, Ctrl-C cannot come between taking the lock and giving it back
            if together and self.threads > 1:
                self._in_progress.native.array[:] = 0  # a search that was stopped leaves its marks
            raw, task, self.compiled = self._runner.run(
                task, deadline, wait=wait or bool(self.wanted), together=together
            )
        if raw.stopped in ("seconds", "machine code"):  # only a brake ends a search so that nothing takes over
            raw = replace(raw, stopped="stop" if brake.stopped else "seconds")
        self._real = task.real
        self._table(task.real, timed=False).used(raw.counts.nodes)
        return raw, task

    def _add_room(self, depth: int | None, settled: dict[str, Any], state: dict[str, Any]) -> int | None:
        """How long lines may become in a search to this depth: where positions are urgent it goes deeper."""
        if depth is None or not settled["extensions"] or self.game.urgent is None or depth == self.game.longest:
            return depth
        spare = min(depth, _MOST_SPARE)
        spare = spare if self.game.longest is None else max(min(spare, self.game.longest - depth), 0)
        state["spare"] = spare
        return depth + spare

    def _add_past(
        self, position: Any, settled: dict[str, Any], external: dict[str, PersistentMemory], state: dict[str, Any]
    ) -> None:
        """Give a search the positions of the game that may come again."""
        if not settled["repetitions"] or self.game.lasting is None:
            return
        past = Past.of(self.game, position, self.past)
        external["past"] = Positions(list(past.positions), position_words(self.game.start))
        state |= {"past_count": len(past.positions), "wary": int(past.wary), "repeated": self.game.repetition_score}

    def _attach(
        self, timed: bool, external: dict[str, PersistentMemory], state: dict[str, int], first: int | None, task: Task
    ) -> None:
        """Give a search this player's table, and what else it needs."""
        if TRANSPOSITIONS in task.algorithm.parts:
            table = self._table(task.real, timed)
            task.external = {"seen": table.memory, "in_progress": self._in_progress} | external
            task.external |= self._good_moves
            task.state = {"seen_shift": table.shift, "least_shift": table.least_shift, "age": self.age}
            task.state |= state | ({} if first is None else {"first": first})
        if self.endgames is not None:
            self.endgames.bring(task)

    @property
    def brake(self) -> Brake:
        """What can end the call that runs."""
        return self._running[-1] if self._running else self._no_brake

    @contextmanager
    def call(self, brake: Brake | None = None) -> Iterator[Brake]:
        """A call of the player, which this brake can end."""
        own = brake or Brake()
        with self._calls:
            if self._early is not None:
                thread, then = self._early
                if thread != threading.get_ident() and time.monotonic() - then < _KEPT:
                    own.stop()
                self._early = None
            own.tell = self._runner.end_at
            self._running.append(own)
        try:
            yield own
        finally:
            self._running.remove(own)
            own.tell = None

    @contextmanager
    def asked(self, past: tuple[Any, ...], chosen: tuple[Any, ...] | None = None) -> Iterator[None]:
        """The positions before the one that is searched, and the moves from which one is chosen, in this block."""
        before = self.past, self.chosen
        self.past, self.chosen = past, chosen
        try:
            yield
        finally:
            self.past, self.chosen = before

    def after(self, position: Any) -> AbstractContextManager[None]:
        """In this block the position after a move is searched."""
        return self.asked((*self.past, position))

    def stop(self) -> None:
        """End what the player does; called from another thread.

        If it does nothing, the call is ended that another thread begins within a second: it may be on its way here.
        """
        with self._calls:
            for each in self._running:
                each.stop()
            if not self._running:
                self._early = threading.get_ident(), time.monotonic()

    def compile(self, algorithm: Algorithm, **needed: Any) -> None:
        """Compile a search or load its machine code, unless all searches are plain Python."""
        self.look(self.game.start)
        if not self.plain and not self.is_compiled(algorithm):
            depth = None if self.game.leaves_only or needed else 1
            self.search(algorithm, self.game.start, clocks.NEVER, depth=depth, nodes=1, wait=True, **needed)

    def _table(self, real: bool, timed: bool) -> Table:
        if real not in self._tables:
            self._tables[real] = Table(self.game.start, self.memory, real, timed)
        return self._tables[real]
