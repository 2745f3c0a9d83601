"""The best move that a player finds: from its book, or by thinking within its time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from halfmove.base.checks import shown
from halfmove.engine import clock as clocks
from halfmove.errors import GameError
from halfmove.model import Result
from halfmove.players.deepening import add_equal_moves
from halfmove.players.playing import think
from halfmove.players.timing import Time

if TYPE_CHECKING:
    from halfmove.players.core import PlayerCore

_SHOWN = 10  # moves in an error
_ALONE = 0.7  # of the time is for the best move if all moves that are as good are wanted too


def best_move(
    core: PlayerCore,
    position: Any,
    times: Time,
    depth: int | None,
    *,
    all_best: bool = False,
    booked: bool = True,
    live: Callable[[Result], Any] | None = None,
) -> Result:
    """The best move at a position, and what it is worth.

    times      when to stop
    depth      look at most this many half-moves ahead
    all_best   find all moves that are as good, too
    booked     use the opening book
    live       called with the result of each depth
    """
    opening = core.opening if booked and core.chosen is None else None
    if opening is not None and not all_best:
        found = opening.result(core, position, depth, times.hard)
        if found is not None:
            if live is not None:
                live(found)
            return found
    began = time.perf_counter()
    core.new_age()
    deadline = clocks.deadline_after(times.hard)
    thinking = clocks.deadline_after(None if times.hard is None else times.hard * (_ALONE if all_best else 1))
    best: Result | None = None
    for best in think(core, position, depth, thinking, began):
        if live is not None:
            live(best)
        if core.brake.is_enough() or (times.soft is not None and time.perf_counter() - began > times.soft):
            break
    assert best is not None
    if core.brake.stopped and best.stopped is None and not best.exact:
        best = replace(best, stopped="stop")
    if opening is not None:
        opening.learn(best)
    game = core.game
    if best.move is not None and game.tries is not None and best.move not in game.legal(position):
        raise GameError(
            f"{game.name}: `tries` yields {shown(best.move)} at {shown(position)}, which is not a legal move there; "
            f"the legal moves are {shown(game.legal(position, _SHOWN))}"
        )
    if all_best and best.move is not None and best.algorithm == "player":
        best = replace(add_equal_moves(core, position, best, deadline), seconds=time.perf_counter() - began)
    return best
