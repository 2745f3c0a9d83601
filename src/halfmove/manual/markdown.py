"""The Markdown of the documentation, as blocks of text.

It knows what the pages of halfmove use: headings, paragraphs, lists, tables, code between fences, pictures and links.
Comments are left out. HTML is text like any other, except for <br>.

>>> [type(block).__name__ for block in blocks("# Nim\\n\\nTake some:\\n\\n- one\\n- or two\\n")]
['Heading', 'Paragraph', 'Items']
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_FENCE = re.compile(r"( {0,3})(`{3,})(\w*)\s*$")
_HEADING = re.compile(r"(#{1,6}) +(.+)")
_MARK = re.compile(r"([-*]|\d+\.) +")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_RULER = re.compile(r"\|[\s:|-]+\|?$")  # the second line of a table
_TEXT = r"((?:[^\[\]`]|`[^`]*`|\[[^\[\]]*\])*)"
_INLINE = re.compile(
    r"(?P<ticks>`+)(?P<code>.+?)(?P=ticks)(?!`)"
    r"|\\(?P<plain>[\\`*_{}\[\]()#+.!|<>~-])"
    rf"|!\[(?P<instead>[^\]]*)\]\((?P<picture>[^)\s]+)\)"
    rf"|\[(?P<link>{_TEXT})\]\((?P<target>[^)\s]+)\)"
    r"|(?P<line><br>)"
    r"|\*\*(?=\S)(?P<strong>.+?)(?<=\S)\*\*"
    r"|(?<![\w*])\*(?=[^\s*])(?P<soft>.+?)(?<=[^\s*])\*(?!\w)",
    re.DOTALL,
)


@dataclass(frozen=True)
class Heading:
    level: int
    text: str


@dataclass(frozen=True)
class Paragraph:
    text: str


@dataclass(frozen=True)
class Code:
    language: str
    text: str


@dataclass(frozen=True)
class Table:
    """Rows of cells; the first row has their heads, which may all be empty."""

    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Items:
    """A list. Each item is a list of blocks; a numbered list has the first number."""

    items: tuple[tuple[Block, ...], ...]
    first: int | None = None


Block = Heading | Paragraph | Code | Table | Items


def blocks(text: str) -> list[Block]:
    """The blocks of a page."""
    return list(_blocks(_without_comments(text).split("\n")))


def _without_comments(text: str) -> str:
    """Code may show comments; they stay there."""
    parts = re.split(r"(^ *```.*?^ *```|`[^`\n]+`)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if i % 2 else _COMMENT.sub("", part) for i, part in enumerate(parts))


def _blocks(lines: list[str]) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            at += 1
        elif fence := _FENCE.match(line):
            end = next((i for i in range(at + 1, len(lines)) if lines[i].strip() == fence[2]), len(lines))
            yield Code(fence[3], "\n".join(each.removeprefix(fence[1]) for each in lines[at + 1 : end]).rstrip())
            at = end + 1
        elif heading := _HEADING.match(line):
            yield Heading(len(heading[1]), heading[2].strip())
            at += 1
        elif line.startswith("|") and at + 1 < len(lines) and _RULER.match(lines[at + 1]):
            end = _end(lines, at, lambda each: each.startswith("|"))
            yield Table(tuple(_cells(each) for i, each in enumerate(lines[at:end]) if i != 1))
            at = end
        elif _MARK.match(line):
            end = _end_of_list(lines, at)
            yield _list(lines[at:end])
            at = end
        else:
            end = _end(lines, at, _goes_on)
            yield Paragraph("\n".join(each.strip() for each in lines[at:end]))
            at = end


def _end(lines: list[str], at: int, inside: Callable[[str], bool]) -> int:
    return next((i for i in range(at + 1, len(lines)) if not inside(lines[i])), len(lines))


def _goes_on(line: str) -> bool:
    """Whether a line belongs to the paragraph before it."""
    return bool(line.strip()) and not _FENCE.match(line) and not _HEADING.match(line)


def _cells(line: str) -> tuple[str, ...]:
    inner = line.strip().removeprefix("|").removesuffix("|")
    return tuple(cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner))


def _end_of_list(lines: list[str], at: int) -> int:
    """A list ends before a line that is neither an item nor indented, after an empty line."""
    empty = False
    for i in range(at + 1, len(lines)):
        if lines[i].strip():
            if empty and not lines[i].startswith(" ") and not _MARK.match(lines[i]):
                return i
            empty = False
        else:
            empty = True
    return len(lines)


def _list(lines: list[str]) -> Items:
    items: list[list[str]] = []
    for line in lines:
        if mark := _MARK.match(line):
            items.append([line[mark.end() :]])
        else:
            items[-1].append(line)
    first = _MARK.match(lines[0])
    number = int(first[1][:-1]) if first is not None and first[1][:-1] else None
    return Items(tuple(tuple(_blocks(_dedented(item))) for item in items), number)


def _dedented(item: list[str]) -> list[str]:
    """The lines of an item, the later ones without the indent of the first of them."""
    indent = next((len(line) - len(line.lstrip()) for line in item[1:] if line.strip()), 0)
    return [item[0], *(line[min(indent, len(line) - len(line.lstrip())) :] for line in item[1:])]


# Inside a paragraph


@dataclass(frozen=True)
class Words:
    """A piece of text: plain, "code", "strong", "soft", "line" for a new line, "link" or "picture" with a target."""

    text: str
    kind: str = ""
    target: str = ""


def words(text: str) -> Iterator[Words]:
    """The pieces of a paragraph; the text of links and of stressed words may have pieces again.

    >>> [(each.text, each.kind) for each in words("SSS* reads `a*b` and PS\\\\*, see [the *list*](list.md)")]
    [('SSS* reads ', ''), ('a*b', 'code'), (' and PS', ''), ('*', ''), (', see ', ''), ('the *list*', 'link')]
    """
    at = 0
    for found in _INLINE.finditer(text):
        if found.start() > at:
            yield Words(text[at : found.start()])
        at = found.end()
        if found["code"] is not None:
            yield Words(found["code"].replace("\n", " "), "code")
        elif found["plain"] is not None:
            yield Words(found["plain"])
        elif found["picture"] is not None:
            yield Words(found["instead"], "picture", found["picture"])
        elif found["link"] is not None:
            yield Words(found["link"], "link", found["target"])
        elif found["line"] is not None:
            yield Words("", "line")
        else:
            kind = "strong" if found["strong"] is not None else "soft"
            yield Words(found[kind], kind)
    if at < len(text):
        yield Words(text[at:])


def plain(text: str) -> str:
    """A paragraph without its marks, as words alone."""
    return "".join(
        plain(each.text) if each.kind in ("link", "strong", "soft") else " " if each.kind == "line" else each.text
        for each in words(text)
    )


def place(heading: str) -> str:
    """The name of a heading as the end of an address.

    >>> place("`check` says: what is *wrong*")
    'check-says-what-is-wrong'
    """
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", plain(heading).lower()).strip())
