"""Pages of games that end by repetition, and that write moves and positions as players do."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import halfmove as hm
from halfmove.cli.game_argument import game_from
from halfmove.pages.page import page_for
from halfmove.pages.serving import ServedGame, Server
from tests import chess_of_library
from tests.browsers import Open, browsers, need_chromium, openers
from tests.game_pages import data_of
from tests.test_game_history import RING

playwright = need_chromium()
WORDS = "Draw: the same position for the third time."


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    yield from browsers(playwright)


@pytest.fixture
def opened(browser: Any) -> Iterator[Open]:
    yield from openers(browser)


def ring(tmp_path: Path, name: str) -> hm.Game:
    file = tmp_path / "ring.py"
    file.write_text(RING)
    return game_from(f"{file}:{name}")


def at_the_end(page: Any, link: str) -> str:
    page.wait_for_selector("body[data-ready='1']", timeout=30_000)
    page.evaluate(f"window.location.hash = '{link}'")
    page.wait_for_selector("body[data-state=over]", timeout=30_000)
    return str(page.inner_text("#status"))


def test_a_page_ends_a_game_by_repetition(opened: Open, tmp_path: Path) -> None:
    file = tmp_path / "ring.html"
    game = ring(tmp_path, "spelled")
    page_text = page_for(game, who="both")
    assert data_of(page_text)["about"]["canWrite"]
    file.write_text(page_text, encoding="utf-8")
    page = opened(file.as_uri())
    page.wait_for_selector("body[data-state=yours]", timeout=30_000)
    assert {each.inner_text() for each in page.locator("#moves button").all()} <= {"to-1", "to-5", ""}
    assert at_the_end(page, "#g=0.1.0.1") == WORDS
    assert page.locator("#moves button").count() == 0
    page.evaluate("document.querySelector('#back').click()")  # the game goes on from the position before
    page.wait_for_selector("body[data-state=yours]", timeout=30_000)
    page.evaluate("document.querySelector('#copy-position').closest('details').open = true")
    page.click("#copy-position")
    page.wait_for_selector("#done:not(:empty)", state="attached")
    assert page.input_value("#text") == "1 after 3"
    assert [each.inner_text().split() for each in page.locator("#played button").all()] == [
        ["Start"], ["1", "to-1"], ["2", "to-0"], ["3", "to-1"]
    ]  # fmt: skip


def test_a_side_may_lose_by_repetition(opened: Open, tmp_path: Path) -> None:
    file = tmp_path / "ring.html"
    file.write_text(page_for(ring(tmp_path, "lost"), who="both"), encoding="utf-8")
    words = at_the_end(opened(file.as_uri()), "#g=0.1.0.1")
    assert words == "Second player wins (the same position for the third time)!"


def test_a_served_page_says_how_it_ended(opened: Open) -> None:
    server = Server(chess_of_library.game, level=1, seconds=0.2, who="both")
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        page = opened(server.address)
        legal = [game_format(move) for move in chess_of_library.game.legal(chess_of_library.game.start)]
        assert "g1f3" in legal
        assert at_the_end(page, repetition_link()) == WORDS
    finally:
        server.close()
        thread.join()


def game_format(move: Any) -> str:
    return str(move)


def repetition_line() -> list[int]:
    game, at, numbers = chess_of_library.game, chess_of_library.game.start, []
    for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        numbers.append(game.legal(at).index(move))
        at = game.next(at, move)
    return numbers


def repetition_link() -> str:
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return "#g=" + ".".join(digits[number] for number in repetition_line())


def test_a_served_game_knows_its_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    from halfmove.pages import serving

    game, path = chess_of_library.game, tuple(repetition_line())
    served = ServedGame(game, None, None)
    end = served.node(None, path)
    assert (end["over"], end["score"], end["why"], end["moves"]) == (
        True, "0.0", "the same position for the third time", []
    )  # fmt: skip
    assert served.node(None, path[:-1])["over"] is False
    assert served.node(None, path[:4])["moves"][0]["name"] == "Nh3"
    assert served.node(None, path[:1])["written"].startswith(
        "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"
    )
    with pytest.raises(hm.UsageError, match="no move with the number 0"):
        served.node(None, (*path, 0))
    seen: list[Any] = []

    def watched(core: Any, position: Any, *given: Any) -> Any:
        seen.append((len(core.past), core.past[-1], position))
        return choose(core, position, *given)

    choose = serving.move_at_level
    monkeypatch.setattr(serving, "move_at_level", watched)
    served.think(None, path[:3], 1, 0.1, 1, lambda found: None)
    assert seen == [(3, served._at(None, path[:2]).at, served._at(None, path[:3]).at)]
