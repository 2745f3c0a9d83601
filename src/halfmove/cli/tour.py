"""`halfmove tour`: a folder with a search to replay and a game to play, for a first look."""

from __future__ import annotations

import json
from pathlib import Path

import click

import halfmove as hm
from halfmove.base import outputs
from halfmove.cli import streams, text
from halfmove.cli.commands import Command
from halfmove.cli.live import live_line, ticking
from halfmove.cli.opened import open_address
from halfmove.cli.streams import bold
from halfmove.cli.write import write
from halfmove.drawing.pictures import Picture
from halfmove.drawing.svg import svg
from halfmove.drawing.text import text as drawn
from halfmove.errors import UsageError
from halfmove.explorer.examples import EXAMPLES
from halfmove.reports.page import code, document

_SEARCHED = EXAMPLES[0]  # drawn in the terminal and on the first page, and replayed
_GAME, _MOVES = "connect_four", "4453433"  # played in the page; its picture shows the position after these moves
_START, _SEARCH, _PLAY = "index.html", "search.html", "game.html"
_TITLE = "halfmove: a first look"
_WHAT = "halfmove searches the trees of two-player games, with the algorithms of the literature."
_STYLE = """
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: 1.5rem; max-width: 62rem }
.cards a { display: block; padding: 1rem; border: 1px solid var(--line); border-radius: .6rem; text-decoration: none }
.cards figure { display: flex; height: 15rem; margin: 0 0 1rem; background: #fff; border-radius: .4rem }
.cards p { margin: 0; color: var(--ink) }
.cards .bar + text { display: none }
.cards svg { display: block; max-width: 100%; max-height: 15rem; margin: auto }
"""


@click.command("tour", cls=Command)
@click.argument("folder", default="halfmove-tour")
@click.option("--browser/--no-browser", default=True, help="Open the first page in the browser, or not. [default: yes]")
@click.option("--json", "as_json", is_flag=True, help="Print the files as JSON.")
def command(folder: str, browser: bool, as_json: bool) -> None:
    """A first look: a search that is replayed step by step, and a game to play, as pages in FOLDER.

    The folder is made if it is missing; its default name is halfmove-tour. Its first page, index.html, leads to the
    others. All of them are single files that load nothing from the network.
    """
    pages = {name: str(Path(folder) / name) for name in (_START, _SEARCH, _PLAY)}
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot make the folder {folder}: {error.strerror}") from None
    outputs.check_pages(folder, pages, _START, _TITLE)
    for file in pages.values():
        outputs.check(file)
    if not as_json:
        _show_search()
    write(_start_page(), pages[_START], announce=False)  # first: it says whose folder this is
    write(_search_page(), pages[_SEARCH], announce=False)
    with live_line() as line, ticking(line, "compiling the game for the browser"):
        write(_game_page(), pages[_PLAY], announce=False)
    address = Path(pages[_START]).resolve().as_uri()
    if as_json:
        streams.write_data(json.dumps({"folder": folder, "files": list(pages.values()), "address": address}) + "\n")
        return
    click.echo(f"{pages[_SEARCH]} replays a search, and in {pages[_PLAY]} you can play.")
    click.echo(text.hint("Open this page for both", address))
    if browser and not open_address(address):
        streams.say("no browser could be opened: open the page yourself")


def _show_search() -> None:
    """What it is, and a small search, in the terminal."""
    found, everything = (hm.search(_SEARCHED.game, name, compiled=False) for name in (_algorithm(), "minimax"))
    picture = _picture()
    click.echo(
        f"{bold(_WHAT)}\n{_SEARCHED.title}: the value is {found.value}, and "
        f"{found.counts.leaves} of {everything.counts.leaves} leaves were looked at.\n"
    )
    click.echo("\n".join(f"  {line}" for line in drawn(picture, bare=True).split("\n")) + "\n")
    for number, reason in enumerate(picture.reasons, 1):
        click.echo(f"[{number}] {reason}")
    click.echo("□ MAX; ○ MIN; * the best line; ≤ ≥ at most, at least; ✂ [n] not looked at, for the reason [n]\n")


def _algorithm() -> str:
    return _SEARCHED.algorithms[0]


def _picture() -> Picture:
    picture = hm.draw(_SEARCHED.game, _algorithm()).picture
    assert isinstance(picture, Picture)
    return picture


def _search_page() -> str:
    from halfmove.algorithms.registry import ALGORITHMS
    from halfmove.explorer.page import page_for

    return page_for(_SEARCHED.game, [(ALGORITHMS[_algorithm()], {})])


def _game_page() -> str:
    from halfmove.pages.page import page_for

    return page_for(hm.games.GAMES[_GAME]())


def _start_page() -> str:
    game = hm.games.GAMES[_GAME]()
    tree = svg(_picture(), bare=True)
    cards = (
        (_SEARCH, tree, "Watch a search", "Alpha-beta, step by step: what it looks at, what it skips, and why. Then "
         "choose another algorithm, or change the tree."),
        (_PLAY, hm.board(game, _MOVES).svg, "Play a game", "Connect Four against the computer, in the page itself. "
         "Your own game becomes such a page with one command."),
    )  # fmt: skip
    parts = ["<h1>halfmove</h1>", f'<p class="lead">{_WHAT}</p>', '<div class="cards">']
    for file, picture, title, words in cards:
        parts.append(f'<a href="{file}"><figure>{picture}</figure><strong>{title}</strong><p>{words}</p></a>')
    parts.append("</div>")
    parts.append(f"<p>To read on: {code('halfmove docs first-search')}. All commands: {code('halfmove --help')}.</p>")
    return document(_TITLE, parts, _STYLE)
