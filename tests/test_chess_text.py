"""Positions and moves of chess as text: what is read, and what is refused in one sentence."""

from __future__ import annotations

from typing import Any

import chess as other
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import halfmove as hm
from halfmove.games.chess.fen import START, chess960
from tests.conftest import usually

GAME: Any = hm.games.chess()


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        ("", "one as FEN looks like rnbqkbnr"),
        ("8/8/8/8 w - - 0 1", "one as FEN looks like rnbqkbnr"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "Black has no king"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "Black has 2 kings"),
        ("k7/8/8/8/8/8/8/K6P w - - 0 1", "no pawn stands in the first or the last row"),
        ("k6R/8/8/8/8/8/8/K7 w - - 0 1", "the side that is not to move is in check"),
        ("kK6/8/8/8/8/8/8/8 w - - 0 1", "the side that is not to move is in check"),
        ("k7/8/8/8/8/8/8/K7 x - - 0 1", "the side to move must be w or b, not 'x'"),
        ("k7/8/8/8/8/8/8/K8 w - - 0 1", "'K8' is not a row of eight squares"),
        ("k7/8/8/8/8/8/8/KX6 w - - 0 1", "'X' is not a piece"),
        ("k7/8/8/8/8/8/8/K6R w K - 0 1", "in this game kings and rooks castle from other files"),
        ("k7/8/8/8/8/8/8/4K3 w K - 0 1", "the right to castle K needs the king and a rook in their first row"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "the same right to castle twice"),
        ("4k3/8/8/8/8/8/8/4K2R w Z - 0 1", "the rights to castle must be some of KQkq, or -, not 'Z'"),
        ("k7/8/8/8/8/8/8/K7 w - e4 0 1", "the en passant square must be in row 3 or 6, or -, not 'e4'"),
        ("k7/8/8/8/8/8/8/K7 w - e6 0 1", "no pawn has just made two steps over the en passant square"),
        ("k7/8/8/8/8/8/8/K7 w - - -1 1", "the counts of moves must be whole numbers up to 9999, not '-1'"),
        ("k7/8/8/8/8/8/8/K7 w - - 0 99999", "the counts of moves must be whole numbers up to 9999, not '99999'"),
        ("k7/8/PPPPPPPPP/8/8/8/8/K7 w - - 0 1", "'PPPPPPPPP' is not a row of eight squares"),
        ("k7/8/PPPPPPPP/P7/8/8/8/K7 w - - 0 1", "White has 10 pieces, 9 of them pawns"),
    ],
)
def test_what_is_not_a_position(fen: str, sentence: str) -> None:
    assert GAME.locate is not None
    with pytest.raises(hm.UsageError) as error:
        GAME.locate(fen)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def test_short_and_long_lines() -> None:
    assert GAME.locate is not None
    assert GAME.write is not None
    start = GAME.locate(START.removesuffix(" 0 1"))
    assert start == GAME.start
    assert GAME.locate(START.split()[0]) != start  # without rights to castle
    passed = "rnbqkbnr/pppp1ppp/8/8/4pP2/8/PPPPP1PP/RNBQKBNR b KQkq f3 0 2"
    assert " f3 " in GAME.write(GAME.locate(passed))
    pinned = "4k3/8/8/8/1K2pP1r/8/8/8 b - f3 0 1"
    assert GAME.write(GAME.locate(pinned)).split()[3] == "f3"
    pinned = "8/8/8/8/k3pP1R/8/8/4K3 b - f3 0 1"  # both pawns would leave the row of the king
    assert GAME.write(GAME.locate(pinned)).split()[3] == "-"


@given(st.text("rnbqkpRNBQKP12345678/ wb-KQkqaeh360", max_size=80))
@settings(max_examples=usually(200, 5000), deadline=None)
def test_any_text_is_read_or_refused(text: str) -> None:
    assert GAME.locate is not None
    assert GAME.write is not None
    try:
        at = GAME.locate(text)
    except hm.UsageError:
        return
    assert GAME.locate(GAME.write(at)) == at


@given(st.data())
@settings(max_examples=usually(100, 5000), deadline=None)
def test_changed_lines_are_read_as_python_chess_reads_them(data: st.DataObject) -> None:
    """A line of FEN with letters exchanged: what is accepted is a legal position with the same moves."""
    assert GAME.locate is not None
    assert GAME.format is not None
    line = list("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1pP1P3/2N2Q1p/PP1BBPPP/R3K2R b KQkq c3 0 1")
    for _ in range(data.draw(st.integers(1, 4))):
        line[data.draw(st.integers(0, len(line) - 1))] = data.draw(st.sampled_from("rnbqkpRNBQKP1234/-wbKQkqe36"))
    text = "".join(line)
    try:
        at = GAME.locate(text)
    except hm.UsageError:
        return
    board = other.Board(text)
    board.castling_rights = board.clean_castling_rights()
    assert sorted(map(GAME.format, GAME.legal(at))) == sorted(move.uci() for move in board.legal_moves)


def test_moves_as_text() -> None:
    assert GAME.parse is not None
    assert GAME.format is not None
    for text in ("e2e4", "e7e8q", "a7b8n"):
        assert GAME.format(GAME.parse(text)) == text
    assert GAME.parse("e2-e4") == GAME.parse("e2e4")
    assert GAME.parse("e7e8=Q") == GAME.parse("e7e8q")
    for text in ("", "e2", "e2e9", "e7e8k", "i1a1", "e2e4e5"):
        with pytest.raises(hm.UsageError, match="is not a move, such as e2e4"):
            GAME.parse(text)


def test_boards() -> None:
    shown = GAME.picture(GAME.start)
    assert shown.splitlines()[0] == "8  r n b q k b n r"
    assert shown.endswith("white is to move")
    assert GAME.picture(GAME.next(GAME.start, GAME.legal(GAME.start)[0])).endswith("black is to move")
    drawn = hm.board(GAME).svg
    assert [drawn.count(figure) for figure in "♚♛♜♝♞♟"] == [2, 2, 4, 4, 4, 16]
    assert drawn.count('fill="#d9c49a"') == 32  # the dark squares


def test_starts_of_chess960() -> None:
    assert chess960(518) == START
    for number in range(0, 960, usually(37, 1)):
        assert chess960(number) == other.Board.from_chess960_pos(number).fen()
    for number in (-1, 960):
        with pytest.raises(hm.UsageError, match="from 0 to 959"):
            hm.games.chess(start=number)
    with pytest.raises(hm.UsageError, match="must castle with king and rooks on the same files"):
        hm.games.chess(start="rk6/8/8/8/8/8/8/R3K3 w Qq - 0 1")


def test_inner_rooks_are_named_by_their_file() -> None:
    fen = "4k3/8/8/8/8/8/8/4K1RR w G - 0 1"
    game = hm.games.chess(start=fen)
    assert game.write is not None
    assert game.write(game.start) == other.Board(fen, chess960=True).fen() == fen


def test_clicks() -> None:
    """The piece and its target: a rook that goes where castling takes it is another click than castling."""
    position = "r3k2r/8/8/8/8/8/6p1/R3K2R {} KQkq - 0 1"
    for side in "wb":
        at = GAME.locate(position.format(side))
        places = {GAME.spell(at, move): GAME.clicks(at, move) for move in GAME.legal(at)}
        last = 7 if side == "w" else 0
        assert places["O-O-O"] == [(last, 4), (last, 2)]
        assert places["Rd1" if side == "w" else "Rd8"] == [(last, 0), (last, 3)]
    assert places["gxh1=Q+"] == places["gxh1=N"] == [(6, 6), (7, 7)]
