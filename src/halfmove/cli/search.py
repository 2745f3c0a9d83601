"""`halfmove search`: one search, its answer and its cost.

An algorithm searches trees, and games if an algorithm, a depth or a limit is given. Otherwise alpha-beta tries to
reach the end of the game in a short time. If it does not, a player thinks for some seconds.
"""

from __future__ import annotations

import math
import sys
import textwrap
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

import click

import halfmove as hm
from halfmove.adapters.arguments import number
from halfmove.base.checks import shown
from halfmove.base.printable import printable_line
from halfmove.cli import live, text, thinking
from halfmove.cli.algorithms import AlgorithmCommand, chosen_algorithm, parameter_options
from halfmove.cli.commands import DEPTH, LIMIT
from halfmove.cli.game_argument import game_from
from halfmove.cli.position import after, position_from
from halfmove.cli.streams import bold, broken, read_input, room_on
from halfmove.engine import Progress
from halfmove.errors import LongLine, UsageError
from halfmove.evaluations.evaluation import evaluated
from halfmove.game import Game
from halfmove.model import NOTICED, Limits, Result
from halfmove.players.move_text import line_from
from halfmove.showing import values
from halfmove.solving.database import database_for
from halfmove.theory import minimum_leaves

_TAKEN = (
    "what",
    "algorithm",
    "depth",
    "window",
    "position",
    "moves",
    "time",
    "solve",
    "threads",
    "compiled",
    "trace",
    "nodes",
    "seconds",
    "memory_limit",
    "table",
    "endgames",
    "evaluation",
    "jobs",
    "cluster",
    "progress",
    "as_json",
    "json",
)
# Options of a player. --memory also belongs to iter_sss_star.
_OF_PLAYERS = ("time", "threads", "memory", "solve")
_PLAYER_SECONDS = 5.0
_ROUNDED = 0.006  # the texts of players have two decimals
_LINE = 100  # letters of a line of leaves, where there is no terminal
_MANY_LEAVES = 10**10  # more than a search evaluates in some minutes
_TRIAL = Limits(nodes=200_000, seconds=1.0)  # enough to search a small game to its end


@click.command("search", cls=AlgorithmCommand)
@click.argument("what")
@click.option("-a", "--algorithm", metavar="ID", help="Algorithm, see `halfmove list`. [default: alpha_beta]")
@click.option("--depth", type=DEPTH, metavar="N", help="Half-moves to look ahead. [default: to the end]")
@click.option("--window", metavar="LOW,HIGH", help="Only values strictly inside must be exact.")
@click.option("--position", metavar="P", help="Start here: a node such as 1.2, or moves from the start.")
@click.option("--moves", metavar="M", help='Moves to make first, such as "4 4 5" or 445.')
@click.option("--time", type=LIMIT, metavar="S", help="Let a player think for S seconds, deeper and deeper.")
@click.option("--solve", is_flag=True, help="Let a player find the exact value; --time is then a limit.")
@click.option("--threads", type=int, metavar="N", help="Cores for a player. [default: 1]")
@click.option("--compiled/--interpreted", default=None, help="Machine code or plain Python. [default: the faster]")
@click.option("--trace", is_flag=True, help="Show the order of the leaves, in Dewey notation.")
@click.option("--nodes", type=int, metavar="N", help="Stop after N nodes, with a bound.")
@click.option("--seconds", type=LIMIT, metavar="S", help="Stop after S seconds, with a bound.")
@click.option(
    "--memory-limit", type=int, metavar="BYTES", help="Stop before a best-first search uses more memory, with a bound."
)
@click.option("--table", metavar="SIZE", help="Transposition table, such as 64MB, for depth-first algorithms.")
@click.option(
    "--endgames", metavar="FILE", help="Database of solved positions (`halfmove solve`) to end the search at."
)
@click.option("--evaluation", metavar="FILE", help="Learned evaluation to use, see `halfmove train`.")
@click.option("--jobs", type=int, metavar="J", help="Processes that search together, where evaluations are slow.")
@click.option("--cluster", metavar="ADDRESS", help="Search on the workers of a Dask scheduler (tcp://host:8786).")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@parameter_options(_TAKEN, {"memory": ("SIZE", f"Size of a player's table. [default: {thinking.MEMORY}]")})
def command(what: str, algorithm: str | None, as_json: bool, **options: Any) -> None:
    """Search a tree or a game, with any algorithm or with a player.

    WHAT is one of

    \b
      '[[3,[7,2]],[4,1]]'          nested lists: a leaf is its value for MAX,
                                   the root is MAX
      tree.json                    the same in a file; - reads standard input
      uniform:8,4,seed=7           a tree family, see `halfmove list`
      uniform:8,4,values=0..127    values: continuous, 0..127, 0.0..1.0,
                                   bivalued:0.4, 0:0.5,1:0.3,2:0.2
      connect_four:width=6         a game with arguments; nim:3,4,5
      my_game.py:game              a Game of your own
      my_game.py:make:5            a game that your own function makes

    An algorithm searches as the literature describes it. A player searches deeper and deeper, and remembers positions
    in a table of --memory 64MB. Use --time or --solve to ask a player. Without options, alpha_beta searches a game to
    its end if that is near; otherwise a player thinks for 5 seconds.

    The parameters of an algorithm are options: `-a scout --test strict` is the same as `-a scout:test=strict`. For an
    algorithm of your own write `-a my_search.py:my_kernel`.
    """
    stdin: list[str] = []
    game = game_from(what, lambda: stdin.append(read_input()) or stdin[0])  # type: ignore[func-returns-value]
    game = evaluated(game, options["evaluation"])
    position = start_from(game, options["position"], options["moves"])
    source = stdin[0].strip() if stdin and len(stdin[0]) < 200 else what
    if _wants_player(game, algorithm, options):
        answer = _think(game, position, options)
    elif algorithm is None and not game.leaves_only and not _given(options):
        answer = _try_to_the_end(game, position, options)
    else:
        answer = _search(game, position, algorithm or "alpha_beta", options)
    repeat = text.command("search", source, *answer.words)
    if as_json:
        place = {"position": options["position"], "moves": options["moves"]}
        data = {"game": game.name, "what": what, **place, **_data(answer.result), "repeat": repeat}
        click.echo(text.as_json(data))
    else:
        click.echo(_page(game, position, _named(options), answer, repeat))


class Answer(NamedTuple):
    """A result, the title of the method, and the options that repeat the search."""

    result: Result
    title: str
    words: list[Any]


def start_from(game: Game, place: str | None, moves: str | None) -> Any:
    """The position that --position and --moves name."""
    at = game.start if place is None else position_from(game, place)
    return at if moves is None else after(game, at, line_from(game, at, moves, "--moves"))


def _named(options: dict[str, Any]) -> str:
    """The position as it was given."""
    place, moves = options["position"], options["moves"]
    names = ([f"position {place}"] if place else []) + ([f"after {moves}"] if moves else [])
    return "".join(f", {printable_line(each)}" for each in names)


def _given(options: dict[str, Any]) -> list[str]:
    """The options that only an algorithm understands."""
    places = ("position", "moves", "compiled", "endgames", "evaluation", *_OF_PLAYERS)
    return [name for name in options if name not in places and _is_given(options[name])]


def _is_given(value: Any) -> bool:
    return value is not None and value is not False  # 0 is a value


def _wants_player(game: Game, algorithm: str | None, options: dict[str, Any]) -> bool:
    """Whether the options ask for a player. Raises UsageError if they ask for an algorithm too."""
    alone = algorithm is None and not game.leaves_only
    wanted = [name for name in ("time", "solve", "threads") if _is_given(options[name])]
    if not wanted:
        return alone and options["memory"] is not None and not _given(options)
    others = (["-a"] if algorithm is not None else []) + [f"--{name}" for name in _given(options)]
    others = [each.replace("_", "-") for each in others if each not in ("--depth", "--nodes")]
    if others:
        raise UsageError(f"--{wanted[0]} is for players, and {others[0]} is for algorithms: leave one of them out")
    if game.leaves_only and not options["solve"]:
        raise UsageError(
            f"{game.name}: only its leaves have scores, so a player cannot evaluate positions: try --solve"
        )
    return True


def _think(game: Game, position: Any, options: dict[str, Any]) -> Answer:
    """Ask a player."""
    solve, seconds = options["solve"], options["time"]
    seconds = seconds if solve or seconds is not None else _PLAYER_SECONDS
    limits = Limits(options["nodes"], seconds)
    memory = thinking.MEMORY if options["memory"] is None else options["memory"]
    threads = 1 if options["threads"] is None else options["threads"]
    player = hm.Player(game, limits, memory, threads, compiled=options["compiled"], endgames=_endgames(game, options))
    if not solve and options["time"] is None:  # no time was given, so compiling need not count
        player.prepare()
    if solve and options["depth"] is not None:
        raise UsageError("--solve searches to the end of the game: leave --depth out")
    result = thinking.solved(player, position) if solve else thinking.chosen(player, position, options["depth"])
    words = (["--solve"] if solve else []) + ([] if seconds is None else ["--time", f"{seconds:g}"])
    words += _words(options, ("depth", "position", "moves", "nodes", "threads", "memory", "endgames", "evaluation"))
    return Answer(result, thinking.TITLES.get(result.algorithm, result.algorithm), words)


def _try_to_the_end(game: Game, position: Any, options: dict[str, Any]) -> Answer:
    """Search a small game to its end, with exact counts; let a player search any other."""
    limits = replace(_TRIAL, seconds=None) if options["compiled"] else _TRIAL  # compiling may take longer
    try:
        tried = _search(game, position, "alpha_beta", options, limits)
    except LongLine:
        return _think(game, position, options)
    return tried if tried.result.stopped is None else _think(game, position, options)


def _search(game: Game, position: Any, algorithm: str, options: dict[str, Any], limits: Limits | None = None) -> Answer:
    """Search with an algorithm, within `limits` or those of the options."""
    chosen = chosen_algorithm(algorithm, options, _TAKEN)
    if chosen.algorithm.proves and not chosen.algorithm.decides and (needed := needed_leaves(game, options)):
        limits_it = "--seconds limits it" if game.leaves_only else "--seconds and --depth limit it"
        live.now(f"it needs at least {needed} leaves; {limits_it}")
    with live.live_line() as line:
        result = hm.search(
            game,
            chosen.reference,
            window=window_from(options["window"]),
            depth=options["depth"],
            position=position,
            compiled=options["compiled"],
            trace=options["trace"],
            limits=limits or Limits(options["nodes"], options["seconds"], options["memory_limit"]),
            endgames=_endgames(game, options),
            jobs=options["jobs"],
            cluster=options["cluster"],
            progress=lambda progress: line(lambda: _so_far(progress)),
            **{"table": options["table"]} | chosen.named,
        )
    names = ("depth", "window", "position", "moves", "nodes", "seconds", "memory_limit", "table", "endgames", "jobs")
    words = ["-a", chosen, *_words(options, (*names, "evaluation", "cluster"))]
    return Answer(result, chosen.algorithm.title, [*words, "--trace"] if options["trace"] else words)


def _so_far(progress: Progress) -> str:
    """How far a search by several processes is."""
    best = "" if progress.value is None else f", best so far {progress.value:g}"
    settled = f"{progress.settled} of {progress.moves} moves settled{best}"
    return f"{settled}; {text.count(progress.leaves)} leaves, {text.count(progress.working)} jobs at work"


def needed_leaves(game: Game, options: dict[str, Any]) -> str | None:
    """The least number of leaves that the value of a whole tree needs, if they take minutes; otherwise None."""
    width, depth = game.parameters.get("width"), game.parameters.get("depth")
    others = ("window", "position", "moves", "nodes", "seconds", "endgames")
    if "family" not in game.parameters or width is None or depth is None or any(options[one] for one in others):
        return None
    least = minimum_leaves(width, depth if options["depth"] is None else min(depth, options["depth"]))
    if least < _MANY_LEAVES:
        return None
    power = int(math.log10(least))  # the number may have thousands of digits
    return f"{max(1, least // 10**power)} x 10^{power}"


def _endgames(game: Game, options: dict[str, Any]) -> list[Any]:
    """The database that was named."""
    return [] if options["endgames"] is None else [database_for(game, options["endgames"])]


def window_from(words: str | None) -> tuple[Any, Any] | None:
    if words is None:
        return None
    parts = words.strip().strip("()").split(",")
    if len(parts) != 2:
        raise UsageError(f"--window takes two numbers LOW,HIGH, as in 3,5 or -inf,4, not {shown(words)}")
    return number(parts[0] or "-inf"), number(parts[1] or "inf")


def _words(options: dict[str, Any], names: Iterable[str]) -> list[Any]:
    """The options that repeat a search."""
    words: list[Any] = []
    for name in names:
        if options[name] is not None:
            words += [f"--{name.replace('_', '-')}", options[name]]
    if options["compiled"] is not None:
        words.append("--compiled" if options["compiled"] else "--interpreted")
    return words


def _data(result: Result) -> dict[str, Any]:
    return {**result.as_dict(), "nodes_per_second": result.nodes_per_second}


def _page(game: Game, position: Any, place: str, answer: Answer, repeat: str) -> str:
    result = answer.result
    parts = [bold(game.name) + place]
    if game.show is not None:
        parts.append(textwrap.indent(game.picture(position), "  "))
    rows = [("value", _value(result))]
    if result.move is not None:
        rows.append(("best move", text.move(game, result.move)))
        rows.append(("line", text.line(game, result.line)))
    if result.depth is not None:
        rows.append(("depth", str(result.depth)))
    if result.window != hm.Window():
        rows.append(("window", f"({result.window.low}, {result.window.high})"))
    rows.append(("algorithm", f"{result.algorithm} ({answer.title})"))
    if result.parameters and not result.said:
        rows.append(("parameters", text.parameters(result.parameters)))
    counts = {name: value for name, value in vars(result.counts).items() if value or name in ("leaves", "nodes")}
    rows += [(name.replace("_", " "), text.count(value)) for name, value in counts.items()]
    if "in_transit" in result.counters:
        own = {name: value for name, value in result.counters.items() if value}
        rows += [(name.replace("_", " "), text.count(value)) for name, value in own.items()]
    if "processes" in result.counters:
        processes, jobs, dropped = map(text.count, (result.counters[each] for each in ("processes", "jobs", "dropped")))
        rows.append(("processes", f"{processes}, with {jobs} jobs, of which {dropped} were cut off"))
    speed = "compiled" if result.compiled else "interpreted"
    searching = text.time(result.seconds - result.preparing)
    rows.append(("time", f"{searching} {speed}, {text.rate(result.nodes_per_second)}"))
    if result.preparing >= NOTICED:
        rows.append(("before that", f"{text.time(result.preparing)} to compile or load machine code"))
    parts.append(text.columns(rows))
    if result.leaf_order is not None:
        names = broken("  " + " ".join(result.leaf_order), room_on(sys.stdout) or _LINE)
        parts.append(f"leaves in order\n{names}")
    return "\n\n".join([*parts, text.repeated(repeat)])


def _value(result: Result) -> str:
    if values.unknown(result):
        return f"not known: {values.stopped(result)} before the first move was searched"
    stopped = values.stopped(result) if result.stopped and not result.said else ""
    words, plain = values.words_of(result), values.bounded(result, values.number(result))
    if verdict := "even" if result.said == "+0" else _beyond(result) or words.verdict:
        more = f" {words.source}" if words.source else ""
        return f"{verdict} ({plain}{more}{'; ' if stopped else ''}{stopped})"
    if words.source:
        value = values.points(result)
        plain = f"{values.bounded(result, value)}, {words.source}"
        notes = [] if value in ("0", "even", f"{result.value:+}") else [values.number(result)]
        stopped = "; ".join([*notes, *([stopped] if stopped else [])])
    return f"{plain} ({stopped})" if stopped else plain


def _beyond(result: Result) -> str:
    """What a player says about a position, if that is more than the number beside it."""
    try:
        return "" if abs(float(result.said or "nan") - result.value) < _ROUNDED else result.said
    except ValueError:
        return result.said
