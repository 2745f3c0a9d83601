"""The page of a game in Firefox, from disk: it is ready, is played to the end, and the computer answers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from halfmove.cli.game_argument import game_from
from halfmove.pages.page import page_for
from tests.conftest import usually
from tests.game_pages import GAMES, replayed
from tests.marionette import FIREFOX, Firefox

if not FIREFOX:
    pytest.skip("there is no Firefox on this machine", allow_module_level=True)


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    made = Firefox(tmp_path_factory.mktemp("profile"))
    yield made
    made.close()


CLICK = """
const found = [...document.querySelectorAll("#chooser:not([hidden]) button")];
const cells = found.length ? found : [...document.querySelectorAll("#board .can")];
const all = cells.length ? cells : [...document.querySelectorAll("#moves [data-move]")];
const one = all[Math.floor(%s * all.length)];
for (const kind of ["pointerdown", "pointerup"]) one.dispatchEvent(new PointerEvent(kind, {bubbles: true}));
one.dispatchEvent(new MouseEvent("click", {bubbles: true}));
"""


@pytest.mark.parametrize("name", usually(("connect_four", "kalah", "nim"), tuple(GAMES)))
def test_a_game(firefox: Firefox, tmp_path: Path, name: str) -> None:
    file, chance = tmp_path / "page.html", random.Random(name)
    file.write_text(page_for(game_from(GAMES[name])), encoding="utf-8")
    firefox.open(file.as_uri())
    firefox.wait("document.body.dataset.ready === '1'")
    firefox.run(
        "const who = document.getElementById('who'); who.value = 'both'; who.dispatchEvent(new Event('change'));"
    )
    for _ in range(300):
        firefox.wait("['yours', 'over'].includes(document.body.dataset.state)")
        if firefox.run("return document.body.dataset.state") == "over":
            break
        firefox.run(CLICK % chance.random())
    game = game_from(GAMES[name])
    at, second, moves = replayed(game, firefox.run("return location.hash"))
    over, score = game.outcome(at)
    assert len(moves) >= 3
    assert over == (firefox.run("return document.body.dataset.state") == "over")
    if over and score != 0:
        winner = "Second player" if (score > 0) == second else "First player"
        assert firefox.run("return document.getElementById('status').textContent").startswith(winner)


def test_the_computer_answers(firefox: Firefox, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(page_for(game_from("connect_four")), encoding="utf-8")
    firefox.open(file.as_uri())
    firefox.wait("document.body.dataset.ready === '1'")
    firefox.run("document.querySelector('#moves [data-move]').click()")
    firefox.wait("document.body.dataset.ply === '2' && document.body.dataset.state === 'yours'")
