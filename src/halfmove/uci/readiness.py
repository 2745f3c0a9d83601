"""A player that is made, compiled and given its memory in a thread of its own, while the engine goes on to listen."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from halfmove.base.faults import error_text
from halfmove.books.foreign import opened_book
from halfmove.engine import silent
from halfmove.errors import HalfmoveError, UsageError
from halfmove.evaluations.evaluation import evaluated
from halfmove.game import Game
from halfmove.model import Limits
from halfmove.players.arguments import opened_endgames, opened_knowledge
from halfmove.players.levels import PLAIN_LEVELS, STRONGEST
from halfmove.players.player import Player
from halfmove.solving.estimate import free_memory, in_words
from halfmove.uci.options import OPTIONS
from halfmove.uci.words import Complain

OF_PLAYER = (
    "Hash",
    "Threads",
    "Level",
    "OwnBook",
    "BookFile",
    "BookVariety",
    "EndgamePath",
    "Evaluation",
)  # what a player is made of
_FOLDER_PATTERN = "*.db"


class Readiness:
    """Work that makes a player ready, after the work before it."""

    def __init__(self, work: Callable[[], Player], before: Readiness | None = None) -> None:
        self._work, self._before = work, before
        self._player: Player | None = None
        self._error: Exception | None = None
        self._changing = threading.Lock()
        self._waiting: list[Callable[[], Any]] | None = []  # None: it is ready
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        if self._before is not None:
            self._before.wait()
            self._before = None
        try:
            with silent():
                self._player = self._work()
        except Exception as error:
            self._error = error
        with self._changing:
            for each in self._waiting or ():
                each()
            self._waiting = None

    def then(self, do: Callable[[], Any]) -> None:
        """Do something as soon as it is ready, before anybody can use the player."""
        with self._changing:
            if self._waiting is not None:
                self._waiting.append(do)
                return
        do()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until it is ready, for at most this many seconds. Whether it is."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def player(self) -> Player:
        """The player, when it is ready. Raises what went wrong."""
        self.wait()
        if self._error is not None:
            raise self._error
        assert self._player is not None
        return self._player


def made(game: Game, values: dict[str, Any], seed: int, compiled: bool | None, complain: Complain) -> Player:
    """The player that the options ask for, compiled. What cannot be had is told, and left out."""
    level, game = values["Level"], _evaluated(game, values["Evaluation"], complain)
    given: dict[str, Any] = {"seed": seed, "compiled": compiled, "level": None if level == STRONGEST else level}
    given["endgames"] = _endgames(game, values["EndgamePath"], complain)
    if values["OwnBook"]:
        given |= _book(game, values, complain)
    for size, threads in ((values["Hash"], values["Threads"]), (_default("Hash"), _default("Threads"))):
        try:
            free = free_memory()
            if free is not None and size << 20 > free:  # the table is taken as a whole
                raise UsageError(f"only {in_words(free)} of memory are free")
            player = Player(game, Limits(), f"{size} MB", threads, **given)
            if not player.prepare() and compiled is None and level > PLAIN_LEVELS:
                complain(f"{game.name} cannot be compiled; it is searched in plain Python, which is slower")
            return player
        except (MemoryError, UsageError) as error:
            last: Exception = error
            complain(f"Hash {size} and Threads {threads} cannot be used: {error or 'there is not enough memory'}")
    raise last


def makeshift(game: Game) -> Player:
    """A player that is ready at once, because it searches in plain Python."""
    return Player(game, Limits(), "4 MB", compiled=False)


def _default(name: str) -> Any:
    return next(option.default for option in OPTIONS if option.name == name)


def _book(game: Game, values: dict[str, Any], complain: Complain) -> dict[str, Any]:
    path = values["BookFile"]
    if not path:
        complain("OwnBook is true, but no BookFile is named")
        return {}
    try:
        return {"book": opened_book(path, game), "variety": values["BookVariety"] / 100}
    except (HalfmoveError, OSError) as error:
        complain(f"BookFile cannot be used: {error}")
        return {}


def _evaluated(game: Game, file: str, complain: Complain) -> Game:
    try:
        return evaluated(game, file or None)
    except (HalfmoveError, OSError) as error:
        complain(f"Evaluation cannot be used: {error}")
        return game


def _endgames(game: Game, places: str, complain: Complain) -> list[Any]:
    """What is in a list of files and folders: databases, or tables of other programs."""
    found: list[Any] = []
    for place in places.split(os.pathsep) if places else []:
        folder = Path(place)
        files = sorted(folder.glob(_FOLDER_PATTERN)) if folder.is_dir() else [folder]
        if not files and "tables" not in game.readers:
            complain(f"EndgamePath: there is no {_FOLDER_PATTERN} in {place}")
            continue
        for file in files or [folder]:
            try:
                opened = opened_knowledge(game, file)
                opened_endgames(game, [*found, opened])  # whether it serves this game, and together with the others
                found.append(opened)
            except (HalfmoveError, OSError) as error:
                complain(f"EndgamePath: {error}")
    return found


def sentence(error: BaseException) -> str:
    """What went wrong, in words: our own errors are sentences."""
    return str(error) if isinstance(error, HalfmoveError) else error_text(error)
