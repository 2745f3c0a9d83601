"""Is a database right? Every position is compared with the positions after it.

That is enough if each number belongs to one position. So two more things are checked: every number is the number of the
position that it is converted to, and every position after another one has a number that is converted back to it. Then,
by induction from the start, all positions that can be reached have numbers of their own. Some positions may represent
others, by `symmetry` or because `rank` gives them the same number. Then some of the represented positions are compared
with the positions after them, too, and all of them in a small game (`equivalents.py`).

Why this is a proof: a position that is claimed to be won at some distance has a move to one that is claimed to be lost
one half-move nearer, so every such claim leads down to a position that is over. Now suppose that some positions are won
but not claimed to be. The one of them that is nearest to its end has a move to a position that is rightly claimed to be
lost, and the two claims do not agree.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from halfmove.base.checks import whole
from halfmove.base.gate import checked
from halfmove.engine import LARGEST, NeedsFloatScores
from halfmove.errors import GameError, UsageError
from halfmove.solving.crew import Crew
from halfmove.solving.database import Database
from halfmove.solving.equivalents import first_wrong
from halfmove.solving.kernels import jobs
from halfmove.solving.relisting import listing_fault
from halfmove.solving.solve import unfolded
from halfmove.solving.tiers import Tier, shelves_of

_CHUNK = 1 << 14
_COMPARED = 2000  # positions that are compared with those after them, if some represent others


class Verdict(NamedTuple):
    """The result of a verification.

    Attributes
    ----------
    positions : int
        How many positions were checked.
    fault : str or None
        What is wrong; None if all positions agree with those after them.
    """

    positions: int
    fault: str | None

    @property
    def right(self) -> bool:
        """True if no fault was found."""
        return self.fault is None


@checked
def verify(
    database: Database,
    *,
    jobs: int | None = None,
    compiled: bool | None = None,
    progress: Callable[[int, int], Any] | None = None,
) -> Verdict:
    """Compare every position of a database with the positions after it, by the rules of its game.

    Parameters
    ----------
    database : Database
        The database.
    jobs : int, optional
        The number of cores to use; None uses all.
    compiled : bool, optional
        True uses machine code, False plain Python, None machine code if there are many positions.
    progress : callable, optional
        Called with (numbers checked, of how many).

    Returns
    -------
    Verdict
        The number of positions, and the first fault if there is one.

    Examples
    --------
    >>> import halfmove as hm
    >>> hm.verify(hm.solve(hm.games.nim(2, 3), compiled=False), compiled=False)
    Verdict(positions=12, fault=None)
    """
    threads = whole("jobs", jobs if jobs is not None else os.cpu_count() or 1, 1, 1024)
    real = any(isinstance(score, float) for score in database.scores)
    while True:
        try:
            with closing(Crew(database.game, threads, compiled, real)) as crew:
                crew.numbering = database.numbering
                return _Verification(database, crew, progress).run()
        except NeedsFloatScores:
            if real:
                raise GameError(f"{database.game.name}: its scores are neither whole nor real numbers") from None
            real = True


class _Verification:
    def __init__(self, database: Database, crew: Crew, progress: Any) -> None:
        self._database, self._crew, self._progress = database, crew, progress
        kind = np.float64 if crew.real else np.int64
        scores = np.array([min(score, LARGEST) for score in database.scores], kind)
        places, shelves = shelves_of({number: tier.shelf() for number, tier in database.tiers.items()})
        self._state = {**places, "folded": int(database.folded), "score_count": len(scores)}
        self._equivalents = database.folded
        self._given = {"shelves": shelves, "score_table": scores}

    def run(self) -> Verdict:
        tiers = self._database.tiers.values()
        of, before, size = sum(tier.count for tier in tiers), 0, 0
        self._crew.expect(2 * of)
        if not self._database.header["family"] and self._database.probe(self._database.game.start) is None:
            return Verdict(0, "the start of the game is missing")
        if (fault := listing_fault(self._database, self._crew)) is not None:
            return Verdict(0, fault)
        for tier in tiers:
            bounds = range(0, tier.count, _CHUNK)
            for end, positions, fault in self._crew.do_all(bounds, partial(self._part, tier)):
                size += positions
                if fault is not None:
                    return Verdict(size, fault)
                if self._progress is not None:
                    self._progress(before + end, of)
            before += tier.count
        if size != len(self._database):
            raise UsageError(f"{self._database!r} really has {size:,} positions")
        return Verdict(size, self._equivalents_fault() if self._equivalents else None)

    def _equivalents_fault(self) -> str | None:
        database = self._database
        try:
            return first_wrong(database, self._crew, _COMPARED, partial(unfolded, database, self._crew.real))
        except GameError as error:  # in a hook, at a position that `symmetry` hides
            return str(error)

    def _part(self, tier: Tier, begin: int) -> tuple[int, int, str | None]:
        end = min(begin + _CHUNK, tier.count)
        numbers = None if tier.dense else tier.numbers(self._crew, begin, end)
        state = {**self._state, "tier": tier.tier, "dense": int(tier.dense)}
        given: dict[str, Any] = {**self._given, "worths": np.ascontiguousarray(tier.worths(begin, end))}
        first, last = (begin, end) if tier.dense else (0, end - begin)
        if numbers is not None:
            given["numbers"] = numbers
        done = self._crew.do(jobs.CHECK, {**state, "begin": first, "end": last}, **given)
        if done["equivalent"]:
            self._equivalents = True
        return end, done["filled"], self._fault(tier, done)

    def _fault(self, tier: Tier, done: dict[str, int]) -> str | None:
        if not done["trouble"]:
            return None
        at = self._database.numbering.position(tier.tier, done["at"])
        if done["trouble"] == jobs.SHARED:
            return self._database.numbering.shared(tier.tier, done["at"], self._database.folded)
        if done["trouble"] == jobs.UNKNOWN_CHILD:
            return f"a move from {at!r} leads to a position that is missing"
        return f"the value or distance of {at!r} does not agree with the positions after it"
