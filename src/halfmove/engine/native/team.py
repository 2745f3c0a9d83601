"""One search on several threads: all search the same root with shared memory, and the first to finish has the value.

Python's global lock is released while machine code runs. The threads avoid each other's work by what they write to the
shared memory.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

from halfmove.engine.native.program import Program
from halfmove.engine.native.workspace import Workspace
from halfmove.engine.task import RawResult, Task
from halfmove.model import Limits


class Team:
    """The workspaces of some threads, reused from search to search."""

    def __init__(self, threads: int) -> None:
        self.spaces = [Workspace() for _ in range(threads)]

    def run(self, task: Task, program: Program, deadline: int) -> RawResult:
        """The result of the first thread to finish, with the counts of all threads together."""
        spaces = self.spaces if task.limits.nodes is None else self.spaces[: task.limits.nodes]
        task = replace(task, state=task.state | {"team": 1}, limits=_shared(task.limits, len(spaces)))
        results: list[Any] = [None] * len(spaces)
        done = threading.Lock()
        first: list[int] = []

        def work(number: int) -> None:
            try:
                results[number] = spaces[number].run(task, program, deadline)
            except BaseException as error:
                results[number] = error
            with done:
                if not first:
                    first.append(number)
                    for space in spaces:
                        space.stop()

        for space in spaces:
            space.prepare(task, program)
            space.stopped = False
        others = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(1, len(results))]
        try:
            for each in others:
                each.start()
            work(0)
        finally:  # Ctrl-C between two of these lines must leave no thread in a workspace that is used again
            for space in spaces:
                space.stop()
            for each in others:
                if each.ident is not None:
                    each.join()
        raw = results[first[0]]
        if isinstance(results[0], KeyboardInterrupt):
            raw = results[0]
        if isinstance(raw, BaseException):
            raise raw
        counts = [each.counts for each in results if isinstance(each, RawResult)]
        return replace(raw, counts=sum(counts[1:], counts[0]))


def _shared(limits: Limits, threads: int) -> Limits:
    """The part of the limits that each thread has."""
    return limits if limits.nodes is None else replace(limits, nodes=limits.nodes // threads)
