"""Whether a file has exactly the positions of its game: they are listed again, by the rules alone.

A file of a game without `rank` stores the parts of positions, and a forged file may have parts that no position has.
The rules were not written for such positions: machine code might read outside of its data, or never end. So the
positions of a file are compared with those that can be reached, before the rules are applied to them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.errors import UsageError
from halfmove.solving.crew import Crew
from halfmove.solving.database import Database
from halfmove.solving.reaching import MoreParts, Reach
from halfmove.solving.room import Room

_LEAST_BYTES, _BYTES = 1 << 25, 512  # of memory for a listing: at least, and for each position


def listing_fault(database: Database, crew: Crew) -> str | None:
    """A sentence about what is wrong with the positions of a file; None if they are right, or come from `unrank`."""
    if database.file is None or database.numbering.by_hooks:
        return None
    room = Room(max(_LEAST_BYTES, _BYTES * len(database)), crew)
    reach = Reach(crew, database.folded, room)
    reach.begin()
    listed = set()
    while True:
        try:
            found: Any = reach.next(lambda _done, _deep: None)
        except MoreParts:
            return "a position that can be reached has no number"
        except UsageError:
            return f"many more than its {len(database):,} positions can be reached"
        if found is None:
            break
        listed.add(found.tier)
        stored = database.tiers.get(found.tier)
        if stored is None or found.count != stored.count:
            return (
                f"tier {found.tier} has {found.count:,} positions by the rules, not {stored.count if stored else 0:,}"
            )
        if not (np.array_equal(found.index, stored.index) and np.array_equal(found.fields, stored.fields)):
            return f"tier {found.tier} has other positions by the rules"
    spare = sorted(database.tiers.keys() - listed)
    return f"tier {spare[0]} has no positions by the rules" if spare else None
