"""The error for what a page does not have."""

from __future__ import annotations

from typing import Any

from halfmove.errors import HalfmoveError

Tree = Any  # plain data, for JSON


class NotPortable(HalfmoveError):
    """A function uses something that a page does not have."""


def missing(what: str, at: str) -> NotPortable:
    """The error for something that a page does not have, at a place in a file."""
    return NotPortable(f"a page does not have {what}{at and f' ({at})'}")
