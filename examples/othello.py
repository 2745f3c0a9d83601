"""Othello on its board of 64 squares: each side is one `hm.U64`, a bit for every square.

Square 0 is a1, 7 is h1, 63 is h8. A stone is put where it encloses a line of the other side's stones between itself and
another stone of one's own; they change sides. Who cannot put one passes (move 64), and if neither can the game is over.
A position is seen by the side to move: `play` swaps the sides.

Ints have no end in Python, so that what is shifted left is cut to 64 bits; in machine code a U64 has no more anyway.
"""

from typing import NamedTuple

import halfmove as hm
from halfmove.bits import popcount, trailing_zeros

FULL = 0xFFFFFFFFFFFFFFFF
INNER = 0x7E7E7E7E7E7E7E7E  # all but the files a and h: lines to the side must not run over the edge
CORNERS = 0x8100000000000081
PASS = 64


class Board(NamedTuple):
    mine: hm.U64
    theirs: hm.U64


def line(stones, through, shift):
    """The squares of `through` that stand in unbroken lines next to `stones`, to both sides."""
    up = stones << shift & through
    down = stones >> shift & through
    for _ in range(5):
        up |= up << shift & through
        down |= down >> shift & through
    return up, down


def places(mine, theirs):
    """The empty squares on which a stone of mine would enclose stones of theirs."""
    found = 0
    for shift in (1, 7, 8, 9):
        up, down = line(mine, theirs if shift == 8 else theirs & INNER, shift)
        found |= up << shift | down >> shift
    return found & ~(mine | theirs) & FULL


def turned(mine, theirs, stone):
    """The stones of theirs that a new stone of mine encloses."""
    found = 0
    for shift in (1, 7, 8, 9):
        up, down = line(stone, theirs if shift == 8 else theirs & INNER, shift)
        if up << shift & mine:
            found |= up
        if down >> shift & mine:
            found |= down
    return found


def moves(p):
    left = places(p.mine, p.theirs)
    if left == 0:
        yield PASS
    corners = left & CORNERS
    while corners:  # the best squares first
        yield trailing_zeros(corners)
        corners &= corners - 1
    left &= ~CORNERS
    while left:
        yield trailing_zeros(left)
        left &= left - 1


def play(p, square):
    if square == PASS:
        return Board(p.theirs, p.mine)
    stone = hm.U64(1) << square
    changed = turned(p.mine, p.theirs, stone)
    return Board(p.theirs ^ changed, p.mine | stone | changed)


def result(p):
    over = places(p.mine, p.theirs) == 0 and places(p.theirs, p.mine) == 0
    return over, 100 * (popcount(p.mine) - popcount(p.theirs))


def evaluate(p):
    mobility = popcount(places(p.mine, p.theirs)) - popcount(places(p.theirs, p.mine))
    corners = popcount(p.mine & CORNERS) - popcount(p.theirs & CORNERS)
    return mobility + 10 * corners


def show(p):
    """The side to move has the stones o."""
    rows = []
    for row in reversed(range(8)):
        squares = ["o" if p.mine >> s & 1 else "x" if p.theirs >> s & 1 else "." for s in range(8 * row, 8 * row + 8)]
        rows.append(f"{row + 1}  {' '.join(squares)}")
    return "\n".join([*rows, "   a b c d e f g h"])


def name(square):
    return "pass" if square == PASS else f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def parse(text):
    names = [name(square) for square in range(65)]
    if text not in names:
        raise hm.UsageError(f"{text!r} is not a square from a1 to h8, nor pass")
    return names.index(text)


game = hm.Game(
    "Othello",
    start=Board(1 << 28 | 1 << 35, 1 << 27 | 1 << 36),
    moves=moves,
    play=play,
    result=result,
    evaluate=evaluate,
    show=show,
    format=name,
    parse=parse,
    longest=128,
)


if __name__ == "__main__":
    hm.check(game, games=10)
    print(show(game.start))
    for compiled, depth in ((False, 3), (True, 8)):
        r = hm.search(game, "negascout", depth=depth, compiled=compiled)
        line_of_play = " ".join(map(name, r.line))
        print(f"depth {depth}: value {r.value}, {line_of_play}, {r.counts.nodes} nodes, compiled: {r.compiled}")
