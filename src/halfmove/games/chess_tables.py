"""The tables of chess endgames: the geometry of a board of 64 squares, as one array of whole numbers.

Square 0 is a1, 7 is h1, 63 is h8. A piece has a code: 10 to 6 for White's queen, rook, bishop, knight and pawn, 5 to 1
for Black's; KING stands for either king. A class is the set of pieces besides the kings: up to three codes, the highest
first, four bits each. The names in capitals are the places in the array where a table begins.
"""

from __future__ import annotations

from itertools import combinations, product
from math import comb, prod

import numpy as np

QUEEN, ROOK, BISHOP, KNIGHT, PAWN = 4, 3, 2, 1, 0  # kinds; a code is 1 more for Black's pieces, 6 more for White's
LETTERS = "PNBRQ"  # by kind
KING = 11
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))  # four of a rook, four of a bishop
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
SWAP = 1  # the number of the symmetry that exchanges files and ranks
MIRROR = 2  # and of the one that exchanges left and right

STEP = 0  # the distance to the next square, for each of the eight directions
EDGE = STEP + 8  # by square and direction: how many squares there are up to the edge
LEAP = EDGE + 512  # by square and number: the target of a knight, or -1
REACH = LEAP + 512  # by two squares: a bit for each code that moves, or takes, from the first to the second
BETWEEN = REACH + 4096  # by two squares: the board of the squares between them, if they are in line
TURNED = BETWEEN + 4096  # by symmetry and square: the image of the square
PAIRS = TURNED + 512  # by the squares of both kings: 16 * number + 2 * symmetry + (both are on the diagonal)
PAWN_PAIRS = PAIRS + 4096  # the same with pawns, which leave only one symmetry
KINGS = PAWN_PAIRS + 4096  # by that number: the kings, as in a position
PAWN_KINGS = KINGS + 462
CLASSES = PAWN_KINGS + 1806  # by the codes of a class: its tier, or -1
ROWS = CLASSES + 4096  # by tier: its row

# A row: the codes; where the tables of its pairs of kings begin, from pair to number and back; how many pairs; how many
# places of the other pieces; and one legal position, with White to move, which `unrank` returns for unused numbers.
ROW = 7
CODES, TO_PAIR, FROM_PAIR, PAIR_COUNT, PLACES, SOME_KINGS, SOME_PIECES = range(ROW)


def code_of(letter: str, white: bool) -> int:
    return LETTERS.index(letter) + (6 if white else 1)


def packed_codes(codes: list[int]) -> int:
    return sum(code << 4 * place for place, code in enumerate(sorted(codes, reverse=True)))


def packed_pieces(pieces: list[tuple[int, int]]) -> int:
    """Codes and squares in the form of a position."""
    words = sorted((code << 6 | square for code, square in pieces), reverse=True)
    return sum(word << 10 * place for place, word in enumerate(words))


def kind_of(code: int) -> int:
    return (code - 1) % 5


def classes_below(codes: list[int]) -> list[tuple[int, ...]]:
    """All classes that can arise from one, itself included; captures and promotions lead to earlier ones."""
    found, waiting = set(), [tuple(sorted(codes, reverse=True))]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            for place, code in enumerate(one):
                rest = one[:place] + one[place + 1 :]
                waiting.append(rest)
                if kind_of(code) == PAWN:
                    waiting += [tuple(sorted((*rest, code + kind), reverse=True)) for kind in range(1, 5)]
    return sorted(found, key=lambda one: (len(one), [kind_of(code) for code in one].count(PAWN), one))


def _inside(x: int, y: int) -> bool:
    return 0 <= x < 8 and 0 <= y < 8


def _reached(start: int, to: int) -> int:
    """A bit for each code that moves from a square to another on an empty board; for pawns, where they take."""
    x, y = to % 8 - start % 8, to // 8 - start // 8
    kinds, bits = set(), 0
    if start != to and 0 in (x, y):
        kinds |= {ROOK, QUEEN}
    if start != to and abs(x) == abs(y):
        kinds |= {BISHOP, QUEEN}
    if (x, y) in LEAPS:
        kinds.add(KNIGHT)
    for kind in kinds:
        bits |= 1 << kind + 1 | 1 << kind + 6
    if abs(x) == 1 and abs(y) == 1:
        bits |= 1 << (6 if y == 1 else 1)
    return bits | (1 << KING if (x, y) in WAYS else 0)


def _between(start: int, to: int) -> int:
    x, y = to % 8 - start % 8, to // 8 - start // 8
    steps = max(abs(x), abs(y))
    if 0 not in (x, y) and abs(x) != abs(y):
        return 0
    return sum(1 << start + step * (x // steps + 8 * (y // steps)) for step in range(1, steps))


def turned(symmetry: int, square: int) -> int:
    """The image of a square: bit 1 exchanges left and right, bit 2 top and bottom, bit 0 files and ranks."""
    x, y = square % 8, square // 8
    x, y = (7 - x if symmetry & 2 else x), (7 - y if symmetry & 4 else y)
    return 8 * x + y if symmetry & 1 else 8 * y + x


def _pairs(symmetries: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """The pairs of kings that are not next to each other, numbered so that equivalent ones share a number."""
    table, kings = [0] * 4096, list[int]()
    numbers: dict[tuple[int, int], int] = {}
    for white, black in product(range(64), repeat=2):
        if white == black or _reached(white, black) >> KING & 1:
            continue
        images = [((turned(each, white), turned(each, black)), each) for each in symmetries]
        best, symmetry = min(images)
        if best not in numbers:
            numbers[best] = len(kings)
            kings.append(best[0] | best[1] << 6)
        fixed = len(symmetries) == 8 and all(square % 9 == 0 for square in best)
        table[64 * white + black] = 16 * numbers[best] + 2 * symmetry + fixed
    return table, kings


def _board_tables() -> list[int]:
    """The tables that do not depend on the pieces."""
    squares = [(square % 8, square // 8) for square in range(64)]
    values = [x + 8 * y for x, y in WAYS]
    for x, y in squares:
        values += [sum(_inside(x + far * dx, y + far * dy) for far in range(1, 8)) for dx, dy in WAYS]
    for x, y in squares:
        values += [x + dx + 8 * (y + dy) if _inside(x + dx, y + dy) else -1 for dx, dy in LEAPS]
    values += [_reached(start, to) for start in range(64) for to in range(64)]
    values += [_between(start, to) for start in range(64) for to in range(64)]
    values += [turned(symmetry, square) for symmetry in range(8) for square in range(64)]
    (pairs, kings), (pawn_pairs, pawn_kings) = _pairs(tuple(range(8))), _pairs((0, MIRROR))
    values += pairs + pawn_pairs + kings + pawn_kings
    assert len(values) == CLASSES
    return values


_made: list[list[int]] = []  # made when they are first needed


def tables(classes: list[tuple[int, ...]]) -> np.ndarray:
    """The data of a game with these classes, which are its tiers from 0 on."""
    if not _made:
        _made.append(_board_tables())
    of_class, rows = [-1] * 4096, []
    for tier, codes in enumerate(classes):
        of_class[packed_codes(list(codes))] = tier
        pawns = any(kind_of(code) == PAWN for code in codes)
        places = prod(comb(48 if kind_of(code) == PAWN else 64, codes.count(code)) for code in set(codes))
        pairs = (PAWN_PAIRS, PAWN_KINGS, 1806) if pawns else (PAIRS, KINGS, 462)
        rows += [packed_codes(list(codes)), *pairs, places, *_some_position(codes)]
    return np.array(_made[0] + of_class + rows, np.int64)


def _some_position(codes: tuple[int, ...]) -> tuple[int, int]:
    """Kings and pieces of a legal position with White to move: White's king on a1, Black's on h8, not in check."""
    for squares in combinations(range(8, 56), len(codes)):
        pieces = list(zip(codes, squares, strict=True))
        occupied = sum(1 << square for square in squares)
        if not any(_reached(at, 63) >> code & 1 and not _between(at, 63) & occupied for code, at in pieces):
            return 63 << 6, packed_pieces(pieces)
    raise AssertionError(codes)
