"""Searching in plain Python: any hashable positions, any tracing, no compiler."""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, NamedTuple

from halfmove.conformance.position import endless
from halfmove.engine import guards, scores
from halfmove.engine.bind import Slots, bind
from halfmove.engine.clock import NEVER
from halfmove.engine.fingerprint import Reads, reads_of
from halfmove.engine.layout import COUNTERS, layout
from halfmove.engine.memory import Sparse
from halfmove.engine.plain import memory
from halfmove.engine.plain.recorder import Recorder
from halfmove.engine.record import (
    FIRST_STRIDE,
    FIRST_TABLE,
    FIRST_VALUES,
    STOPPED,
    check_fault,
    counts_of,
    encoded,
    position_words,
    starting_values,
)
from halfmove.engine.rules import primitives_of, rules_of
from halfmove.engine.scores import number
from halfmove.engine.task import NeedsFloatScores, RawResult, Task
from halfmove.errors import UsageError
from halfmove.hooks import HOOKS
from halfmove.kernels import primitives as v
from halfmove.kernels.primitives import NODES, fail, note_leaf, watch_the_clock, watched
from halfmove.parts.lines import extend_line

_WORD_BYTES = 48  # of an element of a list and of its object
_MANY = 20_000  # words; a larger memory keeps only those that are used


class Run:
    """The record of one search in plain Python: an attribute for every field of the layout."""

    should_stop: Callable[[], bool] | None = None

    def __getattr__(self, name: str) -> Any:
        """Raise a clear error for a name that was not declared."""
        if name.startswith("__"):
            raise AttributeError(name)
        raise UsageError(f"a kernel reads run.{name}, which is not declared: name it in the algorithm's state=")


def _now(run):
    return time.monotonic_ns()


def _count_leaf(height, run):
    if run.leaves >= run.most_nodes:
        fail(run, NODES)
    if run.most_nodes > run.leaves + run.inner >= run.limit:
        watch_the_clock(run)
    run.leaves += 1
    if watched():
        note_leaf(run, height)


def _extend_line(run, height, move):
    run.line_sizes[height] = (move, run.line_sizes[height - 1])


def _line(pairs: Any) -> list[Any]:
    """The moves of a line, see `parts/lines.py`."""
    moves = []
    while pairs:
        move, pairs = pairs
        moves.append(move)
    return moves


def _check_signals(run):
    """The interpreter handles Ctrl-C itself; here machine code may take over."""
    return 1 if run.should_stop is not None and run.should_stop() else 0


def _note_case(run, case):
    """Operators are not recorded."""


def _yes():
    return True


def _no():
    return False


def slots_of(task: Task) -> Slots:
    """The meaning of all primitives for this search in plain Python."""
    slots = memory.primitives(position_words(task.root), task.real) | scores.primitives(task.real)
    slots |= primitives_of(task.game, rules_of(task.game), task.algorithm.plays)
    slots[v.position_code] = memory.position_code  # Python's own hash is faster than a game's key
    slots |= {
        v.now: _now,
        v.check_signals: _check_signals,
        v.count_leaf: _count_leaf,
        extend_line: _extend_line,
        v.note_case: _note_case,
        v.watched: _yes if task.trace and not is_recorded(task) else _no,
    }
    slots |= memory.part_primitives(task.position)
    return slots | dict(task.algorithm.using)


def is_recorded(task: Task) -> bool:
    """Whether everything that happens is recorded. Of players only the order of leaves is."""
    return task.trace and not task.algorithm.plays


def interpreted(task: Task, recorder: Recorder | None = None) -> Callable[..., Any]:
    """The algorithm bound to the game as plain Python, all the way down."""
    slots, around = slots_of(task), guards.around(task.kernel)
    if recorder is not None:
        slots = recorder.primitives(slots)
        around = recorder.around | {key: (each, recorder.around[key]) for key, each in around.items()}
    return bind(task.kernel, slots, around=around)


class _Kept(NamedTuple):
    """A kernel that may be bound once for many searches.

    function   the bound kernel; None: bind it anew every time
    reads      the names that it read; None until its second use
    changes    how often these have changed
    """

    function: Callable[..., Any] | None
    reads: Reads | None = None
    changes: int = 0


_bound: OrderedDict[Any, _Kept] = OrderedDict()  # kernels that were bound recently
_MOST_BOUND, _MOST_CHANGES = 200, 3


def _bound_kernel(task: Task) -> Callable[..., Any]:
    """`interpreted`, kept from search to search as long as the names that its functions read are unchanged."""
    game = task.game
    rules = tuple(getattr(game, rule) for rule in HOOKS)
    key = (
        task.kernel,
        task.algorithm,
        rules,
        game.data is None,
        game.weights is None,
        _shape(task.root),
        task.real,
        task.trace,
    )
    try:
        kept = _bound.get(key)
    except TypeError:  # a rule that cannot be hashed
        return interpreted(task)
    if kept is None:
        made = interpreted(task)
        _bound[key] = _Kept(made)
        if len(_bound) > _MOST_BOUND:
            _bound.popitem(last=False)
        return made
    _bound.move_to_end(key)
    if kept.function is not None and kept.reads is not None and kept.reads.unchanged():
        return kept.function
    made, changes = interpreted(task), kept.changes + (kept.reads is not None)
    if kept.function is None or changes > _MOST_CHANGES:
        _bound[key] = _Kept(None)
        return made
    slots = primitives_of(game, rules_of(game), task.algorithm.plays) | dict(task.algorithm.using)
    reads = reads_of([task.kernel, v.enter], slots)
    _bound[key] = _Kept(None) if reads is None else _Kept(made, reads, changes)
    return made


def _shape(position: Any) -> Any:
    """What positions must have in common to share one bound kernel."""
    return tuple(map(_shape, position)) if isinstance(position, tuple) else type(position)


def run_interpreted(
    task: Task,
    deadline: int = NEVER,
    should_stop: Callable[[], bool] | None = None,
) -> RawResult:
    """Search in plain Python until the deadline, a time in nanoseconds of the monotonic clock.

    `should_stop` is called now and then. If it returns True, the search ends, and its result is stopped by "machine
    code".
    """
    table_size = FIRST_TABLE
    frames = 0  # to raise the recursion limit by; a search first tries without
    recorder = Recorder(task) if is_recorded(task) else None
    function = _bound_kernel(task) if recorder is None else interpreted(task, recorder)
    root = task.root if recorder is None else recorder.root
    while True:
        run = _new_run(task, deadline, table_size)
        if should_stop is not None or task.doubt is not None:
            run.should_stop = _any_of(task, should_stop)
            run.check_at, run.limit = run.looked, min(run.most_nodes, FIRST_STRIDE)
        if recorder is not None:
            recorder.begin(run)
        score = None
        try:
            with guards.more_frames(frames):
                score = function(task.game._handle, root, run.height, run.low, run.high, run)
        except v.Halt:
            pass
        except TypeError as error:
            sentence = guards.explain_none_error(task.kernel, error)
            if sentence is None:
                raise
            raise UsageError(sentence) from error
        except RecursionError as error:
            if frames:
                raise endless(task.game, error) from None
            frames = 3 * task.height + 500
            continue
        if run.fault == 0:
            _check_score(task, score)
        if run.fault == v.MORE:
            table_size *= 4
        elif run.fault == v.REAL_SCORE:
            raise NeedsFloatScores
        else:
            return _raw_result(task, run, score, recorder)


def _any_of(task: Task, should_stop: Callable[[], bool] | None) -> Callable[[], bool]:
    """A function that says whether to stop: if the doubt of the task or `should_stop` says so."""
    checks = [each for each in (task.doubt, should_stop) if each is not None]
    return lambda: any(each() for each in checks)


def _check_score(task: Task, score: Any) -> None:
    """Check that what a kernel returns is a score of this search."""
    if not isinstance(score, int | float) or score != score:
        sentence = guards.explain_missing_return(task.kernel) if score is None else None
        raise UsageError(sentence or f"{task.algorithm.id}: its kernel returns {score!r}, which is not a score")
    if isinstance(score, float) and not task.real and abs(score) != math.inf:
        raise NeedsFloatScores


def _new_run(task: Task, deadline: int, table_size: int) -> Any:
    run: Any = Run()
    for field in layout(task.algorithm):
        setattr(run, field.name, field.first)
    limits, values = task.limits, starting_values(task)
    nodes = values["nodes"]
    values |= {
        "log words": NEVER,
        "deadline": deadline,
        "now": time.monotonic_ns(),
        "stride": FIRST_STRIDE,
        "signal check at": NEVER,
        "first look": nodes if deadline == NEVER else min(nodes, FIRST_STRIDE),
        "arena words": NEVER if limits.memory is None else limits.memory // _WORD_BYTES,
    }
    for name, value in FIRST_VALUES.items():
        setattr(run, name, values[value])
    run.line_sizes, run.path = _words(task.height + 1), _words(task.height + 1)
    run.log, run.log_sizes = [], []
    run.arena = [0] * run.arena_used
    for part in task.algorithm.parts:
        if part.table is not None:
            words = part.table(task.parameters, table_size)
            setattr(run, part.name, words)
            setattr(run, part.name + "_size", len(words))
        for name in part.memories:
            setattr(run, name, [])
        for name in part.external:
            if name in task.external:
                setattr(run, name, task.external[name].python)
                setattr(run, name + "_size", task.external[name].words)
    for name, value in (task.state | encoded(task)).items():
        setattr(run, name, value)
    guards.begin(run, task.kernel)
    return run


def _words(count: int) -> Any:
    """Memory of this many words, all 0."""
    return [0] * count if count <= _MANY else Sparse()


def _raw_result(task: Task, run: Any, score: Any, recorder: Recorder | None) -> RawResult:
    check_fault(run.fault)
    return RawResult(
        None if score is None else number(score, run.extremes),
        counts_of({name: getattr(run, name) for name in COUNTERS}, run.inner),
        number(run.best, run.extremes),
        run.proof,
        _line(run.line_sizes[run.height]),
        _paths(run) if task.trace and recorder is None else None,
        STOPPED.get(run.fault),
        None if recorder is None else recorder.log(run),
        {name: getattr(run, name) for name in task.algorithm.counters},
    )


def _paths(run: Any) -> list[tuple[Any, ...]]:
    paths, at = [], 0
    for size in run.log_sizes[: run.logged]:
        paths.append(tuple(run.log[at : at + size]))
        at += size
    return paths
