"""A tier of a game: the numbers of its positions, and their worths."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from halfmove.engine import Objects
from halfmove.errors import UsageError
from halfmove.parts.packing import BLOCK, WIDTH_BITS
from halfmove.parts.shelves import (
    BOOK,
    CODE_BITS,
    CODES,
    COUNT,
    DENSE,
    FIELDS,
    HASHED,
    KIND,
    PACKED,
    PLACES,
    SEGMENT_BITS,
    SHELF,
    TIER,
)
from halfmove.parts.worth import HOLE
from halfmove.solving.crew import Crew
from halfmove.solving.kernels import jobs

_FEW_BITS = 8  # a hash has at least 2 ** 8 places
CODE_SIZES = (8, 16, 32)  # bits of a code


@dataclass(eq=False)
class Tier:
    """One tier. It has `count` numbers and `size` positions; they differ only in dense tiers, which have holes.

    index, fields   its numbers, packed; None if it is dense
    codes, bits     the worths of its positions, as places in `book` of `bits` bits each
    inside          whether moves lead from the tier into itself
    after           the tiers to which moves lead
    most            for a tier from a file, the bound that all its numbers must be below
    """

    tier: int
    count: int
    size: int
    dense: bool = False
    index: Any = None
    fields: Any = None
    codes: Any = None
    bits: int = 8
    book: Any = None
    inside: bool = True
    after: tuple[int, ...] = field(default=())
    most: int | None = None

    def numbers(self, crew: Crew, begin: int = 0, end: int | None = None) -> Any:
        """Its numbers from place `begin`, which must be the first of a block, to `end`."""
        end = self.count if end is None else end
        if self.dense:
            return np.arange(begin, end, dtype=np.int64)
        found = np.empty(max(1, end - begin), np.int64)
        state = {"begin": begin, "end": end}
        crew.do(jobs.UNPACK, state, numbers=found, out=self.index, out_tiers=self.fields)
        found = found[: end - begin]
        if self.most is not None and not are_numbers(found, self.most):
            raise UsageError(f"tier {self.tier} has numbers that are not those of positions; solve the game again")
        return found

    def part(self, begin: int, end: int) -> Tier:
        """Some of its positions as a tier, from place `begin`, which must be the first of a block, to `end`."""
        facts: dict[str, Any] = {"inside": self.inside, "after": self.after}
        if self.dense:
            return Tier(self.tier, end - begin, 0, True, **facts)
        blocks = slice(2 * (begin // BLOCK), 2 * -(-end // BLOCK))
        index = self.index[blocks].copy()
        first = int(index[1]) >> WIDTH_BITS
        last = int(self.index[blocks.stop + 1]) >> WIDTH_BITS if blocks.stop < len(self.index) else len(self.fields)
        index[1::2] -= first << WIDTH_BITS
        return Tier(self.tier, end - begin, end - begin, False, index, self.fields[first:last], **facts)

    def set_worths(self, worths: Any) -> None:
        """Store the worths of all positions."""
        parts = [np.unique(worths[begin : begin + _AT_ONCE]) for begin in range(0, len(worths), _AT_ONCE)]
        book = np.unique(np.concatenate([*parts, np.zeros(0, np.int64)]))
        if self.dense:
            book = np.concatenate([[HOLE], book[book != HOLE]])
        self.bits = next(bits for bits in CODE_SIZES if len(book) <= 1 << bits)
        kind = np.dtype(f"u{self.bits // 8}")
        each = 64 // self.bits
        words = np.zeros(max(1, -(-len(worths) // each)), np.int64)
        codes = words.view(kind)
        for begin in range(0, len(worths), _AT_ONCE):
            part = worths[begin : begin + _AT_ONCE]
            codes[begin : begin + len(part)] = np.searchsorted(book, part)
        self.codes, self.book = words, np.ascontiguousarray(book, np.int64)

    def set_codes(self, parts: list[Tier]) -> None:
        """Store the worths of all its parts, as the same words that `set_worths` makes."""
        book = np.unique(np.concatenate([part.book for part in parts]))
        self.bits = next(bits for bits in CODE_SIZES if len(book) <= 1 << bits)
        words = np.zeros(max(1, -(-self.count // (64 // self.bits))), np.int64)
        codes, begin = words.view(f"u{self.bits // 8}"), 0
        for part in parts:
            new = np.searchsorted(book, part.book)
            codes[begin : begin + part.count] = new[part.codes.view(f"u{part.bits // 8}")[: part.count]]
            begin += part.count
        self.codes, self.book = words, np.ascontiguousarray(book, np.int64)

    def worths(self, begin: int = 0, end: int | None = None) -> Any:
        """The worths of its positions, in the order of their places."""
        codes = self.codes.view(f"u{self.bits // 8}")
        return self.book[codes[begin : self.count if end is None else end]]

    def shelf(self) -> list[Any]:
        """Its shelf as a database has it, see `parts/shelves.py`."""
        made: list[Any] = [0] * SHELF
        made[KIND], made[COUNT], made[TIER] = (DENSE if self.dense else PACKED), self.count, self.tier
        if not self.dense:
            made[PLACES], made[FIELDS] = self.index, self.fields
        if self.codes is not None:  # it is solved
            made[CODES], made[CODE_BITS], made[BOOK] = self.codes, self.bits, self.book
        return made


_AT_ONCE = 1 << 16


def in_one(arrays: list[Any]) -> Any:
    """Join arrays of words into one. `arrays` is emptied on the way, so that little is in memory twice."""
    made, end = np.empty(sum(map(len, arrays)), np.int64), 0
    arrays.reverse()
    while arrays:
        each = arrays.pop()
        made[end : end + len(each)] = each
        end += len(each)
    return made


def are_numbers(found: Any, most: int) -> bool:
    """Whether these are ascending whole numbers of at least 0 and below `most`."""
    if len(found) == 0:
        return True
    return bool(found[0] >= 0 and found[-1] < most and (found[1:] > found[:-1]).all())


def packed_tier(crew: Crew, tier: int, numbers: Any, inside: bool, after: tuple[int, ...]) -> Tier:
    """Make a tier of these numbers, which are in ascending order."""
    blocks = -(-len(numbers) // BLOCK)
    index, fields = np.zeros(max(1, 2 * blocks), np.int64), np.zeros(len(numbers) + 8 * blocks + 1, np.int64)
    state = {"begin": 0, "end": len(numbers)}
    done = crew.do(jobs.PACK, state, numbers=numbers, out=index, out_tiers=fields)
    fields = fields[: max(1, done["filled"])].copy()
    return Tier(tier, len(numbers), len(numbers), False, index, fields, inside=inside, after=after)


def hash_bytes(count: int) -> int:
    """How many bytes the hash of `count` numbers takes, unless it must be larger."""
    return 16 << _hash_bits(count)


def _hash_bits(count: int) -> int:
    return max(_FEW_BITS, (count * 3 // 2).bit_length())


def hashed(crew: Crew, tier: int, numbers: Any, worths: Any = None) -> list[Any]:
    """A shelf in which numbers are found quickly. It holds their worths, or their places if no worths are given."""
    bits = _hash_bits(len(numbers))
    while (shelf := _filled(crew, tier, numbers, worths, bits)) is None:
        bits += 1
    return shelf


def _filled(crew: Crew, tier: int, numbers: Any, worths: Any, bits: int) -> list[Any] | None:
    """Such a shelf with 2 ** `bits` places; None if too many numbers fall into one segment."""
    shelf: list[Any] = [0] * SHELF
    shelf[KIND], shelf[COUNT], shelf[PLACES], shelf[TIER] = HASHED, bits, np.zeros(2 << bits, np.int64), tier
    given = {"numbers": numbers, "shelves": Objects(shelf)}
    if worths is not None:
        given["worths"] = worths

    def fill(segment: int) -> int:
        state = {"begin": 0, "end": len(numbers), "tier": tier, "first_tier": tier, "shelf_count": 1}
        return crew.do(jobs.FILL, {**state, "segment": segment, "used": int(worths is not None)}, **given)["trouble"]

    return None if any(list(crew.do_all(range(1 << SEGMENT_BITS), fill))) else shelf


def shelves_of(shelves: dict[int, list[Any]]) -> tuple[dict[str, int], Objects]:
    """The state and the memory from which jobs read these shelves."""
    if not shelves:
        return {"first_tier": 0, "shelf_count": 0}, Objects([0])
    rows = [each for tier in sorted(shelves) for each in shelves[tier]]
    return {"first_tier": min(shelves), "shelf_count": len(shelves)}, Objects(rows)
