"""The words of a PGN text with the numbers of their lines, game by game.

Read are: tags, moves and everything between them, comments in braces and after a semicolon, numbers such as $3,
variations in parentheses, and lines after a % at the left edge, which are for other programs. Variations are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from halfmove.base.checks import shown
from halfmove.errors import UsageError

MOST_WORDS = 500_000  # of one game
_LONGEST = 10_000  # characters of a tag or of a word
_TOKEN = re.compile(
    r"""
      (?P<blank>\s+ | ^%[^\n]*)
    | (?P<comment>\{[^}]*\} | ;[^\n]*)
    | (?P<tag>\[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\\n]|\\[^\n])*)"\s*\])
    | (?P<tagline>\[\s*(?P<key>\w+)\s*"(?P<words>[^\n]*)"\s*\][ \t]*$)  # with quotes that should be escaped
    | (?P<annotation>\$\d*)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<word>[^\s{}();\[\]$"]+)
    """,
    re.VERBOSE | re.MULTILINE | re.ASCII,
)


class Word(NamedTuple):
    """A word of a game: its kind is "move" (a move, a number or a result) or "comment"."""

    kind: str
    text: str
    line: int


class Chunk(NamedTuple):
    """The tags and words up to the next tags."""

    line: int
    tags: dict[str, str]
    words: list[Word]


def chunks(text: str, name: str) -> Iterator[Chunk]:
    """The games of a text; `name` is the name of its file. Raises UsageError at the first fault."""
    chunk, depth, opened = Chunk(1, {}, []), 0, 1
    for kind, words, line in _tokens(text, name):
        if kind == "tag" and depth:
            raise UsageError(f"{name}, line {opened}: the parenthesis of a variation is not closed")
        if kind == "tag" and chunk.words:
            yield chunk
            chunk = Chunk(line, {}, [])
        if kind == "tag":
            key, _, value = words.partition(" ")
            if not chunk.tags:
                chunk = chunk._replace(line=line)
            chunk.tags.setdefault(key, value)  # a tag that is given twice counts once
        elif kind == "open":
            opened = line if not depth else opened
            depth += 1
        elif kind == "close":
            depth -= 1
            if depth < 0:
                raise UsageError(f"{name}, line {line}: this parenthesis closes nothing")
        elif depth == 0:
            chunk.words.append(Word("comment" if kind == "comment" else "move", words, line))
        if len(chunk.words) > MOST_WORDS or len(chunk.tags) > MOST_WORDS:
            raise UsageError(f"{name}, line {line}: this game has more than {MOST_WORDS:,} words, which is too many")
    if depth:
        raise UsageError(f"{name}, line {opened}: the parenthesis of a variation is not closed")
    if chunk.words or chunk.tags:
        yield chunk


def _tokens(text: str, name: str) -> Iterator[tuple[str, str, int]]:
    """(the kind of a token, its text, its line)"""
    at, line = 0, 1
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise UsageError(f"{name}, line {line}: {_fault(text, at)}")
        kind, words = str(found.lastgroup), found[0]
        if kind == "comment":
            yield "comment", " ".join(words.strip("{};" if words[0] == "{" else "").lstrip(";").split()), line
        elif kind in ("tag", "tagline"):
            key, value = found["name"] or found["key"], found["value"] if kind == "tag" else found["words"]
            if len(key) + len(value) > _LONGEST:
                raise UsageError(f"{name}, line {line}: a tag has more than {_LONGEST:,} characters")
            yield "tag", f"{key} " + re.sub(r'\\(["\\])', r"\1", value), line
        elif kind not in ("blank", "annotation"):
            if len(words) > _LONGEST:
                raise UsageError(f"{name}, line {line}: a word has more than {_LONGEST:,} characters")
            yield kind, words, line
        line += words.count("\n")
        at = found.end()


def _fault(text: str, at: int) -> str:
    """What is wrong with a text that is no token."""
    sign = text[at]
    if sign == "{":
        return "the comment that begins here does not end"
    if sign == "[":
        return f'{shown(text[at : at + 40].splitlines()[0])} is no tag, which is written like [White "Ann"]'
    return f"{shown(sign)} has no meaning here"
