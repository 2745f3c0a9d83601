"""What `halfmove play` asks at a terminal: which game, and how strong its opponent shall be."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

import click

from halfmove.cli import text
from halfmove.cli.session import ask_at_prompt
from halfmove.cli.streams import bold, fitted, in_a_line
from halfmove.errors import HalfmoveError, UsageError
from halfmove.game import Game
from halfmove.players.levels import DEFAULT, NAMES, level_number, name_of

Ask = Callable[[str], str | None]
_STRENGTH = f"How strong? {' / '.join(NAMES)} [{name_of(DEFAULT)}]> "


def can_ask() -> bool:
    """Whether a person is there to answer."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def ask_level(ask: Ask = ask_at_prompt) -> int | None:
    """The level that the user chooses; None if the input ends."""
    while (line := ask(_STRENGTH)) is not None:
        if not line.strip():
            return DEFAULT
        try:
            return level_number(line)
        except UsageError as error:
            click.echo(fitted(in_a_line(str(error)), sys.stdout))
    return None


def ask_game(
    games: Mapping[str, str], read: Callable[[str], Game], ask: Ask = ask_at_prompt
) -> tuple[str, Game] | None:
    """The game that the user chooses by its number or its name; None if the input ends.

    games   names, with a line about each
    read    makes a game of what was typed, or raises an error that says what is wrong
    """
    names = list(games)
    click.echo(bold("Which game?"))
    click.echo(text.columns([(f"{number:>2}  {name}", line) for number, (name, line) in enumerate(games.items(), 1)]))
    click.echo(
        fitted(
            "Type a number, or a name with its arguments as in nim:3,4,5. One of your own: my_game.py:game", sys.stdout
        )
    )
    while (line := ask("game> ")) is not None and line.strip() not in ("quit", "exit"):
        word = line.strip()
        if not word:
            continue
        try:
            if word.isdecimal():
                if not 1 <= int(word[:9]) <= len(names):
                    raise UsageError(f"there is no game {word}: the numbers are 1 to {len(names)}")
                word = names[int(word) - 1]
            return word, read(word)
        except HalfmoveError as error:
            click.echo(fitted(in_a_line(str(error)), sys.stdout))
    return None
