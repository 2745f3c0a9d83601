"""A game as text, from which any process can make it. The functions of a game are never sent to other processes."""

from __future__ import annotations

import copyreg
import inspect
import json
import sys
from dataclasses import dataclass, fields
from types import BuiltinMethodType, FunctionType
from typing import Any

import numpy as np

from halfmove.adapters.from_text import FACTORIES, call, canonical, factory_in, game_file, known_names, made_from
from halfmove.base.checks import hint, unknown
from halfmove.base.user_files import UserFile, split_file_text
from halfmove.conformance.rules_hash import rules_hash
from halfmove.errors import NotPicklable, UsageError
from halfmove.game import Game
from halfmove.solving.headers import game_in, plain_parameters


@dataclass(frozen=True)
class GameText:
    """A game of the package, or one in a user's own file.

    name        of its function, with `arguments` as they are written on the command line
    file        the user's file, with a hash of its code; None for a game of the package
    parameters  instead of the above, JSON of the parameters that the game was made with
    """

    name: str = ""
    arguments: str = ""
    file: UserFile | None = None
    parameters: str = ""

    @classmethod
    def parse(cls, text: str) -> GameText:
        """Read a text such as connect_four:4,4 or my_game.py:make:5."""
        written = split_file_text(text)
        if written is not None:
            file = game_file(written)
            return cls(file.name, written.arguments, file)
        name, _, arguments = text.strip().partition(":")
        if (name := canonical(name)) not in FACTORIES:
            raise unknown("game", name, FACTORIES, hint(name, known_names()))
        return cls(name, arguments)

    @classmethod
    def of(cls, game: Game) -> GameText:
        """The text of a game of the package. Raises UsageError for other games, since their source is not known."""
        made = cls(parameters=json.dumps(plain_parameters(game)))
        try:
            same = rules_hash(made.make()) == rules_hash(game)
        except UsageError:
            same = False
        if not same:
            raise UsageError(
                f"{game.name} is not a game of halfmove, so that other machines cannot make it; put it into a file "
                'that all of them have, and name it in text: solve("my_game.py:game", ...)'
            )
        return made

    def make(self) -> Game:
        if self.parameters:
            return game_in({"game": "", "parameters": json.loads(self.parameters)}, "this game")
        return call(self.name, FACTORIES[self.name] if self.file is None else factory_in(self.file), self.arguments)


# A game that was made from a user's file is pickled by the name of the file. Any other game is pickled by its fields if
# all functions can be found by name in their modules, else by its parameters.


def _pickled(game: Game) -> tuple[Any, ...]:
    if (source := made_from(game)) is not None:
        return _from_file, source
    given = {each.name: getattr(game, each.name) for each in fields(game)}
    if all(map(_is_found, given.values())):
        return _with_fields, (given,)
    about = json.dumps(plain_parameters(game))
    try:
        remade = _with_parameters(about)
    except UsageError:
        remade = None
    if remade is None or not all(_same(value, getattr(remade, name)) for name, value in given.items()):
        raise NotPicklable(
            f"the game {game.name} cannot be pickled: some of its functions cannot be found by name in a module; "
            "put them into a file of their own, outside of other functions, or make the game again where it is needed"
        )
    return _with_parameters, (about,)


def _from_file(file: UserFile, arguments: str) -> Game:
    return call(file.name, factory_in(file), arguments)


def _with_fields(given: dict[str, Any]) -> Game:
    return Game(**given)


def _with_parameters(about: str) -> Game:
    """Make a game of the package from its parameters, which include the name of its function."""
    return GameText(parameters=about).make()


def _is_found(value: Any) -> bool:
    """Whether a function can be found by its name, as pickling requires; True for anything but a function."""
    if isinstance(value, dict):
        return all(map(_is_found, value.values()))
    if not callable(value):
        return True
    if not hasattr(value, "__qualname__"):  # an object that can be called, such as one that locates nodes of a tree
        return _is_found(type(value))
    found: Any = sys.modules.get(getattr(value, "__module__", None) or "")
    for name in getattr(value, "__qualname__", "<none>").split("."):
        found = getattr(found, name, None)
    return found is value


def _same(one: Any, other: Any, above: tuple[Any, ...] = ()) -> bool:
    """Whether two values are equal. Functions are equal if they have the same code and read equal values.

    above   the functions that refer to this one, which are not compared again
    """
    one, other = (inspect.unwrap(each) if callable(each) else each for each in (one, other))
    if isinstance(one, FunctionType) and isinstance(other, FunctionType):
        if one.__code__ is not other.__code__ or one in above:
            return one.__code__ is other.__code__
        cells = zip(one.__closure__ or (), other.__closure__ or (), strict=True)
        return all(_same(mine.cell_contents, theirs.cell_contents, (*above, one)) for mine, theirs in cells)
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[name], other[name], above) for name in one)
    if isinstance(one, BuiltinMethodType) and isinstance(other, BuiltinMethodType):  # methods of lists, for example
        return one.__name__ == other.__name__ and _same(one.__self__, other.__self__)
    if isinstance(one, np.ndarray):
        return bool(np.array_equal(one, other))
    return bool(one == other)


copyreg.pickle(Game, _pickled)
