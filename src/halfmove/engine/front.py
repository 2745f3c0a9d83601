"""The front door: `search` takes any game and any algorithm and answers with a `Result`."""

from __future__ import annotations

import math
import warnings
from functools import partial
from typing import Any

from halfmove import words as v
from halfmove.algorithms.registry import find
from halfmove.conformance import diagnose, first_look
from halfmove.engine.compiled import run_compiled
from halfmove.engine.interpreted import run_interpreted
from halfmove.engine.lines import dewey_names, ends_inside, own_moves, position_after
from halfmove.engine.program import program_for
from halfmove.engine.task import Outcome, RealScores, Task
from halfmove.errors import (
    BadScore,
    GameError,
    Livelock,
    NoMoves,
    NotCompilable,
    Starved,
    StuckError,
    TooDeep,
    UsageError,
)
from halfmove.game import Game
from halfmove.model import Limits, Result, Window

# Interpreted seconds after which compiling pays; the second when the machine code is on disk already.
PATIENCE_COLD, PATIENCE_WARM = 1.0, 0.02


def search(
    game: Game,
    algorithm: str = "alpha_beta",
    *,
    window: Any = None,
    depth: int | None = None,
    position: Any = None,
    compiled: bool | None = None,
    trace: bool = False,
    limits: Limits | None = None,
    **parameters: Any,
) -> Result:
    """Search a position of a game.

    window      pair (low, high): only a value strictly inside is wanted exactly
    depth       how many half-moves to look ahead; None searches to the end of the game
    position    where to begin; None is the game's start; a text is looked up with the game's `locate`
    compiled    True: machine code; False: plain Python; None: whatever is faster, compilation included
    trace       record the order of leaves
    limits      `Limits(nodes=..., seconds=...)`: stop early, with a bound
    parameters  of the algorithm, see `halfmove.ALGORITHMS`
    """
    if not isinstance(game, Game):
        raise UsageError(f"the first argument of search must be a Game, not a {type(game).__name__}")
    chosen = find(algorithm)
    settled = chosen.settle(parameters)
    if depth is not None and (isinstance(depth, bool) or not isinstance(depth, int) or depth < 0):
        raise UsageError(f"depth must be a whole number from 0 on, or None for the whole game, not {depth!r}")
    if isinstance(position, str) and game.locate is not None:
        position = game.locate(position)
    elif position is None:
        position = game.start
    bounds = Window.of(window)
    real = first_look(game, position) or any(isinstance(x, float) and x * 0 == 0 for x in (*bounds, *settled.values()))
    task = Task(game, chosen, settled, bounds, depth, position, limits or Limits(), trace, real)
    try:
        outcome, native = _run(task, compiled)
    except NoMoves:
        raise GameError(diagnose(game, position, "a position that is not over has no moves")) from None
    except BadScore:
        raise GameError(diagnose(game, position, "a score is not a number")) from None
    except Starved:
        raise StuckError(
            f"{game.name}: iter_sss_star is stuck with memory={task.parameters['memory']}: no ACTIVE state is left; "
            "give it more memory, or fallback=True"
        ) from None
    except Livelock:
        raise StuckError(
            f"{game.name}: iter_sss_star is stuck with memory={task.parameters['memory']}: a woken node lacks space "
            "for its sons, for ever; give it another memory, or fallback=True"
        ) from None
    except TooDeep:
        raise GameError(
            f"{game.name}: a line of play is longer than {task.height} half-moves; give a depth, "
            "or tell the game its `longest` line"
        ) from None
    return _result(task, outcome, native)


def _run(task: Task, compiled: bool | None) -> tuple[Outcome, bool]:
    while True:
        try:
            if compiled is None and not (task.trace and task.algorithm.steps):
                return _run_either(task)
            if compiled:
                return run_compiled(task, program_for(task)), True
            return run_interpreted(task), False
        except RealScores:
            task.real = True


def _run_either(task: Task) -> tuple[Outcome, bool]:
    """Interpret as long as that may be the shorter way, then compile: at worst twice the time of the better choice."""
    try:
        program = program_for(task)
    except NotCompilable:  # by its positions this is a game for plain Python, and nobody asked for more
        return run_interpreted(task), False
    if program.loaded:
        return run_compiled(task, program), True
    patience = PATIENCE_WARM if program.stored else max(0.0, PATIENCE_COLD - program.interpreted_seconds)
    outcome = run_interpreted(task, patience)
    program.interpreted_seconds += outcome.seconds
    if outcome.stopped != "patience":
        return outcome, False
    try:
        return run_compiled(task, program), True
    except NotCompilable as error:
        warnings.warn(f"{error}; it runs as plain Python, which is slower", RuntimeWarning, stacklevel=4)
        return run_interpreted(task), False


def proven(task: Task, outcome: Outcome) -> tuple[Any, str]:
    """The value that a search answers with, and what that says about the true one."""
    value, bound = outcome.score, "exact"
    if outcome.stopped is not None:
        value, bound = outcome.best, "upper" if outcome.proof == v.UPPER else "lower"  # what is proven so far
    elif outcome.proof != v.BY_WINDOW:
        bound = {v.LOWER: "lower", v.UPPER: "upper", v.ESTIMATE: "estimate"}[outcome.proof]
    elif task.algorithm.window:
        value = min(value, task.window.high) if task.algorithm.clips else value
        bound = task.window.bound(value)
    return value + 0, bound  # -0.0 is 0.0


def _result(task: Task, outcome: Outcome, native: bool) -> Result:
    value, bound = proven(task, outcome)
    line = [] if bound == "upper" else own_moves(task, outcome.line)
    rest = partial(_rest_of_line, task, line, value) if bound == "exact" and ends_inside(task, line) else None
    return Result(
        value=value,
        bound=bound,  # type: ignore[arg-type]
        counts=outcome.counts,
        seconds=outcome.seconds,
        algorithm=task.algorithm.id,
        parameters=task.parameters,
        window=task.window,
        depth=task.depth,
        compiled=native,
        stopped=outcome.stopped,
        leaf_order=None if outcome.leaf_paths is None else dewey_names(task, outcome.leaf_paths),
        events=None if outcome.events is None else tuple(outcome.events),
        known_line=tuple(line),
        rest_of_line=rest,
    )


def _rest_of_line(task: Task, line: list[Any], value: Any) -> tuple[Any, ...]:
    """The moves that lead a line on to its leaf where the algorithm itself did not; their search is not counted."""
    rest: list[Any] = []
    while ends_inside(task, [*line, *rest]):
        played = [*line, *rest]
        at = position_after(task, played)
        depth = None if task.depth is None else task.depth - len(played)
        below = Task(
            task.game, find("f_alpha_beta"), {}, _around(task, played, value), depth, at, Limits(), False, task.real
        )
        found = own_moves(below, _run(below, None)[0].line)
        # No line means that every move loses infinitely: the first is as good as any.
        rest += found or task.game.legal(at)[:1]
    return tuple(rest)


def _around(task: Task, played: list[Any], value: Any) -> Window:
    """The narrowest window that has the value, which is known, inside."""
    if task.game.turn is not None or math.isinf(value):
        return Window()
    own = -value if len(played) % 2 else value
    if task.real:
        return Window(math.nextafter(own, -math.inf), math.nextafter(own, math.inf))
    return Window(own - 1, own + 1)
