"""Breakthrough on a board of any size that fits into 64 squares; each side is one `U64`, a bit for every square.

Each side begins with its two nearest rows full of stones. A stone steps one row forward, straight or diagonally, onto
an empty square; diagonally it may also take a stone of the other side. Taking is not compulsory. The side that reaches
the last row, or takes all stones of the other side, wins.

In a position `mine` are the stones of the side to move and `theirs` those of the other. `player` is 0 if the first
player, who goes up, is to move, and 1 if the second, who goes down, is. Square 0 is a1, the lower left corner; squares
are counted row by row. A move consists of both squares and whether it takes. Moves that take are tried first; within
each kind, those that are farthest ahead.

A lost position has the score -10000. `evaluate` counts stones, and the rows that they have advanced.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from halfmove.base.checks import shown, whole
from halfmove.base.gate import checked
from halfmove.bits import U64, mirror_steps, popcount, swapped, trailing_zeros
from halfmove.errors import UsageError
from halfmove.game import Game

WIN = 10_000
STONE = 10  # the value of a stone, in rows advanced


class Board(NamedTuple):
    mine: U64
    theirs: U64
    player: int


class Step(NamedTuple):
    start: int
    to: int
    takes: int  # 1 or 0


@checked
def breakthrough(width: int = 8, height: int = 8) -> Game:
    """Breakthrough on a board of `width` files and `height` rows. A move is written a2-a3, or a2xb3.

    Parameters
    ----------
    width : int
        Files of the board, at least 2.
    height : int
        Rows of the board, at least 4; the board may have up to 64 squares.

    Returns
    -------
    Game
        The game.
    """
    width, height = whole("width", width, 2), whole("height", height, 4)
    cells = width * height
    if cells > 64:
        raise UsageError(f"a board of {shown(width)} x {shown(height)} is too large: it must not exceed 64 squares")
    full = (1 << cells) - 1
    row = (1 << width) - 1
    left_file = sum(1 << width * y for y in range(height))
    not_left, not_right = full & ~left_file, full & ~(left_file << width - 1)
    top, bottom = row << cells - width, row
    # The rows whose number has this bit, as the first player counts them from 0 and as the second does.
    rows = [
        [sum(row << width * y for y in range(height) if count(y) >> bit & 1) for bit in range(4)]
        for count in (lambda y: y, lambda y: height - 1 - y)
    ]
    up_1, up_2, up_4, up_8 = rows[0]
    down_1, down_2, down_4, down_8 = rows[1]

    def reached(p, aside):
        """The squares to which stones step: straight (0), or diagonally to the left (-1) or right (1)."""
        if aside == 0:
            ahead = p.mine << width if p.player == 0 else p.mine >> width
            return ahead & ~(p.mine | p.theirs) & full
        stones = p.mine & not_left if aside < 0 else p.mine & not_right
        ahead = stones << width + aside if p.player == 0 else stones >> width - aside
        return ahead & ~p.mine & full

    def foremost(squares, player):
        """The square nearest to the last row."""
        return squares.bit_length() - 1 if player == 0 else trailing_zeros(squares)

    def moves(p):
        forward = width if p.player == 0 else -width
        for aside in (-1, 1):
            squares = reached(p, aside) & p.theirs
            while squares:
                to = foremost(squares, p.player)
                squares ^= U64(1) << to
                yield Step(to - forward - aside, to, 1)
        for aside in (0, -1, 1):
            squares = reached(p, aside) & ~p.theirs
            while squares:
                to = foremost(squares, p.player)
                squares ^= U64(1) << to
                yield Step(to - forward - aside, to, 0)

    def play(p, step):
        to = U64(1) << step.to
        return Board(p.theirs & ~to, p.mine ^ (U64(1) << step.start) ^ to, 1 - p.player)

    def result(p):
        arrived = p.theirs & bottom if p.player == 0 else p.theirs & top
        return p.mine == 0 or arrived != 0, -WIN

    def gone_up(stones):
        """The total of rows that stones of the first player have advanced."""
        far = popcount(stones & up_4) + 2 * popcount(stones & up_8)
        return popcount(stones & up_1) + 2 * popcount(stones & up_2) + 4 * far

    def gone_down(stones):
        """The total of rows that stones of the second player have advanced."""
        far = popcount(stones & down_4) + 2 * popcount(stones & down_8)
        return popcount(stones & down_1) + 2 * popcount(stones & down_2) + 4 * far

    def evaluate(p):
        stones = STONE * (popcount(p.mine) - popcount(p.theirs))
        if p.player == 0:
            return stones + gone_up(p.mine) - gone_down(p.theirs)
        return stones + gone_down(p.mine) - gone_up(p.theirs)

    # Hooks for players. A stone that is one row from its goal can always step there: no stone of its own side is in the
    # last row, and a diagonal square is empty or can be taken.

    row_before_top, row_before_bottom = top >> width, bottom << width
    near_a_goal = row_before_top | row_before_bottom
    (mask_1, far_1), (mask_2, far_2), (mask_3, far_3), (mask_4, far_4) = mirror_steps(width, 1, height)

    def beside(stones, player):
        """The squares that stones of a player threaten."""
        left, right = stones & not_left, stones & not_right
        if player == 0:
            return (left << width - 1 | right << width + 1) & full
        return (left >> width + 1 | right >> width - 1) & full

    def nearly_there(stones, player):
        """The stones of a player that are one row from their goal."""
        return stones & row_before_top if player == 0 else stones & row_before_bottom

    def bounds(p):
        if result(p)[0]:
            return -WIN, -WIN
        if nearly_there(p.mine, p.player):
            return WIN, WIN
        runners = nearly_there(p.theirs, 1 - p.player)
        if runners and (runners & runners - 1 or beside(p.mine, p.player) & runners == 0):
            return -WIN, -WIN  # not all of them can be taken
        return -WIN, WIN

    def tries(p):
        """The moves that take a stone that would reach its goal; all moves if there is none."""
        runners = nearly_there(p.theirs, 1 - p.player)
        for step in moves(p):
            if runners == 0 or runners >> step.to & 1:
                yield step

    def noisy(p):
        """The moves that take an unguarded stone, and those that take one row from a goal.

        An exchange changes little, and whole rows of stones face each other: following every exchange costs more than
        it gains.
        """
        guarded = beside(p.theirs, 1 - p.player) & ~near_a_goal
        for step in moves(p):
            if not step.takes:
                break  # moves that take come first
            if guarded >> step.to & 1 == 0:
                yield step

    def order(p, step, child):
        """Moves that take, and stones that are far ahead and not lost there."""
        to = U64(1) << step.to
        rows_advanced = step.to // width if p.player == 0 else height - 1 - step.to // width
        score = 2 * rows_advanced + STONE * step.takes
        if beside(child.mine, child.player) & to and beside(child.theirs, p.player) & to == 0:
            score -= STONE
        return score

    def mirrored(board):
        board = swapped(swapped(board, mask_1, far_1), mask_2, far_2)
        return swapped(swapped(board, mask_3, far_3), mask_4, far_4)

    def symmetry(p):
        """The position or its mirror image, whichever is smaller."""
        mine, theirs = mirrored(p.mine), mirrored(p.theirs)
        if mine < p.mine or (mine == p.mine and theirs < p.theirs):
            return Board(mine, theirs, p.player)
        return p

    def tier(p):
        """The total of rows that all stones still have to go; every move makes it smaller."""
        up, down = (p.mine, p.theirs) if p.player == 0 else (p.theirs, p.mine)
        return gone_down(up) + gone_up(down)

    def key(p):
        return int((p.mine << cells | p.theirs) << 1 | p.player)

    files = "abcdefghijklmnop"[:width]

    def show(p):
        """The first player has the stones X and goes up."""
        first, second = (p.mine, p.theirs) if p.player == 0 else (p.theirs, p.mine)
        lines = []
        for y in reversed(range(height)):
            squares = range(width * y, width * y + width)
            marks = ("X" if first >> s & 1 else "O" if second >> s & 1 else "." for s in squares)
            lines.append(f"{y + 1:2}  {' '.join(marks)}")
        return "\n".join([*lines, f"    {' '.join(files)}", f"{'XO'[p.player]} is to move"])

    names = [f"{files[square % width]}{square // width + 1}" for square in range(cells)]

    def form(step):
        return f"{names[step.start]}{'x' if step.takes else '-'}{names[step.to]}"

    @checked
    def parse(text: str):
        match = re.fullmatch(r"([a-p]\d+)([-x])([a-p]\d+)", text)
        if match is None or match[1] not in names or match[3] not in names:
            raise UsageError(f"{shown(text)} is not a move of this board, such as a2-a3 or a2xb3")
        return Step(names.index(match[1]), names.index(match[3]), int(match[2] == "x"))

    two_rows = (1 << 2 * width) - 1
    return Game(
        f"Breakthrough {width} x {height}",
        Board(two_rows, two_rows << cells - 2 * width, 0),
        moves,
        play,
        result,
        evaluate,
        key=key if 2 * cells + 1 <= 63 else None,
        order=order,
        bounds=bounds,
        tries=tries,
        noisy=noisy,
        symmetry=symmetry,
        tier=tier,
        longest=2 * width * (2 * height - 3),  # every move brings a stone one row nearer to its goal
        show=show,
        parse=parse,
        format=form,
        parameters={"game": "breakthrough", "width": width, "height": height},
    )
