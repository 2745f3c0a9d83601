"""Positions for which others stand in a database: is what it says right for them too?

Others stand for them with `symmetry=True`, and where `rank` gives several positions one number. They are compared with
the positions after them, like those that are in the database (`verifying.py`). In a small game all positions are looked
at that can be reached, so that this is a proof, whatever the hooks say. In a large one some are.

A `symmetry` that folds some positions only, such as those near the start, is right too. Then it may be that nothing is
known of a position after one for which another stands. In a small game these are compared with a database without
`symmetry`.
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
_FEW = 20_000  # numbers of a database that is solved once more


def first_wrong(database: Database, crew: Crew, most: int, unfolded: Callable[[], Database]) -> str | None:
    """What is wrong with the first position for which another one stands, in words; so many are looked at.

    unfolded   makes the same database without `symmetry`
    """
    waiting = deque(_some(database, crew))
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
    return _other_than(database, unfolded(), seen)


def _some(database: Database, crew: Crew) -> list[Any]:
    """The start, and all positions of a small database, or some of all parts of a large one."""
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
    """What is wrong with a position, as far as it `agrees` with the positions after it."""
    if database.folded and (fault := _twice(database.game, at)):
        return fault
    if agrees:
        return None
    if agrees is not None:
        return f"{_standing(database, at)}, but what that is worth does not agree with the positions after the first"
    if database.folded or any(map(database.needs_no_number, [at, *after])):
        return None
    return f"a move from {short(at)} leads to a position that is missing, or it is missing itself"


def _twice(game: Game, at: Any) -> str | None:
    """The fault, in words, if a representative is not its own representative."""
    other = game.call("symmetry", at)
    if (again := game.call("symmetry", other)) == other:
        return None
    said = f"symmetry({short(at)}) returns {short(other)}, and for that one {short(again)}"
    return f"{said}; it must return one and the same for both"


def _other_than(database: Database, whole: Database, positions: set[Any]) -> str | None:
    """Which of these positions is worth something else in a database without `symmetry`, in words."""
    for at in positions:
        told, true = database.worth_by_number(at), whole.worth_by_number(at)
        if min(told, true) > HOLE and database.entry_of(told) != (entry := whole.entry_of(true)):
            return f"{_standing(database, at)}, but the first is worth {entry.value} with distance {entry.distance}"
    return None


def _standing(database: Database, at: Any) -> str:
    """Which position stands for another one, in words."""
    game, numbering, other, said = database.game, database.numbering, at, ""
    if database.folded:
        other = game.call("symmetry", at)
        said = f"symmetry({short(at)}) returns {short(other)}"
    if numbering.by_hooks and (number := numbering.number(other)) >= 0:
        tier = game.tier_of(other)
        made = game.call("unrank", tier, number)
        if made != other or not said:
            said = f"rank({short(other)}) returns {number}, and unrank({tier}, {number}) returns {short(made)}"
    return said or short(at)
