"""Tic-tac-toe on two bitboards of nine squares. A move is the number of a square, 1 to 9, row by row.

A lost position has the score -1, a drawn one 0.

>>> import halfmove as hm
>>> hm.search(hm.games.tic_tac_toe(), "alpha_beta").value
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


def wins(side, taken):
    """The empty squares that complete a line of a side."""
    found = 0
    for line in LINES:
        rest = line & ~side
        if rest & rest - 1 == 0:
            found |= rest
    return found & ~taken


def bounds(p):
    over, score = result(p)
    if over:
        return score, score
    taken = p.mine | p.theirs
    if wins(p.mine, taken):
        return 1, 1
    threats = wins(p.theirs, taken)
    if threats & threats - 1:  # two squares, of which only one can be blocked
        return -1, -1
    low, high = 0, 0
    for line in LINES:
        if line & p.mine == 0:
            low = -1
        if line & p.theirs == 0:
            high = 1
    return low, high


def tries(p):
    """The square that stops a line of the other side, if there is one."""
    threats = wins(p.theirs, p.mine | p.theirs)
    for move in moves(p):
        if threats == 0 or threats >> (move - 1) & 1:
            yield move


def order(p, move, child):
    """Threats first, then squares on many lines: the middle on four, a corner on three."""
    lines = 0
    for line in LINES:
        lines += line >> (move - 1) & 1
    return 4 * popcount(wins(child.theirs, child.mine | child.theirs)) + lines


def mirrored(board):
    """Left and right exchanged."""
    return (board & 0o111) << 2 | board & 0o222 | (board & 0o444) >> 2


def transposed(board):
    """Rows and columns exchanged."""
    up = (board & 0o042) << 2 | (board & 0o004) << 4
    return board & 0o421 | up | (board & 0o210) >> 2 | (board & 0o100) >> 4


def symmetry(p):
    """The smallest of the eight rotations and reflections of a position."""
    mine, theirs = p.mine, p.theirs
    best_mine, best_theirs = mine, theirs
    for step in range(7):
        if step % 2:
            mine, theirs = mirrored(mine), mirrored(theirs)
        else:
            mine, theirs = transposed(mine), transposed(theirs)
        if mine < best_mine or (mine == best_mine and theirs < best_theirs):
            best_mine, best_theirs = mine, theirs
    return Board(best_mine, best_theirs)


def tier(p):
    return popcount(p.mine | p.theirs)


# There is no `noisy`: games of nine moves are searched to the end.


def show(p: Board) -> str:
    first, second = ("X", "O") if popcount(p.mine) == popcount(p.theirs) else ("O", "X")
    marks = [first if p.mine >> i & 1 else second if p.theirs >> i & 1 else "." for i in range(9)]
    return "\n".join(" ".join(marks[row : row + 3]) for row in (0, 3, 6))


def tic_tac_toe() -> Game:
    """Tic-tac-toe: three in a row win.

    Returns
    -------
    Game
        The game.
    """
    return Game(
        "tic-tac-toe",
        Board(0, 0),
        moves,
        play,
        result,
        order=order,
        bounds=bounds,
        tries=tries,
        symmetry=symmetry,
        tier=tier,
        longest=9,
        show=show,
        parse=int,
        format=str,
        parameters={"game": "tic_tac_toe"},
    )
