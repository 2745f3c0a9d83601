"""Finding positions in a database: each tier has a shelf, `SHELF` words of `run.shelves`. Lower tiers come first.

    KIND    EMPTY: nothing is known about the tier
            DENSE: position number i has code i; 0 is for numbers that no position has
            HASHED: places of two words, a number and its data, found by a hash
            PACKED: numbers in order, in blocks (`packing.py`); the i-th of them has code i
    COUNT   how many numbers there are; in HASHED how many bits the index of a place has
    PLACES  the places of HASHED, the index of PACKED
    FIELDS  the numbers of PACKED
    CODES   one to eight codes in a word
    CODE_BITS   how many bits a code has
    BOOK    what each code is worth
    TIER    which tier it is

PLACES, FIELDS, CODES and BOOK are themselves memories.
"""

from halfmove.bits import fold
from halfmove.kernels.player_primitives import prefetch
from halfmove.kernels.primitives import peek, poke
from halfmove.parts.packing import place_of
from halfmove.parts.worth import NOTHING

EMPTY, DENSE, HASHED, PACKED = 0, 1, 2, 3
KIND, COUNT, PLACES, FIELDS, CODES, CODE_BITS, BOOK, TIER, SHELF = 0, 1, 2, 3, 4, 5, 6, 7, 8

SEGMENT_BITS = 3  # a hash is filled in 2**3 segments, each by one worker
HASH_BITS = 63


def shelf_of(tier, run):
    """The index of a tier's shelf, or -1."""
    number = tier - run.first_tier
    if 0 <= number < run.shelf_count and peek(run.shelves, number * SHELF + TIER) == tier:
        return number * SHELF
    low, high = 0, run.shelf_count
    while high > low:
        middle = low + high >> 1
        found = peek(run.shelves, middle * SHELF + TIER)
        if found == tier:
            return middle * SHELF
        if found < tier:
            low = middle + 1
        else:
            high = middle
    return -1


def first_place(number, bits):
    """The first place to try for a number, in a hash whose places have indices of `bits` bits."""
    return fold(0, number) >> HASH_BITS - bits


def next_place(place, bits):
    """The next place in the same segment."""
    rest = (1 << bits - SEGMENT_BITS) - 1
    return (place & ~rest) | (place + 1 & rest)


def bring_near(shelf, number, run):
    """Load the memory into the cache in which this number will be looked up."""
    if peek(run.shelves, shelf + KIND) == HASHED:
        prefetch(peek(run.shelves, shelf + PLACES), 2 * first_place(number, peek(run.shelves, shelf + COUNT)))


def kept_with(shelf, number, run):
    """The data of a number in a hash, or NOTHING."""
    places, bits = peek(run.shelves, shelf + PLACES), peek(run.shelves, shelf + COUNT)
    place = first_place(number, bits)
    while peek(places, 2 * place) != 0:
        if peek(places, 2 * place) == number + 1:
            return peek(places, 2 * place + 1)
        place = next_place(place, bits)
    return NOTHING


def keep_with(shelf, number, word, run):
    places, bits = peek(run.shelves, shelf + PLACES), peek(run.shelves, shelf + COUNT)
    place = first_place(number, bits)
    while peek(places, 2 * place) != 0:
        place = next_place(place, bits)
    poke(places, 2 * place, number + 1)
    poke(places, 2 * place + 1, word)


def index_in(shelf, number, run):
    """The place of a number among those of its tier, or -1."""
    kind = peek(run.shelves, shelf + KIND)
    if number < 0 or kind == EMPTY:
        return -1
    if kind == DENSE:
        return number if number < peek(run.shelves, shelf + COUNT) else -1
    if kind == PACKED:
        count = peek(run.shelves, shelf + COUNT)
        return place_of(peek(run.shelves, shelf + PLACES), peek(run.shelves, shelf + FIELDS), count, number)
    index = kept_with(shelf, number, run)
    return -1 if index == NOTHING else index


def known_worth(shelf, number, run):
    """The worth of a position according to a solved tier, or NOTHING."""
    if shelf < 0:
        return NOTHING
    if peek(run.shelves, shelf + KIND) == HASHED:
        return kept_with(shelf, number, run)
    index = index_in(shelf, number, run)
    if index < 0:
        return NOTHING
    bits = peek(run.shelves, shelf + CODE_BITS)
    word = peek(peek(run.shelves, shelf + CODES), index * bits >> 6)
    return peek(peek(run.shelves, shelf + BOOK), word >> (index * bits & 63) & (1 << bits) - 1)
