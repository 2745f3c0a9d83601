"""Breakthrough on a board of 5 x 5: moves are tuples, and a depth limit needs `evaluate`.

A stone steps one row forward, straight or diagonally onto an empty square; it takes diagonally. Who reaches the last
row, or takes all stones of the other side, wins. A position is seen by the side to move, which always moves up: `play`
turns the board round.
"""

from typing import NamedTuple

import halfmove as hm
from halfmove.bits import popcount

SIDE = 5
LAST_ROW = ((1 << SIDE) - 1) << SIDE * (SIDE - 1)
WIN = 1000


class Board(NamedTuple):
    mine: int
    theirs: int


class Step(NamedTuple):
    start: int  # squares are numbered from 0, row by row, from the mover's left
    to: int


def moves(p):
    for start in range(SIDE * (SIDE - 1) - 1, -1, -1):  # the foremost stones first
        if p.mine >> start & 1:
            for aside in (0, -1, 1):
                to = start + SIDE + aside
                inside = 0 <= start % SIDE + aside < SIDE
                blocked = p.mine | p.theirs if aside == 0 else p.mine
                if inside and not blocked >> to & 1:
                    yield Step(start, to)


def turned(stones):
    """A board seen from the other side."""
    other = 0
    for square in range(SIDE * SIDE):
        if stones >> square & 1:
            other |= 1 << (SIDE * SIDE - 1 - square)
    return other


def play(p, step):
    mine = p.mine ^ (1 << step.start) ^ (1 << step.to)
    return Board(turned(p.theirs & ~(1 << step.to)), turned(mine))


def result(p):
    lost = turned(p.theirs) & LAST_ROW != 0 or p.mine == 0  # the other side has just moved
    return lost, -WIN


def evaluate(p):
    return popcount(p.mine) - popcount(p.theirs)


def show(p):
    squares = ["o" if p.mine >> square & 1 else "x" if p.theirs >> square & 1 else "." for square in range(SIDE * SIDE)]
    return "\n".join(" ".join(squares[row * SIDE : row * SIDE + SIDE]) for row in reversed(range(SIDE)))


TWO_ROWS = (1 << 2 * SIDE) - 1
game = hm.Game(
    "Breakthrough 5 x 5",
    start=Board(TWO_ROWS, TWO_ROWS << SIDE * (SIDE - 2)),
    moves=moves,
    play=play,
    result=result,
    evaluate=evaluate,
    show=show,
    format=lambda step: f"{step.start}-{step.to}",
)


if __name__ == "__main__":
    hm.check(game)
    print(show(game.start))
    for compiled, depth in ((False, 4), (True, 8)):
        r = hm.search(game, "negascout", depth=depth, compiled=compiled)
        line = " ".join(map(game.format, r.line))
        print(f"depth {depth}: value {r.value}, {line}, {r.counts.nodes} nodes, compiled: {r.compiled}")
