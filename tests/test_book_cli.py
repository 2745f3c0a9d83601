"""`halfmove book`, and books in `halfmove play` and `halfmove match`."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove.bookmaking import build
from halfmove.books import Book
from halfmove.cli.program import main
from tests.conftest import facts, refused


def ran(*words: Any) -> Any:
    return CliRunner().invoke(main, [str(word) for word in words])


def done(*words: Any) -> str:
    result = ran(*words)
    assert result.exit_code == 0, result.output
    return str(result.stdout)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of tic-tac-toe with 20 entries."""
    path = tmp_path_factory.mktemp("books") / "ttt.book"
    build("tic_tac_toe", 20, depth=3, jobs=1, compiled=False, file=str(path))  # so that nothing has to be compiled
    return path


def test_a_book_is_shown_as_a_tree(file: Path) -> None:
    shown = done("book", "show", file, "--depth", 2).splitlines()
    moves = [line.split()[0] for line in shown[2:] if not line.startswith(" ")]
    assert sorted(moves) == [str(square) for square in range(1, 10)]
    below = [line.split()[0] for line in shown[2:] if re.match(r"  \S", line)]
    assert set(below) == set(moves)  # what answers them, two columns further
    assert all(len(line) <= 80 for line in shown)
    data = json.loads(done("book", "show", file, "--moves", "5 1", "--depth", 1, "--json"))
    assert data["entries"] == 20
    assert {move["move"] for move in data["moves"]} == {"2", "3", "4", "6", "7", "8", "9"}
    assert all(move["source"] in ("search", "end") and move["moves"] == [] for move in data["moves"])
    assert json.loads(done("book", "show", file, "--moves", "1 2 3 4 5 6", "--json"))["moves"] == []


def test_stats(file: Path) -> None:
    data, shown = json.loads(done("book", "stats", file, "--json")), facts(done("book", "stats", file))
    assert (data["entries"], data["made"]["depth"]) == (20, 3)
    assert {name: shown[name].replace(",", "") for name in ("entries", "positions", "nodes")} == {
        name: str(data[name]) for name in ("entries", "positions", "nodes")
    }
    assert "depth=3" in shown["made with"]


def test_a_book_is_extended(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "new.book"
    assert "3 entries" in done(
        "book", "build", "tic_tac_toe", "--out", other, "--entries", 3, "--depth", 3, "--jobs", 1
    )
    other.unlink()
    data = json.loads(done("book", "build", "--extend", file, "--out", other, "--entries", 25, "--jobs", 1, "--json"))
    assert data["entries"] == 25
    assert data["made"]["depth"] == 3  # as the book before
    assert len(Book.load(file)) == 20  # which stays as it is
    done("book", "build", "--extend", other, "--entries", 26, "--jobs", 1)
    assert len(Book.load(other)) == 26


def test_games_become_a_book(tmp_path: Path) -> None:
    games, match, saved = tmp_path / "games.jsonl", tmp_path / "match.json", tmp_path / "saved.json"
    done("match", "random", "random", "--game", "tic_tac_toe", "--games", 8, "--sprt", "off", "--jobs", 1,
         "--out", match, "--games-file", games)  # fmt: skip
    one, other = tmp_path / "one.book", tmp_path / "other.book"
    assert "8 games" in done("book", "build", "tic_tac_toe", "--out", one, "--from-games", games)
    done("book", "build", "tic_tac_toe", "--out", other, "--from-games", match)
    assert Book.load(one).positions == Book.load(other).positions
    shown = json.loads(done("book", "show", one, "--depth", 1, "--json"))["moves"]
    assert {move["source"] for move in shown} == {"games"}
    saved.write_text(done("play", "tic_tac_toe", "--you", "none", "--json", "--level", 2, "--seed", 1))
    done("book", "build", "--extend", one, "--from-games", saved)
    assert Book.load(one).stats().games == 9


def test_a_book_from_a_database(tmp_path: Path) -> None:
    solved, out = tmp_path / "ttt.db", tmp_path / "ttt.book"
    hm.solve(hm.games.tic_tac_toe(), str(solved), jobs=1, compiled=False)
    done("book", "build", "tic_tac_toe", "--out", out, "--entries", 9, "--from-database", solved, "--jobs", 1)
    moves = json.loads(done("book", "show", out, "--depth", 1, "--json"))["moves"]
    assert {(move["source"], move["exact"], move["value"]) for move in moves} == {("database", True, 0)}
    assert all(known.searched is None for known in Book.load(out).positions)


def test_a_book_in_a_game_and_in_a_match(file: Path) -> None:
    played = done("play", "tic_tac_toe", "--you", "none", "--level", 6, "--book", file, "--time", 0.01)
    assert "from the book" in played
    assert f"--book {file}" in played
    assert "from the book" not in done("play", "tic_tac_toe", "--you", "none", "--level", 2, "--book", file)
    with_book = f"nodes=20,book={file},variety=0.5"
    told = done("match", with_book, "nodes=20", "--game", "tic_tac_toe", "--games", 6, "--opening", 1, "--sprt", "off",
                "--jobs", 1)  # fmt: skip
    assert "6 of 6 games" in told


def wrong_words(file: Path) -> list[tuple[Any, ...]]:
    """Words, and what must be named because of them."""
    return [
        (["book", "build", "tic_tac_toe"], "--out", "--extend"),
        (["book", "build", "--out", "x.book"], "game", "halfmove book build connect_four"),
        (["book", "build", "tic_tac_toe", "--out", file], str(file), "--extend"),
        (["book", "build", "othello", "--extend", file], str(file), "Othello", "'tic-tac-toe'"),
        (
            ["book", "build", "tic_tac_toe", "--extend", file, "--from-games", file, "--nodes", 9],
            *("--nodes", "--from-games"),
        ),
        (["book", "build", "tic_tac_toe", "--extend", file, "--from-games", file], str(file), "games"),
        (["book", "build", "tic_tac_toe", "--extend", file, "--depth", 0], "depth", "1", "not 0"),
        (["book", "show", file, "--moves", "1 1"], "--moves '1 1'", "'1'", "2 3 4 5 6 7 8 9"),
        (["play", "tic_tac_toe", "--book", "no-such.book"], "no-such.book"),
        (["play", "tic_tac_toe", "--variety", 1.0], "--variety", "--book"),
        (["match", "nodes=5,variety=1", "random", "--game", "tic_tac_toe"], "nodes=5,variety=1", "book=FILE"),
        (["match", "nodes=5,book=no-such.book", "random"], "no-such.book"),
        (["match", f"nodes=5,book={file}", "random", "--game", "othello"], str(file), "Othello", "'tic-tac-toe'"),
    ]


@pytest.mark.parametrize("number", range(13))
def test_wrong_words_are_refused(number: int, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words, *named = wrong_words(file)[number]
    refused(ran(*words), *named)
    assert list(tmp_path.iterdir()) == []


def test_commands_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (Path(__file__).parent.parent / "docs" / "opening-books.md").read_text(encoding="utf-8")
    lines = page.split("```sh\n")[1].split("```")[0].splitlines()
    monkeypatch.chdir(tmp_path)
    assert len(lines) > 4
    for line in lines:
        program, *words = shlex.split(line)
        assert program == "halfmove"
        assert done(*words)
