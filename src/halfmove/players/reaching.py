"""A move that reaches a known value: `bounds` or a database knows what a position is worth, but not the best move.

The positions after the moves are searched by iterative deepening, until one move is proven to reach the value or all
others are proven to miss it. Until then nothing is claimed about the move: the result is an upper bound, which holds
for any move.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from halfmove.base.checks import real
from halfmove.conformance import diagnose
from halfmove.errors import GameError
from halfmove.game import Game
from halfmove.model import Counts, Result
from halfmove.players.distances import Lengths
from halfmove.players.kernels.deep import deep
from halfmove.players.lines import Proof, lazy_line
from halfmove.players.saying import said

if TYPE_CHECKING:
    from halfmove.players.core import PlayerCore


def settled_value(game: Game, position: Any) -> Any:
    """The value of a position that the `bounds` hook knows exactly, else None."""
    if game.bounds is None:
        return None
    low, high = game.call("bounds", position)
    return real(low) if low == high else None


def known_value(core: PlayerCore, position: Any) -> Any:
    """The value of a position that the `bounds` hook or a database knows exactly, else None."""
    known = settled_value(core.game, position)
    if known is None and core.endgames is not None and (entry := core.endgames.probe(position)) is not None:
        known = entry.value
    if known is not None and core.bound_in_game(position, known, "exact") != "exact":
        return None  # if no position comes again
    return known


def reach(
    core: PlayerCore, position: Any, value: Any, depth: int, deadline: int, began: float, most_nodes: int | None
) -> Iterator[Result]:
    """Yield better and better results for a position whose value is known, at least one."""
    game = core.game
    search = _Candidates(core, position, value, deadline, most_nodes)
    heights: Any = [None] if game.leaves_only else range(min(depth, game.longest or depth))
    for height in heights:
        search.look(height)
        done = search.found or search.stopped is not None
        yield search.result(None if height is None else height + 1, began)
        if done:
            return


class _Candidates:
    """The moves that may still reach the value, the best guess first."""

    def __init__(self, core: PlayerCore, position: Any, value: Any, deadline: int, most_nodes: int | None) -> None:
        self._core, self._position, self._value = core, position, value
        self._deadline, self._most_nodes = deadline, most_nodes
        self._moves = core.game.legal(position)
        self._counts = Counts()
        if not self._moves:
            raise GameError(diagnose(core.game, position, "a position that is not over has no moves", plays=True))
        self.found = len(self._moves) == 1
        self.stopped: str | None = None

    def look(self, height: int | None) -> None:
        """Search the positions after the moves to this height, until a move is found or the time is over."""
        guesses: list[tuple[Any, Any]] = []
        for move in list(self._moves):
            if self.found or self.stopped is not None:
                break
            guess, reaches, misses = self._try(move, height)
            if reaches:
                self._moves, self.found = [move], True
            elif misses and len(self._moves) > 1:
                self._moves.remove(move)
                self.found = len(self._moves) == 1  # the value is known, so one of them reaches it
            else:
                guesses.append((guess, move))
        if not self.found and self.stopped is None:
            guesses.sort(key=lambda pair: -pair[0])  # equal moves keep their order
            self._moves = [move for _, move in guesses]

    def _try(self, move: Any, height: int | None) -> tuple[Any, bool, bool]:
        """(the score of a move, whether it is proven to reach the value, whether it is proven to miss it)"""
        game = self._core.game
        child = game.next(self._position, move)
        again = game.moves_again(self._position, child)
        over, score = game.outcome(child)
        at_least = at_most = over
        if not over:
            nodes = None if self._most_nodes is None else self._most_nodes - self._counts.nodes
            if nodes is not None and nodes <= 0:
                self.stopped = "nodes"
                return 0, False, False
            with self._core.after(self._position):
                raw, _task = self._core.search(deep.algorithm, child, self._deadline, depth=height, nodes=nodes)
            self._counts += raw.counts
            if raw.stopped is not None:
                self.stopped = raw.stopped
                return 0, False, False
            score = raw.score
            at_least, at_most = raw.own_counts["low_end"] >= 0, raw.own_counts["high_end"] >= 0
        if not again:
            score, at_least, at_most = -score, at_most, at_least
        return score, bool(at_least and score >= self._value), bool(at_most and score < self._value)

    def result(self, depth: int | None, began: float) -> Result:
        game, move = self._core.game, self._moves[0]
        length = None
        if self.found:
            left = None if self._most_nodes is None else self._most_nodes - self._counts.nodes
            length, spent = Lengths(self._core, self._position, self._deadline).asked(self._value, left)
            self._counts += spent
        proof = Proof(self._position, move, self._value, "exact")
        return Result(
            value=self._value + 0,
            bound="exact" if self.found else "upper",
            counts=self._counts,
            seconds=time.perf_counter() - began,
            algorithm="player",
            depth=depth,
            compiled=self._core.compiled,
            stopped=None if self.found else self.stopped,
            said=said(game, self._value, "exact", length),
            _known_line=(move,),
            _rest_of_line=lazy_line(self._core, proof, depth) if self.found else None,
            _format=game.format,
        )
