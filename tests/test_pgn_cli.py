"""PGN at the prompt, in matches and in books."""

from __future__ import annotations

import io
import json
from datetime import date
from pathlib import Path

import chess.pgn
import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove import bookmaking, matches
from halfmove.cli.program import main
from tests import chess_of_library

CHESS = f"{chess_of_library.__file__}:game"


def ran(*words: str, typed: str = "", code: int = 0) -> tuple[str, str]:
    done = CliRunner().invoke(main, list(words), input=typed.replace(";", "\n"))
    assert done.exit_code == code, done.stderr
    return str(done.stdout), str(done.stderr)


def test_a_game_at_the_prompt_is_written_at_the_end(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    ran("play", CHESS, "--you", "both", "--pgn", str(file), typed="f3;e5;g4;Qh4;quit")
    game = chess.pgn.read_game(io.StringIO(file.read_text()))
    assert game is not None
    assert [each.uci() for each in game.mainline_moves()] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert dict(game.headers) == {
        "Event": "halfmove play", "Site": "?", "Date": f"{date.today():%Y.%m.%d}", "Round": "?", "White": "a person",
        "Black": "a person", "Result": "0-1",
    }  # fmt: skip


def test_the_end_of_input_loses_no_game(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    ran("play", "tic_tac_toe", "--level", "1", "--pgn", str(file), typed="5")
    (game,) = hm.read_games(file)
    assert (len(game.moves), game.tags["White"], game.tags["Black"]) == (2, "a person", "halfmove, level 1 (easy)")
    ran("play", "tic_tac_toe", "--you", "none", "--level", "1", "--moves", "5 1", "--pgn", str(file), "--json")
    (game,) = hm.read_games(file)
    assert game.moves[:2] == (5, 1)
    assert game.over
    out, _ = ran("play", "tic_tac_toe", "--you", "both", "--moves", "5 1", "--pgn", "-", typed="quit")
    assert out.endswith("1. 5 1 *\n\n")


def test_games_are_saved_and_loaded(tmp_path: Path) -> None:
    file, json_file = str(tmp_path / "game.pgn"), str(tmp_path / "game.json")
    out, _ = ran("play", CHESS, "--you", "both", typed=f"e4;save {file};e5;save {file};save {json_file};quit")
    assert out.count(f"saved in {file}") == 2  # a file that this game was saved in is replaced
    assert "1. e4 e5 *" in Path(file).read_text()
    out, _ = ran("play", CHESS, "--you", "both", "--load", file, typed=f"Nf3;save {file};load {json_file};board;quit")
    assert "exists already: choose another name" in out
    assert "last move: Nf3" in out
    assert json.loads(Path(json_file).read_text())["moves"] == ["e2e4", "e7e5"]


def test_one_of_several_games_is_loaded(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    game = hm.games.tic_tac_toe()
    hm.write_games([hm.WrittenGame(game, (5, 1)), hm.WrittenGame(game, (1, 2, 3))], file)
    out, _ = ran("play", "--load", f"{file}:2", "--you", "both", typed="undo;quit")
    assert "last move: 3" in out
    for name, sentence in (
        ("", "has several games: name one by its number, as in"),
        (":3", "has no game 3"),
        (":0", "no game 0"),
    ):
        _, told = ran("play", "tic_tac_toe", "--load", f"{file}{name}", code=2)
        assert sentence in told
    file.write_text('[Variant "my_game"]\n1. 5 *')
    _, told = ran("play", "--load", str(file), code=2)
    assert "which does not come with halfmove: name the game, too" in told
    _, told = ran("play", "othello", "--load", str(file), code=2)
    assert "it is a game of 'my_game', not of 'othello'" in told


def test_positions_come_back(tmp_path: Path) -> None:
    fen, file = "4k3/8/8/8/8/8/4q3/7K b - - 3 17", str(tmp_path / "end.pgn")
    ran("play", CHESS, "--you", "both", "--position", fen, typed=f"Qf2;save {file};quit")
    out, _ = ran("play", CHESS, "--you", "both", "--load", file, typed="undo;position;quit")
    assert f"\n{fen}\n" in out
    ran("play", "othello", "--you", "both", "--position", "d3 c3", "--pgn", str(tmp_path / "o.pgn"), typed="quit")
    (game,) = hm.read_games(tmp_path / "o.pgn")
    assert game.start == hm.games.othello().next(hm.games.othello().next(*_start("d3")), _move("c3", "d3"))


def _start(word: str) -> tuple[object, object]:
    game = hm.games.othello()
    return game.start, next(move for move in game.legal(game.start) if str(game.format(move)) == word)  # type: ignore[misc]


def _move(word: str, after: str) -> object:
    game = hm.games.othello()
    at = game.next(*_start(after))
    return next(move for move in game.legal(at) if str(game.format(move)) == word)  # type: ignore[misc]


def test_a_match_writes_its_games(tmp_path: Path) -> None:
    file, out_file = tmp_path / "match.pgn", tmp_path / "match.json"
    words = ("match", "random", "level=easy", "--game", "connect_four:4,4", "--games", "4", "--sprt", "off")
    ran(*words, "--jobs", "1", "--pgn", str(file), "--out", str(out_file))
    games = list(hm.read_games(file))
    assert [game.tags["Round"] for game in games] == ["1.1", "1.2", "2.1", "2.2"]
    assert [(game.tags["White"], game.tags["Black"]) for game in games[:2]] == [
        ("random", "level=easy"),
        ("level=easy", "random"),
    ]
    played = [each for pair in json.loads(out_file.read_text())["pairs"] for each in pair]
    for game, record in zip(games, played, strict=True):
        assert [str(move) for move in game.moves] == record["moves"]
        points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[str(game.result)]
        assert (points if record["first"] == 1 else 1 - points) == record["score"]
        assert str(game.result) == str(hm.WrittenGame(game.game, game.moves).result)
    printed, _ = ran(*words, "--jobs", "1", "--pgn", "-")
    assert printed == file.read_text()
    _, told = ran(*words, "--pgn", str(out_file), "--out", str(out_file), code=2)
    assert "are the same file" in told


def test_a_match_says_how_games_ended() -> None:
    plan = matches.match(CHESS, "random", "random", games=2, opening=0, longest=3)
    one, other = matches.written_games(matches.run(plan, jobs=1))
    assert one.tags["Termination"] == other.tags["Termination"] == "adjudication"
    assert one.comments == {3: "stopped after 3 half-moves"}
    assert (one.result, one.tags["PlyCount"]) == ("1/2-1/2", "3")


GAMES = """
[Result "1-0"]
1. 5 1 2. 9 { resigns } 1-0

[Result "0-1"]
1. 5 1 2. 3 0-1

[Result "*"]
1. 5 2 *

[Result "1/2-1/2"]
1. 1 1/2-1/2
"""


def test_a_book_of_pgn_games(tmp_path: Path) -> None:
    file, book_file = tmp_path / "games.PGN", tmp_path / "my.book"
    file.write_text(GAMES)
    added = bookmaking.add_games("tic_tac_toe", str(file))
    assert (added.games, added.unfinished) == (3, 1)
    entry = added.book.entry()
    assert entry is not None
    assert {each.move: tuple(each.played or ()) for each in entry.moves} == {
        5: (1, 0, 1), 1: (0, 1, 0), **dict.fromkeys((3, 7, 9), (0, 1, 0))
    }  # fmt: skip
    out, _ = ran("book", "build", "tic_tac_toe", "--out", str(book_file), "--from-games", str(file))
    assert "3 games; 1 unfinished ones left out" in out
    file.write_text(GAMES + "\n1. 5 5 *")
    with pytest.raises(hm.UsageError, match="line 14: '5' is not a legal move there"):
        bookmaking.add_games("tic_tac_toe", str(file))
