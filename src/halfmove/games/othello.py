"""Othello on a board of 8 x 8 squares, or of 6 x 6 or 4 x 4; each side is one `U64`, a bit for every square.

A disc is placed where it encloses a line of the other side's discs between itself and another disc of the own side; the
enclosed discs change sides. A side that cannot do so passes; if neither side can, the game is over.

A position is seen from the side to move: `mine` are its discs, and `play` swaps the sides. Square 0 is a1, the upper
left corner; squares are counted row by row. A move is the number of a square, or the number of squares for a pass;
corners are tried first.

A score is in hundredths of a disc: 100 times the difference of discs; squares that are empty at the end count for the
winner. `evaluate` counts mobility and corners; it stays below the smallest win, which is by two discs.

`tries` yields all moves, because none is known to be best. There is no `noisy`: every move turns discs, and the
evaluation does not count discs.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from halfmove.base.checks import shown
from halfmove.base.gate import checked
from halfmove.bits import U64, mirror_steps, popcount, swapped, trailing_zeros
from halfmove.errors import UsageError
from halfmove.game import Game

DISC = 100  # the score of one disc


class Board(NamedTuple):
    mine: U64
    theirs: U64


@checked
def othello(size: int = 8) -> Game:
    """Othello on a board of `size` x `size` squares. A move is written d3, or pass.

    Parameters
    ----------
    size : int
        4, 6 or 8.

    Returns
    -------
    Game
        The game.
    """
    if size not in (4, 6, 8):
        raise UsageError(f"size must be 4, 6 or 8, not {shown(size)}")
    cells = size * size
    full = (1 << cells) - 1
    row = (1 << size) - 1
    inner = sum((row >> 2 << 1) << size * y for y in range(size))  # lines to the side must not wrap around the edge
    corners = 1 | 1 << size - 1 | 1 << cells - size | 1 << cells - 1
    most = size - 3  # squares of a line that can follow its first one
    slope, rise = size - 1, size + 1  # the steps of the two diagonals

    def beyond(discs, through, step):
        """The squares behind unbroken lines of `through` that begin next to `discs`, in both directions of a step."""
        reached = (discs << step | discs >> step) & through
        for _ in range(most):
            reached |= (reached << step | reached >> step) & through
        return reached << step | reached >> step

    def places(mine, theirs):
        """The empty squares on which a disc of mine would enclose discs of theirs."""
        aside = theirs & inner
        found = (
            beyond(mine, aside, 1) | beyond(mine, aside, slope) | beyond(mine, theirs, size) | beyond(mine, aside, rise)
        )
        return found & ~(mine | theirs) & full

    def enclosed(disc, through, mine, step):
        """The discs of `through` between a new disc and a disc of mine, in both directions of a step."""
        up = disc << step & through
        down = disc >> step & through
        for _ in range(most):
            up |= up << step & through
            down |= down >> step & through
        found = up if up << step & mine else U64(0)
        return found | down if down >> step & mine else found

    def moves(p):
        left = places(p.mine, p.theirs)
        if left == 0:
            yield cells
        best = left & corners
        while best:
            yield trailing_zeros(best)
            best &= best - 1
        left &= ~corners
        while left:
            yield trailing_zeros(left)
            left &= left - 1

    def turned_by(disc, mine, theirs):
        """The discs that a new disc of mine turns."""
        aside = theirs & inner
        return (
            enclosed(disc, aside, mine, 1)
            | enclosed(disc, aside, mine, slope)
            | enclosed(disc, theirs, mine, size)
            | enclosed(disc, aside, mine, rise)
        )

    def play(p, square):
        if square == cells:
            return Board(p.theirs, p.mine)
        disc = U64(1) << square
        turned = turned_by(disc, p.mine, p.theirs)
        return Board(p.theirs ^ turned, p.mine | disc | turned)

    def won_by(mine, theirs):
        """The score at the end, for numbers of discs."""
        if mine > theirs:
            return DISC * (cells - 2 * theirs)
        if mine < theirs:
            return DISC * (2 * mine - cells)
        return 0

    def result(p):
        if places(p.mine, p.theirs) or places(p.theirs, p.mine):
            return False, 0
        return True, won_by(popcount(p.mine), popcount(p.theirs))

    def evaluate(p):
        mobility = popcount(places(p.mine, p.theirs)) - popcount(places(p.theirs, p.mine))
        taken = popcount(p.mine & corners) - popcount(p.theirs & corners)
        return min(max(4 * mobility + 25 * taken, 1 - 2 * DISC), 2 * DISC - 1)

    # Hooks for players.

    left_half = sum((row >> size // 2) << size * y for y in range(size))
    upper_half = (1 << cells // 2) - 1
    upper_left, upper_right = left_half & upper_half, upper_half & ~left_half
    lower_left, lower_right = upper_left << cells // 2, upper_right << cells // 2
    across = row | row << cells - size  # the upper and the lower edge
    along = full ^ inner  # the left and the right edge
    few = size + 4  # discs up to which equivalent positions occur often enough

    def order(p, square, child):
        """Moves that leave the other side few replies, where a corner counts twice; then those in odd regions.

        In an odd region, here a quarter of the board, the side that moves first also moves last. A bonus for own
        corners made searches of the last moves longer.
        """
        replies = places(child.mine, child.theirs)
        score = -4 * (popcount(replies) + popcount(replies & corners))
        if square < cells:
            taken = p.mine | p.theirs
            if square < cells // 2:
                empty = upper_left & ~taken if square % size < size // 2 else upper_right & ~taken
            else:
                empty = lower_left & ~taken if square % size < size // 2 else lower_right & ~taken
            score += 2 * (popcount(empty) & 1)
        return score

    quarters = (upper_left, upper_right, lower_left, lower_right)

    def tries(p):
        """The moves, those in odd regions first."""
        left = places(p.mine, p.theirs)
        if left == 0:
            yield cells
        empty = full & ~(p.mine | p.theirs)
        odd = U64(0)
        for quarter in quarters:
            if popcount(empty & quarter) & 1:
                odd |= quarter
        first = left & odd
        while first:
            yield trailing_zeros(first)
            first &= first - 1
        left &= ~odd
        while left:
            yield trailing_zeros(left)
            left &= left - 1

    def between(gaps, edge, step):
        """The squares of edges that are a gap, or have a gap on the way to both of their corners."""
        after = gaps | gaps << step & edge
        after |= after << 2 * step & edge
        after |= after << 4 * step & edge
        before = gaps | gaps >> step & edge
        before |= before >> 2 * step & edge
        before |= before >> 4 * step & edge
        return after & before

    def stable(discs):
        """How many discs can never be turned: those in an unbroken line along an edge from a corner."""
        if discs & corners == 0:
            return 0
        rows = across & ~between(~discs & across, across, 1)
        columns = along & ~between(~discs & along, along, size)
        return popcount(rows | columns)

    def bounds(p):
        empty = full & ~(p.mine | p.theirs)
        if empty & empty - 1 == 0:  # one square is left, or none
            mine, theirs = popcount(p.mine), popcount(p.theirs)
            turned = popcount(turned_by(empty, p.mine, p.theirs))
            if turned:
                score = won_by(mine + 1 + turned, theirs - turned)
            else:
                turned = popcount(turned_by(empty, p.theirs, p.mine))
                score = won_by(mine - turned, theirs + turned + (1 if turned else 0))
            return score, score
        return DISC * (2 * stable(p.mine) - cells), DISC * (cells - 2 * stable(p.theirs))

    (mask_1, far_1), (mask_2, far_2), (mask_3, far_3), _ = mirror_steps(size, 1, size)

    def mirrored(board):
        """Left and right exchanged."""
        return swapped(swapped(swapped(board, mask_1, far_1), mask_2, far_2), mask_3, far_3)

    def transposed(board):
        """Rows and columns exchanged."""
        found = board & diagonal
        for away in range(1, size):
            found |= (board & above[away]) << slope * away | board >> slope * away & above[away]
        return found

    diagonal = sum(1 << rise * y for y in range(size))
    # The squares `away` to the right of the diagonal: each is exchanged with the one slope * away bits further on.
    above = tuple(sum(1 << size * y + y + away for y in range(size - away)) for away in range(size))

    def symmetry(p):
        """The smallest of the eight rotations and reflections of a position, while there are few discs.

        Comparing eight boards is much work for every node, so it is done only near the start.
        """
        if popcount(p.mine | p.theirs) > few:
            return p
        best_mine, best_theirs = p.mine, p.theirs
        mine, theirs = p.mine, p.theirs
        for step in range(7):
            if step % 2:
                mine, theirs = mirrored(mine), mirrored(theirs)
            else:
                mine, theirs = transposed(mine), transposed(theirs)
            if mine < best_mine or (mine == best_mine and theirs < best_theirs):
                best_mine, best_theirs = mine, theirs
        return Board(best_mine, best_theirs)

    def tier(p):
        return popcount(p.mine | p.theirs)

    def key(p):
        return int(p.mine << cells | p.theirs)

    def show(p, second=False):
        """The first player, or by default the side to move, has the discs X."""
        own, other = "OX" if second else "XO"
        files = f"   {' '.join('abcdefgh'[:size])}"
        rows = [files]
        for y in range(size):
            squares = range(size * y, size * y + size)
            marks = (own if p.mine >> s & 1 else other if p.theirs >> s & 1 else "." for s in squares)
            rows.append(f"{y + 1}  {' '.join(marks)}")
        return "\n".join([*rows, f"{own} is to move"])

    names = [f"{'abcdefgh'[square % size]}{square // size + 1}" for square in range(cells)] + ["pass"]

    @checked
    def parse(text: str):
        if text not in names:
            raise UsageError(f"{shown(text)} is not a square from a1 to {names[-2]}, nor pass")
        return names.index(text)

    @checked
    def locate(line: str):
        """The position after moves from the start, such as d3c3c4; passes may be left out."""
        at = start
        for word in re.findall(r"pass|[a-z]\d|[^\s,;]", line):
            square, legal = parse(word), [] if result(at)[0] else list(moves(at))
            if legal == [cells] and square != cells:
                at = play(at, cells)
                legal = list(moves(at))
            if square not in legal:
                raise UsageError(f"{shown(line)} is not a sequence of possible moves: see {shown(word)}")
            at = play(at, square)
        return at

    middle = (size // 2 - 1) * rise  # the upper left one of the four squares in the middle
    start = Board(1 << middle + 1 | 1 << middle + size, 1 << middle | 1 << middle + rise)
    return Game(
        "Othello" if size == 8 else f"Othello {size} x {size}",
        start,
        moves,
        play,
        result,
        evaluate,
        key=key if 2 * cells <= 63 else None,
        order=order,
        bounds=bounds,
        tries=tries,
        symmetry=symmetry,
        tier=tier,
        longest=2 * cells,
        show=show,
        parse=parse,
        format=names.__getitem__,
        locate=locate,
        parameters={"game": "othello", "size": size},
    )
