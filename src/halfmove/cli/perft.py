"""`halfmove perft`: how many lines of play of a length there are."""

from __future__ import annotations

import click

import halfmove as hm
from halfmove.cli import grid, text
from halfmove.cli.commands import Command
from halfmove.cli.game_argument import game_from
from halfmove.cli.interrupts import interruptible
from halfmove.cli.live import live_line
from halfmove.cli.search import start_from


@click.command("perft", cls=Command)
@click.argument("game")
@click.option("-d", "--depth", type=int, required=True, metavar="N", help="How many half-moves a line has.")
@click.option("--position", metavar="P", help="Start here: a node such as 1.2, FEN in chess, or moves from the start.")
@click.option("--moves", metavar="M", help='Moves to make first, such as "4 4 5" or 445.')
@click.option("--divide", is_flag=True, help="Show the number for each of the first moves.")
@click.option("--beyond", is_flag=True, help="Go on in positions that are drawn by a rule but still have moves.")
@click.option("--no-bulk", is_flag=True, help="Make the last moves too, instead of only counting them.")
@click.option("--compiled/--interpreted", default=None, help="Machine code or plain Python. [default: the faster]")
@click.option("--json", "as_json", is_flag=True, help="Print the numbers as JSON.")
def command(
    game: str,
    depth: int,
    position: str | None,
    moves: str | None,
    divide: bool,
    beyond: bool,
    no_bulk: bool,
    compiled: bool | None,
    as_json: bool,
) -> None:
    """Count the lines of play of a length, by the rules of a game alone.

    GAME is a tree or a game as in `halfmove search`. Programs with the same rules find the same numbers, so this tests
    rules, and shows how fast they are. Chess programs go on after 50 moves and where neither side can be mated; to
    compare with them use --beyond.

    \b
    halfmove perft chess --depth 5
    halfmove perft othello --depth 4 --divide
    halfmove perft chess --depth 4 --position "8/8/8/8/8/1k6/p7/K7 b - - 97 1"
    """
    made = game_from(game)
    at = start_from(made, position, moves)
    with interruptible(), live_line() as line:
        found = hm.perft(
            made,
            depth,
            at,
            compiled=compiled,
            bulk=not no_bulk,
            beyond=beyond,
            progress=lambda done, count: line(lambda: f"{done} of {count} first moves counted"),
        )
    if as_json:
        data = {"game": made.name, "what": game, "position": position, "moves": moves, "depth": depth}
        answer = {"lines": found.lines, "by_move": found.by_move, "seconds": found.seconds}
        click.echo(text.as_json(data | answer))
        return
    if divide and found.by_move:
        grid.show("", ("move", "lines"), [(move, f"{count:,}") for move, count in found.by_move.items()], words=())
    rows = [("depth", str(depth)), ("lines", f"{found.lines:,}"), ("seconds", f"{found.seconds:.3g}")]
    if found.seconds > 0:
        rows.append(("speed", text.rate(found.lines / found.seconds, "lines")))
    click.echo(text.columns(rows))
