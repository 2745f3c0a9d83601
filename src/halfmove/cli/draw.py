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
from halfmove.drawing import Drawing
from halfmove.studies.specs import AlgorithmSpec
from halfmove.theory import draw_types

_TAKEN = ("what", "algorithm", "depth", "window", "step", "svg", "position", "moves", "by_processor", "types")
_DIVIDES = ("phases", "partitions")


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
@click.option(
    "--types",
    type=int,
    metavar="ABF",
    help="Draw the types of the nodes in the thesis's model of ordered trees, in which the ABF-th child is the best; "
    "-a is alpha_beta or sss_star.",
)
@click.option("--svg", metavar="FILE", help="Write the picture as SVG; - is standard output.")
@parameter_options(_TAKEN)
def command(what: str, algorithm: str | None, svg: str | None, **options: Any) -> None:
    """Draw a tree, or a search of it: as text, or with --svg as a picture.

    WHAT is a tree or a game as in `halfmove search`. For a game, --depth says how far to draw. Without an algorithm
    every node has its value. With one, the picture shows the nodes that it examined with values and windows, the
    branches that it cut off and why, and the best line. `halfmove explore` shows the same step by step.

    \b
    halfmove draw uniform:4,2 --phases 2             the partitions of PS*(2)
    halfmove draw uniform:3,4 -a sss_star --types 2  types of nodes in a model
    """
    write.check({"--svg": svg})
    game = game_from(what, read_input)
    if options["types"] is not None:
        _show(_typed(game, algorithm, options), svg)
        return
    position = start_from(game, options["position"], options["moves"])
    position = None if position == game.start else position
    given: dict[str, Any] = {"depth": options["depth"], "position": position}
    if algorithm is None:
        if options["step"] is not None or options["window"] is not None or options["by_processor"]:
            raise hm.UsageError("--step, --window and --by-processor belong to a search: name an algorithm with -a")
        divides = {name: options[name] for name in _DIVIDES if options[name] is not None}
        if divides:
            given |= AlgorithmSpec.parse("ps_star", divides).named
        drawing = hm.draw(game, **given)
    else:
        chosen = chosen_algorithm(algorithm, options, _TAKEN)
        given |= {"step": options["step"], "window": window_from(options["window"])}
        given["by_processor"] = options["by_processor"]
        drawing = hm.draw(game, chosen.reference, **given, **chosen.named)
    _show(drawing, svg)


def _typed(game: hm.Game, algorithm: str | None, options: dict[str, Any]) -> Drawing:
    """The drawing of the types of nodes of a uniform tree."""
    width, depth = game.parameters.get("width"), game.parameters.get("depth")
    if width is None or depth is None or any(options[name] for name in ("position", "moves", "step", "window")):
        raise hm.UsageError("--types draws a whole uniform tree: give one such as uniform:3,4, and no other option")
    return draw_types(algorithm or "alpha_beta", width, depth, options["types"])


def _show(drawing: Drawing, svg: str | None) -> None:
    if svg is None:
        click.echo(drawing.text)
    else:
        write.write(drawing.svg, svg)
