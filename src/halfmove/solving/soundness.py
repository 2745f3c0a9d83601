"""Whether the words of a tier are well-formed, even if the file is forged.

Machine code looks positions up in these words, and trusts them. So they are checked completely, once, before anything
uses them. No place in a block of packed numbers may be outside of its words, every row of bits must describe as many
numbers as its block has, and every code must have a worth. The worths themselves may still be wrong; `verify` finds
that out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from halfmove.game import Game
from halfmove.parts.packing import BLOCK, WIDTH_BITS, WORD
from halfmove.solving.numbering import MOST_NUMBERS, Numbering
from halfmove.solving.tiers import CODE_SIZES, Tier

_AT_ONCE = 1 << 14  # blocks
_WIDEST = 62  # bits of a field
_FEW = np.array([bin(word).count("1") for word in range(1 << 8)], np.uint8)


class Unsound(ValueError):
    """Words that halfmove cannot have written."""


def insist(right: Any) -> None:
    if not right:
        raise Unsound


def check_tier(tier: Tier, numbering: Numbering) -> None:
    """Refuse a tier whose words, numbers or codes are impossible. Raises Unsound."""
    check_codes(tier)
    check_numbers(tier, numbering)


def check_numbers(tier: Tier, numbering: Numbering) -> None:
    """Refuse a tier whose numbers are impossible. Raises Unsound."""
    most = min(numbering.room, _numbers_of(numbering.game, tier.tier) if numbering.by_hooks else MOST_NUMBERS)
    if tier.dense:
        insist(numbering.by_hooks and tier.count == most)
    else:
        tier.most = most
        check_packed(tier.index, tier.fields, tier.count, most)
    if numbering.by_hooks:
        for number in _examples(tier):
            _check_example(numbering.game, tier.tier, number)


def check_codes(tier: Tier) -> None:
    """Every code must be a place in the book, which has each worth once; only dense tiers have holes."""
    insist(tier.bits in CODE_SIZES and len(tier.codes) == max(1, -(-tier.count * tier.bits // 64)))
    codes = tier.codes.view(f"u{tier.bits // 8}")[: tier.count]
    insist(tier.count == 0 or int(codes.max()) < len(tier.book))
    insist((tier.book[1:] > tier.book[:-1]).all())
    insist(tier.size == (int(np.count_nonzero(codes)) if tier.dense else tier.count))


def check_packed(index: Any, fields: Any, count: int, most: int) -> None:
    """The blocks of `count` packed numbers must follow each other, and hold ascending numbers below `most`."""
    blocks = -(-count // BLOCK)
    insist(len(index) == max(1, 2 * blocks) and len(fields) >= 1)
    before = place = 0  # the least possible next number, and where its words must begin
    for begin in range(0, blocks, _AT_ONCE):
        end = min(begin + _AT_ONCE, blocks)
        stop = int(index[2 * end + 1]) >> WIDTH_BITS if end < blocks else len(fields)
        insist(place <= stop <= len(fields))
        counts = np.full(end - begin, BLOCK, np.int64)
        counts[-1] = min(count - (end - 1) * BLOCK, BLOCK)
        entries = index[2 * begin : 2 * end].reshape(-1, 2)
        before = _check_blocks(entries, counts, fields[place:stop], place, before, most)
        place = stop


def _check_blocks(entries: Any, counts: Any, words: Any, begin: int, before: int, most: int) -> int:
    """Check some blocks, whose words begin at place `begin`. Returns the least possible next number."""
    first, where = entries[:, 0], entries[:, 1]
    width, at = where & (1 << WIDTH_BITS) - 1, (where >> WIDTH_BITS) - begin
    each = WORD // np.maximum(width, 1)
    ends = np.append(at[1:], len(words))
    insist(int(width.max()) <= _WIDEST and at[0] == 0)
    insist(((at >= 0) & (at <= len(words)) & (ends <= len(words))).all())
    row = at + np.where(width == 0, 0, -(-counts // each))
    insist((row < ends).all() and (words >= 0).all())
    ones = np.append(0, np.cumsum(_ones(words), dtype=np.int64))
    insist((ones[ends] - ones[row] == counts).all())
    last = words[ends - 1]  # of the row: its highest bit belongs to the last number
    insist((last > 0).all())
    zeros = (ends - row - 1) * WORD + _length(last) - counts
    insist((zeros >= 0).all() and (first >= 0).all() and (first < most).all())
    insist((zeros <= (most - 1 - first) >> width).all())  # so that no number is too large for a word
    i = counts - 1
    low = words[np.where(width == 0, 0, at + i // each)] >> i % each * width & (1 << width) - 1
    ends_with = first + i + (zeros << width | low)
    insist((ends_with < most).all() and first[0] >= before and (first[1:] > ends_with[:-1]).all())
    return int(ends_with[-1]) + 1


def _ones(words: Any) -> Any:
    """How many bits of each word are set."""
    if hasattr(np, "bitwise_count"):
        return np.bitwise_count(words)
    return _FEW[words.view(np.uint8)].reshape(-1, 8).sum(axis=1)


def _length(words: Any) -> Any:
    """How many bits each of these positive words has, up to its highest one."""
    high, low = words >> 32, words & 0xFFFFFFFF
    return np.where(high > 0, 32 + np.frexp(high)[1], np.frexp(low)[1])


def _numbers_of(game: Game, tier: int) -> int:
    try:
        return int(game.call("ranks", tier))
    except Exception:  # the rules may fail for a tier that the game does not have
        raise Unsound from None


def _examples(tier: Tier) -> list[int]:
    """Some numbers of a tier, which must be numbers of its positions."""
    if tier.count == 0:
        return []
    if not tier.dense:
        return [int(tier.index[0])]
    codes = tier.codes.view(f"u{tier.bits // 8}")[: tier.count]
    place = int(np.argmax(codes != 0))
    return [place] if codes[place] else []


def _check_example(game: Game, tier: int, number: int) -> None:
    """Check that a number belongs to a position of the tier.

    `ranks` may return a count even for a tier that the game does not have, as with a negative index into a list.
    """
    try:
        position = game.call("unrank", tier, number)
        insist(game.tier_of(position) == tier and int(game.call("rank", position)) == number)
    except Exception:
        raise Unsound from None
