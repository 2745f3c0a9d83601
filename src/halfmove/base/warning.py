"""Warnings that point at the line of a user's program that caused them, and not at one of this package."""

from __future__ import annotations

import sys
import warnings


def warn(sentence: str) -> None:
    """Give a RuntimeWarning at the innermost line that is not in halfmove."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "halfmove":
        level, frame = level + 1, frame.f_back
    warnings.warn(sentence, RuntimeWarning, stacklevel=level)
