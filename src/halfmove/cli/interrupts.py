"""Ctrl-C: the program ends at once with code 130, except where there is something to save or to show first.

This is loaded before everything else, so that Ctrl-C is understood while the rest is loading. So it imports little.
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
    """From now on Ctrl-C ends this process at once; where it is ignored, as under nohup, it stays so."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end_at_once)
        sys.unraisablehook = _unraisable


class interruptible:
    """With this, Ctrl-C raises KeyboardInterrupt, so that somebody can save what there is."""

    def __enter__(self) -> None:
        self._ours = signal.getsignal(signal.SIGINT) is _end_at_once
        if self._ours:
            signal.signal(signal.SIGINT, _raise)

    def __exit__(self, *_: Any) -> None:
        if self._ours:
            signal.signal(signal.SIGINT, _end_at_once)


def heard() -> bool:
    """Whether Ctrl-C was raised: a library may have made another error of it."""
    return _heard


def forget() -> None:
    """Ctrl-C was meant for something that is over."""
    global _heard
    _heard = False


def end_children() -> None:
    """End the processes that compile; those of a study see by themselves that this one is gone."""
    compiling: Any = sys.modules.get("halfmove.engine.native.compiling")
    if hasattr(compiling, "Compilation"):  # it may be half loaded
        compiling.Compilation.end_all()


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
