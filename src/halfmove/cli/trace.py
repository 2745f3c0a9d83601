"""`halfmove trace`: a search step by step, in words or as a listing of operators with OPEN and BACKUP."""

from __future__ import annotations

import sys
from typing import Any

import click

import halfmove as hm
from halfmove.base.printable import printable_line
from halfmove.cli import text
from halfmove.cli.algorithms import AlgorithmCommand, chosen_algorithm, parameter_options
from halfmove.cli.commands import DEPTH
from halfmove.cli.game_argument import game_from
from halfmove.cli.search import window_from
from halfmove.cli.streams import fitted, read_input
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.kernels.declaration import Algorithm
from halfmove.showing.results import value_text
from halfmove.tracing import listing, rules_of, told

_MOST = 100_000  # nodes; nobody reads a longer trace
_SHORT = 50  # letters of a tree in a heading

_TAKEN = ("what", "algorithm", "depth", "window", "as_json", "json", "words")


@click.command("trace", cls=AlgorithmCommand)
@click.argument("what")
@click.option(
    "-a",
    "--algorithm",
    default="alpha_beta",
    metavar="ID",
    help="Algorithm, see `halfmove list`. [default: alpha_beta]",
)
@click.option("--depth", type=DEPTH, metavar="N", help="Half-moves to look ahead. [default: to the end]")
@click.option("--window", metavar="LOW,HIGH", help="Merits start at HIGH; -99,999 gives the numbers of the thesis.")
@click.option("--words", is_flag=True, help="Describe every step in words instead of listing operators.")
@click.option("--json", "as_json", is_flag=True, help="Print the events as JSON.")
@parameter_options(_TAKEN)
def command(what: str, algorithm: str, words: bool, as_json: bool, **options: Any) -> None:
    """Show a search step by step.

    WHAT is a tree or a game as in `halfmove search`. A depth-first search is described in words: which node is entered
    with which alpha and beta, which leaf is evaluated, which move is the best so far, and why branches are cut off.

    For SSS*, PS*, ITERSSS* and related algorithms the operators are listed with OPEN and BACKUP. A line begins with the
    case that is about to be applied to the first state. (1.2,L,7) is node 1.2, LIVE, of merit 7; a small l is INACTIVE,
    S is SOLVED. In BACKUP (1.1,2,3,9) is node 1.1 with 2 children opened, lower bound 3 and merit 9.
    """
    game = game_from(what, read_input)
    chosen = chosen_algorithm(algorithm, options, _TAKEN)
    result = hm.search(
        game,
        chosen.reference,
        window=window_from(options["window"]),
        depth=options["depth"],
        compiled=False,
        trace=True,
        limits=hm.Limits(nodes=_MOST),
        **chosen.named,
    )
    if result.stopped:
        less = "use a smaller tree" if game.leaves_only else "give a depth, or a smaller one: --depth 4"
        raise UsageError(f"{game.name}: {chosen.reference} visits more than {_MOST:,} nodes, too many to show; {less}")
    if as_json:
        click.echo(text.as_json({"game": game.name, **result.as_dict()}))
        return
    if result.events and not words:
        # On standard error, like the last line, so that a pipe gets only the listing of the thesis.
        for line in _heading(_named(game, what), chosen.algorithm, result):
            click.echo(fitted(line, sys.stderr), err=True)
        click.echo(listing(result.events or ()))
    else:
        for line in told(result.log, rules_of(chosen.algorithm)):
            click.echo(line)
    counts = result.counts
    sizes = f", largest OPEN {counts.max_open}" if counts.max_open else ""
    sizes += f", largest BACKUP {counts.max_backup}" if counts.max_backup else ""
    click.echo(f"value {value_text(result)}, {counts.leaves} leaves evaluated{sizes}", err=True)


def _named(game: Game, what: str) -> str:
    """The text of the tree, if it is short; otherwise its name."""
    return printable_line(what) if what != "-" and len(what) <= _SHORT else game.name


def _heading(tree: str, algorithm: Algorithm, result: hm.Result) -> tuple[str, str, str]:
    """The columns of a listing. Without them its numbers would look wrong."""
    events = result.events or ()
    space = "SPACE and FLAG, " if any(event.flag is not None for event in events) else ""
    lists = "OPEN and below it BACKUP" if any(event.backup for event in events) else "OPEN"
    columns = f"The case to be applied, then {space}{lists}; `--words` describes it in words."
    return f"{algorithm.title} ({algorithm.id}) on {tree}", columns, ""
