"""A user at a prompt: moves and commands, one per line. An error prints a sentence, and the game continues.

A turn shows one board: after the moves of the other side, when it is the user's turn again.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable
from typing import Any

import click

from halfmove.adapters.arguments import number
from halfmove.base.checks import shown
from halfmove.base.printable import printable_line
from halfmove.cli import board, saved_game, text, value_text
from halfmove.cli.interrupts import SENTENCE, interruptible
from halfmove.cli.opponent import Opponent
from halfmove.cli.opponent import described as thought_of
from halfmove.cli.played_game import PlayedGame
from halfmove.cli.program import Interrupted
from halfmove.cli.squares import sign_of_mover
from halfmove.cli.streams import bold, fitted, in_a_line, read_line, room_on
from halfmove.errors import UsageError
from halfmove.pages.how_to_play import ON_THE_PAGE, how_to_play
from halfmove.players.levels import LEVELS, NAMES, STRONGEST, described, named
from halfmove.players.move_text import has_numbers, move_from
from halfmove.players.position_text import text_of_position

_PROMPT, _ITS_PROMPT, _END_PROMPT = "your move> ", "halfmove's move: `go`, or type one> ", "new, undo or quit> "
_OVER = "the game is over: undo, new, load FILE or quit"
_ROOM = 80  # columns of a file or a pipe for the list of moves
_HELP = {
    "MOVE": "make a move, written as `moves` shows it",
    "board": "show the board again",
    "position": "the position as text, to copy it",
    "moves": "the legal moves",
    "rules": "how the game is played",
    "undo": "go back to your previous turn",
    "hint": "the best move, at full strength",
    "value": "the value of the position, at full strength",
    "analyse": "the value of every move, best first",
    "go": "let the computer move, for you too",
    "swap": "change sides",
    "new": "begin again",
    "save FILE": "save the game, with level, side and time",
    "load FILE": "continue a game from a file",
    "time S": "seconds for a move of the computer",
    "level L": f"how strong the computer is: {', '.join(NAMES)}, or 1 to {STRONGEST}; `level` lists them",
    "resign": "give up the game, and quit",
    "quit": "quit; Ctrl-D does the same",
}


def ask_at_prompt(prompt: str) -> str | None:
    """The next line that the user types, None at the end of input."""
    with interruptible():
        try:
            return read_line(prompt)
        except KeyboardInterrupt:
            raise Interrupted(SENTENCE) from None


class Session:
    """One game between a user, who has the sides `you`, and the computer.

    ask   returns the line that is typed at a prompt, None at the end of input
    """

    def __init__(
        self,
        played: PlayedGame,
        opponent: Opponent,
        you: tuple[int, ...],
        ask: Callable[[str], str | None] = ask_at_prompt,
    ) -> None:
        self.played, self._opponent, self.you, self._ask = played, opponent, you, ask
        self._held = False  # the computer was stopped: the user decides how to continue
        self._drawn = False  # whether the position is shown
        # Whether what is typed is shown.
        self._echoes = ask is not ask_at_prompt or (sys.stdin is not None and sys.stdin.isatty())
        self._gap = True  # whether an empty line is wanted before a board
        self._announced = False  # whether the end of the game is announced
        self._commands: dict[str, Any] = {
            "help": self._help,
            "?": self._help,
            "board": self._board,
            "position": self._position,
            "moves": self._moves,
            "rules": self._rules,
            "undo": self._undo,
            "hint": self._hint,
            "value": self._value,
            "analyse": self._analyse,
            "analyze": self._analyse,
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
        click.echo(f"{bold(self.played.game.name)}: {self._who()}.")
        _say(f"{self._how_to_move()} `rules` tells how to play, `help` lists the commands.")
        if not self.played.over and self.played.side not in self.you:
            click.echo()
        while True:
            if not self.played.over and self.played.side not in self.you and not self._held:
                self._let_computer_move()
                continue
            self._draw()
            line = self._ask(self._prompt)
            line = None if line is None else line.strip()
            if line is None or line in ("quit", "exit"):
                return
            if line == "resign":
                click.echo(f"{self._resigned()}.")
                return
            try:
                self._execute(line)
            except UsageError as error:
                _say(in_a_line(str(error)))

    @property
    def _prompt(self) -> str:
        """The prompt says whose move it is: that of the computer, if it was stopped."""
        if self.played.over:
            return _END_PROMPT
        return _PROMPT if self.played.side in self.you else _ITS_PROMPT

    def _execute(self, line: str) -> None:
        """Make a move, or run a command."""
        if not line:
            return
        move = self._read_move(line)
        if move is not None:
            side = self.played.side
            self.played.play(move[0])
            self._continue()
            if self.played.side == side and side in self.you and not self.played.over:
                click.echo("you move again" if len(self.you) == 1 else f"{value_text.SIDES[side]} moves again")
            return
        word, _, rest = line.partition(" ")
        if word not in self._commands:
            known = "`moves` and `help` list them"
            over = _OVER if self.played.over else known
            raise UsageError(f"{shown(line)} is neither a move here nor a command; {over}")
        self._commands[word](rest.strip())

    def _read_move(self, line: str) -> tuple[Any] | None:
        played = self.played
        if played.over:
            return None
        number = self._numbered(line)
        if number is not None and played.game.format is not None:  # it writes several moves alike
            return number
        move = move_from(played.game, played.at, line)
        return number if move is None else move

    def _numbered(self, line: str) -> tuple[Any] | None:
        """The move with this number, where `moves` lists them with numbers."""
        game, at = self.played.game, self.played.at
        if not line.isdecimal() or len(line) > 9:
            return None
        legal = game.legal(at)
        return (legal[int(line) - 1],) if 1 <= int(line) <= len(legal) and has_numbers(game, legal) else None

    # Commands

    def _help(self, _rest: str) -> None:
        click.echo(text.columns(list(_HELP.items())))

    def _board(self, _rest: str) -> None:
        self._drawn = False

    def _position(self, _rest: str) -> None:
        game = self.played.game
        if game.write is None:
            raise UsageError(f"{game.name} has no text for a position: `board` shows it")
        click.echo(printable_line(text_of_position(game, self.played.at)))

    def _moves(self, _rest: str) -> None:
        played, legal = self.played, self._legal()
        names = [played.named(move) for move in legal]
        if has_numbers(played.game, legal):
            click.echo(text.columns([(str(i), name) for i, name in enumerate(names, 1)]))
        else:
            room = room_on(sys.stdout) or _ROOM
            click.echo(textwrap.fill(" ".join(names), room, break_long_words=False, break_on_hyphens=False))

    def _rules(self, _rest: str) -> None:
        pieces = how_to_play(self.played.game)
        page = next((i for i, piece in enumerate(pieces) if piece == ("h", ON_THE_PAGE)), len(pieces))
        pieces = pieces[:page]
        if not pieces:
            raise UsageError("the file of this game says nothing about its rules: `moves` lists the legal moves")
        room = min(room_on(sys.stdout) or _ROOM, _ROOM)
        for kind, words in pieces:
            if kind == "h":
                click.echo(f"\n{bold(words)}")
            else:
                lead = "- " if kind == "li" else ""
                click.echo(textwrap.fill(lead + words, room, subsequent_indent=" " * len(lead)))

    def _undo(self, _rest: str) -> None:
        played = self.played
        undone: list[Any] = []
        while played.moves and not (undone and played.side in self.you):
            undone.append(played.take_back())
        if played.side not in self.you or not undone:
            for move in reversed(undone):
                played.play(move)
            raise UsageError("there is no move of yours to take back")
        self._continue()

    def _hint(self, _rest: str) -> None:
        if (thought := self._best()) is not None:
            _say(f"{self.played.named(thought.move)}: {self._said(thought)}")

    def _value(self, _rest: str) -> None:
        if (thought := self._best()) is not None:
            _say(self._said(thought))

    def _analyse(self, _rest: str) -> None:
        played = self.played
        self._legal()
        found, stopped = self._opponent.analyse(played)
        rows = []
        for result in found:
            depth = f", depth {result.depth}" if result.depth and result.bound == "estimate" else ""
            words = value_text.value(played.game, result, played.side, self.you)
            rows.append((played.named(result.move), f"{words}{depth}"))
        click.echo(text.columns(rows))
        if stopped:
            click.echo("stopped.")

    def _go(self, _rest: str) -> None:
        if self.played.over:
            raise UsageError(_OVER)
        self._let_computer_move()

    def _swap(self, _rest: str) -> None:
        if len(self.you) != 1:
            raise UsageError("both sides are yours: there is nothing to change")
        self.you = (1 - self.you[0],)
        click.echo(f"{self._who()}.")
        self._continue()

    def _new(self, _rest: str) -> None:
        self.played.begin_again()
        self._continue()

    def _save(self, file: str) -> None:
        if not file:
            raise UsageError("name a file, as in: save game.json")
        saved_game.save(self.played, file, saved_game.Settings(self._opponent.level, self._opponent.seconds, self.you))
        click.echo(f"saved in {file}")

    def _load(self, file: str) -> None:
        if not file:
            raise UsageError("name a file, as in: load game.json")
        self.played, settings = saved_game.load(file, self.played.game, self.played.what)
        if settings is not None:
            self._opponent.set_level(settings.level)
            self._opponent.set_time(settings.seconds)
            self.you = settings.sides
            click.echo(f"{self._who()}, {self._opponent.seconds:g} seconds for a move.")
        self._continue()

    def _time(self, words: str) -> None:
        self._opponent.set_time(float(number(words)))
        click.echo(f"{self._opponent.seconds:g} seconds for a move")

    def _level(self, words: str) -> None:
        if words:
            self._opponent.set_level(words)
            _say(f"{named(self._opponent.level)}: {described(self._opponent.level)}")
            return
        names = {number: name for name, number in NAMES.items()}
        click.echo(text.columns([(f"{each} {names.get(each, '')}", described(each)) for each in LEVELS]))
        click.echo(f"this is {named(self._opponent.level)}")

    # The game

    def _continue(self) -> None:
        """The position is another one."""
        self._held = self._drawn = self._announced = False

    def _draw(self) -> None:
        """Show the position, and the end of the game, once."""
        if not self._drawn:
            click.echo("\n" * self._gap + f"{board.drawn(self.played, moves=self.played.side in self.you)}\n")
            self._drawn, self._gap = True, self._echoes
        if self.played.over and not self._announced:
            click.echo(f"{value_text.ended(self.played, self.you)}\n")
            self._announced = True

    def _let_computer_move(self) -> None:
        thought = self._opponent.think(self.played, self.you)
        if thought is None:
            self._held = True
            _say("stopped. Type `go` to let the computer think again, a move for it, or undo, level L, time S.")
            return
        played, for_you = self.played, ""
        game, side = played.game, played.side
        if len(self.you) == 1 and side in self.you:
            for_you = " for you"
        known = thought.known(game)
        worth = "" if known is None else f": {value_text.value(game, known, side, self.you)}"
        _say(f"halfmove plays {played.named(thought.move)}{for_you}{worth}")
        self._gap = True
        played.play(thought.move)
        self._continue()

    def _legal(self) -> list[Any]:
        """The moves, at least one."""
        if self.played.over:
            raise UsageError(_OVER)
        legal = self.played.game.legal(self.played.at)
        if not legal:
            raise UsageError("the rules do not end the game here, but there are no moves")
        return legal

    def _best(self) -> Any:
        """The best move that the computer finds in its time, whatever its level; None if it was stopped."""
        if self.played.over:
            raise UsageError(f"{value_text.ended(self.played, self.you)[:-1].lower()}")
        thought = self._opponent.think(self.played, self.you, STRONGEST)
        if thought is None:
            click.echo("stopped.")
        return thought

    def _said(self, thought: Any) -> str:
        return thought_of(self.played, thought.result, self.you)

    def _who(self) -> str:
        if len(self.you) != 1:
            return "both sides are yours"
        return f"you are {value_text.SIDES[self.you[0]]}{self._sign()}, against {named(self._opponent.level)}"

    def _sign(self) -> str:
        """The sign of the user's pieces, if the board shows it."""
        start = PlayedGame(self.played.game, "", "", self.played.start)
        if self.you == (1,) and not start.over and (legal := start.game.legal(start.at, 1)):
            start.play(legal[0])
        sign = sign_of_mover(start) if start.side in self.you else ""
        return f" ({sign})" if sign else ""

    def _how_to_move(self) -> str:
        """What a move looks like."""
        game, at = self.played.game, self.played.at
        legal = [] if self.played.over else game.legal(at)
        if not legal:
            return "The game is over."
        if has_numbers(game, legal):
            return "Type the number of a move: `moves` lists them."
        return f"Type a move, such as {self.played.named(legal[0])}; `moves` lists them."

    def _resigned(self) -> str:
        if len(self.you) != 1:
            return f"{value_text.SIDES[self.played.side]} resigns, and {value_text.SIDES[1 - self.played.side]} wins"
        return "you resign, and halfmove wins"


def _say(line: str) -> None:
    click.echo(fitted(line, sys.stdout))
