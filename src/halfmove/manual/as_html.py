"""A page of the documentation as HTML: one file that loads nothing, with links to the other pages beside it."""

from __future__ import annotations

import base64
import posixpath
from collections.abc import Iterable, Sequence
from pathlib import Path

from halfmove.base.shipped import DOCS, EXAMPLES, PAPERS, shipped
from halfmove.manual.markdown import Block, Code, Heading, Items, Paragraph, Table, blocks, place, plain, words
from halfmove.manual.pages import Page, page_at, pages
from halfmove.reports.page import Entry, boxed, document, text

START = "index.html"
TITLE = "The documentation of halfmove"
_PICTURES = {".svg": "image/svg+xml", ".png": "image/png"}
_STYLE = """
pre { overflow-x: auto; padding: .7rem .9rem; background: var(--tint); border-radius: .4rem; line-height: 1.4 }
pre code { font-size: .86rem; white-space: pre; overflow-wrap: normal }
:not(pre) > code { background: var(--tint); border-radius: .25rem; padding: .05rem .25rem }
th, td { text-align: left; white-space: normal; vertical-align: top; min-width: 4rem }
td code { overflow-wrap: anywhere }
img { max-width: 100%; background: #fff; border-radius: .4rem }
.ways { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; font-size: .875rem; margin-bottom: 1.5rem }
.topics { columns: 17rem; column-gap: 2.5rem; padding: 0; list-style: none; max-width: none }
.topics li { break-inside: avoid; padding: .15rem 0 }
@media (prefers-color-scheme: dark) { img { filter: brightness(.9) } }
"""


def page_html(page: Page) -> str:
    """The whole file of a page."""
    found = blocks(page.text)
    content = [_ways(page), *(_block(each, page) for each in found)]
    return document(page.title, content, _STYLE, _contents(found))


def start_html() -> str:
    """The first file: all pages by section."""
    parts = [f"<h1>{TITLE}</h1>"]
    parts.append("<p>Pages about a word: <code>halfmove docs WORD</code></p>")
    for section in dict.fromkeys(page.section for page in pages()):
        links = (
            f'<li><a href="{text(_file(page))}">{text(page.title)}</a></li>'
            for page in pages()
            if page.section == section
        )
        parts.append(f'<h2>{text(section)}</h2><ul class="topics">{"".join(links)}</ul>')
    return document(TITLE, parts, _STYLE)


def files() -> dict[str, str]:
    """All files, by their paths."""
    return {START: start_html()} | {_file(page): page_html(page) for page in pages()}


def _file(page: Page) -> str:
    return page.path.removesuffix(".md") + ".html"


def address(page: Page | None) -> str:
    """The path of a page's file; of the first one without a page."""
    return START if page is None else _file(page)


def _ways(page: Page) -> str:
    """The links to the contents, and to the pages before and after."""
    at = pages().index(page)
    ways = [("All pages", START)]
    ways += [(f"← {each.title}", _file(each)) for each in pages()[max(at - 1, 0) : at]]
    ways += [(f"{each.title} →", _file(each)) for each in pages()[at + 1 : at + 2]]
    links = (f'<a href="{text(_from(page, target))}">{text(name)}</a>' for name, target in ways)
    return f'<nav class="ways" aria-label="Other pages">{"".join(links)}</nav>'


def _from(page: Page, target: str) -> str:
    return posixpath.relpath(target, posixpath.dirname(page.path) or ".")


def _contents(found: Sequence[Block]) -> list[Entry]:
    entries: list[Entry] = []
    for each in found:
        if isinstance(each, Heading) and each.level == 2:
            entries.append(Entry(place(each.text), plain(each.text)))
        elif isinstance(each, Heading) and each.level == 3 and entries:
            last, below = entries[-1], Entry(place(each.text), plain(each.text))
            entries[-1] = Entry(last.anchor, last.name, (*last.below, below))
    return entries if len(entries) > 1 else []


def _block(block: Block, page: Page) -> str:
    if isinstance(block, Heading):
        level = f"h{block.level}"
        return f'<{level} id="{text(place(block.text))}">{_line(block.text, page)}</{level}>'
    if isinstance(block, Code):
        return f'<pre tabindex="0"><code>{text(block.text)}</code></pre>'
    if isinstance(block, Table):
        return _table(block, page)
    if isinstance(block, Items):
        tag = "ul" if block.first is None else f'ol start="{block.first}"'
        return f"<{tag}>{''.join(f'<li>{_item(item, page)}</li>' for item in block.items)}</{tag[:2]}>"
    return f"<p>{_line(block.text, page)}</p>"


def _item(item: Iterable[Block], page: Page) -> str:
    """A single paragraph in an item needs no space around it."""
    inner = list(item)
    if inner and isinstance(inner[0], Paragraph):
        return _line(inner[0].text, page) + "".join(_block(each, page) for each in inner[1:])
    return "".join(_block(each, page) for each in inner)


def _table(block: Table, page: Page) -> str:
    heads, *rows = block.rows
    head = "".join(f'<th scope="col">{_line(cell, page)}</th>' for cell in heads) if any(heads) else ""
    body = "".join(f"<tr>{''.join(f'<td>{_line(cell, page)}</td>' for cell in row)}</tr>" for row in rows)
    name = ", ".join(plain(head) for head in heads if head) or "Table"
    return boxed(f"<table>{head and f'<thead><tr>{head}</tr></thead>'}<tbody>{body}</tbody></table>", name)


def _line(line: str, page: Page) -> str:
    """The pieces of a paragraph."""
    parts = []
    for each in words(line):
        if each.kind == "code":
            parts.append(f"<code>{text(each.text)}</code>")
        elif each.kind == "line":
            parts.append("<br>")
        elif each.kind == "picture":
            parts.append(_picture(each.text, each.target, page))
        elif each.kind == "link":
            inner, target = _line(each.text, page), _target(each.target, page)
            parts.append(f'<a href="{text(target)}">{inner}</a>' if target else inner)
        elif each.kind:
            tag = {"strong": "strong", "soft": "em"}[each.kind]
            parts.append(f"<{tag}>{_line(each.text, page)}</{tag}>")
        else:
            parts.append(text(each.text))
    return "".join(parts)


def _target(target: str, page: Page) -> str:
    """Where a link leads: to another page, to an example or a paper, to the network; "" if that is not here."""
    if "://" in target or target.startswith("#"):
        return target
    path, _, at = target.partition("#")
    if (other := page_at(path, page)) is not None:
        return _from(page, _file(other)) + (f"#{at}" if at else "")
    found = posixpath.normpath(posixpath.join(DOCS, posixpath.dirname(page.path), path))
    folder, _, rest = found.partition("/")
    file = _shipped_file(folder, rest) if folder in (EXAMPLES, PAPERS) else None
    return "" if file is None else file.as_uri()


def _shipped_file(folder: str, rest: str) -> Path | None:
    file = shipped(folder) / rest
    return file if file.exists() else None


def _picture(instead: str, target: str, page: Page) -> str:
    file = (page.file.parent / target).resolve()
    if file.suffix not in _PICTURES or not file.is_file():
        return text(instead)
    data = base64.b64encode(file.read_bytes()).decode()
    return f'<img alt="{text(instead)}" src="data:{_PICTURES[file.suffix]};base64,{data}">'
