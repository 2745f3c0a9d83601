"""One `go`: a search in a thread of its own, and the one `bestmove` that answers it.

A search that is `infinite`, or ponders, may be finished long before the program wants to know: then the answer waits.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from halfmove.base.printable import printable_line
from halfmove.engine import NEVER
from halfmove.engine import clock as clocks
from halfmove.game import Game
from halfmove.model import Limits, Result
from halfmove.players.arguments import chosen_moves
from halfmove.players.brake import Brake
from halfmove.players.deepening import DEEPEST, LONGER, is_decided
from halfmove.players.move_text import move_from, written
from halfmove.players.player import Player, core_of
from halfmove.players.saying import moves_of_winner
from halfmove.players.timing import MOVES_LEFT, Time, share
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
        self._began, self._nodes = asked.began, 0
        self._line: tuple[Any, ...] = ()  # that was told last
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
            is_told = self._best is not None and _told(result) == _told(self._best)
            self._nodes = max(self._nodes, result.counts.nodes)
            self._tell(player, result, line=self._line if is_told else result._known_line)
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
            plus = max(added or 0, 0) / 1000
            moves = MOVES_LEFT if go.movestogo is None else min(go.movestogo, MOVES_LEFT)
            lost = asked.overhead + (moves - 1) * max(asked.overhead - plus, 0.0)  # on the way, in these moves
            clock = (max(left / 1000 - lost - gone, 0.0), plus, *(() if go.movestogo is None else (go.movestogo,)))
        return share(clock, seconds)

    def _thought(self, player: Player, at: Any) -> Result:
        """What the player finds, within what was asked for."""
        go, lines = self._asked.go, self._asked.lines
        depth = go.depth
        if go.mate is not None:
            depth = min(2 * go.mate - 1 + _BEYOND, depth or DEEPEST)
        chosen = chosen_moves(core_of(player).game, at, self._moves(at))
        if player.level is not None and (depth is not None or chosen is not None or lines > 1):
            self._say(f"info string level {player.level} decides itself how it looks: the depth and moves are left out")
            depth, chosen, lines = None, None, 1
        times = Time(None, None) if self._is_untimed else self._times(self._asked.began)
        self._line_until = NEVER if times.hard is None else clocks.deadline_after(times.hard * _PART_FOR_LINE)
        player.limits = Limits(nodes=go.nodes)
        if not self._is_untimed:
            self._brake.limit(times)  # of what is searched besides, too
        if lines > 1:
            return self._several(player, at, depth, lines, chosen)
        past = self._asked.past
        return player._choose(self._brake, at, past, times, chosen, depth=depth, live=partial(self._live, player))

    def _moves(self, at: Any) -> list[Any] | None:
        """The moves to choose from; None: all of them."""
        found = []
        for word in self._asked.go.moves:
            move = move_from(self._game, at, word)
            if move is None:
                self._say(f"info string searchmoves: {printable_line(word)} is not a legal move")
            else:
                found.append(move[0])
        return found or None

    def _several(
        self, player: Player, at: Any, depth: int | None, lines: int, chosen: tuple[Any, ...] | None
    ) -> Result:
        """The best move. Several are told with their lines: each is the best one without those before it."""
        game, most = self._game, self._asked.go.nodes
        moves = list(chosen or game.legal(at))
        best: list[Result] = []
        decided = 0
        for height in range(1, min(depth or DEEPEST, game.longest or DEEPEST) + 1):
            left, found = list(moves), list[Result]()
            while left and len(found) < lines:
                if most is not None:
                    player.limits = Limits(nodes=max(most - self._nodes, 1))
                result = player._choose(self._brake, at, self._asked.past, Time(None, None), tuple(left), depth=height)
                self._nodes += result.counts.nodes
                if result.stopped is not None:
                    break
                found.append(result)
                left.remove(result.move)
            if found or not best:
                best = sorted([*(found or [result]), *best[len(found) :]], key=lambda each: -each.value)
                self._best = best[0]
                with core_of(player).call(self._brake):
                    for rank, each in enumerate(best, 1):
                        self._tell(player, each, rank)
            decided += all(map(is_decided, best))
            if result.stopped is not None or self._brake.is_enough() or self._is_mate(best[0]):
                break
            if decided > LONGER or all(each.exact for each in best) or (most is not None and self._nodes >= most):
                break
        return best[0]

    def _live(self, player: Player, result: Result) -> None:
        """Tell what a depth has found."""
        self._best, self._nodes = result, result.counts.nodes
        self._tell(player, result)
        if self._is_mate(result):
            self._brake.stop()

    def _is_mate(self, result: Result) -> bool:
        """Whether it is the mate that was asked for."""
        mate, moves = self._asked.go.mate, moves_of_winner(result)
        return mate is not None and moves is not None and is_decided(result) and result.value > 0 and moves <= mate

    def _tell(self, player: Player, result: Result, rank: int = 1, line: tuple[Any, ...] | None = None) -> None:
        """Tell a result. Without `line` the whole line may be searched, which the brake of a call can end."""
        whole, line = line is None, result._known_line if line is None else line
        if whole and result.bound != "estimate" and time.monotonic_ns() < self._line_until and not self._brake.stopped:
            line = result.line  # a proven line has only its first move, and the others are searched now
        if rank == 1:
            self._line = line
        seconds = time.perf_counter() - self._began
        self._say(info(self._game, result, seconds, self._nodes, player.fill(), rank, line))


def _told(result: Result) -> tuple[Any, ...]:
    """What is told of a result."""
    return result.move, result.value, result.bound, result.depth
