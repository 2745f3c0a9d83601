"""`halfmove probe`: the value of a position and of all its moves, from a database."""

from __future__ import annotations

import textwrap
from typing import Any

import click

from halfmove.base.checks import shown
from halfmove.cli import grid, text
from halfmove.cli.commands import Command
from halfmove.cli.solved_game import entry_data, opened, position_in, said
from halfmove.cli.streams import bold
from halfmove.errors import UsageError
from halfmove.solving.database import Database


def _refuse(_context: click.Context, _option: click.Parameter, words: str | None) -> None:
    """Explain that the position is an argument here; in `search` and `prove` it is an option."""
    if words is not None:
        raise UsageError(
            f"POSITION is an argument here: leave --position out, as in {text.command('probe', 'FILE', words)}"
        )


@click.command("probe", cls=Command)
@click.argument("file")
@click.argument("position", required=False)
@click.option("--position", "other", hidden=True, expose_value=False, callback=_refuse)
@click.option("--moves", metavar="M", help='Moves to make first, such as "4 4 5" or 445.')
@click.option("--game", metavar="GAME", help="The game of the database, if it is your own: my_game.py:game.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(file: str, position: str | None, moves: str | None, game: str | None, as_json: bool) -> None:
    """Look a position up in a database that `halfmove solve` wrote.

    POSITION is written as in `halfmove search --position`: the moves that lead to it, or its name. It may also be given
    by its parts, as in "(17, 34)". If it is left out, the start of the game is looked up. The command shows the value
    and the half-moves to the end, for the position and for every move, best first, and the line of best play.

    \b
    halfmove probe ttt.db
    halfmove probe ttt.db "5 1 9"
    halfmove probe ttt.db "Board(mine=1, theirs=2)"
    """
    database = opened(file, game)
    at = position_in(database.game, position, moves)
    entry = database.probe(at)
    if entry is None:
        raise UsageError(f"{file!r} does not know the position {shown(at)}: can the game reach it?")
    found = database.moves(at)
    line = database.line(at)
    if as_json:
        each = [{"move": text.move(database.game, one.move), **entry_data(database, one)} for one in found]
        data = {"game": database.game.name, "file": file, "position": at, **entry_data(database, entry)}
        named = [text.move(database.game, move) for move in line]
        click.echo(text.as_json({**data, "moves": each, "line": named}))
        return
    _show(database, at, said(database, entry), found, line)


def _show(database: Database, at: Any, words: str, found: list[Any], line: list[Any]) -> None:
    game = database.game
    click.echo(bold(game.name) + "\n")
    if game.show is not None:
        click.echo(textwrap.indent(game.picture(at), "  ") + "\n")
    rows = [("position", repr(at)), ("value", words)]
    if line:
        rows.append(("line", text.line(game, line)))
    click.echo(text.columns(rows))
    if found:
        click.echo()
        cells = [(text.move(game, each.move), said(database, each)) for each in found]
        grid.show("moves, best first", ("move", "for the player that makes it"), cells, words=(0, 1), end="")
