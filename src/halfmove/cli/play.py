"""`halfmove play`: a game against the computer, at a prompt."""

from __future__ import annotations

import random
from typing import Any

import click

from halfmove.adapters.arguments import summaries
from halfmove.cli import saved_game, text, write
from halfmove.cli.commands import Command
from halfmove.cli.game_argument import game_from
from halfmove.cli.in_browser import play_in_browser
from halfmove.cli.opponent import Opponent
from halfmove.cli.pgn_file import as_written
from halfmove.cli.played_game import PlayedGame
from halfmove.cli.position import position_from
from halfmove.cli.questions import ask_game, ask_level, can_ask
from halfmove.cli.self_play import watch
from halfmove.cli.session import Session
from halfmove.cli.thinking import MEMORY
from halfmove.errors import UsageError
from halfmove.evaluations.evaluation import evaluated
from halfmove.game import Game
from halfmove.games import GAMES
from halfmove.players.levels import DEFAULT, LEVELS, NAMES, STRONGEST, described, level_number, name_of
from halfmove.players.move_text import line_from

_YOU = {**saved_game.SIDES, "none": ()}
_SECONDS = 2.0
_NAMED = {number: name for name, number in NAMES.items()}
_HELP = f"""Play a game against the computer, or watch it play.

GAME is a game as in `halfmove search`: connect_four, nim:3,4,5, my_game.py:game. The first player is the one to move
where the game begins, also with --position. Type moves as the game writes them. `help` at the prompt lists the
commands: board, moves, rules, undo, hint, value, analyse, save FILE, load FILE, new, swap, go, time S, level L,
resign, quit. Ctrl-C stops the computer while it thinks, and ends the program at the prompt. Ctrl-D ends the program
too.

Levels, each within the time for a move:

\b
{chr(10).join(f"{number:>2} {_NAMED.get(number, ''):<9} {described(number)}" for number in LEVELS)}

A mistake is a move that the level considers nearly as good. No level misses a win that it sees.

\b
halfmove play
halfmove play tic_tac_toe --level easy
halfmove play othello --you second --time 1
halfmove play connect_four --moves "4 4 5" --you none
halfmove play connect_four --browser --level 3
"""


@click.command("play", cls=Command, help=_HELP)
@click.argument("game", required=False)
@click.option(
    "--time",
    "seconds",
    type=float,
    metavar="S",
    help=f"Seconds for each move of the computer. [default: {_SECONDS:g}]",
)
@click.option(
    "--level",
    metavar="L",
    help=f"Strength, see above. [default: you are asked at a terminal; else {name_of(DEFAULT)}]",
)
@click.option("--you", type=click.Choice(list(_YOU)), help="The side or sides that you play. [default: first]")
@click.option("--moves", metavar="M", help='Moves to make first, such as "4 4 5".')
@click.option("--position", metavar="P", help="Start here: a name, or moves from the start.")
@click.option("--load", "file", metavar="FILE", help="Continue a saved game; GAME may then be left out.")
@click.option("--memory", default=MEMORY, show_default=True, metavar="BYTES", help="Size of the computer's table.")
@click.option("--threads", type=int, default=1, show_default=True, metavar="N", help="Cores that the computer uses.")
@click.option("--endgames", metavar="FILE", help="Database of solved positions, see `halfmove solve`.")
@click.option("--evaluation", metavar="FILE", help="Learned evaluation to use, see `halfmove train`.")
@click.option("--book", metavar="FILE", help="Opening book, for levels from 5 on.")
@click.option(
    "--variety", type=float, default=0.0, metavar="P", help="Book moves may be this many points worse. [default: 0]"
)
@click.option("--seed", type=int, metavar="N", help="Seed of mistakes and random games. [default: a new one each time]")
@click.option("--browser", is_flag=True, help="Play with a mouse, on a page that is opened in the browser.")
@click.option("--pgn", "pgn", metavar="FILE", help="Write the game in PGN at the end.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole game as JSON; needs --you none.")
def command(
    game: str | None,
    seconds: float | None,
    level: str | None,
    you: str | None,
    moves: str | None,
    position: str | None,
    file: str | None,
    memory: str,
    threads: int,
    endgames: str | None,
    evaluation: str | None,
    book: str | None,
    variety: float,
    seed: int | None,
    browser: bool,
    pgn: str | None,
    as_json: bool,
) -> None:
    if as_json and you != "none":
        raise UsageError("--json is for a game that the computer plays alone: add --you none")
    write.check({"--pgn": pgn}, as_json, {"--load": file})
    number = None if level is None else level_number(level)
    played, settings = _played(game, position, moves, file, evaluation)
    if played is None:
        return
    given_seed, seed = seed, random.randrange(1_000_000) if seed is None else seed
    if book is None and variety:
        raise UsageError("--variety is for moves from a book: name one with --book")
    sides = _YOU[you] if you is not None else (0,) if settings is None else settings.sides
    if seconds is None:
        seconds = _SECONDS if settings is None else settings.seconds
    if number is None and settings is not None:
        number = settings.level
    if browser:
        other = {"--json": as_json, "--variety": variety, "--memory": memory != MEMORY, "--threads": threads != 1}
        other |= {"--seed": given_seed is not None, "--pgn": pgn is not None}
        if named := [name for name, given in other.items() if given]:
            raise UsageError(f"--browser does not go with {named[0]}: leave one of them out")
        who = next(name for name, each in _YOU.items() if each == sides)
        play_in_browser(played, number or DEFAULT, seconds, who, endgames=endgames, book=book)
        return
    asks = number is None and len(sides) == 1 and can_ask()
    first = number or (STRONGEST if not sides else DEFAULT)
    opponent = Opponent(played.game, seconds, first, memory, threads, seed, book, variety, endgames)
    if sides:
        if asks:
            if (chosen := ask_level()) is None:
                return
            opponent.set_level(chosen)
        session = Session(played, opponent, sides)
        try:
            session.run()
        finally:  # also after Ctrl-C
            if pgn is not None:
                write.write(str(as_written(session.played, session.you, opponent.level)), pgn)
        return
    words: list[Any] = ["play", played.what, "--you", "none", "--time", f"{seconds:g}", "--level", first]
    given: dict[str, Any] = {"--position": position, "--moves": moves, "--load": file}
    given |= {"--memory": None if memory == MEMORY else memory, "--threads": None if threads == 1 else threads}
    given |= {"--book": book, "--variety": variety or None, "--endgames": endgames, "--pgn": pgn}
    given |= {"--evaluation": evaluation}
    for name, value in given.items():
        words += [] if value is None else [name, value]
    watch(played, opponent, text.command(*words, "--seed", seed), as_json)
    if pgn is not None:
        write.write(str(as_written(played, sides, opponent.level)), pgn)


def _played(
    what: str | None, position: str | None, moves: str | None, file: str | None, evaluation: str | None
) -> tuple[PlayedGame | None, saved_game.Settings | None]:
    """(the game at its beginning, or as it was saved; how it was played, if that was saved)

    No game: the user was asked for one and named none.
    """
    if file is not None and (position is not None or moves is not None):
        raise UsageError("a saved game has its own position and moves: leave --position and --moves out, or --load")
    if what is None and file is None:
        if not can_ask():
            raise UsageError("name a game, as in `halfmove play connect_four`; `halfmove list` shows all")
        chosen = ask_game(summaries(GAMES), _playable)
        if chosen is None:
            return None, None
        what, game = chosen[0], evaluated(chosen[1], evaluation)
    else:
        what = saved_game.game_in(file) if what is None and file is not None else str(what)
        game = evaluated(_playable(what), evaluation)
    if file is not None:
        return saved_game.load(file, game, what)
    played = PlayedGame(game, what, position, None if position is None else position_from(game, position))
    for move in [] if moves is None else line_from(game, played.at, moves, "--moves"):
        played.play(move)
    return played, None


def _playable(what: str) -> Game:
    game = game_from(what, trees=False)
    if game.leaves_only:
        raise UsageError(f"{game.name} is a tree, and only its leaves have scores: name a game to play")
    return game
