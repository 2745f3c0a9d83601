"""What all pages share: one HTML file that loads nothing, its table of contents, tables, and its provenance."""

from __future__ import annotations

import html
import platform
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from importlib.resources import files

import halfmove
from halfmove.base.identity import own_hash
from halfmove.base.printable import printable

_LONG = 16  # the head of a row is never broken if it has at most this many letters


@dataclass(frozen=True)
class Entry:
    """A line of the table of contents: where it leads, and the lines below it."""

    anchor: str
    name: str
    below: tuple[Entry, ...] = ()


def document(title: str, parts: Iterable[str], style: str = "", contents: Sequence[Entry] = ()) -> str:
    """The whole file; `parts` are HTML. Control characters that reverse a line or that HTML forbids are made visible.

    The `contents` are beside the parts where there is room, else above them.
    """
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    head += f'<meta name="color-scheme" content="light dark"><title>{text(title)}</title>'
    head += f"<style>{shared_style()}{style}</style>"
    content = "\n".join(parts)
    if contents:
        skip = '<a class="skip" href="#content">Skip the contents</a>'
        nav = f'<nav class="contents" aria-label="Contents"><p>Contents</p>{_entries(contents)}</nav>'
        content = f'{skip}{nav}\n<main id="content">\n{content}\n</main>'
    kind = ' class="with-contents"' if contents else ""
    return printable(f'<!doctype html>\n<html lang="en"><head>{head}</head><body{kind}>\n{content}\n</body></html>\n')


@cache
def shared_style() -> str:
    """The style of all pages, without its comments."""
    written = (files("halfmove.reports") / "page.css").read_text(encoding="utf-8")
    return re.sub(r"/\*.*?\*/\n*", "", written, flags=re.DOTALL)


def text(words: object) -> str:
    """A text as HTML; a number and its per cent sign stay in one line."""
    return re.sub(r"(?<=\d) %", "\u00a0%", html.escape(str(words), quote=True))


def code(words: object) -> str:
    """A command: it is broken between its words, and inside a word only if that is longer than a line.

    >>> code("halfmove study -a sss_star")
    '<code><span>halfmove</span> <span>study</span> <span>-a</span> <span>sss_star</span></code>'
    """
    return f"<code>{' '.join(f'<span>{text(word)}</span>' for word in str(words).split(' '))}</code>"


def anchor(*words: str) -> str:
    """A name for links and styles, made from texts."""
    return "-".join("".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in each) for each in words)


def table(heads: Sequence[str], rows: Iterable[str], caption: str, words: Iterable[int] = (0,)) -> str:
    """A table that scrolls in a box of its own where it is too wide. Rows are HTML; `words` are the columns of text."""
    kinds = dict.fromkeys(words, ' class="words"')
    head = "".join(f'<th scope="col"{kinds.get(place, "")}>{text(name)}</th>' for place, name in enumerate(heads))
    grid = (
        f"<caption><span>{text(caption)}</span></caption><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
    )
    return boxed(f"<table>{grid}</table>", caption)


def row_head(words: object, link: str = "") -> str:
    """The head of a row; a long one may be broken on a narrow page. `link` is the anchor it leads to, on this page."""
    shown = f'<a href="#{link}">{text(words)}</a>' if link else text(words)
    return f'<th scope="row"{" class=wraps" if len(str(words)) > _LONG else ""}>{shown}</th>'


def boxed(content: str, name: str) -> str:
    """Content that may be wider than the page: it scrolls, with keys too."""
    return f'<div class="wide" role="region" tabindex="0" aria-label="{text(name)}">{content}</div>'


def facts(about: Mapping[str, str], caption: str) -> str:
    """A table of names and their values."""
    rows = "".join(
        f'<tr><th scope="row">{text(key)}</th><td class="words sentence">{code(value)}</td></tr>'
        for key, value in about.items()
    )
    return boxed(f"<table><caption><span>{text(caption)}</span></caption><tbody>{rows}</tbody></table>", caption)


def _entries(entries: Sequence[Entry]) -> str:
    lines = []
    for each in entries:
        name = text(each.name)
        link = f'<a href="#{text(each.anchor)}" title="{name}">{name}</a>'
        lines.append(f"<li>{link}{_entries(each.below) if each.below else ''}</li>")
    return f"<ul>{''.join(lines)}</ul>"


def machine() -> str:
    return f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"


def version() -> dict[str, str]:
    """The version of halfmove, as facts. The hash is that of the running code, in a repository or not."""
    return {"version": f"halfmove {halfmove.__version__}", "hash of its code": own_hash()}


def libraries() -> str:
    """The libraries whose version could matter."""
    named = []
    for name in ("numpy", "numba"):
        try:
            named.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            continue
    return ", ".join(named) or "none"
