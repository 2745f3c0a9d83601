"""Compiling while a search is interpreted."""

from __future__ import annotations

import time

from halfmove.engine.native.compiling import LOCK, begin, can_fork
from halfmove.engine.native.program import Program
from halfmove.engine.task import Task
from halfmove.errors import NotCompilable


class Meanwhile:
    """Asked now and then by an interpreted search: is machine code ready to take over?

    After `patience` seconds it begins to compile, in another process, and the search goes on until that is done. What
    cannot be compiled goes on in plain Python, unless machine code is `wanted`.
    """

    def __init__(self, program: Program, task: Task, patience: float, hurry: bool, wanted: bool = False) -> None:
        self.ready = False
        self.error: Exception | None = None
        self._program, self._task, self._patience, self._hurry = program, task, patience, hurry
        self._wanted, self._began = wanted, time.perf_counter()

    def __call__(self) -> bool:
        if self.error is not None or time.perf_counter() - self._began < self._patience:
            return False
        program = self._program
        if program.stored or not can_fork():
            self.ready = True
            return True
        if not LOCK.acquire(blocking=False):  # another thread is at it
            return False
        try:
            return self._compiled()
        finally:
            LOCK.release()

    def _compiled(self) -> bool:
        program = self._program
        if program.machine is None:
            try:
                begin(program, self._task, self._hurry)
                if not program.compilation.done():
                    return False
                program.compilation.code()
            except Exception as error:
                self.error, program.compilation = error, None
                return self._wanted or not isinstance(error, NotCompilable)
        self.ready = True
        return True
