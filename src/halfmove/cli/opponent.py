"""The opponent of the user: a player of some level, with a time for each move."""

from __future__ import annotations

import random
import sys
from functools import partial
from typing import Any, NamedTuple

import halfmove as hm
from halfmove.base.checks import byte_count, shown
from halfmove.books.foreign import opened_book
from halfmove.cli import text
from halfmove.cli.interrupts import forget, interruptible
from halfmove.cli.live import live_line
from halfmove.cli.played_game import PlayedGame
from halfmove.cli.value_text import value
from halfmove.engine import check_size
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.model import Limits, Result
from halfmove.players.advantages import is_known
from halfmove.players.analysing import analyses, best_first
from halfmove.players.from_book import Opening
from halfmove.players.levels import PLAIN_LEVELS, STRONGEST, is_plain, level_number, level_of, move_at_level
from halfmove.players.player import core_of
from halfmove.players.timing import Time

_SMALL = 4 << 20  # bytes of a table that are enough for levels in plain Python
_SEEDS = 1 << 31
_SHOWN = 12  # moves of a line


class Thought(NamedTuple):
    """A move, and what is known of its worth: nothing of a mistake."""

    move: Any
    result: Result | None

    def known(self, game: Game) -> Result | None:
        """The result, if it is more than a guess from random games."""
        result = self.result
        if result is None or not is_known(game, result):
            return None
        return None if result.algorithm == "mcts" and result.bound == "estimate" else result


class Opponent:
    """The player of one game."""

    def __init__(
        self,
        game: Game,
        seconds: float,
        level: Any,
        memory: Any,
        threads: int,
        seed: int,
        book: Any = None,
        variety: float = 0.0,
        endgames: Any = None,
    ) -> None:
        self._game, self._memory, self._threads = game, byte_count("memory", memory), threads
        self._chance, self._seed = random.Random(seed), seed % _SEEDS
        self._players: dict[bool, hm.Player] = {}
        self._endgames = [] if endgames is None else [endgames]
        self._opening = None if book is None else Opening(opened_book(book, game), variety, self._seed)
        self.set_time(seconds)
        self.set_level(level)
        self._player(STRONGEST)  # checks its arguments
        check_size(game.start, self._memory, real=True)

    def set_time(self, seconds: float) -> None:
        if not 0 < seconds <= sys.float_info.max:
            given = shown(seconds) if isinstance(seconds, int) else f"{seconds:g}"
            raise UsageError(f"the time for a move must be a number of seconds above 0, such as 0.5, not {given}")
        self.seconds = float(seconds)

    def set_level(self, level: Any) -> None:
        self.level = level_number(level)

    def think(self, played: PlayedGame, you: tuple[int, ...], level: int | None = None) -> Thought | None:
        """The move of this level; None if Ctrl-C stopped it."""
        number = self.level if level is None else level
        core = core_of(self._player(number))
        core.opening, core.past = self._opening, played.history
        with interruptible(), live_line() as line:

            def live(result: Result) -> None:
                line(lambda: f"thinking: {described(played, result, you)}")

            times = Time(self.seconds, self.seconds)
            try:
                made = move_at_level(core, played.at, level_of(number), times, self._chance, live)
                return Thought(made.result.move, None if made.is_mistake else made.result)
            except KeyboardInterrupt:
                forget()
                return None

    def analyse(self, played: PlayedGame) -> tuple[list[Result], bool]:
        """(what the moves are worth as far as it sees in its time, best first; whether Ctrl-C stopped it)"""
        core = core_of(self._player(STRONGEST))
        core.limits, core.past = Limits(seconds=self.seconds), played.history
        found: list[Result | None] = []
        stopped = False
        with interruptible(), live_line() as line:
            try:
                for found in analyses(core, played.at, self.seconds):
                    line(partial(_progress, found))
            except KeyboardInterrupt:
                forget()
                stopped = True
        return sorted((each for each in found if each is not None), key=best_first), stopped

    def _player(self, level: int) -> hm.Player:
        weak = level <= PLAIN_LEVELS
        if weak not in self._players:
            limits = Limits(seconds=self.seconds)
            if weak:
                compiled = False if is_plain(self._game, level) else None
                self._players[weak] = hm.Player(self._game, limits, min(self._memory, _SMALL), compiled=compiled)
            else:
                given: Any = {"seed": self._seed, "endgames": self._endgames}
                self._players[weak] = hm.Player(self._game, limits, self._memory, self._threads, **given)
        return self._players[weak]


def _progress(found: list[Result | None]) -> str:
    known = [each for each in found if each is not None]
    depth = max((each.depth or 0 for each in known), default=0)
    return f"analysing: {len(known)} of {len(found)} moves, depth {depth}"


def described(played: PlayedGame, result: Result, you: tuple[int, ...]) -> str:
    """The value of the position and the line, in words for the user."""
    line = result._known_line[:_SHOWN]
    more = " ..." if len(result._known_line) > len(line) else ""
    known = f", line {text.spelled_line(played.game, played.at, line)}{more}" if line else ""
    depth = f", depth {result.depth}" if result.depth else ""
    depth += " from the book" if result.algorithm == "book" else ""
    words = value(played.game, result, played.side, you)
    if result.algorithm == "tablebase":
        return f"tablebase: {words}{known}"
    return f"solved: {words}{known}" if result.algorithm == "database" else f"{words}{depth}{known}"
