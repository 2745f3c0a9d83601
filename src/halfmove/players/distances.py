"""The number of moves to a win, where it is proven.

A search to a depth without short cuts sees every win within that depth. So a win that is seen at one depth, and was not
seen at the depth before, takes exactly that many half-moves. The same holds for a loss. Where hooks or databases know
more than the depth limit shows, or the search takes short cuts, the question is searched again by the rules alone, with
a few nodes.

Where a player may move twice, lines of best play differ in their numbers of moves, so only a win in one move is
counted. Where wins differ in size there is no number, because the shortest win need not be the best one.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from halfmove.engine import RawResult
from halfmove.engine import clock as clocks
from halfmove.model import Counts, Result
from halfmove.players.kernels.deep import ASKS_LOSS, ASKS_WIN, deep
from halfmove.players.sizes import SECONDS, wins_differ

if TYPE_CHECKING:
    from halfmove.players.core import PlayerCore

NODES, _PLAIN_NODES = 50_000, 2_000  # for one question: as machine code, in plain Python
LONGEST = 60  # half-moves


class Lengths:
    """How long wins and losses of one position take, while it is searched deeper and deeper."""

    def __init__(self, core: PlayerCore, position: Any, deadline: int) -> None:
        self._core, self._position, self._deadline = core, position, deadline
        self._direct = is_direct(core)
        self._depth: int | None = 0  # the last depth that was searched to its end, and the value found there
        self._value: Any = None

    @cached_property
    def _may_be_said(self) -> bool:
        """Whether all wins count the same, as far as the start and the position show. It takes time to see that."""
        core = self._core
        if core.game.leaves_only or core.sizes_differ or not self._has_time:
            return False
        return not wins_differ(core.game, self._position)

    @property
    def _has_time(self) -> bool:
        """Whether the rules of the game may be looked at for a while, in plain Python."""
        return min(self._deadline, self._core.brake.deadline) > clocks.deadline_after(SECONDS)

    def seen(self, depth: int | None, raw: RawResult) -> None:
        """Note the result of a depth."""
        if raw.stopped is None:
            self._depth, self._value = depth, raw.score

    def of(self, result: Result, most_nodes: int | None) -> tuple[int | None, Counts]:
        """For a win or loss that was just found: (how many moves the winner makes, if proven; what that cost)."""
        depth = result.depth
        if depth is not None and self._depth == depth - 1 and self._direct and self._may_be_said:
            new = depth == 1 or _is_worse(self._value, result.value)
            if new:
                return (depth + (result.value > 0)) // 2, Counts()
        return self.asked(result.value, most_nodes)

    def asked(self, value: Any, most_nodes: int | None) -> tuple[int | None, Counts]:
        """The same by the rules alone, for a position with this value: the first depth that forces the end."""
        core, counts, wins = self._core, Counts(), value > 0
        if value == 0 or not self._may_be_said or core.is_wary(self._position):
            return None, counts
        budget = _PLAIN_NODES if core.plain or not core.compiled else NODES
        budget = budget if most_nodes is None else min(budget, most_nodes)
        state = {"asks": ASKS_WIN if wins else ASKS_LOSS}
        longest = LONGEST if core.game.turn is None else int(wins)
        for depth in range(1, longest + 1):
            nodes = budget - counts.nodes
            if nodes <= 0:
                break
            raw, _task = core.search(
                deep.algorithm,
                self._position,
                self._deadline,
                depth=depth,
                nodes=nodes,
                state=state,
                chosen=core.chosen,
            )
            counts += raw.counts
            if raw.stopped is not None:
                break
            if raw.score:
                return (depth + wins) // 2, counts
        return None, counts


def is_direct(core: PlayerCore) -> bool:
    """Whether a search sees a win at the depth that is its length: no hook or database knows more."""
    game = core.game
    knows_more = (game.bounds, game.tries, core.endgames)
    quiet = game.noisy is None or not core.options["quiescence"]
    return all(each is None for each in knows_more) and quiet and game.turn is None and not core.is_selective


def _is_worse(value: Any, claimed: Any) -> bool:
    """Whether the value of a depth does not reach the win, or the loss, that is claimed."""
    return bool(value < claimed if claimed > 0 else value > claimed)
