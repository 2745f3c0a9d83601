"""Positions of chess as text, in Forsyth-Edwards Notation (FEN), and the start positions of Chess960."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from halfmove.base.checks import shown
from halfmove.errors import UsageError
from halfmove.games.chess.attacks import Board, in_check, kind_at, other_side, turned, turned_rights
from halfmove.games.chess.rules import CLOCK_AT, FILE_AT, may_pass
from halfmove.games.chess.tables import ALL_RIGHTS, Home

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
LETTERS = ".PNBRQK"  # by kind
FILES = "abcdefgh"
_LARGEST = 9999  # number in a FEN
_KNIGHTS = ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))


class Fen(NamedTuple):
    """A line of FEN, taken apart. Squares are those of White, from a1, which is 0, to h8."""

    text: str
    pieces: dict[int, str]
    mover: int
    rights: list[tuple[int, str]]  # the side, and K or Q for the outermost rook or else the letter of its file
    passed: int | None  # the square behind a pawn that has just made two steps
    clock: int


def fault(text: str, why: str) -> UsageError:
    return UsageError(f"{shown(text)} is not a position of chess: {why}")


def king_at(fen: Fen, side: int) -> int:
    """The square of a king."""
    return next(square for square, letter in fen.pieces.items() if letter == "Kk"[side])


def rook_of(fen: Fen, side: int, right: str) -> int:
    """The file of the rook of a right to castle."""
    first = 56 * side
    king = king_at(fen, side) - first
    rooks = [x for x in range(8) if fen.pieces.get(first + x) == "Rr"[side]]
    if 0 <= king < 8:
        if right in "KQ":
            rooks = [x for x in rooks if (x > king) == (right == "K")]
        else:
            rooks = [x for x in rooks if FILES[x] == right]
        if rooks:
            return rooks[-1] if right == "K" else rooks[0]
    letter = right.upper() if side == 0 else right.lower()
    raise fault(fen.text, f"the right to castle {letter} needs the king and a rook in their first row")


def read(text: str) -> Fen:
    """Take a line of FEN apart."""
    words = text.split()
    if not 1 <= len(words) <= 6 or words[0].count("/") != 7:
        raise fault(text, f"one as FEN looks like {START}")
    words += ["w", "-", "-", "0", "1"][len(words) - 1 :]
    rows, mover, castling, passing, clock, number = words
    pieces: dict[int, str] = {}
    for y, row in zip(reversed(range(8)), rows.split("/"), strict=True):
        x = 0
        for sign in row:
            if sign in "12345678":
                x += int(sign)
                continue
            if sign.upper() not in LETTERS[1:]:
                raise fault(text, f"{shown(sign)} is not a piece")
            pieces[8 * y + x] = sign
            x += 1
        if x != 8:
            raise fault(text, f"{shown(row)} is not a row of eight squares")
    if mover not in ("w", "b"):
        raise fault(text, f"the side to move must be w or b, not {shown(mover)}")
    if castling != "-" and not re.fullmatch("[KQA-H]{0,2}[kqa-h]{0,2}", castling):
        raise fault(text, f"the rights to castle must be some of KQkq, or -, not {shown(castling)}")
    rights = [
        (int(letter.islower()), letter.upper() if letter in "KQkq" else letter.lower())
        for letter in (castling if castling != "-" else "")
    ]
    if passing != "-" and not re.fullmatch("[a-h][36]", passing):
        raise fault(text, f"the en passant square must be in row 3 or 6, or -, not {shown(passing)}")
    for count in (clock, number):
        if not re.fullmatch("[0-9]{1,9}", count) or int(count) > _LARGEST:
            raise fault(text, f"the counts of moves must be whole numbers up to {_LARGEST}, not {shown(count)}")
    passed = None if passing == "-" else FILES.index(passing[0]) + 8 * (int(passing[1]) - 1)
    fen = Fen(text, pieces, "wb".index(mover), rights, passed, int(clock))
    _check(fen)
    return fen


def _check(fen: Fen) -> None:
    """Refuse pieces that no game has."""
    letters = list(fen.pieces.values())
    for king, side in (("K", "White"), ("k", "Black")):
        if letters.count(king) != 1:
            raise fault(fen.text, f"{side} has {letters.count(king) or 'no'} king{'s' * (letters.count(king) > 1)}")
        own = [letter for letter in letters if letter.isupper() == king.isupper()]
        pawns = [letter for letter in own if letter.upper() == "P"]
        if len(own) > 16 or len(pawns) > 8:
            raise fault(
                fen.text, f"{side} has {len(own)} pieces, {len(pawns)} of them pawns; there are at most 16 and 8"
            )
    if any(letter in "Pp" and square // 8 in (0, 7) for square, letter in fen.pieces.items()):
        raise fault(fen.text, "no pawn stands in the first or the last row")
    if fen.passed is not None:
        forward = 8 if fen.mover == 0 else -8
        behind, before = fen.passed + forward, fen.passed - forward
        fits = fen.passed // 8 == (5 if fen.mover == 0 else 2) and fen.pieces.get(before) == "pP"[fen.mover]
        if not fits or fen.passed in fen.pieces or behind in fen.pieces:
            raise fault(fen.text, "no pawn has just made two steps over the en passant square")


def home_of(fen: Fen, takes_rook: bool) -> Home:
    """The way to castle in a game that starts here; `takes_rook`: it is written so even if the files are the usual."""
    found: dict[str, set[int]] = {"king": set(), "short": set(), "long": set()}
    for side, right in fen.rights:
        king, rook = king_at(fen, side) - 56 * side, rook_of(fen, side, right)
        found["king"].add(king)
        found["short" if rook > king else "long"].add(rook)
    if any(len(files) > 1 for files in found.values()):
        raise fault(fen.text, "both sides must castle with king and rooks on the same files")
    if not found["king"]:
        return Home(takes_rook=takes_rook)
    (king,) = found["king"]
    usual = king == 4 and found["short"] <= {7} and found["long"] <= {0}
    short, long = min(found["short"], default=7), min(found["long"], default=0)
    return Home(king, short, long, takes_rook or not usual)


def position(text: str, home: Home, data: Any) -> Board:
    """The position of a line of FEN in a game with this way to castle."""
    fen = read(text)
    boards, white = [0, 0, 0], 0
    for square, letter in fen.pieces.items():
        white |= int(letter.isupper()) << square
        for bit in range(3):
            boards[bit] |= (LETTERS.index(letter.upper()) >> bit & 1) << square
    rights = 0
    for side, right in fen.rights:
        king, rook = king_at(fen, side) - 56 * side, rook_of(fen, side, right)
        if king != home.king or rook != (home.short if rook > king else home.long):
            raise fault(
                fen.text,
                "in this game kings and rooks castle from other files; a game of Chess960 is made with its start, as "
                'in hm.games.chess(start="...")',
            )
        bit = (2 if rook > king else 4) << 2 * side
        if rights & bit:
            raise fault(fen.text, "it gives the same right to castle twice")
        rights |= bit
    black = (boards[0] | boards[1] | boards[2]) & ~white
    mine = white
    if fen.mover:
        mine, boards = turned(black), [turned(board) for board in boards]
        rights = turned_rights(rights)
    p = Board(mine, boards[0], boards[1], boards[2], fen.mover | rights | fen.clock << CLOCK_AT)
    if in_check(other_side(p, 0), data):
        raise fault(fen.text, "the side that is not to move is in check")
    if fen.passed is not None and may_pass(p, fen.passed % 8 + 1, data):
        return p._replace(state=p.state | (fen.passed % 8 + 1) << FILE_AT)
    return p


def written(p: Board, home: Home) -> str:
    """A position as a line of FEN. The number of the move is not known, and given as 1."""
    flip, rows = 56 * (p.state & 1), []
    for y in reversed(range(8)):
        row = "".join(letter_at(p, 8 * y + x ^ flip) for x in range(8))
        for gap in range(8, 0, -1):
            row = row.replace("." * gap, str(gap))
        rows.append(row)
    rights = p.state & ALL_RIGHTS
    if p.state & 1:
        rights = turned_rights(rights)
    castling = "".join(_letter(p, home, place) for place in range(4) if rights >> place + 1 & 1) or "-"
    file = p.state >> FILE_AT & 15
    passing = FILES[file - 1] + "63"[p.state & 1] if file else "-"
    return f"{'/'.join(rows)} {'wb'[p.state & 1]} {castling} {passing} {p.state >> CLOCK_AT} 1"


def letter_at(p: Board, square: int) -> str:
    """The letter of the piece on a square, as the side to move sees it; White's are capital."""
    letter = LETTERS[kind_at(p, square)]
    return letter if (p.mine >> square & 1) != p.state & 1 else letter.lower()


def _letter(p: Board, home: Home, place: int) -> str:
    """The letter of a right to castle: K or Q, or the file of a rook that is not the outermost one."""
    side, long = place >> 1, place & 1
    rook = home.long if long else home.short
    row = (0 if side == p.state & 1 else 56), "rR"[side == 0]
    outside = range(rook) if long else range(rook + 1, 8)
    inner = any(letter_at(p, row[0] + x) == row[1] for x in outside)
    letter = FILES[rook].upper() if inner else "KQ"[long]
    return letter if side == 0 else letter.lower()


def chess960(number: int) -> str:
    """The start position of Chess960 with this number, as FEN. Number 518 is the start of ordinary chess."""
    row = [""] * 8
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    row[2 * light + 1] = row[2 * dark] = "B"
    for letter, places in (("Q", (queen,)), ("N", _KNIGHTS[knights]), ("RKR", (0, 1, 2))):
        free = [x for x in range(8) if not row[x]]
        for place, sign in zip(places, letter * 2, strict=False):
            row[free[place]] = sign
    pieces = "".join(row)
    return f"{pieces.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{pieces} w KQkq - 0 1"
