"""What is won or lost when all pieces that attack a square take there, one after the other, the smallest first."""

from __future__ import annotations

from halfmove.bits import U64, trailing_zeros
from halfmove.games.chess.attacks import KING, kind_at, leapers_at, slanting, straight, turned
from halfmove.games.chess.tables import PAWN_AT


def worth(kind):
    """About what a piece is worth, in hundredths of a pawn."""
    if kind == 1:
        return 100
    if kind == 2:
        return 310
    if kind == 3:
        return 330
    if kind == 4:
        return 500
    if kind == 5:
        return 960
    return 0 if kind == 0 else 20_000


def all_attackers(p, square, occupied, data):
    """The pieces of both sides that attack a square."""
    pawns = p.one & ~p.two & ~p.four
    found = slanting(square, occupied, data) & p.one & (p.two | p.four)
    found |= straight(square, occupied, data) & p.four & ~p.two
    found |= leapers_at(p, square, data) & ~(pawns & p.mine)
    found |= turned(U64(data[PAWN_AT + (square ^ 56)])) & pawns & p.mine
    return found & occupied


def least(p, pieces):
    """A piece of the lowest kind."""
    found = pieces & ~p.two & ~p.four  # pawns
    if found == 0:
        found = pieces & p.two & ~p.four  # knights and bishops
    if found == 0:
        found = pieces & p.four & ~p.one & ~p.two  # rooks
    if found == 0:
        found = pieces & p.four & p.one  # queens
    if found == 0:
        found = pieces
    return found & -found


def loses(p, start, to, data):
    """Whether taking on a square loses material, if both sides take there as long as that is good for them."""
    swap = worth(kind_at(p, start)) - worth(kind_at(p, to))
    if swap <= 0:
        return False
    occupied = (p.one | p.two | p.four) & ~(U64(1) << start)
    mine, lost = True, False
    while True:
        mine = not mine
        found = all_attackers(p, to, occupied, data)
        able = found & p.mine if mine else found & ~p.mine
        if able == 0:
            return lost
        piece = least(p, able)
        kind = kind_at(p, trailing_zeros(piece))
        if kind == KING:
            return lost if found & ~able else not lost
        lost = not lost
        swap = worth(kind) - swap
        if swap < (0 if lost else 1):
            return lost
        occupied ^= piece
