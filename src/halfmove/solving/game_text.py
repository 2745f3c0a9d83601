"""A game as text, from which any process makes it again: its functions never travel."""

from __future__ import annotations

import json
from dataclasses import dataclass

from halfmove.checks import unknown
from halfmove.errors import UsageError
from halfmove.factories import FACTORIES, call, factory_in, game_file
from halfmove.game import Game
from halfmove.rules_hash import rules_hash
from halfmove.solving.headers import game_in, plain_parameters
from halfmove.user_files import UserFile, split_file_text


@dataclass(frozen=True)
class GameText:
    """A game that comes with the package, or one in a person's own file.

    name        of its function, with `arguments` as they are written on the command line
    file        a person's own, with a hash of its code; None for what comes with the package
    parameters  in place of both, JSON of what the game says about how it was made
    """

    name: str = ""
    arguments: str = ""
    file: UserFile | None = None
    parameters: str = ""

    @classmethod
    def parse(cls, text: str) -> GameText:
        """From text: connect_four:4,4 or my_game.py:make:5."""
        written = split_file_text(text)
        if written is not None:
            file = game_file(written)
            return cls(file.name, written.arguments, file)
        name, _, arguments = text.strip().partition(":")
        if name not in FACTORIES:
            raise unknown("game", name, FACTORIES)
        return cls(name, arguments)

    @classmethod
    def of(cls, game: Game) -> GameText:
        """Of a game that comes with the package. Raises UsageError for others: nobody knows where they are from."""
        made = cls(parameters=json.dumps(plain_parameters(game)))
        try:
            same = rules_hash(made.make()) == rules_hash(game)
        except UsageError:
            same = False
        if not same:
            raise UsageError(
                f"{game.name} does not come with halfmove as it is, so that other machines cannot make it; put it into "
                'a file that all of them have, and name it in text: solve("my_game.py:game", ...)'
            )
        return made

    def make(self) -> Game:
        if self.parameters:
            return game_in({"game": "", "parameters": json.loads(self.parameters)}, "this game")
        return call(self.name, FACTORIES[self.name] if self.file is None else factory_in(self.file), self.arguments)
