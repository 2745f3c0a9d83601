"""The page of a game in Chromium: played to the end by random clicks, and every game replayed in Python."""

from __future__ import annotations

import itertools
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import halfmove as hm
from halfmove.books.positions import position_of
from halfmove.cli.game_argument import game_from
from halfmove.engine import shapes
from halfmove.pages.page import page_for, script
from tests.browsers import Open, browsers, need_chromium, openers
from tests.conftest import LONG, random_positions, usually
from tests.game_pages import GAMES, data_of, replayed

playwright = need_chromium()

USUAL = ("nim", "connect_four", "kalah", "checkers", "dots_and_boxes")
READY = "body[data-ready='1']"
MOST_MOVES = 60  # of a game that may not end
LAST_IS_SEEN = """(() => {
  const list = document.querySelector("#played").getBoundingClientRect();
  const last = document.querySelector("#played .here").getBoundingClientRect();
  return list.top <= last.top && last.bottom <= list.bottom + 1;
})()"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    yield from browsers(playwright)


@pytest.fixture
def opened(browser: Any) -> Iterator[Open]:
    yield from openers(browser)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The address of the page of a game."""
    folder, made = tmp_path_factory.mktemp("pages"), dict[str, str]()

    def address(name: str) -> str:
        if name not in made:
            file = folder / f"{name}.html"
            file.write_text(page_for(game_from(GAMES[name])), encoding="utf-8")
            made[name] = file.as_uri()
        return made[name]

    return address


def state(page: Any) -> str:
    return str(page.evaluate("document.body.dataset.state"))


def settle(page: Any) -> str:
    """Wait until the computer has moved."""
    page.wait_for_selector("body[data-state=yours], body[data-state=over]", timeout=30_000)
    return state(page)


def click_at_random(page: Any, chance: random.Random) -> None:
    """One click on something that can be clicked: a square, or a button of a move."""
    cells = page.locator("#board .can")
    chooser = page.locator("#chooser:not([hidden]) button")
    if (count := chooser.count()) > 0:
        chooser.nth(chance.randrange(count)).click()
    elif (count := cells.count()) > 0 and chance.random() < 0.8:
        cells.nth(chance.randrange(count)).click(force=True)
    else:
        page.evaluate("document.querySelector('#words').open = true")
        buttons = page.locator("#moves [data-move]")
        buttons.nth(chance.randrange(buttons.count())).click()


@pytest.mark.parametrize("name", usually(USUAL, tuple(GAMES)))
def test_a_game_by_random_clicks(opened: Open, pages: Any, name: str) -> None:
    """Two people at one screen: every move is legal, and the page names the winner that Python names."""
    game, chance = game_from(GAMES[name]), random.Random(name)
    page = opened(pages(name))
    page.wait_for_selector(READY)
    page.select_option("#who", "both")
    page.uncheck("#thinking")
    for _ in range(8 * MOST_MOVES):
        if settle(page) == "over" or int(page.evaluate("document.body.dataset.ply")) >= MOST_MOVES:
            break
        click_at_random(page, chance)
    at, second, moves = replayed(game, page.evaluate("location.hash"))
    assert len(moves) >= 3
    over, score = game.outcome(at)
    assert over == (state(page) == "over")
    words = page.inner_text("#status")
    if over:
        winner = None if score == 0 else second if score > 0 else not second
        assert words.startswith("Draw" if winner is None else "Second player" if winner else "First player"), words
    assert page.locator("#played li button, #played li a").count() >= len(moves)
    assert page.evaluate(LAST_IS_SEEN)


@pytest.mark.parametrize("name", usually(("tic_tac_toe", "kalah"), tuple(GAMES)))
def test_against_the_computer(opened: Open, pages: Any, name: str) -> None:
    game, chance = game_from(GAMES[name]), random.Random(name)
    page = opened(pages(name))
    page.wait_for_selector(READY)
    page.select_option("#time", "0.3")
    for _ in range(200):
        if settle(page) == "over" or int(page.evaluate("document.body.dataset.ply")) >= MOST_MOVES:
            break
        click_at_random(page, chance)
    at, second, moves = replayed(game, page.evaluate("location.hash"))
    over, score = game.outcome(at)
    assert len(moves) >= 3
    if over and score != 0:
        won = not second if score > 0 else second
        assert page.inner_text("#status").startswith("You win" if won else "The computer wins")


def words_of(x: Any) -> list[str]:
    return [str(shapes.as_bits(each)) for each in shapes.leaves_of(shapes.canonical(x), "")]


# Runs the thinking of the page, its worker's script, on positions; the answers are compared with those of `Player`.
ASK = """([worker, data, questions]) => {
  const run = new Function("data", "questions", "onmessage", "postMessage", worker + `
    const machine = ({code, about}) => new Machine(new WebAssembly.Module(bytesOf(code)), about, {table: 1 << 20});
    return questions.map(({at, depth}) => {
      const thinker = new Thinker(machine(data.programs[0]), null, data.player);
      let best = null;
      const until = performance.now() + 60000;
      for (best of thinker.think(at.map(BigInt), depth, until));
      const {value, bound, nodes, winnerMoves, proof} = best;
      const moves = proof ? [proof.move, ...thinker.restOfLine(proof, until)] : best.line;
      const line = moves.map((move) => move.map(String));
      return {value: String(value), bound, nodes, winnerMoves, depth: best.depth, line};
    });`);
  return run(data, questions, null, () => {});
}"""


@pytest.mark.parametrize("name", usually(("nim", "connect_four", "kalah", "dots_and_boxes"), tuple(GAMES)))
def test_the_player_of_the_page_is_the_player(browser: Any, name: str) -> None:
    """Value, bound, nodes, line and the number of moves to a win are those of `Player`, to the node."""
    game = game_from(GAMES[name])
    data = data_of(page_for(game))
    questions, wanted = [], []
    for at in random_positions(game, usually(4, 12), 3, range(0, 30)):
        for depth in (1, 3, 5):
            player = hm.Player(game, hm.Limits(seconds=60), memory="1 MB", compiled=True, method="search")
            r = player.choose(at, depth=depth)
            length = re.search(r"(?:wins|loses) in (\d+)", r.said)
            questions.append({"at": words_of(at), "depth": depth})
            wanted.append(
                {
                    "value": f"{r.value:g}",
                    "bound": r.bound,
                    "nodes": r.counts.nodes,
                    "winnerMoves": None if length is None else int(length[1]),
                    "depth": r.depth,
                    "line": [words_of(move) for move in r.line],
                }
            )
    blank = browser.new_context().new_page()  # the page itself forbids code from text
    found = blank.evaluate(ASK, [data["worker"], data, questions])
    blank.context.close()
    assert found == wanted


def test_full_strength(opened: Open, pages: Any) -> None:
    """The computer begins, uses its time, and says how far it looked."""
    page = opened(pages("connect_four"))
    page.wait_for_selector(READY)
    page.evaluate("document.getElementById('level').value = 10")
    page.dispatch_event("#level", "input")
    page.dispatch_event("#level", "change")
    page.select_option("#who", "second")
    settle(page)
    words = page.inner_text("#work")
    assert "half-moves deep" in words


@pytest.mark.parametrize("size", [(1400, 900), (800, 900), (390, 800), (320, 600)])
def test_sizes(opened: Open, pages: Any, size: tuple[int, int]) -> None:
    """Nothing is wider than the screen; on a phone board and status are seen without scrolling."""
    for name in ("connect_four", "kalah"):
        page = opened(pages(name), size)
        page.wait_for_selector(READY)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        for place in ("#board", "#status"):
            box = page.locator(place).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= size[1]
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size[0]


HOSTILE = [
    "</script><script>window.spoiled = 1</script>",
    "<img src=x onerror='window.spoiled=1'>",
    '"><svg onload=window.spoiled=1>',
    "\u202edlrow \u0007 \x1b[31m",
    "javascript:window.spoiled=1",
    "${window.spoiled=1}`",
    "<!--",
    "__proto__ constructor",
]


def hostile_game(tmp_path: Path) -> str:
    file = tmp_path / "hostile.py"
    file.write_text(
        "import halfmove as hm\n"
        f"TEXTS = {tuple(HOSTILE)!r}\n"
        "def moves(p):\n    for i in range(len(TEXTS)):\n        yield i\n"
        "def play(p, move):\n    return p + 1\n"
        "def result(p):\n    return p >= 4, -1\n"
        "def show(p, second=False):\n    return '\\n'.join(TEXTS[p:] + TEXTS[:p])\n"
        "def format(move):\n    return TEXTS[move]\n"
        "def say(score):\n    return TEXTS[1]\n"
        "def locate(text):\n    raise hm.UsageError(TEXTS[0] + text)\n"
        f"game = hm.Game({HOSTILE[0] + HOSTILE[2]!r}, 0, moves, play, result, show=show, format=format, say=say, "
        "locate=locate)\n"
    )
    return f"{file}:game"


def test_hostile_texts(opened: Open, tmp_path: Path) -> None:
    """Names, moves and texts of a game are text: they run nothing, and the game can be played."""
    file = tmp_path / "page.html"
    file.write_text(page_for(game_from(hostile_game(tmp_path))), encoding="utf-8")
    page = opened(file.as_uri())
    page.wait_for_selector(READY)
    page.select_option("#who", "both")
    page.evaluate("document.querySelector('#words').open = true")
    for i in (0, 1, 2, 7):
        settle(page)
        page.locator(f"#moves [data-move='{i}']").click()
    assert settle(page) == "over"
    assert page.evaluate("window.spoiled === undefined && document.querySelectorAll('img, script[src]').length === 0")
    assert HOSTILE[0] in page.inner_text("#title")
    for link in ("#g=zzzz", "#g=<script>", "#g=0&s=%3Cimg%20src%3Dx%3E", "#g=" + "0." * 3000, "#x"):
        again = opened(file.as_uri() + link)
        again.wait_for_selector(READY)
        assert again.evaluate("window.spoiled === undefined")


def test_a_spoiled_page_says_so(opened: Open, pages: Any, tmp_path: Path) -> None:
    """Whatever letter of the packed part is changed, the page does not play: it says that it is damaged."""
    from urllib.request import url2pathname

    whole = Path(url2pathname(pages("nim").removeprefix("file://"))).read_text(encoding="utf-8")
    begin = whole.index('id="halfmove-packed">') + len('id="halfmove-packed">')
    end = whole.index("</script>", begin)
    for share in (0.0, 0.3, 0.6, 0.95):
        place = begin + int(share * (end - begin))
        other = "A" if whole[place] != "A" else "B"
        file = tmp_path / f"spoiled{share}.html"
        file.write_text(whole[:place] + other + whole[place + 1 :], encoding="utf-8")
        page = opened(file.as_uri(), faulty=True)
        page.wait_for_selector("[role=alert]:not([hidden])")
        assert state(page) == "spoiled"
        assert "damaged" in page.inner_text("[role=alert]")


def test_rules_that_differ_stop_the_page(opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page plays games of Python's again, and stops if its rules answer otherwise."""
    from halfmove.pages import samples

    monkeypatch.setattr(samples, "rules_text", lambda game, at, real: "other rules")
    file = tmp_path / "page.html"
    file.write_text(page_for(game_from("nim:1,2")), encoding="utf-8")
    page = opened(file.as_uri())
    page.wait_for_selector("body[data-state=spoiled]")
    assert "not those that its author wrote" in page.inner_text("[role=alert]")


def test_texts_that_differ_are_shown_plainly(opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from halfmove.pages import samples

    monkeypatch.setattr(samples, "texts_text", lambda *given: "other texts")
    file = tmp_path / "page.html"
    file.write_text(page_for(game_from("nim:1,2")), encoding="utf-8")
    page = opened(file.as_uri())
    page.wait_for_selector(READY)
    assert "plain ones" in page.evaluate("document.querySelector('#notes').textContent")
    assert "Piles" in page.evaluate("document.querySelector('#board').textContent")


def test_in_a_notebook(opened: Open, tmp_path: Path) -> None:
    """The frame of a notebook may run scripts and nothing else: the game is played there, too."""
    shown = hm.page(hm.games.nim(1, 2))
    file = tmp_path / "notebook.html"
    file.write_text(f"<!doctype html><title>cell</title>{shown._repr_html_()}", encoding="utf-8")
    page = opened(file.as_uri())
    frame = page.frame_locator("iframe")
    frame.locator(READY).wait_for()
    frame.locator("#board .can").first.click()
    frame.locator("body[data-state=over], body[data-state=yours][data-ply='2']").wait_for()


def test_keys_alone(opened: Open, pages: Any) -> None:
    """A move with the keyboard: Tab to the board, arrows, Enter."""
    page = opened(pages("connect_four"))
    page.wait_for_selector(READY)
    page.select_option("#who", "both")
    page.locator("#board [tabindex='0']").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector("body[data-ply='1']")
    labels = page.locator("#board [role=gridcell]").evaluate_all("cells => cells.map((cell) => cell.ariaLabel)")
    assert all(labels)
    assert len(labels) == 42


def test_move_now_and_take_back(opened: Open, pages: Any) -> None:
    page = opened(pages("connect_four"))
    page.wait_for_selector(READY)
    page.evaluate("document.getElementById('level').value = 10")
    page.dispatch_event("#level", "input")
    page.dispatch_event("#level", "change")
    page.select_option("#time", "10")
    page.select_option("#who", "second")
    page.wait_for_selector("body[data-state=thinking]")
    began = time.perf_counter()
    page.locator("#now").click()
    settle(page)
    assert page.evaluate("document.body.dataset.ply") == "1"
    assert time.perf_counter() - began < 9
    page.locator("#board .can").first.click()
    page.locator("#now").click()
    settle(page)
    page.locator("#back").click()
    page.wait_for_selector("body[data-ply='1']")


@pytest.mark.skipif(not LONG, reason="for long runs")
def test_the_computer_against_itself(opened: Open, pages: Any) -> None:
    for name in GAMES:
        page = opened(pages(name))
        page.wait_for_selector(READY)
        page.select_option("#time", "0.3")
        page.select_option("#who", "none")
        page.wait_for_timeout(8000)
        replayed(game_from(GAMES[name]), page.evaluate("location.hash"))


# Looks positions up as the page does, with its scripts; `questions` are positions as words.
LOOK_UP = """([scripts, data, questions]) => {
  const run = new Function("data", "questions", scripts + `
    const machine = new Machine(new WebAssembly.Module(bytesOf(data.programs[0].code)), data.programs[0].about);
    const known = new Known(data.known, machine, data.player.turn);
    return questions.map((words) => {
      const position = words.map(BigInt), node = {position, told: machine.rules(position)};
      const found = known.solved(node) ?? known.booked(node, 1, 0);
      const move = found && found.line[0].map(String);
      return found && {value: found.value, bound: found.bound, move, moves: found.winnerMoves ?? null};
    });`);
  return run(data, questions);
}"""


@pytest.mark.parametrize("what", ["tic_tac_toe", "chess_endgame:KRK"])
def test_a_database_inside(browser: Any, what: str) -> None:
    """In every position of the database the page finds the value, a best move, and the length of the win."""
    game = game_from(what)
    database = hm.solve(game)
    data = data_of(page_for(game, endgames=database))
    positions = [at for at, _ in itertools.islice(database.positions(), 0, None, 37) if not game.outcome(at)[0]][:300]
    page = browser.new_context().new_page()
    found = page.evaluate(LOOK_UP, [script("machine", "known"), data, [words_of(at) for at in positions]])
    page.context.close()
    for at, told in zip(positions, found, strict=True):
        best = database.moves(at)
        assert told["value"] == best[0].value
        equal = [each for each in best if (each.value, each.distance) == (best[0].value, best[0].distance)]
        assert told["move"] in [words_of(each.move) for each in (equal if best[0].value else best)]
        if best[0].value and best[0].distance is not None:
            assert told["moves"] == (best[0].distance + (best[0].value > 0)) // 2


def test_a_book_inside(browser: Any) -> None:
    game = hm.games.connect_four(5, 4)
    book = hm.bookmaking.build("connect_four:5,4", 12, nodes=1000, jobs=1)
    data = data_of(page_for(game, book=book))
    positions = [entry.position for row in book.positions if (entry := book.entry(position_of(game, row.position)))]
    page = browser.new_context().new_page()
    found = page.evaluate(LOOK_UP, [script("machine", "known"), data, [words_of(at) for at in positions]])
    page.context.close()
    assert len(positions) >= 8
    for at, told in zip(positions, found, strict=True):
        entry = book.entry(at)
        assert entry is not None
        if told is not None:
            assert told["value"] == entry.best.value
            assert told["move"] in [words_of(each.move) for each in entry.moves if each.value == entry.best.value]
    assert sum(told is not None for told in found) >= 4


def test_sizes_of_files() -> None:
    assert len(page_for(hm.games.connect_four()).encode()) <= 150_000


def test_the_same_page_every_time() -> None:
    assert page_for(hm.games.nim(1, 2)) == page_for(hm.games.nim(1, 2))


def test_trees_and_finished_games_are_refused() -> None:
    with pytest.raises(hm.UsageError, match="tree"):
        page_for(hm.trees.uniform(2, 3))
    with pytest.raises(hm.UsageError, match="over at its start"):
        page_for(hm.games.nim(0))


def written_page(tmp_path: Path, text: str) -> str:
    """The address of the page of a game that is written here."""
    file, page = tmp_path / "own.py", tmp_path / "own.html"
    file.write_text("import halfmove as hm\n" + text)
    page.write_text(page_for(game_from(f"{file}:game")), encoding="utf-8")
    return page.as_uri()


COUNT = """
def moves(p):
    for i in range(4):
        yield i
def play(p, move):
    return p * 4 + move + 1
def result(p):
    return p > 400, -1
"""


def test_a_text_that_fails_at_one_position(opened: Open, tmp_path: Path) -> None:
    """Where `show` raises an error the position is shown plainly, and the game goes on."""
    text = COUNT + "def show(p):\n    if p == 341:\n        raise ValueError('no picture')\n    return f'at {p}'\n"
    page = opened(written_page(tmp_path, text + "game = hm.Game('rare', 0, moves, play, result, show=show)\n"))
    page.wait_for_selector(READY)
    page.select_option("#who", "both")
    for ply, i in enumerate((0, 0, 0, 0)):
        page.evaluate(f"document.querySelector('#moves [data-move=\"{i}\"]').click()")
        page.wait_for_selector(f"body[data-ply='{ply + 1}']")
    assert "at85" in page.evaluate("document.querySelector('#board').textContent")


def test_moves_of_one_name_are_not_loaded(opened: Open, tmp_path: Path) -> None:
    text = COUNT + "def format(move):\n    return 'odd' if move % 2 else 'even'\n"
    page = opened(written_page(tmp_path, text + "game = hm.Game('names', 0, moves, play, result, format=format)\n"))
    page.wait_for_selector(READY)
    page.evaluate("document.querySelector('#text').value = 'even even'; document.querySelector('#load').click()")
    page.wait_for_selector("#problem:not([hidden])")
    assert "several moves" in page.inner_text("#problem")


def test_a_guess_is_not_called_a_win(opened: Open, tmp_path: Path) -> None:
    """An evaluation may be infinite: the values of moves say so, and not that a move wins."""
    text = COUNT.replace("return p > 400, -1", "return p > 10**9, 0.0")
    text += "def evaluate(p):\n    return float('inf') if p % 3 == 0 else 0.5\n"
    page = opened(written_page(tmp_path, text + "game = hm.Game('guess', 0, moves, play, result, evaluate)\n"))
    page.wait_for_selector(READY)
    page.select_option("#who", "both")
    page.check("#analysis")
    page.wait_for_timeout(2500)
    words = page.evaluate("document.querySelector('#moves').textContent + document.querySelector('#value').textContent")
    assert "win" not in words
    assert "loss" not in words


def test_a_cut_page_says_so(opened: Open, pages: Any, tmp_path: Path) -> None:
    """Of a page that did not arrive as a whole, the first text says what may be wrong."""
    whole = page_for(game_from(GAMES["nim"]))
    file = tmp_path / "cut.html"
    file.write_text(whole[: len(whole) // 2], encoding="utf-8")
    page = opened(file.as_uri(), faulty=True)
    assert "damaged" in page.inner_text("#status")
