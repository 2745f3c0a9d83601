"""Settle a tier: find the worths of its positions when all tiers that its moves lead to are solved."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any, NamedTuple

import numpy as np

from halfmove.errors import GameError, UsageError
from halfmove.parts.worth import FOREVER, HOLE, NOTHING
from halfmove.solving.crew import Crew
from halfmove.solving.estimate import MOST_NUMBERS, WORDS_DIRECT, WORDS_INSIDE, in_words
from halfmove.solving.kernels import jobs
from halfmove.solving.room import Room
from halfmove.solving.tiers import Tier, hash_bytes, hashed, in_one, shelves_of

_CHUNK = 1 << 14
_WIDTH = 8
_AT_ONCE = 1 << 16
_LOW = 0xFFFFFFFF
_WORDS_LINK, _WORDS_EVENT = 3, 6  # words that LINK writes for a position; words of an event while events are sorted
_BYTES_QUICK = 100  # bytes for a position of the next tier, if it has as many positions

Report = Callable[[int, int], None]  # called with (positions done, of how many)


class Unsolved(GameError):
    """A move leads from `tier` to the tier `other`, which is not solved."""

    tier = other = 0


class Links(NamedTuple):
    """The results of LINK for a tier (`kernels/jobs.py`).

    size     how many positions the tier has
    linked   with the hook `before`, one word that depends on all moves inside the tier
    """

    worths: Any
    outside: Any
    counts: Any
    edges: Any
    size: int
    linked: int


class Settler:
    """Settles tier after tier.

    scores      the absolute values of all scores of the game, 0 first
    room        the memory that may be used
    """

    def __init__(self, crew: Crew, scores: Any, folded: bool, room: Room) -> None:
        self._crew, self.scores, self._folded, self._room = crew, scores, folded, room
        self._shelves: dict[int, list[Any]] = {}
        self._quick_worths: dict[int, tuple[Any, Any]] = {}

    def settle(self, tier: Tier, solved: dict[int, Tier], report: Report) -> None:
        """Find the worths of the positions of a tier. `solved` are the tiers that its moves may lead to."""
        crew = self._crew
        crew.expect(2 * tier.count)
        self._check_room(tier)
        remote = crew.remote if crew.remote is not None and crew.remote.pays(tier.count) else None
        if remote is not None and not tier.inside:
            remote.settle(tier, self.scores, solved, report)
            return
        numbers = None if tier.dense else tier.numbers(crew)
        if remote is not None:
            links = remote.links(tier, self.scores, solved, self._check_links, report)
            shelves = {tier.tier: self._own(tier, numbers)} if self._backward(tier) else {}
            worths = self._decided(tier, numbers, shelves, links, report)
        elif tier.inside:
            shelves = self.shelves(tier, numbers, solved)
            links = self.links(tier, numbers, shelves, report)
            if not self._backward(tier):
                shelves = {}  # all moves are listed now
            worths = self._decided(tier, numbers, shelves, links, report)
        else:
            worths = self.direct(tier, numbers, self.shelves(tier, numbers, solved), report)
        tier.set_worths(worths)
        self._quick_worths = {}
        if not tier.dense and not self._room.is_tight(_BYTES_QUICK * tier.count, 2 * 8 * tier.count):
            self._quick_worths = {tier.tier: (numbers, worths)}

    def shelves(self, tier: Tier, numbers: Any, solved: dict[int, Tier]) -> dict[int, list[Any]]:
        """The shelves in which the positions after those of a tier are looked up.

        numbers   the numbers of the tier, if its moves lead back into it
        """
        if not tier.inside:
            return self._quick(tier, solved)
        others = {number: each.shelf() for number, each in solved.items()} if tier.dense else self._quick(tier, solved)
        return others | {tier.tier: self._own(tier, numbers)}

    def _own(self, tier: Tier, numbers: Any) -> list[Any]:
        """The shelf in which the positions of the tier itself are looked up."""
        return tier.shelf() if tier.dense else hashed(self._crew, tier.tier, numbers)

    def _backward(self, tier: Tier) -> bool:
        """Whether the game's hook `before` gives the moves inside a tier, so that they need not be listed.

        It is not used for a folded family. That also has positions which are represented by others, and no position
        before them would pass them a worth.
        """
        game = self._crew.game
        return game.before is not None and game.turn is None and not (tier.dense and self._folded)

    def _quick(self, tier: Tier, solved: dict[int, Tier]) -> dict[int, list[Any]]:
        """The shelves of the tiers after this one: hashes where there is memory for them."""
        wanted = {number: solved[number] for number in tier.after if number in solved}
        self._shelves = {number: shelf for number, shelf in self._shelves.items() if number in wanted}
        hashes = 0  # bytes
        for number, each in wanted.items():
            if number in self._shelves:
                continue
            size = hash_bytes(each.count)
            hashes += size
            more = 2 * size + 2 * 8 * each.count + self._bytes(tier)  # a hash may need twice its size
            if each.dense or each.count > 8 * tier.count or not self._room.has(more, hashes):
                self._shelves[number] = each.shelf()
                hashes -= size
            else:
                numbers, worths = self._quick_worths.get(number) or (each.numbers(self._crew), each.worths())
                self._shelves[number] = hashed(self._crew, number, numbers, worths)
        return self._shelves

    def _check_room(self, tier: Tier) -> None:
        if tier.count > MOST_NUMBERS:
            raise UsageError(
                f"{self._crew.game.name}: tier {tier.tier} has {tier.count:,} positions, but at most {MOST_NUMBERS:,} "
                "can be solved; give the game a `tier` hook that divides them"
            )
        need = self._bytes(tier)
        if not self._make_room(need):
            raise self._no_room(tier, need)

    def _no_room(self, tier: Tier, need: int) -> UsageError:
        return UsageError(
            f"{self._crew.game.name}: tier {tier.tier} has {tier.count:,} positions, which need {in_words(need)} more, "
            f"and {in_words(self._room.allowed)} are allowed in all; allow more memory"
        )

    def _bytes(self, tier: Tier) -> int:
        """The least number of bytes that a tier needs while it is solved."""
        if not tier.inside:
            return 8 * WORDS_DIRECT * tier.count
        sparse = 0 if tier.dense else 8 * tier.count + hash_bytes(tier.count)
        return 8 * WORDS_INSIDE * tier.count + sparse

    def _make_room(self, more: int, counted: int = 0) -> bool:
        """Whether there is memory for `more` bytes. If not, drop the data that only save time, and check again."""
        if self._room.has(more, counted):
            return True
        self._quick_worths, self._shelves = {}, {}
        return self._room.has(more, counted)

    def _state(self, tier: Tier, shelves: dict[int, list[Any]]) -> tuple[dict[str, int], dict[str, Any]]:
        places, objects = shelves_of(shelves)
        state = {**places, "tier": tier.tier, "dense": int(tier.dense), "folded": int(self._folded)}
        state["backward"] = int(self._backward(tier))
        return {**state, "score_count": len(self.scores)}, {
            "shelves": objects,
            "score_table": self.scores,
        }

    def direct(self, tier: Tier, numbers: Any, shelves: dict[int, list[Any]], report: Report) -> Any:
        """The worths of positions whose moves all lead to other tiers."""
        crew = self._crew
        worths = np.empty(max(1, tier.count), np.int64)
        state, given = self._state(tier, shelves)

        def work(begin: int) -> int:
            end = min(begin + _CHUNK, tier.count)
            done = crew.do(jobs.SETTLE, {**state, "begin": begin, "end": end}, numbers=numbers, worths=worths, **given)
            self.check_trouble(tier, shelves, done)
            return end

        for end in crew.do_all(range(0, tier.count, _CHUNK), work):
            report(end, tier.count)
        return worths[: tier.count]

    def links(self, tier: Tier, numbers: Any, shelves: dict[int, list[Any]], report: Report, first: int = 0) -> Links:
        """The moves of a tier that lead back into it. In a dense tier `first` is the number of its first position."""
        crew, count = self._crew, tier.count
        state, given = self._state(tier, shelves)
        worths, outside, counts = (np.empty(count, np.int64) for _ in range(3))
        given |= {"worths": worths, "outside": outside, "counts": counts}
        if numbers is not None:
            given["numbers"] = numbers

        def work(begin: int) -> tuple[int, int, int, list[Any]]:
            end = min(begin + _CHUNK, count)
            size, linked, room, found = 0, 0, _WIDTH * (end - begin), []
            while begin < end:
                out = np.empty(room, np.int64)
                part = {"begin": begin, "end": end, "room": room, "first": first}
                done = crew.do(jobs.LINK, {**state, **part}, out=out, **given)
                self.check_trouble(tier, shelves, done)
                if done["done"] == begin:
                    room *= 4
                begin = done["done"]
                size += done["filled"]
                linked ^= done["linked"]
                found.append(out[: done["made"]].copy())
            return end, size, linked, found

        edges, words, size, linked = [], 0, 0, 0
        for end, positions, code, found in crew.do_all(range(0, count, _CHUNK), work):
            edges += found
            words += sum(map(len, found))
            size += positions
            linked ^= code
            self._check_links(tier, words, end)
            report(end * 3 // 4, count)
        return Links(worths, outside, counts, in_one(edges), size, linked)

    def _check_links(self, tier: Tier, words: int, done: int) -> None:
        """Make sure that there is memory for the rest of LINK, which has `done` this many positions.

        It still has to write the others. Then the listed moves are copied into one array, with an index of where those
        of each position begin.
        """
        backward = self._backward(tier)
        need = 8 * _WORDS_LINK * (tier.count - done) + 8 * tier.count * (1 if backward else 3) + 8 * words
        if not self._make_room(need, 8 * words + 8 * _WORDS_LINK * done):
            raise UsageError(
                f"{self._crew.game.name}: the moves inside tier {tier.tier} take more than "
                f"{in_words(self._room.allowed)}; allow more memory"
            )

    def _decided(self, tier: Tier, numbers: Any, shelves: dict[int, list[Any]], links: Links, report: Report) -> Any:
        """The worths of a tier whose moves may lead back into it."""
        count = tier.count
        worths, outside, counts, edges, tier.size, linked = links
        del links
        edges.sort()
        starts = np.zeros(1, np.int64)
        if not self._backward(tier):
            starts = np.searchsorted(edges, np.arange(count + 1, dtype=np.int64) << 32)
        most = int(np.count_nonzero(worths > HOLE)) + int(np.count_nonzero(outside != NOTHING))
        if not self._make_room(8 * (_WORDS_EVENT * min(most, count) + count)):
            raise self._no_room(tier, 8 * (_WORDS_EVENT * min(most, count) + count))
        events = _events(worths, outside)
        state, given = self._state(tier, shelves)
        if numbers is not None:
            given["numbers"] = numbers
        done = self._crew.do(
            jobs.DECIDE,
            {**state, "begin": 0, "end": count, "event_count": len(events) // 2},
            worths=worths,
            outside=outside,
            counts=counts,
            out=np.empty(max(1, count), np.int64),
            edges=edges if len(edges) else np.zeros(1, np.int64),
            starts=starts,
            events=events if len(events) else np.zeros(2, np.int64),
            **given,
        )
        if state["backward"] and done["linked"] != linked:
            raise GameError(
                f"{self._crew.game.name}: `before` does not yield exactly the positions from which a move leads to a "
                f"position of tier {tier.tier}: some are missing or wrong; hm.check may find one"
            )
        report(count, count)
        return worths

    def check_trouble(self, tier: Tier, known: Container[int], done: dict[str, int]) -> None:
        """Raise an error if something went wrong in a job."""
        trouble, game = done["trouble"], self._crew.game
        if trouble == jobs.FINE:
            return
        if trouble == jobs.SHARED:
            raise GameError(f"{game.name}: {self._crew.numbering.shared(tier.tier, done['at'], self._folded)}")
        at = self._crew.numbering.position(tier.tier, done["at"])
        where = f"{at!r} in tier {tier.tier}"
        if trouble == jobs.UNKNOWN_CHILD:
            children = [game.next(at, move) for move in game.legal(at)]
            child = next((each for each in children if game.tier_of(each) not in known), children[0])
            error = Unsolved(
                f"{game.name}: a move from {where} leads to an unknown position, such as {child!r} in tier "
                f"{game.tier_of(child)}; are all tiers named, and are `tier` and `rank` right?"
            )
            error.tier, error.other = tier.tier, game.tier_of(child)
            raise error
        raise GameError(f"{game.name}: {where} is over with a score that it did not have before; does `result` change?")


def _events(worths: Any, outside: Any) -> Any:
    """The events of positions that are over or have moves to other tiers, in order; see `kernels/deciding.py`."""
    parts = [_events_of(worths, outside, begin) for begin in range(0, len(worths), _AT_ONCE)]
    places = in_one([each for each, _ in parts])
    when = in_one([each for _, each in parts])
    del parts
    # The largest values first, of these the nearest ends.
    order = np.argsort(-(when >> 32 << 32) + (when & _LOW), kind="stable")
    made = np.empty(2 * len(order), np.int64)
    for begin in range(0, len(order), _AT_ONCE):
        part = order[begin : begin + _AT_ONCE]
        made[2 * begin : 2 * (begin + len(part)) : 2] = when[part]
        made[2 * begin + 1 : 2 * (begin + len(part)) : 2] = places[part]
    return made


def _events_of(worths: Any, outside: Any, begin: int) -> tuple[Any, Any]:
    """The events of some positions: twice their places, plus 1 if they are over; and the times of the events."""
    worths, outside = worths[begin : begin + _AT_ONCE], outside[begin : begin + _AT_ONCE]
    known = np.where(worths > HOLE, worths, np.where(worths == NOTHING, outside, NOTHING))
    places = np.flatnonzero((known != NOTHING) & (known >> 32 != 0))
    known = known[places]
    value, rating = known >> 32, known & _LOW
    when = np.abs(value) << 32 | np.where(value > 0, FOREVER - rating, rating)
    return begin + places << 1 | (worths[places] > HOLE), when
