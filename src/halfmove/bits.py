"""Boards of 64 bits, and bit tricks on non-negative ints; the same in plain Python and in machine code.

An ordinary int has 63 bits in machine code, and no step of the hashes here may pass 2**63: Python would go on with a
larger int, and the compiler takes for granted that it cannot happen (it drops a mask that seems to have no effect), so
that the two speeds would part. `U64` is for boards that need the 64th bit.
"""

import sys
from functools import lru_cache
from operator import index as _index
from typing import TYPE_CHECKING

from halfmove.base.annotations import own_annotations
from halfmove.base.checks import shown
from halfmove.errors import UsageError

FULL = (1 << 64) - 1
MASK = (1 << 63) - 1
_LOW_32 = (1 << 32) - 1
_LOW_31 = (1 << 31) - 1


if TYPE_CHECKING:
    U64 = int  # for type checkers a board is an int
else:

    class U64(int):
        """A board of 64 bits: annotate fields of a NamedTuple with it, and make one with `U64(1) << square`.

        In plain Python a board is an ordinary int from 0 to 2**64 - 1, and `U64(x)` is that int: the last 64 bits of x.
        In machine code it is a type of its own, which stays 64 bits wide and unsigned in every operation, also with
        ordinary ints. So both speeds agree where Python's result is cut to 64 bits before it is compared, shifted
        right, divided or stored: after `<<`, `+`, `*`, `-` and `~`, with `& FULL` or with `U64(...)`.

        >>> U64(1) << 63
        9223372036854775808
        >>> U64(3 << 63)
        9223372036854775808
        >>> hex(U64(~0xFF))
        '0xffffffffffffff00'
        """

        def __new__(cls, x=0):
            try:
                return _index(x) & FULL
            except TypeError:
                raise UsageError(f"U64 takes a whole number, not {shown(x)}") from None


@lru_cache(maxsize=1024)
def words_in(kind):
    """Which fields of a class of NamedTuples are annotated `U64`; of any other class, none."""
    fields = getattr(kind, "_fields", ())
    if not fields or not issubclass(kind, tuple):
        return ()
    notes: dict[str, object] = {}
    for base in reversed(kind.__mro__):
        notes |= own_annotations(base)
    return tuple(_is_word(notes.get(name), kind) for name in fields)


def _is_word(note, kind):
    if getattr(note, "__forward_arg__", None):  # how typing keeps an annotation that is text
        note = note.__forward_arg__
    if not isinstance(note, str):
        return note is U64
    scope = vars(sys.modules.get(kind.__module__, sys))
    try:
        return _is_word(eval(note, dict(scope)), kind)
    except Exception:  # a name of the function in which the class was made, for instance
        return note.rpartition(".")[2] == "U64"


def trailing_zeros(x):
    """The number of the lowest square of a board that is not empty; 64 for an empty one.

    >>> trailing_zeros(0b10100), trailing_zeros(1 << 63), trailing_zeros(0)
    (2, 63, 64)
    """
    return U64((x & -x) - 1).bit_count()


def popcount(x):
    """The number of ones in x, which has up to 64 bits."""
    x = x - ((x >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x = (x + (x >> 8)) & 0x00FF00FF00FF00FF
    x = (x + (x >> 16)) & 0x0000FFFF0000FFFF
    return int((x + (x >> 32)) & 0x7F)


def swapped(x, mask, shift):
    """The board with the squares of `mask` exchanged for those `shift` bits above them."""
    apart = (x ^ x >> shift) & mask
    return x ^ apart ^ apart << shift


def mirror_steps(fields: int, size: int, rows: int = 1) -> list[tuple[int, int]]:
    """Four pairs (mask, shift) for `swapped` that turn the order of up to 31 fields of `size` bits round, in every row.

    The halves change places, then the halves of each half, and so on. For plain Python only.
    """
    every_row = sum(1 << fields * size * row for row in range(rows))
    steps, starts = [], [0]
    while fields > 1:
        half = fields // 2
        far = fields - half
        mask = sum(((1 << half * size) - 1) << start * size for start in starts)
        steps.append((mask * every_row, far * size))
        starts += [start + far for start in starts]
        fields = half
    return steps + [(0, 0)] * (4 - len(steps))


def times(x, high, low):
    """The last 63 bits of x * (high * 2**32 + low), for factors of high + low / 2 < 2**31."""
    right = x & _LOW_32
    product = right * low
    return (((x >> 32) * low + right * high + (product >> 32)) & _LOW_31) << 32 | (product & _LOW_32)


def mix(x):
    """A well scrambled 63-bit number; every bit of x changes about half of them."""
    x = times(x ^ (x >> 32), 0x369DEA0F, 0x31A53F85)
    x = times(x ^ (x >> 29), 0x2545F491, 0x4F6CDD1D)
    return x ^ (x >> 32)


def fold(code, word):
    """A number below 2**63 that stands for both: for tables whose entries are compared in full."""
    product = ((code ^ word) & FULL) * 0x9E3779B97F4A7C15 & FULL
    return (product ^ product >> 32) >> 1


def branch(state, number):
    """The state of child `number` of the node whose state this is: a hash of the whole path."""
    return mix((state - (MASK - times(number, 0x1E3779B9, 0x7F4A7C15)) - 1) & MASK)  # state + product, below 2**63


def unit(state):
    """A real number in [0, 1), uniform over states."""
    return (state >> 10) * 2.0**-53


def seeded(seed):
    """The state of a root; any integer is a seed. For plain Python only."""
    state = 0x5851F42D4C957F2D
    rest = abs(seed) * 2 + (seed < 0)
    while True:
        state = mix((state + rest) & MASK)
        rest >>= 63
        if not rest:
            return state
