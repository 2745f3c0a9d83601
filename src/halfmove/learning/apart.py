"""Work in a process of its own that may not end: it is ended from outside, and its answer is plain data."""

from __future__ import annotations

import json
import os
import select
import signal
import time
from collections.abc import Callable
from typing import Any

from halfmove.base.reading import json_of
from halfmove.engine import can_fork

_CALL = 0.5  # seconds of the processor that one call may take
_AT_ONCE = 1 << 16


class TookTooLong(Exception):
    """A call took longer than any legal one should."""


class Alarm:
    """In this block, work that takes too long ends with an error. Only in a process of its own."""

    armed = False

    def __enter__(self) -> None:
        if Alarm.armed:
            signal.setitimer(signal.ITIMER_VIRTUAL, _CALL, _CALL)

    def __exit__(self, *_: object) -> None:
        if Alarm.armed:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def apart(work: Callable[[], Any], seconds: float) -> Any:
    """What `work` returns, as plain data; None if it fails, takes longer, or this system has no processes for it."""
    if not can_fork():
        return None
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        _work_and_end(work, writing)
    os.close(writing)
    try:
        content = _content(reading, time.monotonic() + seconds)
    finally:
        os.close(reading)
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
    try:
        return None if content is None else json_of(content)
    except ValueError:
        return None


def _work_and_end(work: Callable[[], Any], writing: int) -> None:
    """Do the work in the new process, write its answer to a pipe, and end without anything else."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGVTALRM, _raise)
        Alarm.armed = True
        silent = os.open(os.devnull, os.O_RDWR)
        for each in (0, 1, 2):
            os.dup2(silent, each)
        answer = json.dumps(work()).encode()
        while answer:
            answer = answer[os.write(writing, answer) :]
    finally:
        os._exit(0)


def _raise(*_: object) -> None:
    raise TookTooLong


def _content(reading: int, until: float) -> bytes | None:
    """All bytes of a pipe; None if its other end is still open when the time is over."""
    parts: list[bytes] = []
    while True:
        left = until - time.monotonic()
        if left <= 0 or not select.select([reading], [], [], left)[0]:
            return None
        part = os.read(reading, _AT_ONCE)
        if not part:
            return b"".join(parts)
        parts.append(part)
