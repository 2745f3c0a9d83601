"""Dots and boxes: a player that closes a box gets it and moves again (the `turn` hook).

The board has SIDE x SIDE boxes. A move draws one of the lines around them. The player that draws the fourth line of
a box owns it. When all lines are drawn, the player with more boxes wins, and the score is the difference.

The lines are numbered from the top: a row of horizontal lines, a row of vertical lines, and so on. With SIDE = 2:

    . 0 . 1 .
    2   3   4
    . 5 . 6 .
    7   8   9
    .10 .11 .
"""

from typing import NamedTuple

import halfmove as hm

SIDE = 2
LINES = 2 * SIDE * (SIDE + 1)
ROW = 2 * SIDE + 1  # from a line to the same line one row of boxes below
BOXES = tuple(
    sum(1 << first + more for more in (0, SIDE, SIDE + 1, ROW))  # the lines above, left, right and below
    for first in (ROW * y + x for y in range(SIDE) for x in range(SIDE))
)


class Dots(NamedTuple):
    drawn: int  # one bit for every line
    lead: int  # boxes of the side to move minus those of the other
    player: int  # 0 or 1


def moves(p):
    for line in range(LINES):
        if not p.drawn >> line & 1:
            yield line


def play(p, line):
    drawn, closed = p.drawn | 1 << line, 0
    for box in BOXES:
        if box >> line & 1 and drawn & box == box:
            closed += 1
    if closed:
        return Dots(drawn, p.lead + closed, p.player)
    return Dots(drawn, -p.lead, 1 - p.player)


def turn(p):
    return p.player


def result(p):
    return p.drawn == (1 << LINES) - 1, p.lead


def evaluate(p):
    return p.lead


def show(p):
    rows = []
    for first in range(0, LINES, ROW):
        lying = ("--" if p.drawn >> line & 1 else "  " for line in range(first, first + SIDE))
        rows.append(f".{'.'.join(lying)}.")
        if first + SIDE < LINES:
            standing = ("|" if p.drawn >> line & 1 else " " for line in range(first + SIDE, first + ROW))
            rows.append("  ".join(standing))
    return "\n".join(rows)


game = hm.Game("dots and boxes", Dots(0, 0, 0), moves, play, result, evaluate, turn=turn, show=show, longest=LINES)


if __name__ == "__main__":
    hm.check(game)
    print(show(game.start))
    for compiled, depth in ((False, 4), (True, 8)):
        r = hm.search(game, "negascout", depth=depth, compiled=compiled)
        print(f"value {r.value}, lines {' '.join(map(str, r.line))}, {r.counts.nodes} nodes, compiled: {r.compiled}")
