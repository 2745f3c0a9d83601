"""One search on several threads: all search the same root over the same memory, and who is done first has the value.

Python's own lock is released while machine code runs. The threads keep out of each other's way by what they write to
the memory that they share.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

from halfmove.engine.program import Program
from halfmove.engine.task import RawResult, Task
from halfmove.engine.workspace import Workspace


class Team:
    """The workspaces of some threads, reused from search to search."""

    def __init__(self, threads: int) -> None:
        self._spaces = [Workspace() for _ in range(threads)]

    def run(self, task: Task, program: Program, deadline: int) -> RawResult:
        """The result of the thread that is done first; its counts are those of all threads together."""
        task = replace(task, state=task.state | {"team": 1})
        results: list[Any] = [None] * len(self._spaces)
        done = threading.Lock()
        first: list[int] = []

        def work(number: int) -> None:
            try:
                results[number] = self._spaces[number].run(task, program, deadline)
            except BaseException as error:
                results[number] = error
            with done:
                if not first:
                    first.append(number)
                    for space in self._spaces:
                        space.stop()

        for space in self._spaces:
            space.prepare(task, program)
            space.stopped = False
        others = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(1, len(results))]
        for each in others:
            each.start()
        work(0)
        for each in others:
            each.join()
        raw = results[first[0]]
        if isinstance(results[0], KeyboardInterrupt):
            raw = results[0]
        if isinstance(raw, BaseException):
            raise raw
        counts = [each.counts for each in results if isinstance(each, RawResult)]
        return replace(raw, counts=sum(counts[1:], counts[0]))
