"""Positions of chess with a few pieces as those of `chess_endgame`, so that its databases serve a player of chess.

A database has the positions of some sets of pieces ("classes"), each for one of the two ways to colour them. The shelf
of a position is its class, and its number that of `chess_endgame`. There is nothing to castle or to take en passant in
these positions. Their 50 moves are counted outside: see `Game.patience`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from halfmove.bits import popcount, trailing_zeros
from halfmove.endings import Endings
from halfmove.game import Game
from halfmove.games import chess_numbers, chess_rules
from halfmove.games.chess.attacks import KING, Board, kind_at
from halfmove.games.chess.evaluation import VALUES
from halfmove.games.chess.rules import WIN
from halfmove.games.chess.tables import ALL_RIGHTS, VALUES_AT
from halfmove.games.chess_numbers import codes_of, number_of, turned_to_pair
from halfmove.games.chess_rules import Ending, in_order
from halfmove.games.chess_tables import CODES, PAIRS, PAWN_PAIRS, PLACES, ROW, ROWS, TURNED
from halfmove.games.chess_tables import PAWN as PAWN_KIND

# What follows the tables of chess if there are databases: tables of `chess_endgame`, and for each class of pieces in
# how many ways the pieces besides the kings can stand, or 0 if no database has the class.
TURNED_AT = VALUES_AT + VALUES
PAIRS_AT = TURNED_AT + 512
PAWN_PAIRS_AT = PAIRS_AT + 4096
CLASSES_AT = PAWN_PAIRS_AT + 4096
MOST = 5  # pieces, the kings included


def as_ending(p, second):
    """A position with at most five pieces: the side to move as White or, with the board turned round, as Black."""
    flip = 56 * second
    left = p.one | p.two | p.four
    mine, theirs, one, two, three = 0, 0, 0, 0, 0
    while left:
        square = trailing_zeros(left)
        left &= left - 1
        own = int(p.mine >> square & 1)
        kind, at = kind_at(p, square), square ^ flip
        if kind == KING:
            if own:
                mine = at
            else:
                theirs = at
        else:
            three, two = two, one
            one = (kind + (5 if own != second else 0)) << 6 | at
    kings = mine | theirs << 6 if second == 0 else theirs | mine << 6
    return Ending(kings, in_order(one, two, three), second)


def is_small(p):
    return popcount(p.one | p.two | p.four) <= MOST and p.state & ALL_RIGHTS == 0


def has_pawn(codes):
    """Whether there is a pawn among the codes of a class."""
    while codes:
        if (codes & 15) > 0 and ((codes & 15) - 1) % 5 == PAWN_KIND:
            return True
        codes >>= 4
    return False


def ending(p, data):
    """The class of a position, and its number; -1 if no database has it."""
    if is_small(p):
        for second in range(2):
            at = as_ending(p, second)
            codes = codes_of(at.pieces)
            places = data[CLASSES_AT + codes]
            if places > 0:
                pairs = PAWN_PAIRS_AT if has_pawn(codes) else PAIRS_AT
                entry = data[pairs + 64 * (at.kings & 63) + (at.kings >> 6)]
                pieces = turned_to_pair(at.pieces, entry, TURNED_AT, data)
                return codes, 2 * ((entry >> 4) * places + number_of(pieces)) + at.mover
    return -1, -1


def is_endgame(game: Game) -> bool:
    """Whether this is a game of `chess_endgame`, with its own rules."""
    return game.rank is chess_numbers.rank and game.moves is chess_rules.moves and game.play is chess_rules.play


def endings(game: Game, others: tuple[Game, ...]) -> Endings | None:
    """How positions of chess are found in databases of these games; None if some are not of `chess_endgame`."""
    return _joined(game, others) if all(map(is_endgame, others)) else None


def _joined(game: Game, others: tuple[Game, ...]) -> Endings:
    classes = np.zeros(4096, np.int64)
    codes: list[dict[int, int]] = []  # by tier, of each game
    for other in others:
        rows = {tier: ROWS + ROW * tier for tier in other.tiers}
        codes.append({tier: int(other.data[row + CODES]) for tier, row in rows.items()})
        for row in rows.values():
            classes[other.data[row + CODES]] = other.data[row + PLACES]
    tables = others[0].data
    parts = (tables[TURNED : TURNED + 512], tables[PAIRS : PAIRS + 4096], tables[PAWN_PAIRS : PAWN_PAIRS + 4096])
    data = np.concatenate([game.data, *parts, classes])

    def located(other: int, p: Board) -> tuple[Ending, int] | None:
        """The position in a game, and whether the board is turned round there."""
        if is_small(p):
            for second in (0, 1):
                at = as_ending(p, second)
                if codes_of(at.pieces) in codes[other].values():
                    return at, second
        return None

    def position(other: int, p: Board) -> Ending | None:
        found = located(other, p)
        return None if found is None else found[0]

    def move(other: int, p: Board, made: Any) -> int:
        found = located(other, p)
        assert found is not None
        flip = 56 * (found[1] ^ p.state & 1)
        return int((made.start ^ flip) + 64 * (made.to ^ flip) + 4096 * (made.becomes + 1 if made.becomes else 0))

    def score(_other: int, score: int) -> int:
        return WIN if score > 0 else -WIN if score < 0 else 0

    joined = replace(game, data=data, ending=ending)
    return Endings(joined, lambda other, tier: codes[other][tier], position, move, score)
