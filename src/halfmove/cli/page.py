"""`halfmove page`: a game as one file in which it is played."""

from __future__ import annotations

import json
from typing import Any

import click

from halfmove.cli import streams, write
from halfmove.cli.commands import Command
from halfmove.cli.game_argument import game_from
from halfmove.cli.opened import show_page
from halfmove.cli.progress import progress
from halfmove.errors import UsageError
from halfmove.pages.page import page_for
from halfmove.players.levels import DEFAULT, NAMES, level_number, name_of

_LARGE = 400_000  # bytes; a larger page is worth a word


@click.command("page", cls=Command)
@click.argument("game", required=False)
@click.option("--html", metavar="FILE", help="Write the page to a file; - is standard output.")
@click.option(
    "--level",
    default=name_of(DEFAULT),
    show_default=True,
    metavar="L",
    help=f"Strength at first: {', '.join(NAMES)}, 1 to 10.",
)
@click.option("--time", "seconds", type=float, default=1.0, show_default=True, metavar="S", help="Seconds for a move.")
@click.option("--endgames", metavar="FILE", help="Database of solved positions that goes into the page.")
@click.option("--evaluation", metavar="FILE", help="Learned evaluation that goes into the page.")
@click.option("--book", metavar="FILE", help="Opening book that goes into the page.")
@click.option("--study", is_flag=True, help="A page of experiments on random trees, instead of a game.")
@click.option("--browser/--no-browser", default=True, help="Open the page in the browser, or not. [default: yes]")
@click.option("--json", "as_json", is_flag=True, help="Print what was made as JSON: the file and its size.")
def command(game: str | None, html: str | None, study: bool, browser: bool, as_json: bool, **options: Any) -> None:
    """Make a game into one file in which it is played with mouse, touch or keys, against the computer or a friend.

    GAME is a game as in `halfmove search`: connect_four, nim:3,4,5, my_game.py:game. Its rules and the search run in
    the page itself, as machine code. The file loads nothing: send it to a friend, or put it on a web site.

    \b
      halfmove page connect_four
      halfmove page my_game.py:game --html my_game.html
      halfmove page --study --html trees.html
    """
    write.check({"--html": html}, as_json)
    page = _study(game) if study else _game(game, **options)
    if as_json:
        if html is None:
            raise UsageError("--json says what was written: name a file with --html FILE")
        write.write(page, html, announce=False)
        streams.write_data(json.dumps({"file": html, "bytes": len(page.encode())}) + "\n")
        return
    show_page(page, html, browser)
    if len(page.encode()) > _LARGE:
        streams.say(f"the page has {len(page.encode()) / 1e6:.1f} MB")


def _game(what: str | None, level: str, seconds: float, **known: Any) -> str:
    if what is None:
        raise UsageError("name a game, as in `halfmove page connect_four`; `halfmove list` shows all")
    number = level_number(level)
    if not 0 < seconds <= 3600:
        raise UsageError(f"the time for a move must be more than 0 and at most 3600 seconds, not {seconds:g}")
    return page_for(game_from(what, trees=False), level=number, seconds=seconds, **known)


def _study(what: str | None) -> str:
    if what is not None:
        raise UsageError("--study makes a page of random trees: leave the game out")
    from halfmove.pages.study import study_page

    with progress() as bar:
        return study_page(lambda done, total: bar("compiling", done, total, "programs"))
