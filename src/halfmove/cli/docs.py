"""`halfmove docs`: the documentation that comes with halfmove, in the browser or as text."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import click

from halfmove.base import outputs
from halfmove.cli import streams, text
from halfmove.cli.commands import Command
from halfmove.cli.opened import open_address
from halfmove.cli.paragraphs import room
from halfmove.cli.streams import bold, whole
from halfmove.manual import writing
from halfmove.manual.as_html import START, TITLE, address
from halfmove.manual.as_text import page_text
from halfmove.manual.pages import Page, find, pages

_COLUMNS = 80  # of text, where there is no terminal
_WIDEST = 100  # longer lines are hard to read
_MOST = 12  # pages with a word that are listed


@click.command("docs", cls=Command)
@click.argument("topic", nargs=-1)
@click.option("--list", "listed", is_flag=True, help="List the pages.")
@click.option("--text", "as_text", is_flag=True, help="Print the page as text, even if there is a browser.")
@click.option("--html", "folder", metavar="FOLDER", help="Write all pages to a folder, as HTML.")
@click.option("--json", "as_json", is_flag=True, help="Print the pages, or the page, as JSON.")
def command(topic: tuple[str, ...], listed: bool, as_text: bool, folder: str | None, as_json: bool) -> None:
    """Read the documentation that comes with halfmove. It needs no network.

    TOPIC is a page, an algorithm or a game; any other words list the pages in which they are. Without a TOPIC the
    contents are shown. The page opens in the browser. Without a browser, or in a pipe, it is printed as text.

    \b
      halfmove docs
      halfmove docs writing-a-game
      halfmove docs alpha-beta
      halfmove docs horizon effect
    """
    found = find(" ".join(topic)) if topic else []
    page = found[0] if found and (len(found) == 1 or _stands_out(found, topic)) else None
    if folder is not None:
        outputs.check_pages(folder, [address(each) for each in (None, *pages())], START, TITLE)
        writing.write_pages(Path(folder))
        click.echo(str(Path(folder) / address(page)))
        return
    if as_json:
        data = _data(page) | {"text": page.text} if page is not None else [_data(each) for each in found or pages()]
        click.echo(text.as_json(data))
        return
    if page is None and found:
        click.echo(_listing(found[:_MOST]))
        click.echo(f"\n{_how_many(len(found))} {text.hint('Read one', f'halfmove docs {found[0].topic}')}")
        return
    if not listed and not as_text and _opened(page):
        return
    if page is None:
        click.echo(_contents())
    else:
        click.echo(whole(page_text(page, min(room() or _COLUMNS, _WIDEST))), nl=False)


def _stands_out(found: Sequence[Page], topic: Sequence[str]) -> bool:
    """Whether the words are those of the title of one page alone."""
    asked = " ".join(topic).casefold().split()
    titled = [page for page in found if all(word in page.title.casefold() for word in asked)]
    return titled == [found[0]]


def _opened(page: Page | None) -> bool:
    """Open a page in the browser, and return True if that could be done."""
    if streams.room_on(sys.stdout) is None:
        return False
    file = writing.own_pages() / address(page)
    if not open_address(file.as_uri()):
        return False
    click.echo(str(file))
    return True


def _contents() -> str:
    sections = groupby(pages(), key=lambda page: page.section)
    parts = [f"{bold(section)}\n{_listing(list(inside))}" for section, inside in sections]
    return "\n\n".join([*parts, f"{len(pages())} pages. {text.hint('Read one', 'halfmove docs writing-a-game')}"])


def _listing(listed: Sequence[Page]) -> str:
    return text.columns([(page.topic, page.title) for page in listed])


def _how_many(number: int) -> str:
    return f"{number} pages have these words" + (f", and these {_MOST} most often." if number > _MOST else ".")


def _data(page: Page) -> dict[str, str]:
    return {"topic": page.topic, "title": page.title, "section": page.section, "file": str(page.file)}
