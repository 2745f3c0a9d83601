"""`halfmove match`: two players, many games, and which player is stronger."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator
from typing import Any

import click
from click.core import ParameterSource

from halfmove.adapters.arguments import number
from halfmove.adapters.from_text import FACTORIES, canonical
from halfmove.base.checks import MOST_JOBS, shown
from halfmove.base.clusters import WorkersLost
from halfmove.base.printable import printable_line
from halfmove.base.user_files import UserFile, split_file_text
from halfmove.cli import grid, text
from halfmove.cli.commands import Command
from halfmove.cli.interrupts import interruptible
from halfmove.cli.live import LiveLine, live_line, ticking
from halfmove.cli.program import Hinted, Interrupted
from halfmove.cli.streams import bold, fitted
from halfmove.cli.write import check, write
from halfmove.engine import silent
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.matches import Estimate, Match, SequentialTest, Standing, match, run, written_games
from halfmove.matches import Interrupted as MatchInterrupted
from halfmove.matches.files import as_lines
from halfmove.matches.plans import LONGEST
from halfmove.matches.players import printing_aside
from halfmove.matches.running import prepare
from halfmove.matches.standings import means
from halfmove.matches.statistics import pentanomial
from halfmove.pgn.writing import text_of_games

_TEST = "0,100"
_SEED = 1


@click.command("match", cls=Command)
@click.argument("players", nargs=-1, metavar="PLAYER1 PLAYER2")
@click.option(
    "--game", default="connect_four", show_default=True, metavar="GAME", help="Game, as in `halfmove search`."
)
@click.option(
    "--games", type=int, default=100, show_default=True, metavar="N", help="Most games to play; an even number."
)
@click.option(
    "--opening",
    type=int,
    metavar="N",
    help="Random half-moves at the start of a game. [default: 4, fewer in short games]",
)
@click.option(
    "--seed", type=int, default=_SEED, show_default=True, metavar="S", help="Seed of openings and random players."
)
@click.option(
    "--sprt", default=_TEST, show_default=True, metavar="E0,E1", help="Elo differences for the sequential test, or off."
)
@click.option(
    "--longest",
    type=int,
    default=LONGEST,
    show_default=True,
    metavar="N",
    help="Most half-moves of a game.",
)
@click.option("--jobs", type=click.IntRange(1, MOST_JOBS), metavar="J", help="Processes. [default: one per core]")
@click.option("--out", "out_file", metavar="FILE", help="Save every finished pair of games in this file (JSON).")
@click.option("--resume", is_flag=True, help="Continue from the file of --out.")
@click.option("--games-file", metavar="FILE", help="Write the moves of all games, one JSON line per game.")
@click.option("--pgn", "pgn_file", metavar="FILE", help="Write all games in PGN, which chess programs read.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    players: tuple[str, ...],
    game: str,
    games: int,
    opening: int | None,
    seed: int,
    sprt: str,
    longest: int,
    jobs: int | None,
    out_file: str | None,
    resume: bool,
    games_file: str | None,
    pgn_file: str | None,
    as_json: bool,
) -> None:
    """Play many games between two players, to find out which is stronger.

    Each opening is random and played twice, with the sides exchanged. After every pair of games a sequential test
    decides whether the match can end. A player is written as

    \b
      time=0.1,quiescence=off   halfmove's player: time, nodes, depth, memory,
                                threads, method, seed, compiled, and its parts
                                on or off
      clock=60+0.6              with a clock for the whole game
      level=easy                a level of `halfmove play`: a name, or 1 to 10
      time=0.1,book=my.book     with an opening book, and variety=0.5 points
      time=0.1,endgames=my.db   with a database of solved positions
      time=0.1,evaluation=my.eval  with a learned evaluation; or evaluation=none
      mcts:playouts=1000        random games
      best_first:time=0.1       best-first minimax
      alpha_beta:depth=6        an algorithm, to a fixed depth
      alpha_beta:time=0.1       the same, deeper and deeper
      random                    any move
      uci:stockfish,time=0.1    an engine that speaks UCI, with its own options:
                                halfmove docs uci
      my_file.py:name           your own: a function (game, position) -> move,
                                or an object with choose(position)

    \b
    halfmove match time=0.1 mcts:time=0.1 --game othello --games 40
    halfmove match level=hard level=easy --game othello --games 20
    halfmove match nodes=5000 nodes=5000,killers=off --game kalah --sprt 0,50
    """
    _check_players(players, ctx)
    player1, player2 = players
    check({"--games-file": games_file, "--pgn": pgn_file}, as_json, {"--out": out_file})
    if resume and out_file is None:
        raise UsageError("--resume continues from a file: name it with --out")
    if out_file in ("", "-"):
        raise UsageError("--out needs the name of a file, so that the match can continue from it")
    if out_file is not None and os.path.exists(out_file) and not resume:
        raise UsageError(f"{out_file} exists already: add --resume to continue from it, or name another file")
    plan = match(game, player1, player2, games, opening, seed, longest, _test(sprt))
    repeat = text.command("match", *_words(plan, player1, player2, game, sprt))
    options = {"--jobs": jobs, "--games-file": games_file, "--pgn": pgn_file, "--out": out_file}
    here = [word for option, value in options.items() if value is not None for word in (option, value)]
    resume_command = text.command(
        "match", *_words(plan, player1, player2, game, sprt), *here, *["--json"] * as_json, "--resume"
    )
    standing, unfinished = _carry_out(plan, jobs, out_file, resume, "" if out_file is None else resume_command)
    if unfinished is not None and not standing.games:
        raise unfinished
    if games_file is not None:
        write(as_lines(plan, standing.games), games_file)
    if pgn_file is not None:
        write(text_of_games(written_games(standing)), pgn_file)
    if as_json:
        click.echo(text.as_json({**standing.as_dict(), "finished": unfinished is None, "repeat": repeat}))
    elif "-" in (games_file, pgn_file):
        click.echo(text.repeated(repeat, err=True), err=True)
    else:
        _show(standing, repeat)
    if unfinished is not None:
        raise unfinished


def _check_players(words: tuple[str, ...], ctx: click.Context) -> None:
    """Check that two players are named. A game in their place is a likely mistake: other commands take it there."""
    games = [word for word in words if _is_game(word)]
    if games:
        players = [word for word in words if word not in games]
        given = [each for each in ctx.command.params if isinstance(each, click.Option)]
        given = [each for each in given if ctx.get_parameter_source(each.name or "") is ParameterSource.COMMANDLINE]
        options = {each.opts[0]: ctx.params[each.name or ""] for each in given}
        options = {"--game": games[0]} | options
        flat = [word for name, value in options.items() for word in ((name,) if value is True else (name, value))]
        right = text.command("match", *[*players, *("time=0.1", "random")[len(players) :]][:2], *flat)
        raise Hinted(f"match needs two players, and the game {games[0]} as --game", right)
    if len(words) < 2:
        raise click.UsageError(f"Missing argument 'PLAYER{len(words) + 1}'", ctx)
    if len(words) > 2:
        raise click.UsageError(f"match needs two players, but {shown(words[2])} is a third", ctx)


def _is_game(word: str) -> bool:
    """Whether a word names a game, a known one or one in a user's file."""
    written = split_file_text(word)
    if written is None:
        return canonical(word.partition(":")[0]) in FACTORIES
    if written.name is None:
        return False
    with printing_aside():
        return isinstance(UserFile.find(written.path, written.name).load(), Game)


def _test(words: str) -> SequentialTest | None:
    if words.strip() == "off":
        return None
    parts = words.split(",")
    if len(parts) != 2:
        raise UsageError(f"--sprt takes two Elo differences, as in {_TEST}, or off, not {shown(words)}")
    return SequentialTest(number(parts[0]), number(parts[1]))


def _words(plan: Match, player1: str, player2: str, game: str, sprt: str) -> Iterator[Any]:
    """The options that repeat this match, without the files, which do not change the games."""
    yield from (player1, player2, "--game", game, "--games", plan.games, "--opening", plan.opening)
    yield from ("--seed", plan.seed, "--sprt", sprt)
    if plan.longest != LONGEST:
        yield from ("--longest", plan.longest)


def _carry_out(
    plan: Match, jobs: int | None, file: str | None, resume: bool, resume_command: str
) -> tuple[Standing, Interrupted | None]:
    """Play the match. Returns its standing and, after Ctrl-C, the exception to raise at the end."""
    ending = "; to continue" if resume_command else ""
    with live_line() as line:
        with ticking(line, f"compiling both players for {plan.game}"), silent():
            prepare(plan)
        with interruptible():
            try:
                return run(plan, jobs, file, resume, lambda standing: _show_standing(line, standing)), None
            except MatchInterrupted as stop:
                return stop.standing, Interrupted(f"{stop}{ending}", resume_command)
            except WorkersLost as lost:
                raise Hinted(f"{lost}{ending}", resume_command) from None


def _show_standing(line: LiveLine, standing: Standing) -> None:
    """Show the standing while the match runs."""

    def words() -> str:
        won, drawn, lost = standing.results()
        ratio = "" if standing.ratio is None else f", log ratio {standing.ratio:+.2f}"
        games = f"{len(standing.games)} of {standing.match.games} games"
        return f"{games}: +{won} ={drawn} -{lost}, {_share(standing.score)}, Elo {_elo(standing.elo)}{ratio}"

    line(words)


def _show(standing: Standing, repeat: str) -> None:
    plan, games = standing.match, len(standing.games)
    openings = "1 opening" if len(standing.pairs) == 1 else f"{len(standing.pairs)} openings, each"
    click.echo(f"{bold(str(plan.game))}: {games} of {plan.games} games, {openings} played twice")
    click.echo(f"\n  player 1  {plan.players[0]}\n  player 2  {plan.players[1]}\n")
    rows = [
        ("moves first", *map(str, standing.results(1))),
        ("moves second", *map(str, standing.results(2))),
        ("all games", *map(str, standing.results())),
    ]
    grid.show("player 1", ("", "won", "drawn", "lost"), rows)
    points = ("0", "1/2", "1", "1 1/2", "2")
    pairs = ", ".join(f"{count} x {name}" for name, count in zip(points, pentanomial(standing.scores), strict=True))
    click.echo(
        text.columns(
            [
                ("score", f"{_share(standing.score)} of player 1, with its 95 % interval"),
                ("Elo", _elo(standing.elo)),
                ("superiority", f"{standing.superiority:.1%} likely that player 1 is stronger"),
                ("pairs", f"{pairs} points"),
                ("test", standing.verdict),
            ]
        )
        + "\n"
    )
    cells = [_cells(f"player {player}", means(standing.effort(player))) for player in (1, 2)]
    grid.show("a move", ("", "depth", "nodes", "time", "slowest", "late", "moves"), cells)
    for note in standing.notes:
        click.echo(fitted(f"note: {printable_line(note)}", sys.stdout, 2))
    click.echo(text.repeated(repeat))


def _cells(name: str, mean: dict[str, Any]) -> tuple[str, ...]:
    depth = "" if mean["depth"] is None else f"{mean['depth']:.1f}"
    nodes = "" if mean["nodes"] is None else text.count(mean["nodes"])
    seconds = "" if mean["seconds"] is None else text.time(mean["seconds"])
    return name, depth, nodes, seconds, text.time(mean["slowest"]), str(mean["late"]), str(mean["moves"])


def _share(estimate: Estimate) -> str:
    return f"{estimate.value:.1%} ({estimate.low:.1%} to {estimate.high:.1%})"


def _elo(estimate: Estimate) -> str:
    value, low, high = (
        f"{each:+.0f}" if math.isfinite(each) else "+inf" if each > 0 else "-inf"
        for each in (estimate.value, estimate.low, estimate.high)
    )
    return f"{value} ({low} to {high})"
