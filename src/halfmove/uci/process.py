"""An engine in a process of its own, which this process starts, talks to, and ends.

No shell is used. However this process ends, the engine does not stay behind: it is told to quit and killed if it does
not; on Linux the system kills it when this process is killed; elsewhere its standard input ends.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from halfmove.base.printable import printable_line
from halfmove.errors import HalfmoveError

_LONGEST = 1 << 16  # letters of a line; the rest is left out
_WAITING_LINES = 10_000  # an engine that says more than this process reads has to wait
_MOMENT = 1.0  # seconds that an engine has to quit
_SHOWN = 200  # letters of what it wrote to standard error
_KILL_WITH_PARENT = 1  # PR_SET_PDEATHSIG

Heard = Callable[[list[str]], Any]

_running: set[EngineProcess] = set()


class EngineFailed(HalfmoveError):
    """An engine does not start, does not answer, or has ended."""


class EngineProcess:
    """A running engine.

    Parameters
    ----------
    command : tuple of str
        The program and its arguments.
    name : str
        What it is called in errors.
    """

    def __init__(self, command: tuple[str, ...], name: str) -> None:
        self.name = name
        self._lines: queue.Queue[str | None] = queue.Queue(_WAITING_LINES)
        self._last_errors: deque[str] = deque(maxlen=1)
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        _end_them_when_terminated()
        try:
            # Ctrl-C at the terminal is for this process, which then ends the engine.
            self._process = subprocess.Popen(command, **pipes, start_new_session=True, preexec_fn=_before_engine)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise EngineFailed(f"{name} cannot be started: {reason}") from None
        _running.add(self)
        self._readers = [
            threading.Thread(target=self._read, daemon=True),
            threading.Thread(target=self._read_errors, daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    @property
    def runs(self) -> bool:
        return self in _running and self._process.poll() is None

    def say(self, line: str) -> None:
        """Send it a line. Raises EngineFailed if it has ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise EngineFailed(self._end_in_words()) from None

    def hear(self, word: str, seconds: float | None, each: Heard | None = None) -> list[str]:
        """The words of the next line that begins with this word. Raises EngineFailed after this many seconds.

        each   called with the words of the lines before it
        """
        until = None if seconds is None else time.monotonic() + seconds
        while True:
            left = None if until is None else until - time.monotonic()
            try:
                if left is not None and left <= 0:  # an engine may never stop to say something else
                    raise queue.Empty
                line = self._lines.get(timeout=left)
            except queue.Empty:
                raise EngineFailed(f"{self.name} did not say {word} within {seconds:.3g} seconds") from None
            if line is None:
                raise EngineFailed(self._end_in_words())
            words = line.split()
            if words[:1] == [word]:
                return words
            if each is not None and words:
                each(words)

    def forget_lines(self) -> None:
        """Drop what it has said and nobody has read."""
        for _ in range(self._lines.qsize()):  # not until there are none: it may go on to talk
            if self._lines.get() is None:
                self._lines.put(None)  # its end

    def end(self, kindly: bool = True) -> None:
        """Have it quit, or kill it. Afterwards nothing of it is left."""
        with suppress(EngineFailed):
            if kindly and self.runs:
                self.say("quit")
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            self._process.stdin.close()
        if kindly:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_MOMENT)
        self._kill()
        self._process.wait()
        _running.discard(self)
        self._unblock_reader()
        for reader in self._readers:
            reader.join(_MOMENT)

    def _kill(self) -> None:
        with suppress(ProcessLookupError, PermissionError):  # its children, too
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
        with suppress(OSError):
            self._process.kill()

    def _end_in_words(self) -> str:
        """How it has ended."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_MOMENT)
        for reader in self._readers[1:]:
            reader.join(_MOMENT)
        code = self._process.poll()
        words = f"{self.name} ended" if code is None or code >= 0 else f"{self.name} was ended by signal {-code}"
        words += f" with code {code}" if code is not None and code >= 0 else ""
        return words + (f": {self._last_errors[0]}" if self._last_errors else "")

    # Threads that read

    def _read(self) -> None:
        stream: Any = self._process.stdout
        with suppress(OSError, ValueError):
            is_rest = False
            while line := stream.readline(_LONGEST):
                if not is_rest:
                    self._lines.put(line.decode(errors="replace"))
                is_rest = not line.endswith(b"\n")
        self._lines.put(None)

    def _read_errors(self) -> None:
        stream: Any = self._process.stderr
        with suppress(OSError, ValueError):
            while line := stream.readline(_LONGEST):
                if line.strip():
                    self._last_errors.append(printable_line(line.decode(errors="replace").strip())[:_SHOWN])

    def _unblock_reader(self) -> None:
        """Make room in the queue, so that the thread that fills it ends."""
        until = time.monotonic() + _MOMENT
        while self._readers[0].is_alive() and time.monotonic() < until:
            with suppress(queue.Empty):
                while True:
                    self._lines.get_nowait()
            self._readers[0].join(0.01)


def end_engines() -> None:
    """End all engines of this process."""
    for each in list(_running):
        each.end()


def kill_engines() -> None:
    """End all engines of this process at once."""
    for each in list(_running):
        each._kill()
        with suppress(Exception):
            each._process.wait(_MOMENT)


atexit.register(kill_engines)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_running.clear)  # the engines of another process are not ours to end


def _system() -> Any:
    """The functions of the system, looked up before a process is forked."""
    try:
        return ctypes.CDLL(None).prctl if sys.platform == "linux" else None
    except (OSError, AttributeError):
        return None


_prctl = _system()


def _kill_with_parent() -> None:
    """In the new process: have the system kill it when this process dies."""
    _prctl(_KILL_WITH_PARENT, signal.SIGKILL)


_before_engine = None if _prctl is None else _kill_with_parent


def _end_them_when_terminated() -> None:
    """When this process is told to end, its engines are ended first."""
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _on_termination)


def _on_termination(*_: Any) -> None:
    kill_engines()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGTERM)
