"""Values, backed up through a book by minimax.

A position without an entry has the value of its own search. An entry has the value of its best move. Its bounds
follow from those of its moves: the largest lower bound, and the largest upper bound.

Children come before their parents. In a cycle there is no such order. There the values of the searches are backed up as
many half-moves as the cycle has positions, and only what follows from searches and finished games counts as proven. In
a cycle of thousands of positions they are backed up fewer half-moves, so that it does not take long.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from halfmove.books.records import Known
from halfmove.model import Bound

_ROUNDS, _MOST_STEPS = 16, 1 << 19  # half-moves through a cycle of any size; half-moves times its positions


class Value(NamedTuple):
    """The value of a position, for the side to move.

    Attributes
    ----------
    value
        What the position is worth.
    low, high
        The true value is proven to be between these.
    depth : int
        How many half-moves were looked ahead, those through the book included.
    """

    value: Any
    low: Any
    high: Any
    depth: int

    @property
    def bound(self) -> Bound:
        if self.low == self.high:
            return "exact"
        if self.value == self.low:
            return "lower"
        return "upper" if self.value == self.high else "estimate"

    @property
    def decided(self) -> bool:
        """Whether it is proven who wins, or that nobody does."""
        return bool(self.low > 0 or self.high < 0 or self.low == self.high)

    def before(self, again: bool) -> Value:
        """The same one half-move earlier, for the player that moved here; `again`: it is the side to move here, too."""
        if again:
            return self._replace(depth=self.depth + 1)
        return Value(0 - self.value, 0 - self.high, 0 - self.low, self.depth + 1)


def own_value(known: Known) -> Value | None:
    """What is known of a position by itself."""
    if known.probed is not None:
        value, distance = known.probed
        return Value(value, value, value, distance or 0)
    if known.searched is None:
        return None
    value, bound, depth, _ = known.searched
    low = value if bound in ("exact", "lower") else -math.inf
    return Value(value, low, value if bound in ("exact", "upper") else math.inf, depth)


def backed_up(book: Sequence[Known]) -> list[Value | None]:
    """The values of all positions, by their numbers."""
    values = [own_value(known) for known in book]
    for cycle in _children_first(book):
        mine = [number for number in cycle if book[number].complete]
        alone = len(cycle) == 1 and all(link.child != cycle[0] for link in book[cycle[0]].links)
        for _ in range(1 if alone else min(len(cycle), max(_ROUNDS, _MOST_STEPS // len(cycle)))):
            found = {number: _best(book[number], values) for number in mine}  # all from the values of the round before
            if all(values[number] == value for number, value in found.items()):
                break
            for number, value in found.items():
                values[number] = value
    return values


def _best(known: Known, values: list[Value | None]) -> Value | None:
    own = own_value(known)
    moves = []
    for link in known.links:
        after = values[link.child]
        if after is None:
            return own
        moves.append(after.before(link.again))
    if not moves:
        return own
    best = max(moves, key=rank)
    low, high = max(each.low for each in moves), max(each.high for each in moves)
    if own is not None:
        low, high = max(low, own.low), min(high, own.high)
    return Value(min(max(best.value, low), high), low, high, best.depth)


def rank(move: Value) -> tuple[Any, ...]:
    """The key by which moves are compared: value, then whether it is proven, then the fastest win or slowest loss."""
    proven = move.low if move.value >= 0 else move.high
    return (move.value, proven == move.value, -move.depth if move.low > 0 else move.depth)


def _children_first(book: Sequence[Known]) -> Iterator[list[int]]:
    """The strongly connected groups of positions, children before parents (Tarjan 1972)."""
    order = [0] * len(book)  # when a position was first met, from 1
    least = [0] * len(book)  # the earliest one that can be reached from it
    waiting: list[int] = []
    inside = [False] * len(book)
    met = 0
    for root in range(len(book)):
        if order[root]:
            continue
        path: list[tuple[int, int]] = [(root, 0)]
        while path:
            at, turn = path.pop()
            if turn == 0:
                met += 1
                order[at] = least[at] = met
                waiting.append(at)
                inside[at] = True
            links = book[at].links
            if turn > 0:
                least[at] = min(least[at], least[links[turn - 1].child])
            while turn < len(links):
                child = links[turn].child
                turn += 1
                if not order[child]:
                    path += [(at, turn), (child, 0)]
                    break
                if inside[child]:
                    least[at] = min(least[at], order[child])
            else:
                if least[at] == order[at]:
                    group = []
                    while True:
                        group.append(waiting.pop())
                        inside[group[-1]] = False
                        if group[-1] == at:
                            break
                    yield group
