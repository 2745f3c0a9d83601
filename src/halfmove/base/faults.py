"""What went wrong in a user's own function, in one sentence: the call, the error, file and line.

>>> def show(pins):
...     return "|" * pins + 1
>>> try:
...     show(3)
... except TypeError as error:
...     print(error_text(error).partition(" (")[0])
show(3) raises TypeError: can only concatenate str
"""

from __future__ import annotations

import traceback
from pathlib import Path
from types import FrameType

from halfmove.base.checks import shown

_PACKAGE = str(Path(__file__).parent.parent)


def error_text(error: BaseException) -> str:
    """The error with its place; and with the call that raised it, if that is a function outside of this package."""
    frames = list(traceback.walk_tb(error.__traceback__))
    words = f"{type(error).__name__}: {error}"
    if not frames:
        return words
    frame, line = frames[-1]
    place = f"({frame.f_code.co_filename}:{line})"
    ours = [number for number, (each, _) in enumerate(frames) if each.f_code.co_filename.startswith(_PACKAGE)]
    theirs = [each for each, _ in frames[ours[-1] + 1 if ours else 0 :] if each.f_code.co_name != "<module>"]
    return f"{_call(theirs[0])} raises {words} {place}" if theirs else f"{words} {place}"


def _call(frame: FrameType) -> str:
    """A function with the arguments that it was called with."""
    code = frame.f_code
    names = code.co_varnames[: code.co_argcount]
    given = [shown(frame.f_locals[name]) if name in frame.f_locals else name for name in names]
    name = "a lambda" if code.co_name == "<lambda>" else code.co_name
    return f"{name}({', '.join(given)})"
