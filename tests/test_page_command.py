"""`halfmove page` and `halfmove play --browser`, as a user calls them."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove.cli import in_browser
from halfmove.cli.program import main
from halfmove.pages.how_to_play import how_to_play
from halfmove.pages.page import page_for
from tests.conftest import refused
from tests.game_pages import GAMES, data_of

ARRAYS = """import numpy as np
import halfmove as hm

def moves(p):
    made = np.zeros(3)
    for i in range(len(made)):
        yield i

def play(p, move):
    return p - 1

def result(p):
    return p <= 0, -1

game = hm.Game("arrays", 5, moves, play, result)
"""


def run(*words: str) -> Any:
    return CliRunner().invoke(main, list(words))


def test_a_file(tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    ran = run("page", "nim:1,2", "--html", str(file), "--level", "3", "--time", "0.5")
    assert ran.exit_code == 0
    page = file.read_text(encoding="utf-8")
    assert page == page_for(hm.games.nim(1, 2), level=3, seconds=0.5)
    assert "http" not in page.replace("http-equiv", "")


def test_what_was_made_as_json(tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    ran = run("page", "nim:1,2", "--html", str(file), "--json")
    assert json.loads(ran.stdout) == {"file": str(file), "bytes": file.stat().st_size}
    refused(run("page", "nim:1,2", "--json"), "--html")


def test_standard_output() -> None:
    assert run("page", "nim:1,2", "--html", "-").stdout.startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["page"], ["connect_four"]),
        (["page", "connect_for"], ["connect_for", "connect_four"]),
        (["page", "uniform:2,3"], ["tree"]),
        (["page", "[[1,2],3]"], ["tree"]),
        (["page", "nim:0"], ["over at its start"]),
        (["page", "nim:1", "--level", "11"], ["11", "10"]),
        (["page", "nim:1", "--time", "0"], ["0"]),
        (["page", "nim:1", "--endgames", "missing.db"], ["missing.db"]),
        (["page", "nim:1", "--book", "missing.book"], ["missing.book"]),
        (["page", "nim:1", "--study"], ["--study"]),
        (["play", "nim:1", "--browser", "--threads", "2"], ["--threads"]),
        (["play", "nim:1", "--browser", "--json", "--you", "none"], ["--json"]),
    ],
)
def test_wrong_use_gets_a_sentence(words: list[str], named: list[str]) -> None:
    refused(run(*words), *named)


def test_rules_that_make_arrays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page refuses them, in a sentence that says why; `play --browser` serves them."""
    file = tmp_path / "arrays.py"
    file.write_text(ARRAYS)
    refused(run("page", f"{file}:game", "--html", "-"), "arrays.py:5", "zeros", "make no arrays")
    file.write_text(ARRAYS.replace("np.zeros(3)", "[1, 2, 3]"))
    refused(run("page", f"{file}:game", "--html", "-"), "arrays.py:5", "makes a list", "make no arrays or lists")
    file.write_text(ARRAYS)
    served: list[Any] = []
    monkeypatch.setattr(in_browser, "_serve", lambda server, link: served.append((server.address, link)))
    ran = run("play", f"{file}:game", "--browser", "--moves", "1 2")
    assert ran.exit_code == 0
    assert served[0][0].startswith("http://127.0.0.1:")
    assert served[0][1] == "#g=1.2"


def test_play_opens_the_page_where_the_game_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(in_browser, "open_address", lambda address: bool(opened.append(address)) or True)
    ran = run("play", "tic_tac_toe", "--browser", "--moves", "5 1", "--you", "second", "--level", "2")
    assert ran.exit_code == 0
    address = ran.stdout.strip()
    assert opened == [address]
    assert address.startswith("file:///")
    assert address.endswith(".html#g=4.0")


def test_the_server_ends_with_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    from halfmove.pages.serving import Server

    def interrupted(self: Server) -> None:
        thread = threading.Thread(target=self._server.serve_forever)
        thread.start()
        raise KeyboardInterrupt

    monkeypatch.setattr(Server, "run", interrupted)
    monkeypatch.setattr(in_browser, "open_address", lambda address: True)
    in_browser._serve(Server(hm.games.nim(1, 2)), "")


def test_every_game_tells_how_to_play() -> None:
    for name, make in hm.games.GAMES.items():
        given = {"nim": (1, 2), "chess_endgame": ("KQK",)}.get(name, ())
        pieces = how_to_play(make(*given))
        assert ("h", "Goal") in pieces, name
        assert ("h", "Rules") in pieces, name
        assert not [words for _, words in pieces if "`" in words or "](" in words], name


def test_the_docstring_of_a_file_tells_how_to_play() -> None:
    from halfmove.cli.game_argument import game_from

    assert how_to_play(game_from(GAMES["kayles"])) == [
        ("p", "Kayles: a ball knocks down one pin or two neighbours, and the player that takes the last pin wins.")
    ]


def test_the_page_names_no_folder(tmp_path: Path) -> None:
    """A function that a page cannot run is named by its file, without the author's folders."""
    from halfmove.cli.game_argument import game_from

    file = tmp_path / "printing.py"
    file.write_text(
        "import halfmove as hm\n"
        "def moves(p):\n    yield 1\ndef play(p, move):\n    return p - 1\ndef result(p):\n    return p <= 0, -1\n"
        "def show(p):\n    print(p)\n    return str(p)\n"
        "game = hm.Game('printing', 3, moves, play, result, show=show)\n"
    )
    data = data_of(page_for(game_from(f"{file}:game")))
    notes = " ".join(data["about"]["notes"])
    assert "printing.py:9" in notes
    assert str(tmp_path) not in json.dumps(data)


def own_game(tmp_path: Path, text: str) -> hm.Game:
    from halfmove.cli.game_argument import game_from

    file = tmp_path / "own.py"
    file.write_text("import halfmove as hm\n" + text)
    return game_from(f"{file}:game")


RULES = """
def moves(p):
    for i in range(MOVES):
        yield i
def play(p, move):
    return p + 1
def result(p):
    return p >= 3, SCORE
"""


def test_what_is_too_large_for_a_page_is_refused(tmp_path: Path) -> None:
    """Scores that JavaScript would round, and positions with more moves than a page lists."""
    large = "SCORE = -((1 << 60) + 1)\nMOVES = 2\n" + RULES + "game = hm.Game('large', 0, moves, play, result)\n"
    with pytest.raises(hm.NotCompilable, match="beyond 2\\*\\*53"):
        page_for(own_game(tmp_path, large))
    wide = "SCORE = -1\nMOVES = 9000\n" + RULES + "game = hm.Game('wide', 0, moves, play, result)\n"
    with pytest.raises(hm.NotCompilable, match="9,000 moves"):
        page_for(own_game(tmp_path, wide))


def test_a_show_that_prints_does_not_print_into_the_page(tmp_path: Path) -> None:
    text = "SCORE = -1\nMOVES = 2\n" + RULES
    text += "def show(p):\n    print('noise')\n    return str(p)\n"
    text += "game = hm.Game('noisy', 0, moves, play, result, show=show)\n"
    file = tmp_path / "own.py"
    file.write_text("import halfmove as hm\n" + text)
    ran = run("page", f"{file}:game", "--html", "-")
    assert ran.exit_code == 0
    assert ran.stdout.startswith("<!doctype html>")
    assert "noise" not in ran.stdout
