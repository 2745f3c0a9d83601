"""Clobber on 8 x 8 squares: each side is one `hm.U64`, moves are tuples, and a depth limit needs `evaluate`.

The board begins full, like a chessboard: one side's stones are on the white squares, the other side's on the black
ones. A move captures a stone of the other side that is next to your own, above, below or beside it, and puts your stone
there. A player that cannot move has lost. A position is seen by the side to move: `play` swaps the sides.

Ints have no end in Python, so a left shift is cut to 64 bits; in machine code a U64 has no more bits anyway.
"""

from typing import NamedTuple

import halfmove as hm
from halfmove.bits import popcount, trailing_zeros

FULL = 0xFFFFFFFFFFFFFFFF
WHITE = 0xAA55AA55AA55AA55  # square 0 is a1, 7 is h1, 63 is h8
NOT_A, NOT_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
WIN = 1000


class Board(NamedTuple):
    mine: hm.U64
    theirs: hm.U64


class Take(NamedTuple):
    start: int
    to: int


def next_to(stones):
    """The squares above, below and beside the stones."""
    return (stones << 8 | stones >> 8 | (stones & NOT_H) << 1 | (stones & NOT_A) >> 1) & FULL


def moves(p):
    takers = p.mine & next_to(p.theirs)
    while takers:
        taker = takers & -takers
        takers ^= taker
        taken = next_to(taker) & p.theirs
        while taken:
            yield Take(trailing_zeros(taker), trailing_zeros(taken))
            taken &= taken - 1


def play(p, take):
    to = hm.U64(1) << take.to
    return Board(p.theirs ^ to, p.mine ^ to ^ hm.U64(1) << take.start)


def result(p):
    return p.mine & next_to(p.theirs) == 0, -WIN


def evaluate(p):
    """Stones that can move, mine against theirs."""
    return popcount(p.mine & next_to(p.theirs)) - popcount(p.theirs & next_to(p.mine))


def show(p):
    """The side to move has the stones o."""
    rows = []
    for row in reversed(range(8)):
        squares = ["o" if p.mine >> s & 1 else "x" if p.theirs >> s & 1 else "." for s in range(8 * row, 8 * row + 8)]
        rows.append(f"{row + 1}  {' '.join(squares)}")
    return "\n".join([*rows, "   a b c d e f g h"])


def name(take):
    return "x".join(f"{'abcdefgh'[square % 8]}{square // 8 + 1}" for square in take)


game = hm.Game(
    "Clobber",
    start=Board(WHITE, FULL ^ WHITE),
    moves=moves,
    play=play,
    result=result,
    evaluate=evaluate,
    show=show,
    format=name,
    longest=63,
)


if __name__ == "__main__":
    hm.check(game, games=10)
    print(show(game.start))
    for compiled, depth in ((False, 2), (True, 4)):
        r = hm.search(game, "negascout", depth=depth, compiled=compiled)
        line = " ".join(map(name, r.line))
        print(f"depth {depth}: value {r.value}, {line}, {r.counts.nodes} nodes, compiled: {r.compiled}")
