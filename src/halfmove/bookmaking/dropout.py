"""Drop-out expansion: which position of a book gets an entry next.

Source      the idea is that of Lincke, Strategies for the automatic construction of opening books (2000). The details
            below are inferred: they are our own choices, not taken from his text.
Cost        of a way through the book: each move costs 1, and more the worse it is than the best move there. The
            position with the cheapest way from the start is next. So the book follows good moves of both sides far,
            other moves a little, and bad ones hardly. When the value of a line falls, what was second best is next.
Scale       `per_point` says how many half-moves one point counts. If it is None, the median of what moves in the book
            are worse than the best ones counts as two half-moves, whatever points mean in a game.
Order       of equal costs the position that came into the book first. Positions of which it is proven who wins come
            after all others, since nothing can be learned from them.
Ways        a position can be reached on several ways, of which the cheapest counts.
Batches     several positions are taken at a time, see `growing.py`.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from statistics import median

from halfmove.books.records import Known
from halfmove.books.values import Value

_FAR = 1000.0  # half-moves that a move costs at most
_TYPICAL = 2.0  # half-moves that a loss of the usual size counts


def losses(known: Known, values: Sequence[Value | None]) -> list[float]:
    """By how much each move of an entry is worse than its best one."""
    worth = []
    for link in known.links:
        after = values[link.child]
        worth.append(float("-inf") if after is None else after.before(link.again).value)
    best = max(worth)
    return [0.0 if each == best else float(best - each) for each in worth]


def scale(book: Sequence[Known], values: Sequence[Value | None]) -> float:
    """How many half-moves one point counts, when `per_point` is None."""
    found = [loss for known in book if known.complete for loss in losses(known, values) if 0 < loss < float("inf")]
    return _TYPICAL / median(found) if found else _TYPICAL


def costs(book: Sequence[Known], values: Sequence[Value | None], per_point: float) -> dict[int, float]:
    """The cost of the cheapest way to each position that entries lead to (Dijkstra 1959)."""
    done: dict[int, float] = {}
    waiting = [(0.0, 0)]
    while waiting:
        cost, at = heapq.heappop(waiting)
        if at in done:
            continue
        done[at] = cost
        if book[at].complete:
            for link, loss in zip(book[at].links, losses(book[at], values), strict=True):
                heapq.heappush(waiting, (cost + 1 + min(per_point * loss, _FAR), link.child))
    return done


def next_positions(book: Sequence[Known], values: Sequence[Value | None], per_point: float | None) -> list[int]:
    """The positions that have no entry yet, the next one first."""
    found = costs(book, values, scale(book, values) if per_point is None else per_point)
    open_ones = [each for each in found if not book[each].complete and not _is_over(book[each])]

    def place(number: int) -> tuple[bool, float, int]:
        value = values[number]
        return value is not None and value.decided, found[number], number

    return sorted(open_ones, key=place)


def _is_over(known: Known) -> bool:
    return known.probed is not None and known.probed.distance == 0
