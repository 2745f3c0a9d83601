"""Ctrl-C: the program ends at once with code 130, unless there is something to save or show first.

This module is loaded first, so that Ctrl-C works while the rest is loading. Therefore it imports little.
"""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

INTERRUPTED = 130
SENTENCE = "stopped by Ctrl-C"

_heard = False


def watch() -> None:
    """From now on Ctrl-C ends this process at once. If it is ignored, as under nohup, it stays ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end_at_once)
        sys.unraisablehook = _unraisable


class interruptible:
    """In this context Ctrl-C raises KeyboardInterrupt, so that results can be saved."""

    def __enter__(self) -> None:
        self._ours = signal.getsignal(signal.SIGINT) is _end_at_once
        if self._ours:
            signal.signal(signal.SIGINT, _raise)

    def __exit__(self, *_: Any) -> None:
        if self._ours:
            signal.signal(signal.SIGINT, _end_at_once)


def heard() -> bool:
    """Whether Ctrl-C was raised; a library may have turned it into another error."""
    return _heard


def forget() -> None:
    """Forget a Ctrl-C that has been handled."""
    global _heard
    _heard = False


def end_children() -> None:
    """End the processes that compile, and engines. Those of a study notice by themselves that this process is gone."""
    compiling: Any = sys.modules.get("halfmove.engine.native.compiling")
    if hasattr(compiling, "Compilation"):  # it may be half loaded
        compiling.Compilation.end_all()
    engines: Any = sys.modules.get("halfmove.uci.process")
    if hasattr(engines, "kill_engines"):
        engines.kill_engines()


def _end_at_once(*_: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        end_children()
        clear = b"\r\x1b[J" if os.isatty(2) else b""
        os.write(2, clear + f"halfmove: {SENTENCE}\n".encode())
    finally:
        os._exit(INTERRUPTED)


def _raise(*_: Any) -> None:
    global _heard
    _heard = True
    raise KeyboardInterrupt


def _unraisable(what: Any) -> None:
    """Python drops errors in some places, such as finalizers; Ctrl-C must not be lost there."""
    if issubclass(what.exc_type, KeyboardInterrupt):
        _end_at_once()
    sys.__unraisablehook__(what)
