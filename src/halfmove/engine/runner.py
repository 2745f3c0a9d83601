"""Running kernels: the one place that chooses between plain Python and machine code.

Everything that searches has a `Runner`: `search`, players, solves, proofs, studies and `check`. It decides

- the speed: plain Python, machine code, or plain Python until machine code is ready;
- the scores: a search begins with whole ones, and starts again with floats when a kernel meets one;
- games that cannot be compiled: plain Python with a warning, or an error with `compiled=True`;
- what goes wrong inside a kernel: an error in one sentence.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from halfmove.base.warning import warn
from halfmove.conformance import diagnose
from halfmove.conformance.position import endless
from halfmove.engine.clock import NEVER, deadline_after
from halfmove.engine.guards import too_high
from halfmove.engine.native.compiling import BackgroundCompile, make_ready
from halfmove.engine.native.program import Program, program_for, shows_no_move
from halfmove.engine.native.team import Team
from halfmove.engine.native.ways import can_fork
from halfmove.engine.native.workspace import RuleRaised, Workspace
from halfmove.engine.plain.run import run_interpreted
from halfmove.engine.record import Fault
from halfmove.engine.scores import LARGEST
from halfmove.engine.task import NeedsFloatScores, RawResult, Task
from halfmove.errors import GameError, LongLine, NotCompilable, StuckError
from halfmove.kernels import primitives as v

# Seconds in plain Python after which compiling is worth it; the second when the machine code is on disk already.
PATIENCE_COLD, PATIENCE_WARM = 1.0, 0.02

_NO_END = 1e9  # seconds

T = TypeVar("T")


class Ran(NamedTuple):
    """The raw result of a kernel, its task, and whether it ran as machine code."""

    raw: RawResult
    task: Task
    native: bool


class Runner:
    """Runs kernels.

    compiled   True: machine code; False: plain Python; None: the faster one, compilation included
    eager      with compiled=None: compile from the first search on, and not only when that is worth it
    one_game   all tasks are of one game, so that an algorithm's id identifies its program
    threads    how many threads a search with `together` uses
    """

    def __init__(
        self, compiled: bool | None = None, *, eager: bool = False, one_game: bool = False, threads: int = 1
    ) -> None:
        self.compiled, self._eager, self._one_game = compiled, eager, one_game
        self._programs: dict[tuple[str, bool], Program] = {}
        self._free: dict[str, list[Workspace]] = {} if one_game else _SHARED
        self._used: list[Workspace] = []
        self._team = Team(threads) if threads > 1 else None

    # Searching

    def run(self, task: Task, deadline: int = NEVER, *, wait: bool = False, together: bool = False) -> Ran:
        """Search until the deadline, a time in nanoseconds of the monotonic clock.

        wait       wait for the machine code, instead of beginning in plain Python
        together   use all threads of this runner
        """
        try:
            return with_score_kind(task, lambda: self._run(task, deadline, wait, together))
        except Fault as fault:
            raise error_of(task, fault.number) from None
        except RecursionError as error:
            raise endless(task.game, error) from None

    def prepare(self, task: Task) -> Program:
        """Compile or load the machine code for tasks like this one. Raises NotCompilable."""
        return with_score_kind(task, lambda: _ready(task))

    def has_program(self, task_id: str, real: bool) -> bool:
        """Whether a search with the algorithm of this id has run as machine code."""
        return (task_id, real) in self._programs

    def stop(self) -> None:
        """End the searches that run; called from another thread. New ones end at once until `resume`."""
        for space in self._used:
            space.stop()

    def resume(self) -> None:
        for space in self._used:
            space.stopped = False

    def end_at(self, deadline: int) -> None:
        """Give the machine code that runs in other threads a new deadline.

        A search that is just beginning may miss it. So its task also has a `doubt` that looks at the new deadline.
        """
        for space in [*self._used, *([] if self._team is None else self._team.spaces)]:
            space.end_at(deadline)

    # Which speed

    def _run(self, task: Task, deadline: int, wait: bool, together: bool) -> Ran:
        if (known := self._programs.get((task.algorithm.id, task.real))) is not None:
            return self._run_native(task, known, deadline, together)
        if self.compiled is False or shows_no_move(task):  # a finished game has no move whose shape could be compiled
            return Ran(run_interpreted(task, deadline), task, False)
        if self.compiled:
            return self._run_compiled(task, deadline, wait)
        if task.trace:
            return Ran(run_interpreted(task, deadline), task, False)
        return self._run_eagerly(task, deadline, wait) if self._eager else self._run_either(task, deadline)

    def _run_compiled(self, task: Task, deadline: int, wait: bool) -> Ran:
        """Search as machine code. If that is not ready before the deadline, return the result of plain Python."""
        program = program_for(task)
        if program.machine is None and not wait and not program.stored and deadline != NEVER and can_fork():
            background = BackgroundCompile(program, task, 0.0, hurry=True, wanted=True)
            raw = run_interpreted(task, deadline, background)
            if background.error is not None:
                raise background.error
            if not background.ready:
                return Ran(raw, task, False)
        make_ready(program, task)
        return self._run_native(task, program, deadline, together=False)

    def _run_eagerly(self, task: Task, deadline: int, wait: bool) -> Ran:
        """Search in plain Python while machine code is made, from the first search on."""
        try:
            # With any deadline, even a distant one, the search begins in plain Python.
            return self._run_compiled(task, deadline_after(_NO_END) if deadline == NEVER else deadline, wait)
        except NotCompilable as error:
            self.compiled = False
            _warn_of_slowness(error)
            return Ran(run_interpreted(task, deadline), task, False)

    def _run_either(self, task: Task, deadline: int) -> Ran:
        """Search in plain Python while that may be faster; compile in the background when it takes long."""
        try:
            program = program_for(task)
        except NotCompilable:  # its positions are for plain Python, and machine code is optional
            return Ran(run_interpreted(task, deadline), task, False)
        if program.refusal is not None:
            return Ran(run_interpreted(task, deadline), task, False)
        if program.machine is None:
            patience = (PATIENCE_WARM if program.stored else PATIENCE_COLD) - program.interpreted_seconds
            background = BackgroundCompile(program, task, patience, hurry=deadline != NEVER)
            if patience > 0 or deadline != NEVER:
                began = time.perf_counter()
                raw = run_interpreted(task, deadline, background)
                program.interpreted_seconds += time.perf_counter() - began
                if isinstance(background.error, NotCompilable):
                    refuse(program, background.error)
                elif background.error is not None:
                    raise background.error
                if not background.ready:
                    return Ran(raw, task, False)
        try:
            return self._run_compiled(task, deadline, wait=False)
        except NotCompilable as error:
            refuse(program, error)
            return Ran(run_interpreted(task, deadline), task, False)

    # Machine code

    def _run_native(self, task: Task, program: Program, deadline: int, together: bool) -> Ran:
        if self._one_game:
            self._programs[task.algorithm.id, task.real] = program
        with self._workspace(task) as own:
            task.ready_at = time.perf_counter()
            team: Any = own if self._team is None or not together else self._team
            try:
                return Ran(team.run(task, program, deadline), task, True)
            except RuleRaised:
                run_interpreted(task, deadline)  # raises the error of the rule itself
                raise GameError(
                    f"{task.game.name}: a rule raises an error in machine code and none in plain Python; "
                    "use compiled=False"
                ) from None

    @contextmanager
    def _workspace(self, task: Task) -> Iterator[Workspace]:
        """A workspace that no search is using. Another thread may be searching, or a signal handler may search."""
        free = self._free.setdefault(task.algorithm.id if self._one_game else "", [])
        try:
            own = free.pop()
        except IndexError:
            own = Workspace()
            if self._one_game:
                self._used.append(own)
        try:
            yield own
        finally:
            if self._one_game or len(free) < _MOST_SHARED:
                free.append(own)


_MOST_SHARED = 4  # workspaces that wait for another search
_SHARED: dict[str, list[Workspace]] = {}  # workspaces of all runners that search any game


def _ready(task: Task) -> Program:
    program = program_for(task)
    make_ready(program, task)
    return program


def with_score_kind(task: Task, work: Callable[[], T]) -> T:
    """Do some work with whole scores, and do it again with floats if it needs them."""
    try:
        return work()
    except NeedsFloatScores:
        if task.real or (task.external and task.attach is None):  # its memory has no room for them
            raise
        task.real = True
        task.attach_memory()
        return with_score_kind(task, work)


def refuse(program: Program, error: NotCompilable) -> None:
    """Note that a program cannot be compiled, and say so once."""
    program.refusal = str(error)
    _warn_of_slowness(error)


def _warn_of_slowness(error: Exception) -> None:
    warn(f"{error}; it runs as plain Python, which is slower")


# The errors of kernels that ended with a fault


def error_of(task: Task, fault: int) -> Exception:
    """The error that explains a fault in one sentence."""
    game, plays = task.game, task.algorithm.plays
    if fault == v.NO_MOVES:
        return GameError(diagnose(game, task.position, "a position that is not over has no moves", plays=plays))
    if fault == v.TOO_HIGH:
        return too_high(task.kernel)
    if fault == v.BAD_SCORE:
        return GameError(diagnose(game, task.position, "a score is not a number", task.real, plays))
    if fault == v.BOTH_EXTREMES:
        return GameError(
            f"{game.name}: some scores are infinite, and others (or an end of the window) are the largest float, "
            f"{LARGEST!r}, which stands for infinite ones during a search; use one of the two"
        )
    if fault == v.TOO_DEEP and game.longest is not None:
        return GameError(
            f"{game.name}: a line of play continues after longest={game.longest} half-moves; fix `longest`"
        )
    if fault == v.TOO_DEEP:
        return LongLine(
            f"{game.name}: a line of play is longer than {task.height} half-moves; give a depth "
            "(depth=4, or --depth 4), or set `longest` of the game"
        )
    return StuckError(f"{game.name}: {_fault_sentence(task, fault - v.OWN)}")


def _fault_sentence(task: Task, number: int) -> str:
    """The sentence that explains why an algorithm gives up."""
    try:
        return task.algorithm.faults[number].format(**task.parameters)
    except (IndexError, KeyError, ValueError):
        return f"{task.algorithm.id} gives up for reason {number}, which its `faults` do not explain"
