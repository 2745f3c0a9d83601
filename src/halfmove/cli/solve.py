"""`halfmove solve`: solve all positions of a game, or verify a database."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

import click

import halfmove as hm
from halfmove.base.checks import MOST_JOBS, byte_count
from halfmove.base.clusters import NO_WORKERS, WorkersLost
from halfmove.cli import text
from halfmove.cli.commands import Command
from halfmove.cli.game_argument import game_from
from halfmove.cli.interrupts import SENTENCE, interruptible
from halfmove.cli.live import LiveLine, live_line, ticking
from halfmove.cli.program import CheckFailed, Hinted, Interrupted, note
from halfmove.cli.solved_game import (
    counts_in_words,
    entry_data,
    half_moves,
    opened,
    said,
    size_in_words,
    statistics_data,
)
from halfmove.cli.streams import bold
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.solving.database import Database
from halfmove.solving.estimate import Estimate, estimated, free_memory, in_words
from halfmove.solving.solve import MEMORY, Progress, tiers_from


@click.command("solve", cls=Command)
@click.argument("game", required=False)
@click.option("--out", metavar="FILE", help="File for the database. [default: none]")
@click.option("--memory", metavar="SIZE", help=f"Memory that may be used, such as 8G. [default: {MEMORY}]")
@click.option("--jobs", type=click.IntRange(1, MOST_JOBS), metavar="N", help="Cores to use. [default: all]")
@click.option("--tiers", metavar="T", help="Solve these tiers, with all their position numbers: 3, 1-4 or 1,2,5.")
@click.option("--symmetry", is_flag=True, help="Keep one of all equivalent positions.")
@click.option("--compiled/--interpreted", default=None, help="Machine code or plain Python. [default: the faster]")
@click.option("--cluster", metavar="URL", help="Use the workers of this Dask scheduler, such as tcp://host:8786.")
@click.option(
    "--workers-within",
    type=click.FloatRange(0, min_open=True),
    metavar="S",
    help=f"Give up a cluster that has had no workers for S seconds. [default: {NO_WORKERS:g}]",
)
@click.option(
    "--verify", "file", metavar="FILE", help="Only check this database. Name its game with --game if it is your own."
)
@click.option("--game", "other", metavar="GAME", help="The game of the database, with --verify.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(game: str | None, file: str | None, other: str | None, as_json: bool, **options: Any) -> None:
    """Find the value of every position of a game, and the number of half-moves to its end.

    GAME is written as in `halfmove search`: tic_tac_toe, connect_four:4,4 or my_game.py:game. Its positions must be
    whole numbers or tuples of them. All positions that can be reached from the start are solved, from the end of the
    game back to its beginning. Work in progress is kept beside FILE, in FILE.part: run the same command again to
    continue.

    --verify compares each position of a database with the positions after it. The exit code is 1 when one does not
    agree.

    \b
    halfmove solve tic_tac_toe --out ttt.db
    halfmove probe ttt.db "5 1"
    halfmove stats ttt.db
    halfmove solve --verify ttt.db
    """
    if file is not None:
        _verify(file, other or game, options, as_json)
        return
    if game is None:
        raise UsageError("name the game to solve, as in `halfmove solve tic_tac_toe`, or a database with --verify")
    if other is not None:
        raise UsageError("--game belongs to --verify: name the game to solve without --game")
    _solve(game, options, as_json)


def _solve(what: str, options: dict[str, Any], as_json: bool) -> None:
    game = game_from(what, trees=False)
    out, tiers = options["out"], None if options["tiers"] is None else tiers_from(options["tiers"])
    memory = MEMORY if options["memory"] is None else options["memory"]
    repeat = text.command("solve", what, *_words(options))
    _note_size(game, estimated(game, game.tiers if tiers is None else tiers), memory, options["memory"] is not None)
    again = out is not None and os.path.exists(f"{out}.part/state.json")
    began = time.monotonic()
    with live_line() as line, interruptible(), _Shown(line, game) as shown:
        try:
            made = hm.solve(
                game if options["cluster"] is None else what,
                out,
                tiers=tiers,
                symmetry=options["symmetry"],
                memory=memory,
                jobs=options["jobs"],
                compiled=options["compiled"],
                progress=shown,
                cluster=options["cluster"],
                workers_within=NO_WORKERS if options["workers_within"] is None else options["workers_within"],
                idle=shown.idle,
            )
        except KeyboardInterrupt:
            raise Interrupted(*_how_to_continue(out, SENTENCE, repeat)) from None
        except WorkersLost as lost:
            if out is None or not os.path.exists(f"{out}.part/state.json"):
                raise
            raise Hinted(*_how_to_continue(out, str(lost), repeat)) from None
    seconds = time.monotonic() - began
    start = made.probe(game.start) if game.tier_of(game.start) in made.tiers else None
    if as_json:
        data = {"game": game.name, "what": what, **statistics_data(made.statistics), "seconds": seconds}
        data |= {"start": None if start is None else entry_data(made, start), "went_on": again, "file": out}
        click.echo(text.as_json({**data, "repeat": repeat}))
        return
    click.echo(f"{_page(made, start, seconds, again)}\n\n{text.repeated(repeat)}")


def _words(options: dict[str, Any]) -> list[Any]:
    words: list[Any] = []
    for name in ("out", "memory", "jobs", "tiers", "cluster", "workers_within"):
        if options[name] is not None:
            words += [f"--{name.replace('_', '-')}", options[name]]
    words += ["--symmetry"] if options["symmetry"] else []
    if options["compiled"] is not None:
        words.append("--compiled" if options["compiled"] else "--interpreted")
    return words


def _how_to_continue(out: str | None, why: str, repeat: str) -> tuple[str, str]:
    """The sentence for a solve that ended early, and the command that continues it."""
    if out is None:
        return f"{why}; without --out nothing is kept", ""
    if not os.path.exists(f"{out}.part/state.json"):
        return f"{why}, before there was anything to keep", ""
    return f"{why}; to continue from {out}.part, run it again", repeat


def _note_size(game: Game, estimate: Estimate | None, memory: Any, given: bool) -> None:
    """Print notes about memory and size before the work begins."""
    allowed, free = byte_count("--memory", memory), free_memory()
    needed = 0 if estimate is None else estimate.memory
    if free is not None and allowed > free and (given or needed > free):
        note(f"this machine has {in_words(free)} of free memory, less than the {in_words(allowed)} that are allowed")
    if estimate is not None and estimate.numbers >= _MANY:
        file = f", a file of {in_words(estimate.file)} or more" if estimate.file else ""
        room = f", {in_words(needed)} of memory or more" if needed else ""
        # How many of them can be reached from the start is not known yet: there may be room for these.
        ends = f"; it ends when {in_words(allowed)} are used up" if not needed and estimate.numbers > allowed else ""
        note(f"{game.name} has at most {estimate.numbers:,} positions{room}{file}{ends}")


_A_WHILE = 5.0  # seconds
_DEEP = 500  # half-moves from the start; hardly any game that ends has positions so deep
_MANY = 1_000_000  # positions; larger games get a note about their size


class _Shown:
    """Shows the progress of a solve; before its first report, that it has begun."""

    def __init__(self, line: LiveLine, game: Game) -> None:
        self._noted = self._noted_endless = False
        self._began = time.monotonic()
        self._line, self._name, self._waiting = line, game.name, ticking(line, f"solving {game.name}")

    def __enter__(self) -> _Shown:
        self._waiting.__enter__()
        self._waits = True
        return self

    def __exit__(self, *_: Any) -> None:
        self._stop_waiting()

    def _stop_waiting(self) -> None:
        if self._waits:
            self._waits = False
            self._waiting.__exit__(None, None, None)

    def __call__(self, progress: Progress) -> None:
        self._stop_waiting()
        self._line(lambda: progress_in_words(progress))
        if progress.deep >= _DEEP and not self._noted_endless and time.monotonic() - self._began > _A_WHILE:
            self._noted_endless = True
            note(
                f"{self._name} may have no end: {progress.done:,} positions were listed, up to {progress.deep:,} "
                "half-moves from the start, and there are still more; Ctrl-C stops this"
            )

    def idle(self, seconds: float, most: float) -> None:
        """Show that a cluster has no workers: continuously on a terminal, otherwise once."""
        self._stop_waiting()
        self._line(lambda: f"waiting for workers: {seconds:.0f} of {most:g} seconds")
        if seconds > _A_WHILE and not self._noted and not sys.stderr.isatty():
            self._noted = True
            note(f"the cluster has had no workers for {seconds:.0f} seconds; halfmove gives up after {most:g}")


def progress_in_words(progress: Progress) -> str:
    """The progress of a solve, in a line."""
    of = f" of {progress.of:,} ({progress.done / progress.of:.0%})" if progress.of else ""
    deep = f", {half_moves(progress.deep)} deep" if progress.deep else ""
    left = f", {_duration(progress.left)} left" if progress.left is not None else ""
    rate = f", {_rate(progress.rate)}" if progress.rate > 0 else ""
    return f"{progress.stage}, tier {progress.tier}: {progress.done:,}{of}{deep}{rate}{left}"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _rate(per_second: float) -> str:
    return text.rate(per_second, "positions")


def _page(made: Database, start: Any, seconds: float, again: bool) -> str:
    found = made.statistics
    rate = "in this run, which continued another" if again else _rate(found.positions / max(seconds, 1e-9))
    rows = [
        ("positions", counts_in_words(found)),
        ("start", "not among these positions" if start is None else said(made, start)),
        ("longest win", "none" if found.longest is None else half_moves(found.longest)),
        ("size", size_in_words(found)),
        ("time", f"{text.time(seconds)}, {rate}" if not again else f"{text.time(seconds)} {rate}"),
        ("file", made.file or "none; add --out FILE to keep the database"),
    ]
    return f"{bold(made.game.name)}\n\n{text.columns(rows)}"


def _verify(file: str, game: str | None, options: dict[str, Any], as_json: bool) -> None:
    database = opened(file, game)
    began = time.monotonic()
    with live_line() as line:

        def report(done: int, of: int) -> None:
            line(
                lambda: progress_in_words(Progress("verifying", 0, done, of, time.monotonic() - began)).replace(
                    ", tier 0", ""
                )
            )

        verdict = hm.verify(database, jobs=options["jobs"], compiled=options["compiled"], progress=report)
    seconds = time.monotonic() - began
    if as_json:
        data = {"file": file, "game": database.game.name, "right": verdict.right, "fault": verdict.fault}
        click.echo(text.as_json({**data, "positions": verdict.positions, "seconds": seconds}))
    elif verdict.right:
        rows = [
            ("positions", f"{verdict.positions:,}: each agrees with the positions after it"),
            ("time", f"{text.time(seconds)}, {_rate(verdict.positions / max(seconds, 1e-9))}"),
            ("file", file),
        ]
        click.echo(f"{bold(database.game.name)}\n\n{text.columns(rows)}")
    if not verdict.right:
        raise CheckFailed(f"{file} is wrong: {verdict.fault}")
