"""Pawns: from the bare rules to a strong opponent, hook by hook. See `halfmove docs a-strong-opponent`.

Each side has a row of pawns on its own edge of the board. A pawn steps one square forward if that square is empty, and
captures a pawn of the other side one square diagonally forward. The player that brings a pawn to the opposite edge
wins, and a player that cannot move has lost. On 3 x 3 squares this is known as Hexapawn.

`game` has the rules alone. `strong` has all hooks. `pawns` makes the games in between.
"""

from typing import NamedTuple

import halfmove as hm
from halfmove.bits import popcount

WIDE, HIGH, WIN = 6, 6, 1000
CELLS = WIDE * HIGH


class Pawns(NamedTuple):
    mine: int  # pawns of the side to move, a bit for each square; square 0 is a1, square 1 is b1
    theirs: int
    forward: int  # from a square to the one ahead: WIDE for the first player, -WIDE for the second


class Step(NamedTuple):
    start: int
    to: int


def moves(p):
    for start in range(CELLS):
        if p.mine >> start & 1:
            ahead = start + p.forward
            if not (p.mine | p.theirs) >> ahead & 1:
                yield Step(start, ahead)
            if start % WIDE > 0 and p.theirs >> ahead - 1 & 1:
                yield Step(start, ahead - 1)
            if start % WIDE < WIDE - 1 and p.theirs >> ahead + 1 & 1:
                yield Step(start, ahead + 1)


def play(p, step):
    return Pawns(p.theirs & ~(1 << step.to), p.mine ^ 1 << step.start ^ 1 << step.to, -p.forward)


def result(p):
    if p.theirs & home(p.forward):
        return True, -WIN
    for _step in moves(p):
        return False, 0
    return True, -WIN


def home(forward):
    """The edge on which a side starts."""
    return ROW if forward > 0 else ROW << CELLS - WIDE


ROW = (1 << WIDE) - 1
START = Pawns(ROW, ROW << CELLS - WIDE, WIDE)

# The hooks


def rows_gone(pawns, forward):
    """The rows that pawns have advanced, all together."""
    total = 0
    for row in range(1, HIGH):
        here = row if forward > 0 else HIGH - 1 - row
        total += row * popcount(pawns >> WIDE * here & ROW)
    return total


def evaluate(p):
    """Pawns, and the rows that they have advanced."""
    rows = rows_gone(p.mine, p.forward) - rows_gone(p.theirs, -p.forward)
    return 10 * (popcount(p.mine) - popcount(p.theirs)) + rows


def order(p, step, child):
    """Captures first, then moves of pawns that are far ahead."""
    row = step.to // WIDE if p.forward > 0 else HIGH - 1 - step.to // WIDE
    return row + (10 if p.theirs >> step.to & 1 else 0)


def shifted(board, by):
    return board << by if by > 0 else board >> -by


LEFT = sum(1 << WIDE * row for row in range(HIGH))
RIGHT = LEFT << WIDE - 1
FULL = (1 << CELLS) - 1


def beside(p):
    """The squares on which my pawns could capture."""
    return (shifted(p.mine & ~LEFT, p.forward - 1) | shifted(p.mine & ~RIGHT, p.forward + 1)) & FULL


def runners(p):
    """Their pawns that arrive with the next step straight ahead. They cannot be blocked, only captured."""
    goal = home(p.forward) & ~p.mine
    return p.theirs & shifted(goal, p.forward)


def bounds(p):
    if result(p)[0]:
        return -WIN, -WIN
    goal = home(-p.forward)
    if shifted(p.mine, p.forward) & ~p.theirs & goal or beside(p) & p.theirs & goal:
        return WIN, WIN
    threats = runners(p)
    if threats & threats - 1 or threats & ~beside(p):
        return -WIN, -WIN  # two of them, or one that cannot be captured
    return -WIN, WIN


def tries(p):
    """Only the captures of pawns that would arrive; all moves if there is no such pawn."""
    threats = runners(p)
    for step in moves(p):
        if threats == 0 or threats >> step.to & 1:
            yield step


def symmetry(p):
    """The position or its mirror image, whichever is smaller."""
    mine, theirs = mirrored(p.mine), mirrored(p.theirs)
    if mine < p.mine or (mine == p.mine and theirs < p.theirs):
        return Pawns(mine, theirs, p.forward)
    return p


def mirrored(board):
    image = 0
    for file in range(WIDE):
        image |= (board >> file & LEFT) << WIDE - 1 - file
    return image


def noisy(p):
    """The captures."""
    for step in moves(p):
        if p.theirs >> step.to & 1:
            yield step


# The games


def show(p):
    """The first player has the pawns X and moves up."""
    first, second = (p.mine, p.theirs) if p.forward > 0 else (p.theirs, p.mine)
    lines = []
    for row in reversed(range(HIGH)):
        squares = range(WIDE * row, WIDE * row + WIDE)
        marks = ("X" if first >> s & 1 else "O" if second >> s & 1 else "." for s in squares)
        lines.append(f"{row + 1}  {' '.join(marks)}")
    return "\n".join([*lines, f"   {' '.join('abcdefghijklmno'[:WIDE])}"])


def name(step):
    """A move as text: b2a3."""
    return "".join(f"{'abcdefghijklmno'[square % WIDE]}{square // WIDE + 1}" for square in step)


HOOKS = {"evaluate": evaluate, "order": order, "bounds": bounds, "tries": tries, "symmetry": symmetry, "noisy": noisy}


def pawns(*hooks):
    """The game with these hooks."""
    given = {each: HOOKS[each] for each in hooks}
    return hm.Game("pawns", START, moves, play, result, show=show, format=name, **given)


game = pawns()
strong = pawns(*HOOKS)


if __name__ == "__main__":
    hm.check(game, games=10)
    hm.check(strong, games=10)
    print(show(game.start))
    for compiled, depth in ((False, 4), (True, 8)):
        r = hm.search(game, "negascout", depth=depth, compiled=compiled)
        print(f"bare rules, depth {depth}: value {r.value}, {r.counts.nodes} nodes, compiled: {r.compiled}")
