"""The board of Nine Men's Morris: 24 points, the lines between them, and mills.

A point is a bit: eight points of the outer square, clockwise from a7, then those of the middle one and of the inner
one.
"""

from __future__ import annotations

from halfmove.bits import swapped

FULL = 0xFFFFFF
FIRST, LAST = 0x010101, 0x808080  # the first and the last point of each square
CORNERS, MIDDLES = 0x555555, 0xAAAAAA
POINTS = [
    *("a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4"),
    *("b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4"),
    *("c5", "d5", "e5", "e4", "e3", "d3", "c3", "c4"),
]


def ahead(board):
    """Each stone on the next point of its square, clockwise."""
    return (board & ~LAST) << 1 | (board & LAST) >> 7


def back(board):
    """Each stone on the point before."""
    return (board & ~FIRST) >> 1 | (board & FIRST) << 7


def across(board):
    """The points that are next to these in the next square."""
    board &= MIDDLES
    return (board << 8 | board >> 8) & FULL


def in_mills(board):
    """The stones that are in a mill."""
    sides = board & back(board) & back(back(board)) & CORNERS
    spokes = board & board >> 8 & board >> 16 & MIDDLES
    return sides | ahead(sides) | ahead(ahead(sides)) | spokes | spokes << 8 | spokes << 16


def completing(board):
    """The points that are the third of a line, empty or not, by the direction of the line.

    Lines that begin, and lines that end, in a corner; sides through a middle; lines from square to square.
    """
    inner, outer = board >> 8, board << 8
    spokes = inner & inner >> 8 | outer & outer << 8 | inner & outer
    begin, end = back(board), ahead(board)
    return begin & back(begin) & CORNERS, end & ahead(end) & CORNERS, begin & end & MIDDLES, spokes & MIDDLES


def closing(board, movers, free):
    """The free points where one of the movers, all of them on the board, closes a mill with a step along a line."""
    begins, ends, sides, spokes = completing(board)
    onwards, backwards = ahead(movers), back(movers)
    by_side = begins & onwards | ends & backwards | spokes & (onwards | backwards)
    return (by_side | sides & across(movers)) & free


def wins(board, free):
    """The free points where a stone from anywhere closes a mill."""
    begins, ends, sides, spokes = completing(board)
    return (begins | ends | sides | spokes) & free


def beside(board):
    """The points next to these."""
    return ahead(board) | back(board) | across(board)


def loose(board):
    """The stones that may be taken."""
    mills = in_mills(board)
    return board if mills == board else board & ~mills


def flipped(board):
    """The mirror image in which the first point of each square keeps its place."""
    board = swapped(board, 0x020202, 6)
    board = swapped(board, 0x040404, 4)
    return swapped(board, 0x080808, 2)


def inside_out(board):
    """The outer and the inner square exchanged."""
    return swapped(board, 0xFF, 16)
