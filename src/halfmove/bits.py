"""Bit tricks on non-negative ints of up to 63 bits, the same in plain Python and in machine code."""

MASK = (1 << 63) - 1


def popcount(x):
    """The number of ones in x."""
    x = x - ((x >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (x * 0x0101010101010101 >> 56) & 0x7F


def mix(x):
    """A well scrambled 63-bit number; every bit of x changes about half of them."""
    x = (x ^ (x >> 32)) * 0x369DEA0F31A53F85 & MASK
    x = (x ^ (x >> 29)) * 0x2545F4914F6CDD1D & MASK
    return x ^ (x >> 32)


def branch(state, number):
    """The state of son `number` of the node whose state this is: a hash of the whole path."""
    return mix((state + number * 0x1E3779B97F4A7C15) & MASK)


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
