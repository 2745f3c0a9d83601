"""`halfmove search` with a player: --time, --solve, --moves, and games without any option."""

from __future__ import annotations

import json
import re
import shlex
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove.cli import text
from halfmove.cli.game_argument import game_from
from halfmove.cli.program import main
from halfmove.players.move_text import line_from
from tests.conftest import facts

ENDLESS = """
import halfmove as hm

def moves(p):
    yield 1
    yield 2

def play(p, move):
    return (p + move) % 7

def result(p):
    return p == 100, 0

game = hm.Game("round and round", 0, moves, play, result)
"""


def run(*words: str) -> Any:
    return CliRunner().invoke(main, ["search", *words])


def answer(*words: str) -> Any:
    ran = run(*words, "--json")
    assert ran.exit_code == 0, ran.stderr
    assert ran.stderr == ""
    return json.loads(ran.stdout)


def fault(*words: str) -> str:
    ran = run(*words)
    assert (ran.exit_code, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    return str(ran.stderr)


def test_a_small_game_is_searched_to_its_end_by_alpha_beta() -> None:
    found = answer("nim:3,4,5")
    wanted = hm.search(hm.games.nim(3, 4, 5), "alpha_beta")
    assert (found["algorithm"], found["counts"]["nodes"]) == ("alpha_beta", wanted.counts.nodes)
    assert found["repeat"] == "halfmove search nim:3,4,5 -a alpha_beta"


def test_a_large_game_is_thought_about_for_some_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("halfmove.cli.search._PLAYER_SECONDS", 0.3)
    monkeypatch.setattr("halfmove.cli.search._TRIAL", hm.Limits(nodes=1000))
    began = time.monotonic()
    found = answer("connect_four", "--interpreted")
    assert time.monotonic() - began < 5
    assert found["algorithm"] in ("player", "mcts")
    assert found["stopped"] == "seconds"
    assert found["move"] in range(1, 8)
    assert found["said"]
    assert found["repeat"] == "halfmove search connect_four --time 0.3 --interpreted"


def test_a_game_without_end_is_thought_about_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("halfmove.cli.search._PLAYER_SECONDS", 0.2)
    file = tmp_path / "round.py"
    file.write_text(ENDLESS)
    assert answer(f"{file}:game", "--interpreted")["algorithm"] in ("player", "mcts")
    assert "give a depth" in fault(f"{file}:game", "-a", "alpha_beta")


def test_trees_and_options_of_algorithms_are_as_before() -> None:
    assert answer("uniform:3,3")["algorithm"] == "alpha_beta"
    assert answer("connect_four", "--depth", "3")["repeat"] == "halfmove search connect_four -a alpha_beta --depth 3"
    assert answer("connect_four", "--nodes", "500")["stopped"] == "nodes"
    assert answer("uniform:2,3,values=0..9", "-a", "iter_sss_star", "--memory", "4")["parameters"]["memory"] == 4
    assert answer("tic_tac_toe", "--depth", "0")["counts"]["nodes"] == 1
    assert "alpha_beta has no parameter 'memory'" in fault("uniform:3,3", "--memory", "4")


def test_time_and_depth() -> None:
    found = answer("tic_tac_toe", "--time", "5", "--depth", "3", "--interpreted", "--memory", "1MB")
    assert (found["algorithm"], found["depth"], found["stopped"]) == ("player", 3, None)
    again = answer(*shlex.split(found["repeat"])[2:])
    times = {"seconds": 0, "nodes_per_second": 0}
    assert {**found, **times} == {**again, **times}
    page = facts(run("tic_tac_toe", "--time", "5", "--depth", "3", "--interpreted").stdout)
    assert (page["depth"], page["algorithm"].split()[0]) == ("3", "player")
    assert re.fullmatch(r"even \(.*\b0\)", page["value"])


def test_solve() -> None:
    found = answer("tic_tac_toe", "--solve", "--interpreted", "--moves", "1 2 3 4")
    assert (found["algorithm"], found["value"], found["bound"], found["said"]) == ("solver", 1, "exact", "wins")
    assert found["line"][-1] in range(1, 10)
    assert found["repeat"] == "halfmove search tic_tac_toe --solve --moves '1 2 3 4' --interpreted"
    stopped = answer("connect_four", "--solve", "--time", "0.2", "--interpreted")
    assert (stopped["stopped"], stopped["bound"]) == ("seconds", "lower")


def test_moves() -> None:
    boards = [run("connect_four", "--depth", "1", "--moves", words).stdout for words in ("4 4 5", "4,4,5", "4, 4, 5")]
    boards.append(run("connect_four", "--depth", "1", "--moves", "445").stdout)
    assert all(". . . O . . .\n  . . . X X . ." in board for board in boards)
    game = game_from("othello:size=6")
    first = game.legal(game.start)[0]
    second = game.legal(game.next(game.start, first))[0]
    name = text.move(game, first)
    assert line_from(game, game.start, name + text.move(game, second), "--moves") == [first, second]
    both = run("connect_four", "--position", "44", "--moves", "5 3", "--depth", "1").stdout
    assert "connect four, position 44, after 5 3" in both
    assert ". . O X X . ." in both
    assert name in fault("othello:size=6", "--moves", "zz", "--depth", "1")
    assert "--moves '4 9': '9' is not a move; the moves there are 4 3 5" in fault("connect_four", "--moves", "4 9")
    nim = game_from("nim:3,4,5")
    assert line_from(nim, nim.start, "(1,2) (2,1)", "x") == line_from(nim, nim.start, "1-2 2-1", "x")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["connect_four", "--time", "1", "-a", "scout"], "--time is for players, and -a is for algorithms"),
        (["connect_four", "--solve", "--window", "0,1"], "--solve is for players, and --window is for algorithms"),
        (["connect_four", "--threads", "2", "--memory-limit", "9"], "--memory-limit is for algorithms"),
        (["connect_four", "--solve", "--depth", "3"], "leave --depth out"),
        (["connect_four", "--time", "0"], "--time must be a number of seconds above 0, not 0"),
        (["connect_four", "--threads", "0"], "threads must be a whole number from 1"),
        (["connect_four", "--memory", "much"], "memory must be a number of bytes"),
        (["uniform:3,3", "--time", "1"], "only its leaves have scores"),
    ],
)
def test_what_does_not_go_together(words: list[str], says: str) -> None:
    assert says in fault(*words)
