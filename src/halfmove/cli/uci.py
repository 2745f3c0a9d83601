"""`halfmove uci`: the player as an engine for chess programs, and for every other program that speaks UCI."""

from __future__ import annotations

import gc
import io
import sys
from collections.abc import Iterator
from contextlib import suppress

import click

from halfmove.cli.commands import Command
from halfmove.cli.game_argument import game_from
from halfmove.cli.live import TerminalLine, on_top
from halfmove.cli.streams import ClosedPipe, whole
from halfmove.evaluations.evaluation import evaluated
from halfmove.uci.engine import Engine
from halfmove.uci.options import OPTIONS

_LONGEST = 1 << 20  # letters of a line
_LISTED = "\n".join(f"{option.name:<14} {option.about}" for option in OPTIONS)
_HELP = f"""Let another program play with halfmove's player: an engine for the Universal Chess Interface (UCI).

A chess program starts this command itself: name `halfmove` as the engine and `uci` as its argument. GAME is a game as
in `halfmove search`; the default is chess. Any game will do, if the other program knows it: moves are written as the
game writes them, positions as `position startpos moves ...`, or as `position fen TEXT` where the game has a text for
them.

The first time, the player is compiled, which takes a while: the engine is busy until it says readyok. `halfmove docs
uci` says how to add it to a chess program.

Options, which are set in the other program:

\b
{_LISTED}

\b
halfmove uci
halfmove uci connect_four
halfmove match uci:/usr/games/stockfish,time=0.1 time=0.1 --game chess
"""


@click.command("uci", cls=Command, help=_HELP)
@click.argument("game", default="chess", metavar="[GAME]")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Seed of what is random.")
@click.option("--evaluation", metavar="FILE", help="Learned evaluation to use, see `halfmove train`.")
@click.option("--compiled/--interpreted", default=None, help="Machine code or plain Python. [default: the faster]")
def command(game: str, seed: int, evaluation: str | None, compiled: bool | None) -> None:
    made = evaluated(game_from(game, trees=False), evaluation)
    engine = Engine(made, _say, seed=seed, compiled=compiled, when_ready=_settle)
    with on_top(TerminalLine()):  # nothing but the protocol is shown
        engine.run(_lines())


def _settle() -> None:
    """Spare the collector of garbage what stays for ever: looking at it takes longer than some moves may."""
    gc.collect()
    gc.freeze()


def _say(line: str) -> None:
    with suppress(ClosedPipe):  # the other program has gone: its lines end, too
        sys.stdout.write(whole(line) + "\n")
        sys.stdout.flush()


def _lines() -> Iterator[str]:
    """The lines of standard input. One that is longer than any command is left out."""
    if sys.stdin is None:
        return
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    is_rest = False
    while line := sys.stdin.readline(_LONGEST):
        if not is_rest and len(line) < _LONGEST:
            yield line
        is_rest = not line.endswith("\n")
