"""What the positions of a tier are worth, when all tiers that its moves lead to are solved."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any

import numpy as np

from halfmove.errors import GameError, UsageError
from halfmove.parts.worth import FOREVER, HOLE, NOTHING
from halfmove.solving.crew import Crew
from halfmove.solving.estimate import MOST_NUMBERS, WORDS_DIRECT, WORDS_INSIDE
from halfmove.solving.kernels import jobs
from halfmove.solving.tiers import Tier, hashed, shelves_of

_CHUNK = 1 << 14
_WIDTH = 8

Told = Callable[[int, int], None]


class Settler:
    """Settles tier after tier.

    scores      the sizes of all scores of the game, 0 first
    most_words  how much memory there is
    """

    def __init__(self, crew: Crew, scores: Any, folded: bool, most_words: int) -> None:
        self._crew, self._scores, self._folded, self._most = crew, scores, folded, most_words
        self._shelves: dict[int, list[Any]] = {}
        self._quick_worths: dict[int, tuple[Any, Any]] = {}

    def settle(self, tier: Tier, solved: dict[int, Tier], told: Told) -> None:
        """Find out what the positions of a tier are worth. `solved` are the tiers that moves from it may lead to."""
        crew = self._crew
        crew.expect(2 * tier.count)
        self._check_room(tier)
        numbers = None if tier.dense else tier.numbers(crew)
        if tier.inside:
            worths = self._decided(tier, numbers, solved, told)
        else:
            worths = self._direct(tier, numbers, self._quick(tier, solved), told)
        tier.set_worths(worths)
        if not tier.dense and 4 * tier.count < self._most // 4:
            self._quick_worths = {tier.tier: (numbers, worths)}

    def _quick(self, tier: Tier, solved: dict[int, Tier]) -> dict[int, list[Any]]:
        """The shelves of the tiers after this one, as hashes while there is room for them."""
        wanted = {number: solved[number] for number in tier.after if number in solved}
        self._shelves = {number: shelf for number, shelf in self._shelves.items() if number in wanted}
        room = self._most - 3 * tier.count
        for number, each in wanted.items():
            words = 4 << (each.count * 3 // 2).bit_length()
            room -= words
            if number in self._shelves:
                continue
            if each.dense or each.count > 8 * tier.count or room < 0:
                self._shelves[number] = each.shelf()
            else:
                numbers, worths = self._quick_worths.get(number) or (each.numbers(self._crew), each.worths())
                self._shelves[number] = hashed(self._crew, number, numbers, worths)
        return self._shelves

    def _check_room(self, tier: Tier) -> None:
        if tier.count > MOST_NUMBERS:
            raise UsageError(
                f"{self._crew.game.name}: tier {tier.tier} has {tier.count:,} positions, and at most {MOST_NUMBERS:,} "
                "can be solved; give the game a `tier` hook that divides them"
            )
        words = tier.count * (WORDS_INSIDE if tier.inside else WORDS_DIRECT)
        if words > self._most:
            raise UsageError(
                f"{self._crew.game.name}: tier {tier.tier} has {tier.count:,} positions, which take "
                f"{8 * words / 1e9:.1f} GB, and {8 * self._most / 1e9:.1f} GB are allowed; give it more memory"
            )

    def _state(self, tier: Tier, shelves: dict[int, list[Any]]) -> tuple[dict[str, int], dict[str, Any]]:
        places, objects = shelves_of(shelves)
        state = {**places, "tier": tier.tier, "dense": int(tier.dense), "folded": int(self._folded)}
        return {**state, "score_count": len(self._scores)}, {
            "shelves": objects,
            "score_table": self._scores,
        }

    def _direct(self, tier: Tier, numbers: Any, shelves: dict[int, list[Any]], told: Told) -> Any:
        crew = self._crew
        worths = np.empty(max(1, tier.count), np.int64)
        state, given = self._state(tier, shelves)

        def work(begin: int) -> int:
            end = min(begin + _CHUNK, tier.count)
            done = crew.do(jobs.SETTLE, {**state, "begin": begin, "end": end}, numbers=numbers, worths=worths, **given)
            self.complain(tier, shelves, done)
            return end

        for end in crew.do_all(range(0, tier.count, _CHUNK), work):
            told(end, tier.count)
        return worths[: tier.count]

    def _decided(self, tier: Tier, numbers: Any, solved: dict[int, Tier], told: Told) -> Any:
        """For a tier whose moves may lead back into it."""
        crew, count = self._crew, tier.count
        shelves = {number: each.shelf() for number, each in solved.items()}
        if tier.dense:
            shelves[tier.tier] = tier.shelf()
        else:
            shelves = dict(self._quick(tier, solved))
            shelves[tier.tier] = hashed(crew, tier.tier, numbers)
        state, given = self._state(tier, shelves)
        state["backward"] = int(crew.game.before is not None and crew.game.turn is None)
        worths, outside, counts = (np.empty(count, np.int64) for _ in range(3))
        given |= {"worths": worths, "outside": outside, "counts": counts}
        if numbers is not None:
            given["numbers"] = numbers

        def work(begin: int) -> tuple[int, int, list[Any]]:
            end = min(begin + _CHUNK, count)
            size, room, found = 0, _WIDTH * (end - begin), []
            while begin < end:
                out = np.empty(room, np.int64)
                done = crew.do(jobs.LINK, {**state, "begin": begin, "end": end, "room": room}, out=out, **given)
                self.complain(tier, shelves, done)
                if done["done"] == begin:
                    room *= 4
                begin = done["done"]
                size += done["filled"]
                found.append(out[: done["made"]].copy())
            return end, size, found

        edges, words, size = [], 0, 0
        for end, positions, found in crew.do_all(range(0, count, _CHUNK), work):
            edges += found
            words += sum(map(len, found))
            size += positions
            if 2 * words + WORDS_INSIDE * count > self._most:
                raise UsageError(
                    f"{crew.game.name}: the moves inside tier {tier.tier} take more than {8 * self._most / 1e9:.1f} GB"
                    "; give it more memory"
                )
            told(end * 3 // 4, count)
        tier.size = size
        all_edges = np.concatenate([*edges, np.zeros(0, np.int64)])
        del edges
        all_edges.sort()
        starts = np.zeros(count + 1, np.int64)
        starts[1:] = np.cumsum(np.bincount(all_edges >> 32, minlength=count)) if count else 0
        events = _events(worths, outside)
        crew.do(
            jobs.DECIDE,
            {**state, "begin": 0, "end": count, "event_count": len(events) // 2},
            out=np.empty(max(1, count), np.int64),
            edges=all_edges if len(all_edges) else np.zeros(1, np.int64),
            starts=starts,
            events=events if len(events) else np.zeros(2, np.int64),
            **given,
        )
        told(count, count)
        return worths

    def complain(self, tier: Tier, known: Container[int], done: dict[str, int]) -> None:
        """Say what went wrong in a job."""
        trouble, game = done["trouble"], self._crew.game
        if trouble == jobs.FINE:
            return
        at = self._crew.numbering.position(tier.tier, done["at"])
        where = f"{at!r} in tier {tier.tier}"
        if trouble == jobs.UNKNOWN_CHILD:
            children = [game.next(at, move) for move in game.legal(at)]
            child = next((each for each in children if game.tier_of(each) not in known), children[0])
            raise GameError(
                f"{game.name}: a move from {where} leads to a position of which nothing is known, such as {child!r} in "
                f"tier {game.tier_of(child)}; are all tiers named, and are `tier` and `rank` right?"
            )
        raise GameError(f"{game.name}: {where} is over with a score that it did not have before; does `result` change?")


def _events(worths: Any, outside: Any) -> Any:
    """When positions are to be looked at that are over, or have moves to other tiers; see `kernels/deciding.py`."""
    known = np.where(worths > HOLE, worths, np.where(worths == NOTHING, outside, NOTHING))
    places = np.flatnonzero((known != NOTHING) & (known >> 32 != 0))
    known = known[places]
    value = known >> 32
    rating = known & 0xFFFFFFFF
    distance = np.where(value > 0, FOREVER - rating, rating)
    when = np.abs(value) << 32 | distance
    order = np.argsort(-(np.abs(value) << 32) + distance, kind="stable")
    made = np.empty(2 * len(order), np.int64)
    made[::2], made[1::2] = when[order], (places << 1 | (worths[places] > HOLE))[order]
    return made
