"""Nine Men's Morris, also called Mill, on the 24 points of three squares.

Each side has nine stones. First the sides put their stones on empty points, one at a time. Then they move them along
the lines, from a point to the next one. Three stones of one side on a line are a mill. A side that closes a mill takes
a stone of the other side, one that is not in a mill, if there is such a stone. Only one stone is taken for two mills
that are closed at once. A side with three stones left may move a stone to any empty point ("flying"), unless
`flying=False`. A side with fewer than three stones has lost, and so has a side that cannot move. The game is drawn
after 100 half-moves in a row in which no stone was put on the board and none was taken.

In a position `mine` are the stones of the side to move and `theirs` those of the other. `placed` counts the stones
that were put on the board, up to 18, and `quiet` the half-moves towards a draw. Because this count is part of the
position, a transposition table treats two positions as the same only if their counts are equal.

A move consists of where a stone comes from, where it goes, and which stone is taken; 24 stands for the hand, and for no
stone. It is written a1 or a1-d1, and a1xg7 or a1-d1xg7 where the stone on g7 is taken.

A lost position has the score -10000. `evaluate` counts 100 for a stone. It also counts free points to move to, mills
that can be closed, and stones that leave one mill to close another.

There is no `tries`: no move is known to be best, not even one that closes a mill.

A tier is the number of stones on the board, and before all are placed also how many are missing. Positions in which all
stones were placed are numbered for `solve`. The count towards a draw is not part of a number, and a position that is
drawn by it has none. So a solution by numbers ignores that rule, and endless play is a draw.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from halfmove.base.checks import shown
from halfmove.base.gate import checked
from halfmove.bits import popcount, trailing_zeros
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.games.morris_board import (
    FULL,
    POINTS,
    ahead,
    beside,
    closing,
    flipped,
    in_mills,
    inside_out,
    loose,
    wins,
)
from halfmove.games.subsets import choose, nth_set, set_number

WIN = 10_000
DRAWN = 100  # half-moves in a row without placing and without taking
STONES = 18  # of both sides
NONE = 24  # no point


class Board(NamedTuple):
    mine: int
    theirs: int
    placed: int
    quiet: int


class Move(NamedTuple):
    start: int
    to: int
    taken: int


def in_hand(placed):
    """The stones in the hands of the side to move and of the other."""
    left = STONES - placed
    return (left + 1) // 2, left // 2


def bit_of(point):
    return 0 if point == NONE else 1 << point


def taking(mine, start, to, theirs):
    """The stones one of which is taken by a move; 0 if it closes no mill."""
    after = mine & ~bit_of(start) | 1 << to
    return loose(theirs) if in_mills(after) >> to & 1 else 0


def play(p, move):
    mine, theirs = p.mine & ~bit_of(move.start) | 1 << move.to, p.theirs & ~bit_of(move.taken)
    if move.start == NONE:
        return Board(theirs, mine, p.placed + 1, 0)
    return Board(theirs, mine, p.placed, 0 if move.taken != NONE else p.quiet + 1)


def few(p):
    """Whether the side to move has fewer than three stones, with those in its hand."""
    return popcount(p.mine) + in_hand(p.placed)[0] < 3


def worth(mine, theirs, hand, placed):
    """The worth of a side: stones, free points beside them, mills to close, and stones that swing between two mills."""
    free = FULL & ~(mine | theirs)
    score = 100 * (popcount(mine) + hand) + 4 * popcount(beside(mine) & free)
    if placed < STONES:
        return score + 12 * popcount(wins(mine, free)) + 6 * popcount(in_mills(mine))
    swings = closing(mine, in_mills(mine), free)
    return score + 20 * popcount(closing(mine, mine, free)) + (60 if swings else 0)


def evaluate(p):
    my_hand, their_hand = in_hand(p.placed)
    return worth(p.mine, p.theirs, my_hand, p.placed) - worth(p.theirs, p.mine, their_hand, p.placed)


def order(p, move, child):
    """Moves that take, then those that prevent a mill, then those that prepare one."""
    free = FULL & ~(child.mine | child.theirs)
    to = 1 << move.to
    score = 4 * popcount(wins(child.theirs, free)) + popcount(beside(to) & free)
    if move.taken != NONE:
        score += 100
    if wins(p.theirs, to):
        score += 20
    return score


def symmetry(p):
    """The smallest of sixteen images of a position."""
    mine, theirs = p.mine, p.theirs
    best, best_theirs = mine, theirs
    for step in range(1, 16):
        if step == 8:
            mine, theirs = flipped(inside_out(mine)), flipped(inside_out(theirs))
        elif step % 4 == 0:
            mine, theirs = inside_out(mine), inside_out(theirs)
        else:
            mine, theirs = ahead(ahead(mine)), ahead(ahead(theirs))
        if mine < best or (mine == best and theirs < best_theirs):
            best, best_theirs = mine, theirs
    return Board(best, best_theirs, p.placed, p.quiet)


def key(p):
    return ((p.quiet << 5 | p.placed) << 24 | p.theirs) << 24 | p.mine


# Numbers, for solving: by how many stones the side to move has, then by its stones, then by those of the other side.


def tier(p):
    return popcount(p.mine | p.theirs) if p.placed == STONES else 2 * STONES + 2 - p.placed


def ways(mine, theirs):
    """How many ways there are to put so many stones; the side to move may have two stones and have lost."""
    if mine < 2 or mine > 9 or theirs < 3 or theirs > 9:
        return 0
    return choose(24, mine) * choose(24 - mine, theirs)


def ranks(tier):
    count = 0
    for mine in range(2, 10):
        count += ways(mine, tier - mine)
    return count


def rank(p):
    if p.quiet >= DRAWN:
        return -1
    mine, theirs = popcount(p.mine), popcount(p.theirs)
    number = set_number(p.mine, FULL) * choose(24 - mine, theirs) + set_number(p.theirs, FULL & ~p.mine)
    for fewer in range(2, mine):
        number += ways(fewer, mine + theirs - fewer)
    return number


def unrank(tier, number):
    if number < 0 or number >= ranks(tier):
        return Board(0, 0, 0, 0)
    mine = 2
    while mine < 9 and number >= ways(mine, tier - mine):
        number -= ways(mine, tier - mine)
        mine += 1
    each = choose(24 - mine, tier - mine)
    stones = nth_set(number // each, mine, FULL)
    return Board(stones, nth_set(number % each, tier - mine, FULL & ~stones), STONES, 0)


def show(p: Board, second: bool = False) -> str:
    """The first player, or by default the side to move, has the stones X."""
    own, other = "OX" if second else "XO"
    signs = [own if p.mine >> point & 1 else other if p.theirs >> point & 1 else "." for point in READ]
    text = "".join(part + sign for part, sign in zip(_PICTURE.split("*"), [*signs, ""], strict=True))
    mine, theirs = in_hand(p.placed)
    hands = (theirs, mine) if second else (mine, theirs)
    in_hands = [] if p.placed == STONES else [f"in hand: {hands[0]} X, {hands[1]} O"]
    return "\n".join([text, *in_hands, f"{own} is to move"])


_PICTURE = """\
7  *-----------*-----------*
   |           |           |
6  |   *-------*-------*   |
   |   |       |       |   |
5  |   |   *---*---*   |   |
   |   |   |       |   |   |
4  *---*---*       *---*---*
   |   |   |       |   |   |
3  |   |   *---*---*   |   |
   |   |       |       |   |
2  |   *-------*-------*   |
   |           |           |
1  *-----------*-----------*
   a   b   c   d   e   f   g"""
READ = sorted(range(24), key=lambda point: (-int(POINTS[point][1]), POINTS[point]))  # the points, line by line


def form(move: Move) -> str:
    text = POINTS[move.to] if move.start == NONE else f"{POINTS[move.start]}-{POINTS[move.to]}"
    return text if move.taken == NONE else f"{text}x{POINTS[move.taken]}"


@checked
def parse(text: str) -> Move:
    points = re.findall(r"[a-g][1-7]", text)
    if not re.fullmatch(r"(..-)?..(x..)?", text) or not set(points) <= set(POINTS) or "".join(points) != _bare(text):
        raise UsageError(
            f"{shown(text)} is not a move; a stone is put on a1, moves as in a1-d1, and takes as in a1xg7 or a1-d1xg7"
        )
    numbers = [POINTS.index(name) for name in points]
    return Move(numbers.pop(0) if "-" in text else NONE, numbers[0], numbers[1] if "x" in text else NONE)


def _bare(text: str) -> str:
    return text.replace("-", "").replace("x", "")


@checked
def nine_mens_morris(flying: bool = True) -> Game:
    """Nine Men's Morris. A move is written a1, a1-d1, or a1xg7 and a1-d1xg7 with the stone that is taken.

    Parameters
    ----------
    flying : bool
        Whether a side with three stones may move a stone to any empty point.

    Returns
    -------
    Game
        The game.
    """
    flies = 3 if flying else 0  # a side with so many stones, or fewer, may move a stone to any empty point

    def moves(p):
        free = FULL & ~(p.mine | p.theirs)
        starts = p.mine if p.placed == STONES else 0
        anywhere = p.placed < STONES or popcount(p.mine) <= flies
        while True:
            start = trailing_zeros(starts) if starts else NONE
            targets = free if anywhere else beside(starts & -starts) & free
            while targets:
                to = trailing_zeros(targets)
                targets &= targets - 1
                taken = taking(p.mine, start, to, p.theirs)
                if taken == 0:
                    yield Move(start, to, NONE)
                while taken:
                    yield Move(start, to, trailing_zeros(taken))
                    taken &= taken - 1
            starts &= starts - 1
            if starts <= 0:
                break

    def result(p):
        if few(p):
            return True, -WIN
        if p.placed == STONES and popcount(p.mine) > flies and beside(p.mine) & ~(p.mine | p.theirs) & FULL == 0:
            return True, -WIN
        return p.quiet >= DRAWN, 0

    def can_close(p):
        """Whether the side to move can close a mill."""
        free = FULL & ~(p.mine | p.theirs)
        if p.placed < STONES or popcount(p.mine) <= flies:
            return wins(p.mine, free) != 0  # of three stones, the third comes from outside the line
        return closing(p.mine, p.mine, free) != 0

    def bounds(p):
        over, score = result(p)
        if over:
            return score, score
        if p.theirs and popcount(p.theirs) + in_hand(p.placed)[1] == 3 and can_close(p):
            return WIN, WIN  # the other side has two stones left
        return -WIN, WIN

    def noisy(p):
        """The moves that take."""
        if can_close(p):
            for move in moves(p):
                if move.taken != NONE:
                    yield move

    def before(p):
        """The positions from which a move without taking leads here; their counts towards a draw are 0."""
        if p.placed == STONES and not few(p):
            free = FULL & ~(p.mine | p.theirs)
            left = p.theirs & ~in_mills(p.theirs)  # a stone that closed a mill would have taken another
            while left:
                to = left & -left
                left ^= to
                starts = free if popcount(p.theirs) <= flies else beside(to) & free
                while starts:
                    start = starts & -starts
                    starts ^= start
                    yield Board(p.theirs ^ to | start, p.mine, STONES, 0)

    return Game(
        "Nine Men's Morris" if flying else "Nine Men's Morris without flying",
        Board(0, 0, 0, 0),
        moves,
        play,
        result,
        evaluate,
        key=key,
        order=order,
        bounds=bounds,
        noisy=noisy,
        symmetry=symmetry,
        tier=tier,
        ranks=ranks,
        rank=rank,
        unrank=unrank,
        before=before,
        show=show,
        parse=parse,
        format=form,
        parameters={"game": "nine_mens_morris", "flying": flying},
    )
