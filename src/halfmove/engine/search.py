"""The front door: `search` takes any game and any algorithm and answers with a `Result`."""

from __future__ import annotations

import inspect
import math
import threading
import time
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from halfmove.algorithms.registry import find
from halfmove.base.checks import LONGEST_LINE, byte_count, shown
from halfmove.base.gate import checked
from halfmove.conformance import diagnose, first_look
from halfmove.conformance.position import endless
from halfmove.engine import clock
from halfmove.engine.endgames import Endgames, with_endgames
from halfmove.engine.heights import too_high
from halfmove.engine.hopeless import Doubt, is_boundless
from halfmove.engine.native.background import Meanwhile
from halfmove.engine.native.compiling import can_fork, make_ready
from halfmove.engine.native.program import Program, program_for, shows_no_move
from halfmove.engine.native.workspace import RuleRaised, Workspace
from halfmove.engine.paths import dewey_names, ends_inside, own_moves, position_after
from halfmove.engine.plain.run import Fault, run_interpreted
from halfmove.engine.scores import LARGEST
from halfmove.engine.tables import Table, with_table
from halfmove.engine.task import RawResult, RealScores, Task
from halfmove.errors import GameError, HalfmoveError, LongLine, NotCompilable, StuckError, UsageError
from halfmove.game import Game
from halfmove.kernels import primitives as v
from halfmove.kernels.declaration import AlgorithmLike
from halfmove.model import Bytes, Limits, Result, Window, WindowLike

# Interpreted seconds after which compiling pays; the second when the machine code is on disk already.
PATIENCE_COLD, PATIENCE_WARM = 1.0, 0.02

_LINE_NODES = 200_000  # at most so many are searched to lead a line on to its leaf


@checked
def search(
    game: Game,
    algorithm: AlgorithmLike = "alpha_beta",
    *,
    window: WindowLike = None,
    depth: int | None = None,
    position: Any = None,
    compiled: bool | None = None,
    trace: bool = False,
    limits: Limits | None = None,
    table: Bytes | None = None,
    endgames: Iterable[Any] = (),
    **parameters: Any,
) -> Result:
    """Search a position of a game.

    algorithm   an id of `halfmove.ALGORITHMS` or a title, "SSS*"; or one of your own: its kernel, or "file.py:kernel"
    window      pair (low, high): only a value strictly inside is wanted exactly
    depth       how many half-moves to look ahead; None searches to the end of the game
    position    where to begin; None is the game's start; a text is looked up with the game's `locate`
    compiled    True: machine code; False: plain Python; None: whatever is faster, compilation included (plain Python
                with trace=True)
    trace       record the order of leaves and, in plain Python, all that happens: `Result.log`
    limits      `Limits(nodes=..., seconds=..., memory=...)`: stop early, with a bound
    table       bytes of a transposition table, such as "64 MB", for algorithms that can use one; None: no table
    endgames    databases of solved positions (`halfmove.Database`): those below the root are leaves with exact scores
    parameters  of the algorithm, see `halfmove.ALGORITHMS`

    A search to the end of a game that is far too large for it is refused after some seconds, unless there are limits.

    >>> import halfmove as hm
    >>> found = hm.search(hm.games.connect_four(4, 4), "mtd_f", depth=6)
    >>> found.value, found.bound, found.move
    (0, 'exact', 2)
    >>> hm.search(hm.trees.explicit([[3, [7, 2]], [4, 1]]), "ps_star", phases=2).counts.leaves
    4
    """
    began = time.perf_counter()
    limits = limits or Limits()
    deadline = clock.deadline_after(limits.seconds)
    try:
        task = _task(game, algorithm, parameters, window, depth, position, limits, trace, table, tuple(endgames))
    except RecursionError as error:
        raise endless(game, error) from None
    if is_boundless(task):
        task.doubt = Doubt(task)
    return answer(task, compiled, deadline, began)


_OPTIONS = tuple(name for name, each in inspect.signature(search).parameters.items() if each.kind is each.KEYWORD_ONLY)


def answer(task: Task, compiled: bool | None, deadline: int, began: float) -> Result:
    """Carry a search out, of which all is settled; `began` is when it was asked for."""
    try:
        raw, native = run(task, compiled, deadline)
        if task.doubt is not None and task.doubt.sentence:
            raise UsageError(task.doubt.sentence)
        return _result(task, raw, native, began)
    except Fault as fault:
        raise explained(task, fault.number) from None
    except RecursionError as error:
        raise endless(task.game, error) from None


def _task(
    game: Any,
    algorithm: Any,
    parameters: dict[str, Any],
    window: Any,
    depth: Any,
    position: Any,
    limits: Any,
    trace: bool,
    table: Any,
    endgames: tuple[Any, ...],
) -> Task:
    """The search that is asked for, with every argument checked."""
    chosen = find(algorithm)
    settled = chosen.settle(parameters, _OPTIONS)
    chosen = chosen if table is None else with_table(chosen, settled)
    if depth is not None and not 0 <= depth <= LONGEST_LINE:
        raise UsageError(
            f"depth must be a whole number from 0 to {LONGEST_LINE}, or None for the whole game, not {shown(depth)}"
        )
    if isinstance(position, str) and game.locate is not None:
        position = game.locate(position)
    elif position is None:
        position = game.start
    real = first_look(game, position) or needs_reals(settled)
    if endgames:
        if trace:
            raise UsageError("a search that looks positions up in endgames= cannot be traced")
        databases = Endgames(game, endgames)
        chosen, real = with_endgames(chosen, game), real or databases.real
    task = Task(game, chosen, settled, Window.of(window), depth, position, limits, trace, real)
    if table is not None:
        bring_table(task, table)
    if endgames:
        task.endgames = databases
        databases.bring(task)
    return task


def bring_table(task: Task, table: Any) -> None:
    """Let a search whose algorithm can use one have a table of so many bytes, which is empty when it begins."""
    task.make_table = partial(Table, task.root, byte_count("table", table), timed=task.limits.seconds is not None)
    give_table(task)


def give_table(task: Task) -> None:
    """A table for scores of the kind that the task has."""
    made = task.make_table(task.real)
    task.brought = {"seen": made.memory}
    task.state = {"seen_shift": made.shift, "least_shift": made.least_shift}


def needs_reals(parameters: dict[str, Any]) -> bool:
    """Whether a parameter is a fraction, as only searches over real scores can have them."""
    return any(isinstance(x, float) and not x.is_integer() and math.isfinite(x) for x in parameters.values())


def explained(task: Task, fault: int) -> Exception:
    """The error behind a fault, as a sentence."""
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
        return GameError(f"{game.name}: a line of play goes on after longest={game.longest} half-moves; mend `longest`")
    if fault == v.TOO_DEEP:
        return LongLine(
            f"{game.name}: a line of play is longer than {task.height} half-moves; give a depth "
            "(depth=4, or --depth 4), or tell the game its `longest` line"
        )
    return StuckError(f"{game.name}: {_reason(task, fault - v.OWN)}")


def _reason(task: Task, number: int) -> str:
    """The sentence with which an algorithm gives up."""
    try:
        return task.algorithm.faults[number].format(**task.parameters)
    except (IndexError, KeyError, ValueError):
        return f"{task.algorithm.id} gives up for reason {number}, which its `faults` do not explain"


_workspaces = threading.local()


@contextmanager
def _workspace() -> Iterator[Workspace]:
    """A workspace of this thread that no search is using: a signal handler may search in the middle of a search."""
    if not hasattr(_workspaces, "free"):
        _workspaces.free = []
    own = _workspaces.free.pop() if _workspaces.free else Workspace()
    try:
        yield own
    finally:
        _workspaces.free.append(own)


def run(task: Task, compiled: bool | None, deadline: int) -> tuple[RawResult, bool]:
    """Search at one speed or the other; returns what was found, and whether machine code found it."""
    if compiled is not False and shows_no_move(task):
        compiled = False  # a finished game, of which nothing tells how its moves look
    while True:
        try:
            if compiled is None and not task.trace:
                return _run_either(task, deadline)
            if compiled:
                return _run_compiled(task, deadline)
            return run_interpreted(task, deadline), False
        except RealScores:
            if task.brought and task.make_table is None and task.endgames is None:  # it has no room for them
                raise
            task.real = True
            if task.make_table is not None:
                give_table(task)
            if task.endgames is not None:
                task.endgames.bring(task)


def _run_compiled(task: Task, deadline: int) -> tuple[RawResult, bool]:
    """Search as machine code. When that is not there before the deadline, the interpreted search answers instead."""
    program = program_for(task)
    if program.machine is None and not program.stored and deadline != clock.NEVER and can_fork():
        waiting = Meanwhile(program, task, 0.0, hurry=True, wanted=True)
        raw = run_interpreted(task, deadline, waiting)
        if waiting.error is not None:
            raise waiting.error
        if not waiting.ready:
            return raw, False
    make_ready(program, task)
    with _workspace() as own:
        task.ready_at = time.perf_counter()
        return run_ready(task, program, deadline, own), True


def run_ready(task: Task, program: Program, deadline: int, workspace: Any) -> RawResult:
    """Run machine code that is there, in a workspace or by a team of threads with workspaces of their own."""
    try:
        raw: RawResult = workspace.run(task, program, deadline)
        return raw
    except RuleRaised:
        run_interpreted(task, deadline)  # raises what the rule raised, with its own words
        raise GameError(
            f"{task.game.name}: a rule raises an error in machine code and none in plain Python; use compiled=False"
        ) from None


def _run_either(task: Task, deadline: int) -> tuple[RawResult, bool]:
    """Interpret as long as that may be the shorter way; compile meanwhile when it takes long."""
    try:
        program = program_for(task)
    except NotCompilable:  # by its positions this is a game for plain Python, and nobody asked for more
        return run_interpreted(task, deadline), False
    if program.refusal is not None:
        return run_interpreted(task, deadline), False
    if program.machine is None:
        patience = (PATIENCE_WARM if program.stored else PATIENCE_COLD) - program.interpreted_seconds
        waiting = Meanwhile(program, task, patience, hurry=deadline != clock.NEVER)
        if patience > 0 or deadline != clock.NEVER:
            began = time.perf_counter()
            raw = run_interpreted(task, deadline, waiting)
            program.interpreted_seconds += time.perf_counter() - began
            if isinstance(waiting.error, NotCompilable):
                program.refusal = str(waiting.error)
                _warn_of_slowness(waiting.error)
            elif waiting.error is not None:
                raise waiting.error
            if not waiting.ready:
                return raw, False
    try:
        return _run_compiled(task, deadline)
    except NotCompilable as error:
        program.refusal = str(error)
        _warn_of_slowness(error)
        return run_interpreted(task, deadline), False


def _warn_of_slowness(error: Exception) -> None:
    warnings.warn(f"{error}; it runs as plain Python, which is slower", RuntimeWarning, stacklevel=6)


def proven(task: Task, raw: RawResult) -> tuple[Any, str]:
    """The value that a search answers with, and what that says about the true one."""
    value: Any = raw.score
    bound = "exact"
    if raw.stopped is not None:  # what is proven so far; an end of the window proves nothing
        low, high = task.ends
        if raw.proof == v.UPPER:
            value, bound = raw.best if -math.inf < raw.best < high else math.inf, "upper"
        else:
            value, bound = raw.best if raw.best > low else -math.inf, "lower"
            if raw.proof == v.ESTIMATE and value > -math.inf:
                bound = "estimate"
    elif raw.proof == v.ESTIMATE and raw.counts.nodes == 1:  # a leaf is what it is
        bound = "exact"
    elif raw.proof != v.BY_WINDOW:
        bound = {v.LOWER: "lower", v.UPPER: "upper", v.ESTIMATE: "estimate"}[raw.proof]
    elif task.algorithm.window:
        ends = task.ends
        value = min(value, ends.high) if task.algorithm.clips else value
        bound = ends.bound(value)
    value = value if task.endgames is None else task.endgames.as_known(value)
    return value + 0, bound  # -0.0 is 0.0


def _result(task: Task, raw: RawResult, native: bool, began: float) -> Result:
    value, bound = proven(task, raw)
    line = [] if bound == "upper" else own_moves(task, raw.line)
    rest = partial(_rest_of_line, task, line, value) if bound == "exact" and ends_inside(task, line) else None
    return Result(
        value=value,
        bound=bound,  # type: ignore[arg-type]
        counts=raw.counts,
        seconds=time.perf_counter() - began,
        preparing=task.ready_at - began if native and task.ready_at is not None else 0.0,
        algorithm=task.algorithm.id,
        parameters=task.parameters,
        window=task.window,
        depth=task.depth,
        compiled=native,
        stopped=raw.stopped,
        leaf_names=None if raw.leaf_paths is None else dewey_names(task, raw.leaf_paths),
        log=raw.log,
        counters=raw.own_counts,
        known_line=tuple(line),
        rest_of_line=rest,
        format=task.game.format,
        place=(task.game, task.position),
    )


def _rest_of_line(task: Task, line: list[Any], value: Any) -> tuple[Any, ...]:
    """The moves that lead a line on to its leaf where the algorithm itself did not; their search is not counted.

    When that would take too long the line ends early.
    """
    rest: list[Any] = []
    budget = _LINE_NODES
    while ends_inside(task, [*line, *rest]):
        played = [*line, *rest]
        at = position_after(task, played)
        if task.endgames is not None and played and (known := task.endgames.line(at)):
            return (*rest, *known)
        depth = None if task.depth is None else task.depth - len(played)
        window, limits = _around(task, played, value), Limits(nodes=budget)
        below = Task(task.game, find("f_alpha_beta"), {}, window, depth, at, limits, False, task.real)
        if task.endgames is not None:
            below.algorithm, below.endgames = with_endgames(below.algorithm, task.game), task.endgames
            below.endgames.bring(below)
        try:
            raw = run(below, None, clock.NEVER)[0]
        except (Fault, HalfmoveError):  # at nodes that the search itself did not come to
            break
        budget -= raw.counts.nodes
        if raw.stopped is not None or budget <= 0:
            break
        # No line means that every move loses infinitely: the first is as good as any.
        rest += own_moves(below, raw.line) or task.game.legal(at, 1)
    return tuple(rest)


def _around(task: Task, played: list[Any], value: Any) -> Window:
    """The narrowest window that has the value, which is known, inside."""
    if task.game.turn is not None or math.isinf(value):
        return Window()
    own = -value if len(played) % 2 else value
    if task.real:
        return Window(math.nextafter(own, -math.inf), math.nextafter(own, math.inf))
    return Window(own - 1, own + 1)
