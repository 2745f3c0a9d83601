"""Positions of chess endgames as numbers, class by class, and retro-moves."""

from __future__ import annotations

from halfmove.bits import U64, trailing_zeros
from halfmove.games.chess_rules import Ending, Move, dead, has, in_check, in_order, play, squares_of, targets, word_of
from halfmove.games.chess_tables import (
    CLASSES,
    CODES,
    FROM_PAIR,
    KING,
    PAIR_COUNT,
    PAWN,
    PLACES,
    ROW,
    ROWS,
    SOME_KINGS,
    SOME_PIECES,
    SWAP,
    TO_PAIR,
    TURNED,
)


def codes_of(pieces):
    return pieces >> 6 & 15 | (pieces >> 16 & 15) << 4 | (pieces >> 26 & 15) << 8


def tier(p, data):
    return data[CLASSES + codes_of(p.pieces)]


def row_of(tier):
    return ROWS + ROW * tier


def ranks(tier, data):
    row = row_of(tier)
    return 2 * data[row + PAIR_COUNT] * data[row + PLACES]


def choose(n, k):
    """The number of subsets of size k, from 1 to 3, of n elements."""
    if k == 1:
        return n
    return n * (n - 1) // 2 if k == 2 else n * (n - 1) * (n - 2) // 6


def number_of(pieces):
    """The number of the squares of pieces, for their codes; pieces with the same code are a set."""
    number, place = 0, 0
    while place < 3:
        code = pieces >> 10 * place + 6 & 15
        if code == 0:
            break
        count = 1
        while place + count < 3 and pieces >> 10 * (place + count) + 6 & 15 == code:
            count += 1
        lowest, room = (8, 48) if (code - 1) % 5 == PAWN else (0, 64)
        number *= choose(room, count)
        for each in range(count):
            number += choose((pieces >> 10 * (place + each) & 63) - lowest, count - each)
        place += count
    return number


def placed(codes, number):
    """The pieces with this number, for these codes."""
    pieces, end = 0, 3
    while end > 0:
        code = codes >> 4 * (end - 1) & 15
        if code == 0:
            end -= 1
            continue
        count = 1
        while count < end and codes >> 4 * (end - count - 1) & 15 == code:
            count += 1
        lowest, room = (8, 48) if (code - 1) % 5 == PAWN else (0, 64)
        ways = choose(room, count)
        rest, number = number % ways, number // ways
        square = room - 1
        for each in range(count):
            while choose(square, count - each) > rest:
                square -= 1
            rest -= choose(square, count - each)
            pieces |= (code << 6 | square + lowest) << 10 * (end - count + each)
        end -= count
    return pieces


def turned_word(word, symmetry, at, data):
    return word if word == 0 else word & 15 << 6 | data[at + 64 * symmetry + (word & 63)]


def turned_pieces(pieces, symmetry, at, data):
    return in_order(
        turned_word(pieces & 1023, symmetry, at, data),
        turned_word(pieces >> 10 & 1023, symmetry, at, data),
        turned_word(pieces >> 20, symmetry, at, data),
    )


def pair_of(p, data):
    """The entry of both kings in the table of pairs."""
    return data[data[row_of(tier(p, data)) + TO_PAIR] + 64 * (p.kings & 63) + (p.kings >> 6)]


def turned_to_pair(pieces, entry, at, data):
    """The pieces after the symmetry that maps the kings to those with the same number; `at`: where TURNED is."""
    pieces = turned_pieces(pieces, entry >> 1 & 7, at, data)
    if entry & 1:  # this symmetry leaves the kings unchanged
        other = turned_pieces(pieces, SWAP, at, data)
        if number_of(other) < number_of(pieces):
            return other
    return pieces


def rank(p, data):
    entry = pair_of(p, data)
    places = data[row_of(tier(p, data)) + PLACES]
    return 2 * ((entry >> 4) * places + number_of(turned_to_pair(p.pieces, entry, TURNED, data))) + p.mover


def symmetry(p, data):
    """The one of up to eight equivalent positions that `unrank` returns."""
    entry = pair_of(p, data)
    kings = data[data[row_of(tier(p, data)) + FROM_PAIR] + (entry >> 4)]
    return Ending(kings, turned_to_pair(p.pieces, entry, TURNED, data), p.mover)


def unrank(tier, number, data):
    row = row_of(tier)
    places = data[row + PLACES]
    half = number >> 1
    pieces = placed(data[row + CODES], half % places)
    p = Ending(data[data[row + FROM_PAIR] + half // places], pieces, number & 1)
    if distinct(p) and not in_check(p, 1 - p.mover, data):
        return p
    return Ending(data[row + SOME_KINGS], data[row + SOME_PIECES], 0)


def distinct(p):
    """Whether no two pieces are on one square."""
    board = U64(1) << (p.kings & 63) | U64(1) << (p.kings >> 6)
    for place in range(3):
        word = p.pieces >> 10 * place & 1023
        if word:
            if board >> (word & 63) & 1:
                return False
            board |= U64(1) << (word & 63)
    return True


def pawn_sources(to, side, occupied):
    """The squares from which a pawn may have come without taking."""
    found = U64(0)
    back = -8 if side == 0 else 8
    row = to >> 3 if side == 0 else 7 - (to >> 3)
    if row > 1 and not occupied >> (to + back) & 1:
        found |= U64(1) << (to + back)
        if row == 3 and not occupied >> (to + 2 * back) & 1:
            found |= U64(1) << (to + 2 * back)
    return found


def before(p, data):
    """The positions from which a move without capture or promotion leads here."""
    side = 1 - p.mover
    occupied = squares_of(p, 0) | squares_of(p, 1)
    last_moved = Ending(p.kings, p.pieces, side)
    for place in range(4):
        word = word_of(last_moved, place)
        code, to = word >> 6, word & 63
        if dead(p) or code == 0 or (code != KING and not has(side, code)):
            continue
        if code != KING and (code - 1) % 5 == PAWN:
            left = pawn_sources(to, side, occupied)
        else:
            left = targets(word, occupied, occupied, data)
        while left:
            start = trailing_zeros(left)
            left &= left - 1
            back = play(last_moved, Move(to, start, 0), data)
            earlier = Ending(back.kings, back.pieces, side)
            if not in_check(earlier, p.mover, data):
                yield earlier
