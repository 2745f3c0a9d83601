"""Getting machine code: from disk, or compiled in a process of its own.

Numba never frees what it compiled, tens of megabytes for each program, and cannot be stopped. So a forked process
compiles, compares both speeds and sends the object code back. A search that reaches its deadline does not wait for it.
Ctrl-C while waiting ends it, and so does the end of this process. Where a process cannot be forked, this one compiles.
"""

from __future__ import annotations

import atexit
import faulthandler
import gc
import json
import os
import select
import signal
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import Any, ClassVar

from halfmove.engine.native import cache, ways
from halfmove.engine.native.making import blaming_the_compiler, compiled_and_compared, loaded, warn_of_the_plain_way
from halfmove.engine.native.program import Program
from halfmove.engine.native.self_check import SpeedsDiffer, compare_speeds
from halfmove.engine.native.ways import can_fork, end_with
from halfmove.engine.task import NeedsFloatScores, Task
from halfmove.errors import GameError, NotCompilable, UsageError

_ANNOUNCE = 0.5  # seconds after which a terminal shows what is running
_FOREVER = 1 << 20  # seconds
LOCK = threading.RLock()  # guards `program.compilation` and everything that is done with it


def make_ready(program: Program, task: Task) -> None:
    """Give the program its machine code. Raises NotCompilable, NeedsFloatScores or SpeedsDiffer."""
    if program.machine is None:
        with LOCK:  # the second thread finds the machine code of the first
            if program.machine is None:
                program.machine = _from_disk(program, task) or _loaded(_made(program, task))


def begin(program: Program, task: Task, hurry: bool = False) -> None:
    """Start to compile in another process, unless one is running."""
    if program.compilation is None:
        work = partial(compiled_and_compared, program, task, alone=True)
        program.compilation = Compilation(program, work, program.fingerprint, hurry)


def _from_disk(program: Program, task: Task) -> Any:
    """Stored machine code, loaded and compared; None if there is none."""
    stored = None if program.compilation is not None else cache.load(program.fingerprint)
    if stored is None:
        return None
    try:
        machine = _loaded(stored)
    except OSError:  # it is damaged: compile it again
        return None
    compare_speeds(program, machine, task, thorough=False)
    return machine


def _loaded(code: cache.Code) -> Any:
    with uninterrupted():
        return loaded(code)


def _made(program: Program, task: Task) -> cache.Code:
    """Compile the machine code now."""
    if can_fork():
        begin(program, task)
        program.compilation.wait()
        done, program.compilation = program.compilation, None
        return done.code()
    made = compiled_and_compared(program, task, alone=False)
    cache.save(program.fingerprint, made)
    warn_of_the_plain_way()
    return made


def made_apart(program: Program, key: str, work: Callable[[], cache.Code]) -> cache.Code:
    """Object code that is not for this process: from disk, or made in a process of its own and stored.

    key   the fingerprint under which it is stored
    """
    stored = cache.load(key)
    if stored is not None:
        return stored
    if can_fork():
        with LOCK:
            compilation = Compilation(program, work, key)
            compilation.wait()
        return compilation.code()
    made = work()
    cache.save(key, made)
    return made


class Compilation:
    """A process that compiles a program, stores the object code on disk, and sends it back.

    work   makes the object code, in that process
    key    the fingerprint under which it is stored
    """

    _running: ClassVar[set[Compilation]] = set()

    def __init__(self, program: Program, work: Callable[[], cache.Code], key: str, hurry: bool = False) -> None:
        self._program, self._status = program, 0
        self._parts: list[bytes] = []
        with uninterrupted(), _numba_at_rest(hurry):
            self._reader, writer = os.pipe()
            for stream in (sys.stdout, sys.stderr):
                if stream is not None:
                    stream.flush()
            with warnings.catch_warnings():
                warnings.simplefilter(
                    "ignore"
                )  # Python warns of forks of processes with threads; this one does not use their objects
                self._child: int | None = os.fork()
            if self._child == 0:  # the child never returns from here, whatever signal is pending
                _child(work, key, writer)
            os.close(writer)
            self._running.add(self)  # before Ctrl-C works again, so that the end of this process ends the child, too

    def done(self, seconds: float = 0.0) -> bool:
        """Whether it is done; waits for at most this many seconds."""
        until = time.monotonic() + seconds
        while self._child is not None:
            ready, _, _ = select.select([self._reader], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                return False
            part = os.read(self._reader, 1 << 20)
            if part:
                self._parts.append(part)
            else:
                self._close()
        return True

    def wait(self) -> None:
        """Wait until it is done. A terminal shows what takes so long; Ctrl-C ends it."""
        what = f"compiling {self._program.algorithm.id} for {self._program.game.name} ..."
        try:
            if not self.done(_ANNOUNCE) and not _silent and sys.stderr is not None and sys.stderr.isatty():
                sys.stderr.write(what + "\r")
                sys.stderr.flush()
                self.done(float(_FOREVER))
                sys.stderr.write(" " * len(what) + "\r")
                sys.stderr.flush()
            self.done(float(_FOREVER))
        except BaseException:
            self.end()
            raise

    def code(self) -> cache.Code:
        """The machine code, when it is done. Raises what went wrong in that process."""
        return _answered(self._program, b"".join(self._parts), self._status)

    def end(self) -> None:
        """Stop it."""
        if self._child is not None:
            os.kill(self._child, signal.SIGKILL)
            self._close()
        if self._program.compilation is self:
            self._program.compilation = None

    def _close(self) -> None:
        if self._child is not None:
            os.close(self._reader)
            _pid, self._status = os.waitpid(self._child, 0)
            self._child = None
        self._running.discard(self)

    @classmethod
    def end_all(cls) -> None:
        for each in list(cls._running):
            each.end()


atexit.register(Compilation.end_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=Compilation._running.clear)  # another process's children are not ours to end


class BackgroundCompile:
    """Called now and then by a search in plain Python: is machine code ready to take over?

    After `patience` seconds it starts to compile in another process, and the search continues until that is done. A
    game that cannot be compiled continues in plain Python, unless machine code is `wanted`.
    """

    def __init__(self, program: Program, task: Task, patience: float, hurry: bool, wanted: bool = False) -> None:
        self.ready = False
        self.error: Exception | None = None
        self._program, self._task, self._patience, self._hurry = program, task, patience, hurry
        self._wanted, self._began = wanted, time.perf_counter()

    def __call__(self) -> bool:
        if self.error is not None or time.perf_counter() - self._began < self._patience:
            return False
        if self._program.stored or not can_fork():
            self.ready = True
            return True
        if not LOCK.acquire(blocking=False):  # another thread is doing it
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


_silent: list[object] = []  # one for each caller that shows itself that something is running


@contextmanager
def silent() -> Iterator[None]:
    """In this block nothing is printed about compiling: the caller shows progress, or nobody reads the output."""
    mark = object()
    _silent.append(mark)
    try:
        yield
    finally:
        _silent.remove(mark)


@contextmanager
def _numba_at_rest(hurry: bool) -> Iterator[None]:
    """Make sure that no other thread is in the middle of compiling when this process is copied.

    Numba is loaded here, for all later compilations. In a hurry, if it is not loaded yet, the child loads it.
    """
    if hurry and "numba" not in sys.modules:
        yield
        return
    with ExitStack() as held:
        with blaming_the_compiler():
            from halfmove.engine.native.numba import compiler

            held.enter_context(compiler.at_rest())
        yield


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Delay Ctrl-C to the end of this block: it must not interrupt an import or a fork."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pending: list[Any] = []
    before = signal.signal(signal.SIGINT, lambda *given: pending.append(given))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before if before is not None else signal.SIG_DFL)
        if pending and callable(before):
            before(*pending[0])


# The process that compiles, and its answer: a line of JSON, then object code


def _child(work: Callable[[], cache.Code], key: str, writer: int) -> None:
    """Compile, write the answer, and end."""
    try:
        threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
        gc.disable()  # collecting garbage would copy the memory that this process shares with its parent
        _leave_working_directory()
        faulthandler.disable()  # if machine code crashes, the parent explains it in a sentence
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        head, code = _try(work)
        if code:
            cache.save(key, cache.Code(head["names"], head["needs"], code))
        payload = json.dumps(head).encode() + b"\n" + code
        while payload:
            payload = payload[os.write(writer, payload) :]
    finally:
        os._exit(0)


def _leave_working_directory() -> None:
    """Leave the current folder: it may be deleted while this process compiles, and Python looks it up now and then."""
    with suppress(OSError):
        if folder := os.environ.get("HALFMOVE_CACHE"):
            os.environ["HALFMOVE_CACHE"] = os.path.abspath(folder)
    os.chdir("/")


def _try(work: Callable[[], cache.Code]) -> tuple[dict[str, Any], bytes]:
    try:
        names, needs, code = work()
        return {"names": names, "needs": needs, "size": len(code), "faults": ways.known_faults()}, code
    except NeedsFloatScores:
        return {"real": True}, b""
    except NotCompilable as error:
        return {"not_compilable": str(error)}, b""
    except UsageError as error:
        return {"usage": str(error)}, b""
    except GameError as error:
        return {"game": str(error)}, b""
    except BaseException as error:
        last = traceback.format_exception_only(error)[-1].strip()
        return {"not_compilable": f"{last} (an error of a rule, or of halfmove itself)"}, b""


def _answered(program: Program, answer: bytes, status: int) -> cache.Code:
    name = program.game.name
    if not answer:
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGALRM:
            raise NotCompilable(
                f"{name}: as machine code one of its rules never returns; an int past 63 bits is likely"
            )
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGKILL, signal.SIGTERM):
            raise NotCompilable(f"{name}: the process that compiles it was ended from outside")
        raise NotCompilable(
            f"{name}: its machine code crashed when its rules were tried; an index out of range is likely"
        )
    text, _, code = answer.partition(b"\n")
    head = json.loads(text)
    if len(code) != head.get("size", 0):
        raise NotCompilable(f"{name}: the process that compiles it was ended from outside")
    if "usage" in head:
        raise UsageError(head["usage"])
    if head.get("real"):
        raise NeedsFloatScores
    if "not_compilable" in head:
        raise NotCompilable(head["not_compilable"])
    if "game" in head:
        raise SpeedsDiffer(head["game"])
    ways.learn(head["faults"])
    warn_of_the_plain_way()
    return cache.Code(head["names"], head["needs"], code)
