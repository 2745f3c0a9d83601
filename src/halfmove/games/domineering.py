"""Domineering on a board of any size that fits into 64 squares; each side is one `U64`, a bit for every square.

The players take turns to put a domino onto two empty squares that touch. The first player, Vertical, puts it upright;
the second, Horizontal, puts it across. The player who cannot move has lost.

In a position `upright` are the squares under dominoes of the first player, and `across` those under dominoes of the
second; `player` is 0 if the first player is to move, else 1. Square 0 is a1, the lower left corner; squares are counted
row by row. A move consists of both squares of a domino. Squares near the middle are tried first.

For the rest of the game it does not matter who covered a square. So `symmetry` says of all of them that the first
player did.

A lost position has the score -1000. `evaluate` counts the moves of each side: those it has room for, and once more
those that the other side cannot spoil.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from halfmove.base.checks import shown, whole
from halfmove.base.gate import checked
from halfmove.bits import U64, mirror_steps, popcount, swapped, trailing_zeros
from halfmove.errors import UsageError
from halfmove.game import Game

WIN = 1000
MOVE = 10  # what `evaluate` says of one more move


class Board(NamedTuple):
    upright: U64
    across: U64
    player: int


class Domino(NamedTuple):
    square: int  # the lower or the left one
    other: int


@checked
def domineering(width: int = 8, height: int = 8) -> Game:
    """Domineering on a board of `width` files and `height` rows; Vertical begins. A move is written a1-a2, or a1-b1.

    Parameters
    ----------
    width : int
        Files of the board, up to 26.
    height : int
        Rows of the board, up to 26; the board may have up to 64 squares.

    Returns
    -------
    Game
        The game.
    """
    width, height = whole("width", width, 1, 26), whole("height", height, 1, 26)
    cells = width * height
    if cells > 64:
        raise UsageError(f"a board of {shown(width)} x {shown(height)} is too large: it must not exceed 64 squares")
    full = (1 << cells) - 1
    left_file = sum(1 << width * y for y in range(height))
    not_left, not_right = full & ~left_file, full & ~(left_file << width - 1)
    # Squares by their distance from the middle, which is the order of moves.
    rings = [0] * (width + height)
    for square in range(cells):
        rings[abs(2 * (square % width) - width + 1) // 2 + abs(2 * (square // width) - height + 1) // 2] |= 1 << square
    inner = sum(rings[: max(1, (width + height) // 6)])
    middle = sum(rings[: max(1, (width + height) // 4)]) & ~inner
    zones = (inner, middle, full & ~inner & ~middle)

    def places(empty, player):
        """The lower or left squares of all dominoes that a player can put there."""
        return empty & empty >> width if player == 0 else empty & empty >> 1 & not_right

    def moves(p):
        found = places(full & ~(p.upright | p.across), p.player)
        far = width if p.player == 0 else 1
        for zone in zones:
            left = found & zone
            while left:
                square = trailing_zeros(left)
                yield Domino(square, square + far)
                left &= left - 1

    def play(p, domino):
        both = U64(1) << domino.square | U64(1) << domino.other
        if p.player == 0:
            return Board(p.upright | both, p.across, 1)
        return Board(p.upright, p.across | both, 0)

    def result(p):
        return places(full & ~(p.upright | p.across), p.player) == 0, -WIN

    # How many dominoes of a side fit onto some squares. The squares form runs, along the files or along the rows, and a
    # run of n squares has room for n // 2 dominoes: they begin at its first square, its third one, and so on.

    def room(squares, player):
        step, within = (width, full) if player == 0 else (1, not_left)
        together = squares & squares << step & within  # the square before it belongs to the same run
        begins = squares & ~together
        together &= together << step  # so do the two squares before it
        far = 2 * step
        for _ in range(4):
            begins |= begins << far & together
            together &= together << far
            far *= 2
        return popcount(begins & places(squares, player))

    def safe(empty, player):
        """The squares onto which the other side can put nothing."""
        if player == 0:
            return empty & ~((empty & not_right) << 1 | (empty & not_left) >> 1)
        return empty & ~(empty << width | empty >> width)

    def evaluate(p):
        empty, other = U64(full & ~(p.upright | p.across)), 1 - p.player
        mine = room(empty, p.player) + room(safe(empty, p.player), p.player)
        return MOVE * (mine - room(empty, other) - room(safe(empty, other), other))

    # Hooks for players. There is no `tries`, because no move is known to be best, and no `noisy`.

    def bounds(p):
        """A side that has enough safe moves for all moves of the other side has won."""
        empty, other = U64(full & ~(p.upright | p.across)), 1 - p.player
        if room(safe(empty, p.player), p.player) > room(empty, other):
            return WIN, WIN
        if room(safe(empty, other), other) >= room(empty, p.player):
            return -WIN, -WIN
        return -WIN, WIN

    (row_1, far_1), (row_2, far_2), (row_3, far_3), (row_4, far_4) = mirror_steps(width, 1, height)
    (file_1, high_1), (file_2, high_2), (file_3, high_3), (file_4, high_4) = mirror_steps(height, width)

    def mirrored(board):
        """Left and right exchanged."""
        board = swapped(swapped(board, row_1, far_1), row_2, far_2)
        return swapped(swapped(board, row_3, far_3), row_4, far_4)

    def overturned(board):
        """Up and down exchanged."""
        board = swapped(swapped(board, file_1, high_1), file_2, high_2)
        return swapped(swapped(board, file_3, high_3), file_4, high_4)

    def symmetry(p):
        """The smallest board among the position and its reflections, with all dominoes given to the first player."""
        taken = p.upright | p.across
        aside, over = mirrored(taken), overturned(taken)
        return Board(min(min(taken, aside), min(over, mirrored(over))), U64(0), p.player)

    def tier(p):
        return popcount(p.upright | p.across)

    def key(p):
        return int((p.upright << cells | p.across) << 1 | p.player)

    files = "abcdefghijklmnopqrstuvwxyz"[:width]

    def show(p):
        """The first player has the dominoes X, which stand upright; those of the second, O, lie across."""
        lines = []
        for y in reversed(range(height)):
            squares = range(width * y, width * y + width)
            marks = ("X" if p.upright >> s & 1 else "O" if p.across >> s & 1 else "." for s in squares)
            lines.append(f"{y + 1:2}  {' '.join(marks)}")
        who = f"{'XO'[p.player]} is to move"
        return "\n".join([*lines, f"    {' '.join(files)}", "X plays upright, O plays across", who])

    names = [f"{files[square % width]}{square // width + 1}" for square in range(cells)]

    def form(domino):
        return f"{names[domino.square]}-{names[domino.other]}"

    @checked
    def parse(text: str):
        match = re.fullmatch(r"([a-z]\d+)-([a-z]\d+)", text)
        if match is None or match[1] not in names or match[2] not in names:
            raise UsageError(f"{shown(text)} is not a move of this board, such as a1-a2 or a1-b1")
        return Domino(*sorted((names.index(match[1]), names.index(match[2]))))

    def clicks(p, domino):
        """The lower or the left square: whose turn it is says where the other one is."""
        return [(height - 1 - domino.square // width, domino.square % width)]

    return Game(
        f"Domineering {width} x {height}",
        Board(0, 0, 0),
        moves,
        play,
        result,
        evaluate,
        key=key if 2 * cells + 1 <= 63 else None,
        bounds=bounds,
        symmetry=symmetry,
        tier=tier,
        longest=cells // 2,
        show=show,
        parse=parse,
        format=form,
        clicks=clicks,
        parameters={"game": "domineering", "width": width, "height": height},
    )
