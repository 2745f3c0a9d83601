"""Boards of up to 15 x 15 squares in four words, for games whose boards do not fit into one.

Row y is in word y % 4, in its lane number y // 4. A lane has a bit for each square of the row, and one above them that
is always empty. So the rows next to a row are in other words, at the same place of them, and a whole board moves by one
row with one shift.
"""

from __future__ import annotations

from typing import NamedTuple

from halfmove.bits import U64, popcount

MOST = 15  # rows of a board


class Words(NamedTuple):
    a: U64
    b: U64
    c: U64
    d: U64


NONE = Words(0, 0, 0, 0)


def board_of(squares, size):
    """The board with these squares (column, row). For plain Python only."""
    words = [0, 0, 0, 0]
    for x, y in squares:
        words[y % 4] |= 1 << y // 4 * (size + 1) + x
    return Words(*words)


def both(one, other):
    return Words(one.a & other.a, one.b & other.b, one.c & other.c, one.d & other.d)


def either(one, other):
    return Words(one.a | other.a, one.b | other.b, one.c | other.c, one.d | other.d)


def without(one, other):
    """The squares of the first board that are not squares of the other one."""
    return Words(one.a & ~other.a, one.b & ~other.b, one.c & ~other.c, one.d & ~other.d)


def some(board):
    """Whether the board has a square."""
    return board.a | board.b | board.c | board.d != 0


def number_in(board):
    """How many squares the board has."""
    return popcount(board.a) + popcount(board.b) + popcount(board.c) + popcount(board.d)


def word_in(board, number):
    return board.a if number == 0 else board.b if number == 1 else board.c if number == 2 else board.d


def aside(board, far):
    """Every square to the left by this many columns, or to the right if `far` is negative; it may leave its row."""
    if far < 0:
        far = -far
        return Words(U64(board.a << far), U64(board.b << far), U64(board.c << far), U64(board.d << far))
    return Words(board.a >> far, board.b >> far, board.c >> far, board.d >> far)


def with_square(board, square, size):
    """The board with one more square, whose number counts row by row."""
    row = square // size
    bit = U64(1) << row // 4 * (size + 1) + square % size
    none = U64(0)
    return Words(
        board.a | (bit if row % 4 == 0 else none),
        board.b | (bit if row % 4 == 1 else none),
        board.c | (bit if row % 4 == 2 else none),
        board.d | (bit if row % 4 == 3 else none),
    )


def rows_up(board, lane):
    """Every row in the place of the row below it (row y in that of row y - 1); a lane has this many bits."""
    return Words(board.b, board.c, board.d, board.a >> lane)


def rows_down(board, lane):
    """Every row in the place of the row above it."""
    return Words(U64(board.d << lane), board.a, board.b, board.c)


def lowest_of(board):
    """One square of a board that has some."""
    if board.a:
        return Words(board.a & ~(board.a - 1), 0, 0, 0)
    if board.b:
        return Words(0, board.b & ~(board.b - 1), 0, 0)
    if board.c:
        return Words(0, 0, board.c & ~(board.c - 1), 0)
    return Words(0, 0, 0, board.d & ~(board.d - 1))
