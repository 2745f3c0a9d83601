"""Positions that stand for others in a database: are they equivalent?

That is so with `symmetry=True`, and where `rank` gives several positions one number. What the database says of them is
right if each agrees with the one that stands for it, one move deep (`conformance/equivalence.py`). In a small game all
positions are looked at that can be reached, whether they are in the database or not; that is a proof. In a large one
some are.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from halfmove.conformance.equivalence import UNNUMBERED, unlike
from halfmove.conformance.position import short
from halfmove.parts.packing import BLOCK
from halfmove.solving.database import Database

_SAMPLE = 250  # positions of a database from which the walk begins


def first_unlike(database: Database, crew: Any, most: int) -> str | None:
    """How the first position differs from the one that stands for it, in words. So many are looked at."""
    game = database.game
    waiting = deque(_some(database, crew))
    seen = set(waiting)
    for _ in range(most):
        if not waiting:
            return None
        at = waiting.popleft()
        if fault := _unlike(database, at):
            return fault
        for move in () if game.outcome(at)[0] else game.legal(at):
            child = game.next(at, move)
            if child not in seen:
                seen.add(child)
                waiting.append(child)
    return None


def _some(database: Database, crew: Any) -> list[Any]:
    """The start, and all positions of a small database, or some of all parts of a large one."""
    found = [] if database.header["family"] else [database.game.start]
    room = max(1, _SAMPLE // max(1, len(database.tiers)))
    for tier in list(database.tiers.values())[:_SAMPLE]:
        if tier.count <= room:
            parts = [(0, tier.count)]
        else:
            step = BLOCK * -(-tier.count // (BLOCK * room))
            parts = [(begin, begin + 1) for begin in range(0, tier.count, step)]
        for begin, end in parts:
            numbers = tier.numbers(crew, begin, end).tolist() if end else []
            found += [database.numbering.position(tier.tier, number) for number in numbers]
    return found


def _unlike(database: Database, at: Any) -> str | None:
    game, numbering = database.game, database.numbering
    other, said = at, ""
    if database.folded:
        other = game.call("symmetry", at)
        said = f"symmetry({short(at)}) returns {short(other)}"
        if (again := game.call("symmetry", other)) != other:
            return f"{said}, and for that one {short(again)}; it must return one and the same for both"
    if numbering.by_hooks:
        tier, number = place = game.tier_of(other), numbering.number(other)
        if number <= UNNUMBERED:
            return None
        one, other = other, numbering.position(*place)
        words = f"rank({short(one)}) returns {number}, and unrank({tier}, {number}) returns {short(other)}"
        said = words if not said or one != other else said
        if (game.tier_of(other), numbering.number(other)) != place:
            return f"{said}, which has another number"
    fault = unlike(game, at, other, database.name_of)
    return None if fault is None else f"{said}, {fault}"
