"""The rules of chess for a few pieces; `chess_endgame.py` describes positions.

All functions take `data`, the tables of `chess_tables.py`, as last argument.
"""

from __future__ import annotations

from typing import NamedTuple

from halfmove.bits import U64, trailing_zeros
from halfmove.games.chess_tables import BETWEEN, BISHOP, EDGE, KING, KNIGHT, LEAP, PAWN, QUEEN, REACH, ROOK, STEP

WIN = 10_000


class Ending(NamedTuple):
    kings: int
    pieces: int
    mover: int


class Move(NamedTuple):
    start: int
    to: int
    becomes: int  # the kind of piece that a pawn becomes, else 0


def word_of(p, place):
    """Code and square of one of the three places; 0 if there is no piece. Place 3 is the king of the mover."""
    if place == 3:
        return KING << 6 | king_of(p, p.mover)
    return p.pieces >> 10 * place & 1023


def king_of(p, side):
    return p.kings & 63 if side == 0 else p.kings >> 6


def has(side, code):
    """Whether a piece other than a king belongs to a side."""
    return (code > 5) == (side == 0)


def squares_of(p, side):
    """The board of the squares on which a side has pieces."""
    board = U64(1) << king_of(p, side)
    for place in range(3):
        word = p.pieces >> 10 * place & 1023
        if word and has(side, word >> 6):
            board |= U64(1) << (word & 63)
    return board


def attacked(p, square, side, occupied, gone, data):
    """Whether a side attacks a square if these squares are occupied; a piece on the square `gone` is ignored."""
    if data[REACH + 64 * king_of(p, side) + square] >> KING & 1:
        return True
    for place in range(3):
        word = p.pieces >> 10 * place & 1023
        start = word & 63
        if word and has(side, word >> 6) and start != gone:
            way = 64 * start + square
            if data[REACH + way] >> (word >> 6) & 1 and data[BETWEEN + way] & occupied == 0:
                return True
    return False


def in_check(p, side, data):
    occupied = squares_of(p, 0) | squares_of(p, 1)
    return attacked(p, king_of(p, side), 1 - side, occupied, 64, data)


def targets(word, own, occupied, data):
    """The board of the squares to which a piece other than a pawn can go, even if that leaves its king in check."""
    code, start = word >> 6, word & 63
    kind = (code - 1) % 5
    found = U64(0)
    if kind == KNIGHT:
        for number in range(8):
            to = data[LEAP + 8 * start + number]
            if to >= 0:
                found |= U64(1) << to
        return found & ~own
    first, end = (4 if kind == BISHOP and code != KING else 0), (4 if kind == ROOK and code != KING else 8)
    for way in range(first, end):
        far = data[EDGE + 8 * start + way]
        if code == KING:
            far = min(far, 1)
        to = start
        for _ in range(far):
            to += data[STEP + way]
            found |= U64(1) << to
            if occupied >> to & 1:
                break
    return found & ~own


def pawn_targets(start, side, theirs, occupied):
    """The same for a pawn."""
    found = U64(0)
    forward = 8 if side == 0 else -8
    if not occupied >> (start + forward) & 1:
        found |= U64(1) << (start + forward)
        if start >> 3 == (1 if side == 0 else 6) and not occupied >> (start + 2 * forward) & 1:
            found |= U64(1) << (start + 2 * forward)
    if start & 7 > 0:
        found |= theirs & U64(1) << (start + forward - 1)
    if start & 7 < 7:
        found |= theirs & U64(1) << (start + forward + 1)
    return found


def moves(p, data):
    own, theirs = squares_of(p, p.mover), squares_of(p, 1 - p.mover)
    occupied = own | theirs
    king = king_of(p, p.mover)
    for place in range(4):
        word = word_of(p, place)
        code, start = word >> 6, word & 63
        if code == 0 or (code != KING and not has(p.mover, code)):
            continue
        is_pawn = code != KING and (code - 1) % 5 == PAWN
        left = pawn_targets(start, p.mover, theirs, occupied) if is_pawn else targets(word, own, occupied, data)
        rest = occupied ^ U64(1) << start
        while left:
            to = trailing_zeros(left)
            left &= left - 1
            home = to if code == KING else king
            if attacked(p, home, 1 - p.mover, rest | U64(1) << to, to, data):
                continue
            last = QUEEN if is_pawn and (to < 8 or to > 55) else 1
            for becomes in range(last, 0, -1):
                yield Move(start, to, becomes if last == QUEEN else 0)


def in_order(one, two, three):
    """Three words of pieces, the highest first, as in a position."""
    if one < two:
        one, two = two, one
    if two < three:
        two, three = three, two
    if one < two:
        one, two = two, one
    return one | two << 10 | three << 20


def stepped(word, move, side):
    """The word of a piece after a move: the piece that moves, the one that is taken, or another."""
    if word == 0:
        return 0
    if word & 63 == move.to:
        return 0
    if word & 63 == move.start and has(side, word >> 6):
        return ((word >> 6) + move.becomes) << 6 | move.to
    return word


def play(p, move, data):
    kings = p.kings
    if king_of(p, p.mover) == move.start:
        kings = kings & 63 << 6 | move.to if p.mover == 0 else kings & 63 | move.to << 6
    one, two, three = p.pieces & 1023, p.pieces >> 10 & 1023, p.pieces >> 20
    pieces = in_order(stepped(one, move, p.mover), stepped(two, move, p.mover), stepped(three, move, p.mover))
    return Ending(kings, pieces, 1 - p.mover)


def dead(p):
    """Whether no sequence of moves can end in mate: bare kings, or one knight or bishop with them."""
    kind = ((p.pieces >> 6 & 15) - 1) % 5
    return p.pieces == 0 or (p.pieces >> 10 == 0 and kind in (KNIGHT, BISHOP))


def result(p, data):
    for _ in moves(p, data):
        return dead(p), 0
    return True, -WIN if in_check(p, p.mover, data) else 0


def bounds(p, data):
    return (0, 0) if dead(p) else (-WIN, WIN)


def value_of(word):
    """The value of a piece; pawns are worth more the farther they have advanced."""
    code = word >> 6
    kind = (code - 1) % 5
    if word == 0:
        return 0
    if kind == QUEEN:
        return 900
    if kind == ROOK:
        return 500
    if kind == BISHOP:
        return 330
    if kind == KNIGHT:
        return 320
    row = word >> 3 & 7
    return 100 + 20 * ((row if code > 5 else 7 - row) - 1)


def evaluate(p, data):
    """Pieces; the side that is ahead wants the other king at the edge, and its own king near it."""
    lead = 0
    for place in range(3):
        word = p.pieces >> 10 * place & 1023
        lead += value_of(word) if has(p.mover, word >> 6) else -value_of(word)
    if lead == 0:
        return 0
    mine, theirs = king_of(p, p.mover), king_of(p, 1 - p.mover)
    hunted = theirs if lead > 0 else mine
    x, y = hunted & 7, hunted >> 3
    edge = max(3 - x, x - 4) + max(3 - y, y - 4)
    near = 14 - abs((mine & 7) - (theirs & 7)) - abs((mine >> 3) - (theirs >> 3))
    return lead + (10 * edge + 4 * near) * (1 if lead > 0 else -1)
