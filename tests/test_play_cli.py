"""`halfmove play`: whole games typed into it, saved ones, and what is wrong."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import random
import re
import select
import shlex
import subprocess
import sys
import termios
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove.cli import value_text
from halfmove.cli.board import drawn, last_move_in
from halfmove.cli.played_game import PlayedGame
from halfmove.cli.program import main
from halfmove.players.advantages import advantage, steps_of
from halfmove.players.levels import LEVELS, described, level_of, move_at_level
from halfmove.players.player import core_of
from halfmove.players.timing import Time
from halfmove.showing.boards import grid_of, owners_of

OWN = """
import halfmove as hm

def moves(p):
    for take in range(1, 4):
        if take <= p[0]:
            yield (take, 0)

def play(p, move):
    return (p[0] - move[0],)

def result(p):
    return p[0] == 0, -1

game = hm.Game("take one to three", (7,), moves, play, result)
"""


def played(*words: str, typed: str = "") -> str:
    """All that is printed when these lines are typed."""
    ran = CliRunner().invoke(main, ["play", *words], input=typed.replace(";", "\n"))
    assert ran.exit_code == 0, ran.stderr
    assert ran.stderr == ""
    return str(ran.stdout)


def fault(*words: str) -> str:
    ran = CliRunner().invoke(main, ["play", *words], input="")
    assert (ran.exit_code, ran.stdout, ran.stderr.count("\n")) == (2, "", 1)
    return str(ran.stderr)


@pytest.fixture
def own(tmp_path: Path) -> str:
    file = tmp_path / "own.py"
    file.write_text(OWN)
    return f"{file}:game"


# A game


def test_a_board_for_two() -> None:
    out = played("tic_tac_toe", "--you", "both", typed="1;4;2;5;3;6;quit")
    assert "both sides are yours" in out
    assert "X X X\n  O O .\n  . . .\n  last move: 3" in out
    assert "The game is over: the first player wins." in out
    assert "'6' is neither a move here nor a command; the game is over: undo, new, load FILE or quit" in out


def test_a_second_move_in_a_row_is_said() -> None:
    assert "you move again\n" in played("kalah", "--level", "1", typed="3;quit")
    assert "the first player moves again\n" in played("kalah", "--you", "both", typed="3;quit")
    assert "again\n" not in played("kalah", "--you", "both", typed="1;quit").replace("begin again", "")


def test_against_the_computer() -> None:
    out = played("nim:1,2", "--level", "5", "--time", "5", typed="2-1;2-1")
    assert out.count("halfmove plays ") == 1
    assert "halfmove plays 1-1: you win in 1\n" in out
    lost = played("nim:2,2", "--level", "10", typed="1-2")
    assert "halfmove plays 2-2: you lose in 1" in lost
    assert "The game is over: you lose." in lost
    won = played("nim:3", "--level", "1", typed="1-3")
    assert "The game is over: you win." in won


def test_the_second_player() -> None:
    out = played("nim:2,2", "--you", "second", "--level", "10", typed="quit")
    assert "you are the second player" in out
    assert "halfmove plays" in out
    assert ": you win in" in out


def test_commands() -> None:
    out = played(
        "tic_tac_toe",
        "--level",
        "1",
        "--seed",
        "3",
        typed="help;moves;hint;value;level;level 2;level hard;time 0.5;time inf;;quit;1",
    )
    for words in ("save FILE", "1 2 3 4 5 6 7 8 9\n", "a draw, depth 9, line", "this is level 1 (easy)"):
        assert words in out
    assert f"level 2 (between easy and medium): {described(2)}" in out
    assert "0.5 seconds for a move" in out
    assert "the time for a move must be a number of seconds above 0, such as 0.5, not inf" in out
    assert "last move" not in out  # nothing after `quit` is read


def test_undo_swap_new_go() -> None:
    out = played("tic_tac_toe", "--level", "1", "--seed", "3", typed="undo;1;undo;9;swap;new;go;quit")
    boards = out.split("\n\n")
    assert "there is no move of yours to take back" in out
    assert sum("  1 2 3\n  4 5 6\n  7 8 9" in each for each in boards) == 2  # at first, and after undo
    assert "you are the second player (O), against level 1 (easy)." in out
    assert out.count("halfmove plays ") == 6  # after 1 and 9, after swap and new, for you, and its answer
    both = played("tic_tac_toe", "--you", "both", typed="1;2;undo;undo;undo;swap")
    assert both.count("there is no move of yours to take back") == 1
    assert "there is nothing to change" in both


def test_one_board_a_turn() -> None:
    out = played("connect_four", "--level", "1", "--seed", "3", typed="4;board;quit")
    boards = [each for each in out.split("\n\n") if each.endswith(("6 7", "last move: 4")) or "1 2 3 4 5 6 7" in each]
    assert [each.count("X") for each in boards] == [0, 1, 1]
    assert [each.count("O") for each in boards] == [0, 1, 1]
    assert "X" not in out.partition("\n")[2].partition("halfmove plays ")[0]
    kalah = played("kalah", "--you", "second", "--level", "5", typed="quit")  # it moves twice: 3, then another
    assert kalah.count("halfmove plays ") >= kalah.count("player 2 is to move") == 1


def test_analysing_and_rules() -> None:
    out = played("nim:1,2", "--level", "1", typed="analyse;rules;1-1;quit")
    assert "\n  2-1  you win in 2\n  1-1  you lose in 1\n  2-2  you lose in 1\n" in out
    assert "\nGoal\n" in out
    assert "On the page" not in out
    over = played("nim:1", "--level", "1", typed="1-1;analyse;hint;quit")
    assert over.count("the game is over: ") == 2
    two = played("nim:1,2", "--you", "both", typed="2-2;analyze;quit")
    assert "  1-1  the first player loses in 1" in two


def test_rules_of_a_file_that_says_none(own: str) -> None:
    assert "the file of this game says nothing about its rules" in played(own, "--level", "1", typed="rules")


def test_numbers_of_squares_and_moves_on_free_squares() -> None:
    checkers = drawn(PlayedGame(hm.games.checkers(), "checkers"))
    assert re.findall(r"[bw]?(\d+)", checkers) == [str(number) for number in range(1, 33)]
    assert checkers.count("b") == 12 + len("black is to move".replace("lack", "")[:1])
    ttt = PlayedGame(hm.games.tic_tac_toe(), "tic_tac_toe")
    ttt.play(5)
    assert drawn(ttt, moves=True).startswith("  1 2 3\n  4 X 6\n  7 8 9")
    assert drawn(ttt).startswith("  . . .\n  . X .\n  . . .")
    for name in ("connect_four", "othello", "breakthrough", "l_game"):  # names beside the board say it
        game = PlayedGame(getattr(hm.games, name)(), name)
        assert drawn(game, moves=True) == drawn(game)


def test_signs_of_the_sides() -> None:
    def owners(text: str) -> dict[str, int]:
        grid = grid_of(text)
        assert grid is not None
        return owners_of(grid)

    assert owners("X . O\n. X .") == {"X": 0, "O": 1}
    assert owners(". . O\n. . .") == {"O": 1}
    assert owners("b . W\n. w B") == {"b": 0, "B": 0, "w": 1, "W": 1}
    assert owners("n O O\nX X n") == {"X": 0, "O": 1}
    assert owners("k . r\n. K Q") == {"k": 0, "r": 0, "K": 1, "Q": 1}
    assert owners("♚ . ♟\n. ♔ ♕") == {"♚": 0, "♟": 0, "♔": 1, "♕": 1}
    assert owners("a . b\n. c .") == {}
    assert owners(". . .\n. . .") == {}


def test_a_level_by_its_name() -> None:
    assert "against level 1 (easy)." in played("nim", "--level", "easy", typed="quit")
    assert "against level 3 (medium)." in played("nim", typed="quit")
    data = json.loads(played("nim:2,3", "--you", "none", "--json", "--seed", "1"))
    assert "--level 10" in data["repeat"]  # who watches sees the strongest


def test_undo_as_second_player() -> None:
    out = played("tic_tac_toe", "--level", "1", "--you", "second", "--seed", "3", typed="undo;quit")
    assert "there is no move of yours to take back" in out
    assert out.count("halfmove plays ") == 1


def test_resigning() -> None:
    assert played("tic_tac_toe", typed="resign;1").endswith("you resign, and halfmove wins.\n")
    assert "the first player resigns" in played("tic_tac_toe", "--you", "both", typed="resign")


def test_wrong_lines_are_sentences() -> None:
    typed = "10;foo bar;level 11;level x;time 0;time -1;time;save;load;load /no/such;save /no/such/x;1 2;\x1b[31m"
    out = played("tic_tac_toe", "--level", "1", typed=typed)
    for words in (
        "'10' is neither a move here nor a command; `moves` and `help` list them",
        "'foo bar' is neither",
        "a level must be a whole number from 1 to 10, not 11",
        "there is no level 'x'; a level is a number from 1 to 10, or easy, medium, hard or strongest",
        "seconds above 0, such as 0.5, not",
        "name a file, as in: save game.json",
        "cannot read /no/such: No such file or directory",
        "cannot write /no/such/x: there is no folder /no/such",
    ):
        assert words in out
    assert "\x1b" not in out


def test_what_is_no_text_is_no_move() -> None:
    command = [sys.executable, "-m", "halfmove", "play", "tic_tac_toe", "--you", "both"]
    ran = subprocess.run(command, input=b"\xff\xfe\n1\n", capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"last move: 1" in ran.stdout


def test_moves_and_positions() -> None:
    assert "last move: 5" in played("connect_four", "--moves", "445", "--you", "both")
    out = played("connect_four", "--position", "44", "--moves", "5", "--you", "both", typed="undo;undo")
    assert "there is no move of yours" in out  # who is at the position is first
    assert "'9' is not a move" in fault("connect_four", "--moves", "4 9")


def test_a_game_of_ones_own(own: str) -> None:
    out = played(own, "--level", "10", "--you", "first", typed="moves;3;(1,0);2;quit")
    assert "(7,)" in out
    assert "  1  (1, 0)\n  2  (2, 0)\n  3  (3, 0)" in out
    assert out.count("halfmove plays ") >= 1
    assert "The game is over" in out


def test_games_in_which_one_moves_twice() -> None:
    out = played("kalah:pits=3,seeds=2", "--level", "1", "--seed", "1", typed="2;1;undo;quit")
    assert "player 1 is to move" in out
    again = played("kalah:pits=3,seeds=3", "--you", "both", typed="1;undo")
    assert "there is no move" not in again


# Watching


def test_the_player_plays_itself() -> None:
    words = ["nim:2,3", "--you", "none", "--level", "1", "--seed", "5"]
    out = played(*words)
    assert "1. the first player plays" in out
    assert "The game is over: the " in out
    repeat = out.splitlines()[-1].removeprefix("repeat: ")
    assert repeat == "halfmove play nim:2,3 --you none --time 2 --level 1 --seed 5"
    assert played(*shlex.split(repeat)[2:]) == out
    data = json.loads(played(*words, "--json"))
    assert data["winner"] == ("second", "first")[len(data["moves"]) % 2]  # who took the last match
    assert f"moves: {' '.join(data['moves'])}\n" in out
    assert len(data["said"]) == len(data["moves"])
    assert "add --you none" in fault("nim:2,3", "--json")


def test_a_strong_player_draws() -> None:
    data = json.loads(played("tic_tac_toe", "--you", "none", "--level", "10", "--time", "5", "--json"))
    assert (data["winner"], len(data["moves"])) == (None, 9)


# Levels


def test_what_levels_do() -> None:
    assert list(LEVELS) == list(range(1, 11))
    assert all(not LEVELS[number].one_in for number in range(5, 11))
    out = CliRunner().invoke(main, ["play", "--help"]).stdout
    assert all(described(number) in " ".join(out.split()) for number in LEVELS)
    page = (Path(__file__).parent.parent / "docs" / "playing.md").read_text(encoding="utf-8")
    assert all(described(number).partition("; ")[2] in page for number in range(1, 5))


def move_of(player: hm.Player, position: Any, number: int, seed: int) -> Any:
    made = move_at_level(core_of(player), position, level_of(number), Time(5.0, 5.0), random.Random(seed))
    return made.result.move


def test_a_seen_win_is_taken_and_a_seen_loss_is_not() -> None:
    game = hm.games.tic_tac_toe()
    player = hm.Player(game, compiled=False)
    wins = game.start
    for move in (1, 4, 2, 5):
        wins = game.next(wins, move)
    threat = game.start
    for move in (1, 5, 2):
        threat = game.next(threat, move)
    for seed in range(30):
        for number in (1, 2, 3, 4):
            assert move_of(player, wins, number, seed) == 3
        assert move_of(player, threat, 2, seed) == 3
    weak = {move_of(player, threat, 1, seed) for seed in range(30)}
    assert len(weak) > 2  # the first level does not see it


def test_mistakes_are_repeated_by_their_seed() -> None:
    game = hm.games.othello(6)
    player = hm.Player(game, compiled=False)
    position = game.next(game.start, game.legal(game.start)[0])
    one, other = ([move_of(player, position, 1, seed) for seed in range(20)] for _ in range(2))
    assert one == other
    assert len(set(one)) > 1


# Words


@pytest.mark.parametrize(
    ("said", "to_move", "you", "words"),
    [
        ("wins in 3", 0, (0,), "you win in 3"),
        ("wins in 3", 1, (0,), "you lose in 3"),
        ("loses in 2 by 12 discs", 1, (0,), "you win in 2 by 12 discs"),
        ("wins", 0, (0, 1), "the first player wins"),
        ("wins in 1", 1, (), "the first player loses in 1"),
        ("+0.80", 0, (0,), "you have a small advantage (+0.80)"),
        ("+0.80", 1, (0,), "halfmove has a small advantage (+0.80)"),
        ("-0.80", 1, (0,), "you have a small advantage (+0.80)"),
        ("-7", 1, (0, 1), "the first player has a big advantage (+7)"),
        ("+7", 1, (), "the second player has a big advantage (+7)"),
        ("+0", 0, (0,), "about even"),
        ("draw", 1, (0,), "a draw"),
        ("not known", 1, (0,), "not known"),
    ],
)
def test_values_in_words(said: str, to_move: int, you: tuple[int, ...], words: str) -> None:
    value = float(said) if said[0] in "+-" else 1.0
    result = hm.Result(value, "estimate", hm.Counts(), 0.0, "player", said=said)
    assert value_text.value(hm.games.connect_four(), result, to_move, you) == words


def test_a_mean_of_random_games_is_called_a_guess() -> None:
    game = hm.games.nim()
    result = hm.Result(0.3, "estimate", hm.Counts(), 0.0, "mcts", said="+0.30")
    assert value_text.value(game, result, 0, (0,)) == "a guess from random games: you have a small advantage"
    assert value_text.value(game, replace(result, value=0.1), 0, (0,)) == "a guess from random games: about even"


def test_a_search_that_saw_nothing_does_not_say_even(own: str) -> None:
    """Without `evaluate` a search that reaches no end of the game finds 0, which says nothing."""
    nothing = hm.Result(0, "estimate", hm.Counts(), 0.0, "player", said="+0")
    blind = replace(hm.games.connect_four(), evaluate=None)
    assert value_text.value(blind, nothing, 0, (0,)) == "not known"
    assert value_text.value(hm.games.connect_four(), nothing, 0, (0,)) == "about even"
    assert value_text.value(blind, replace(nothing, bound="exact", said="draw"), 0, (0,)) == "a draw"
    shown = played(own, "--level", "1", "--time", "1", typed="1\n")
    assert "halfmove plays" in shown
    assert "about even" not in shown


def test_what_is_a_big_advantage_depends_on_the_game() -> None:
    """Checkers counts 100 for a man, Othello squares: the words are about the same share of the game."""
    for game in (hm.games.checkers(), hm.games.othello(), hm.games.kalah(), hm.games.nim(), hm.games.connect_four()):
        small, middle, big = steps_of(game)
        assert 0 < small < middle < big
        assert advantage(game, 0) == advantage(game, -small) == "about even"
        assert (advantage(game, middle), advantage(game, -2 * big)) == ("a small advantage", "a big advantage")
    assert advantage(hm.games.checkers(), 100) == "a small advantage"  # a man
    assert advantage(hm.games.checkers(), 300) == "an advantage"
    assert advantage(hm.games.checkers(), 700) == "a big advantage"
    words = [advantage(hm.games.chess(), hundredths) for hundredths in (30, 100, 330, 900)]  # a pawn, a bishop, a queen
    assert words == ["about even", "a small advantage", "an advantage", "a big advantage"]


def test_an_evaluation_that_never_changes_has_a_scale() -> None:
    for constant in (0, 40, float("inf")):
        game = replace(hm.games.nim(), evaluate=lambda p, constant=constant: constant)
        assert all(step > 0 for step in steps_of(game))


def test_where_the_last_move_is() -> None:
    board = ["  a b c", "1 . X .", "2 . . O"]
    assert last_move_in(board, "b1", board) == {(1, 4)}
    assert last_move_in(board, "a2xc2", board) == {(2, 6)}
    slanted = ["    a b", " 1  . .", "  2  . X"]
    assert last_move_in(slanted, "b2", slanted) == {(2, 7)}
    assert last_move_in(["X . ."], "1", [". . ."]) == {(0, 0)}
    assert last_move_in(["O O O O"], "1", ["X X X X"]) == set()
    assert last_move_in(["1: ||"], "1-1", ["1: |||"]) == set()
    checkers = PlayedGame(hm.games.checkers(), "checkers")
    before = checkers.game.picture(checkers.at).split("\n")
    checkers.play(checkers.game.parse("9-13"))  # type: ignore[misc]
    assert last_move_in(checkers.game.picture(checkers.at).split("\n"), "9-13", before) == {(3, 4)}  # not 9


# Files


def test_save_and_load(tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    out = played("connect_four", "--position", "44", "--you", "both", typed=f"5;3;save {file};quit")
    assert f"saved in {file}" in out
    board = out.split("\n\n")[-2]
    data = json.loads(Path(file).read_text())
    assert (data["game"], data["position"], data["moves"]) == ("connect_four", "44", ["5", "3"])
    for words in (["--load", file], ["connect_four", "--load", file], ["connect_four:width=7", "--load", file]):
        assert board in played(*words, "--you", "both")
    inside = played("connect_four", "--you", "both", typed=f"1;load {file};undo;save {file}")
    assert board in inside
    assert json.loads(Path(file).read_text())["moves"] == ["5"]
    assert [each.name for each in tmp_path.iterdir()] == ["game.json"]


def test_level_side_and_time_are_saved(tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    played("tic_tac_toe", "--level", "easy", "--you", "second", "--time", "0.5", typed=f"level 2;save {file};quit")
    data = json.loads(Path(file).read_text())
    assert (data["version"], data["level"], data["you"], data["seconds"]) == (2, 2, "second", 0.5)
    assert "you are the second player (O), against level 2" in played("--load", file, typed="quit")
    assert "you are the first player" in played("--load", file, "--you", "first", "--level", "1", typed="quit")
    out = played("tic_tac_toe", "--level", "9", typed=f"load {file};level;quit")
    assert "you are the second player (O), against level 2 (between easy and medium), 0.5 seconds for a move." in out
    assert out.endswith("this is level 2 (between easy and medium)\n")


def test_files_of_the_first_version_still_load(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text(json.dumps(GOOD))
    out = played("--load", str(tmp_path / "old.json"), "--level", "7", typed="quit")
    assert "you are the first player (X), against level 7" in out
    assert "  O 2 3\n  4 X 6" in out


def test_games_of_ones_own_are_saved_but_a_file_runs_no_code(own: str, tmp_path: Path) -> None:
    file = str(tmp_path / "game.json")
    played(own, "--you", "both", typed=f"2;save {file}")
    assert json.loads(Path(file).read_text())["moves"] == ["(2,0)"]
    assert "(5,)" in played(own, "--you", "both", "--load", file)
    assert "name the game too" in fault("--load", file)


GOOD: dict[str, Any] = {
    "kind": "halfmove game",
    "version": 1,
    "game": "tic_tac_toe",
    "name": "tic-tac-toe",
    "position": None,
    "moves": ["5", "1"],
}


NEW = {**GOOD, "version": 2, "level": 3, "you": "first", "seconds": 1.5}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "is not a saved game"),
        ("[1]", "is not a saved game"),
        ("{" * 100_000, "is not a saved game"),
        ("9" * 5000, "is not a saved game"),
        (b"\xff\xfe", "is not a saved game"),
        ({**GOOD, "kind": "other"}, "is not a saved game"),
        ({**GOOD, "version": 3}, "is a game of version 3, not 1 to 2"),
        ({**GOOD, "version": True}, "is a game of version True, not 1 to 2"),
        ({**GOOD, "version": 2}, "see its 'level'"),
        ({**GOOD, "level": 3}, "it has an unknown 'level'"),
        ({**NEW, "level": 11}, "see its 'level'"),
        ({**NEW, "level": True}, "see its 'level'"),
        ({**NEW, "level": "easy"}, "see its 'level'"),
        ({**NEW, "you": "none"}, "see its 'you'"),
        ({**NEW, "you": ["first"]}, "see its 'you'"),
        ({**NEW, "seconds": 0}, "see its 'seconds'"),
        ({**NEW, "seconds": -1.5}, "see its 'seconds'"),
        ({**NEW, "seconds": float("nan")}, "is not a saved game"),
        ({**NEW, "seconds": 10**400}, "see its 'seconds'"),
        ({**GOOD, "moves": "51"}, "is a damaged game: see its 'moves'"),
        ({**GOOD, "moves": [5, 1]}, "its moves must be texts"),
        ({**GOOD, "moves": ["5", "5"]}, "move 2, '5', is not legal there"),
        ({**GOOD, "moves": ["__import__('os')"]}, "is not legal there"),
        ({**GOOD, "position": 3}, "see its 'position'"),
        ({**GOOD, "position": "1 1"}, "'1' is not a move"),
        ({**GOOD, "more": 1}, "it has an unknown 'more'"),
        ({**GOOD, "game": "nim", "name": "nim 3 4 5"}, "is a game of 'nim', not of 'tic_tac_toe'"),
        ({key: value for key, value in GOOD.items() if key != "name"}, "see its 'name'"),
    ],
)
def test_wrong_files(content: Any, says: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content if isinstance(content, bytes) else
                     content.encode() if isinstance(content, str) else json.dumps(content).encode())  # fmt: skip
    assert re.search(f"{re.escape(str(file))}.*{re.escape(says)}", fault("tic_tac_toe", "--load", str(file)))
    out = played("tic_tac_toe", "--you", "both", typed=f"3;load {file};7")
    assert says in out
    assert "last move: 7" in out  # the game goes on as it was


def test_no_other_file_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "precious.py"
    file.write_text("x = 1\n")
    assert "is not a saved game: choose another name" in played("nim", "--you", "both", typed=f"save {file}")
    assert file.read_text() == "x = 1\n"
    assert "it is a folder, not a file" in fault("nim", "--load", str(tmp_path))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "`halfmove play connect_four`"),
        (["uniform:3,3"], "T(3,3) seed 0 is a tree"),
        (["nim", "--level", "0"], "a level must be a whole number from 1 to 10, not 0"),
        (["nim", "--time", "0"], "the time for a move must be a number of seconds above 0, such as 0.5, not 0\n"),
        (["nim", "--time", "inf"], "seconds above 0, such as 0.5, not inf"),
        (["nim", "--time", "nan"], "seconds above 0, such as 0.5, not nan"),
        (["nim", "--memory", "x"], "memory must be a number of bytes, or a text such as \"64 MB\", not 'x'"),
        (["nim", "--memory", "1"], "1 byte is too little for a table: one entry takes "),
        (["nim", "--threads", "0"], "threads must be a whole number from 1 to 64, not 0"),
        (["nim", "--you", "third"], "'--you': 'third' is not one of 'first', 'second', 'both', 'none'"),
        (["nim", "--load", "x.json", "--moves", "1-1"], "leave --position and --moves out"),
        (["nmi"], "'nmi' is neither a file nor a game; did you mean 'nim'?"),
    ],
)
def test_wrong_calls(words: list[str], says: str) -> None:
    assert says in fault(*words)


def test_a_position_without_moves_that_is_not_over(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN.replace("p[0] == 0, -1", "p[0] < 0, -1"))
    out = played(f"{tmp_path}/own.py:game", "--you", "both", typed="3;3;1;moves;undo;moves")
    assert "the rules do not end the game here, but there are no moves" in out
    assert out.endswith("  1  (1, 0)\n")


# At a terminal


@contextmanager
def terminal(*words: str) -> Any:
    """A process at a terminal: functions to type, and to wait for words; and the process."""
    ours, theirs = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"}
    command = [sys.executable, "-m", "halfmove", "play", *words]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    ) as running:  # fmt: skip
        os.close(theirs)

        waiting = ""  # what came and was not asked for yet

        def until(what: str) -> str:
            """All that comes, up to these words."""
            nonlocal waiting
            ends = time.monotonic() + 60
            while what not in waiting:
                assert time.monotonic() < ends, f"{what!r} did not come, but {waiting!r}"
                if select.select([ours], [], [], 0.5)[0]:
                    try:
                        part = os.read(ours, 1 << 16).decode()
                    except OSError:
                        part = ""
                    assert part, f"{what!r} did not come, but {waiting!r}"
                    waiting += part
            seen, found, waiting = waiting.partition(what)
            return seen + found

        def type_in(words: str) -> None:
            os.write(ours, words.encode())

        try:
            yield type_in, until, running
        finally:
            running.kill()
    os.close(ours)


@pytest.mark.skipif(sys.platform == "win32", reason="terminals")
def test_at_a_terminal() -> None:
    with terminal("connect_four", "--time", "60") as (type_in, until, running):
        until("How strong? easy / medium / hard / strongest [medium]> ")
        type_in("hrd\n")
        until("there is no level 'hrd'; did you mean 'hard'?")
        until("[medium]> ")
        type_in("strongest\n")
        assert "you are the first player (X), against level 10 (strongest)" in until("your move> ")
        type_in("4\n")
        assert "X" not in until("thinking: ")  # one board for a turn
        type_in("\x03")
        until("stopped.")
        seen = until("halfmove's move: `go`, or type one> ")
        assert "\x1b[1;38;5;33m\x1b[7mX\x1b[0m" in seen  # the last move is marked
        assert "your move" not in seen
        type_in("3\n")  # for the player
        assert "\x1b[1;38;5;208m\x1b[7mO\x1b[0m" in until("your move> ")
        type_in("analyse\n")
        until("analysing: 7 of 7 moves, depth ")
        type_in("\x03")
        assert "a win" not in until("stopped.")
        until("your move> ")
        time.sleep(0.5)  # a key that comes while the prompt is being drawn may wait for the next one
        type_in("\x03")
        until("stopped by Ctrl-C")
        assert running.wait(20) == 130


@pytest.mark.skipif(sys.platform == "win32", reason="terminals")
def test_choosing_a_game_at_a_terminal() -> None:
    with terminal() as (type_in, until, running):
        assert "othello" in until("game> ")
        type_in("99\n")
        until("there is no game 99: the numbers are 1 to ")
        until("game> ")
        type_in("othelo\n")
        until("did you mean 'othello'?")
        until("game> ")
        type_in("nim:1,2\n")
        until("[medium]> ")
        type_in("\n")
        until("against level 3 (medium)")
        until("your move> ")
        type_in("quit\n")
        assert running.wait(20) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="terminals")
def test_ctrl_d_ends() -> None:
    with terminal("nim:2,2", "--level", "1") as (type_in, until, running):
        until("your move> ")
        type_in("\x04")
        assert running.wait(20) == 0


@pytest.mark.parametrize("name", ["othello", "l_game"])
def test_a_player_keeps_its_mark(name: str) -> None:
    """Their positions know only whose turn it is: what the first player has is X all the same."""
    game = getattr(hm.games, name)()
    played = PlayedGame(game, name)
    for mark in "XOXO":
        move = game.legal(played.at)[0]
        played.play(move)
        lines = [line[2:] for line in drawn(played).split("\n")]
        ((row, column),) = last_move_in(lines, game.format(move)[:2], lines)
        assert lines[row][column] == mark


def test_show_is_told_who_is_to_move_if_it_wants_to_know() -> None:
    tic = hm.games.tic_tac_toe()
    plain = replace(tic, show=str)
    told = replace(tic, show=lambda p, second=False: f"{second}")
    assert [plain.picture(tic.start, second) for second in (False, True)] == [str(tic.start)] * 2
    assert [told.picture(tic.start, second) for second in (False, True)] == ["False", "True"]
    assert replace(tic, show=None).picture(tic.start, True) == str(tic.start)
    with pytest.raises(hm.GameError, match="not text"):
        replace(tic, show=lambda p, second: second).picture(tic.start)
