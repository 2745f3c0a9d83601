"""The tables of chess: one array of whole numbers, the `data` of the game.

Square 0 is a1, 7 is h1, 63 is h8, as the side to move sees the board. The names in capitals say where each table
begins. The last part are the values of the evaluation, which do not change the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

KNIGHT_AT = 0  # by square: where a knight comes
KING_AT = 64  # where a king comes
PAWN_AT = 128  # where a pawn of the side to move takes
DIAGONAL_AT = 192  # where a bishop comes on an empty board
CROSS_AT = 256  # where a rook comes on an empty board
LINE_AT = 320  # eight words: the lower and the upper part of its file, rank, rising and falling diagonal
BETWEEN_AT = LINE_AT + 512  # by two squares: those between them
KEPT_AT = BETWEEN_AT + 4096  # by square: the rights to castle that a move from it, or to it, leaves
CASTLING_AT = KEPT_AT + 64  # by side, the king's and the queen's: a row of how to castle there
# What is in such a row: the square to which the move of the king goes as it is written; the squares of the rook before
# and after, and of the king after; those that must be empty, and those that must not be attacked.
CASTLING = 6
WRITTEN_TO, ROOK_FROM, ROOK_TO, KING_TO, EMPTY, SAFE = range(CASTLING)
VALUES_AT = CASTLING_AT + 2 * CASTLING

# Rights to castle on the king's side and on the queen's, as bits of a position's state; theirs are 8 and 16.
MINE_SHORT, MINE_LONG = 2, 4
ALL_RIGHTS = 30

_WAYS = ((0, 1), (1, 0), (1, 1), (-1, 1))
_LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))


class Home(NamedTuple):
    """The files, from 0, of the king and of the rooks with which it castles."""

    king: int = 4
    short: int = 7
    long: int = 0
    takes_rook: bool = False  # whether castling is written as the king takes its rook, as in Chess960


def _on(x: int, y: int) -> bool:
    return 0 <= x < 8 and 0 <= y < 8


def _hops(square: int, ways: Sequence[tuple[int, int]]) -> int:
    x, y = square % 8, square // 8
    return sum(1 << x + dx + 8 * (y + dy) for dx, dy in ways if _on(x + dx, y + dy))


def _ray(square: int, dx: int, dy: int) -> int:
    x, y, board = square % 8 + dx, square // 8 + dy, 0
    while _on(x, y):
        board |= 1 << x + 8 * y
        x, y = x + dx, y + dy
    return board


def _rays(square: int, ways: Sequence[tuple[int, int]]) -> int:
    return sum(_ray(square, dx, dy) for dx, dy in ways)


def _geometry() -> list[int]:
    squares = range(64)
    words = [_hops(s, _LEAPS) for s in squares] + [_hops(s, _STEPS) for s in squares]
    words += [_hops(s, ((-1, 1), (1, 1))) for s in squares]
    words += [_rays(s, _STEPS[4:]) for s in squares] + [_rays(s, _STEPS[:4]) for s in squares]
    for s in squares:
        for dx, dy in _WAYS:
            words += [_ray(s, -dx, -dy), _ray(s, dx, dy)]
    between = [0] * 4096
    for s in squares:
        for dx, dy in _STEPS:
            ray = _ray(s, dx, dy)
            for t in squares:
                if ray >> t & 1:
                    between[64 * s + t] = ray & _ray(t, -dx, -dy)
    return words + between


def _castling(home: Home) -> list[int]:
    kept = [ALL_RIGHTS] * 64
    for x, lost in ((home.king, MINE_SHORT | MINE_LONG), (home.short, MINE_SHORT), (home.long, MINE_LONG)):
        kept[x] &= ~lost
        kept[56 + x] &= ~(lost << 2)
    words = []
    for rook, rook_to, king_to in ((home.short, 5, 6), (home.long, 3, 2)):
        king_path = _span(home.king, king_to)
        empty = (king_path | _span(rook, rook_to)) & ~(1 << home.king | 1 << rook)
        words += [rook if home.takes_rook else king_to, rook, rook_to, king_to, empty, king_path & ~(1 << home.king)]
    return kept + words


def _span(one: int, other: int) -> int:
    """The squares of the first row from one to another, both included."""
    return sum(1 << x for x in range(min(one, other), max(one, other) + 1))


_made: list[list[int]] = []  # the geometry, made when it is first needed


def tables(values: Sequence[int], home: Home) -> np.ndarray:
    """All tables of the game, with these values and this way to castle."""
    if not _made:
        _made.append(_geometry())
    words = _made[0] + _castling(home)
    assert len(words) == VALUES_AT
    return np.array([word - (1 << 64) if word >> 63 else word for word in words] + list(values), np.int64)
