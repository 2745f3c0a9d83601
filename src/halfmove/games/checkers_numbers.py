"""Numbers, without gaps, for all ways to put men and kings of two sides on a checkers board.

The board is that of `checkers.py`, seen by a side whose men go up. Its men are never in the last row, and those of the
other side never in the first. For a given number of pieces, boards are ordered by the number of men of each side, then
by the number of my men in the first row, where no man of theirs can be. Kings are a set of the remaining squares, with
a bit for the side of each.
"""

from __future__ import annotations

from math import comb

from halfmove.bits import popcount
from halfmove.games.subsets import choose, nth_set, set_number

FIRST_ROW, LAST_ROW = 0b1111, 0b1111 << 31
BOARD = 0b11111111_0_11111111_0_11111111_0_11111111
MIDDLE = BOARD & ~(FIRST_ROW | LAST_ROW)
MOST = 10  # pieces up to which boards are numbered


def ways_of_men(mine, theirs, in_first_row):
    """How many ways there are to put `mine` men, `in_first_row` of them in the first row, and `theirs` men."""
    forward = mine - in_first_row
    return choose(4, in_first_row) * choose(24, forward) * choose(28 - forward, theirs)


def _ways(pieces: int, mine: int, theirs: int) -> int:
    """How many ways there are with this many pieces, and this many men of each side."""
    kings = pieces - mine - theirs
    men = sum(comb(4, row) * comb(24, mine - row) * comb(28 - mine + row, theirs) for row in range(min(4, mine) + 1))
    return men * comb(32 - mine - theirs, kings) * 2**kings


# The first number for each number of men: by place(pieces, mine, theirs), and after the last one the total.
_starts: list[int] = []
for _pieces in range(MOST + 1):
    _start = 0
    for _men in range(_pieces + 1):
        for _mine in range(_men + 1):
            _starts.append(_start)
            _start += _ways(_pieces, _mine, _men - _mine)
    _starts.append(_start)
STARTS = tuple(_starts)


def first_place(pieces):
    """The place in STARTS of this many pieces without men."""
    return pieces * (pieces + 1) * (pieces + 2) // 6 + pieces


def place(pieces, mine, theirs):
    men = mine + theirs
    return first_place(pieces) + men * (men + 1) // 2 + mine


def all_ways(pieces):
    """How many ways there are to put this many pieces; 0 if there are too many pieces."""
    return STARTS[first_place(pieces + 1) - 1] if 0 <= pieces <= MOST else 0


def number_of(mine, theirs, kings):
    """The number of a board among all with the same number of pieces; -1 if there are too many pieces."""
    pieces = popcount(mine | theirs)
    if pieces > MOST:
        return -1
    my_men, their_men = mine & ~kings, theirs & ~kings
    near, forward = my_men & FIRST_ROW, my_men & MIDDLE
    count, their_count, in_row = popcount(my_men), popcount(their_men), popcount(near)
    number = 0
    for row in range(in_row):
        number += ways_of_men(count, their_count, row) if row <= count else 0
    room = (MIDDLE | LAST_ROW) & ~forward
    inner = set_number(near, FIRST_ROW) * choose(24, count - in_row) + set_number(forward, MIDDLE)
    number += inner * choose(28 - (count - in_row), their_count) + set_number(their_men, room)
    free = BOARD & ~(my_men | their_men)
    both = (mine | theirs) & kings
    king_count = pieces - count - their_count
    number = number * choose(32 - count - their_count, king_count) + set_number(both, free)
    while both:
        low = both & -both
        both ^= low
        number = number << 1 | (1 if theirs & low else 0)
    return STARTS[place(pieces, count, their_count)] + number


def nth_board(pieces, number):
    """The board of `pieces` pieces with this number: (mine, theirs, kings)."""
    at, end = first_place(pieces), first_place(pieces + 1) - 2
    while at < end:  # the last place whose first number is not above `number`
        middle = (at + end + 1) // 2
        if STARTS[middle] <= number:
            at = middle
        else:
            end = middle - 1
    number -= STARTS[at]
    at -= first_place(pieces)
    men = 0
    while (men + 1) * (men + 2) // 2 <= at:
        men += 1
    count = at - men * (men + 1) // 2
    their_count, king_count = men - count, pieces - men
    colours, number = number & (1 << king_count) - 1, number >> king_count
    king_ways = choose(32 - men, king_count)
    king_set, number = number % king_ways, number // king_ways
    in_row = 0
    ways = ways_of_men(count, their_count, 0)
    while number >= ways:
        number -= ways
        in_row += 1
        ways = ways_of_men(count, their_count, in_row)
    forward_count = count - in_row
    ways = choose(28 - forward_count, their_count)
    their_set, number = number % ways, number // ways
    ways = choose(24, forward_count)
    forward = nth_set(number % ways, forward_count, MIDDLE)
    mine = nth_set(number // ways, in_row, FIRST_ROW) | forward
    theirs = nth_set(their_set, their_count, (MIDDLE | LAST_ROW) & ~forward)
    kings = nth_set(king_set, king_count, BOARD & ~(mine | theirs))
    left = kings
    for bit in range(king_count - 1, -1, -1):
        low = left & -left
        left ^= low
        if colours >> bit & 1:
            theirs |= low
        else:
            mine |= low
    return mine, theirs, kings
