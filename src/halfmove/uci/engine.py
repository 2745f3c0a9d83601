"""A player as an engine of the Universal Chess Interface (UCI), for any game whose moves have a text.

It takes the lines of the other program and says lines, and knows neither terminal nor process. The protocol is that of
April 2006: words that are not known are left out, and a command that should not come now does no harm. What is wrong is
told in an `info string`.

>>> import halfmove as hm
>>> engine = Engine(hm.games.tic_tac_toe(), print, compiled=False)
>>> engine.run(["setoption name Hash value much", "quit"])
info string option Hash is a whole number from 1 to 65536, not 'much'
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import halfmove
from halfmove.base.checks import shown
from halfmove.base.printable import printable_line
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.players.levels import LEVELS
from halfmove.players.move_text import written
from halfmove.players.player import Player
from halfmove.uci.options import OPTIONS, defaults, option_named
from halfmove.uci.place import Place
from halfmove.uci.readiness import OF_PLAYER, Readiness, made, sentence
from halfmove.uci.searching import Asked, Search
from halfmove.uci.words import go_from, known_part, option_from, place_from

_PATIENCE = 5.0  # seconds of preparing after which, again and again, a program is told that it goes on
_MOMENT = 5.0  # seconds that the end waits for the answer of a search


class Engine:
    """An engine for one game.

    Parameters
    ----------
    game : Game
        The game.
    say : callable
        Called with each line that the engine says, from any thread, one at a time.
    values : dict, optional
        Values of options that differ from the defaults.
    seed : int
        Seed of random games, of moves from the book, and of the mistakes of a level.
    compiled : bool, optional
        True: machine code. False: plain Python. None: machine code where the game can be compiled.
    when_ready : callable, optional
        Called when a player has been made, before `readyok`.
    """

    def __init__(
        self,
        game: Game,
        say: Callable[[str], Any],
        values: dict[str, Any] | None = None,
        seed: int = 0,
        compiled: bool | None = None,
        when_ready: Callable[[], Any] = lambda: None,
    ) -> None:
        if game.leaves_only:
            raise UsageError(f"{game.name} is a tree, and only its leaves have scores: name a game to play")
        self._game, self._out, self._seed, self._compiled = game, say, seed, compiled
        self._values, self._when_ready = defaults() | (values or {}), when_ready
        self._place = Place(game)
        self._speaking = threading.Lock()
        self._ready: Readiness | None = None
        self._changed = False  # whether options have changed since the player was made
        self._search: Search | None = None
        self._debug = False
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._uci, "debug": self._set_debug, "isready": self._isready, "setoption": self._setoption,
            "register": lambda _: None, "ucinewgame": self._new_game, "position": self._position, "go": self._go,
            "stop": self._stop, "ponderhit": self._ponderhit, "d": self._show, "quit": lambda _: None,
        }  # fmt: skip

    def run(self, lines: Iterable[str]) -> None:
        """Obey lines until `quit`, or until there are no more."""
        try:
            for line in lines:
                if not self.obey(line):
                    break
        finally:
            self.close()

    def obey(self, line: str) -> bool:
        """Obey one line. False: it was `quit`."""
        words = known_part(line.split(), self._commands)
        if not words:
            if line.strip():
                self._complain(f"there is no command {shown(line.strip())}")
            return True
        if words[0] == "quit":
            return False
        try:
            self._commands[words[0]](words[1:])
        except Exception as error:
            self._complain(sentence(error))
        return True

    def close(self) -> None:
        """End the search that runs; it still answers."""
        if self._search is not None:
            self._search.stop()
            self._search.wait(_MOMENT)

    # What the engine says

    def _say(self, line: str) -> None:
        with self._speaking:
            self._out(line)

    def _complain(self, words: str) -> None:
        self._say(f"info string {printable_line(' '.join(words.split()))}")

    # The commands

    def _uci(self, _: list[str]) -> None:
        name = "" if self._game.name == "chess" else f" ({printable_line(self._game.name)})"
        self._say(f"id name halfmove {halfmove.__version__}{name}")
        self._say("id author the authors of halfmove")
        for option in OPTIONS:
            self._say(option.with_value(self._values.get(option.name)).line)
        self._say("uciok")

    def _set_debug(self, words: list[str]) -> None:
        self._debug = words[:1] == ["on"]

    def _isready(self, _: list[str]) -> None:
        ready = self._readiness()
        ready.then(lambda: self._say("readyok"))
        if not ready.wait(0):
            threading.Thread(target=self._tell_progress, args=(ready,), daemon=True).start()

    def _tell_progress(self, ready: Readiness) -> None:
        began = time.monotonic()
        while not ready.wait(_PATIENCE):
            self._complain(f"compiling the player for {self._game.name}: {time.monotonic() - began:.0f} s")

    def _readiness(self) -> Readiness:
        """The work that makes the player for the options as they are now; begun, if it was not yet."""
        if self._ready is None or self._changed:
            self._changed = False
            self._ready = Readiness(partial(self._made, dict(self._values)), self._ready)
        return self._ready

    def _made(self, values: dict[str, Any]) -> Player:
        player = made(self._game, values, self._seed, self._compiled, self._complain)
        self._when_ready()
        return player

    def _setoption(self, words: list[str]) -> None:
        name, text = option_from(words)
        option = option_named(name)
        if option.kind == "button":
            self._clear()
            return
        value = option.read(text)
        if value != self._values[option.name]:
            self._values[option.name] = value
            self._changed |= option.name in OF_PLAYER

    def _new_game(self, _: list[str]) -> None:
        self._clear()

    def _clear(self) -> None:
        """Forget what was found so far."""
        self._end_search()
        before = self._ready
        if before is None or self._changed:
            return

        def forgotten() -> Player:
            player = before.player()
            player.forget()
            player.prepare()
            return player

        self._ready = Readiness(forgotten, before)

    def _position(self, words: list[str]) -> None:
        text, moves = place_from(words)
        self._place.set(text, moves, self._complain)

    def _go(self, words: list[str]) -> None:
        began = time.perf_counter()
        self._end_search()
        place, values = self._place, self._values
        asked = Asked(
            go_from(words, self._complain),
            place.at,
            place.past,
            place.is_second,
            values["MultiPV"],
            LEVELS[values["Level"]].share,
            values["Move Overhead"] / 1000,
            began,
        )
        self._search = Search(self._game, self._readiness(), asked, self._say)

    def _stop(self, _: list[str]) -> None:
        if self._search is not None:
            self._search.stop()

    def _ponderhit(self, _: list[str]) -> None:
        if self._search is not None:
            self._search.hit()

    def _end_search(self) -> None:
        """End a search that the program has forgotten. It answers first, because every `go` has its answer."""
        if self._search is not None:
            self._search.stop()
            self._search.wait()

    def _show(self, _: list[str]) -> None:
        """Show the position. Programs leave out what is no answer."""
        game, at = self._game, self._place.at
        for line in game.picture(at, second=self._place.is_second).split("\n"):
            self._say(printable_line(line))
        if game.write is not None:
            self._say(f"Fen: {printable_line(game.write(at))}")
        if not game.outcome(at)[0]:
            self._say("Moves: " + " ".join(printable_line(written(game, move)) for move in game.legal(at)))
