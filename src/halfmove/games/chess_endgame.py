"""Chess endgames: the kings and one to three more pieces.

The rules are those of chess, with the double step and promotion of pawns. There is no castling. There is no en passant,
so pawns of both sides together are not allowed. A position in which neither side can ever be mated (bare
kings, or one knight or bishop with them) is over and drawn. There is no count of moves and no rule about repeated
positions: endless play is a draw. A position is legal if the side that is not to move is not in check.

`chess_endgame("KQKR")` is White's king and queen against Black's king and rook. In a position, `kings` is the square of
White's king plus 64 times that of Black's; `pieces` are the others, ten bits each, code * 64 + square, the highest
first (see `chess_tables.py`); `mover` is 0 for White and 1 for Black. A move is written e2e4, or e7e8q with the piece
that a pawn becomes. A position can be given as FEN.

A mated side has the score -10000. `evaluate` counts pieces in hundredths of a pawn, and drives the weaker king to the
edge.

Tiers are classes of pieces, numbered so that captures and promotions lead to lower ones, down to the bare kings. All
positions of a class are numbered, and equivalent ones share a number: eight symmetries without pawns, two with pawns.

>>> import halfmove as hm
>>> game = hm.games.chess_endgame("KQK")
>>> hm.search(game, "alpha_beta", depth=3, position="7k/8/5K2/6Q1/8/8/8/8 w - - 0 1").value
10000
"""

from __future__ import annotations

import re

from halfmove.base.checks import shown
from halfmove.base.gate import checked
from halfmove.errors import UsageError
from halfmove.game import Game
from halfmove.games import chess_numbers as numbers
from halfmove.games import chess_rules as rules
from halfmove.games.chess_rules import Ending, Move
from halfmove.games.chess_tables import (
    KING,
    LETTERS,
    QUEEN,
    classes_below,
    code_of,
    packed_pieces,
    tables,
)

NAMES = [f"{file}{row}" for row in "12345678" for file in "abcdefgh"]
MOST = 3  # pieces besides the kings
# Squares of pieces at the start, if that is legal: White's king, Black's king, and the others in turn.
PLACES = ("b1", "e5", "g2", "b7", "d3", "g7", "c2", "f6", "h3", "a4", "h6", "c4", "f2", "e7", "d2", "a3")


def key(p, data):
    return p.kings | p.pieces << 12 | p.mover << 42


def letters_on(p: Ending) -> dict[int, str]:
    """The letters on the squares; White's are capital."""
    found = {p.kings & 63: "K", p.kings >> 6: "k"}
    for place in range(MOST):
        if word := p.pieces >> 10 * place & 1023:
            letter = LETTERS[((word >> 6) - 1) % 5]
            found[word & 63] = letter if word >> 6 > 5 else letter.lower()
    return found


def show(p: Ending) -> str:
    """White has capital letters."""
    on = letters_on(p)
    rows = [f"{row + 1}  {' '.join(on.get(8 * row + file, '.') for file in range(8))}" for row in reversed(range(8))]
    return "\n".join([*rows, "   a b c d e f g h", f"{('white', 'black')[p.mover]} is to move"])


def form(move: Move) -> str:
    return NAMES[move.start] + NAMES[move.to] + (LETTERS[move.becomes].lower() if move.becomes else "")


@checked
def parse(text: str) -> Move:
    match = re.fullmatch(r"([a-h][1-8])-?([a-h][1-8])(?:=?([qrbnQRBN]))?", text)
    if match is None:
        raise UsageError(f"{shown(text)} is not a move, such as e2e4 or, with the piece that a pawn becomes, e7e8q")
    becomes = LETTERS.index(match[3].upper()) if match[3] else 0
    return Move(NAMES.index(match[1]), NAMES.index(match[2]), becomes)


def _codes(pieces: str) -> list[int]:
    """The codes of the pieces in a text such as KQKR."""
    match = re.fullmatch(r"K([QRBNP]*)K([QRBNP]*)", pieces.upper())
    if match is None:
        raise UsageError(
            f"pieces must be White's letters and then Black's, each from its K on, such as KQKR, not {shown(pieces)}"
        )
    if not 1 <= len(match[1] + match[2]) <= MOST:
        raise UsageError(f"{shown(pieces)} must have one to {MOST} pieces besides the kings")
    if "P" in match[1] and "P" in match[2]:
        raise UsageError(f"{shown(pieces)} has pawns on both sides; only one side may have pawns")
    return [code_of(letter, True) for letter in match[1]] + [code_of(letter, False) for letter in match[2]]


@checked
def chess_endgame(pieces: str = "KQK") -> Game:
    """A chess endgame: White's pieces, then Black's, as in KQKR or KPK. A move is written e2e4, or e7e8q.

    Parameters
    ----------
    pieces : str
        White's letters and then Black's, each beginning with K, and one to three more pieces of K, Q, R, B, N, P.

    Returns
    -------
    Game
        The game.
    """
    codes = _codes(pieces)
    classes = classes_below(codes)
    data = tables(classes)
    plain = tuple(data.tolist())  # NumPy numbers are slow to read, and have only 64 bits
    family = _name(tuple(codes))

    @checked
    def locate(fen: str):
        """The position of a line of FEN; the fields after the side to move are ignored."""
        return _position(fen, family, plain)

    return Game(
        f"chess endgame {family}",
        _start(codes, plain),
        rules.moves,
        rules.play,
        rules.result,
        rules.evaluate,
        key=key,
        bounds=rules.bounds,
        symmetry=numbers.symmetry,
        tier=numbers.tier,
        ranks=numbers.ranks,
        rank=numbers.rank,
        unrank=numbers.unrank,
        before=numbers.before,
        tiers=tuple(range(len(classes))),
        show=show,
        parse=parse,
        format=form,
        locate=locate,
        data=data,
        parameters={"game": "chess_endgame", "pieces": family},
    )


def _name(codes: tuple[int, ...]) -> str:
    """The text of these codes, strong pieces first."""
    white, black = ([code for code in codes if (code > 5) == side] for side in (True, False))
    return "".join("K" + "".join(LETTERS[(code - 1) % 5] for code in sorted(side)[::-1]) for side in (white, black))


def _start(codes: list[int], data) -> Ending:
    """A position in which neither side is in check, nothing can be taken and White is to move."""
    free = [NAMES.index(name) for name in PLACES]
    kings, free = free[0] | free[1] << 6, free[2:]
    found: list[tuple[int, int]] = []

    def quiet(p):
        boards = rules.squares_of(p, 0), rules.squares_of(p, 1)
        taking = [
            any(boards[1 - side] >> move.to & 1 for move in rules.moves(Ending(p.kings, p.pieces, side), data))
            for side in (0, 1)
        ]
        return not any(taking) and not any(rules.in_check(p, side, data) for side in (0, 1))

    def more(number):
        if number == len(codes):
            return quiet(Ending(kings, packed_pieces(found), 0))
        for square in free:
            if all(square != other for _, other in found) and 8 <= square < 56:
                found.append((codes[number], square))
                if more(number + 1):
                    return True
                found.pop()
        return False

    if not more(0):
        raise AssertionError(codes)
    return Ending(kings, packed_pieces(found), 0)


def _position(fen: str, family: str, data) -> Ending:
    """The position that a line of FEN describes, if it belongs to this endgame."""
    words = fen.split()
    rows = words[0].split("/") if words else []
    if len(words) < 2 or len(rows) != 8 or words[1] not in ("w", "b"):
        raise UsageError(f"{shown(fen)} is not a position as FEN, such as 8/8/8/4k3/8/8/1Q6/K7 w - - 0 1")
    if len(words) > 2 and words[2] != "-":
        raise UsageError(f"{shown(fen)}: there is no castling in these endgames; write - after the side to move")
    kings: dict[str, int] = {}
    pieces = []
    for row, signs in zip(reversed(range(8)), rows, strict=True):
        file = 0
        for sign in signs:
            if sign in "12345678":
                file += int(sign)
                continue
            square = 8 * row + file
            file += 1
            if sign.upper() not in f"K{LETTERS}" or file > 8:
                raise UsageError(f"{shown(fen)}: {shown(signs)} is not a row of eight squares")
            if sign in "Kk":
                if sign in kings:
                    raise UsageError(f"{shown(fen)}: each side has one king")
                kings[sign] = square
            elif sign in "Pp" and row in (0, 7):
                raise UsageError(f"{shown(fen)}: no pawn stands on the first or last row")
            else:
                pieces.append((code_of(sign.upper(), sign.isupper()), square))
        if file != 8:
            raise UsageError(f"{shown(fen)}: {shown(signs)} is not a row of eight squares")
    if len(kings) != 2:
        raise UsageError(f"{shown(fen)}: each side has one king")
    codes = tuple(code for code, _ in pieces)
    p = Ending(kings["K"] | kings["k"] << 6, packed_pieces(pieces) if len(pieces) <= MOST else 0, "wb".index(words[1]))
    if len(pieces) > MOST or numbers.tier(p, data) < 0:
        raise UsageError(f"{shown(fen)} has the pieces {_name(codes)}, which do not come from {family}")
    if rules.in_check(p, 1 - p.mover, data):
        raise UsageError(f"{shown(fen)}: the side that is not to move is in check")
    return p


assert KING > QUEEN + 6  # the code of kings is none of another piece
