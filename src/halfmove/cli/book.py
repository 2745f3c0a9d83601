"""`halfmove book`: make opening books, and show them."""

from __future__ import annotations

import os
from typing import Any

import click

from halfmove.base import outputs
from halfmove.base.checks import MOST_JOBS, file_name
from halfmove.base.clusters import WorkersLost
from halfmove.bookmaking import Interrupted as BookInterrupted
from halfmove.bookmaking import Progress, add_games, build
from halfmove.bookmaking.building import MOST_ENTRIES
from halfmove.bookmaking.from_games import FIRST
from halfmove.bookmaking.searching import NODES
from halfmove.books.book import Book
from halfmove.cli import book_tree, text
from halfmove.cli.commands import SECONDS, Amount, Group
from halfmove.cli.game_argument import game_from
from halfmove.cli.interrupts import interruptible
from halfmove.cli.live import LiveLine, live_line
from halfmove.cli.position import after
from halfmove.cli.program import Hinted, Interrupted
from halfmove.cli.streams import bold
from halfmove.errors import UsageError
from halfmove.players.move_text import line_from
from halfmove.solving.database import Database

_ENTRIES = 100


@click.group("book", cls=Group, invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Make opening books from deep searches or from games, and show them.

    \b
    halfmove book build connect_four --out four.book --entries 200
    halfmove book build --extend four.book --entries 400
    halfmove book show four.book --moves "4 4"
    halfmove play connect_four --book four.book
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@command.command("build")
@click.argument("game", required=False)
@click.option("--out", "out_file", metavar="FILE", help="File of the book; it is written from the first search on.")
@click.option("--extend", metavar="FILE", help="Add to this book; without --out it is replaced.")
@click.option(
    "--entries",
    type=click.IntRange(1, MOST_ENTRIES),
    metavar="N",
    help=f"Positions in the book, each with values for all its moves. [default: {_ENTRIES}]",
)
@click.option("--seconds", "total", type=SECONDS, metavar="S", help="Stop after S seconds.")
@click.option("--nodes", type=int, metavar="N", help=f"Nodes for each position. [default: {NODES:,}]")
@click.option("--time", "seconds", type=SECONDS, metavar="S", help="Seconds for each position.")
@click.option("--depth", type=int, metavar="D", help="Most half-moves that a search looks ahead.")
@click.option(
    "--per-point",
    type=Amount(zero=True),
    metavar="H",
    help="A move that is one point worse counts as H half-moves deeper. [default: chosen from the book]",
)
@click.option(
    "--from-games", metavar="FILE", help="Add games that halfmove wrote, or of a PGN file, without searching."
)
@click.option(
    "--from-database",
    metavar="FILE",
    help="Look up exact values in this database of `halfmove solve` before searching.",
)
@click.option(
    "--first",
    type=int,
    default=FIRST,
    show_default=True,
    metavar="N",
    help="Half-moves to use from each of these games.",
)
@click.option("--jobs", type=click.IntRange(1, MOST_JOBS), metavar="J", help="Processes. [default: one per core]")
@click.option("--seed", type=int, metavar="S", help="Seed of random searches. [default: 0]")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def build_command(
    game: str | None,
    out_file: str | None,
    extend: str | None,
    entries: int | None,
    total: float | None,
    nodes: int | None,
    seconds: float | None,
    depth: int | None,
    per_point: float | None,
    from_games: str | None,
    from_database: str | None,
    first: int,
    jobs: int | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Make an opening book, or extend one.

    GAME is a game as in `halfmove search`. With --extend it may be left out for games that come with halfmove. The book
    grows along good moves of both sides first. Other moves follow, the best of them first. Each new entry has the
    values of all its moves, one search each. If the command is killed, --extend continues from the file, and the book
    becomes the same as without the interruption, unless a limit is in seconds. Limits that you leave out are those of
    the book that is extended.

    \b
    halfmove book build othello --out othello.book --nodes 1000000
    halfmove book build kalah --out played.book --from-games games.jsonl
    """
    before = None if extend is None else _load(extend, game)
    file = out_file or extend
    if file is None:
        raise UsageError("name a file for the new book with --out, or a book to extend with --extend")
    if game is None and before is None:
        raise UsageError("name a game, as in `halfmove book build connect_four --out four.book`")
    what = game if game is not None else before.what if before is not None else ""
    outputs.check(file)
    if os.path.exists(file) and file != extend:
        raise UsageError(f"{file_name(file)} exists already: extend it with --extend, or name another file")
    if from_games is not None:
        given: dict[str, Any] = {
            "--entries": entries,
            "--seconds": total,
            "--nodes": nodes,
            "--time": seconds,
            "--depth": depth,
        }
        given["--from-database"] = from_database
        for name, value in given.items():
            if value is not None:
                raise UsageError(
                    f"{name} is for searches, and --from-games does not search: extend the book afterwards"
                )
        added = add_games(what, from_games, before, first)
        added.book.save(file)
        left_out = f"; {added.unfinished} unfinished ones left out" if added.unfinished else ""
        _report(added.book, file, f"{added.games} games{left_out}", as_json)
        return
    database = None if from_database is None else Database(from_database, game_from(what, trees=False))
    wanted = entries or (MOST_ENTRIES if total is not None else max(_ENTRIES, len(before or ())))
    resume = text.command("book", "build", what, "--extend", file, "--entries", wanted)
    with interruptible(), live_line() as line:
        try:
            book = build(
                what,
                wanted,
                nodes=nodes,
                seconds=seconds,
                depth=depth,
                total_seconds=total,
                per_point=per_point,
                jobs=jobs,
                seed=seed,
                file=file,
                extend=before,
                database=database,
                progress=lambda done: _show_progress(line, done),
            )
        except BookInterrupted as stop:
            raise Interrupted(f"{stop}; to continue", resume) from None
        except WorkersLost as lost:
            raise Hinted(f"{lost}; to continue", resume) from None
    _report(book, file, "no position is left to add" if len(book) < wanted and total is None else "", as_json)


def _show_progress(line: LiveLine, done: Progress) -> None:
    wanted = "" if done.wanted == MOST_ENTRIES else f" of {done.wanted:,}"
    line(lambda: f"{done.entries:,}{wanted} entries, {done.searched:,} positions searched")


def _load(file: str, game: str | None) -> Book:
    return Book.load(file, None if game is None else game_from(game, trees=False))


def _report(book: Book, file: str, remark: str, as_json: bool) -> None:
    if as_json:
        click.echo(text.as_json({"file": file} | book_tree.summary(book)))
        return
    click.echo(f"{bold(file_name(file))}: {book_tree.in_words(book)}{f' ({remark})' if remark else ''}")


@command.command("show")
@click.argument("file")
@click.option("--game", metavar="GAME", help="The game, if it is your own: my_game.py:game.")
@click.option("--moves", metavar="M", help='Start after these moves, such as "4 4".')
@click.option(
    "--depth", type=click.IntRange(1, 100), default=2, show_default=True, metavar="N", help="Half-moves to show."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def show_command(file: str, game: str | None, moves: str | None, depth: int, as_json: bool) -> None:
    """Show a book as a tree of moves, with their values.

    The best moves come first. A value is for the player that makes the move.
    """
    book = _load(file, game)
    at = book.game.start
    if moves is not None:
        at = after(book.game, at, line_from(book.game, at, moves, "--moves"))
    if as_json:
        data: dict[str, Any] = book_tree.summary(book) | {"moves": book_tree.as_data(book, at, depth)}
        click.echo(text.as_json(data))
        return
    click.echo(f"{bold(book.game.name)}: {book_tree.in_words(book)}\n\n{book_tree.drawn(book, at, depth)}")


@command.command("stats")
@click.argument("file")
@click.option("--game", metavar="GAME", help="The game, if it is your own: my_game.py:game.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def stats_command(file: str, game: str | None, as_json: bool) -> None:
    """Show the size of a book, and how it was made.

    The number of proven values is shown too.
    """
    book = _load(file, game)
    found = book_tree.summary(book)
    if as_json:
        click.echo(text.as_json(found))
        return
    rows = [(name, text.count(value) if isinstance(value, int) else str(value)) for name, value in found.items()]
    click.echo(text.columns([(name, value) for name, value in rows if name != "made"]))
    click.echo(text.columns([("made with", text.parameters(book.made))]))
