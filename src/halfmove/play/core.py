"""What a player keeps between its searches, and how it runs one of them."""

from __future__ import annotations

import threading
import warnings
from functools import cached_property
from typing import Any, Literal

from halfmove.conformance import first_look
from halfmove.engine import clock as clocks
from halfmove.engine.endgames import Endgames, with_endgames
from halfmove.engine.kept import Kept
from halfmove.engine.native.compiling import make_ready
from halfmove.engine.native.program import Program, program_for
from halfmove.engine.native.team import Team
from halfmove.engine.native.workspace import Workspace
from halfmove.engine.plain.run import Fault
from halfmove.engine.search import explained, run, run_ready
from halfmove.engine.tables import Table
from halfmove.engine.task import RawResult, RealScores, Task
from halfmove.errors import NotCompilable, UsageError
from halfmove.game import Game
from halfmove.kernels.declaration import Algorithm
from halfmove.model import WIDE, Limits
from halfmove.parts.in_progress import BUSY_WORDS
from halfmove.parts.transpositions import TRANSPOSITIONS
from halfmove.play.from_book import Opening
from halfmove.play.sizes import wins_differ

Method = Literal["auto", "search", "mcts", "best_first"]
_AGES = 64  # of entries in a table
_NO_END = 1e9  # seconds
_NO_LIMITS = Limits()


class PlayerCore:
    """The inside of a `Player`: what the modules of `play/` need while they search.

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
        plain_only = wanted is None and hasattr(game.start, "plain_only")  # a game of another library
        self.plain = wanted is False or plain_only  # whether all searches are plain Python
        self.compiled = False  # whether the last search ran as machine code
        self.age = 0  # of what is written into the table now
        self.lock = threading.Lock()  # held while a search runs
        self._real = self._looked = False
        self._tables: dict[bool, Table] = {}
        self._programs: dict[tuple[str, bool], Program] = {}
        self._workspaces: dict[str, Workspace] = {}
        self._team = Team(threads) if threads > 1 else None
        self._busy = Kept(BUSY_WORDS)

    def prepare_table(self) -> None:
        """Have the system provide the memory of the table now, before a clock runs."""
        if not self.plain:
            self._table(timed=False).touch()

    def new_age(self) -> None:
        """Begin the search of another move: entries of earlier ones may be overwritten first."""
        self.age = (self.age + 1) % _AGES

    def forget(self) -> None:
        """Drop the table."""
        self._tables.clear()

    def position(self, position: Any) -> Any:
        """The position that is meant by None, a name, or itself."""
        if position is None:
            return self.game.start
        if isinstance(position, str) and self.game.locate is not None:
            return self.game.locate(position)
        self.game.check_position(position)
        return position

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
                task.state = {"seen_shift": table.shift, "least_shift": table.least_shift, "age": self.age}
                task.state |= (state or {}) | ({} if first is None else {"first": first})
            if self.endgames is not None:
                self.endgames.bring(task)
            if not self.lock.acquire(blocking=False):
                raise UsageError("this player is searching in another thread: give each thread a player of its own")
            try:
                raw = self._run(task, deadline, together, wait)
            except RealScores:
                self._real = True
                continue
            except Fault as fault:
                raise explained(task, fault.number) from None
            finally:
                self.lock.release()
            table.used(raw.counts.nodes)
            return raw, task

    def compile(self, algorithm: Algorithm, **needed: Any) -> None:
        """Compile a search or load its machine code, unless all searches are plain Python."""
        self.look(self.game.start)
        if not self.plain and not self.is_compiled(algorithm):
            depth = None if self.game.leaves_only or needed else 1
            self.search(algorithm, self.game.start, clocks.NEVER, depth=depth, nodes=1, wait=True, **needed)

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
                if self.wanted or wait:
                    make_ready(program_for(task), task)
                raw, self.compiled = run(task, True, deadline)
            except NotCompilable as error:
                if self.wanted:
                    raise
                self.plain = True
                warnings.warn(f"{error}; it runs as plain Python, which is slower", RuntimeWarning, stacklevel=5)
            else:
                if self.compiled:
                    self._programs[kind] = program_for(task)
                return raw
        self.compiled = False
        return run(task, False, deadline)[0]

    def _table(self, timed: bool) -> Table:
        if self._real not in self._tables:
            self._tables[self._real] = Table(self.game.start, self.memory, self._real, timed)
        return self._tables[self._real]

    def _workspace(self, name: str) -> Workspace:
        if name not in self._workspaces:
            self._workspaces[name] = Workspace()
        return self._workspaces[name]
