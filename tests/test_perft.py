"""Counting lines of play: against a plain count, and at the command line."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove.cli.program import main
from tests.conftest import usually

GAMES = {
    "tic_tac_toe": hm.games.tic_tac_toe(),
    "kalah": hm.games.kalah(3, 2),  # a player may move twice in a row
    "othello": hm.games.othello(4),
    "trees": hm.trees.explicit([[1, [2, 3]], 4, [5]]),
    "uniform": hm.trees.uniform(3, 4),
    "chess": hm.games.chess(start="8/8/8/8/8/1k6/p7/K7 b - - 97 1"),  # few moves, and soon drawn
}


def lines(game: hm.Game, at: Any, depth: int) -> int:
    if depth == 0:
        return 1
    return 0 if game.outcome(at)[0] else sum(lines(game, game.next(at, move), depth - 1) for move in game.legal(at))


@pytest.mark.parametrize("name", GAMES)
def test_lines_of_any_game(name: str) -> None:
    game = GAMES[name]
    for depth in range(usually(5, 6)):
        found = hm.perft(game, depth, compiled=False)
        assert found.lines == lines(game, game.start, depth) == hm.perft(game, depth, compiled=False, bulk=False).lines
        assert not found.by_move or sum(found.by_move.values()) == found.lines


@pytest.mark.parametrize("name", usually(("kalah",), tuple(GAMES)))
def test_both_speeds(name: str) -> None:
    game = GAMES[name]
    for bulk in (True, False):
        slow, fast = (hm.perft(game, 4, compiled=compiled, bulk=bulk) for compiled in (False, True))
        assert (slow.lines, slow.by_move) == (fast.lines, fast.by_move)


def test_beyond_the_end() -> None:
    """A king alone against a king: drawn, but the rules still have moves."""
    fen = "7k/8/8/8/8/8/8/K7 w - - 0 1"
    game = hm.games.chess()
    assert hm.perft(game, 2, fen, compiled=False).lines == 0
    assert hm.perft(game, 2, fen, compiled=False, beyond=True).lines == 9


def test_arguments() -> None:
    with pytest.raises(hm.UsageError, match="depth must be a whole number from 0 on"):
        hm.perft(GAMES["othello"], -1)
    with pytest.raises(hm.UsageError, match="at most 200 half-moves"):
        hm.perft(GAMES["othello"], 10**9)
    with pytest.raises(hm.UsageError, match="is not a position of this game"):
        hm.perft(GAMES["othello"], 1, 7)
    told: list[tuple[int, int]] = []
    hm.perft(GAMES["tic_tac_toe"], 2, compiled=False, progress=lambda *each: told.append(each))
    assert told == [(number, 9) for number in range(9)]


def run(*words: str) -> Any:
    return CliRunner().invoke(main, ["perft", *words])


def test_the_command() -> None:
    answer = run("tic_tac_toe", "--depth", "3", "--divide", "--interpreted")
    assert answer.exit_code == 0
    assert "504" in answer.output
    assert answer.output.count("56") == 9
    answer = json.loads(run("othello:4", "-d", "2", "--moves", "b1", "--json", "--interpreted").output)
    assert answer["lines"] == sum(answer["by_move"].values()) > 0
    answer = run("chess", "-d", "1", "--position", "not FEN")
    assert answer.exit_code == 2
    assert "is not a position of chess: one as FEN looks like" in " ".join(answer.output.split())
