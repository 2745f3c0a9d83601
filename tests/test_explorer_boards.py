"""Boards beside the tree of a game: in Chromium each is compared with the picture that Python makes of its position."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import halfmove as hm
from halfmove.cli.game_argument import game_from
from halfmove.explorer import positions as positions_module
from halfmove.explorer.page import page_for
from halfmove.explorer.unfolding import unfolded
from halfmove.showing.boards import grid_of
from tests.browsers import Open, browsers, need_chromium, openers

playwright = need_chromium()

DOTS = "dots_and_boxes:2,2"
STEP, SELECTED = 0, 1
Write = Callable[..., str]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    yield from browsers(playwright)


@pytest.fixture
def opened(browser: Any) -> Iterator[Open]:
    yield from openers(browser)


@pytest.fixture
def written(tmp_path: Path) -> Write:
    """A function that writes a page and returns its address."""

    def write(game: hm.Game, depth: int | None = None, algorithms: Any = (("alpha_beta", {}),), **options: Any) -> str:
        file = tmp_path / "page.html"
        file.write_text(page_for(game, algorithms, depth=depth, **options), encoding="utf-8")
        return file.as_uri()

    return write


class Shown(NamedTuple):
    """A board on the page: its text for screen readers, what its cells show, and those that are marked."""

    text: str
    cells: dict[str, str]
    changed: set[str]


def _shown(page: Any, which: int) -> Shown:
    picture = page.locator(".boards figure").nth(which).locator("svg")
    label = picture.get_attribute("aria-label").split(": ", 1)[1].partition("\nChanged: ")[0]
    cells = picture.locator("[data-cell]").evaluate_all(
        """(all) => all.map((each) =>
          [each.dataset.cell, each.getAttribute("aria-label"), each.classList.contains("last")])"""
    )
    signs = {key: said.removesuffix(", last move").rpartition(", ")[2] for key, said, _ in cells}
    return Shown(label, signs, {key for key, _, last in cells if last})


def _cells(game: hm.Game, text: str) -> dict[str, str]:
    """What the cells of a picture show: squares, else words where the game has clicks, else signs."""
    grid = grid_of(text)
    if grid is not None:
        rows: Any = grid.cells
    else:
        lines = [line for line in text.split("\n") if not re.search(r"[a-z]{2,} ", line)]
        rows = [line.split() if game.clicks else list(line) for line in lines]
    signs = {f"{row},{column}": sign for row, line in enumerate(rows) for column, sign in enumerate(line) if sign}
    words = {"+": "dot", "-": "line", "|": "line"} if "+" in signs.values() else {}  # in a drawing
    return {key: "empty" if sign in " .·_" else words.get(sign, sign) for key, sign in signs.items()}


def _picture(game: hm.Game, name: str, start: Any = None) -> tuple[str, str]:
    """The picture of a node by its Dewey name, and of the position before the last move, by the rules alone."""
    at, second, waits = game.start if start is None else start, False, False
    text = before = game.picture(at, second)
    for part in [] if name == "0" else name.split("."):
        if waits:
            assert part == "1"
            waits = False
            continue
        child = game.next(at, game.legal(at)[int(part) - 1])
        waits = game.moves_again(at, child)
        at, second = child, second if waits else not second
        before, text = text, game.picture(at, second)
    return text, before


def _compare(page: Any, game: hm.Game, name: str, which: int, start: Any = None) -> None:
    text, before = _picture(game, name, start)
    found, wanted = _shown(page, which), _cells(game, text)
    assert found.text == text
    assert found.cells == {key: wanted.get(key, "empty") for key in found.cells}
    if not game.clicks:  # else the names of pits are no cells
        assert {key for key, sign in wanted.items() if sign != "empty"} <= set(found.cells)
    old = _cells(game, before)
    assert found.changed <= {key for key in {*wanted, *old} if wanted.get(key, "empty") != old.get(key, "empty")}
    if name != "0" and text != before:
        assert found.changed


def _names(page: Any) -> list[str]:
    return [each.split()[-1] for each in page.locator(".path .node").all_inner_texts()]


def _press(page: Any, *keys: str) -> None:
    page.locator("canvas.picture").first.focus()
    for key in keys:
        page.keyboard.press(key)


GAMES: dict[str, tuple[str, int | None]] = {
    "connect_four": ("connect_four", 3),
    "othello": ("othello:6", 3),  # `show` has to know who moves
    "kalah": ("kalah:3,2", 4),  # a player moves again
    "nim": ("nim:2,2", None),
}


@pytest.mark.parametrize("name", GAMES)
def test_boards_are_the_pictures_of_python(opened: Open, written: Write, name: str) -> None:
    text, depth = GAMES[name]
    game = game_from(text)
    page = opened(written(game, depth), (1280, 900))
    _compare(page, game, "0", STEP)
    seen = set()
    for keys in ("l", "l", "ArrowRight", "c", "ArrowRight", "lllll", "ArrowLeft", "End"):
        _press(page, *(keys if keys.islower() else [keys]))
        names = _names(page)
        seen.add(names[-1])
        _compare(page, game, names[-1], STEP)
        if len(names) > 1:
            page.locator(".path .node").nth(-2).click()
            _compare(page, game, names[-2], SELECTED)
    assert len(seen) > 3
    page.keyboard.press("Escape")
    assert page.locator(".boards figure:visible").count() == 1
    assert not page.locator(".boards [tabindex]").count()  # the keys stay those of the replay


@pytest.mark.parametrize("text", ["kalah:3,2", DOTS])
def test_boards_where_a_player_moves_twice(opened: Open, written: Write, text: str) -> None:
    game = game_from(text)
    start: Any = game.start
    if text is DOTS:
        start = start._replace(drawn=0b0101)  # two lines of the first box
    page = opened(written(game, 3, position=start), (1280, 900))
    tree = unfolded(game, 3, start)
    waits = [name for name, label in tree.labels.items() if label == "(waits)"][:3]
    assert waits
    for name in waits:
        _press(page, "Escape", "Home", "Shift+ArrowUp")
        for part in name.split("."):
            _press(page, "Shift+ArrowDown", *["Shift+ArrowRight"] * (int(part) - 1))
        assert f" {name} " in page.locator(".inspector h3").inner_text() + " "
        _compare(page, game, name, SELECTED, start)
        before = _shown(page, SELECTED)
        _press(page, "Shift+ArrowUp")
        assert _shown(page, SELECTED) == before  # nobody moved where a player waits


def test_connect_four_has_its_holes_and_the_newest_stone(opened: Open, written: Write) -> None:
    page = opened(written(hm.games.connect_four(), 2), (1280, 900))
    assert page.locator(".boards svg.holes").count() == 1
    _press(page, "l")
    assert page.locator(".boards svg .newest").count() == 1
    assert page.locator(".boards .board-place").first.get_attribute("data-look") == "holes"


def test_boards_belong_to_the_tree_of_the_game(opened: Open, written: Write) -> None:
    page = opened(written(hm.games.tic_tac_toe(), 2), (1280, 900))
    boards = page.locator(".boards")
    assert boards.is_visible()
    page.click("#tree-button")
    page.select_option("#named", "campbell_marsland_1983:figure-6")
    assert boards.is_hidden()
    page.click("#undo")
    assert boards.is_visible()
    page.click("#reroll")
    assert boards.is_hidden()
    page.click("#undo")
    _press(page, "l")
    page.locator(".path .node").last.click()
    page.locator(".inspector input").fill("9")
    page.locator(".inspector input").press("Enter")
    assert "(changed)" in page.locator("#tree-name").inner_text()
    assert boards.is_hidden()
    page.click("#undo")
    assert boards.is_visible()


def test_trees_have_no_boards(opened: Open, written: Write) -> None:
    for tree in (hm.trees.explicit([[3, 5], [4, 6]]), hm.trees.uniform(2, 3, seed=1), hm.trees.incremental(2, 3)):
        assert unfolded(tree).boards is None
        address = written(tree)
        text = Path(address.removeprefix("file://")).read_text(encoding="utf-8")
        assert not re.search("drawBoard|board-place", text)
        page = opened(address)
        _press(page, "l")
        assert page.locator(".boards").count() == 0


def test_two_panels_have_a_board_each(opened: Open, written: Write) -> None:
    game = hm.games.connect_four()
    page = opened(written(game, 3, [("alpha_beta", {}), ("sss_star", {})]), (1400, 900))
    _press(page, "l", "l", "l")
    assert page.locator(".boards svg").count() == 2
    for panel in page.locator("section.panel").all():
        name = panel.locator(".path .node").last.inner_text().split()[-1]
        label = panel.locator(".boards svg").first.get_attribute("aria-label")
        assert _picture(game, name)[0] in label
        sentence, board = (panel.locator(each).first.bounding_box() for each in (".sentence", ".boards figure"))
        assert sentence["x"] + sentence["width"] <= board["x"] + 1  # side by side: neither pushes the other away


def _hostile(show: Any) -> hm.Game:
    game = hm.games.nim(2, 1)
    return hm.Game("hostile", game.start, game.moves, game.play, game.result, show=show, longest=game.longest)


HOSTILE = "</script><img src=x onerror=alert(1)>\n\x1b[31m\u202eevil\ud800 <b>{}</b>\n&lt;\r\x00"


def test_hostile_pictures_are_text(opened: Open, written: Write) -> None:
    page = opened(written(_hostile(lambda p: HOSTILE.format(p))), (1280, 900))
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    for _ in range(4):
        board = page.locator(".boards .board").first
        label = board.locator("svg").get_attribute("aria-label")
        assert "</script><img src=x onerror=alert(1)>" in label
        assert "\\u202eevil\ufffd <b>" in label
        assert not board.locator("img, b, script").count()
        assert not re.search("[\u202e\x00\x1b]", board.inner_text() + label)
        _press(page, "l")


@pytest.mark.parametrize("fault", ["raise", "late", "number", "long"])
def test_a_game_that_cannot_show_has_one_note(opened: Open, written: Write, fault: str) -> None:
    game = hm.games.nim(2, 1)

    def show(p: Any) -> Any:
        if fault == "raise" or (fault == "late" and p != game.start):
            raise ValueError("<b>no</b> picture\x1b")
        return {"number": 7, "long": "x" * 10_000}.get(fault, "fine")

    page = opened(written(_hostile(show)), (390, 800))
    note = page.locator(".boards").inner_text()
    assert "no boards, because a position cannot be shown" in note
    assert ("<b>no</b> picture\\x1b" in note) is (fault in ("raise", "late"))
    assert page.locator(".boards svg").count() == 0
    _press(page, "l", "End")
    assert page.locator(".boards p").count() == 1


def test_deep_nodes_of_a_large_game_have_none(opened: Open, written: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions_module, "_MOST_NODES", 30)
    page = opened(written(hm.games.tic_tac_toe(), 2), (1280, 900))
    _press(page, "l")
    assert page.locator(".boards svg:visible").count() == 1
    _press(page, "End", "ArrowLeft", "L")
    assert page.locator(".boards svg:visible").count() == 0
    assert page.locator(".boards p:visible").inner_text() == "Only the first 30 of the 82 nodes have boards."


@pytest.mark.parametrize(("width", "height"), [(390, 800), (320, 700), (366, 620)])
def test_on_a_phone_boards_wait_to_be_opened(opened: Open, written: Write, width: int, height: int) -> None:
    page = opened(written(hm.games.connect_four(), 2), (width, height), has_touch=True, is_mobile=True)
    _press(page, "l")
    where = [page.locator(each).bounding_box() for each in (".stage", ".sentence")]
    assert page.locator(".boards svg").count() == 0 or not page.locator(".boards svg").first.is_visible()
    page.locator(".boards summary").click()
    page.locator(".boards svg").first.wait_for()
    assert [page.locator(each).bounding_box() for each in (".stage", ".sentence")] == where
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    board = page.locator(".boards svg").first.bounding_box()
    assert 120 < board["width"] < width


def test_paper_and_dark_screens_have_boards(opened: Open, written: Write) -> None:
    page = opened(written(hm.games.tic_tac_toe(), 2), (1280, 900), color_scheme="dark")
    colour = "getComputedStyle(document.querySelector('.board-place').shadowRoot.querySelector('.square')).fill"
    dark = page.evaluate(colour)
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.evaluate(colour) != dark
    assert page.locator(".boards svg").first.is_visible()


def test_leaves_have_no_player(opened: Open, written: Write) -> None:
    for game, depth in ((hm.games.tic_tac_toe(), 1), (hm.trees.explicit([3, [4, 6], 5]), None)):
        page = opened(written(game, depth), (1280, 900))
        _press(page, *"lll")
        for row in page.locator(".path tbody tr").all():
            name, player = row.locator("td").nth(0).inner_text(), row.locator("td").nth(1).inner_text()
            assert (player == "leaf") is name.startswith("•")
        assert page.locator(".path td", has_text="leaf").count() == 1
        assert "Leaf" in page.locator(".sentence").inner_text()
        assert not re.search("MIN node", page.locator(".side").first.inner_text())
        with page.expect_download() as saving:
            page.click("#svg-button")
        levels = re.findall(">(MAX|MIN)<", saving.value.path().read_text(encoding="utf-8"))
        assert levels == (["MAX"] if depth else ["MAX", "MIN"])
