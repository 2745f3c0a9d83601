"""Text that is safe to show: what a person wrote cannot steer a terminal, nor turn the direction of a line."""

from __future__ import annotations

import re

# C0 and C1 controls, marks and overrides of direction, separators of lines, noncharacters kept for our own styles,
# and halves of characters, which cannot be written.
_STEERING = "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufdd0-\ufdef\ud800-\udfff"
_IN_TEXT = re.compile(f"[{_STEERING}]")
_IN_A_LINE = re.compile(f"[\t\n{_STEERING}]")


def printable(text: str) -> str:
    r"""Text of several lines, with everything that steers written out.

    >>> printable("red: \x1b[31m")
    'red: \\x1b[31m'
    """
    return _IN_TEXT.sub(_written_out, text)


def printable_line(text: str) -> str:
    r"""The same for what must stay in one line, such as a name.

    >>> printable_line("one\ntwo")
    'one\\ntwo'
    """
    return _IN_A_LINE.sub(_written_out, text)


def _written_out(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")
