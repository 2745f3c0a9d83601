"""Polyglot books: keys, moves and weights as python-chess reads them, and files that are no books."""

from __future__ import annotations

import random
import struct
from collections import Counter
from pathlib import Path
from typing import Any

import chess
import chess.polyglot
import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove import matches
from halfmove.books.foreign import ForeignBook, opened_book
from halfmove.cli.program import main
from halfmove.games.chess import polyglot
from halfmove.games.chess.tables import Home
from tests.conftest import usually

GAME: Any = hm.games.chess()
PLAIN = tuple(GAME.data.tolist())
START = chess.Board()


def boards(chance: random.Random, count: int, first: chess.Board = START) -> list[chess.Board]:
    """Positions of random games."""
    found: list[chess.Board] = []
    while len(found) < count:
        board = first.copy()
        while not board.is_game_over() and len(board.move_stack) < 120 and len(found) < count:
            found.append(board.copy(stack=False))
            pawns = [move for move in board.legal_moves if board.piece_type_at(move.from_square) == chess.PAWN]
            board.push(chance.choice(pawns if pawns and chance.random() < 0.5 else list(board.legal_moves)))
    return found


def their_key(board: chess.Board) -> int:
    """Their key of a position as we know it: a right to take en passant is one that can be used."""
    known = board.copy(stack=False)
    if not board.has_legal_en_passant():
        known.ep_square = None
    return chess.polyglot.zobrist_hash(known)


@pytest.mark.parametrize("number", [None, 356, 0, 959])
def test_keys(number: int | None) -> None:
    game: Any = GAME if number is None else hm.games.chess(number)
    first = START if number is None else chess.Board.from_chess960_pos(number)
    passing = other = 0
    for board in boards(random.Random(str(number)), usually(500, 5000), first):
        ours = polyglot.key(game.locate(board.fen()))
        assert ours == their_key(board), board.fen()
        passing += board.has_legal_en_passant()
        other += ours != chess.polyglot.zobrist_hash(board)
    assert passing > (0 if number is None else -1)
    assert other <= 2  # a pawn that may not take, because its king would be in check


@pytest.mark.parametrize(
    ("moves", "wanted"),
    [
        ("", 0x463B96181691FC9C),
        ("e2e4", 0x823C9B50FD114196),
        ("e2e4 d7d5", 0x0756B94461C50FB0),
        ("e2e4 d7d5 e4e5", 0x662FAFB965DB29D4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22A48B5A8E47FF78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652A607CA3F242C1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00FDD303C946BDD9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3C8123EA7B067637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5C3F9B829B279560),
    ],
)
def test_keys_of_the_description_of_the_format(moves: str, wanted: int) -> None:
    at = GAME.start
    for move in moves.split():
        at = GAME.next(at, GAME.parse(move))
    assert polyglot.key(at) == wanted


def random_book(chance: random.Random, positions: list[chess.Board]) -> bytes:
    rows = set()
    for board in positions:
        board = board.copy(stack=False)
        for move in chance.sample(list(board.legal_moves), min(3, board.legal_moves.count())):
            to = move.to_square
            if board.is_castling(move):
                to = chess.square(7 if chess.square_file(to) == 6 else 0, chess.square_rank(to))
            become = (move.promotion or 1) - 1
            word = to | move.from_square << 6 | become << 12
            rows.add((their_key(board), word, chance.choice([0, 1, 5, 65535, chance.randrange(65536)])))
    return b"".join(struct.pack(">QHHL", *row, 7) for row in sorted(rows))


def test_moves_are_those_that_python_chess_finds(tmp_path: Path) -> None:
    chance, file = random.Random(6), tmp_path / "book.bin"
    fens = ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
            "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1", "4k3/P6P/8/8/8/8/p6p/4K3 b - - 0 1"]  # fmt: skip
    known = boards(chance, usually(300, 3000)) + [chess.Board(fen) for fen in fens] * 5
    file.write_bytes(random_book(chance, known))
    book = opened_book(str(file), GAME)
    found = 0
    with chess.polyglot.open_reader(file) as reader:
        for board in known + boards(chance, 50):
            if board.ep_square is not None and not board.has_legal_en_passant():
                board.ep_square = None
            wanted: dict[str, int] = {}
            for entry in reader.find_all(board):
                if entry.weight:
                    wanted[entry.move.uci()] = max(entry.weight, wanted.get(entry.move.uci(), 0))
            entry = book.entry(GAME.locate(board.fen()))
            ours = {} if entry is None else {GAME.format(move.move): move.weight for move in entry.moves}
            assert ours == wanted, board.fen()
            if entry is not None:
                weights = [move.weight or 0 for move in entry.moves]
                assert weights == sorted(weights, reverse=True)
            found += len(ours)
    assert found > 300


def castling_book(tmp_path: Path) -> str:
    """1. e4 three times as heavy as 1. d4; then castling in a position where it is legal."""
    castle = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    rows = [
        (their_key(START), chess.E4 | chess.E2 << 6, 30000),
        (their_key(START), chess.D4 | chess.D2 << 6, 10000),
        (their_key(START), chess.A5 | chess.A2 << 6, 60000),  # illegal
        (their_key(castle), chess.H1 | chess.E1 << 6, 1),
    ]
    file = tmp_path / "small.bin"
    file.write_bytes(b"".join(struct.pack(">QHHL", *row, 0) for row in sorted(rows)))
    return str(file)


def test_a_player_plays_from_it(tmp_path: Path) -> None:
    file = castling_book(tmp_path)
    player = hm.Player(GAME, hm.Limits(nodes=50), compiled=False, book=file)
    result = player.choose()
    assert (GAME.format(result.move), result.algorithm, result.bound) == ("e2e4", "book", "estimate")
    assert result.said == "weight 30000 of 40000"
    assert GAME.format(player.choose("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").move) == "e1g1"
    assert player.choose("4k3/8/8/8/8/8/8/4K2R w - - 0 1").algorithm == "player"
    either = hm.Player(GAME, hm.Limits(nodes=50), compiled=False, book=Path(file), variety=0.5, seed=1)
    counts = Counter(GAME.format(either.choose().move) for _ in range(200))
    assert 110 < counts["e2e4"] < 190
    assert counts["e2e4"] + counts["d2d4"] == 200


def test_the_commands_take_it(tmp_path: Path) -> None:
    file = castling_book(tmp_path)
    ran = CliRunner().invoke(
        main, ["play", "chess", "--level", "5", "--you", "second", "--book", file, "--time", "0.1"], input="quit\n"
    )
    assert (ran.exit_code, ran.stderr) == (0, "")
    assert "halfmove plays e4: weight 30000 of 40000\n" in ran.stdout
    plan = matches.match("chess", f"nodes=20,compiled=off,book={file}", "random", games=2, opening=0, longest=2)
    one, _other = matches.run(plan, jobs=1).games
    assert one.moves[0] == "e2e4"
    ran = CliRunner().invoke(main, ["page", "chess", "--book", file, "--html", str(tmp_path / "x.html")])
    assert ran.exit_code == 2
    assert "is not a book" in ran.stderr


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is no Polyglot book: its entries have 16 bytes, but it has 0"),
        (b"x" * 15, "its entries have 16 bytes, but it has 15"),
        (struct.pack(">QHHL", 2, 0, 1, 0) + struct.pack(">QHHL", 1, 0, 1, 0), "its entries are not sorted"),
        (b'{"kind": "halfmove book"}\n', "is a book of version None"),
    ],
)
def test_files_that_are_no_books(tmp_path: Path, content: bytes, sentence: str) -> None:
    file = tmp_path / "x.bin"
    file.write_bytes(content)
    with pytest.raises(hm.UsageError, match=sentence):
        hm.Player(GAME, book=str(file))


def test_hostile_files(tmp_path: Path) -> None:
    file = tmp_path / "x.bin"
    file.write_bytes(bytes(16 * 1000))  # one key that no position has
    assert opened_book(str(file), GAME).entry() is None
    row = struct.pack(">QHHL", polyglot.key(GAME.start), 0xFFFF, 9, 0)
    file.write_bytes(row * 100_000)
    book = opened_book(str(file), GAME)
    assert book.entry() is None  # none of the moves is legal
    file.write_bytes(b"")
    assert book.entry() is None  # it was changed meanwhile
    file.unlink()
    with pytest.raises(hm.UsageError, match="cannot read the book"):
        book.entry()
    with pytest.raises(hm.UsageError, match="cannot read the book"):
        hm.Player(GAME, book=str(tmp_path))
    file.write_bytes(row)
    with pytest.raises(hm.UsageError, match="is not a book"):
        hm.Player(hm.games.tic_tac_toe(), book=str(file))
    with pytest.raises(hm.UsageError, match="was opened for another game"):
        opened_book(ForeignBook(GAME, None), hm.games.tic_tac_toe())


def test_a_book_that_was_packed_is_read_by_python_chess(tmp_path: Path) -> None:
    file, chance = tmp_path / "x.bin", random.Random(9)
    entries, wanted = [], {}
    for board in boards(chance, 100):
        at = GAME.locate(board.fen())
        for move in GAME.legal(at)[:3]:
            weight = chance.choice([1, 2.5, 7, 200_000])
            entries.append((at, move, weight))
            wanted[their_key(board), GAME.format(move)] = weight
    entries.append((GAME.locate("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), GAME.parse("e1c1"), 3))
    file.write_bytes(polyglot.packed(entries, Home(), PLAIN))
    with chess.polyglot.open_reader(file) as reader:
        assert [each.key for each in reader] == sorted(each.key for each in reader)
        castle = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
        assert [each.move.uci() for each in reader.find_all(castle)] == ["e1c1"]
        for board in boards(random.Random(9), 1):
            weights = [each.weight for each in reader.find_all(board)]
            assert weights == sorted(weights, reverse=True)
            assert len(weights) == 3
    book = opened_book(str(file), GAME)
    assert book.line(GAME.start, GAME.parse("e2e4"))[0] == GAME.parse("e2e4")
