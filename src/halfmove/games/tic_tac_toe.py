"""Tic-tac-toe on two bitboards of nine squares. A move is the number of a square, 1 to 9, row by row.

>>> import halfmove as hm
>>> hm.search(tic_tac_toe(), "alpha_beta").value
0
"""

from __future__ import annotations

from typing import NamedTuple

from halfmove.bits import popcount
from halfmove.game import Game


class Board(NamedTuple):
    mine: int
    theirs: int


LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)


def moves(p):
    for square in range(1, 10):
        if not (p.mine | p.theirs) >> (square - 1) & 1:
            yield square


def play(p, move):
    return Board(p.theirs, p.mine | 1 << (move - 1))


def result(p):
    for line in LINES:
        if p.theirs & line == line:
            return True, -1
    return p.mine | p.theirs == 0b111111111, 0


def show(p: Board) -> str:
    first, second = ("X", "O") if popcount(p.mine) == popcount(p.theirs) else ("O", "X")
    marks = [first if p.mine >> i & 1 else second if p.theirs >> i & 1 else "." for i in range(9)]
    return "\n".join(" ".join(marks[row : row + 3]) for row in (0, 3, 6))


def tic_tac_toe() -> Game:
    """Tic-tac-toe: three in a row win."""
    return Game(
        "tic-tac-toe",
        Board(0, 0),
        moves,
        play,
        result,
        longest=9,
        show=show,
        parse=int,
        format=str,
        parameters={"game": "tic_tac_toe"},
    )
