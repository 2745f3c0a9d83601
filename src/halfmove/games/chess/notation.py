"""Moves and positions of chess as text: moves as e2e4 or Nf3, positions as a board of letters."""

from __future__ import annotations

import re
from typing import Any

from halfmove.base.checks import shown
from halfmove.errors import UsageError
from halfmove.games.chess.attacks import KING, PAWN, Board, in_check, kind_at
from halfmove.games.chess.fen import LETTERS, letter_at
from halfmove.games.chess.rules import moves, play
from halfmove.games.chess.tables import CASTLING, CASTLING_AT, MINE_SHORT, WRITTEN_TO

NAMES = [f"{file}{row}" for row in "12345678" for file in "abcdefgh"]


def show(p: Board) -> str:
    """White has capital letters."""
    flip = 56 * (p.state & 1)
    rows = [f"{y + 1}  {' '.join(letter_at(p, 8 * y + x ^ flip) for x in range(8))}" for y in reversed(range(8))]
    return "\n".join([*rows, "   a b c d e f g h", f"{('white', 'black')[p.state & 1]} is to move"])


def clicks(_p: Board, move: int) -> list[tuple[int, int]]:
    """The squares to click on a page: where the piece stands, and where it goes."""
    return [(7 - (square >> 3), square & 7) for square in (move & 63, move >> 6 & 63)]


def form(move: int) -> str:
    become = LETTERS[move >> 12].lower() if move >> 12 else ""
    return NAMES[move & 63] + NAMES[move >> 6 & 63] + become


def parse(text: str) -> int:
    match = re.fullmatch(r"([a-h][1-8])-?([a-h][1-8])(?:=?([qrbnQRBN]))?", text)
    if match is None:
        raise UsageError(f"{shown(text)} is not a move, such as e2e4 or, with the piece that a pawn becomes, e7e8q")
    become = LETTERS.index(match[3].upper()) if match[3] else 0
    return NAMES.index(match[1]) + 64 * NAMES.index(match[2]) + 4096 * become


def castles(p: Board, move: int, data: Any) -> str:
    """How castling is written if a legal move is that, else nothing."""
    flip = 56 * (p.state & 1)
    start, to = move & 63 ^ flip, move >> 6 & 63 ^ flip
    if kind_at(p, start) == KING:
        for side, text in ((0, "O-O"), (1, "O-O-O")):
            if p.state & (MINE_SHORT << side) and to == data[CASTLING_AT + CASTLING * side + WRITTEN_TO]:
                return text
    return ""


def spell(p: Board, move: int, data: Any) -> str:
    """A legal move in standard algebraic notation, such as Nf3, exd5, O-O, e8=Q+ or Qxf7#."""
    flip = 56 * (p.state & 1)
    start, to, become = move & 63, move >> 6 & 63, move >> 12
    kind = kind_at(p, start ^ flip)
    text = castles(p, move, data)
    if not text:
        taken = kind_at(p, to ^ flip) or (kind == PAWN and (start ^ to) & 7)
        text = ("x" if taken else "") + NAMES[to]
        if kind == PAWN:
            text = (NAMES[start][0] if taken else "") + text + (f"={LETTERS[become]}" if become else "")
        else:
            text = LETTERS[kind] + _which(p, start, to, data) + text
    after = play(p, move, data)
    if not in_check(after, data):
        return text
    return text + ("#" if next(moves(after, data), None) is None else "+")


def _which(p: Board, start: int, to: int, data: Any) -> str:
    """What tells a piece from others of its kind that can move to the same square: its file, its row, or both."""
    flip = 56 * (p.state & 1)
    kind = kind_at(p, start ^ flip)
    others = [
        move & 63
        for move in moves(p, data)
        if move >> 6 == to and move & 63 != start and kind_at(p, move & 63 ^ flip) == kind
    ]
    if not others or kind == KING:
        return ""
    if all((other ^ start) & 7 for other in others):
        return NAMES[start][0]
    return NAMES[start][1] if all(other >> 3 != start >> 3 for other in others) else NAMES[start]
