"""`halfmove search`: one search, its answer and what it cost."""

from __future__ import annotations

import textwrap
from typing import Any

import click

import halfmove as hm
from halfmove.arguments import number
from halfmove.checks import shown
from halfmove.cli import text
from halfmove.cli.algorithms import AlgorithmCommand, chosen_algorithm, parameter_options
from halfmove.cli.game_argument import game_from
from halfmove.cli.position import position_from
from halfmove.cli.streams import bold, read_input
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.model import Limits, Result
from halfmove.printable import printable_line
from halfmove.studies.specs import AlgorithmSpec

_TAKEN = (
    "what",
    "algorithm",
    "depth",
    "window",
    "position",
    "compiled",
    "trace",
    "nodes",
    "seconds",
    "memory_limit",
    "as_json",
    "json",
)


@click.command("search", cls=AlgorithmCommand)
@click.argument("what")
@click.option(
    "-a", "--algorithm", default="alpha_beta", metavar="ID", help="See `halfmove list`. [default: alpha_beta]"
)
@click.option("--depth", type=int, metavar="N", help="Half-moves to look ahead. [default: to the end]")
@click.option("--window", metavar="LOW,HIGH", help="Only a value strictly inside is wanted exactly.")
@click.option("--position", metavar="P", help="Where to begin: a node such as 1.2, or moves from the start.")
@click.option("--compiled/--interpreted", default=None, help="Machine code or plain Python. [default: the faster]")
@click.option("--trace", is_flag=True, help="Show the order of the leaves, in Dewey notation.")
@click.option("--nodes", type=int, metavar="N", help="Stop after so many nodes, with a bound.")
@click.option("--seconds", type=float, metavar="S", help="Stop after so many seconds, with a bound.")
@click.option(
    "--memory-limit", type=int, metavar="BYTES", help="Stop before a best-first search takes more, with a bound."
)
@click.option("--json", "as_json", is_flag=True, help="The result as JSON.")
@parameter_options(_TAKEN)
def command(what: str, algorithm: str, as_json: bool, **options: Any) -> None:
    """Search a tree or a game with any algorithm.

    WHAT is one of

    \b
      '[[3,[7,2]],[4,1]]'          nested lists: a leaf is its value for MAX, the root is MAX
      tree.json                    the same in a file; - reads standard input
      uniform:8,4,seed=7           a tree family with arguments, see `halfmove list`
      uniform:8,4,values=0..127    values: continuous, 0..127, 0.0..1.0, bivalued:0.4, 0:0.5,1:0.3,2:0.2
      connect_four:width=6         a game with arguments; nim:3,4,5
      my_game.py:game              a Game of your own, or a function that makes one: my_game.py:make:5

    The last options belong to the algorithms they name. `-a scout:test=strict` is the same as `-a scout --test strict`.
    An algorithm of your own is `-a my_search.py:my_kernel`; its parameters are options too.
    """
    stdin: list[str] = []
    game = game_from(what, lambda: stdin.append(read_input()) or stdin[0])  # type: ignore[func-returns-value]
    chosen = chosen_algorithm(algorithm, options, _TAKEN)
    place = options["position"]
    position = None if place is None else position_from(game, place)
    result = hm.search(
        game,
        chosen.reference,
        window=window_from(options["window"]),
        depth=options["depth"],
        position=position,
        compiled=options["compiled"],
        trace=options["trace"],
        limits=Limits(options["nodes"], options["seconds"], options["memory_limit"]),
        **chosen.named,
    )
    source = stdin[0].strip() if stdin and len(stdin[0]) < 200 else what
    repeat = text.command("search", source, *_words(chosen, options))
    if as_json:
        click.echo(
            text.as_json({"game": game.name, "what": what, "position": place, **_data(result), "repeat": repeat})
        )
    else:
        shown = game.start if position is None else position
        click.echo(_page(game, shown, place, chosen.algorithm.title, result, repeat))


def window_from(words: str | None) -> tuple[Any, Any] | None:
    if words is None:
        return None
    parts = words.strip().strip("()").split(",")
    if len(parts) != 2:
        raise UsageError(f"--window takes two numbers LOW,HIGH, as in 3,5 or -inf,4, not {shown(words)}")
    return number(parts[0] or "-inf"), number(parts[1] or "inf")


def _words(algorithm: AlgorithmSpec, options: dict[str, Any]) -> list[Any]:
    """The options that repeat a search."""
    words: list[Any] = ["-a", algorithm]
    for name in ("depth", "window", "position", "nodes", "seconds", "memory_limit"):
        if options[name] is not None:
            words += [f"--{name.replace('_', '-')}", options[name]]
    if options["compiled"] is not None:
        words.append("--compiled" if options["compiled"] else "--interpreted")
    return [*words, "--trace"] if options["trace"] else words


def _data(result: Result) -> dict[str, Any]:
    return {**result.as_dict(), "nodes_per_second": result.nodes_per_second}


def _page(game: Game, position: Any, place: str | None, title: str, result: Result, repeat: str) -> str:
    parts = [bold(game.name) + (f", position {printable_line(place)}" if place else "")]
    if game.show is not None:
        parts.append(textwrap.indent(game.show(position), "  "))
    rows = [("value", _value(result))]
    if result.move is not None:
        rows.append(("best move", text.move(game, result.move)))
        rows.append(("line", text.line(game, result.line)))
    if result.depth is not None:
        rows.append(("depth", str(result.depth)))
    if result.window != hm.Window():
        rows.append(("window", f"({result.window.low}, {result.window.high})"))
    rows.append(("algorithm", f"{result.algorithm} ({title})"))
    if result.parameters:
        rows.append(("parameters", text.parameters(result.parameters)))
    counts = {name: value for name, value in vars(result.counts).items() if value or name in ("leaves", "nodes")}
    rows += [(name.replace("_", " "), text.count(value)) for name, value in counts.items()]
    speed = "compiled" if result.compiled else "interpreted"
    rows.append(("time", f"{text.time(result.seconds)} {speed}, {text.rate(result.nodes_per_second)}"))
    parts.append(text.columns(rows))
    if result.leaf_order is not None:
        names = textwrap.fill(" ".join(result.leaf_order), 100, break_on_hyphens=False)
        parts.append("leaves in their order\n" + textwrap.indent(names, "  "))
    return "\n\n".join([*parts, f"repeat: {repeat}"])


def _value(result: Result) -> str:
    if result.stopped and result.value in (float("-inf"), float("inf")):
        return f"not known: stopped by the limit of {result.stopped} before the first move was searched"
    words = {"exact": "{}", "lower": "at least {}", "upper": "at most {}", "estimate": "about {}"}[result.bound].format(
        result.value
    )
    return f"{words} (stopped by the limit of {result.stopped})" if result.stopped else words
