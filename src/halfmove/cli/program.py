"""The command line: one file per command, loaded when it is called.

Data goes to standard output, messages and progress to standard error. Exit codes: 0 done, 1 a check failed, 2 wrong
usage or something that cannot be read or written, 130 stopped with Ctrl-C, 141 the reader of the output has gone.
"""

from __future__ import annotations

import importlib
import os
import sys
import warnings
from typing import Any

import click

import halfmove
from halfmove.base.checks import unknown
from halfmove.base.faults import error_text
from halfmove.cli import interrupts, live, streams
from halfmove.errors import HalfmoveError

# Groups of commands, and for each command its line in the help. A command is also the name of its file, and help loads
# none of these files.
GROUPS = {
    "Begin here": {
        "tour": "A first look: a search that is replayed, and a game to play, as pages.",
        "docs": "Read the documentation: a page about an algorithm, a game, or how to do something.",
        "examples": "List the examples, or copy one of them to a file of your own.",
        "list": "List algorithms, tree families, games, and the named trees of papers.",
        "help": "Show this help, or that of a command: halfmove help play.",
    },
    "Play": {
        "play": "Play a game against the computer, or watch it play.",
        "page": "Make a game into one file in which it is played with a mouse, to send to a friend.",
        "match": "Play many games between two players: which is stronger?",
        "train": "Learn an evaluation of a game from its rules, by games against itself.",
        "uci": "Be an engine for chess programs, or for any other program that speaks UCI.",
        "book": "Make opening books from deep searches or games, and show them.",
        "check": "Check a game or an algorithm of your own: what is wrong with it, and how fast is it?",
    },
    "Search": {
        "search": "Search a tree or a game, with any algorithm or with a player.",
        "explore": "Replay a search in the browser: the tree, windows, OPEN and BACKUP, why branches are cut.",
        "trace": "Print a search step by step: alpha and beta, cut-offs, OPEN and BACKUP.",
        "explain": "Explain why alpha-beta, SSS* and ITERSSS* examine a node, or why not.",
        "draw": "Draw a tree, or a search of it, as text or SVG.",
        "exercise": "Make exercises on game trees with solutions: as text, a page to print, or PDF.",
    },
    "Solve and prove": {
        "solve": "Solve a whole game: the value of every position and the moves to the end.",
        "probe": "Look up a position in a solved game: its value, every move, the best line.",
        "stats": "Statistics of a solved game: won, lost and drawn positions, the longest win.",
        "prove": "Prove that a position is won, or not won, with a proof that can be checked.",
    },
    "Measure": {
        "perft": "Count the lines of play of a length, to test rules and their speed.",
        "compare": "Count the leaves of several algorithms on many trees.",
        "study": "Measure algorithms on many trees, on many cores; every result is kept.",
        "order": "Measure how well the moves of a game are ordered, and model its trees.",
        "parallel": "Measure what parallel searches gain with more processors, in virtual time.",
        "reproduce": "Repeat the experiments of the papers, and compare the results cell by cell.",
        "theory": "Formulas: expected and least leaves, branching factors, storage.",
    },
}
COMMANDS = {name: line for group in GROUPS.values() for name, line in group.items()}

_CLOSED_PIPE = 141


class Hinted(Exception):
    """An error, or a command that ended early. Carries a sentence, and the command that helps, or ""."""

    def __init__(self, sentence: str, command: str = "") -> None:
        super().__init__(f"{sentence}: {command}" if command else sentence)
        self.sentence, self.command = sentence, command


class Interrupted(Hinted):
    """Ctrl-C was pressed; the command continues the work."""


class CheckFailed(Hinted):
    """A check failed: the sentence says which, and the command says more."""


class _Program(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        return importlib.import_module(f"halfmove.cli.{name}").command  # type: ignore[no-any-return]

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(str(unknown("command", args[0], COMMANDS)), ctx)
        live.now(f"halfmove {args[0]}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, COMMANDS))
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:<{width}}", line) for name, line in commands.items()])

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with live.watching("halfmove"):
                done = super().invoke(ctx)
                sys.stdout.flush()
            return done
        except KeyboardInterrupt:
            raise Interrupted(interrupts.SENTENCE) from None

    def main(self, *args: Any, **extra: Any) -> Any:
        extra |= {"prog_name": "halfmove", "standalone_mode": False}
        with warnings.catch_warnings():
            warnings.showwarning = lambda message, *_: note(str(message))
            sys.exit(self._run(*args, **extra))

    def _run(self, *args: Any, **extra: Any) -> int:
        try:
            code = super().main(*args, **extra)
            return code if isinstance(code, int) else 0
        except click.ClickException as error:
            streams.say(_sentence(error))
            return 2
        except HalfmoveError as error:
            streams.say(str(error))
            return interrupts.INTERRUPTED if interrupts.heard() else 2
        except Hinted as error:
            from halfmove.cli.text import say_hint

            say_hint(error.sentence, error.command)
            if isinstance(error, CheckFailed):
                return 1
            return interrupts.INTERRUPTED if isinstance(error, Interrupted) or interrupts.heard() else 2
        except (click.Abort, KeyboardInterrupt) as error:
            streams.say(str(error) or interrupts.SENTENCE)
            return interrupts.INTERRUPTED
        except streams.ClosedPipe:
            streams.forget_output()
            return _CLOSED_PIPE
        except MemoryError:
            streams.say("there is not enough memory for this")
            return 2
        except Exception as error:  # a fault in the user's game, or in halfmove
            if interrupts.heard():  # or Ctrl-C, which a library turned into another error
                streams.say(interrupts.SENTENCE)
                return interrupts.INTERRUPTED
            if os.environ.get("HALFMOVE_TRACEBACK"):
                raise
            streams.say(f"{error_text(error)}; HALFMOVE_TRACEBACK=1 shows more")
            return 2


def note(sentence: str) -> None:
    """Print a note while a command runs."""
    click.echo(streams.fitted(f"halfmove: note: {streams.in_a_line(sentence)}", sys.stderr, 2), err=True)


def _sentence(error: click.ClickException) -> str:
    text = error.format_message()
    text = text[:1].lower() + text[1:]
    context = getattr(error, "ctx", None)
    if context is None or not isinstance(error, click.UsageError):
        return text
    return f"{text.rstrip('.')} (see `{context.command_path} --help`)"


def _show_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(f"halfmove {halfmove.__version__}")
        ctx.exit()


@click.command(
    cls=_Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
@click.pass_context
def main(ctx: click.Context) -> None:
    """Search two-player game trees with the algorithms of the literature.

    \b
    halfmove search '[[3,[7,2]],[4,1]]'
    halfmove search connect_four --depth 10 -a negascout
    halfmove play connect_four --level easy
    halfmove compare --family uniform:8,4 --trees 100
    halfmove list scout
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def carry_out() -> int:
    """Run the command of this process with safe streams, and return the exit code."""
    code = None
    try:
        streams.prepare()
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0
        sys.stdout.flush()  # help and version are printed before any command is called
    except streams.ClosedPipe:
        streams.forget_output()
        return _CLOSED_PIPE
    except HalfmoveError as error:
        if not code:  # otherwise the error has been printed
            streams.say(str(error))
        streams.forget_output()
        return code or 2
    return code or 0
