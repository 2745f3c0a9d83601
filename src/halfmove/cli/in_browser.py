"""`halfmove play --browser`: a game on its page, which is opened at once.

The page is a file where the rules can run in a page. Otherwise this process serves it on the loopback until Ctrl-C.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from halfmove.cli import streams
from halfmove.cli.interrupts import interruptible
from halfmove.cli.opened import open_address, page_file
from halfmove.cli.played_game import PlayedGame
from halfmove.cli.program import note
from halfmove.errors import NotCompilable
from halfmove.pages.page import page_for
from halfmove.pages.serving import Server

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def play_in_browser(played: PlayedGame, level: int, seconds: float, you: str, **known: Any) -> None:
    """Open the page of a game where it stands; `known` are the database and the book."""
    game = played.game if played.place is None else replace(played.game, start=played.start)
    link = _link(played)
    try:
        page = page_for(game, level=level, seconds=seconds, who=you, **known)
    except NotCompilable as error:
        note(f"{error}; so Python plays, and the page is served on this computer only")
        _serve(Server(game, level, seconds, you, **known), link)
        return
    _announce(page_file(page) + link)


def _serve(server: Server, link: str) -> None:
    _announce(server.address + link)
    streams.say("press Ctrl-C to end it")
    with interruptible():
        try:
            server.run()
        except KeyboardInterrupt:
            pass
        finally:
            server.close()


def _announce(address: str) -> None:
    click.echo(address)
    if not open_address(address):
        streams.say("no browser could be opened: open this address yourself")


def _link(played: PlayedGame) -> str:
    """The moves so far, as the page reads them from its address: their numbers in base 36."""
    words, at = [], played.start
    for move in played.moves:
        words.append(_base_36(played.game.legal(at).index(move)))
        at = played.game.next(at, move)
    return f"#g={'.'.join(words)}" if words else ""


def _base_36(number: int) -> str:
    text = _DIGITS[number % 36]
    return text if number < 36 else _base_36(number // 36) + text
