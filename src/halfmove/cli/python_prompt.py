"""`hm.play`: the prompt of `halfmove play` in a Python session or a notebook."""

from __future__ import annotations

import random
import sys
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import Any, Literal

from halfmove.base.gate import checked
from halfmove.base.printable import printable_line
from halfmove.cli.opponent import Opponent
from halfmove.cli.played_game import PlayedGame
from halfmove.cli.position import position_from
from halfmove.cli.saved_game import SIDES
from halfmove.cli.session import Session
from halfmove.cli.streams import Shown
from halfmove.cli.thinking import MEMORY
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.model import Bytes
from halfmove.pgn import WrittenGame
from halfmove.players.levels import level_number
from halfmove.players.move_text import line_spelled

_WINNERS: tuple[Literal["first"], Literal["second"]] = ("first", "second")
_LONGEST = 60  # letters of the moves in a line about a game


@dataclass(frozen=True)
class GameRecord:
    """A game that was played, to its end or until somebody quit.

    Attributes
    ----------
    game : Game
        The game.
    moves : tuple
        The moves.
    position : object
        The position after the last move.
    over : bool
        Whether the game is over there.
    winner : str or None
        "first" or "second"; None for a draw, or if the game is not over.
    start : object
        The position where it began.
    """

    game: Game
    moves: tuple[Any, ...]
    position: Any
    over: bool
    winner: Literal["first", "second"] | None
    start: Any

    def written(self) -> WrittenGame:
        """The game as `halfmove.write_games` writes it into a PGN file."""
        return WrittenGame(self.game, self.moves, self.start)

    def __repr__(self) -> str:
        line = " ".join(line_spelled(self.game, self.start, self.moves))
        line = line if len(line) <= _LONGEST else f"{line[:_LONGEST]}..."
        end = f"the {self.winner} player won" if self.winner else "a draw" if self.over else "not over"
        return f"<GameRecord: {printable_line(f'{self.game.name}, {len(self.moves)} moves: {line}')} ({end})>"


@checked
def play(
    game: Game,
    *,
    level: int | str = "medium",
    you: Literal["first", "second", "both"] = "first",
    seconds: float = 2.0,
    position: Any = None,
    memory: Bytes = MEMORY,
    threads: int = 1,
    seed: int | None = None,
    endgames: Any = None,
    book: Any = None,
) -> GameRecord:
    """Play a game against the computer, at a prompt in Python or in a notebook.

    It is the prompt of `halfmove play`: type moves as the game writes them, `help` for the commands, `quit` to end.
    `page` makes a page of the game instead, which is played with a mouse.

    Parameters
    ----------
    game : Game
        The game.
    level : int or str
        How strong the computer plays: "easy", "medium", "hard", "strongest", or a number from 1 to 10.
    you : {"first", "second", "both"}
        The side or sides that you play.
    seconds : float
        How long the computer may think about a move.
    position : optional
        Where to begin: a position, its name, or moves from the start such as "4 4 5". The default is the start.
    memory : int or str
        Bytes of the computer's table.
    threads : int
        How many cores the computer uses.
    seed : int, optional
        Seed of its mistakes and random games. None: another one each time.
    endgames : Database or path, optional
        A database of solved positions.
    book : Book or path, optional
        An opening book, for levels from 5 on.

    Returns
    -------
    GameRecord
        The moves, the last position, and who has won.

    Raises
    ------
    UsageError
        If an argument is wrong, or if there is nobody who could type moves.

    Examples
    --------
    >>> import halfmove as hm
    >>> record = hm.play(hm.games.tic_tac_toe(), level="easy")  # doctest: +SKIP
    >>> record.moves, record.winner  # doctest: +SKIP
    ((5, 1, 3, 7, 4, 6, 8, 2, 9), None)
    """
    if game.leaves_only:
        raise UsageError(f"{game.name} is a tree, and only its leaves have scores: name a game to play")
    if sys.stdout is None:
        raise UsageError("nobody can type moves here (there is no output): try hm.page(game)")
    number, start = level_number(level), game.start
    if isinstance(position, str):
        start = position_from(game, position)
    elif position is not None:
        game.check_position(start := position)
    place = None if position is None else str(position)
    opponent = Opponent(
        game, seconds, number, memory, threads, random.randrange(1_000_000) if seed is None else seed,
        book, endgames=endgames,
    )  # fmt: skip
    played, own = PlayedGame(game, game.name, place, start), sys.stdout

    def ask(prompt: str) -> str | None:
        with redirect_stdout(own):
            try:
                return input(prompt)
            except (EOFError, KeyboardInterrupt):
                print()
                return None
            except UnicodeDecodeError:
                return "\ufffd"  # bytes that are not text are not a move
            except (OSError, NotImplementedError, RuntimeError, ValueError) as error:  # stdin is missing or closed
                raise UsageError(f"nobody can type moves here ({error}): try hm.page(game)") from None

    with redirect_stdout(Shown(own)):
        session = Session(played, opponent, SIDES[you], ask)
        session.run()
    played = session.played
    side = played.winner() if played.over else None
    winner = None if side is None else _WINNERS[side]
    return GameRecord(game, tuple(played.moves), played.at, played.over, winner, played.start)
