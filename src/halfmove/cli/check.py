"""`halfmove check`: what hooks a game has, whether its rules are right, and how fast it is."""

from __future__ import annotations

import sys

import click

from halfmove.base.checks import whole
from halfmove.base.printable import printable_line
from halfmove.cli import game_report, text
from halfmove.cli.commands import Command
from halfmove.cli.game_argument import game_from
from halfmove.cli.game_report import MOST, Examination
from halfmove.cli.program import CheckFailed
from halfmove.cli.streams import bold, fitted

_MOST_GAMES = 1_000_000


@click.command("check", cls=Command)
@click.argument("game")
@click.option("--games", default=100, show_default=True, metavar="N", help="Random games to play.")
@click.option("--seed", default=0, show_default=True, metavar="S", help="Seed of the random games.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def command(game: str, games: int, seed: int, as_json: bool) -> None:
    """Check a game of your own: are its rules right, and how fast is it?

    GAME is written as in `halfmove search`: my_game.py:game. The command plays random games, checks every rule on the
    way, and compares the rules as machine code with the rules in plain Python. The report shows what is wrong, which
    hooks the game has, what other hooks would add, why the game cannot be compiled, how many positions a search visits
    per second at both speeds, and how long games last. The exit code is 1 when a rule is wrong.

    \b
    halfmove check my_game.py:game
    halfmove check othello:size=6 --games 20
    """
    whole("--games", games, 1, _MOST_GAMES)
    made = game_from(game)
    found = game_report.examine(made, games, seed)
    repeat = text.command("check", game, "--games", games, "--seed", seed)
    if as_json:
        click.echo(text.as_json({**found._asdict(), "what": game, "repeat": repeat}))
    else:
        click.echo(f"{_page(found)}\n\n{text.repeated(repeat)}")
    if found.fault is not None:
        raise CheckFailed(found.fault)


def _page(found: Examination) -> str:
    rows = [("start", found.start), ("has", ", ".join(found.hooks))]
    rows.append(
        ("rules", "right" if found.fault is None else "wrong")
    )  # the last line of the command says what is wrong
    if found.fault is None:
        why = "yes" if found.compiles else f"no: {found.why_not}"
        rows += [("compiled", why), ("plain Python", _speed(found.slow))]
        rows += [("machine code", _speed(found.fast))] if found.fast is not None else []
        rows += [("evaluate", found.loud)] if found.loud is not None else []
        rows += [("a random game", _length(found)), ("a position", f"{text.count(found.width)} moves")]
    parts = [bold(found.name), text.columns(rows)]
    if found.endless is not None:
        parts.append(fitted(f"note: {_endless(found)}", sys.stdout, 2))
    if found.missing and found.fault is None:
        parts.append(_helps(found.missing))
    return "\n\n".join(parts)


def _length(found: Examination) -> str:
    """How long random games are."""
    if found.finished == found.played:
        return f"{text.count(found.length)} half-moves"
    if found.finished:
        return f"{text.count(found.length)} half-moves, but {found.played - found.finished} did not end"
    return f"no end: none of {found.played} ended within {found.patience} half-moves; searches need a depth"


def _endless(found: Examination) -> str:
    """A note about games that do not end: the rules may allow that, or `result` may have a mistake."""
    games = f"{found.played - found.finished} of {found.played} random games were"
    return (
        f"{found.name} may have no end: {games} not over after {found.patience:,} half-moves, one at "
        f"{printable_line(found.endless or '')}; if every game should end, check that `result` finds each end"
    )


def _helps(missing: dict[str, str]) -> str:
    """Hooks that would help a player, the most helpful first; of the others only the names."""
    rows = [(name, words) for name, words in missing.items() if name in MOST]
    if rest := [name for name in missing if name not in MOST]:
        rows.append(("also" if rows else "hooks", ", ".join(rest)))
    where = "What each returns: halfmove docs writing-a-game, or in Python help('halfmove.game')."
    return f"What would help a player\n{text.columns(rows)}\n{where}"


def _speed(per_second: float | None) -> str:
    return "" if per_second is None else text.rate(per_second).replace("nodes/s", "positions/s")
