"""Text that is safe to show: it cannot control a terminal or change the direction of a line."""

from __future__ import annotations

import re

# C0 and C1 controls, direction marks and overrides, line separators, noncharacters that we use for our own styles, and
# surrogates, which cannot be written.
_CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufdd0-\ufdef\ud800-\udfff"
_IN_TEXT = re.compile(f"[{_CONTROLS}]")
_IN_A_LINE = re.compile(f"[\t\n{_CONTROLS}]")


def printable(text: str) -> str:
    r"""Text of several lines, with all control characters escaped.

    >>> printable("red: \x1b[31m")
    'red: \\x1b[31m'
    """
    return _IN_TEXT.sub(_escaped, text)


def printable_line(text: str) -> str:
    r"""The same for text that must stay on one line, such as a name.

    >>> printable_line("one\ntwo")
    'one\\ntwo'
    """
    return _IN_A_LINE.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")
