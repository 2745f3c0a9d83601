"""Hex on a board of up to 15 x 15 cells; each side has four words (`four_words.py`).

The board is a rhombus of hexagons: each row begins half a cell further to the right than the row above it. So a cell
touches two cells of its row, two of the row above and two of the row below. The players take turns to put a stone onto
an empty cell. The first player, X, wins with a chain of stones from the top row to the bottom row, the second, O, with
one from the leftmost to the rightmost cells. Exactly one of them succeeds: there are no draws.

With `swap` the second player may answer the first stone with "swap" and take the place of the first player: the stone
becomes an O, at the cell that is for O what its cell was for X (rows and columns exchanged).

In a position `mine` are the stones of the side to move; `player` is 0 if X is to move, 1 if O is. Cell 0 is a1, the
upper left corner; cells are counted row by row. A move is the number of a cell, or the number of cells for a swap;
cells near the middle are tried first.

A lost position has the score -1000. `evaluate` compares how many stones each side still needs for a chain. Two cells
that share two empty neighbours, a bridge, count as connected: if the other side takes one of these, the other one is
left. `bounds` knows that a chain cannot be stopped whose bridges have no cell in common.

>>> import halfmove as hm
>>> hm.search(hm.games.hex(3), "alpha_beta").value
1000
"""

from __future__ import annotations

import re
from typing import NamedTuple

from halfmove.base.checks import shown, whole
from halfmove.base.gate import checked
from halfmove.bits import trailing_zeros
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.games.four_words import (
    MOST,
    NONE,
    Words,
    aside,
    board_of,
    both,
    either,
    lowest_of,
    number_in,
    rows_down,
    rows_up,
    some,
    with_square,
    without,
    word_in,
)

WIN = 1000
STONE = 16  # what `evaluate` says of a stone that a chain needs
MOST_WAYS = 8  # ways to complete a chain that it counts
TEMPO = 6  # what it says of being to move


class Board(NamedTuple):
    mine: Words
    theirs: Words
    player: int


@checked
def hex(size: int = 11, swap: bool = False) -> Game:
    """Hex on a board of `size` x `size` cells; X joins top and bottom, O left and right. A move is written f6, or swap.

    Parameters
    ----------
    size : int
        Cells in a row and rows of the board, from 1 to 15.
    swap : bool
        Whether the second player may take the first stone instead of answering it.

    Returns
    -------
    Game
        The game.
    """
    size = whole("size", size, 1, MOST)
    lane, cells = size + 1, size * size
    everywhere = [(x, y) for y in range(size) for x in range(size)]
    full = board_of(everywhere, size)
    top, bottom = board_of([(x, 0) for x in range(size)], size), board_of([(x, size - 1) for x in range(size)], size)
    left, right = board_of([(0, y) for y in range(size)], size), board_of([(size - 1, y) for y in range(size)], size)
    zones = tuple(
        board_of(
            [(x, y) for x, y in everywhere if low <= abs(2 * x - size + 1) + abs(2 * y - size + 1) < high],
            size,
        )
        for low, high in ((0, size // 2), (size // 2, size), (size, 2 * size))
    )

    def moved(board, way):
        """Every stone by one cell: 0 to the right, and on clockwise; over the edge it leaves the board."""
        if way == 0:
            return aside(board, -1)
        if way == 3:
            return aside(board, 1)
        if way == 1:
            return rows_down(board, lane)
        if way == 4:
            return rows_up(board, lane)
        return aside(rows_down(board, lane), 1) if way == 2 else aside(rows_up(board, lane), -1)

    def beside(board):
        """The cells that touch these, among others over the edge."""
        up, down = rows_up(board, lane), rows_down(board, lane)
        row = either(aside(board, 1), aside(board, -1))
        return either(row, either(either(up, aside(up, -1)), either(down, aside(down, 1))))

    def chain(begin, stones):
        """The stones that a chain joins with those of `begin`."""
        found = both(begin, stones)
        growing = some(found)
        while growing:
            more = without(both(beside(found), stones), found)
            growing = some(more)
            found = either(found, more)
        return found

    def squares_in(board):
        """The numbers of these cells."""
        for number in range(4):
            rest = word_in(board, number)
            while rest:
                bit = trailing_zeros(rest)
                yield (4 * (bit // lane) + number) * size + bit % lane
                rest &= rest - 1

    def edges_of(player):
        return (top, bottom) if player == 0 else (left, right)

    def may_swap(p):
        return swap and p.player == 1 and not some(p.mine) and number_in(p.theirs) == 1

    def moves(p):
        if may_swap(p):
            yield cells
        for zone in zones:
            for square in squares_in(without(without(zone, p.mine), p.theirs)):
                yield square

    def play(p, square):
        if square == cells:
            stone = NONE
            for taken in squares_in(p.theirs):
                stone = with_square(NONE, taken % size * size + taken // size, size)
            return Board(NONE, stone, 0)
        return Board(p.theirs, with_square(p.mine, square, size), 1 - p.player)

    def result(p):
        begin, end = edges_of(1 - p.player)
        return some(both(chain(begin, p.theirs), end)), -WIN

    def bridged(board, empty):
        """The cells at the other end of a bridge from these."""
        found = NONE
        first = both(moved(board, 0), empty)
        step = first
        for way in range(6):
            turned = way + 1 if way < 5 else 0
            after = both(moved(board, turned), empty) if way < 5 else first
            found = either(found, both(moved(step, turned), moved(after, way)))
            step = after
        return found

    def from_edge(edge, empty, player, far):
        """The cells of the second row from an edge with both neighbours at the edge empty."""
        free = both(edge, empty)
        if player == 0:
            return both(moved(free, 4), moved(free, 5)) if far else both(moved(free, 1), moved(free, 2))
        return both(moved(free, 3), moved(free, 2)) if far else both(moved(free, 0), moved(free, 5))

    def distance(mine, theirs, player):
        """STONE for each stone that a chain needs, bridges given; less if there are several ways to complete it."""
        empty = without(without(full, mine), theirs)
        begin, end = edges_of(player)
        ends = either(end, from_edge(end, empty, player, True))
        fresh = either(begin, from_edge(begin, empty, player, False))
        reached = NONE  # by own stones, and by those that are added
        needed = 0
        while True:
            joined = without(both(fresh, mine), reached)
            while some(joined):
                reached = either(reached, joined)
                fresh = either(fresh, either(beside(joined), bridged(joined, empty)))
                joined = without(both(fresh, mine), reached)
            there = both(reached, ends)
            added = without(both(fresh, empty), reached)
            if some(there) or not some(added):
                return STONE * needed - (min(number_in(there), MOST_WAYS) if needed else 0)
            needed += 1
            reached = either(reached, added)
            fresh = either(beside(added), bridged(added, empty))

    def evaluate(p):
        return distance(p.theirs, p.mine, 1 - p.player) - distance(p.mine, p.theirs, p.player) + TEMPO

    # Hooks for players.

    def is_safe(mine, theirs, player):
        """Whether the other side cannot stop a chain of these stones: its bridges have no cell in common."""
        empty = without(without(full, mine), theirs)
        begin, end = edges_of(player)
        found = chain(begin, mine)
        while True:
            if some(both(found, either(end, from_edge(end, empty, player, True)))):
                return True
            near = without(both(from_edge(begin, empty, player, False), mine), found)
            if some(near):
                stone = lowest_of(near)
                used = both(beside(stone), begin)
            else:
                stone = used = NONE
                for way in range(6):
                    turned = way + 1 if way < 5 else 0
                    one, other = both(moved(found, way), empty), both(moved(found, turned), empty)
                    ends = without(both(both(moved(one, turned), moved(other, way)), mine), found)
                    if some(ends):
                        stone = lowest_of(ends)
                        used = either(moved(stone, (way + 3) % 6), moved(stone, (way + 4) % 6))
                        break
                if not some(stone):
                    return False
            empty = without(empty, used)
            found = either(found, chain(stone, mine))

    def bounds(p):
        if result(p)[0] or (not may_swap(p) and is_safe(p.theirs, p.mine, 1 - p.player)):
            return -WIN, -WIN
        if is_safe(p.mine, p.theirs, p.player):
            return WIN, WIN
        return -WIN, WIN

    def tier(p):
        return number_in(p.mine) + number_in(p.theirs)

    files = "abcdefghijklmno"[:size]

    def show(p):
        """The stones of the first player are X. Each row is half a cell to the right of the row above it."""
        first, second = (p.theirs, p.mine) if p.player else (p.mine, p.theirs)
        lines = [f"    {' '.join(files)}"]
        for y in range(size):
            row, other = word_in(first, y % 4) >> y // 4 * lane, word_in(second, y % 4) >> y // 4 * lane
            marks = ("X" if row >> x & 1 else "O" if other >> x & 1 else "." for x in range(size))
            lines.append(f"{' ' * y}{y + 1:2}  {' '.join(marks)}")
        return "\n".join([*lines, "X joins top and bottom, O left and right", f"{'XO'[p.player]} is to move"])

    names = [f"{files[square % size]}{square // size + 1}" for square in range(cells)] + ["swap"]

    @checked
    def parse(text: str):
        if text not in names:
            raise UsageError(f"{shown(text)} is not a cell from a1 to {names[-2]}{', nor swap' if swap else ''}")
        return names.index(text)

    @checked
    def locate(line: str):
        """The position after moves from the start, such as f6g7e8."""
        at = Board(NONE, NONE, 0)
        for word in re.findall(r"swap|[a-z]\d+|[^\s,;]", line):
            square = parse(word)
            if result(at)[0] or square not in list(moves(at)):
                raise UsageError(f"{shown(line)} is not a sequence of possible moves: see {shown(word)}")
            at = play(at, square)
        return at

    return Game(
        f"Hex {size} x {size}{' with swap' if swap else ''}",
        Board(NONE, NONE, 0),
        moves,
        play,
        result,
        evaluate,
        bounds=bounds,
        tier=tier,
        longest=cells + swap,
        selective=True,
        show=show,
        parse=parse,
        format=names.__getitem__,
        locate=locate,
        parameters={"game": "hex", "size": size, "swap": swap},
    )
