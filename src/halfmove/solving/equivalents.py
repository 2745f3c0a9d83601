"""Positions that are represented by others in a database: is its answer right for them, too?

A position is represented by another one with `symmetry=True`, and where `rank` gives several positions the same number.
Such positions are compared with the positions after them, like those that are in the database (`verifying.py`). In a
small game all positions that can be reached are checked. That is a proof, whatever the hooks return. In a large game
only some positions are checked.

A `symmetry` may fold only some positions, such as those near the start. Then a position after a represented one may be
unknown. In a small game such positions are compared with a database without `symmetry`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from halfmove.conformance.position import short
from halfmove.game import Game
from halfmove.parts.packing import BLOCK
from halfmove.parts.worth import HOLE
from halfmove.solving.crew import Crew
from halfmove.solving.database import Database

_SAMPLE = 250  # positions of a database from which the walk begins
_FEW = 20_000  # a database with at most this many numbers may be solved once more


def first_wrong(database: Database, crew: Crew, most: int, unfolded: Callable[[], Database]) -> str | None:
    """A sentence about the first represented position for which the database is wrong; None if there is none.

    most       how many positions are checked
    unfolded   makes the same database without `symmetry`
    """
    waiting = deque(_sampled(database, crew))
    seen, all_known = set(waiting), True
    for _ in range(most):
        if not waiting:
            break
        at = waiting.popleft()
        after = database.after(at)
        agrees = database.agrees(at, after)
        all_known = all_known and agrees is not None
        if fault := _fault(database, at, after, agrees):
            return fault
        for child in after:
            if child not in seen:
                seen.add(child)
                waiting.append(child)
    if not database.folded or all_known or waiting or sum(tier.count for tier in database.tiers.values()) > _FEW:
        return None
    return _unlike_unfolded(database, unfolded(), seen)


def _sampled(database: Database, crew: Crew) -> list[Any]:
    """The start, and all positions of a small database, or some from all parts of a large one."""
    found = [] if database.header["family"] else [database.game.start]
    room = max(1, _SAMPLE // max(1, len(database.tiers)))
    for tier in list(database.tiers.values())[:_SAMPLE]:
        step = BLOCK * -(-tier.count // (BLOCK * room))
        for begin in range(0, tier.count, step):
            end = min(begin + BLOCK, tier.count)
            worths = tier.worths(begin, end).tolist()
            numbers = tier.numbers(crew, begin, end).tolist()
            numbers = [number for number, worth in zip(numbers, worths, strict=True) if worth > HOLE]
            some = numbers if tier.count <= room else numbers[:1]
            found += [database.numbering.position(tier.tier, number) for number in some]
    return found


def _fault(database: Database, at: Any, after: list[Any], agrees: bool | None) -> str | None:
    """A sentence about what is wrong with a position. `agrees` is whether it agrees with the positions after it."""
    if database.folded and (fault := _symmetry_fault(database.game, at)):
        return fault
    if agrees:
        return None
    if agrees is not None:
        return (
            f"{_representation(database, at)}, but the value of that does not agree with the positions after the first"
        )
    if database.folded or any(map(database.needs_no_number, [at, *after])):
        return None
    return f"a move from {short(at)} leads to a position that is missing, or it is missing itself"


def _symmetry_fault(game: Game, at: Any) -> str | None:
    """A sentence about a representative that is not its own representative; None if it is."""
    other = game.call("symmetry", at)
    if (again := game.call("symmetry", other)) == other:
        return None
    returned = f"symmetry({short(at)}) returns {short(other)}, and for that one {short(again)}"
    return f"{returned}; it must return the same for both"


def _unlike_unfolded(database: Database, whole: Database, positions: set[Any]) -> str | None:
    """A sentence about one of these positions that has another value in a database without `symmetry`, if any."""
    for at in positions:
        stated, true = database.worth_by_number(at), whole.worth_by_number(at)
        if min(stated, true) > HOLE and database.entry_of(stated) != (entry := whole.entry_of(true)):
            return (
                f"{_representation(database, at)}, but the first is worth {entry.value} with distance {entry.distance}"
            )
    return None


def _representation(database: Database, at: Any) -> str:
    """A sentence about which position represents this one."""
    game, numbering, other, returned = database.game, database.numbering, at, ""
    if database.folded:
        other = game.call("symmetry", at)
        returned = f"symmetry({short(at)}) returns {short(other)}"
    if numbering.by_hooks and (number := numbering.number(other)) >= 0:
        tier = game.tier_of(other)
        made = game.call("unrank", tier, number)
        if made != other or not returned:
            returned = f"rank({short(other)}) returns {number}, and unrank({tier}, {number}) returns {short(made)}"
    return returned or short(at)
