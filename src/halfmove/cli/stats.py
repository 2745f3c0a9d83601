"""`halfmove stats`: statistics of a database."""

from __future__ import annotations

import textwrap

import click

from halfmove.cli import grid, text
from halfmove.cli.commands import Command
from halfmove.cli.solved_game import (
    counts_in_words,
    half_moves,
    opened,
    plain,
    said,
    size_in_words,
    statistics_data,
    value_in_words,
)
from halfmove.cli.streams import bold
from halfmove.solving.database import Database
from halfmove.solving.statistics import Statistics


@click.command("stats", cls=Command)
@click.argument("file")
@click.option("--game", metavar="GAME", help="The game of the database, if it is your own: my_game.py:game.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(file: str, game: str | None, as_json: bool) -> None:
    """Show statistics of a database that `halfmove solve` wrote.

    These are the numbers of won, lost and drawn positions, in all and in each tier, how many positions have each value,
    the longest win with its line, and the size in bytes.

    \b
    halfmove stats ttt.db
    """
    database = opened(file, game)
    found = database.statistics
    if as_json:
        tiers = [each._asdict() for each in found.tiers]
        data = {"game": database.game.name, "file": file, **statistics_data(found), "tiers": tiers}
        if found.longest is not None:
            line = [text.move(database.game, move) for move in database.line(found.farthest)]
            data["longest"] = {"distance": found.longest, "position": found.farthest, "line": line}
        click.echo(text.as_json(data))
        return
    click.echo(f"{bold(database.game.name)}\n")
    rows = [("positions", counts_in_words(found)), ("size", size_in_words(found)), ("file", file)]
    click.echo(text.columns(rows) + "\n")
    _show_tables(database, found)
    if found.longest is not None:
        _show_longest(database, found)


def _show_tables(database: Database, found: Statistics) -> None:
    if len(found.tiers) > 1:
        cells = [
            (*(f"{number:,}" for number in each[:5]), "" if each.longest is None else str(each.longest))
            for each in found.tiers
        ]
        grid.show("tiers", ("tier", "positions", "won", "lost", "drawn", "longest win"), cells, words=())
    shares = [
        (str(plain(value)), value_in_words(database, value), f"{count:,}", f"{count / found.positions:.1%}")
        for value, count in found.values.items()
    ]
    grid.show("values for the side to move", ("value", "", "positions", "share"), shares, words=(1,))


def _show_longest(database: Database, found: Statistics) -> None:
    game, at = database.game, found.farthest
    entry = database.probe(at)
    words = half_moves(found.longest or 0) if entry is None else said(database, entry)
    rows = [("position", repr(at)), ("value", words), ("line", text.line(game, database.line(at)))]
    click.echo("the longest win")
    if game.show is not None:
        click.echo("\n" + textwrap.indent(game.picture(at), "  ") + "\n")
    click.echo(text.columns(rows))
