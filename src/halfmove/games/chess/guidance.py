"""What guides a player of chess: the order of moves, what a capture can win, checks, and doing nothing."""

from __future__ import annotations

from halfmove.games.chess.attacks import Board, in_check, kind_at, other_side, turned_rights
from halfmove.games.chess.exchanges import loses, worth
from halfmove.games.chess.rules import CLOCK_AT, MOST_QUIET, WIN

_SKIPPED_UP_TO = MOST_QUIET - 10  # the count of quiet half-moves; later doing nothing seems too good


def order(p, move, child, data):
    """Pawns that become queens, then the most valuable piece by the least valuable; last what loses material."""
    flip = 56 * (p.state & 1)
    start, to, become = move & 63 ^ flip, move >> 6 & 63 ^ flip, move >> 12
    taken = kind_at(p, to) if p.mine >> to & 1 == 0 else 0
    if become:
        return 10 * become + 16 * taken + 20
    if taken == 0:
        return 0
    kind = kind_at(p, start)
    if kind > taken and loses(p, start, to, data):
        return 16 * taken - kind - 1000
    return 16 * taken - kind + 20


def bounds(p, data):
    return -WIN, WIN  # nothing is better than mate


def skip(p, data):
    """The position after doing nothing: itself in check, and where there are only pawns, which may have to move."""
    pieces = p.mine & (p.four ^ p.two | p.two & ~p.four)
    if pieces == 0 or p.state >> CLOCK_AT >= _SKIPPED_UP_TO or in_check(p, data):
        return p
    return other_side(p, 1 - (p.state & 1) | turned_rights(p.state))


def urgent(p, data):
    return in_check(p, data)


def gain(p, move, data):
    """What a move takes, and what a pawn becomes."""
    to, become = move >> 6 & 63 ^ 56 * (p.state & 1), move >> 12
    return max(worth(kind_at(p, to)), 100) + (worth(become) if become else 0)


def lasting(p, data):
    """The half-moves since a pawn moved or something was taken."""
    return p.state >> CLOCK_AT


def uncounted(p, data):
    return Board(p.mine, p.one, p.two, p.four, p.state & (1 << CLOCK_AT) - 1)
