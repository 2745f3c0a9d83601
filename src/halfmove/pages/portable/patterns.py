"""Patterns of `re` as a page understands them."""

from __future__ import annotations

import re
from typing import Any

from halfmove.base import checks
from halfmove.pages.portable.refusals import missing

_PART = re.compile(
    r"(?P<escape>\\.)|(?P<odd>\(\?(?!:|=|!|<=|<!))|(?P<same>\((?:\?(?::|=|!|<=|<!))?|[)|])|(?P<end>[\^$.])"
    r"|(?P<set>\[\^?\]?(?:\\.|[^\]\\])*\])|(?P<times>(?:[*+?]|\{\d*,?\d*\})\??)|(?P<letter>.)",
    re.DOTALL,
)
_SPACES = r"\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"


def pattern_parts(pattern: re.Pattern[Any], at: str) -> list[str]:
    """The text and the flags of the same pattern in JavaScript, which counts fewer letters, digits and spaces."""
    flags, text = re.RegexFlag(pattern.flags), pattern.pattern
    if not isinstance(text, str) or flags & ~(re.A | re.U | re.I | re.M | re.S):
        raise missing(f"the flags of the pattern {checks.shown(text)}", at)
    sets = {"d": r"\p{Nd}", "w": r"\p{L}\p{N}_", "s": _SPACES}
    if flags & re.A:
        sets = {"d": "0-9", "w": "0-9a-zA-Z_", "s": r"\t-\r "}
    word, lines = f"[{sets['w']}]", bool(flags & re.M)
    alone = {letter: f"[{chars}]" for letter, chars in sets.items()}
    alone |= {letter.upper(): f"[^{chars}]" for letter, chars in sets.items()}
    alone |= {"A": "^", "Z": "(?![^])", "b": f"(?:(?<={word})(?!{word})|(?<!{word})(?={word}))"}
    ends = {"^": r"(?<![^\n])" if lines else "^", ".": "[^]" if flags & re.S else r"[^\n]"}
    ends["$"] = r"(?=\n|(?![^]))" if lines else r"(?=\n?(?![^]))"

    def letter(char: str, escaped: bool, special: str, known: dict[str, str]) -> str:
        if escaped and char in known:
            return known[char]
        if escaped and char in "ntrfv":
            return f"\\{char}"
        if escaped and char.isalnum():
            raise missing(f"`\\{char}` of the pattern {checks.shown(text)}", at)
        return f"\\x{ord(char):02x}" if char in special else char

    made, before = "", ""
    for part in _PART.finditer(text):
        kind, found = str(part.lastgroup), part[0]
        if kind == "odd" or (kind == "times" and (before == kind or found.startswith(("{,", "{}")))):
            raise missing(f"`{found}` of the pattern {checks.shown(text)}", at)
        if kind in ("escape", "letter"):
            made += letter(found[-1], kind == "escape", r"^$\.*+?()[]{}|/", alone)
        elif kind == "set":
            start = "[^" if found.startswith("[^") else "["
            chars = re.findall(r"\\?.", found[len(start) : -1], re.DOTALL)
            inner = [
                letter(each[-1], True, r"\[]^-", sets) if len(each) > 1 else letter(each, False, "[]^", {})
                for each in chars
            ]
            made += f"{start}{''.join(inner)}]"
        else:
            made += ends.get(found, found)
        before = kind
    return [made, "iu" if flags & re.I else "u"]
