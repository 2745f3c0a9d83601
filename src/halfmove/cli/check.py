"""`halfmove check`: a game, its rules and what random games show; or an algorithm and its promises."""

from __future__ import annotations

import sys

import click

from halfmove.base.checks import shown, whole
from halfmove.base.notebook import plural
from halfmove.base.printable import printable, printable_line
from halfmove.cli import algorithm_report, game_report, text
from halfmove.cli.commands import Command
from halfmove.cli.game_argument import game_from
from halfmove.cli.game_report import MOST, Examination
from halfmove.cli.program import CheckFailed
from halfmove.cli.streams import bold, fitted
from halfmove.conformance.game_check import GameCheck
from halfmove.errors import UsageError
from halfmove.showing import checks

_MOST_GAMES = 1_000_000
_GAMES, _TREES = 100, 200  # by default
_QUESTION = "Random games: is this the game that you mean?"


@click.command("check", cls=Command)
@click.argument("game")
@click.option("--games", type=int, metavar="N", help="Random games to play. [default: 100]")
@click.option("--trees", type=int, metavar="N", help="For an algorithm: small trees to search. [default: 200]")
@click.option("--seed", default=0, show_default=True, metavar="S", help="Seed of the random games or trees.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def command(game: str, games: int | None, trees: int | None, seed: int, as_json: bool) -> None:
    """Check a game of your own: do its rules fit together, what do random games show, and how fast is it?

    GAME is written as in `halfmove search`: my_game.py:game. The command plays random games, checks every rule on the
    way, and compares the rules as machine code with the rules in plain Python. It finds rules that contradict each
    other or themselves. It cannot know the game that you mean. So it shows who won the random games, how long they
    were, what never changes in a position, and the end of one game with its winner: look whether this is right.

    The report also shows which hooks the game has, what other hooks would add, why the game cannot be compiled, and how
    many positions a search visits per second at both speeds. The exit code is 1 when a rule is wrong.

    An algorithm of your own, my_search.py:kernel, is checked on small trees: are exact results the minimax value, do
    bounds hold, does the best line lead to the value, does machine code do the same? If not, the report shows the
    smallest tree that it found, what was expected and what was returned.

    \b
    halfmove check my_game.py:game
    halfmove check othello:size=6 --games 20
    halfmove check my_search.py:kernel
    """
    if algorithm_report.names_algorithm(game):
        if games is not None:
            raise UsageError(
                f"--games is for games, but {game} is an algorithm; --trees says how many trees it searches"
            )
        algorithm_report.report(game, _TREES if trees is None else trees, seed, as_json)
        return
    if trees is not None:
        raise UsageError(f"--trees is for algorithms, but {game} is a game; --games says how many games are played")
    games = whole("--games", _GAMES if games is None else games, 1, _MOST_GAMES)
    made = game_from(game)
    found = game_report.examine(made, games, seed)
    repeat = text.command("check", game, "--games", games, "--seed", seed)
    if as_json:
        click.echo(text.as_json({**found.as_dict(), "what": game, "repeat": repeat}))
    else:
        click.echo(f"{_page(found)}\n\n{text.repeated(repeat)}")
    if found.fault is not None:
        raise CheckFailed(found.fault)


def _page(found: Examination) -> str:
    rows, played = [("start", found.start), ("has", ", ".join(found.hooks))], found.random_games
    if played is None:  # the last line of the command says what is wrong
        return "\n\n".join([bold(found.name), text.columns([*rows, ("rules", "wrong")])])
    rows.append(("rules", f"no contradiction found in {plural(played.games, 'random game')}"))
    rows += [("compiled", "yes" if found.compiles else f"no: {found.why_not}"), ("plain Python", _speed(found.slow))]
    rows += [("machine code", _speed(found.fast))] if found.fast is not None else []
    rows += [("evaluate", found.loud)] if found.loud is not None else []
    parts = [bold(found.name), text.columns(rows), f"{bold(_QUESTION)}\n{text.columns(list(checks.facts(played)))}"]
    if (end := checks.ending(played)) is not None:
        parts.append(_ending(*end))
    if played.finished < played.games:
        parts.append(fitted(f"note: {_endless(played)}", sys.stdout, 2))
    if found.missing:
        parts.append(_helps(found.missing))
    return "\n\n".join(parts)


def _ending(moves: str, picture: str, verdict: str) -> str:
    """The end of a game, its last position, and who has won there."""
    drawn = "\n".join(f"    {line}".rstrip() for line in printable(picture).split("\n"))
    words = [fitted(f"  {line}", sys.stdout, 2) for line in verdict.split("\n")]
    return "\n".join([fitted(f"  {printable_line(moves)}", sys.stdout, 2), drawn, *words])


def _endless(found: GameCheck) -> str:
    """A note about games that do not end: the rules may allow that, or `result` may have a mistake."""
    games = f"{found.games - found.finished} of {found.games} random games were"
    return (
        f"{found.name} may have no end: {games} not over after {found.patience:,} half-moves, one at "
        f"{printable_line(shown(found.unfinished))}; if every game should end, check that `result` finds each end"
    )


def _helps(missing: dict[str, str]) -> str:
    """Hooks that would help a player, the most helpful first; of the others only the names."""
    rows = [(name, words) for name, words in missing.items() if name in MOST]
    if rest := [name for name in missing if name not in MOST]:
        rows.append(("also" if rows else "hooks", ", ".join(rest)))
    where = "What each returns: halfmove docs writing-a-game, or in Python help('halfmove.game')."
    return f"What would help a player\n{text.columns(rows)}\n{where}"


def _speed(per_second: float | None) -> str:
    return "" if per_second is None else text.rate(per_second, "positions")
