"""Gomoku on a board of up to 15 x 15 squares; each side has four words (`four_words.py`).

The players take turns to put a stone onto an empty square. Five stones of a side in a line, without a gap, win; more
than five win too, unless `exact` is set. A full board is a draw.

In a position `mine` are the stones of the side to move. Square 0 is a1, the lower left corner; squares are counted row
by row. A move is the number of a square; squares near the middle are tried first.

A lost position has the score -10000, a drawn one 0. `evaluate` counts the lines that each side can still fill, by their
stones. It sees a square that wins at once, and one that would win twice, for each side: an open three has such squares.
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
    number_in,
    rows_down,
    rows_up,
    some,
    with_square,
    without,
    word_in,
)

WIN = 10_000
MOST_WORTH = 9_000  # of an evaluation
FORCED = 5_000  # what the evaluation says of a line of the other side that must be stopped now
ONE_LEFT, TWO_LEFT, THREE_LEFT, FOUR_LEFT = 48, 20, 6, 1  # the worth of a line by the squares that are missing
DOUBLE = 60  # the worth of having squares that would win twice
CENTRAL = 2  # the worth of a stone near the middle


class Board(NamedTuple):
    mine: Words
    theirs: Words


class Lines(NamedTuple):
    """The lines of one direction that a side can fill, by the squares that are missing; each at its first square."""

    none: Words
    one: Words
    two: Words
    three: Words
    four: Words


class Threats(NamedTuple):
    wins: Words  # the squares that complete a line
    doubles: Words  # squares after which two squares would complete one
    builds: Words  # the squares after which one would


@checked
def gomoku(size: int = 15, connect: int = 5, exact: bool = False) -> Game:
    """Gomoku on a board of `size` x `size` squares; `connect` stones in a line win. A move is written h8.

    Parameters
    ----------
    size : int
        Files and rows of the board, from 3 to 15.
    connect : int
        Stones in a line that win, from 3 on.
    exact : bool
        Whether longer lines do not win.

    Returns
    -------
    Game
        The game.
    """
    size = whole("size", size, 3, MOST)
    connect = whole("connect", connect, 3, size)
    lane = size + 1
    cells = size * size
    everywhere = [(x, y) for y in range(size) for x in range(size)]
    full = board_of(everywhere, size)
    center = (size - 1) // 2
    zones = tuple(
        board_of([(x, y) for x, y in everywhere if low <= max(abs(x - center), abs(y - center)) < high], size)
        for low, high in ((0, 1), (1, 2), (2, 4), (4, MOST))
    )

    middle = either(either(zones[0], zones[1]), zones[2])

    def ahead(board, direction):
        """Every square in the place of the one before it: 0 across, 1 upright, 2 and 3 diagonally.

        At the edge of the board it may come to another row. All that is asked here are lines of squares on the board,
        and no such line leads over an edge, because the bit between two rows is no square.
        """
        if direction == 0:
            return aside(board, 1)
        up = rows_up(board, lane)
        return up if direction == 1 else aside(up, 1) if direction == 2 else aside(up, -1)

    def behind(board, direction):
        """Every square in the place of the one after it."""
        if direction == 0:
            return aside(board, -1)
        down = rows_down(board, lane)
        return down if direction == 1 else aside(down, -1) if direction == 2 else aside(down, 1)

    def more(lines, stones, free):
        """The lines with one more square each."""
        return Lines(
            both(lines.none, stones),
            both(either(both(lines.one, stones), without(lines.none, stones)), free),
            both(either(both(lines.two, stones), without(lines.one, stones)), free),
            both(either(both(lines.three, stones), without(lines.two, stones)), free),
            both(either(both(lines.four, stones), without(lines.three, stones)), free),
        )

    def lines_of(mine, free, direction):
        """The lines that a side can fill; `free` are the squares without stones of the other side."""
        stones, room = mine, free
        lines = Lines(full, NONE, NONE, NONE, NONE)
        for _ in range(connect):
            lines = more(lines, stones, room)
            stones, room = ahead(stones, direction), ahead(room, direction)
        if exact:  # not between stones that would make the line longer
            around = either(stones, behind(mine, direction))
            return Lines(
                without(lines.none, around),
                without(lines.one, around),
                without(lines.two, around),
                without(lines.three, around),
                without(lines.four, around),
            )
        return lines

    def has_line(stones):
        """Whether a side has a line that wins."""
        for direction in range(4):
            line = at = stones
            for _ in range(1, connect):
                at = ahead(at, direction)
                line = both(line, at)
            if exact:
                line = without(line, either(ahead(at, direction), behind(stones, direction)))
            if some(line):
                return True
        return False

    def squares_of(lines, direction):
        """All squares of these lines."""
        found = at = lines
        for _ in range(1, connect):
            at = behind(at, direction)
            found = either(found, at)
        return found

    def threats_of(mine, theirs):
        """What a side threatens."""
        wins = doubles = builds = NONE
        free = without(full, theirs)
        empty = without(free, mine)
        for direction in range(4):
            lines = lines_of(mine, free, direction)
            if some(lines.one):
                wins = either(wins, both(squares_of(lines.one, direction), empty))
            if some(lines.two):
                found = both(squares_of(lines.two, direction), empty)
                doubles = either(doubles, either(both(builds, found), between(lines.two, empty, direction)))
                builds = either(builds, found)
        return Threats(wins, doubles, builds)

    def between(lines, empty, direction):
        """The empty squares after which both ends of a longer line are left: `lines` are two squares short."""
        end = empty
        for _ in range(connect):
            end = ahead(end, direction)
        at = both(both(lines, ahead(lines, direction)), both(empty, end))
        found = NONE
        if some(at):
            for _ in range(1, connect):
                at = behind(at, direction)
                found = either(found, at)
        return both(found, empty)

    def squares_in(board):
        """The numbers of the squares of a board."""
        for number in range(4):
            left = word_in(board, number)
            while left:
                bit = trailing_zeros(left)
                yield (4 * (bit // lane) + number) * size + bit % lane
                left &= left - 1

    def moves(p):
        for zone in zones:
            for square in squares_in(without(without(zone, p.mine), p.theirs)):
                yield square

    def play(p, square):
        return Board(p.theirs, with_square(p.mine, square, size))

    def result(p):
        if has_line(p.theirs):
            return True, -WIN
        return not some(without(without(full, p.mine), p.theirs)), 0

    def worth(mine, theirs):
        """What the lines of a side are worth."""
        free, found = without(full, theirs), 0
        for direction in range(4):
            lines = lines_of(mine, free, direction)
            found += ONE_LEFT * number_in(lines.one) + TWO_LEFT * number_in(lines.two)
            found += THREE_LEFT * number_in(lines.three) + FOUR_LEFT * number_in(lines.four)
        return found

    def evaluate(p):
        ours, others = threats_of(p.mine, p.theirs), threats_of(p.theirs, p.mine)
        score = worth(p.mine, p.theirs) * 5 // 4 - worth(p.theirs, p.mine)
        if some(ours.wins):
            score += FORCED
        elif some(others.wins):
            score -= FORCED
        score += DOUBLE * ((2 if some(ours.doubles) else 0) - (1 if some(others.doubles) else 0))
        score += CENTRAL * (number_in(both(p.mine, middle)) - number_in(both(p.theirs, middle)))
        return min(max(score, -MOST_WORTH), MOST_WORTH)

    # Hooks for players.

    def bounds(p):
        if has_line(p.theirs):
            return -WIN, -WIN
        if not some(without(without(full, p.mine), p.theirs)):
            return 0, 0
        ours = threats_of(p.mine, p.theirs)
        if some(ours.wins):
            return WIN, WIN
        wins = threats_of(p.theirs, p.mine).wins
        count = number_in(wins)
        if count > 1:
            return -WIN, -WIN
        if count == 0 and some(ours.doubles):
            return WIN, WIN
        return -WIN, WIN

    def answers(p, doubles, builds):
        """The moves after which the other side cannot win twice at once: at such a square of theirs, or where they
        would win then; or an own threat. The others lose."""
        found = full
        for square in squares_in(doubles):
            wins = threats_of(with_square(p.theirs, square, size), p.mine).wins
            found = both(found, with_square(wins if number_in(wins) == 2 else NONE, square, size))
        return either(found, builds)

    def tries(p):
        """The moves that are not known to lose; all are as good as each other if there is none."""
        ours, others = threats_of(p.mine, p.theirs), threats_of(p.theirs, p.mine)
        empty = without(without(full, p.mine), p.theirs)
        if some(ours.wins):
            found = ours.wins
        elif some(others.wins):
            found = others.wins
        elif some(others.doubles) and not some(ours.doubles):
            found = answers(p, others.doubles, ours.builds)
        else:
            found = empty
        if not some(found):
            found = empty
        first = either(either(ours.doubles, others.doubles), either(ours.builds, others.builds))
        stones = either(p.mine, p.theirs)
        close = either(either(stones, aside(stones, 1)), aside(stones, -1))
        close = either(either(close, rows_up(close, lane)), rows_down(close, lane))
        for square in squares_in(both(found, first)):
            yield square
        found = without(found, first)
        for square in squares_in(both(found, close)):
            yield square
        found = without(found, close)
        for zone in zones:
            for square in squares_in(both(found, zone)):
                yield square

    def noisy(p):
        """The moves that threaten to win at once, or the one that stops such a threat."""
        ours, others = threats_of(p.mine, p.theirs), threats_of(p.theirs, p.mine)
        for square in squares_in(others.wins if some(others.wins) else ours.builds):
            yield square

    def order(p, square, child):
        """All moves alike: `tries` sorts them, and the player learns which ones are good in this position."""
        return 0

    def skip(p):
        """A stone more never does harm, so passing is never better. (It may where longer lines do not win.)"""
        return Board(p.theirs, p.mine)

    def tier(p):
        return number_in(p.mine) + number_in(p.theirs)

    files = "abcdefghijklmno"[:size]

    def show(p):
        first, second = (p.mine, p.theirs) if tier(p) % 2 == 0 else (p.theirs, p.mine)
        lines = []
        for y in reversed(range(size)):
            row, far = word_in(first, y % 4) >> y // 4 * lane, word_in(second, y % 4) >> y // 4 * lane
            marks = ("X" if row >> x & 1 else "O" if far >> x & 1 else "." for x in range(size))
            lines.append(f"{y + 1:2}  {' '.join(marks)}")
        return "\n".join([*lines, f"    {' '.join(files)}", f"{'XO'[tier(p) % 2]} is to move"])

    names = [f"{files[square % size]}{square // size + 1}" for square in range(cells)]

    @checked
    def parse(text: str):
        if text not in names:
            raise UsageError(f"{shown(text)} is not a square from a1 to {names[-1]}")
        return names.index(text)

    @checked
    def locate(line: str):
        """The position after moves from the start, such as h8h9g7."""
        at = Board(NONE, NONE)
        for word in re.findall(r"[a-z]\d+|[^\s,;]", line):
            square = parse(word)
            if result(at)[0] or square not in list(moves(at)):
                raise UsageError(f"{shown(line)} is not a sequence of possible moves: see {shown(word)}")
            at = play(at, square)
        return at

    called = "Gomoku" if connect == 5 else f"Gomoku with {connect} in a line"
    return Game(
        f"{called} {size} x {size}{', no longer lines' if exact else ''}",
        Board(NONE, NONE),
        moves,
        play,
        result,
        evaluate,
        order=order,
        bounds=bounds,
        tries=tries,
        noisy=noisy,
        skip=None if exact else skip,
        tier=tier,
        longest=cells,
        selective=True,
        show=show,
        parse=parse,
        format=names.__getitem__,
        locate=locate,
        parameters={"game": "gomoku", "size": size, "connect": connect, "exact": exact},
    )
