"""Chess against python-chess and against published numbers of lines."""

from __future__ import annotations

import random
from typing import Any

import chess as other
import pytest

import halfmove as hm
from halfmove.games.chess.exchanges import loses, worth
from halfmove.repetition import outcome_in_game
from tests.conftest import usually

GAME = hm.games.chess()
# Positions with the numbers of their lines, as chess programmers publish them.
PERFT = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": (20, 400, 8902, 197281, 4865609, 119060324),
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": (48, 2039, 97862, 4085603, 193690690),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": (14, 191, 2812, 43238, 674624, 11030083, 178633661),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": (6, 264, 9467, 422333, 15833292),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": (44, 1486, 62379, 2103487, 89941194),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": (46, 2079, 89890, 3894594, 164075551),
}


@pytest.mark.parametrize("position", PERFT)
def test_published_numbers_of_lines(position: str) -> None:
    for depth, wanted in enumerate(PERFT[position], 1):
        if wanted <= usually(20_000_000, 10**9):
            assert hm.perft(GAME, depth, position, compiled=True).lines == wanted


def test_every_last_move_made() -> None:
    position, wanted = list(PERFT.items())[1]
    assert hm.perft(GAME, 4, position, compiled=True, bulk=False).lines == wanted[3]
    assert hm.perft(GAME, 2, position, compiled=False).lines == hm.perft(GAME, 2, position, compiled=True).lines


def check_position(game: hm.Game, at: Any, board: other.Board, closely: bool) -> bool:
    """Compare a position with that of python-chess; returns whether the game is over by the rules alone."""
    assert game.write is not None
    assert game.format is not None
    assert game.spell is not None
    assert game.locate is not None
    fen = board.fen(en_passant="legal")
    assert game.write(at).split()[:5] == fen.split()[:5]
    assert game.locate(board.fen()) == game.locate(fen) == at
    moves = game.legal(at)
    assert sorted(map(game.format, moves)) == sorted(move.uci() for move in board.legal_moves)
    assert game.call("count", at) == len(moves)
    over, score = game.outcome(at)
    drawn = board.is_stalemate() or board.is_insufficient_material() or board.is_fifty_moves()
    assert over == (board.is_checkmate() or drawn)
    assert not over or score == (-30_000 if board.is_checkmate() else 0)
    assert game.call("urgent", at) == board.is_check()
    assert game.call("lasting", at) == board.halfmove_clock
    if closely:
        for move in moves:
            assert game.spell(at, move) == board.san(board.parse_uci(game.format(move)))
    return over


def play_along(game: hm.Game, board: other.Board, seed: int, most: int) -> None:
    """A random game, move by move; ended by repetition where python-chess says so."""
    chance, at, positions = random.Random(seed), game.start, [game.start]
    for number in range(most):
        over = check_position(game, at, board, closely=number % 4 == 0)
        assert outcome_in_game(game, positions)[0] == (over or board.is_repetition(3))
        if over:
            return
        # Quiet moves back and forth make positions occur again.
        moves = game.legal(at)
        back = [
            m for m in moves if len(positions) > 2 and game.call("uncounted", game.next(at, m)) == _bare(positions[-2])
        ]
        move = back[0] if back and chance.random() < 0.2 else chance.choice(moves)
        assert game.format is not None
        board.push(board.parse_uci(game.format(move)))
        at = game.next(at, move)
        positions.append(at)


def _bare(at: Any) -> Any:
    return GAME.call("uncounted", at)


@pytest.mark.parametrize("seed", range(usually(3, 100)))
def test_random_games_against_python_chess(seed: int) -> None:
    play_along(GAME, other.Board(), seed, usually(120, 1000))


@pytest.mark.parametrize("seed", range(usually(4, 200)))
def test_chess960_against_python_chess(seed: int) -> None:
    number = random.Random(seed).randrange(960)
    game = hm.games.chess(start=number)
    board = other.Board.from_chess960_pos(number)
    assert game.write is not None
    assert game.write(game.start) == board.fen()
    play_along(game, board, seed, usually(80, 1000))


@pytest.mark.parametrize(
    ("fen", "castles"),
    [  # castling where the rook or the king stays, and where the rook hides an attacker
        ("4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "f1g1 f1b1"),
        ("4k3/8/8/8/8/8/8/qR1K3R w HB - 0 1", "d1h1"),
        ("4k3/8/8/8/8/8/8/RK5r w A - 0 1", ""),
        ("1r2k3/8/8/8/8/8/8/RK5R w HA - 0 1", ""),
    ],
)
def test_castling_of_chess960(fen: str, castles: str) -> None:
    game, board = hm.games.chess(start=fen), other.Board(fen, chess960=True)
    check_position(game, game.start, board, closely=True)
    found = [board.uci(move) for move in board.legal_moves if board.is_castling(move)]
    assert sorted(found) == sorted(castles.split())


def random_board(chance: random.Random, pieces: int) -> other.Board | None:
    """A random legal position with so many pieces besides the kings."""
    board = other.Board(None)
    for square, piece in zip(
        chance.sample(range(64), pieces + 2), "Kk" + "".join(chance.choices("PpNnBbRrQq", k=pieces)), strict=True
    ):
        board.set_piece_at(square, other.Piece.from_symbol(piece))
    board.turn, board.halfmove_clock = chance.random() < 0.5, chance.choice((0, 0, 1, 99, 100))
    return board if board.is_valid() else None


@pytest.mark.parametrize("seed", range(usually(2, 40)))
def test_random_positions_against_python_chess(seed: int) -> None:
    """Also those that games hardly reach: many queens, pins from all sides, pieces that cannot mate."""
    chance, found = random.Random(seed), 0
    while found < 100:
        board = random_board(chance, chance.choice((0, 1, 1, 2, 2, 3, 5, 8, 12)))
        if board is not None:
            assert GAME.locate is not None
            check_position(GAME, GAME.locate(board.fen()), board, closely=found % 5 == 0)
            found += 1


def exchanged(board: other.Board, square: int) -> int:
    """What the side to move wins at most by taking on a square, each time with the smallest piece, or not at all."""
    takers = [move for move in board.pseudo_legal_moves if move.to_square == square and board.is_capture(move)]
    if not takers:
        return 0
    least = min(takers, key=lambda move: worth(board.piece_at(move.from_square).piece_type))  # type: ignore[union-attr]
    taken = board.piece_at(square)
    assert taken is not None
    if taken.piece_type == other.KING:
        return worth(other.KING)
    least.promotion = None
    after = board.copy()
    piece = after.remove_piece_at(least.from_square)
    after.set_piece_at(square, piece)
    after.turn, after.ep_square = not after.turn, None
    return max(0, worth(taken.piece_type) - exchanged(after, square))


def test_captures_that_lose_material() -> None:
    chance, compared = random.Random(1), 0
    while compared < usually(100, 3000):
        board = random_board(chance, 14)
        if board is None:
            continue
        assert GAME.locate is not None
        at, flip = GAME.locate(board.fen()), 0 if board.turn else 56
        for move in board.generate_legal_captures():
            taken, piece = board.piece_at(move.to_square), board.piece_at(move.from_square)
            if taken is None or piece is None or piece.piece_type == other.PAWN:
                continue
            after = board.copy()
            after.remove_piece_at(move.from_square)
            after.set_piece_at(move.to_square, piece)
            after.turn, after.ep_square = not after.turn, None
            won = worth(taken.piece_type) - exchanged(after, move.to_square)
            assert loses(at, move.from_square ^ flip, move.to_square ^ flip, GAME._readable) == (won < 0), (
                board.fen(),
                move,
            )
            compared += 1


def test_evaluation_is_the_same_for_both_colours() -> None:
    chance, found = random.Random(2), 0
    while found < 100:
        board = random_board(chance, chance.randrange(2, 14))
        if board is not None:
            assert GAME.locate is not None
            one, two = (GAME.call("evaluate", GAME.locate(each.fen())) for each in (board, board.mirror()))
            assert one == two
            assert abs(one) < 20_000
            found += 1


def test_a_mate_is_found() -> None:
    """A problem by Morphy: White mates in two moves."""
    player = hm.Player(GAME, compiled=True, reductions=False, skips=False)
    found = player.choose("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", depth=3)
    assert (found.value, found.bound, len(found.line)) == (30_000, "exact", 3)
    assert GAME.format is not None
    assert GAME.format(found.move) == "a1a6"


def test_the_evaluation_is_the_same_for_both_sides() -> None:
    """A position with the colours exchanged, and the other side to move, is worth the same."""
    game, chance = hm.games.chess(), random.Random(4)
    for _ in range(20):
        p = game.start
        for _ in range(chance.randrange(60)):
            if game.outcome(p)[0]:
                break
            p = game.next(p, chance.choice(game.legal(p)))
        if not game.outcome(p)[0]:
            board = other.Board(game.write(p))  # type: ignore[misc]
            seen = game.locate(board.mirror().fen())  # type: ignore[misc]
            assert game.call("evaluate", p) == game.call("evaluate", seen)


def test_few_pieces_are_not_a_win() -> None:
    """A lead without pawns counts little, unless it is that of a rook."""
    game = hm.games.chess()

    def worth(fen: str) -> int:
        return int(game.call("evaluate", game.locate(fen)))  # type: ignore[misc]

    assert 0 < worth("8/8/4k3/8/3p4/8/3BKN2/8 w - - 0 1") < 900
    assert abs(worth("8/8/4k3/8/3p4/8/3BK3/8 w - - 0 1")) < 100
    assert worth("8/8/4k3/8/8/8/3RK3/8 w - - 0 1") > 400
