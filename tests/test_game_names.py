"""Other names of the games: wherever a game is named, in every spelling, and with one meaning only."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove.cli.game_argument import game_from
from halfmove.cli.program import main
from halfmove.games import ALIASES, GAMES, id_of, names
from halfmove.studies.specs import TreeSpec
from halfmove.trees import FAMILIES, PAPERS


@pytest.mark.parametrize(
    ("written", "id"),
    [
        ("reversi", "othello"),
        ("draughts", "checkers"),
        ("English Draughts", "checkers"),
        ("Mancala", "kalah"),
        ("connect4", "connect_four"),
        ("Connect-Four", "connect_four"),
        ("four-in-a-row", "connect_four"),
        ("four in a row", "connect_four"),
        ("tictactoe", "tic_tac_toe"),
        ("tic-tac-toe", "tic_tac_toe"),
        ("Noughts and Crosses", "tic_tac_toe"),
        ("mill", "nine_mens_morris"),
        ("Mühle", "nine_mens_morris"),
        ("nine men's morris", "nine_mens_morris"),
        ("dots-and-boxes", "dots_and_boxes"),
        ("L-game", "l_game"),
    ],
)
def test_names_as_people_write_them(written: str, id: str) -> None:
    assert id_of(written) == id
    assert game_from(written).name == GAMES[id]().name


def test_every_name_means_one_thing() -> None:
    every = [*names(), *hm.ALGORITHMS, *FAMILIES, *PAPERS]
    plain = [name.casefold().translate(str.maketrans("", "", " _-'")) for name in every]
    assert len(set(plain)) == len(plain)
    assert set(names()) >= set(GAMES)
    assert all(id_of(alias) == id for id in GAMES for alias in ALIASES.get(id, ()))
    assert id_of("go") is None


def test_in_python() -> None:
    assert hm.games.reversi is hm.games.othello
    assert hm.games.connect4(4, 4).name == "connect 4 on 4 x 4"
    with pytest.raises(AttributeError, match="there is no game 'reversy'; did you mean 'reversi'"):
        _ = hm.games.reversy
    assert not hasattr(hm.games, "__wrapped__")


def test_arguments_follow_another_name() -> None:
    assert game_from("reversi:4").name == game_from("othello:size=4").name
    assert game_from("Mill:flying=no").name == "Nine Men's Morris without flying"
    assert TreeSpec.parse("Reversi:4,opening=2") == TreeSpec.parse("othello:4,opening=2")
    assert str(TreeSpec.parse("mill:False")) == "nine_mens_morris:flying=no"


@pytest.mark.parametrize(
    "words",
    [
        ["search", "noughts-and-crosses"],
        ["list", "reversi"],
        ["compare", "--family", "Connect4:3,3,3", "-a", "alpha_beta", "--trees", "1"],
        ["match", "random", "random", "--game", "tictactoe", "--games", "2"],
    ],
)
def test_on_the_command_line(words: list[str]) -> None:
    ran = CliRunner().invoke(main, words)
    assert ran.exit_code == 0, ran.stderr


def test_a_game_saved_under_another_name(tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    ran = CliRunner().invoke(main, ["play", "tictactoe", "--you", "both"], input=f"5\nsave {file}\nquit\n")
    assert ran.exit_code == 0, ran.output
    for words in (["--load", file], ["noughts-and-crosses", "--load", file]):
        ran = CliRunner().invoke(main, ["play", *words, "--you", "both"], input="quit\n")
        assert ran.exit_code == 0, ran.output


def test_listed() -> None:
    ran = CliRunner().invoke(main, ["list", "draughts"])
    assert ran.stdout.splitlines()[:2] == ["checkers", "Also called draughts, english_draughts."]
    data = json.loads(CliRunner().invoke(main, ["list", "Reversi", "--json"]).stdout)
    assert (data["name"], data["aliases"]) == ("othello", ["reversi"])
    assert "(also reversi)" in CliRunner().invoke(main, ["list"]).stdout


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["play", "reversy"], "did you mean 'reversi'?"),
        (["play", "drauhgts"], "did you mean 'draughts'?"),
        (["compare", "--family", "manncala"], "did you mean 'mancala'?"),
    ],
)
def test_did_you_mean(words: list[str], meant: str) -> None:
    ran = CliRunner().invoke(main, words)
    assert ran.exit_code == 2
    assert meant in ran.stderr
