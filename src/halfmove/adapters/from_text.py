"""Games from text: tree families, games, named trees, and functions in a user's own files."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any

from halfmove.adapters.arguments import Factory, bound, values_of
from halfmove.base.annotations import own_annotations
from halfmove.base.checks import shown
from halfmove.base.user_files import FileText, UserFile, blame
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.games import GAMES, id_of, names
from halfmove.trees import FAMILIES, PAPERS

FACTORIES: dict[str, Any] = {**FAMILIES, **GAMES, **PAPERS}
_MOST_MOVES = 1000  # at the start of a game that is named only in a data file


def canonical(name: str) -> str:
    """The family, game or paper that a name means, which may be another name of a game; the name itself if none."""
    return name if name in FACTORIES else id_of(name) or name


def known_names() -> list[str]:
    """All names of families, games and papers."""
    return [*FACTORIES, *(name for name in names() if name not in FACTORIES)]


def call(name: str, factory: Factory, arguments: str) -> Game:
    """The game that a factory makes from arguments given as text."""
    positional, named = values_of(factory, arguments)
    given = bound(name, factory, positional, named)
    game = factory(*given.args, **given.kwargs)
    if (file := getattr(factory, "file", None)) is not None:
        _made_from[game] = file, arguments
    return game


_made_from: weakref.WeakKeyDictionary[Game, tuple[UserFile, str]] = weakref.WeakKeyDictionary()


def made_from(game: Game) -> tuple[UserFile, str] | None:
    """The user's file from which a game was made here, and the arguments; None for any other game."""
    return _made_from.get(game)


def few_moves(game: Game, file: str) -> Game:
    """Check a game that a data file names, not the user: it may not have so many moves that listing them never ends."""
    if not game.outcome(game.start)[0] and len(game.legal(game.start, _MOST_MOVES + 1)) > _MOST_MOVES:
        raise UsageError(
            f"{file} belongs to {shown(game.name)}, which has more than {_MOST_MOVES} moves at its start; name the "
            "game too, if you want that one"
        )
    return game


def game_file(text: FileText) -> UserFile:
    """The file and name of a game. Without a name, the only Game of the file is meant."""
    if text.name is not None:
        return UserFile.find(text.path, text.name)
    games = _games_in(UserFile.find(text.path, ""))
    if not games:
        raise UsageError(f"{text.path} names no game; {_contents(UserFile.find(text.path, ''))}")
    if len(games) > 1:
        what = f"{text.path} has the games {', '.join(games)}"
        raise UsageError(f"{what}; name the one to search, as in {text.path}:{games[0]}")
    return UserFile.find(text.path, games[0])


@lru_cache(maxsize=64)
def factory_in(file: UserFile) -> Factory:
    """The function that makes games; for a Game, a function without arguments that returns it."""
    made = file.load()
    if isinstance(made, Game):
        return _of_file(file, lambda: made)
    if callable(made) and not isinstance(made, type):
        return _of_file(file, _checked(file, made))
    raise UsageError(f"{file.path} has no game {shown(file.name)}; {_contents(file)}")


def _of_file(file: UserFile, factory: Any) -> Factory:
    factory.file = file
    return factory  # type: ignore[no-any-return]


def _checked(file: UserFile, make: Callable[..., Any]) -> Factory:
    @functools.wraps(make)
    def checked(*given: Any, **named: Any) -> Game:
        with blame(Path(file.place)):
            made = make(*given, **named)
        if not isinstance(made, Game):
            raise UsageError(f"{file} must return a Game, not a {type(made).__name__}")
        return made

    return checked


def _contents(file: UserFile) -> str:
    """A sentence about the games in a file, and the functions that make games."""
    if games := _games_in(file):
        return f"its games are {', '.join(games)}"
    makers = [
        name
        for name, value in vars(file.module()).items()
        if isinstance(value, FunctionType) and value.__module__ == file.module().__name__ and "Game" in _names(value)
    ]
    if makers:
        return f"it has no Game, but {makers[0]} makes one; write {file.path}:{makers[0]}"
    return "it has no Game and no function that makes one; define one there, as in game = halfmove.Game(...)"


def _names(function: FunctionType) -> set[str]:
    """The names that a function reads from its module, and "Game" if it is annotated to return one."""
    returned = str(own_annotations(function).get("return", ""))
    return {*function.__code__.co_names, "Game" if "Game" in returned else ""}


def _games_in(file: UserFile) -> list[str]:
    return [name for name, value in vars(file.module()).items() if isinstance(value, Game)]
