"""`search`: any game, any algorithm, one `Result`.

The rest of this module makes a `Result` of the raw result of a kernel: values and bounds, lines of moves, names of
leaves.
"""

from __future__ import annotations

import inspect
import math
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from halfmove.algorithms.registry import ALGORITHMS, find
from halfmove.base.checks import LONGEST_LINE, MOST_JOBS, byte_count, shown, whole
from halfmove.base.gate import checked
from halfmove.conformance import first_look
from halfmove.conformance.position import endless
from halfmove.engine import clock
from halfmove.engine.endgames import Endgames, with_endgames
from halfmove.engine.hopeless import Doubt, is_boundless
from halfmove.engine.parallel.progress import Progress
from halfmove.engine.runner import Ran, Runner
from halfmove.engine.tables import Table, with_table
from halfmove.engine.task import RawResult, Task, own_moves
from halfmove.errors import HalfmoveError, UsageError
from halfmove.game import Game
from halfmove.kernels import primitives as v
from halfmove.kernels.declaration import AlgorithmLike
from halfmove.model import Bytes, Limits, Result, Window, WindowLike

LINE_NODES = 200_000  # at most this many nodes are searched to extend a line to its leaf


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
    jobs: int | None = None,
    cluster: str | None = None,
    progress: Callable[[Progress], None] | None = None,
    **parameters: Any,
) -> Result:
    """Search a position of a game.

    A search to the end of a game that is far too large for it raises an error after some seconds, unless it has limits.

    Parameters
    ----------
    game : Game
        The game, or a tree of `halfmove.trees`.
    algorithm : str or callable
        An id of `halfmove.ALGORITHMS` or a title such as "SSS*". For an algorithm of your own: its kernel, or
        "file.py:kernel".
    window : pair, optional
        The pair (low, high). Only a value strictly inside is found exactly; otherwise the result is a bound.
    depth : int, optional
        How many half-moves to look ahead. None searches to the end of the game.
    position : object, optional
        Where to begin. None is the start of the game. A text is looked up with the game's `locate`.
    compiled : bool, optional
        True: machine code. False: plain Python. None: the faster one, compilation included (plain Python with
        `trace=True`).
    trace : bool
        Record the order of leaves and, in plain Python, everything that happens: `Result.log`.
    limits : Limits, optional
        `Limits(nodes=..., seconds=..., memory=...)`: stop early, with a bound.
    table : int or str, optional
        The size of a transposition table in bytes, or a text such as "64 MB", for algorithms that can use one. None: no
        table.
    endgames : iterable of Database
        Databases of solved positions. Their positions below the root are leaves with exact scores.
    jobs : int, optional
        How many processes search together, for games whose evaluation takes a millisecond or more. The value, the move
        and the line are those of one process; the counts differ, and depend on the times. For `alpha_beta` only.
    cluster : str, optional
        The address of a Dask scheduler: its workers search together, as with `jobs`.
    progress : callable, optional
        With `jobs` or `cluster`: called about ten times a second, with how far the search is.
    **parameters
        The parameters of the algorithm, see `halfmove.ALGORITHMS`.

    Returns
    -------
    Result
        The value, what kind of bound it is, the best move and line, and the counts.

    Raises
    ------
    UsageError
        If an argument is wrong, or if the search is hopeless.
    GameError
        If the game breaks its contract.
    NotCompilable
        If `compiled` is True and the game or the algorithm cannot be compiled.

    Examples
    --------
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
    endgames = tuple(endgames)
    others = {"trace": trace, "table": table is not None, "endgames": bool(endgames)}
    together = _together(jobs, cluster, algorithm, limits, others)
    try:
        task = _task(game, algorithm, parameters, window, depth, position, limits, trace, table, endgames)
    except RecursionError as error:
        raise endless(game, error) from None
    if is_boundless(task):
        task.doubt = Doubt(task)
    if not together:
        return answer(task, compiled, deadline, began)
    from halfmove.engine.parallel.searching import search_together  # it takes time to import

    return answer(
        task, compiled, deadline, began, lambda: search_together(task, jobs, cluster, compiled, deadline, progress)
    )


_OPTIONS = tuple(name for name, each in inspect.signature(search).parameters.items() if each.kind is each.KEYWORD_ONLY)


def _together(jobs: int | None, cluster: str | None, algorithm: Any, limits: Limits, others: dict[str, bool]) -> bool:
    """Whether several processes are asked for. Raises UsageError for what they cannot do."""
    number = 1 if jobs is None else whole("jobs", jobs, 1, MOST_JOBS)
    if cluster is not None and jobs is not None:
        raise UsageError("cluster= uses all cores of its workers: leave jobs out")
    if cluster is None and number == 1:
        return False
    option = "jobs" if cluster is None else "cluster"
    if find(algorithm) is not ALGORITHMS["alpha_beta"]:
        raise UsageError(f"{option} is for alpha_beta: {find(algorithm).id} searches in one process")
    given = [name for name, is_given in others.items() if is_given]
    given += [f"Limits({name}=...)" for name in ("nodes", "memory") if getattr(limits, name) is not None]
    if given:
        words = "counts within one process" if given[0].startswith("Limits(nodes") else "belongs to one process"
        raise UsageError(f"{given[0]} {words}: leave it out, or leave {option} out")
    return True


def answer(
    task: Task, compiled: bool | None, deadline: int, began: float, run: Callable[[], Ran] | None = None
) -> Result:
    """Run a search whose task is settled; `began` is the time of the call."""
    raw, _task, native = Runner(compiled).run(task, deadline) if run is None else run()
    if task.doubt is not None and task.doubt.sentence:
        raise UsageError(task.doubt.sentence)
    try:
        return _result(task, raw, native, began)
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
    """The task of a search, with every argument checked."""
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
        game = databases.game
        chosen, real = with_endgames(chosen, game), real or databases.real
    task = Task(game, chosen, settled, Window.of(window), depth, position, limits, trace, real)
    if table is not None:
        attach_table(task, table)
    if endgames:
        task.endgames = databases
        task.attach = databases.bring if task.attach is None else partial(_attach_both, task.attach)
        task.attach_memory()
    return task


def attach_table(task: Task, size: Any) -> None:
    """Give a search a table of this many bytes, which is empty when the search begins."""
    task.attach = partial(_attach_table, byte_count("table", size))
    task.attach_memory()


def _attach_table(size: int, task: Task) -> None:
    made = Table(task.root, size, task.real, timed=task.limits.seconds is not None)
    task.external = {"seen": made.memory}
    task.state = {"seen_shift": made.shift, "least_shift": made.least_shift}


def _attach_both(attach_table: Any, task: Task) -> None:
    attach_table(task)
    task.endgames.bring(task)


def needs_reals(parameters: dict[str, Any]) -> bool:
    """Whether a parameter is a fraction, which only a search with float scores can have."""
    return any(isinstance(x, float) and not x.is_integer() and math.isfinite(x) for x in parameters.values())


def proven(task: Task, raw: RawResult) -> tuple[Any, str]:
    """The value that a search returns, and what kind of bound it is."""
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
    elif raw.proof == v.ESTIMATE and raw.counts.nodes == 1:  # the root is a leaf: its score is exact
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
        _leaf_names=None if raw.leaf_paths is None else dewey_names(task, raw.leaf_paths),
        log=raw.log,
        counters=raw.own_counts,
        _known_line=tuple(line),
        _rest_of_line=rest,
        _format=task.game.format,
        _searched=(task.game, task.position),
    )


def _rest_of_line(task: Task, line: list[Any], value: Any) -> tuple[Any, ...]:
    """The moves from the end of a line to its leaf, where the algorithm did not find them; their search is not counted.

    If that would take too long, the line ends early.
    """
    rest: list[Any] = []
    budget = LINE_NODES
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
            below.attach = task.endgames.bring
            below.attach_memory()
        try:
            raw = Runner().run(below).raw
        except HalfmoveError:  # at nodes that the search itself did not reach
            break
        budget -= raw.counts.nodes
        if raw.stopped is not None or budget <= 0:
            break
        # No line means that every move loses infinitely: all moves are equally good, so the first one is used.
        rest += own_moves(below, raw.line) or task.game.legal(at, 1)
    return tuple(rest)


def _around(task: Task, played: list[Any], value: Any) -> Window:
    """The narrowest window around the value, which is known."""
    if task.game.turn is not None or math.isinf(value):
        return Window()
    own = -value if len(played) % 2 else value
    if task.real:
        return Window(math.nextafter(own, -math.inf), math.nextafter(own, math.inf))
    return Window(own - 1, own + 1)


def position_after(task: Task, line: list[Any]) -> Any:
    at = task.position
    for move in line:
        at = task.game.next(at, move)
    return at


def ends_inside(task: Task, line: list[Any]) -> bool:
    """Whether a line ends at an inner node of the search."""
    if task.depth is not None and len(line) >= task.depth:
        return False
    return not task.game.outcome(position_after(task, line))[0]


def dewey_names(task: Task, paths: list[tuple[Any, ...]]) -> tuple[str, ...]:
    """The Dewey names of leaves: the numbers of the moves that lead to each, 1 for the first; "0" for the root."""
    if task.game.numbered and task.game.turn is None:
        return tuple(".".join(map(str, path)) or "0" for path in paths)
    known: dict[tuple[Any, ...], tuple[Any, dict[Any, int]]] = {}  # path -> position, number of each of its moves

    def node(path: tuple[Any, ...]) -> tuple[Any, dict[Any, int]]:
        if path not in known:
            at = task.position if not path else task.game.next(node(path[:-1])[0], path[-1])
            known[path] = at, {move: number for number, move in reversed([*enumerate(task.game.legal(at), 1)])}
        return known[path]

    names = []
    for path in paths:
        own = tuple(own_moves(task, path))
        names.append(".".join(str(node(own[:i])[1][own[i]]) for i in range(len(own))) or "0")
    return tuple(names)
