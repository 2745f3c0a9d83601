"""A person at a prompt: moves and commands, one line each. What is wrong gets a sentence, and the game goes on."""

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
from halfmove.play.levels import LEVELS, STRONGEST, described
from halfmove.play.move_text import has_numbers, move_from

_PROMPT, _ITS_PROMPT = "your move> ", "halfmove's move, `go` or one that you type> "
_ROOM = 100  # columns of a file or a pipe for the list of moves
_HELP = {
    "MOVE": "a move, as `moves` shows them",
    "moves": "the legal moves",
    "undo": "take back, to your previous turn",
    "hint": "the move that the player would make",
    "value": "what the position is worth",
    "go": "let the player move, for you too",
    "swap": "change sides",
    "new": "begin again",
    "save FILE": "keep the game in a file",
    "load FILE": "go on with a game from a file",
    "time S": "seconds for a move of the player",
    "level N": "how strong it is, 1 to 10; without N what each level does",
    "resign": "give the game up, and end",
    "quit": "end; so does Ctrl-D",
}


class Session:
    """One game between a person, who has the sides `you`, and a player."""

    def __init__(self, played: PlayedGame, opponent: Opponent, you: tuple[int, ...]) -> None:
        self._played, self._opponent, self._you = played, opponent, you
        self._held = False  # the player was stopped: the person says how to go on
        self._told = False  # how the game ended
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
        """Play until the person ends it."""
        click.echo(f"{bold(self._played.game.name)}, {self._who()}. `help` tells what can be typed.\n")
        self._draw()
        while True:
            if self._played.over:
                if not self._told:
                    click.echo(f"{value_text.ended(self._played, self._you)}\n")
                    self._told = True
            elif self._played.side not in self._you and not self._held:
                self._move_of_player()
                continue
            line = self._ask()
            if line is None or line in ("quit", "exit"):
                return
            if line == "resign":
                click.echo(f"{self._resigned()}.")
                return
            try:
                self._obey(line)
            except UsageError as error:
                _say(in_a_line(str(error)))

    def _ask(self) -> str | None:
        """What the person types next, None at the end."""
        with interruptible():
            try:
                line = read_line(self._prompt)
            except KeyboardInterrupt:
                raise Interrupted(SENTENCE) from None
        return None if line is None else line.strip()

    @property
    def _prompt(self) -> str:
        """Which says whose move it is: the player's, when its thought was stopped."""
        return _PROMPT if self._played.over or self._played.side in self._you else _ITS_PROMPT

    def _obey(self, line: str) -> None:
        """A move or a command."""
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

    # What a person can ask for

    def _help(self, _rest: str) -> None:
        click.echo(text.columns(list(_HELP.items())))

    def _moves(self, _rest: str) -> None:
        played = self._played
        if played.over:
            raise UsageError("the game is over: there are no moves")
        legal = played.game.legal(played.at)
        if not legal:
            raise UsageError("this position is not over by the rules of the game, but has no moves")
        names = [text.move(played.game, move) for move in legal]
        if has_numbers(played.game, legal):
            click.echo(text.columns([(str(i), name) for i, name in enumerate(names, 1)]))
        else:
            room = room_on(sys.stdout) or _ROOM
            click.echo(textwrap.fill(" ".join(names), room, break_long_words=False, break_on_hyphens=False))

    def _undo(self, _rest: str) -> None:
        played = self._played
        taken: list[Any] = []
        while played.moves and not (taken and played.side in self._you):
            taken.append(played.take_back())
        if played.side not in self._you or not taken:
            for move in reversed(taken):
                played.play(move)
            raise UsageError("there is no move of yours to take back")
        self._go_on()

    def _hint(self, _rest: str) -> None:
        if (thought := self._best()) is not None:
            _say(f"{text.move(self._played.game, thought.move)}: {self._said(thought)}")

    def _value(self, _rest: str) -> None:
        if (thought := self._best()) is not None:
            _say(self._said(thought))

    def _go(self, _rest: str) -> None:
        if self._played.over:
            raise UsageError("the game is over: there is nothing to move")
        self._move_of_player()

    def _swap(self, _rest: str) -> None:
        if len(self._you) != 1:
            raise UsageError("both sides are yours: there is nothing to change")
        self._you = (1 - self._you[0],)
        click.echo(f"{self._who()}.\n")
        self._held = False
        self._told = False

    def _new(self, _rest: str) -> None:
        self._played.begin_again()
        self._go_on()

    def _save(self, file: str) -> None:
        if not file:
            raise UsageError("name a file, as in: save game.json")
        saved_game.save(self._played, file)
        click.echo(f"saved in {file}")

    def _load(self, file: str) -> None:
        if not file:
            raise UsageError("name a file, as in: load game.json")
        self._played = saved_game.load(file, self._played.game, self._played.what)
        self._go_on()

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
        self._go_on()

    def _go_on(self) -> None:
        """With another position."""
        self._held = self._told = False
        self._draw()

    def _draw(self) -> None:
        click.echo(f"{board.drawn(self._played)}\n")

    def _move_of_player(self) -> None:
        thought = self._opponent.think(self._played, self._you)
        if thought is None:
            self._held = True
            _say("stopped. `go` lets the player think again; or type a move for it, or undo, level N, time S.")
            return
        known = f": {self._said(thought)}" if thought.result is not None else ""
        _say(f"halfmove plays {text.move(self._played.game, thought.move)}{known}")
        click.echo()
        self._make(thought.move)

    def _best(self) -> Any:
        """The best that the player can find in its time, whatever its level; None if it was stopped."""
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
