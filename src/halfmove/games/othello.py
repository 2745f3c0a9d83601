"""Othello on a board of 8 x 8 squares, or of 6 x 6 or 4 x 4; each side is one `U64`, a bit for every square.

A disc is put where it encloses a line of the other side's discs between itself and another disc of one's own; the
enclosed discs change sides. Who cannot do so passes; if neither side can, the game is over.

A position is seen by the side to move: `mine` are its discs, and `play` swaps the sides. Square 0 is a1, the upper left
corner; squares are counted row by row. A move is the number of a square, or the number of squares for a pass; corners
are tried first.

A score is in hundredths of a disc: 100 times the difference of discs, where squares that are still empty at the end
count for the winner. `evaluate` counts mobility and corners; it stays below the smallest win, which is by two discs.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from halfmove.bits import U64, popcount, trailing_zeros
from halfmove.checks import shown
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.gate import checked

DISC = 100  # the score of one disc


class Board(NamedTuple):
    mine: U64
    theirs: U64


@checked
def othello(size: int = 8) -> Game:
    """Othello on a board of `size` x `size` squares: 4, 6 or 8. A move is written d3, or pass."""
    if size not in (4, 6, 8):
        raise UsageError(f"size must be 4, 6 or 8, not {shown(size)}")
    cells = size * size
    full = (1 << cells) - 1
    row = (1 << size) - 1
    inner = sum((row >> 2 << 1) << size * y for y in range(size))  # lines to the side must not run over the edge
    corners = 1 | 1 << size - 1 | 1 << cells - size | 1 << cells - 1
    most = size - 3  # so many squares of a line can follow its first one
    slope, rise = size - 1, size + 1  # the steps of the two diagonals

    def beyond(discs, through, step):
        """The squares behind unbroken lines of `through` that begin next to `discs`, in both directions of a step."""
        up = discs << step & through
        down = discs >> step & through
        for _ in range(most):
            up |= up << step & through
            down |= down >> step & through
        return up << step | down >> step

    def places(mine, theirs):
        """The empty squares on which a disc of mine would enclose discs of theirs."""
        aside = theirs & inner
        found = (
            beyond(mine, aside, 1) | beyond(mine, aside, slope) | beyond(mine, theirs, size) | beyond(mine, aside, rise)
        )
        return found & ~(mine | theirs) & full

    def enclosed(disc, through, mine, step):
        """The discs of `through` between a new disc and a disc of mine, in both directions of a step."""
        up = disc << step & through
        down = disc >> step & through
        for _ in range(most):
            up |= up << step & through
            down |= down >> step & through
        found = up if up << step & mine else U64(0)
        return found | down if down >> step & mine else found

    def moves(p):
        left = places(p.mine, p.theirs)
        if left == 0:
            yield cells
        best = left & corners
        while best:
            yield trailing_zeros(best)
            best &= best - 1
        left &= ~corners
        while left:
            yield trailing_zeros(left)
            left &= left - 1

    def play(p, square):
        if square == cells:
            return Board(p.theirs, p.mine)
        disc = U64(1) << square
        aside = p.theirs & inner
        turned = (
            enclosed(disc, aside, p.mine, 1)
            | enclosed(disc, aside, p.mine, slope)
            | enclosed(disc, p.theirs, p.mine, size)
            | enclosed(disc, aside, p.mine, rise)
        )
        return Board(p.theirs ^ turned, p.mine | disc | turned)

    def result(p):
        if places(p.mine, p.theirs) or places(p.theirs, p.mine):
            return False, 0
        mine, theirs = popcount(p.mine), popcount(p.theirs)
        if mine > theirs:
            return True, DISC * (cells - 2 * theirs)
        if mine < theirs:
            return True, DISC * (2 * mine - cells)
        return True, 0

    def evaluate(p):
        mobility = popcount(places(p.mine, p.theirs)) - popcount(places(p.theirs, p.mine))
        taken = popcount(p.mine & corners) - popcount(p.theirs & corners)
        return min(max(4 * mobility + 25 * taken, 1 - 2 * DISC), 2 * DISC - 1)

    def key(p):
        return int(p.mine << cells | p.theirs)

    def show(p):
        """The side to move has the discs X."""
        files = f"   {' '.join('abcdefgh'[:size])}"
        rows = [files]
        for y in range(size):
            squares = range(size * y, size * y + size)
            marks = ("X" if p.mine >> s & 1 else "O" if p.theirs >> s & 1 else "." for s in squares)
            rows.append(f"{y + 1}  {' '.join(marks)}")
        return "\n".join(rows)

    names = [f"{'abcdefgh'[square % size]}{square // size + 1}" for square in range(cells)] + ["pass"]

    @checked
    def parse(text: str):
        if text not in names:
            raise UsageError(f"{shown(text)} is not a square from a1 to {names[-2]}, nor pass")
        return names.index(text)

    @checked
    def locate(line: str):
        """The position after moves from the start, such as d3c3c4; passes may be left out."""
        at = start
        for word in re.findall(r"pass|[a-z]\d|[^\s,;]", line):
            square, legal = parse(word), [] if result(at)[0] else list(moves(at))
            if legal == [cells] and square != cells:
                at = play(at, cells)
                legal = list(moves(at))
            if square not in legal:
                raise UsageError(f"{shown(line)} is not a sequence of possible moves: see {shown(word)}")
            at = play(at, square)
        return at

    middle = (size // 2 - 1) * rise  # the upper left one of the four squares in the middle
    start = Board(1 << middle + 1 | 1 << middle + size, 1 << middle | 1 << middle + rise)
    return Game(
        "Othello" if size == 8 else f"Othello {size} x {size}",
        start,
        moves,
        play,
        result,
        evaluate,
        key=key if 2 * cells <= 63 else None,
        longest=2 * cells,
        show=show,
        parse=parse,
        format=names.__getitem__,
        locate=locate,
        parameters={"game": "othello", "size": size},
    )
