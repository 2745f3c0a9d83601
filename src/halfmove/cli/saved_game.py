"""Saved games: JSON files with the game's name, the text of its first position, and the texts of its moves; or PGN.

Since version 2 they also have the level and the time of the computer, and the side of the user. Nothing in such
a file is executed. A game is loaded only if all its moves are legal.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any, NamedTuple

from halfmove.adapters.from_text import call, few_moves
from halfmove.base import outputs
from halfmove.base.checks import file_name, shown
from halfmove.base.reading import content_of, json_of
from halfmove.cli import pgn_file
from halfmove.cli.played_game import PlayedGame
from halfmove.cli.position import position_from
from halfmove.cli.write import write
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.games import GAMES, id_of
from halfmove.players.levels import LEVELS
from halfmove.players.move_text import move_from, written

_KIND = "halfmove game"
_VERSION = 2
_FIELDS = {"kind": str, "version": int, "game": str, "name": str, "position": str | None, "moves": list}
_SETTINGS = {"level": int, "you": str, "seconds": int | float}  # since version 2
SIDES = {"first": (0,), "second": (1,), "both": (0, 1)}  # of the user
_LARGEST = 1 << 20  # bytes


class Settings(NamedTuple):
    """How a game is played: the level and the time of the computer, and the sides of the user."""

    level: int
    seconds: float
    sides: tuple[int, ...]


def save(played: PlayedGame, file: str, settings: Settings) -> None:
    """Write a game. An existing file that is not a saved game is left unchanged."""
    if pgn_file.is_pgn(file):
        _save_pgn(played, file, settings)
        return
    target = outputs.check(file)
    if target.is_replaced and os.path.exists(target.path) and os.path.getsize(target.path):
        try:
            _read(file)
        except UsageError:
            raise UsageError(f"{file_name(file)} exists already and is not a saved game: choose another name") from None
    at, words = played.start, list[str]()
    for move in played.moves:
        words.append(written(played.game, move))
        if move_from(played.game, at, words[-1]) != (move,):
            raise UsageError(
                f"cannot save the game: {shown(words[-1])}, which stands for a move of it, is read as another"
            )
        at = played.game.next(at, move)
    data = {
        "kind": _KIND,
        "version": _VERSION,
        "game": played.what,
        "name": played.game.name,
        "position": played.place,
        "moves": words,
        "level": settings.level,
        "you": next(name for name, sides in SIDES.items() if sides == settings.sides),
        "seconds": settings.seconds,
    }
    write(json.dumps(data, indent=2) + "\n", file, announce=False)


def _save_pgn(played: PlayedGame, file: str, settings: Settings) -> None:
    """Write a game as PGN. Such a file may hold games of other people: only one that this prompt wrote is replaced."""
    target = outputs.check(file)
    if target.is_replaced and os.path.exists(target.path) and target.path not in played.files:
        raise UsageError(f"{file_name(file)} exists already: choose another name")
    write(str(pgn_file.as_written(played, settings.sides, settings.level)), file, announce=False)
    played.files.add(target.path)


def load(file: str, game: Game, what: str) -> tuple[PlayedGame, Settings | None]:
    """The saved game in a file, and how it was played, if the file says it. It must be a game of this kind."""
    if pgn_file.is_pgn(file):
        return pgn_file.load(file, game, what), None
    data = _read(file)
    if data["game"] != what and data["name"] != game.name:
        raise UsageError(f"{file_name(file)} is a game of {shown(data['game'])}, not of {shown(what)}")
    place = data["position"]
    try:
        played = PlayedGame(game, what, place, None if place is None else position_from(game, place))
    except UsageError as error:
        raise UsageError(f"{file_name(file)}: {error}") from None
    for number, word in enumerate(data["moves"], 1):
        move = move_from(game, played.at, word)
        if move is None:
            raise UsageError(f"{file_name(file)}: move {number}, {shown(word)}, is not legal there")
        played.play(move[0])
    if data["version"] == 1:
        return played, None
    return played, Settings(data["level"], float(data["seconds"]), SIDES[data["you"]])


def game_in(file: str) -> str:
    """The text of the game in a file. It must come with halfmove: a file must not choose which code runs."""
    if pgn_file.is_pgn(file):
        return pgn_file.game_in(file)
    what: str = _read(file)["game"]
    name, _, arguments = what.partition(":")
    if (id := id_of(name)) is not None:
        few_moves(call(id, GAMES[id], arguments), file_name(file))
        return what
    raise UsageError(
        f"{file_name(file)} is a game of {shown(what)}, which does not come with halfmove: name the game too, "
        f"as in `halfmove play my_game.py:game --load {file_name(file)}`"
    )


def _read(file: str) -> dict[str, Any]:
    """The data of a saved game in a file."""
    content = content_of(file, _LARGEST)
    try:
        data = json_of(content)
    except ValueError:
        data = None
    if not isinstance(data, dict) or data.get("kind") != _KIND:
        raise UsageError(f"{file_name(file)} is not a saved game")
    version = data.get("version")
    if isinstance(version, bool) or not isinstance(version, int) or not 1 <= version <= _VERSION:
        raise UsageError(f"{file_name(file)} is a game of version {shown(version)}, not 1 to {_VERSION}")
    fields = _FIELDS if version == 1 else _FIELDS | _SETTINGS
    for name, kind in fields.items():
        if name not in data or not isinstance(data[name], kind) or isinstance(data[name], bool):
            raise UsageError(f"{file_name(file)} is a damaged game: see its {name!r}")
    if unknown := sorted(data.keys() - fields.keys()):
        raise UsageError(f"{file_name(file)} is a damaged game: it has an unknown {shown(unknown[0])}")
    if not all(isinstance(word, str) for word in data["moves"]):
        raise UsageError(f"{file_name(file)} is a damaged game: its moves must be texts")
    if version > 1:
        wrong = {
            "level": data["level"] not in LEVELS,
            "you": data["you"] not in SIDES,
            "seconds": not 0 < data["seconds"] <= sys.float_info.max,
        }
        for name in (name for name, is_wrong in wrong.items() if is_wrong):
            raise UsageError(f"{file_name(file)} is a damaged game: see its {name!r}")
    return data
