"""Where pieces come, and what they attack, on a board of 64 bits seen by the side to move.

Sliding pieces come from the difference of the nearest pieces on both sides of a line: no large tables are needed.
"""

from __future__ import annotations

from typing import NamedTuple

from halfmove.bits import FULL, U64, trailing_zeros
from halfmove.games.chess.tables import BETWEEN_AT, CROSS_AT, DIAGONAL_AT, KING_AT, KNIGHT_AT, LINE_AT, PAWN_AT

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = 1, 2, 3, 4, 5, 6


class Board(NamedTuple):
    """A position; `rules.py` describes it."""

    mine: U64
    one: U64
    two: U64
    four: U64
    state: int


def turned(x):
    """The board as the other side sees it: the rows in the opposite order."""
    x = x >> 8 & 0x00FF00FF00FF00FF | (x & 0x00FF00FF00FF00FF) << 8
    x = x >> 16 & 0x0000FFFF0000FFFF | (x & 0x0000FFFF0000FFFF) << 16
    return x >> 32 | (x << 32 & FULL)


def turned_rights(rights):
    """Rights to castle as the other side sees them: mine are theirs."""
    return (rights & 6) << 2 | (rights & 24) >> 2


def other_side(p, state):
    """The position as the other side sees it, with a state of its own."""
    theirs = (p.one | p.two | p.four) & ~p.mine
    return Board(turned(theirs), turned(p.one), turned(p.two), turned(p.four), state)


def kind_at(p, square):
    """The number of the piece on a square, or 0."""
    return int(p.one >> square & 1 | (p.two >> square & 1) << 1 | (p.four >> square & 1) << 2)


def king_of(p):
    """The square of the king of the side to move."""
    return trailing_zeros(p.two & p.four & p.mine)


def along(below, above, occupied):
    """The squares of a line up to the next piece on both sides, of its parts below and above a square."""
    first = above & occupied
    far = U64(1) << (below & occupied | 1).bit_length() - 1
    return ((first & -first) * 2 - far) & (below | above)


def straight(square, occupied, data):
    """Where a rook comes."""
    at = LINE_AT + 8 * square
    upright = along(U64(data[at]), U64(data[at + 1]), occupied)
    return upright | along(U64(data[at + 2]), U64(data[at + 3]), occupied)


def slanting(square, occupied, data):
    """Where a bishop comes."""
    at = LINE_AT + 8 * square
    rising = along(U64(data[at + 4]), U64(data[at + 5]), occupied)
    return rising | along(U64(data[at + 6]), U64(data[at + 7]), occupied)


def snipers_at(p, square, data):
    """The bishops, rooks and queens of both sides that would attack a square of an empty board."""
    slants, lines = p.one & (p.two | p.four), p.four & ~p.two
    return U64(data[DIAGONAL_AT + square]) & slants | U64(data[CROSS_AT + square]) & lines


def leapers_at(p, square, data):
    """Kings and knights that attack a square, and pawns that would if they were those of the other side."""
    found = U64(data[KNIGHT_AT + square]) & p.two & ~p.one & ~p.four
    found |= U64(data[PAWN_AT + square]) & p.one & ~p.two & ~p.four
    return found | U64(data[KING_AT + square]) & p.two & p.four


def attacked(p, square, theirs, occupied, data):
    """Whether these pieces of the other side attack a square, if these squares are occupied."""
    if leapers_at(p, square, data) & theirs:
        return True
    snipers = snipers_at(p, square, data) & theirs
    while snipers:
        if U64(data[BETWEEN_AT + 64 * square + trailing_zeros(snipers)]) & occupied == 0:
            return True
        snipers &= snipers - 1
    return False


def checks_and_pins(p, king, occupied, data):
    """Their pieces that give check, and all pieces that stand alone between my king and a piece of theirs."""
    theirs = occupied & ~p.mine
    checkers, bound = leapers_at(p, king, data) & theirs, U64(0)
    snipers = snipers_at(p, king, data) & theirs
    while snipers:
        sniper = snipers & -snipers
        snipers ^= sniper
        between = U64(data[BETWEEN_AT + 64 * king + trailing_zeros(sniper)]) & occupied
        if between == 0:
            checkers |= sniper
        elif between & (between - 1) == 0:
            bound |= between
    return checkers, bound


def in_check(p, data):
    occupied = p.one | p.two | p.four
    return attacked(p, king_of(p), occupied & ~p.mine, occupied, data)
