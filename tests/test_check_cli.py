"""`halfmove check`: a page about a game, and its exit code."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove import conformance
from halfmove.cli.game_report import HELPS, _loud, examine
from halfmove.cli.program import main
from halfmove.conformance.game_check import GameCheck, Observer
from halfmove.games import GAMES
from tests.conftest import facts, refused

GAME = """
import halfmove as hm

def moves(p):
    yield 1
    {moves}

def play(p, move):
    return {play}

def result(p):
    return p <= 0, -1

game = hm.Game("count down", {start}, moves, play, result, longest=9)
"""


def run(*words: str) -> Any:
    return CliRunner().invoke(main, ["check", *words])


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("halfmove.cli.game_report._SECONDS", 0.02)


def write(folder: Path, moves: str = "yield 2", play: str = "p - move", start: str = "6") -> str:
    file = folder / "own.py"
    file.write_text(GAME.format(moves=moves, play=play, start=start))
    return f"{file}:game"


def test_a_right_game() -> None:
    ran = run("nim:2,3", "--games", "5")
    assert (ran.exit_code, ran.stderr) == (0, "")
    shown = facts(ran.stdout)
    assert (shown["compiled"], shown["start"]) == ("yes", repr(hm.games.nim(2, 3).start))
    assert shown["rules"] == "no contradiction found in 5 random games"
    assert {"moves", "play", "result", "longest"} <= set(shown["has"].split(", "))
    for speed in ("plain Python", "machine code"):
        assert re.fullmatch(r"[\d.]+( thousand| million)? positions/s", shown[speed])
    assert 2 <= float(shown["half-moves"].split()[0]) <= 5
    assert 1 <= float(shown["moves"].split()[0]) <= 5
    assert shown["evaluate"] == HELPS["evaluate"]  # which it has not
    assert ran.stdout.endswith("repeat: halfmove check nim:2,3 --games 5 --seed 0\n")


def test_as_json() -> None:
    ran = run("nim:2,3", "--games", "5", "--seed", "3", "--json")
    data = json.loads(ran.stdout)
    assert (data["name"], data["fault"], data["compiles"]) == ("nim 2 3", None, True)
    assert (data["random_games"]["games"], data["random_games"]["finished"]) == (5, 5)
    assert data["random_games"]["first"] + data["random_games"]["second"] == 5
    assert data["random_games"]["ending"]["winner"] in ("first", "second")
    assert data["random_games"]["never_change"] == ["piles", "bits"]
    assert data["slow"] > 0
    assert data["fast"] > 0
    assert 2 <= data["length"] <= 5
    assert {"moves", "play", "result", "show", "longest"} <= set(data["hooks"])
    assert set(data["missing"]) <= set(HELPS)
    assert "key" not in data["missing"]


def test_a_wrong_game(tmp_path: Path) -> None:
    ran = run(write(tmp_path, play="(p - move, 0)"), "--games", "3")
    assert ran.exit_code == 1
    assert set(facts(ran.stdout)) == {"start", "has", "rules"}  # no speed, and nothing that would help yet
    assert facts(ran.stdout)["rules"] == "wrong"
    assert ran.stderr.removeprefix("halfmove: ").strip() not in ran.stdout  # it is said once
    assert ran.stderr.startswith("halfmove: count down: ")
    assert ran.stderr.count("\n") == 1
    data = json.loads(run(write(tmp_path, play="(p - move, 0)"), "--games", "3", "--json").stdout)
    assert data["fault"].startswith("count down")


def test_a_rule_that_raises(tmp_path: Path) -> None:
    ran = run(write(tmp_path, moves="yield unknown"), "--games", "3")
    assert ran.exit_code == 1
    assert "NameError" in ran.stderr
    assert "own.py:6" in ran.stderr


def test_a_game_for_plain_python(tmp_path: Path) -> None:
    file = tmp_path / "text.py"
    file.write_text(
        "import halfmove as hm\n"
        "def moves(p):\n    yield 1\n    yield 2\n"
        "def play(p, move):\n    return p[move:]\n"
        "def result(p):\n    return p == '', -1\n"
        "game = hm.Game('text', 'abcdef', moves, play, result)\n"
    )
    ran = run(f"{file}:game", "--games", "3")
    assert ran.exit_code == 0
    shown = facts(ran.stdout.partition("What would help a player\n")[0])
    assert shown["compiled"].startswith("no: text: ")
    assert "'abcdef'" in shown["compiled"]
    assert "plain Python" in shown
    assert "machine code" not in shown
    helps = ran.stdout.partition("What would help a player\n")[2].split("\n\n")[0].split("\n")
    assert [line.split()[0] for line in helps] == ["compiled", "evaluate", "order", "also", "What"]
    assert "make positions of ints" in helps[0]
    also = "bounds, tries, noisy, symmetry, skip, urgent, gain, lasting, show, format, parse, locate"
    assert helps[3].split(maxsplit=1)[1] == also


def test_longest_is_named_where_it_matters() -> None:
    def moves(p):
        yield 1

    def count(start: int, **named: Any) -> hm.Game:
        return hm.Game("count", start, moves, lambda p, move: p - move, lambda p: (p == 0, -1), **named)

    assert "longest" in examine(count(1500), 1, 0).missing
    assert "longest" not in examine(count(1500, longest=1500), 1, 0).missing
    assert "longest" not in examine(count(500), 1, 0).missing


def test_a_game_without_end(tmp_path: Path) -> None:
    file = write(tmp_path, play="(p + move) % 5 + 1").removesuffix(":game")
    Path(file).write_text(Path(file).read_text().replace(", longest=9", ""))
    ran = run(f"{file}:game")
    assert (ran.exit_code, ran.stderr) == (0, "")
    assert "no end: none of 3 ended within 2000 half-moves; searches need a depth" in ran.stdout
    assert "note: count down may have no end: 3 of 3 random games" in ran.stdout


def test_a_game_that_sometimes_has_no_end(tmp_path: Path) -> None:
    """A pile that may be taken past 0 is named, with where it has come to."""
    (tmp_path / "pile.py").write_text(
        "import halfmove as hm\n"
        "def moves(p):\n    yield from (1, 2)\n"
        "def play(p, move):\n    return p[0] - move, p[1]\n"
        "game = hm.Game('pile', (7, 'not compiled'), moves, play, lambda p: (p[0] == 0, -1))\n"
    )
    found = json.loads(run(f"{tmp_path / 'pile.py'}:game", "--json").stdout)
    assert found["fault"] is None
    assert 0 < found["random_games"]["finished"] < found["random_games"]["games"]
    assert int(found["random_games"]["unfinished"].strip("(").partition(",")[0]) < -2000
    note = next(part for part in run(f"{tmp_path / 'pile.py'}:game").stdout.split("\n\n") if part.startswith("note: "))
    assert "pile may have no end: 3 of" in note
    assert found["random_games"]["unfinished"] in note


def test_wrong_calls() -> None:
    refused(run("nmi"), "'nmi'", "'nim'")
    refused(run("nim", "--games", "0"), "--games", "from 1", "not 0")


def test_guesses_beyond_all_results(tmp_path: Path) -> None:
    name = write(tmp_path)
    file = tmp_path / "own.py"
    file.write_text(file.read_text().replace("longest=9", "longest=9, evaluate=lambda p: 5.0 if p > 5 else -7.0"))
    ran = run(name, "--games", "20")
    assert ran.exit_code == 0
    assert "evaluate      goes from -7 to 5, results from -1 to 1: a guess may count more than a win\n" in ran.stdout


@pytest.mark.parametrize(
    ("named", "says"),
    [
        ({"evaluate": lambda p: 3 * p}, "goes from 3 to 18, results from -1 to 1"),
        ({"evaluate": lambda p: 1}, None),
        ({"evaluate": lambda p: -0.5}, None),
        ({"evaluate": lambda p: 3, "bounds": lambda p: (-9, 9)}, None),
        ({}, None),
    ],
)
def test_which_guesses_are_too_large(named: dict[str, Any], says: str | None) -> None:
    def moves(p):
        yield 1
        yield 2

    game = hm.Game("count down", 6, moves, lambda p, move: p - move, lambda p: (p <= 0, -1), **named)
    loud = _loud(game, conformance.check(game, 20))
    assert loud is None if says is None else (loud or "").startswith(says)


def played(game: hm.Game, games: int) -> GameCheck:
    """Random games, without the checks."""
    observer = Observer(game, conformance.patience(game))
    for seed in range(games):
        observer.add(list(conformance._line(game, game.start, observer.patience, seed=seed)))
    return observer.report()


@pytest.mark.parametrize("name", list(GAMES))
def test_guesses_of_our_games_are_not_blamed(name: str) -> None:
    game = GAMES[name]()
    assert _loud(game, played(game, 10)) is None
