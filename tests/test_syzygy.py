"""Tables of other programs at the root: made up ones, and Syzygy tables in the folder that HALFMOVE_SYZYGY names."""

from __future__ import annotations

import builtins
import os
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess
import chess.syzygy
import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove import matches
from halfmove.cli.program import main
from halfmove.games.chess import syzygy
from halfmove.games.chess.syzygy import SyzygyTables
from tests.conftest import usually
from tests.test_game_history import RING

GAME: Any = hm.games.chess()
TABLES = os.environ.get("HALFMOVE_SYZYGY", "")
real_tables = pytest.mark.skipif(not TABLES, reason="HALFMOVE_SYZYGY names no folder")


class Made:
    """Tables as the package chess opens them, with made-up answers: (wdl, dtz) of a board, or None."""

    def __init__(self, answer: Callable[[chess.Board], tuple[int, int] | None]) -> None:
        self._answer = answer

    def get_wdl(self, board: chess.Board) -> int | None:
        found = self._answer(board)
        return None if found is None else found[0]

    def get_dtz(self, board: chess.Board) -> int | None:
        found = self._answer(board)
        return None if found is None else found[1]


def made(monkeypatch: pytest.MonkeyPatch, answer: Callable[[chess.Board], tuple[int, int] | None]) -> hm.Player:
    monkeypatch.setattr(syzygy, "_opened", lambda folder: (chess, Made(answer)))
    return hm.Player(GAME, hm.Limits(nodes=200), compiled=False, endgames=[os.path.dirname(__file__)])


def after(board: chess.Board) -> str:
    """The last move of White's rook or king: where its pieces stand."""
    return " ".join(chess.square_name(square) for square in sorted(board.pieces(chess.ROOK, chess.WHITE)))


ROOK = "8/8/8/4k3/8/8/8/R3K3 w - - {clock} 80"


@pytest.mark.parametrize(
    ("clock", "dtz", "value", "bound", "said"),
    [
        (0, 7, 30000, "exact", "wins"),
        (92, 6, 30000, "exact", "wins"),  # 93 after the move, and at most 7 more
        (92, 7, 0, "lower", "+0.00"),
        (92, 8, 0, "exact", "draw"),
        (98, 1, 0, "lower", "+0.00"),
        (98, 2, 0, "exact", "draw"),
    ],
)
def test_the_fifty_moves(
    monkeypatch: pytest.MonkeyPatch, clock: int, dtz: int, value: int, bound: str, said: str
) -> None:
    player = made(monkeypatch, lambda board: (-2, -dtz))
    result = player.choose(ROOK.format(clock=clock))
    assert (result.value, result.bound, result.said, result.algorithm) == (value, bound, said, "tablebase")


def test_the_quickest_progress_wins_and_the_slowest_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths = {"a7": 9, "a4": 3, "h1": 50}
    player = made(monkeypatch, lambda board: (-2, -lengths.get(after(board), 20)))
    assert GAME.format(player.choose(ROOK.format(clock=0)).move) == "a1a4"
    loses = made(monkeypatch, lambda board: (2, 40 if after(board) == "a7" else 5))
    result = loses.choose(ROOK.format(clock=0))
    assert (GAME.format(result.move), result.value, result.said) == ("a1a7", -30000, "loses")


def test_what_wins_but_for_the_fifty_moves_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    player = made(monkeypatch, lambda board: (-1, -105) if after(board) == "a4" else (0, 0))
    result = player.choose(ROOK.format(clock=0))
    assert (GAME.format(result.move), result.value, result.said) == ("a1a4", 0, "draw")
    player = made(
        monkeypatch, lambda board: (1, 105) if after(board) == "a4" else (2, 7) if after(board) != "a7" else (0, 0)
    )
    assert GAME.format(player.choose(ROOK.format(clock=0)).move) == "a1a7"


def test_mate_and_taking_are_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    mate = "6k1/8/6K1/8/8/8/8/R7 w - - 99 80"
    player = made(monkeypatch, lambda board: (-2, -1))
    result = player.choose(mate)
    assert (GAME.format(result.move), result.value, result.bound) == ("a1a8", 30000, "exact")
    takes = "4k3/8/8/8/8/8/p7/R3K3 w - - 99 80"
    player = made(monkeypatch, lambda board: (-2, -30))
    result = player.choose(takes)
    assert (GAME.format(result.move), result.value) == ("a1a2", 30000)


def test_positions_that_no_table_knows_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    player = made(monkeypatch, lambda board: None if after(board) == "a4" else (0, 0))
    assert player.choose(ROOK.format(clock=0)).algorithm == "player"
    castles = made(monkeypatch, lambda board: (0, 0))
    assert castles.choose("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1").algorithm == "player"
    assert castles.choose("r3k3/8/8/8/8/8/8/4K2R w - - 0 1").algorithm == "tablebase"


def test_a_repetition_is_not_walked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best move by the table would bring a position for the third time; the next best wins, too."""
    player = made(monkeypatch, lambda board: (-2, -3 if after(board) == "a4" else -9))
    history = [GAME.locate(ROOK.format(clock=0))]
    for move in ["a1a4", "e5e6", "a4a1", "e6e5"] * 2:
        history.append(GAME.next(history[-1], GAME.parse(move)))
    once = player.choose(history[4], history=history[:4])
    assert (GAME.format(once.move), once.value, once.bound) == ("a1a4", 30000, "exact")  # the next time it draws
    twice = player.choose(history[8], history=history[:8])  # the position is over: it occurs for the third time
    assert (GAME.format(twice.move), twice.value, twice.bound) == ("a1b1", 30000, "upper")
    fresh = player.choose(history[4])
    assert (GAME.format(fresh.move), fresh.said, fresh.bound) == ("a1a4", "wins", "exact")


class Steps:
    """A table of a game of one's own."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def moves(self, p: Any) -> list[tuple[int, int, int]] | None:
        return None if p.at == 3 else [(-1, 0, 0), (1, 0, 0)]


def test_any_game_may_bring_tables(tmp_path: Path) -> None:
    file = tmp_path / "ring.py"
    file.write_text(RING)
    from halfmove.cli.game_argument import game_from

    game = replace(game_from(f"{file}:game"), readers={"tables": Steps})
    player = hm.Player(game, hm.Limits(nodes=50), compiled=False, endgames=[tmp_path])
    result = player.choose()
    assert (result.move, result.said, result.best_moves) == (-1, "draw", (-1, 1))
    at = game.start
    for _ in range(3):
        at = game.next(at, 1)
    assert player.choose(at).algorithm != "tablebase"
    again = hm.Player(game, hm.Limits(nodes=50), compiled=False, endgames=[Steps("")])
    assert again.choose().algorithm == "tablebase"


def test_folders_without_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(hm.UsageError, match=r"has no Syzygy tables, whose names end with \.rtbw"):
        hm.Player(GAME, endgames=[tmp_path])
    with pytest.raises(hm.UsageError, match="cannot read"):
        hm.Player(GAME, endgames=[tmp_path / "none"])
    with pytest.raises(hm.UsageError, match="it is a folder"):
        hm.Player(hm.games.tic_tac_toe(), endgames=[tmp_path])
    ran = CliRunner().invoke(main, ["play", "chess", "--endgames", str(tmp_path)], input="quit\n")
    assert (ran.exit_code, ran.stderr.count("\n")) == (2, 1)
    assert "has no Syzygy tables" in ran.stderr
    (tmp_path / "KQvK.rtbw").write_bytes(b"\x71\xe8\x23\x5d" + bytes(10))
    (tmp_path / "KQvK.rtbz").write_bytes(b"no table")
    player = hm.Player(GAME, hm.Limits(nodes=10), compiled=False, endgames=[tmp_path])
    with pytest.raises(hm.UsageError, match=r"the Syzygy tables in .* cannot be read"):
        player.choose("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    usual = builtins.__import__

    def without(name: str, *given: Any, **named: Any) -> Any:
        if name.partition(".")[0] == "chess":
            raise ImportError(name)
        return usual(name, *given, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(hm.UsageError, match=r"which is not installed: pip install 'halfmove\[chess\]'"):
        SyzygyTables(str(tmp_path), GAME.write, GAME.data)


# With real tables


def pieces(chance: random.Random, letters: str) -> chess.Board:
    while True:
        board = chess.Board(None)
        for square, letter in zip(chance.sample(range(64), len(letters)), letters, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = chance.random() < 0.5
        if board.is_valid() and not board.is_game_over():
            return board


@real_tables
@pytest.mark.parametrize("letters", ["KQk", "KRk", "KPk", "KBNk", "KQkr", "KRkn", "KPkp", "KBBk", "KRkr"])
def test_play_keeps_what_the_tables_say(letters: str) -> None:
    chance = random.Random(letters)
    player = hm.Player(GAME, hm.Limits(nodes=50), compiled=False, endgames=[TABLES])
    with chess.syzygy.open_tablebase(TABLES) as tables:
        for _ in range(usually(4, 40)):
            board = pieces(chance, letters)
            wdl = tables.get_wdl(board)
            if wdl is None:
                continue
            wanted = {2: 30000, -2: -30000}.get(wdl, 0)
            at, history, sign = GAME.locate(board.fen()), [], 1
            while True:
                over, score = GAME.outcome(at)
                if over:
                    assert sign * score == wanted, board.fen()
                    break
                result = player.choose(at, history=history)
                assert result.algorithm == "tablebase"
                assert sign * result.value == wanted, (board.fen(), GAME.write(at))
                assert result.bound == "exact"
                history.append(at)
                at, sign = GAME.next(at, result.move), -sign
                if wanted == 0 and len(history) > 12:
                    break


@real_tables
def test_the_commands_with_real_tables() -> None:
    ran = CliRunner().invoke(
        main,
        ["play", "chess", "--position", "8/8/8/5k2/8/8/8/Q3K3 w - - 0 1", "--you", "second", "--level", "10",
         "--endgames", TABLES],
        input="value\nquit\n",
    )  # fmt: skip
    assert (ran.exit_code, ran.stderr) == (0, "")
    assert "tablebase: you lose, line" in ran.stdout
    plan = matches.match("chess", f"nodes=50,compiled=off,endgames={TABLES}", "random", games=2, opening=0, longest=2)
    assert matches.run(plan, jobs=1).games
