"""Bit tricks on non-negative ints of up to 63 bits, the same in plain Python and in machine code.

No step here may pass 2**63: Python would go on with a larger int, and the compiler takes for granted that it cannot
happen (it drops a mask that seems to have no effect), so that the two speeds would part.
"""

MASK = (1 << 63) - 1
_LOW_32 = (1 << 32) - 1
_LOW_31 = (1 << 31) - 1


def popcount(x):
    """The number of ones in x."""
    x = x - ((x >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x = (x + (x >> 8)) & 0x00FF00FF00FF00FF
    x = (x + (x >> 16)) & 0x0000FFFF0000FFFF
    return (x + (x >> 32)) & 0x7F


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


def branch(state, number):
    """The state of son `number` of the node whose state this is: a hash of the whole path."""
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
