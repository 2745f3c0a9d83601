"""`halfmove draw`: a tree, or a search of it, as a picture."""

from __future__ import annotations

from typing import Any

import click

import halfmove as hm
from halfmove.cli import write
from halfmove.cli.algorithms import AlgorithmCommand, chosen_algorithm, parameter_options
from halfmove.cli.commands import DEPTH
from halfmove.cli.game_argument import game_from
from halfmove.cli.search import start_from, window_from
from halfmove.cli.streams import read_input

_TAKEN = ("what", "algorithm", "depth", "window", "step", "svg", "position", "moves", "by_processor")


@click.command("draw", cls=AlgorithmCommand)
@click.argument("what")
@click.option("-a", "--algorithm", metavar="ID", help="Draw the search of this algorithm. [default: only the tree]")
@click.option("--step", type=int, metavar="N", help="Draw the search after N events. [default: at its end]")
@click.option("--depth", type=DEPTH, metavar="N", help="Half-moves of a game to draw. [default: to the end]")
@click.option("--position", metavar="P", help="Start here: a node such as 1.2, or moves from the start.")
@click.option("--moves", metavar="M", help='Moves to make first, such as "4 4 5" or 445.')
@click.option("--window", metavar="LOW,HIGH", help="The window of the search.")
@click.option(
    "--by-processor", is_flag=True, help="Draw who works when in a parallel search: a row for each processor."
)
@click.option("--svg", metavar="FILE", help="Write the picture as SVG; - is standard output.")
@parameter_options(_TAKEN)
def command(what: str, algorithm: str | None, svg: str | None, **options: Any) -> None:
    """Draw a tree, or a search of it: as text, or with --svg as a picture.

    WHAT is a tree or a game as in `halfmove search`. For a game, --depth says how far to draw. Without an algorithm
    every node has its value. With one, the picture shows the nodes that it examined with values and windows, the
    branches that it cut off and why, and the best line. `halfmove explore` shows the same step by step.
    """
    write.check({"--svg": svg})
    game = game_from(what, read_input)
    position = start_from(game, options["position"], options["moves"])
    position = None if position == game.start else position
    given: dict[str, Any] = {"depth": options["depth"], "position": position}
    if algorithm is None:
        if options["step"] is not None or options["window"] is not None or options["by_processor"]:
            raise hm.UsageError("--step, --window and --by-processor belong to a search: name an algorithm with -a")
        drawing = hm.draw(game, **given)
    else:
        chosen = chosen_algorithm(algorithm, options, _TAKEN)
        given |= {"step": options["step"], "window": window_from(options["window"])}
        given["by_processor"] = options["by_processor"]
        drawing = hm.draw(game, chosen.reference, **given, **chosen.named)
    if svg is None:
        click.echo(drawing.text)
    else:
        write.write(drawing.svg, svg)
