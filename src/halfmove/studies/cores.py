"""A study on the cores of this machine. A batch has the same counts in every process.

Short work is done in this process. Longer work is sent to other processes through pipes, while this process stores the
results. Programs that are not on disk yet are compiled first, each by one process.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from halfmove.engine.parallel.workers import Workers
from halfmove.studies.specs import TreeSpec
from halfmove.studies.work import Batch, Done, compile_first, missing_program, run_batch

ALONE = 0.05  # seconds for which this process works alone before it starts others
PATIENCE = 0.25  # seconds after which a batch is returned, finished or not: results are stored, the rest is shared

Progress = Callable[[int, int], None]


def cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_on_cores(work: Iterable[Batch], jobs: int, compiling: Progress | None = None) -> Iterator[Done]:
    """Search the batches in `jobs` processes; `compiling` is called with (programs compiled, programs to compile)."""
    # Sorted, and assigned from both ends: a process mostly gets similar trees, and so loads few programs.
    waiting = deque(sorted(work, key=lambda batch: batch.tree.name))
    with Workers(jobs) as workers:
        _compile(waiting, workers, compiling)
        while waiting and jobs < 2:
            yield _step(waiting)
        yield from _alone(waiting)
        helping = True
        while waiting or workers.busy:
            if len(waiting) < jobs:
                _divide(waiting, jobs)
            workers.hand_out(run_batch, waiting, PATIENCE)
            helping = helping and not workers.answering and bool(waiting)
            if helping:  # the others are still starting
                done = _step(waiting, short=True)
                helping = bool(done.records)
                yield done
            for batch, done in workers.answers(waiting, patiently=not helping):
                if done.left:
                    waiting.append(replace(batch, repetitions=done.left))
                yield done


def _alone(waiting: deque[Batch]) -> Iterator[Done]:
    """Search for a moment in this process. If little work is left then, finish it: new processes are not worth it."""
    if waiting:
        compile_first(waiting[0])  # loading a program takes time, which must not be counted as time of a search
    began, finished = time.perf_counter(), 0
    while waiting:
        done = _step(waiting, short=True)
        finished += len(done.records)
        yield done
        seconds, left = time.perf_counter() - began, sum(len(batch.repetitions) for batch in waiting)
        if not done.records or (seconds > ALONE and seconds / finished * left > 3 * ALONE):
            return


def _compile(work: Iterable[Batch], workers: Workers, compiling: Progress | None) -> None:
    """Compile the programs that are not on disk yet."""
    kinds = {(_rules(each.tree), each.tree.look_ahead, each.algorithm): each for each in work}
    missing = {name: batch for batch in kinds.values() if (name := missing_program(batch)) is not None}
    waiting, done = deque(missing.values()), 0
    while waiting or workers.busy:
        if compiling is not None:
            compiling(done, len(missing))
        if workers.jobs < 2 or len(missing) < 2:
            compile_first(waiting.popleft())
            done += 1
        else:
            workers.hand_out(compile_first, waiting)
            done += len(list(workers.answers(waiting, patiently=True)))


def _rules(tree: TreeSpec) -> tuple[Any, ...]:
    """The parts of a tree spec that decide which program searches it: not the width and depth of a family."""
    return tree.name, tree.presorted, tree.arguments if tree.size is None else tree.arguments[2:]


def _step(waiting: deque[Batch], short: bool = False) -> Done:
    """Search a part of the first batch in this process, and put the rest of it back in front."""
    batch = waiting.popleft()
    done = run_batch(batch, PATIENCE, short)
    if done.left:
        waiting.appendleft(replace(batch, repetitions=done.left))
    return done


def _divide(waiting: deque[Batch], jobs: int) -> None:
    """Divide the last batches among the processes, so that none is idle."""
    whole = list(waiting)
    waiting.clear()
    for batch in whole:
        parts = min(jobs, len(batch.repetitions))
        waiting.extend(replace(batch, repetitions=batch.repetitions[part::parts]) for part in range(parts))
