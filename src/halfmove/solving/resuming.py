"""Whether a solve can resume from its folder: the whole content is checked before anything is used.

Checksums reveal accidents. The checks here make sure that nothing is read outside of an array, even if the folder is
forged. They do not check that the positions in it are positions of the game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.base.checks import WHOLE, is_whole
from halfmove.errors import UsageError
from halfmove.parts.worth import FOREVER, HOLE, distance_in, value_in
from halfmove.solving.checkpoint import Checkpoint
from halfmove.solving.crew import Crew
from halfmove.solving.numbering import Numbering
from halfmove.solving.soundness import Unsound, check_codes, check_numbers, insist
from halfmove.solving.tiers import Tier, are_numbers

_WORD = 1 << 63


def check_kept(kept: Any, crew: Crew, family: dict[int, int]) -> None:
    """Refuse a folder from which a solve cannot resume. Raises UsageError.

    family   the tiers that are solved with all their numbers, and how many they have; empty if positions are listed
    """
    if not isinstance(kept, Checkpoint) or not kept.state:
        return
    try:
        _Kept(kept, crew, family).check()
    except UsageError:  # of an array with a wrong checksum
        raise
    except (Unsound, KeyError, TypeError, ValueError, AttributeError, OverflowError):
        raise kept.damaged() from None


class _Kept:
    def __init__(self, kept: Checkpoint, crew: Crew, family: dict[int, int]) -> None:
        self._kept, self._state, self._family = kept, kept.state, family
        self._numbering = Numbering(crew.game)

    def check(self) -> None:
        state, numbering = self._state, self._numbering
        insist(isinstance(state.get("real"), bool) and isinstance(state.get("all_listed", False), bool))
        if "ranges" in state:
            insist(numbering.accepts(state["ranges"]))
            numbering.set_ranges(state["ranges"])
        tiers = self._listed()
        if tiers or state.get("all_listed"):
            self._check_scores()
        insist(is_whole(state.get("direction", 0)) and state.get("direction", 0) in (-1, 0, 1))
        if not self._family:
            waiting = state.get("waiting", [])
            insist(isinstance(waiting, list))
            insist(not tiers or {"waiting", "direction", "ranges"} <= state.keys())
            for tier in waiting:
                insist(are_numbers(self._words(f"waiting{_tier(tier)}"), numbering.room))
        solved = {f"codes{tier.tier}": tier for tier in tiers if self._kept.has(f"codes{tier.tier}")}
        insist(all(name in solved for name in self._kept.names if name.startswith("codes")))
        for tier in solved.values():
            self._check_solved(tier)

    def _listed(self) -> list[Tier]:
        """The tiers whose positions are known."""
        state = self._state
        if self._family:
            if not state.get("all_listed"):
                return []
            sizes = state["sizes"]
            made = [Tier(tier, count, sizes[str(tier)], dense=True) for tier, count in self._family.items()]
            insist(all(is_whole(each.size) and 0 <= each.size <= each.count for each in made))
            return made
        made = [self._listed_one(described) for described in state.get("listed", [])]
        insist(len({each.tier for each in made}) == len(made) and (made or not state.get("all_listed")))
        return made

    def _listed_one(self, described: dict[str, Any]) -> Tier:
        tier, count = _tier(described["tier"]), described["count"]
        insist(
            is_whole(count)
            and count >= 0
            and isinstance(described["inside"], bool)
            and isinstance(described["after"], list)
        )
        insist(all(map(is_whole, described["after"])))
        index, fields = self._words(f"index{tier}"), self._words(f"fields{tier}")
        made = Tier(tier, count, count, False, index, fields)
        check_numbers(made, self._numbering)
        return made

    def _check_scores(self) -> None:
        scores = self._kept.load("scores")
        insist(scores.dtype == (np.float64 if self._state["real"] else np.int64))
        insist((scores == scores).all() and (scores[1:] > scores[:-1]).all())
        insist(self._state["real"] or (np.abs(scores.astype(np.float64)) < WHOLE).all())
        self._sizes = len(np.unique(np.append(np.abs(scores), 0)))

    def _check_solved(self, tier: Tier) -> None:
        """Check the worths of a solved tier: codes must be places in its book, and values in it places of scores."""
        name = str(tier.tier)
        tier.codes, tier.book = self._words(f"codes{name}"), self._words(f"book{name}")
        tier.bits = self._state["bits"][name]
        check_codes(tier)
        book = tier.book.tolist()
        insist((book[:1] == [HOLE]) == tier.dense)
        insist(all(abs(value_in(worth)) < self._sizes for worth in book[tier.dense :]))
        insist(all(0 <= distance_in(worth) <= FOREVER for worth in book[tier.dense :]))

    def _words(self, name: str) -> Any:
        insist(self._kept.has(name))
        found = self._kept.load(name)
        insist(found.dtype == np.int64)
        return found


def _tier(number: Any) -> int:
    insist(is_whole(number) and -_WORD <= number < _WORD)
    return int(number)
