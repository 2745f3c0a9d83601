"""`halfmove explore`: a page that replays a search."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import click

from halfmove.algorithms.registry import ALGORITHMS
from halfmove.cli import write
from halfmove.cli.algorithms import AlgorithmCommand, parameter_options
from halfmove.cli.commands import DEPTH
from halfmove.cli.game_argument import game_from
from halfmove.cli.opened import show_page
from halfmove.cli.position import after, position_from
from halfmove.cli.search import window_from
from halfmove.cli.streams import read_input
from halfmove.errors import UsageError
from halfmove.explorer.examples import EXAMPLES
from halfmove.explorer.page import page_for
from halfmove.game import Game
from halfmove.players.move_text import line_from
from halfmove.studies.specs import AlgorithmSpec, algorithm_named

_TAKEN = ("what", "algorithm", "depth", "window", "position", "moves", "step", "html", "browser")


@click.command("explore", cls=AlgorithmCommand)
@click.argument("what", required=False)
@click.option(
    "-a",
    "--algorithm",
    "algorithms",
    multiple=True,
    metavar="ID",
    help="Algorithm; give one or two. [default: alpha_beta]",
)
@click.option("--depth", type=DEPTH, metavar="N", help="Half-moves to look ahead. [default: to the end]")
@click.option("--window", metavar="LOW,HIGH", help="Only values strictly inside must be exact.")
@click.option("--position", metavar="P", help="Start here: a node such as 1.2, or moves from the start.")
@click.option("--moves", metavar="M", help='Moves to make first, such as "4 4 5" or 445.')
@click.option("--step", type=int, default=0, metavar="N", help="Step to show first. [default: 0]")
@click.option("--html", metavar="FILE", help="Write the page to a file; - is standard output.")
@click.option("--browser/--no-browser", default=True, help="Open the page in the browser, or not. [default: yes]")
@parameter_options(_TAKEN)
def command(what: str | None, algorithms: tuple[str, ...], html: str | None, browser: bool, **options: Any) -> None:
    """Replay a search in the browser, step by step: the tree, windows, OPEN and BACKUP, and why branches are cut.

    WHAT is a tree or a game as in `halfmove search`. If it is left out, the page begins with alpha-beta on a small
    tree; other examples are one click away. For a game, choose a --depth that keeps its tree small: a page holds
    300,000 nodes, and whole numbers up to 2^53.

    \b
      halfmove explore
      halfmove explore -a alpha_beta -a sss_star
      halfmove explore srimani_1985:figure-a1 -a ps_star --phases 2
      halfmove explore uniform:3,3,seed=6,values=0..99 -a alpha_beta -a sss_star
      halfmove explore connect_four --depth 4
      halfmove explore '[[3,[7,2]],[4,1]]' -a my_search.py:my_kernel

    The page is one file that loads nothing else. It can search by itself: choose another algorithm, window or tree in
    it, or change leaves.
    """
    write.check({"--html": html})
    texts = algorithms or EXAMPLES[0].algorithms
    if len(texts) > 2:
        raise UsageError(f"a page shows one algorithm or two, not {len(texts)}: leave some -a out")
    chosen = _chosen(texts, options)
    game = EXAMPLES[0].game if what is None else game_from(what, read_input)
    page = page_for(
        game,
        [(spec.algorithm, dict(spec.parameters)) for spec in chosen],
        depth=options["depth"],
        position=_position(game, options["position"], options["moves"]),
        window=window_from(options["window"]),
        step=options["step"],
    )
    show_page(page, html, browser)


def _chosen(texts: tuple[str, ...], options: Mapping[str, Any]) -> list[AlgorithmSpec]:
    """The algorithms. A parameter given as a separate option goes to each algorithm that has it."""
    texts = tuple(re.sub(r"^([^,=]+),(?=\s*\w+=)", r"\1:", text) for text in texts)
    known = [{parameter.name for parameter in algorithm_named(text).parameters} for text in texts]
    names = {parameter.name for algorithm in ALGORITHMS.values() for parameter in algorithm.parameters}.union(*known)
    given = {name: options[name] for name in names - set(_TAKEN) if options.get(name) is not None}
    for name in given:
        if not any(name in each for each in known):
            raise UsageError(f"--{name.replace('_', '-')} belongs to none of {', '.join(texts)}")
    found = []
    for text, own in zip(texts, known, strict=True):
        spec = AlgorithmSpec.parse(text, {name: value for name, value in given.items() if name in own})
        if spec.table is not None:
            raise UsageError(f"{spec.id}: a page has no transposition table; leave table= out")
        found.append(spec)
    return found


def _position(game: Game, place: str | None, moves: str | None) -> Any:
    at = game.start if place is None else position_from(game, place)
    return at if moves is None else after(game, at, line_from(game, at, moves, "--moves"))
