"""Ascending whole numbers in compressed form: blocks of `BLOCK`, each with an entry of two words in an index.

An entry contains the first number of its block, the index of its first word, and a width. The excess of number i of a
block is its difference to the first number, minus i; it never decreases. Its lowest `width` bits are stored in fields,
as many as fit into a word. The remaining bits are encoded by a row of bits after the fields: a 1 for each number,
preceded by as many 0s as the remainder has grown (Elias 1974, Fano 1971). The top bit of every word stays empty.
"""

from halfmove.bits import popcount
from halfmove.kernels.primitives import peek, poke

BLOCK_BITS = 7
BLOCK = 1 << BLOCK_BITS
WIDTH_BITS = 6
WORD = 63  # bits of a word that are used


def field_words(count, width):
    """How many words the fields of `count` numbers take."""
    if width == 0:
        return 0
    each = WORD // width
    return (count + each - 1) // each


def packed(numbers, begin, end, index, words):
    """Pack numbers `begin` to `end`, starting with the first entry of the index. Returns how many words they take."""
    entry, used = 0, 0
    while begin < end:
        count = min(BLOCK, end - begin)
        first = peek(numbers, begin)
        most = peek(numbers, begin + count - 1) - first - count + 1
        width = 0
        while most >> width > count:
            width += 1
        poke(index, entry, first)
        poke(index, entry + 1, used << WIDTH_BITS | width)
        row = used + field_words(count, width)
        stop = row + (count + (most >> width) + WORD - 1) // WORD
        for place in range(used, stop):
            poke(words, place, 0)
        each = WORD // max(width, 1)
        for i in range(count):
            excess = peek(numbers, begin + i) - first - i
            if width > 0:
                place = used + i // each
                poke(words, place, peek(words, place) | (excess & (1 << width) - 1) << i % each * width)
            bit = (excess >> width) + i
            place = row + bit // WORD
            poke(words, place, peek(words, place) | 1 << bit % WORD)
        entry += 2
        used = stop
        begin += count
    return used


def unpacked(index, words, begin, end, numbers, to):
    """Write numbers `begin` to `end` from place `to` on; `begin` is the first of a block."""
    while begin < end:
        count = min(BLOCK, end - begin)
        entry = 2 * (begin >> BLOCK_BITS)
        first, where = peek(index, entry), peek(index, entry + 1)
        width, fields = where & (1 << WIDTH_BITS) - 1, where >> WIDTH_BITS
        row = fields + field_words(count, width)
        each, mask = WORD // max(width, 1), (1 << width) - 1
        i, zeros = 0, 0
        while i < count:
            bits, left = peek(words, row), WORD
            while bits != 0 and i < count:
                while bits & 1 == 0:
                    bits >>= 1
                    zeros += 1
                    left -= 1
                bits >>= 1
                left -= 1
                low = peek(words, fields + i // each) >> i % each * width & mask if width > 0 else 0
                poke(numbers, to + i, first + i + (zeros << width | low))
                i += 1
            zeros += left
            row += 1
        to += count
        begin += count


def place_of(index, words, count, number):
    """The place of a number among `count` packed ones, or -1."""
    low, high = 0, count + BLOCK - 1 >> BLOCK_BITS
    if high == 0 or number < peek(index, 0):
        return -1
    while high - low > 1:
        middle = low + high >> 1
        if peek(index, 2 * middle) <= number:
            low = middle
        else:
            high = middle
    begin = low << BLOCK_BITS
    first, where = peek(index, 2 * low), peek(index, 2 * low + 1)
    return _place_in_block(words, begin, min(BLOCK, count - begin), number - first, where)


def _place_in_block(words, begin, count, above, where):
    """The place of the number that is `above` more than the first one of a block, or -1."""
    width, fields = where & (1 << WIDTH_BITS) - 1, where >> WIDTH_BITS
    row = fields + field_words(count, width)
    each, mask = WORD // max(width, 1), (1 << width) - 1
    i, zeros = 0, 0
    while i < count:
        bits = peek(words, row)
        ones = popcount(bits)
        if zeros + WORD - ones + 1 <= above - i - ones + 1 >> width:  # all numbers of this word are smaller
            i += ones
            zeros += WORD - ones
        else:
            left = WORD
            while bits != 0 and i < count:
                while bits & 1 == 0:
                    bits >>= 1
                    zeros += 1
                    left -= 1
                bits >>= 1
                left -= 1
                low = peek(words, fields + i // each) >> i % each * width & mask if width > 0 else 0
                here = i + (zeros << width | low)
                if here >= above:
                    return begin + i if here == above else -1
                i += 1
            zeros += left
        row += 1
    return -1
