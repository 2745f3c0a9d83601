"""Connect Four on two bitboards, of any size that fits into 63 bits.

A column takes height + 1 bits, lowest square first, the top bit always empty. `mine` holds the stones of the side to
move, `mask` all stones. A move is the number of a column, from 1; the columns nearest to the middle are tried first.

The score of a won position is 1 plus the number of stones that the winner has left over: quick wins are better.
"""

from __future__ import annotations

from typing import NamedTuple

from halfmove.bits import popcount
from halfmove.checks import shown, whole
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.gate import checked


class Board(NamedTuple):
    mine: int
    mask: int


@checked
def connect_four(width: int = 7, height: int = 6, connect: int = 4) -> Game:
    """Connect Four on a board of `width` columns and `height` rows; `connect` stones in a line win."""
    width, height, connect = whole("width", width, 1), whole("height", height, 1), whole("connect", connect, 1, 63)
    rise = height + 1
    if width * rise > 63:
        raise UsageError(
            f"a board of {shown(width)} x {shown(height)} is too large: width * (height + 1) must not exceed 63"
        )
    cells = width * height
    full = sum(((1 << height) - 1) << (rise * column) for column in range(width))
    order = tuple(sorted(range(1, width + 1), key=lambda column: (abs(2 * column - width - 1), column)))
    half = 1 << max(connect.bit_length() - 1, 0)  # the largest power of two within `connect`

    def in_line(stones, step):
        """Whether `connect` stones stand in a line with this distance between neighbours."""
        run, length = stones, 1
        while length < half:
            run &= run >> (step * length)
            length *= 2
        return run & (run >> (step * (connect - half)))

    def moves(p):
        for column in order:
            if not p.mask >> (rise * column - 2) & 1:
                yield column

    def play(p, column):
        return Board(p.mine ^ p.mask, p.mask | (p.mask + (1 << rise * (column - 1))))

    def result(p):
        theirs = p.mine ^ p.mask
        if in_line(theirs, 1) or in_line(theirs, rise) or in_line(theirs, rise - 1) or in_line(theirs, rise + 1):
            return True, -((cells + 2 - popcount(p.mask)) // 2)
        return p.mask == full, 0

    def key(p):
        return p.mine + p.mask

    def show(p):
        first, second = ("X", "O") if popcount(p.mask) % 2 == 0 else ("O", "X")
        rows = []
        for row in reversed(range(height)):
            squares = (1 << (rise * column + row) for column in range(width))
            rows.append(" ".join(first if p.mine & s else second if p.mask & s else "." for s in squares))
        return "\n".join([*rows, " ".join(str(column % 10) for column in range(1, width + 1))])

    @checked
    def locate(columns: str):
        """The position after a sequence of columns, such as 4453."""
        position = Board(0, 0)
        for digit in columns:
            if digit not in "0123456789" or int(digit) not in list(moves(position)) or result(position)[0]:
                raise UsageError(
                    f"{shown(columns)} is not a sequence of possible columns of this board: see {shown(digit)}"
                )
            position = play(position, int(digit))
        return position

    return Game(
        "connect four" if (width, height, connect) == (7, 6, 4) else f"connect {connect} on {width} x {height}",
        Board(0, 0),
        moves,
        play,
        result,
        key=key,
        longest=cells,
        show=show,
        parse=int,
        format=str,
        locate=locate,
        parameters={"game": "connect_four", "width": width, "height": height, "connect": connect},
    )
