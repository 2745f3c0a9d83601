"""Connect Four on two bitboards, of any size that fits into 63 bits.

A column has height + 1 bits, lowest square first, and its top bit is always empty. `mine` are the stones of the side to
move, `mask` all stones. A move is the number of a column, from 1; the columns nearest to the middle are tried first.

The score of a won position is 1 plus the number of stones that the winner has left: fast wins are better.

`evaluate` counts threats and stones in the middle. It may be larger than a small win: the smallest win is 1, so the
only smaller evaluation would be 0, and real scores would slow every search. There is no `noisy`: `bounds` and `tries`
find wins and forced replies.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.base.checks import shown, whole
from halfmove.base.gate import checked
from halfmove.bits import U64, mirror_steps, popcount, swapped
from halfmove.errors import UsageError
from halfmove.game import Game


class Board(NamedTuple):
    mine: int
    mask: int


@checked
def connect_four(width: int = 7, height: int = 6, connect: int = 4) -> Game:
    """Connect Four on a board of `width` columns and `height` rows; `connect` stones in a line win.

    Parameters
    ----------
    width : int
        Columns of the board.
    height : int
        Rows of the board; width * (height + 1) may be up to 63.
    connect : int
        Stones in a line that win.

    Returns
    -------
    Game
        The game.
    """
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
        """Whether `connect` stones are in a line with this distance between neighbours."""
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

    def tier(p):
        return popcount(p.mask)

    def key(p):
        return p.mine + p.mask

    # Hooks for players. A square wins for a side if its stone there completes a line.

    bottom = full // ((1 << height) - 1)  # the lowest square of every column
    wide, tall = width >= connect, height >= connect  # whether there are horizontal and vertical lines
    columns = tuple((column, ((1 << height) - 1) << rise * (column - 1)) for column in order)
    (mask_1, far_1), (mask_2, far_2), (mask_3, far_3), (mask_4, far_4) = mirror_steps(width, rise)

    def gaps_of_four(stones, step):
        """The squares that are missing in lines of four, where two or three of the others are adjacent."""
        up = stones << step & stones << 2 * step
        down = stones >> step & stones >> 2 * step
        return up & (stones << 3 * step | stones >> step) | down & (stones << step | stones >> 3 * step)

    def gaps_of_any(stones, step):
        """The same for lines of any length: some stones below the gap, and the others above it."""
        found = U64(0)
        for below in range(connect):
            line = U64(full)
            for distance in range(1, below + 1):
                line &= stones << distance * step
            for distance in range(1, connect - below):
                line &= stones >> distance * step
            found |= line
        return found

    def top_of_four(stones):
        return stones << 1 & stones << 2 & stones << 3

    def top_of_any(stones):
        """The squares above a pile that is one stone short of a line."""
        found = U64(full)
        for distance in range(1, connect):
            found &= stones << distance
        return found

    gaps, top = (gaps_of_four, top_of_four) if connect == 4 else (gaps_of_any, top_of_any)

    def winning(side, mask):
        """The empty squares that win for a side, even if no stone can be put there yet."""
        stones, found = U64(side), U64(0)
        if tall:
            found |= top(stones)
        if wide:
            found |= gaps(stones, rise)
        if wide and tall:
            found |= gaps(stones, rise - 1) | gaps(stones, rise + 1)
        return int(found & (full ^ mask))

    def safe(p):
        """The squares for the next stone after which the other side cannot win immediately."""
        open_squares = p.mask + bottom & full
        danger = winning(p.mine ^ p.mask, p.mask)
        forced = danger & open_squares
        if forced:
            if forced & forced - 1:
                return 0
            open_squares = forced
        return open_squares & ~(danger >> 1)

    def bounds(p):
        left = cells - popcount(p.mask)
        theirs = p.mine ^ p.mask
        if in_line(theirs, 1) or in_line(theirs, rise) or in_line(theirs, rise - 1) or in_line(theirs, rise + 1):
            return -((left + 2) // 2), -((left + 2) // 2)
        if winning(p.mine, p.mask) & p.mask + bottom:
            return (left + 1) // 2, (left + 1) // 2
        if safe(p) == 0:
            return -(left // 2), -(left // 2)
        # Now neither side wins with its next stone.
        return -(max(left - 2, 0) // 2), max(left - 1, 0) // 2

    def tries(p):
        squares = safe(p)
        for column, squares_of_it in columns:
            if squares & squares_of_it:
                yield column

    def threats(p, move, child):
        """The number of squares that win for the player who moved."""
        return popcount(winning(child.mine ^ child.mask, child.mask))

    odd_rows = bottom * sum(1 << row for row in range(0, height, 2))  # the first, third, fifth row
    even_rows = full ^ odd_rows
    middle = ((1 << height) - 1) << rise * (width // 2) | ((1 << height) - 1) << rise * ((width - 1) // 2)
    most = max(cells // 7, 1)

    def evaluate(p):
        """Winning squares, counted twice in rows that the own side will fill, and stones in the middle."""
        theirs = p.mine ^ p.mask
        first = popcount(p.mask) % 2 == 0
        mine_wins, theirs_win = winning(p.mine, p.mask), winning(theirs, p.mask)
        own_rows, other_rows = (odd_rows, even_rows) if first else (even_rows, odd_rows)
        threats = popcount(mine_wins) + popcount(mine_wins & own_rows)
        against = popcount(theirs_win) + popcount(theirs_win & other_rows)
        central = popcount(p.mine & middle) - popcount(theirs & middle)
        return min(max(threats - against + central, -most), most)

    few = 2 * cells // 5  # stones

    def mirrored(board):
        board = swapped(swapped(board, mask_1, far_1), mask_2, far_2)
        return swapped(swapped(board, mask_3, far_3), mask_4, far_4)

    def symmetry(p):
        """The position or its mirror image, whichever has the smaller key, while both are likely to occur."""
        if popcount(p.mask) > few:
            return p
        mine, mask = mirrored(p.mine), mirrored(p.mask)
        if mine + mask < p.mine + p.mask:
            return Board(mine, mask)
        return p

    # Numbers, for solving. In a column of k stones, bit k is set, and the bits below it are the stones of the side to
    # move.

    smears = tuple((far, sum(bottom << row for row in range(rise - far))) for far in (1, 2, 4, 8, 16, 32) if far < rise)

    def rank(p):
        return p.mine + p.mask + bottom

    def unrank(stones, number):
        below = number  # all bits of a column up to its highest one
        for far, rows in smears:
            below |= below >> far & rows
        mask = below >> 1 & full
        return Board(number & mask, mask)

    def ranks(stones):
        return 1 << width * rise

    numbers: dict[str, Any] = {"rank": rank, "unrank": unrank, "ranks": ranks} if width * rise <= 62 else {}

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
        evaluate,
        key=key,
        order=threats,
        bounds=bounds,
        tries=tries,
        symmetry=symmetry,
        tier=tier,
        longest=cells,
        show=show,
        parse=int,
        format=str,
        locate=locate,
        **numbers,
        parameters={"game": "connect_four", "width": width, "height": height, "connect": connect},
    )
