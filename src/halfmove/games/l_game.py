"""The L game of Edward de Bono, on 4 x 4 squares.

Each player has one piece in the shape of an L, of four squares, and there are two neutral pieces of one square. The
player to move must move the own L to another place, turned or mirrored at will, so that it covers at least one other
square. Then one neutral piece may be moved to any free square. A player who cannot move the own L has lost.

There are 48 places for an L and 18,368 positions, or 2,296 if rotations and reflections of a position count as one.
Play can continue for ever, which is a draw; from the start, good players do not lose.

A position is seen from the side to move: `mine` and `theirs` are numbers of places of an L, `neutrals` is a board of 16
bits, a1 the lowest, counted row by row. A move consists of the new place of the L, and the start and the end of a
neutral piece, or 16 twice for none. It is written with the squares of the L, as in a2a3a4b4, or with a neutral piece as
in a2a3a4b4+a1-d1.

A lost position has the score -1. All positions are in one tier, and `rank` numbers them without gaps.

>>> import halfmove as hm
>>> hm.search(l_game(), "alpha_beta", depth=1).value
0
"""

from __future__ import annotations

import re
from itertools import product
from typing import NamedTuple

import numpy as np

from halfmove.base.checks import shown
from halfmove.base.gate import checked
from halfmove.bits import popcount, trailing_zeros
from halfmove.errors import UsageError
from halfmove.game import Game

FULL_BOARD = 0xFFFF
STAYS = 16
EVER = 1 << 20  # half-moves
NEUTRALS = 28  # places of two neutral pieces on eight free squares
NAMES = [f"{file}{row}" for row in "1234" for file in "abcd"]


class Pieces(NamedTuple):
    mine: int
    theirs: int
    neutrals: int


class Move(NamedTuple):
    piece: int
    start: int
    to: int


def _turned(symmetry: int, square: int) -> int:
    """The image of a square under one of the eight symmetries of the board."""
    x, y = square % 4, square // 4
    x, y = (3 - x if symmetry & 2 else x), (3 - y if symmetry & 4 else y)
    return 4 * x + y if symmetry & 1 else 4 * y + x


def _board(squares) -> int:
    return sum(1 << square for square in squares)


def _image(symmetry: int, board: int) -> int:
    return _board(_turned(symmetry, square) for square in range(16) if board >> square & 1)


_SHAPES = [[0, 1, 2, 4], [1, 2, 3, 5], [4, 5, 6, 8], [5, 6, 7, 9], [8, 9, 10, 12], [9, 10, 11, 13]]
BOARDS = sorted({_image(symmetry, _board(shape)) for shape in _SHAPES for symmetry in range(8)})
COUNT = len(BOARDS)

# The data of the game, as tables one after the other.
SHAPE = 0  # by place of an L: its squares
TURNED = SHAPE + COUNT  # by symmetry and square: the image of the square
PAIRS = TURNED + 128  # by the places of both: 8 * number + symmetry
PLACES = PAIRS + COUNT * COUNT  # by that number: the places, COUNT * mine + theirs


def _data() -> np.ndarray:
    index = {board: place for place, board in enumerate(BOARDS)}
    images = [[index[_image(symmetry, board)] for board in BOARDS] for symmetry in range(8)]
    pairs, numbers = [0] * (COUNT * COUNT), dict[int, int]()
    for mine, theirs in product(range(COUNT), repeat=2):
        if BOARDS[mine] & BOARDS[theirs] == 0:
            best, symmetry = min((COUNT * image[mine] + image[theirs], each) for each, image in enumerate(images))
            pairs[COUNT * mine + theirs] = 8 * numbers.setdefault(best, len(numbers)) + symmetry
    turned = [_turned(symmetry, square) for symmetry in range(8) for square in range(16)]
    return np.array(BOARDS + turned + pairs + list(numbers), np.int64)


DATA = _data()
PAIR_COUNT = len(DATA) - PLACES


def moves(p, data):
    old, theirs = data[SHAPE + p.mine], data[SHAPE + p.theirs]
    for piece in range(COUNT):
        new = data[SHAPE + piece]
        if new != old and new & (theirs | p.neutrals) == 0:
            yield Move(piece, STAYS, STAYS)
            neutrals = p.neutrals
            while neutrals:
                start = trailing_zeros(neutrals)
                neutrals &= neutrals - 1
                free = FULL_BOARD & ~(new | theirs | p.neutrals)
                while free:
                    yield Move(piece, start, trailing_zeros(free))
                    free &= free - 1


def play(p, move, data):
    neutrals = p.neutrals
    if move.start != STAYS:
        neutrals = neutrals & ~(1 << move.start) | 1 << move.to
    return Pieces(p.theirs, move.piece, neutrals)


def result(p, data):
    theirs = data[SHAPE + p.theirs]
    for piece in range(COUNT):
        if piece != p.mine and data[SHAPE + piece] & (theirs | p.neutrals) == 0:
            return False, 0
    return True, -1


def key(p, data):
    return (p.mine * COUNT + p.theirs) << 16 | p.neutrals


def lasting(p, data):
    return EVER  # nothing in this game is for good


def turned_neutrals(neutrals, symmetry, data):
    found = 0
    while neutrals:
        found |= 1 << data[TURNED + 16 * symmetry + trailing_zeros(neutrals)]
        neutrals &= neutrals - 1
    return found


def symmetry(p, data):
    """The one of eight equivalent positions that `unrank` returns."""
    pair = data[PAIRS + COUNT * p.mine + p.theirs]
    places = data[PLACES + (pair >> 3)]
    return Pieces(places // COUNT, places % COUNT, turned_neutrals(p.neutrals, pair & 7, data))


def tier(p, data):
    return 0


def ranks(tier, data):
    return PAIR_COUNT * NEUTRALS


def rank(p, data):
    number = data[PAIRS + COUNT * p.mine + p.theirs] >> 3
    q = symmetry(p, data)
    free = FULL_BOARD & ~(data[SHAPE + q.mine] | data[SHAPE + q.theirs])
    low = q.neutrals & -q.neutrals
    one, two = popcount(free & low - 1), popcount(free & (q.neutrals ^ low) - 1)
    return number * NEUTRALS + two * (two - 1) // 2 + one


def nth_bit(board, number):
    for _ in range(number):
        board &= board - 1
    return board & -board


def unrank(tier, number, data):
    places = data[PLACES + number // NEUTRALS]
    mine, theirs = places // COUNT, places % COUNT
    free = FULL_BOARD & ~(data[SHAPE + mine] | data[SHAPE + theirs])
    rest, two = number % NEUTRALS, 1
    while two * (two + 1) // 2 <= rest:
        two += 1
    return Pieces(mine, theirs, nth_bit(free, two) | nth_bit(free, rest - two * (two - 1) // 2))


def before(p, data):
    """Moves backwards: first a neutral piece or none goes back, then the L."""
    new, waiting = data[SHAPE + p.theirs], data[SHAPE + p.mine]
    for back in range(-1, 32):  # which neutral piece goes back, and to which square
        neutrals = p.neutrals
        if back >= 0:
            first = p.neutrals & -p.neutrals
            moved = first if back < 16 else p.neutrals ^ first
            start = 1 << (back & 15)
            if start & (new | waiting | p.neutrals):
                continue
            neutrals = p.neutrals ^ moved | start
        for piece in range(COUNT):
            if piece != p.theirs and data[SHAPE + piece] & (waiting | neutrals) == 0:
                yield Pieces(piece, p.mine, neutrals)


def _squares(board: int) -> str:
    return "".join(NAMES[square] for square in range(16) if board >> square & 1)


def show(p: Pieces, second: bool = False) -> str:
    """The first player, or by default the side to move, has the L of X. Neutral pieces are n."""
    own, other = "OX" if second else "XO"
    boards = {own: BOARDS[p.mine], other: BOARDS[p.theirs], "n": p.neutrals}
    lines = []
    for row in reversed(range(4)):
        squares = range(4 * row, 4 * row + 4)
        marks = (next((mark for mark, board in boards.items() if board >> s & 1), ".") for s in squares)
        lines.append(f"{row + 1}  {' '.join(marks)}")
    return "\n".join([*lines, "   a b c d", f"{own} is to move"])


def form(move: Move) -> str:
    text = _squares(BOARDS[move.piece])
    return text if move.start == STAYS else f"{text}+{NAMES[move.start]}-{NAMES[move.to]}"


@checked
def parse(text: str) -> Move:
    fault = UsageError(
        f"{shown(text)} is not a move; write the four squares of the L, as in a2a3a4b4, or a2a3a4b4+a1-d1 where a "
        "neutral piece goes from a1 to d1"
    )
    if not re.fullmatch(r"([a-d][1-4]){4}(\+[a-d][1-4]-?[a-d][1-4])?", text):
        raise fault
    squares = [NAMES.index(name) for name in re.findall(r"[a-d][1-4]", text)]
    board = sum(1 << square for square in set(squares[:4]))
    if board not in BOARDS:
        raise fault
    return Move(BOARDS.index(board), *squares[4:]) if squares[4:] else Move(BOARDS.index(board), STAYS, STAYS)


@checked
def l_game() -> Game:
    """The L game on 4 x 4 squares. A move is written a2a3a4b4, or a2a3a4b4+a1-d1 with a neutral piece.

    Returns
    -------
    Game
        The game.
    """
    first, second = (BOARDS.index(_board(map(NAMES.index, squares))) for squares in _START)
    return Game(
        "L game",
        Pieces(first, second, 1 << NAMES.index("a4") | 1 << NAMES.index("d1")),
        moves,
        play,
        result,
        key=key,
        lasting=lasting,
        symmetry=symmetry,
        tier=tier,
        ranks=ranks,
        rank=rank,
        unrank=unrank,
        before=before,
        tiers=(0,),
        show=show,
        parse=parse,
        format=form,
        data=DATA,
        parameters={"game": "l_game"},
    )


_START = (("b1", "c1", "b2", "b3"), ("b4", "c4", "c3", "c2"))
