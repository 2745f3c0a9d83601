"""What a position is worth: pieces and where they stand, between the values of the middle game and of the endgame.

Every word of the values is middle game + 65536 * endgame, so that both are added up at once. The sum is linear in the
words, until `evaluate` weighs its two parts: so the words can be fitted to positions with known results.
"""

from __future__ import annotations

from halfmove.bits import FULL, U64, popcount, trailing_zeros
from halfmove.games.chess.attacks import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, slanting, straight, turned
from halfmove.games.chess.exchanges import worth
from halfmove.games.chess.tables import KING_AT, KNIGHT_AT, VALUES_AT

MOBILITY = VALUES_AT + 384  # after the values of pieces by kind and square: by kind and number of squares it reaches
PASSED = MOBILITY + 4 * 28  # a pawn that no other one can stop, by row
KING_DISTANCE = PASSED + 8  # of their king, and of mine, from the square before a passed pawn, for every square of it
ISOLATED, DOUBLED, BACKED, PAIR, OPEN_FILE, HALF_OPEN, SHELTER, ATTACK, HANGING = range(
    KING_DISTANCE + 2, KING_DISTANCE + 11
)
TO_MOVE = HANGING + 1
VALUES = TO_MOVE + 1 - VALUES_AT  # how many words there are
PHASES = 24  # of all pieces
NOT_A, NOT_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
FIRST_ROW = 0xFF


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
    guarded = beside(other >> 8)
    kings = two & four
    king, their_king = trailing_zeros(kings & mine), trailing_zeros(kings & theirs)
    hunted = U64(data[KING_AT + their_king])
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
            reach = U64(data[KNIGHT_AT + square])
        else:
            reach = U64(0)
            if kind != ROOK:
                reach = slanting(square, occupied, data)
            if kind != BISHOP:
                reach |= straight(square, occupied, data)
        total += data[MOBILITY + 28 * kind - 56 + popcount(reach & ~mine & ~guarded)]
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
        total += data[KING_DISTANCE] * ((row - 1) * distance(their_king, square + 8))
        total += data[KING_DISTANCE + 1] * ((row - 1) * distance(king, square + 8))
    files = filled_down(own) & FIRST_ROW  # those with pawns of mine
    alone = files & ~beside(files)
    total += data[ISOLATED] * popcount(own & filled_up(alone))
    total += data[DOUBLED] * (popcount(own) - popcount(files))
    total += data[BACKED] * popcount(own & beside(own | own << 8 & FULL))
    bishops = one & two & mine
    if bishops & (bishops - 1):
        total += data[PAIR]
    rooks = filled_down(four & ~one & ~two & mine) & FIRST_ROW & ~files
    closed = filled_down(other) & FIRST_ROW
    total += data[OPEN_FILE] * popcount(rooks & ~closed) + data[HALF_OPEN] * popcount(rooks & closed)
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


def evaluate(p, data):
    total = balance(p, data)
    middle = ((total & 0xFFFF) ^ 0x8000) - 0x8000
    end = total - middle >> 16
    phase = phase_of(p)
    return (middle * phase + end * (PHASES - phase)) // PHASES


def _of_square(kind: int, x: int, y: int) -> tuple[int, int]:
    """The values of a piece on a square, in the middle game and in the endgame."""
    centre = 6 - (abs(2 * x - 7) + abs(2 * y - 7)) // 2  # from -1 in a corner to 5
    if kind == PAWN:
        inner = 3 * centre if 2 <= x <= 5 else -3
        return 90 + inner + (0, 0, 2, 8, 14, 30, 60, 0)[y], 100 + (0, 5, 10, 20, 40, 80, 130, 0)[y]
    if kind == KING:
        aside = (15, 25, 10, -15, -15, 0, 25, 15)[x] if y == 0 else 0
        return (20, 0, -30, -50, -60, -70, -80, -90)[y] + aside, 8 * centre - 20
    middle = end = worth(kind)
    if kind == ROOK:
        return middle + (15 if y == 6 else 0) + (4 if 2 < x < 5 else 0), end + (15 if y == 6 else 5)
    pull = {KNIGHT: 8, BISHOP: 5, QUEEN: 1}[kind] * (centre - 2)
    return middle + pull - (10 if y == 0 and kind != QUEEN else 0), end + {KNIGHT: 6, BISHOP: 4, QUEEN: 6}[kind] * (
        centre - 2
    )


def plain_values() -> list[int]:
    """The words of the evaluation, by a few plain ideas."""
    pairs = [_of_square(kind, square % 8, square // 8) for kind in range(1, 7) for square in range(64)]
    for step, usual in ((5, 4), (5, 6), (3, 7), (2, 13)):  # knights to queens: a square more, how many are usual
        pairs += [(step * (count - usual), step * (count - usual)) for count in range(28)]
    pairs += [(0, 0), (0, 5), (0, 10), (5, 20), (15, 40), (30, 60), (50, 90), (0, 0)]
    pairs += [(0, 4), (0, -3)]
    pairs += [(-12, -10), (-8, -15), (8, 5), (25, 40), (25, 10), (12, 5), (10, 0), (9, 2), (-20, -20), (12, 6)]
    assert len(pairs) == VALUES
    return [middle + 65536 * end for middle, end in pairs]
