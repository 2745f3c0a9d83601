"""In how many moves is a game won? Said only where it is proven.

A search to a depth without short cuts sees every win that is not farther away. So a win that is seen at one depth, and
was not to be had at the depth before, takes exactly that many half-moves. The same holds for a loss. Where hooks or
databases know more than the depth limit shows, or the search takes short cuts, the question is asked again by the rules
alone, as far as a few nodes suffice.

No number is said where a player may move twice. Nor is it where wins differ in size: the shortest win need not be the
best one there.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from halfmove.engine.task import RawResult
from halfmove.model import Counts, Result
from halfmove.play.kernels.deep import ASKS_LOSS, ASKS_WIN, deep
from halfmove.play.sizes import wins_differ

if TYPE_CHECKING:
    from halfmove.play.player import Player

_NODES, _PLAIN_NODES = 50_000, 2_000  # for such a question: as machine code, in plain Python
_LONGEST = 60  # half-moves


class Lengths:
    """How long wins and losses of one position take, while it is searched deeper and deeper."""

    def __init__(self, player: Player, position: Any, deadline: int) -> None:
        self._player, self._position, self._deadline = player, position, deadline
        game, options = player.game, player.options
        self._countable = game.turn is None and not game.leaves_only
        knows_more = (game.bounds, game.tries, player.endgames)
        quiet = game.noisy is None or not options["quiescence"]
        self._direct = all(each is None for each in knows_more) and quiet
        self._direct = self._direct and not options["reductions"] and not options["skips"]
        self._depth: int | None = 0  # the last depth that was searched to its end, and the value found there
        self._value: Any = None

    @cached_property
    def _sizes_differ(self) -> bool:
        """Whether wins differ in size, as far as can be seen from the start and from the position itself."""
        return self._player.sizes_differ or wins_differ(self._player.game, self._position)

    def seen(self, depth: int | None, raw: RawResult) -> None:
        """A depth was searched."""
        if raw.stopped is None:
            self._depth, self._value = depth, raw.score

    def of(self, result: Result, most_nodes: int | None) -> tuple[int | None, Counts]:
        """(how many moves the winner makes, if that is proven; what it cost), of a win or loss that was just found."""
        nothing = Counts()
        if not self._direct:
            return self.asked(result.value, most_nodes)
        if not self._countable or result.depth is None or self._sizes_differ:
            return None, nothing
        if self._depth == result.depth - 1 and (self._depth == 0 or _is_worse(self._value, result.value)):
            return (result.depth + (result.value > 0)) // 2, nothing
        return None, nothing

    def asked(self, value: Any, most_nodes: int | None) -> tuple[int | None, Counts]:
        """The same by the rules alone, of a position with this value: the first depth at which its end is forced."""
        player, counts, wins = self._player, Counts(), value > 0
        if not self._countable or value == 0 or self._sizes_differ:
            return None, counts
        budget = _PLAIN_NODES if player.plain or not player.compiled else _NODES
        budget = budget if most_nodes is None else min(budget, most_nodes)
        state = {"asks": ASKS_WIN if wins else ASKS_LOSS}
        for depth in range(1, _LONGEST):
            nodes = budget - counts.nodes
            if nodes <= 0:
                break
            raw, _task = player.search(
                deep.algorithm, self._position, self._deadline, depth=depth, nodes=nodes, state=state
            )
            counts += raw.counts
            if raw.stopped is not None:
                break
            if raw.score:
                return (depth + wins) // 2, counts
        return None, counts


def _is_worse(value: Any, claimed: Any) -> bool:
    """Whether a value that a depth found leaves the win, or the loss, that is claimed out of its reach."""
    return bool(value < claimed if claimed > 0 else value > claimed)
