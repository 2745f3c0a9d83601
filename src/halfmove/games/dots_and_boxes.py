"""Dots and Boxes, on a board of any size that fits into 62 lines.

The players take turns to draw a line between two neighbouring dots. A player who draws the fourth line of a box owns
the box, and moves again. When all lines are drawn, the player with more boxes wins.

In a position `drawn` has one bit for every line, from the top: a row of horizontal lines, a row of vertical lines, and
so on. `lead` is how many boxes more the side to move owns than the other, and `player` is 0 or 1. Who owns which box is
not part of a position. A move is the number of a line, from 0. It is written as its place in a picture in which dots
and lines take turns: in a corner box of the lower left, the lines are b1, a2, c2 and b3.

A score is the difference of boxes. `evaluate` adds the boxes that already have three lines.

`tries` has a proof. Take a line that closes a box, and that has no other side or closes a second box there as well.
Whatever is drawn first, the line still does the same later. So nobody gains by waiting: the line is a best move.

Positions of up to 24 lines are numbered for `solve`, by the lines that are drawn and the boxes of the side to move.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from halfmove.base.checks import shown, whole
from halfmove.base.gate import checked
from halfmove.bits import mirror_steps, popcount, swapped, trailing_zeros
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.games.subsets import choose, nth_set, set_number

MOST_LINES, MOST_ACROSS, MOST_NUMBERED = 62, 12, 24


class Dots(NamedTuple):
    drawn: int
    lead: int
    player: int


@checked
def dots_and_boxes(width: int = 3, height: int = 3) -> Game:
    """Dots and Boxes on a board of `width` x `height` boxes. A move is the place of a line, such as b1 or a2.

    Parameters
    ----------
    width : int
        Boxes in a row, up to 12.
    height : int
        Boxes in a column, up to 12; the board may have up to 62 lines, as 5 x 5 has 60.

    Returns
    -------
    Game
        The game.
    """
    width, height = whole("width", width, 1, MOST_ACROSS), whole("height", height, 1, MOST_ACROSS)
    row = 2 * width + 1  # lines from one row of boxes to the next
    lines, boxes = row * height + width, width * height
    if lines > MOST_LINES:
        raise UsageError(
            f"a board of {shown(width)} x {shown(height)} is too large: it has {lines} lines, and {MOST_LINES} fit"
        )
    full = (1 << lines) - 1
    tops = sum((1 << width) - 1 << row * y for y in range(height))  # the line above each box stands for the box
    border = (1 << width) - 1 | (1 << width) - 1 << row * height
    border |= sum((1 | 1 << width) << row * y + width for y in range(height))

    def closed(drawn):
        """The boxes with four lines."""
        return drawn & drawn >> width & drawn >> width + 1 & drawn >> row & tops

    def lacking(drawn):
        """The boxes that lack their line above, at the left, at the right, below, and no other."""
        above, left, right, below = drawn, drawn >> width, drawn >> width + 1, drawn >> row
        return (
            ~above & left & right & below & tops,
            above & ~left & right & below & tops,
            above & left & ~right & below & tops,
            above & left & right & ~below & tops,
        )

    def closing(drawn):
        """The lines that close a box."""
        above, left, right, below = lacking(drawn)
        return above | left << width | right << width + 1 | below << row

    def moves(p):
        left = full ^ p.drawn
        while left:
            yield trailing_zeros(left)
            left &= left - 1

    def play(p, line):
        drawn = p.drawn | 1 << line
        new = popcount(closed(drawn)) - popcount(closed(p.drawn))
        if new:
            return Dots(drawn, p.lead + new, p.player)
        return Dots(drawn, -p.lead, 1 - p.player)

    def turn(p):
        return p.player

    def result(p):
        return p.drawn == full, p.lead

    def evaluate(p):
        above, left, right, below = lacking(p.drawn)
        return p.lead + popcount(above | left | right | below)

    # Hooks for players.

    def order(p, line, child):
        """Lines that close a box first, and last those that give one away."""
        if child.player == p.player:
            return 1
        return -1 if closing(child.drawn) else 0

    def bounds(p):
        left = boxes - popcount(closed(p.drawn))
        return p.lead - left, p.lead + left

    def tries(p):
        """A line that closes a box for nothing, if there is one; else all lines that are not drawn."""
        above, left, right, below = lacking(p.drawn)
        twice = above & below << row | left << width & right << width + 1
        free = twice | (above | left << width | right << width + 1 | below << row) & border
        if free:
            yield trailing_zeros(free)
        else:
            rest = full ^ p.drawn
            while rest:
                yield trailing_zeros(rest)
                rest &= rest - 1

    def noisy(p):
        """The lines that close a box."""
        left = closing(p.drawn)
        while left:
            yield trailing_zeros(left)
            left &= left - 1

    # Equivalent positions: rotations and reflections of the board. Besides, the two lines at a corner of the board
    # belong to the same box and to no other, so that it is all the same which of them is drawn first.

    def spread(steps, rows, start):
        """The steps that mirror one row of lines, for many rows."""
        return [(sum(mask << row * y + start for y in range(rows)), far) for mask, far in steps if far]

    mirror = (*spread(mirror_steps(width, 1), height + 1, 0), *spread(mirror_steps(width + 1, 1), height, width))
    reverse = tuple(mirror_steps(lines, 1))
    square = width == height
    # Where rows and columns are exchanged, by the number of a line.
    exchanged = tuple(
        [
            row * (place - width) + y if place >= width else row * place + width + y
            for y, place in (divmod(line, row) for line in range(lines))
        ]
        if square
        else [0]
    )
    corners = tuple(
        (row * y + x, row * min(y, height - 1) + width + (x and width)) for y in (0, height) for x in (0, width - 1)
    )

    def mirrored(drawn):
        """Left and right exchanged."""
        for mask, far in mirror:
            drawn = swapped(drawn, mask, far)
        return drawn

    def turned_round(drawn):
        """Rotated by 180 degrees: all lines in reverse order."""
        for mask, far in reverse:
            drawn = swapped(drawn, mask, far)
        return drawn

    def transposed(drawn):
        """Rows and columns exchanged."""
        found = 0
        while drawn:
            found |= 1 << exchanged[trailing_zeros(drawn)]
            drawn &= drawn - 1
        return found

    def at_corners(drawn):
        """The horizontal line of a corner instead of the vertical one, where only one is drawn."""
        if width > 1 and height > 1:
            for lying, standing in corners:
                if drawn >> standing & ~(drawn >> lying) & 1:
                    drawn ^= 1 << standing | 1 << lying
        return drawn

    def least(drawn):
        """The smallest of four images of a board."""
        other = mirrored(drawn)
        return min(drawn, other, turned_round(drawn), turned_round(other))

    def symmetry(p):
        """The smallest of the equivalent positions."""
        drawn = at_corners(p.drawn)
        best = least(drawn)
        if square:
            best = min(best, least(at_corners(transposed(drawn))))
        return Dots(best, p.lead, p.player)

    # Numbers, for solving.

    def tier(p):
        return popcount(p.drawn)

    def ranks(tier):
        return choose(lines, tier) * (boxes + 1)

    def rank(p):
        mine = (popcount(closed(p.drawn)) + p.lead) // 2
        return set_number(p.drawn, full) * (boxes + 1) + mine

    def unrank(tier, number):
        drawn = nth_set(number // (boxes + 1), tier, full)
        mine, owned = number % (boxes + 1), popcount(closed(drawn))
        return Dots(drawn, 2 * mine - owned if mine <= owned else owned, 0)

    numbers: dict[str, Any] = {"rank": rank, "unrank": unrank, "ranks": ranks} if lines <= MOST_NUMBERED else {}

    # For people. In the picture, dots are in the odd rows and columns.

    files = "abcdefghijklmnopqrstuvwxy"[: 2 * width + 1]
    number_of = {}  # by row, from the top, and column of the picture: the number of a line
    for y in range(2 * height + 1):
        for x in range(2 * width + 1):
            if (x + y) % 2:
                number_of[y, x] = row * (y // 2) + (x // 2 if x % 2 else width + x // 2)
    names = [f"{files[x]}{2 * height + 1 - y}" for y, x in sorted(number_of, key=lambda place: number_of[place])]

    def show(p):
        """Dots are +. A line that is not drawn yet is a point."""
        rows = []
        for y in range(2 * height + 1):
            signs = []
            for x in range(2 * width + 1):
                if (x + y) % 2:
                    sign = "." if not p.drawn >> number_of[y, x] & 1 else "-" if x % 2 else "|"
                else:
                    sign = " " if x % 2 else "+"
                signs.append(sign)
            rows.append(f"{2 * height + 1 - y:2}  {' '.join(signs)}".rstrip())
        owned = popcount(closed(p.drawn))
        mine, theirs = (owned + p.lead) // 2, (owned - p.lead) // 2
        first, second = (mine, theirs) if p.player == 0 else (theirs, mine)
        return "\n".join(
            [
                *rows,
                f"    {' '.join(files)}",
                f"boxes: {first} of player 1, {second} of player 2",
                f"player {p.player + 1} is to move",
            ]
        )

    @checked
    def parse(text: str):
        if text not in names:
            raise UsageError(f"{shown(text)} is not a line of this board, such as {names[-1]} or {names[width]}")
        return names.index(text)

    return Game(
        f"Dots and Boxes {width} x {height}",
        Dots(0, 0, 0),
        moves,
        play,
        result,
        evaluate,
        turn=turn,
        order=order,
        bounds=bounds,
        tries=tries,
        noisy=noisy,
        symmetry=symmetry,
        tier=tier,
        longest=lines,
        show=show,
        parse=parse,
        format=names.__getitem__,
        say=lambda score: f"by {score} {'box' if score == 1 else 'boxes'}",
        **numbers,
        parameters={"game": "dots_and_boxes", "width": width, "height": height},
    )
