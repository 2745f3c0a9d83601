"""What a position is worth: pieces and where they stand, between the values of the middle game and of the endgame.

Every word of the values is middle game + 65536 * endgame, so that both are added up at once. The sum is linear in the
words, until `evaluate` weighs its two parts: so the words can be fitted to positions with known results.
"""

from __future__ import annotations

from halfmove.bits import FULL, U64, popcount, trailing_zeros
from halfmove.games.chess.attacks import BISHOP, KING, KNIGHT, PAWN, ROOK, slanting, straight, turned
from halfmove.games.chess.tables import KING_AT, KNIGHT_AT, VALUES_AT

# Where the words begin: by kind and square of a piece, by kind and number of squares that a piece reaches; then words
# by row of a pawn that no other one can stop, and more of them if it is protected or if something stands before it.
MOBILITY = VALUES_AT + 384
PASSED = MOBILITY + 4 * 28
PROTECTED, BLOCKED = PASSED + 8, PASSED + 16
CHECK = BLOCKED + 8  # by kind of piece: a square from which it could safely give check
# The others are single words. Of their king, and of mine, the distance from the square before a passed pawn counts once
# for each row that the pawn has come.
_SINGLE = CHECK + 4
(
    THEIR_DISTANCE, MY_DISTANCE, ISOLATED, DOUBLED, BACKED, BESIDE, PAIR, OPEN_FILE, HALF_OPEN, SHELTER, ATTACK,
    HANGING, BY_MINOR, BY_ROOK, LOOSE_PIECE, LOOSE_PAWN, KING_OPEN, KING_HALF_OPEN, TO_MOVE,
) = range(_SINGLE, _SINGLE + 19)  # fmt: skip
VALUES = TO_MOVE + 1 - VALUES_AT  # how many words there are
PHASES = 24  # of all pieces
ROOK_WORTH = 5
NOT_A, NOT_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
FIRST_ROW = 0xFF
FAR_HALF = FULL ^ 0xFFFFFFFF


def filled_down(x):
    x |= x >> 8
    x |= x >> 16
    return x | x >> 32


def filled_up(x):
    x |= x << 8 & FULL
    x |= x << 16 & FULL
    return x | x << 32 & FULL


def beside(x):
    return (x & NOT_A) >> 1 | (x & NOT_H) << 1


def distance(one, other):
    """Moves of a king from one square to another."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))


def standing_of(mine, theirs, one, two, four, data):
    """What the pieces of the side whose pawns go up are worth, as one sum of words."""
    pawns = one & ~two & ~four
    own, other = pawns & mine, pawns & theirs
    occupied = mine | theirs
    guarded, backed = beside(other >> 8), beside(own << 8 & FULL)
    kings = two & four
    king, their_king = trailing_zeros(kings & mine), trailing_zeros(kings & theirs)
    hunted = U64(data[KING_AT + their_king])
    free = ~(mine | guarded)
    safe = free & ~hunted
    slants, lines = slanting(their_king, occupied, data), straight(their_king, occupied, data)
    rich = four & ~two & theirs  # rooks and queens
    loose = two & ~four & theirs & ~guarded
    total, attack = data[VALUES_AT + 64 * KING - 64 + king], 0
    left = mine & ~kings
    while left:
        square = trailing_zeros(left)
        left &= left - 1
        kind = int(one >> square & 1 | (two >> square & 1) << 1 | (four >> square & 1) << 2)
        total += data[VALUES_AT + 64 * kind - 64 + square]
        if kind == PAWN:
            continue
        if kind == KNIGHT:
            reach, checks = U64(data[KNIGHT_AT + square]), U64(data[KNIGHT_AT + their_king])
        else:
            reach, checks = U64(0), U64(0)
            if kind != ROOK:
                reach, checks = slanting(square, occupied, data), slants
            if kind != BISHOP:
                reach |= straight(square, occupied, data)
                checks |= lines
        total += data[MOBILITY + 28 * kind - 56 + popcount(reach & free)]
        total += data[CHECK + kind - 2] * popcount(reach & checks & safe)
        total += data[LOOSE_PAWN] * popcount(reach & other & ~guarded)
        if kind <= BISHOP:
            total += data[BY_MINOR] * popcount(reach & rich)
            total += data[LOOSE_PIECE] * popcount(reach & loose)
        elif kind == ROOK:
            total += data[BY_ROOK] * popcount(reach & rich & one)
            total += data[LOOSE_PIECE] * popcount(reach & loose)
        attack += popcount(reach & hunted)
    total += data[ATTACK] * attack
    total += data[HANGING] * popcount(guarded & mine & ~own)
    stopped = filled_down(other >> 8)
    stopped |= beside(stopped)
    passed = own & ~stopped & ~filled_down(own >> 8)
    while passed:
        square = trailing_zeros(passed)
        passed &= passed - 1
        row = square >> 3
        total += data[PASSED + row]
        if backed >> square & 1:
            total += data[PROTECTED + row]
        if occupied >> square + 8 & 1:
            total += data[BLOCKED + row]
        total += data[THEIR_DISTANCE] * ((row - 1) * distance(their_king, square + 8))
        total += data[MY_DISTANCE] * ((row - 1) * distance(king, square + 8))
    files, closed = filled_down(own) & FIRST_ROW, filled_down(other) & FIRST_ROW  # those with pawns
    alone = files & ~beside(files)
    total += data[ISOLATED] * popcount(own & filled_up(alone))
    total += data[DOUBLED] * (popcount(own) - popcount(files))
    total += data[BACKED] * popcount(own & backed)
    total += data[BESIDE] * popcount(own & beside(own) & FAR_HALF)
    bishops = one & two & mine
    if bishops & (bishops - 1):
        total += data[PAIR]
    rooks = filled_down(four & ~one & ~two & mine) & FIRST_ROW & ~files
    total += data[OPEN_FILE] * popcount(rooks & ~closed) + data[HALF_OPEN] * popcount(rooks & closed)
    column = U64(1) << (king & 7)
    near = column | beside(column)
    total += data[KING_OPEN] * popcount(near & ~files) + data[KING_HALF_OPEN] * popcount(near & ~closed)
    ahead = kings & mine
    ahead = ahead << 8 & FULL | ahead << 16 & FULL
    return total + data[SHELTER] * popcount((ahead | beside(ahead)) & own)


def balance(p, data):
    """By how much my side is worth more than theirs, as one sum of words."""
    theirs = (p.one | p.two | p.four) & ~p.mine
    ours = standing_of(p.mine, theirs, p.one, p.two, p.four, data)
    other = standing_of(turned(theirs), turned(p.mine), turned(p.one), turned(p.two), turned(p.four), data)
    return ours - other + data[TO_MOVE]


def phase_of(p):
    """How much of the middle game is left, from PHASES, when all pieces are there, to 0."""
    phase = popcount(p.two & ~p.four) + 2 * popcount(p.four & ~p.two) + 2 * popcount(p.one & p.four)
    return min(phase, PHASES)


def material(pieces, one, two, four):
    """What the pieces other than pawns are worth, in pawns: 3, 3, 5 and 9."""
    heavy = four & ~two & pieces
    return 3 * popcount(two & ~four & pieces) + 5 * popcount(heavy) + 4 * popcount(heavy & one)


def share_of_lead(p, lead):
    """How much of a lead counts, of 8: little if the side ahead has no pawns and is not ahead by a rook."""
    theirs = (p.one | p.two | p.four) & ~p.mine
    ahead, behind = (p.mine, theirs) if lead > 0 else (theirs, p.mine)
    if ahead & p.one & ~p.two & ~p.four:
        return 8
    more = material(ahead, p.one, p.two, p.four)
    return 1 if more - material(behind, p.one, p.two, p.four) < ROOK_WORTH else 8


def evaluate(p, data):
    total = balance(p, data)
    middle = ((total & 0xFFFF) ^ 0x8000) - 0x8000
    end = total - middle >> 16
    phase = phase_of(p)
    lead = (middle * phase + end * (PHASES - phase)) // PHASES
    return lead * share_of_lead(p, lead) >> 3
