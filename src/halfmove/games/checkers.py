"""Checkers, also called English draughts, on the 32 dark squares of a board of 8 x 8.

Black moves first. Men step and jump diagonally forward; a man that reaches the last row becomes a king, and its move
ends there. Kings step and jump one square in all four directions. A side that can jump must jump, and must continue as
long as the same piece can; of several ways to jump any may be chosen. All jumps of a turn are one move. A side that
cannot move has lost. The game is drawn after 80 half-moves in a row in which nothing was taken and no man moved, and
when a position occurs for the third time.

Squares have their usual numbers: 1 to 4 in the row nearest to Black, 29 to 32 in the row nearest to White. In a board
each square is a bit; after every two rows one bit stays empty, so that every step is 4 or 5 bits up or down. In a
position `mine` are the pieces of the side to move, `theirs` those of the other, `kings` the kings of
both; `quiet` counts the half-moves towards a draw; `player` is 0 for Black and 1 for White. Because the count is part
of the position, a transposition table treats two positions as the same only if their counts are equal.

A move goes from a square to a square, with the board of all pieces that it takes. Two routes that take the same pieces
are one move. It is written 11-15, or with every square on the way as 22x15x6.

A lost position has the score -10000. `evaluate` counts 100 for a man, 2 more for every row that it has advanced, and
150 for a king.

There is no `order`: none that was tested searched fewer nodes overall than the order by evaluation. There is no
`tries`: the rules already force moves. There is no `symmetry`: the only one is to rotate the board and exchange the
colours, and a game hardly ever reaches both positions of such a pair.

A tier is the number of pieces. Positions of up to ten pieces are numbered, as the side to move sees them: a position
and its rotation with exchanged colours have the same number. The count towards a draw is not part of a number, and a
position that is drawn by it has none. So a solution by numbers ignores that rule, and endless play is a draw.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from halfmove.base.checks import shown
from halfmove.base.gate import checked
from halfmove.bits import mirror_steps, popcount, swapped, trailing_zeros
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.games.checkers_numbers import all_ways, nth_board, number_of

WIN = 10_000
DRAWN = 80  # half-moves without taking and without a move of a man
BOARD = 0b11111111_0_11111111_0_11111111_0_11111111
FIRST_ROW, LAST_ROW = 0b1111, 0b1111 << 31
# The rows whose number, counted from 0 at Black's side, has bit 0 set, bit 1 set, bit 2 set.
ROWS_1 = 0b11110000_0_11110000_0_11110000_0_11110000
ROWS_2 = 0b11111111_0_00000000_0_11111111_0_00000000
ROWS_4 = 0b11111111_0_11111111_0_00000000_0_00000000


# Reverse the order of seven groups of five bits, and then the bits of each group.
(MASK_1, FAR_1), (MASK_2, FAR_2), *_ = mirror_steps(7, 5)
(MASK_3, FAR_3), (MASK_4, FAR_4), *_ = mirror_steps(5, 1, 7)


class Board(NamedTuple):
    mine: int
    theirs: int
    kings: int
    quiet: int
    player: int


class Move(NamedTuple):
    start: int
    to: int
    taken: int


def place(square):
    """The index of the bit of a square."""
    return square - 1 + (square - 1 >> 3)


def square_of(bit):
    """The square of a board with one bit."""
    number = trailing_zeros(bit)
    return number - number // 9 + 1


def upward(p):
    """The pieces that may go to higher squares."""
    return p.mine if p.player == 0 else p.mine & p.kings


def downward(p):
    """The pieces that may go to lower squares."""
    return p.mine & p.kings if p.player == 0 else p.mine


def jumpers(p):
    """The pieces that can jump."""
    free = BOARD & ~(p.mine | p.theirs)
    above = (free >> 4 & p.theirs) >> 4 | (free >> 5 & p.theirs) >> 5
    below = (free << 4 & p.theirs) << 4 | (free << 5 & p.theirs) << 5
    return above & upward(p) | below & downward(p)


def steppers(p):
    """The pieces that can step."""
    free = BOARD & ~(p.mine | p.theirs)
    return (free >> 4 | free >> 5) & upward(p) | (free << 4 | free << 5) & downward(p)


def leap(here, way):
    """The square next to this one and the square behind it, in one of four directions; 3 - way is the way back."""
    if way == 0:
        return here << 4, here << 8
    if way == 1:
        return here << 5, here << 10
    if way == 2:
        return here >> 5, here >> 10
    return here >> 4, here >> 8


def first_route(here, taken):
    """The first route from a square that takes all these pieces: two bits for each jump, after a leading 1.

    The pieces that are taken determine the squares of each jump, in any order.
    """
    route, way = 1, 0
    while taken:
        if way < 4:
            over, behind = leap(here, way)
            if over & taken:
                here, taken, route, way = behind, taken ^ over, route << 2 | way, 0
            else:
                way += 1
        elif route == 1:
            return 0
        else:
            way = route & 3
            over, here = leap(here, 3 - way)
            taken, route, way = taken | over, route >> 2, way + 1
    return route


def moves(p):
    free = BOARD & ~(p.mine | p.theirs)
    left = jumpers(p)
    if left == 0:
        up, down = upward(p), downward(p)
        for way in range(4):
            if way < 2:
                targets = (up << 4 if way == 0 else up << 5) & free
            else:
                targets = (down >> 5 if way == 2 else down >> 4) & free
            while targets:
                to = targets & -targets
                targets ^= to
                start = leap(to, 3 - way)[0]
                yield Move(square_of(start), square_of(to), 0)
    while left:
        start = left & -left
        left ^= start
        is_king = p.kings & start != 0
        first, end = (0 if is_king or p.player == 0 else 2), (4 if is_king or p.player == 1 else 2)
        room = free | start  # a piece may return to its start
        here, taken, route, way, ends = start, 0, 1, first, False
        while True:
            if way < end:
                over, behind = leap(here, way)
                if over & p.theirs & ~taken and behind & room:
                    here, taken, route, way, ends = behind, taken | over, route << 2 | way, first, True
                else:
                    way += 1
            else:
                # Only a king that takes four or more pieces can take the same ones in another order.
                if ends and (not is_king or popcount(taken) < 4 or first_route(start, taken) == route):
                    yield Move(square_of(start), square_of(here), taken)
                if route == 1:
                    break
                way = route & 3
                over, here = leap(here, 3 - way)
                taken, route, way, ends = taken ^ over, route >> 2, way + 1, False


def play(p, move):
    start, to = 1 << place(move.start), 1 << place(move.to)
    is_king = p.kings & start != 0
    kings = p.kings & ~(start | move.taken)
    if is_king or to & (LAST_ROW if p.player == 0 else FIRST_ROW):
        kings |= to
    quiet = p.quiet + 1 if is_king and move.taken == 0 else 0
    return Board(p.theirs & ~move.taken, p.mine & ~start | to, kings, quiet, 1 - p.player)


def result(p):
    if jumpers(p) == 0 and steppers(p) == 0:
        return True, -WIN
    return p.quiet >= DRAWN, 0


def rows_advanced(men, player):
    """The total of rows that men have advanced."""
    up = popcount(men & ROWS_1) + 2 * popcount(men & ROWS_2) + 4 * popcount(men & ROWS_4)
    return up if player == 0 else 7 * popcount(men) - up


def worth(pieces, kings, player):
    men = pieces & ~kings
    return 100 * popcount(men) + 2 * rows_advanced(men, player) + 150 * popcount(pieces & kings)


def evaluate(p):
    return worth(p.mine, p.kings, p.player) - worth(p.theirs, p.kings, 1 - p.player)


def bounds(p):
    return -WIN, WIN  # nothing is better than a win


def noisy(p):
    """Jumps, which are forced."""
    if jumpers(p):
        for move in moves(p):
            yield move


def lasting(p):
    """The half-moves since something was taken or a man moved."""
    return p.quiet


def uncounted(p):
    return Board(p.mine, p.theirs, p.kings, 0, p.player)


def tier(p):
    return popcount(p.mine | p.theirs)


def ranks(tier):
    return all_ways(tier)


def turned_round(board):
    """The board as the other side sees it: 35 bits in reverse order."""
    board = swapped(swapped(board, MASK_1, FAR_1), MASK_2, FAR_2)
    return swapped(swapped(board, MASK_3, FAR_3), MASK_4, FAR_4)


def rank(p):
    if p.quiet >= DRAWN:
        return -1
    if p.player == 0:
        return number_of(p.mine, p.theirs, p.kings)
    return number_of(turned_round(p.mine), turned_round(p.theirs), turned_round(p.kings))


def unrank(tier, number):
    if number < 0 or number >= all_ways(tier):
        return Board(0, 0, 0, 0, 0)
    mine, theirs, kings = nth_board(tier, number)
    return Board(mine, theirs, kings, 0, 0)


def before(p):
    """The positions from which a step leads here; their counts towards a draw are 0."""
    free = BOARD & ~(p.mine | p.theirs)
    goal = LAST_ROW if p.player == 1 else FIRST_ROW
    left = p.theirs
    while left:
        to = left & -left
        left ^= to
        for crowned in range(2):  # a king in the last row may have arrived there as a man
            is_king = p.kings & to != 0
            if crowned and not (is_king and to & goal):
                continue
            as_king = is_king and not crowned
            for way in range(4):
                start = leap(to, 3 - way)[0]
                if start & free == 0 or (not as_king and (way < 2) != (p.player == 1)):
                    continue
                if not as_king and start & goal:
                    continue
                kings = p.kings & ~to | (start if as_king else 0)
                earlier = Board(p.theirs ^ to | start, p.mine, kings, 0, 1 - p.player)
                if jumpers(earlier) == 0:
                    yield earlier


def show(p: Board) -> str:
    """Black has b and its kings B, White w and W; the numbers are those of the first and last square of a row."""
    sides = (p.mine, p.theirs) if p.player == 0 else (p.theirs, p.mine)
    lines = []
    for row in range(8):
        marks = []
        for square in range(4 * row + 1, 4 * row + 5):
            bit = 1 << place(square)
            mark = "b" if sides[0] & bit else "w" if sides[1] & bit else "."
            marks.append(mark.upper() if p.kings & bit else mark)
        squares = "   ".join(marks)
        lines.append(f"{4 * row + 1:2} {'  ' * (row % 2 == 0)} {squares} {'  ' * (row % 2)} {4 * row + 4:2}")
    return "\n".join([*lines, f"{('black', 'white')[p.player]} is to move"])


def form(move: Move) -> str:
    if not move.taken:
        return f"{move.start}-{move.to}"
    here, squares = 1 << place(move.start), [move.start]
    route = first_route(here, move.taken)
    for jump in reversed(range(popcount(move.taken))):
        _, here = leap(here, route >> 2 * jump & 3)
        squares.append(square_of(here))
    return "x".join(map(str, squares))


@checked
def parse(text: str) -> Move:
    fault = UsageError(f"{shown(text)} is not a move, such as 11-15 or, with every square on the way, 22x15x6")
    if not re.fullmatch(r"\d{1,2}(-\d{1,2}|(x\d{1,2})+)", text, re.ASCII):
        raise fault
    squares = [int(word) for word in re.split("[-x]", text)]
    if not all(1 <= square <= 32 for square in squares):
        raise fault
    taken = 0
    for start, to in pairwise(squares):
        leaps = [leap(1 << place(start), way) for way in range(4)]
        target = 1 << place(to)
        if "-" in text and target not in [beside for beside, _ in leaps]:
            raise fault
        if "x" in text:
            over = [beside for beside, behind in leaps if behind == target and beside & BOARD]
            if not over:
                raise fault
            taken |= over[0]
    return Move(squares[0], squares[-1], taken)


def checkers() -> Game:
    """Checkers (English draughts). A move is written 11-15, or 22x15x6 with every square on the way.

    Returns
    -------
    Game
        The game.
    """
    return Game(
        "checkers",
        Board(0b1111_0_11111111, 0b11111111_0_1111 << 22, 0, 0, 0),
        moves,
        play,
        result,
        evaluate,
        bounds=bounds,
        noisy=noisy,
        lasting=lasting,
        uncounted=uncounted,
        tier=tier,
        ranks=ranks,
        rank=rank,
        unrank=unrank,
        before=before,
        show=show,
        parse=parse,
        format=form,
        occurrences=3,
        patience=DRAWN,
        parameters={"game": "checkers"},
    )
