"""Boards of 64 bits, and bit tricks on non-negative ints; the same in plain Python and in machine code.

An ordinary int has 63 bits in machine code, and no step of the hashes here may exceed 2**63. Python would continue with
a larger int, but the compiler assumes that this cannot happen (it drops a mask that seems to have no effect), so the
two speeds would disagree. `U64` is for boards that need the 64th bit.
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
        In machine code it is a separate type, which stays 64 bits wide and unsigned in every operation, also with
        ordinary ints. So both speeds agree if Python's result is cut to 64 bits before it is compared, shifted right,
        divided or stored: after `<<`, `+`, `*`, `-` and `~`, with `& FULL` or with `U64(...)`.

        Parameters
        ----------
        x : int
            A whole number; its last 64 bits are used.

        Raises
        ------
        UsageError
            If `x` is not a whole number.

        Examples
        --------
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
    """For each field of a NamedTuple class, whether it is annotated `U64`; an empty tuple for other classes."""
    fields = getattr(kind, "_fields", ())
    if not fields or not issubclass(kind, tuple):
        return ()
    notes: dict[str, object] = {}
    for base in reversed(kind.__mro__):
        notes |= own_annotations(base)
    return tuple(_is_word(notes.get(name), kind) for name in fields)


def _is_word(note, kind):
    if getattr(note, "__forward_arg__", None):  # how typing stores an annotation that is text
        note = note.__forward_arg__
    if not isinstance(note, str):
        return note is U64
    scope = vars(sys.modules.get(kind.__module__, sys))
    try:
        return _is_word(eval(note, dict(scope)), kind)
    except Exception:  # for instance a name of the function in which the class was made
        return note.rpartition(".")[2] == "U64"


def trailing_zeros(x):
    """Return the index of the lowest 1 of a board; 64 for an empty board.

    Parameters
    ----------
    x : int
        A board of up to 64 bits.

    Examples
    --------
    >>> trailing_zeros(0b10100), trailing_zeros(1 << 63), trailing_zeros(0)
    (2, 63, 64)
    """
    return U64((x & -x) - 1).bit_count()


def popcount(x):
    """Return the number of ones in a board.

    Parameters
    ----------
    x : int
        A board of up to 64 bits.

    Examples
    --------
    >>> popcount(0b1011)
    3
    """
    x = x - ((x >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x = (x + (x >> 8)) & 0x00FF00FF00FF00FF
    x = (x + (x >> 16)) & 0x0000FFFF0000FFFF
    return int((x + (x >> 32)) & 0x7F)


def swapped(x, mask, shift):
    """Return the board with the squares of `mask` exchanged with those `shift` bits above them.

    Parameters
    ----------
    x : int
        A board.
    mask : int
        The lower squares of the pairs.
    shift : int
        The distance of each pair, in bits.

    Examples
    --------
    >>> bin(swapped(0b0001, 0b0011, 2))
    '0b100'
    """
    apart = (x ^ x >> shift) & mask
    return x ^ apart ^ apart << shift


def mirror_steps(fields: int, size: int, rows: int = 1) -> list[tuple[int, int]]:
    """Return four pairs (mask, shift) for `swapped` that reverse the order of fields in every row.

    The halves change places, then the halves of each half, and so on. For plain Python only.

    Parameters
    ----------
    fields : int
        Fields in a row, up to 31.
    size : int
        Bits in a field.
    rows : int
        Rows of a board.
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
    """Return the last 63 bits of x * (high * 2**32 + low), for factors with high + low / 2 < 2**31.

    Parameters
    ----------
    x : int
        A number below 2**63.
    high, low : int
        The upper and the lower 32 bits of the factor.
    """
    right = x & _LOW_32
    product = right * low
    return (((x >> 32) * low + right * high + (product >> 32)) & _LOW_31) << 32 | (product & _LOW_32)


def mix(x):
    """Return a hash of 63 bits; every bit of `x` changes about half of them.

    Parameters
    ----------
    x : int
        A number below 2**63.
    """
    x = times(x ^ (x >> 32), 0x369DEA0F, 0x31A53F85)
    x = times(x ^ (x >> 29), 0x2545F491, 0x4F6CDD1D)
    return x ^ (x >> 32)


def fold(code, word):
    """Return a hash of two numbers, below 2**63, for tables whose entries are compared in full.

    Parameters
    ----------
    code : int
        The hash so far.
    word : int
        The next number.
    """
    product = ((code ^ word) & FULL) * 0x9E3779B97F4A7C15 & FULL
    return (product ^ product >> 32) >> 1


def branch(state, number):
    """Return the state of a child: a hash of the whole path.

    Parameters
    ----------
    state : int
        The state of the node.
    number : int
        The number of the child.
    """
    return mix((state - (MASK - times(number, 0x1E3779B9, 0x7F4A7C15)) - 1) & MASK)  # state + product, below 2**63


def unit(state):
    """Return a real number in [0, 1), uniform over states.

    Parameters
    ----------
    state : int
        A state, below 2**63.
    """
    return (state >> 10) * 2.0**-53


def seeded(seed):
    """Return the state of a root. For plain Python only.

    Parameters
    ----------
    seed : int
        Any integer.
    """
    state = 0x5851F42D4C957F2D
    rest = abs(seed) * 2 + (seed < 0)
    while True:
        state = mix((state + rest) & MASK)
        rest >>= 63
        if not rest:
            return state
