"""Numbers for sets of squares: all sets of k squares of a room of squares, by binomial coefficients.

>>> room = 0b110110
>>> [bin(nth_set(number, 2, room)) for number in range(choose(4, 2))]
['0b110', '0b10010', '0b10100', '0b100010', '0b100100', '0b110000']
>>> set_number(0b10100, room)
2
"""

from __future__ import annotations

from halfmove.bits import popcount


def choose(n, k):
    """The number of subsets of size k of n elements."""
    if k == 0:
        return 1
    if k == 1:
        return n
    if k == 2:
        return n * (n - 1) // 2
    if k == 3:
        return n * (n - 1) * (n - 2) // 6
    if k == 4:
        return n * (n - 1) * (n - 2) * (n - 3) // 24
    ways = 1
    for each in range(k):
        ways = ways * (n - each) // (each + 1)
    return ways


def set_number(chosen, room):
    """The number of a set of squares among all sets of this size in the room."""
    number, count = 0, 0
    while chosen:
        low = chosen & -chosen
        chosen ^= low
        count += 1
        number += choose(popcount(room & low - 1), count)
    return number


def nth_set(number, count, room):
    """The set of `count` squares of the room with this number."""
    left, chosen = popcount(room), 0
    while count:
        top = 1 << room.bit_length() - 1
        room ^= top
        left -= 1
        ways = choose(left, count)
        if ways <= number:
            number -= ways
            count -= 1
            chosen |= top
    return chosen
