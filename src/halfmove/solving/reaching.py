"""The list of all positions that can be reached from the start, tier by tier in the order of play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from halfmove.errors import GameError, UsageError
from halfmove.solving.crew import Crew
from halfmove.solving.estimate import in_words
from halfmove.solving.families import both_ways
from halfmove.solving.kernels import jobs
from halfmove.solving.room import Room
from halfmove.solving.tiers import Tier, in_one, packed_tier

_CHUNK, _LEAST = 1 << 16, 256  # positions of one job, at most and at least
_WIDTH = 8  # moves of a position for which there is room at first
_CHUNK_BYTES = 8 * 8 * _WIDTH  # of a position of a job, from the start of the job until its answer is merged
_SHARE = 8  # all jobs together may use one part in this many of the memory
_HELD = 1 << 24  # numbers of one tier that are held before they are sorted into one list

_MANY, _PARTS = 1 << 18, 16  # more numbers than `_MANY` are sorted in `_PARTS` parts

# Called with (positions listed so far, half-moves from the start or 0 if that is not known).
Report = Callable[[int, int], None]


class MoreParts(Exception):
    """A position was found that has no number yet: all positions must be numbered again."""


class Reach:
    """The listing of a game's positions. It can be stopped after each tier, and continued later."""

    def __init__(self, crew: Crew, folded: bool, room: Room) -> None:
        self._crew, self._folded, self._room = crew, folded, room
        self.direction = 0
        self.scores: Any = np.zeros(0, np.float64 if crew.real else np.int64)
        self.waiting: dict[int, list[Any]] = {}  # lists of numbers, by tiers that are not listed yet
        self.found = 0
        self._deep = 0  # how often new positions were expanded

    def begin(self) -> None:
        game = self._crew.game
        start = game.call("symmetry", game.start) if self._folded and game.symmetry is not None else game.start
        numbering = self._crew.numbering
        if (number := numbering.number(start)) < 0:
            if numbering.by_hooks:
                raise GameError(f"{game.name}: rank gives the start {start!r} a number below 0")
            numbering.see(start)  # this is not the game's own start, but an equivalent position
            number = numbering.number(start)
        self.waiting = {game.tier_of(start): [np.array([number], np.int64)]}

    @property
    def next_tier(self) -> int | None:
        """The tier that is listed next; None when there are no more."""
        if not self.waiting:
            return None
        return min(self.waiting) if self.direction >= 0 else max(self.waiting)

    def merge_waiting(self, tier: int) -> Any:
        """Merge the lists of a waiting tier into one, and return it: all its numbers that are known so far."""
        self.waiting[tier] = [_merge_and_clear(self._crew, self.waiting[tier])]
        return self.waiting[tier][0]

    def next(self, report: Report) -> Tier | None:
        """The next tier, or None when there are no more."""
        tier = self.next_tier
        if tier is None:
            return None
        new = _merge_and_clear(self._crew, self.waiting.pop(tier))
        known, inside, after = new, False, set()
        while len(new):
            self._deep += 1
            more = self._expand(tier, new, len(known) - len(new), report)
            for other, lists in more.items():
                if other == tier:
                    continue
                after.add(other)
                self._set_direction(tier, other)
                held = self.waiting.setdefault(other, [])
                held += lists
                if _worth_merging(held):
                    self.waiting[other] = [_merge_and_clear(self._crew, held)]
            if tier not in more:
                break
            inside = True
            new = _without(_merge_and_clear(self._crew, more.pop(tier)), known)
            if len(new):
                known = np.insert(known, np.searchsorted(known, new), new)
        self.found += len(known)
        return packed_tier(self._crew, tier, known, inside, tuple(sorted(after)))

    def _set_direction(self, tier: int, other: int) -> None:
        direction = 1 if other > tier else -1
        if self.direction not in (0, direction):
            raise GameError(both_ways(self._crew.game, tier, other))
        self.direction = direction

    def _check_room(self, tier: int, found: dict[int, list[Any]], known: int, held: int, more: int) -> dict[int, Any]:
        """Refuse to continue if there is no memory to process the positions `found` after a tier.

        known   how many positions of the tier are known; all of them will be packed
        held    how many numbers are held besides those that were found
        more    how many bytes the next positions take
        """
        words = {other: sum(map(len, lists)) for other, lists in found.items()}
        mine = words.pop(tier, 0)
        lists = {other: words.get(other, 0) + sum(map(len, held)) for other, held in self.waiting.items()}
        lists = words | lists | {tier: 0}
        # While lists are merged, their numbers are in memory twice. Those of this tier are then compared with the known
        # numbers, and added to them.
        need = max(8 * (known + 3 * mine), self._merging_bytes(max(mine, *lists.values()))) + more
        counted = 8 * (held + mine + sum(lists.values()))
        if self._room.is_tight(need, counted) and self._merge_all(found, counted):
            return self._check_room(tier, found, known, held, more)  # many lists held the same numbers
        if not self._room.has(need, counted):
            instead = "give the game a `tier` hook" if self._crew.game.tier is None else "use a smaller game"
            raise UsageError(
                f"{self._crew.game.name}: {self.found + known:,} positions were listed; there is no memory for more: "
                f"allow more memory than {in_words(self._room.allowed)}, or {instead}"
            )
        return found

    def _merging_bytes(self, numbers: int) -> int:
        """Bytes that all threads together need to merge lists of this many numbers, if no number is in two lists."""
        return 8 * numbers + 8 * numbers * 2 * self._crew.jobs // _PARTS

    def _merge_all(self, found: dict[int, list[Any]], counted: int) -> bool:
        """Merge the lists of tiers where that is worth it and memory allows it. Returns True if any were merged."""
        any_merged = False
        for tiers in (found, self.waiting):
            for other, lists in tiers.items():
                more = self._merging_bytes(sum(map(len, lists)))
                if len(lists) > 1 and _half_new(lists) and self._room.has(more, counted):
                    tiers[other] = [_merge_and_clear(self._crew, lists)]
                    any_merged = True
        return any_merged

    def _expand(self, tier: int, numbers: Any, before: int, report: Report) -> dict[int, list[Any]]:
        """The positions after these, by tiers. `before` is how many positions of this tier were expanded already."""
        crew = self._crew
        deep = self._deep if crew.game.tier is None else 0  # with tiers, positions do not come in the order of play
        crew.expect(len(numbers))
        remote = crew.remote if crew.remote is not None and crew.remote.pays(len(numbers)) else None
        workers = crew.jobs if remote is None else remote.cores
        most = max(_LEAST, self._room.allowed // (_SHARE * _CHUNK_BYTES * crew.jobs)) if remote is None else _CHUNK
        chunk = min(_CHUNK, most, max(_LEAST, -(-len(numbers) // (4 * workers))))
        bounds = [(begin, min(begin + chunk, len(numbers))) for begin in range(0, len(numbers), chunk)]

        flight = _CHUNK_BYTES * chunk * min(crew.jobs, len(bounds))

        def work(bound: tuple[int, int]) -> Any:
            return expand_part(crew, self._folded, tier, numbers, *bound)

        found: dict[int, list[Any]] = {}
        scores = [self.scores]
        troubles = set()
        answers = crew.do_all(bounds, work) if remote is None else remote.expand(tier, numbers, bounds)
        for (_, end), (parts, ends, trouble, at) in zip(bounds, answers, strict=True):
            for other, lists in parts.items():
                held = found.setdefault(other, [])
                held += lists
                if _worth_merging(held):
                    found[other] = [_merge_and_clear(self._crew, held)]
            scores += ends
            troubles.add(trouble)
            if trouble == jobs.SHARED:
                raise GameError(f"{crew.game.name}: {crew.numbering.shared(tier, at, self._folded)}")
            report(self.found + before + end, deep)
            found = self._check_room(tier, found, before + end, before + 2 * len(numbers), flight)
        if jobs.NEW_PARTS in troubles:
            raise MoreParts
        if jobs.NO_NUMBER in troubles:
            raise GameError(f"{crew.game.name}: rank gives a position of tier {tier} or after it a number below 0")
        self.scores = np.unique(np.concatenate(scores))
        return found


def expand_part(crew: Crew, folded: bool, tier: int, numbers: Any, begin: int, end: int) -> Any:
    """Expand the positions with the numbers from `begin` to `end`.

    Returns the numbers of the positions after them by tiers, the scores of those that are over, the kind of trouble,
    and the number of the position at which it was found.
    """
    found: dict[int, list[Any]] = {}
    scores: list[Any] = []
    room = _WIDTH * (end - begin)
    trouble = jobs.FINE
    while begin < end:
        out, tiers = np.empty(room, np.int64), np.empty(room, np.int64)
        ends = np.empty(room, np.float64 if crew.real else np.int64)
        state = {"begin": begin, "end": end, "tier": tier, "room": room, "folded": int(folded)}
        done = crew.do(jobs.EXPAND, state, numbers=numbers, out=out, out_tiers=tiers, worths=ends)
        if done["done"] == begin:
            room *= 4
        begin = done["done"]
        trouble = max(trouble, done["trouble"])
        if trouble == jobs.SHARED:
            return found, scores, trouble, done["at"]
        out, tiers = out[: done["made"]], tiers[: done["made"]]
        if len(out):
            kinds = [int(tiers[0])] if (tiers == tiers[0]).all() else np.unique(tiers).tolist()
            for other in kinds:
                found.setdefault(other, []).append(_once(out if len(kinds) == 1 else out[tiers == other]))
        scores.append(np.unique(ends[: done["ended"]]))
    return found, scores, trouble, 0


def _once(numbers: Any) -> Any:
    """The numbers in ascending order, each once. The given array is sorted in place."""
    numbers.sort()
    first = np.empty(len(numbers), bool)
    first[:1] = True
    np.not_equal(numbers[1:], numbers[:-1], out=first[1:])
    return numbers[first]


def _worth_merging(lists: list[Any]) -> bool:
    """Whether lists hold many numbers, and at least half of them were added since the last merge.

    So no number is merged more often than the list doubles, however long it becomes.
    """
    return sum(map(len, lists)) > _HELD and _half_new(lists)


def _half_new(lists: list[Any]) -> bool:
    return sum(map(len, lists)) >= 2 * max(map(len, lists))


def _merge_and_clear(crew: Crew, lists: list[Any]) -> Any:
    """Merge lists of ascending numbers into one, with each number once. `lists` is emptied, which frees its memory.

    A single list is returned as it is.
    """
    if len(lists) == 1:
        return lists[0]
    parts = _PARTS if sum(map(len, lists)) > _MANY else 1
    longest = max(lists, key=len)
    ends = [longest[len(longest) * i // parts] for i in range(1, parts)]
    cuts = [[0, *np.searchsorted(each, ends).tolist(), len(each)] for each in lists]

    def merge(part: int) -> Any:
        pairs = zip(lists, cuts, strict=True)
        return _once(np.concatenate([each[cut[part] : cut[part + 1]] for each, cut in pairs]))

    made = list(crew.do_all(range(parts), merge))
    lists.clear()
    return in_one(made)


def _without(new: Any, known: Any) -> Any:
    """The new numbers that are not among the known ones; both are in ascending order."""
    places = np.searchsorted(known, new)
    places[places == len(known)] = 0
    return new[known[places] != new]
