"""Databases of chess endgames in the hands of a player of chess, and the 50 moves that they do not count."""

from __future__ import annotations

import random
from typing import Any

import chess as other
import pytest

import halfmove as hm
from halfmove.engine.endgames import Endgames
from halfmove.uci.options import defaults
from halfmove.uci.readiness import made
from tests.conftest import usually

GAME = hm.games.chess()


@pytest.fixture(scope="module")
def databases() -> list[hm.Database]:
    names = usually(("KQK", "KPK"), ("KQK", "KPK", "KRK", "KQKR"))
    return [hm.solve(hm.games.chess_endgame(name)) for name in names]


def board_with(chance: random.Random, pieces: str) -> other.Board | None:
    """A random legal position with these pieces."""
    board = other.Board(None)
    for square, piece in zip(chance.sample(range(64), len(pieces)), pieces, strict=True):
        board.set_piece_at(square, other.Piece.from_symbol(piece))
    board.turn, board.halfmove_clock = chance.random() < 0.5, chance.choice((0, 0, 40, 75, 88, 96, 99))
    return board if board.is_valid() else None


def at(game: hm.Game, board: other.Board) -> Any:
    assert game.locate is not None
    return game.locate(board.fen())


def test_what_databases_know(databases: list[hm.Database]) -> None:
    """Both colours, the values of chess, no win that 50 moves would end, and legal moves that keep the value."""
    chance, endgames, found = random.Random(1), Endgames(GAME, databases), 0
    while found < usually(400, 20_000):
        piece = chance.choice("QPRqpr")
        board = board_with(chance, "Kk" + piece)
        if board is None or board.is_game_over() or board.is_fifty_moves():
            continue
        found += 1
        here = at(GAME, board)
        entry, turned = endgames.probe(here), board if piece.isupper() else board.mirror()
        solved = {each.game.parameters["pieces"]: each for each in databases}
        known = solved.get(f"K{piece.upper()}K", solved["KPK"])  # pawns become any of these pieces
        own = known.probe(at(known.game, turned))
        assert own is not None
        if own.value != 0 and own.distance is not None and board.halfmove_clock + own.distance > 100:
            assert entry is None
            continue
        assert entry is not None
        assert (entry.value, entry.distance) == (3 * own.value, own.distance)
        moves = endgames.moves(here)
        assert moves[0].value == entry.value
        assert {GAME.next(here, each.move) for each in moves} == {each.position for each in moves}
        assert {each.move for each in moves} <= set(GAME.legal(here))


def test_the_search_asks_databases(databases: list[hm.Database]) -> None:
    """A pawn becomes a queen: the win is far beyond the horizon."""
    player = hm.Player(GAME, compiled=True, endgames=databases)
    for count in (0, 97):
        found = player.choose(f"8/7P/8/4k3/8/8/8/K7 w - - {count} 80", depth=5)
        assert (found.value, found.bound) == (30_000, "exact")  # the pawn's move begins a new count
    late = player.choose("8/8/8/4k3/8/8/2Q5/K7 w - - 95 80", depth=3)
    assert late.value < 30_000
    early = player.choose("8/8/8/4k3/8/8/2Q5/K7 w - - 0 1", depth=3)
    assert (early.value, early.bound, early.algorithm) == (30_000, "exact", "database")
    assert len(early.line) == 17
    here = at(GAME, other.Board("8/8/8/4k3/8/8/2Q5/K7 w - - 0 1"))
    for move in early.line:
        assert move in GAME.legal(here)
        here = GAME.next(here, move)
    assert GAME.outcome(here) == (True, -30_000)


def test_both_speeds_and_other_algorithms(databases: list[hm.Database]) -> None:
    fen = "8/8/8/4k3/8/1p6/2Q5/K7 w - - 0 1"
    slow, fast = (hm.Player(GAME, compiled=c, endgames=databases).choose(fen, depth=2) for c in (False, True))
    assert (slow.value, slow.bound, slow.move) == (fast.value, fast.bound, fast.move)
    found = hm.search(GAME, "alpha_beta", depth=1, position=fen, endgames=databases, compiled=False)
    assert found.value == 30_000  # the queen takes the pawn


def test_databases_of_other_games_are_refused(databases: list[hm.Database]) -> None:
    with pytest.raises(hm.UsageError, match="with rules that differ from those of 'chess'"):
        hm.Player(GAME, endgames=[hm.solve(hm.games.nim(1, 2), compiled=False)])


def test_files_of_databases(databases: list[hm.Database], tmp_path: Any) -> None:
    file = str(tmp_path / "kqk.db")
    databases[0].save(file)
    said: list[str] = []
    engine = made(GAME, defaults() | {"EndgamePath": file}, 0, False, said.append)
    for player in (hm.Player(GAME, endgames=[file], compiled=False), engine):
        assert player.choose("8/8/8/4k3/8/8/2Q5/K7 w - - 0 1").value == 30_000
    assert not said
