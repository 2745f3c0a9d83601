"""A user at a prompt: moves and commands, one per line. An error prints a sentence, and the game continues."""

from __future__ import annotations

import sys
import textwrap
from typing import Any

import click

from halfmove.adapters.arguments import number
from halfmove.base.checks import shown
from halfmove.cli import board, saved_game, text, value_text
from halfmove.cli.interrupts import SENTENCE, interruptible
from halfmove.cli.opponent import Opponent
from halfmove.cli.opponent import described as thought_of
from halfmove.cli.played_game import PlayedGame
from halfmove.cli.program import Interrupted
from halfmove.cli.streams import bold, fitted, in_a_line, read_line, room_on
from halfmove.errors import UsageError
from halfmove.players.levels import LEVELS, STRONGEST, described
from halfmove.players.move_text import has_numbers, move_from

_PROMPT, _ITS_PROMPT = "your move> ", "halfmove's move: `go`, or type one> "
_ROOM = 80  # columns of a file or a pipe for the list of moves
_HELP = {
    "MOVE": "make a move, written as `moves` shows it",
    "moves": "the legal moves",
    "undo": "go back to your previous turn",
    "hint": "the move that the player would make",
    "value": "the value of the position",
    "go": "let the player move, for you too",
    "swap": "change sides",
    "new": "begin again",
    "save FILE": "save the game in a file",
    "load FILE": "continue a game from a file",
    "time S": "seconds for a move of the player",
    "level N": "its strength, 1 to 10; without N, a list of the levels",
    "resign": "give up the game, and quit",
    "quit": "quit; Ctrl-D does the same",
}


class Session:
    """One game between a user, who has the sides `you`, and a player."""

    def __init__(self, played: PlayedGame, opponent: Opponent, you: tuple[int, ...]) -> None:
        self._played, self._opponent, self._you = played, opponent, you
        self._held = False  # the player was stopped: the user decides how to continue
        self._announced = False  # the end of the game
        self._commands: dict[str, Any] = {
            "help": self._help,
            "?": self._help,
            "moves": self._moves,
            "undo": self._undo,
            "hint": self._hint,
            "value": self._value,
            "go": self._go,
            "swap": self._swap,
            "new": self._new,
            "save": self._save,
            "load": self._load,
            "time": self._time,
            "level": self._level,
        }

    def run(self) -> None:
        """Play until the user quits."""
        click.echo(f"{bold(self._played.game.name)}, {self._who()}. `help` lists the commands.\n")
        self._draw()
        while True:
            if self._played.over:
                if not self._announced:
                    click.echo(f"{value_text.ended(self._played, self._you)}\n")
                    self._announced = True
            elif self._played.side not in self._you and not self._held:
                self._let_player_move()
                continue
            line = self._ask()
            if line is None or line in ("quit", "exit"):
                return
            if line == "resign":
                click.echo(f"{self._resigned()}.")
                return
            try:
                self._execute(line)
            except UsageError as error:
                _say(in_a_line(str(error)))

    def _ask(self) -> str | None:
        """The next line that the user types, None at the end of input."""
        with interruptible():
            try:
                line = read_line(self._prompt)
            except KeyboardInterrupt:
                raise Interrupted(SENTENCE) from None
        return None if line is None else line.strip()

    @property
    def _prompt(self) -> str:
        """The prompt says whose move it is: the player's, if it was stopped."""
        return _PROMPT if self._played.over or self._played.side in self._you else _ITS_PROMPT

    def _execute(self, line: str) -> None:
        """Make a move, or run a command."""
        if not line:
            return
        move = self._read_move(line)
        if move is not None:
            self._make(move[0])
            return
        word, _, rest = line.partition(" ")
        if word not in self._commands:
            known = "`moves` and `help` list them"
            over = "the game is over: undo, new, load FILE or quit" if self._played.over else known
            raise UsageError(f"{shown(line)} is neither a move here nor a command; {over}")
        self._commands[word](rest.strip())

    def _read_move(self, line: str) -> tuple[Any] | None:
        played = self._played
        move = move_from(played.game, played.at, line)
        if move is None and line.isdecimal() and len(line) < 10 and not played.over:
            legal = played.game.legal(played.at)
            if has_numbers(played.game, legal) and 1 <= int(line) <= len(legal):
                return (legal[int(line) - 1],)
        return move

    # Commands

    def _help(self, _rest: str) -> None:
        click.echo(text.columns(list(_HELP.items())))

    def _moves(self, _rest: str) -> None:
        played = self._played
        if played.over:
            raise UsageError("the game is over: there are no moves")
        legal = played.game.legal(played.at)
        if not legal:
            raise UsageError("the rules do not end the game here, but there are no moves")
        names = [text.move(played.game, move) for move in legal]
        if has_numbers(played.game, legal):
            click.echo(text.columns([(str(i), name) for i, name in enumerate(names, 1)]))
        else:
            room = room_on(sys.stdout) or _ROOM
            click.echo(textwrap.fill(" ".join(names), room, break_long_words=False, break_on_hyphens=False))

    def _undo(self, _rest: str) -> None:
        played = self._played
        undone: list[Any] = []
        while played.moves and not (undone and played.side in self._you):
            undone.append(played.take_back())
        if played.side not in self._you or not undone:
            for move in reversed(undone):
                played.play(move)
            raise UsageError("there is no move of yours to take back")
        self._continue()

    def _hint(self, _rest: str) -> None:
        if (thought := self._best()) is not None:
            _say(f"{text.move(self._played.game, thought.move)}: {self._said(thought)}")

    def _value(self, _rest: str) -> None:
        if (thought := self._best()) is not None:
            _say(self._said(thought))

    def _go(self, _rest: str) -> None:
        if self._played.over:
            raise UsageError("the game is over: there are no moves")
        self._let_player_move()

    def _swap(self, _rest: str) -> None:
        if len(self._you) != 1:
            raise UsageError("both sides are yours: there is nothing to change")
        self._you = (1 - self._you[0],)
        click.echo(f"{self._who()}.\n")
        self._held = False
        self._announced = False

    def _new(self, _rest: str) -> None:
        self._played.begin_again()
        self._continue()

    def _save(self, file: str) -> None:
        if not file:
            raise UsageError("name a file, as in: save game.json")
        saved_game.save(self._played, file)
        click.echo(f"saved in {file}")

    def _load(self, file: str) -> None:
        if not file:
            raise UsageError("name a file, as in: load game.json")
        self._played = saved_game.load(file, self._played.game, self._played.what)
        self._continue()

    def _time(self, words: str) -> None:
        self._opponent.set_time(float(number(words)))
        click.echo(f"{self._opponent.seconds:g} seconds for a move")

    def _level(self, words: str) -> None:
        if words:
            self._opponent.set_level(number(words))
            click.echo(f"level {self._opponent.level}: {described(self._opponent.level)}")
            return
        click.echo(text.columns([(str(each), described(each)) for each in LEVELS]))
        click.echo(f"this is level {self._opponent.level}")

    # The game

    def _make(self, move: Any) -> None:
        self._played.play(move)
        self._continue()

    def _continue(self) -> None:
        """Show the new position."""
        self._held = self._announced = False
        self._draw()

    def _draw(self) -> None:
        click.echo(f"{board.drawn(self._played)}\n")

    def _let_player_move(self) -> None:
        thought = self._opponent.think(self._played, self._you)
        if thought is None:
            self._held = True
            _say("stopped. Type `go` to let the player think again, a move for it, or undo, level N, time S.")
            return
        known = f": {self._said(thought)}" if thought.result is not None else ""
        _say(f"halfmove plays {text.move(self._played.game, thought.move)}{known}")
        click.echo()
        self._make(thought.move)

    def _best(self) -> Any:
        """The best move that the player finds in its time, whatever its level; None if it was stopped."""
        if self._played.over:
            raise UsageError(f"{value_text.ended(self._played, self._you)[:-1].lower()}")
        thought = self._opponent.think(self._played, self._you, STRONGEST)
        if thought is None:
            click.echo("stopped.")
        return thought

    def _said(self, thought: Any) -> str:
        return thought_of(self._played, thought.result, self._you)

    def _who(self) -> str:
        if len(self._you) != 1:
            return "both sides are yours"
        return f"you are {value_text.SIDES[self._you[0]]}"

    def _resigned(self) -> str:
        if len(self._you) != 1:
            return f"{value_text.SIDES[self._played.side]} resigns, and {value_text.SIDES[1 - self._played.side]} wins"
        return "you resign, and halfmove wins"


def _say(line: str) -> None:
    click.echo(fitted(line, sys.stdout))
