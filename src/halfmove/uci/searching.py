"""One `go`: a search in a thread of its own, and the one `bestmove` that answers it.

A search that is `infinite`, or ponders, may be finished long before the program wants to know: then the answer waits.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from halfmove.engine import NEVER
from halfmove.engine import clock as clocks
from halfmove.game import Game
from halfmove.model import Limits, Result
from halfmove.players.brake import Brake
from halfmove.players.deepening import DEEPEST, is_decided
from halfmove.players.move_text import written
from halfmove.players.player import Player
from halfmove.players.saying import moves_of_winner
from halfmove.players.timing import Time, share
from halfmove.uci.info import NO_MOVE, best_move, info, score_of_end
from halfmove.uci.readiness import Readiness, makeshift, sentence
from halfmove.uci.words import Go

_BEYOND = 8  # half-moves that `go mate` looks farther: a search with short cuts sees some mates later
_PART_FOR_LINE = 0.25  # of the time may be gone when the moves of a proven line are searched
_PART_FOR_WAITING = 0.2  # of the time may be gone when the search begins in plain Python, while machine code is made
_EVERY = 0.005  # seconds between two looks whether the player is ready
_LEAST = 0.001  # seconds of a search


class Asked(NamedTuple):
    """What a search is about.

    past        the positions of the game before `at`
    is_second   whether the second player is to move, who is Black in chess
    lines       how many moves to show with their lines
    share       the part of its time that the level of the player uses
    overhead    seconds between this program and the other one that are not for thinking
    began       when `go` was read
    """

    go: Go
    at: Any
    past: tuple[Any, ...]
    is_second: bool
    lines: int
    share: float
    overhead: float
    began: float


class Search:
    """A search that runs."""

    def __init__(self, game: Game, ready: Readiness, asked: Asked, say: Callable[[str], Any]) -> None:
        self._game, self._ready, self._asked, self._say = game, ready, asked, say
        self._brake = Brake()
        self._may_answer = threading.Event()
        self._pondering = asked.go.ponder
        self._best: Result | None = None
        self._began = asked.began
        self._line_until = NEVER  # the moves of a proven line are searched until then
        if not asked.go.ponder and not asked.go.infinite:
            self._may_answer.set()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def runs(self) -> bool:
        """Whether there is no answer yet."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """End it, and have it answer."""
        self._brake.stop()
        self._may_answer.set()

    def hit(self) -> None:
        """The move was made that it pondered about: now its own time runs."""
        if self._pondering:
            self._pondering = False
            times = self._times(time.perf_counter())
            self._brake.limit(Time(*(None if each is None else each * self._asked.share for each in times)))
            if not self._asked.go.infinite:
                self._may_answer.set()

    def wait(self, seconds: float | None = None) -> None:
        """Wait for the answer, for at most this many seconds."""
        self._thread.join(seconds)

    # In its own thread

    def _run(self) -> None:
        answer = f"bestmove {NO_MOVE}"
        try:
            answer = self._answer()
        except Exception as error:
            self._say(f"info string {sentence(error)}")
            answer = self._any_answer()
        self._may_answer.wait()
        self._say(answer)

    def _answer(self) -> str:
        game, at = self._game, self._asked.at
        over, value = game.outcome(at)
        if over:
            at = self._without_counts()
            if game.outcome(at)[0]:
                self._say(f"info depth 0 score {score_of_end(game, value)}")
                return f"bestmove {NO_MOVE}"
        player = self._player()
        self._began = time.perf_counter()
        result = self._thought(player, at)
        if result is not self._best:
            self._tell(result)
        return best_move(game, at, result)

    def _player(self) -> Player:
        """The player, when it is ready. A clock that runs, or a stop, does not wait long for it."""
        times = self._times(self._asked.began)
        until = (
            NEVER if self._is_untimed or times.hard is None else clocks.deadline_after(times.hard * _PART_FOR_WAITING)
        )
        while not self._ready.wait(_EVERY):
            if self._brake.stopped or time.monotonic_ns() > until:
                return makeshift(self._game)
        return self._ready.player()

    @property
    def _is_untimed(self) -> bool:
        return self._asked.go.ponder or self._asked.go.infinite

    def _any_answer(self) -> str:
        """The best answer that there is after an error."""
        try:
            if self._best is not None:
                return best_move(self._game, self._asked.at, self._best)
            if not self._game.outcome(self._asked.at)[0]:
                return f"bestmove {written(self._game, self._game.legal(self._asked.at, 1)[0])}"
        except Exception as error:
            self._say(f"info string {sentence(error)}")
        return f"bestmove {NO_MOVE}"

    def _without_counts(self) -> Any:
        """The position, where only a count of moves has ended the game: players may agree to go on."""
        game, at = self._game, self._asked.at
        if not game.patience or game.uncounted is None or game.call("lasting", at) < game.patience:
            return at
        return game.call("uncounted", at)

    def _times(self, began: float) -> Time:
        """The time from now on, of what began then."""
        go, asked = self._asked.go, self._asked
        gone = time.perf_counter() - began
        seconds = None if go.movetime is None else max(go.movetime / 1000 - asked.overhead - gone, _LEAST)
        left, added = (go.btime, go.binc) if asked.is_second else (go.wtime, go.winc)
        clock = None
        if left is not None:
            moves = () if go.movestogo is None else (go.movestogo,)
            clock = (max(left / 1000 - asked.overhead - gone, 0.0), max(added or 0, 0) / 1000, *moves)
        return share(clock, seconds)

    def _thought(self, player: Player, at: Any) -> Result:
        """What the player finds, within what was asked for."""
        go = self._asked.go
        depth = go.depth
        if go.mate is not None:
            depth = min(2 * go.mate - 1 + _BEYOND, depth or DEEPEST)
        if depth is not None and player.level is not None:
            self._say(f"info string level {player.level} looks as far as it does: the depth is left out")
            depth = None
        times = Time(None, None) if self._is_untimed else self._times(self._asked.began)
        self._line_until = NEVER if times.hard is None else clocks.deadline_after(times.hard * _PART_FOR_LINE)
        player.limits = Limits(nodes=go.nodes)
        return player._choose(self._brake, at, self._asked.past, times, depth=depth, live=self._live)

    def _live(self, result: Result) -> None:
        """Tell what a depth has found."""
        self._best = result
        self._tell(result)
        mate = self._asked.go.mate
        if mate is not None and is_decided(result) and result.value > 0:
            moves = moves_of_winner(result)
            if moves is not None and moves <= mate:
                self._brake.stop()

    def _tell(self, result: Result) -> None:
        line = result._known_line
        if is_decided(result) and time.monotonic_ns() < self._line_until and not self._brake.stopped:
            line = result.line  # a proven line has only its first move, and the others are searched now
        self._say(info(self._game, result, time.perf_counter() - self._began, line=line))
