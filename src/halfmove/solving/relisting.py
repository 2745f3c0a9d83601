"""Whether a file holds the positions of its game, and no others: they are listed again, by the rules alone.

A position of a game without `rank` is told by its parts, and a file may tell of parts that no position has. The rules
were not written for such a thing: machine code might read outside of its data, or go on for ever. So before rules are
asked about the positions of a file, these are compared with those that can be reached.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.errors import UsageError
from halfmove.solving.crew import Crew
from halfmove.solving.database import Database
from halfmove.solving.reaching import MoreParts, Reach
from halfmove.solving.room import Room

_LEAST_BYTES, _BYTES = 1 << 25, 512  # that a listing may take: in any case, and for each position


def unlike_listed(database: Database, crew: Crew) -> str | None:
    """What is wrong with the positions of a file; None if nothing is, or if they are told by the hook `unrank`."""
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
        told = database.tiers.get(found.tier)
        if told is None or found.count != told.count:
            return f"tier {found.tier} has {found.count:,} positions in truth, not {told.count if told else 0:,}"
        if not (np.array_equal(found.index, told.index) and np.array_equal(found.fields, told.fields)):
            return f"tier {found.tier} has other positions in truth"
    spare = sorted(database.tiers.keys() - listed)
    return f"tier {spare[0]} has no positions in truth" if spare else None
