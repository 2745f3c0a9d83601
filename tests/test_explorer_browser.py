"""The page that replays a search, in Chromium: by keys, pointer and forms, as a reader uses it."""

from __future__ import annotations

import itertools
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove.cli.program import main
from halfmove.explorer.page import page_for
from tests.conftest import usually

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), "")
if not CHROMIUM:
    pytest.skip("there is no Chromium on this machine", allow_module_level=True)
playwright = pytest.importorskip("playwright.sync_api", reason="the package playwright drives Chromium: pip install it")

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--disable-sync",
]
Open = Callable[..., Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield made
        made.close()


@pytest.fixture(scope="module")
def thesis(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page."""
    file: Path = tmp_path_factory.mktemp("pages") / "thesis.html"
    page = page_for(hm.trees.named("srimani_1985:figure-a1"), [("ps_star", {"phases": 2})])
    file.write_text(page, encoding="utf-8")
    return file.as_uri()


@pytest.fixture(scope="module")
def real_values(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page with 81 leaves, whose values have six digits."""
    file: Path = tmp_path_factory.mktemp("pages") / "real.html"
    file.write_text(page_for(hm.trees.uniform(3, 4, seed=1), [("sss_star", {})]), encoding="utf-8")
    return file.as_uri()


@pytest.fixture
def opened(browser: Any, thesis: str) -> Iterator[Open]:
    """A function that opens the page; nothing may go wrong in it, and nothing may be loaded."""
    faults: list[str] = []
    contexts = []

    def open_page(address: str = "", size: tuple[int, int] = (1280, 800), file: str = thesis, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: None if request.url.startswith("file:") else faults.append(request.url))
        page.goto(file + address)
        page.wait_for_selector(".panel")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults


def _sentence(page: Any, panel: int = 0) -> str:
    return str(page.locator(".sentence").nth(panel).inner_text())


def _place(page: Any, panel: int = 0) -> str:
    return str(page.locator(".place").nth(panel).inner_text())


def _press(page: Any, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def _until(page: Any, condition: str) -> None:
    """Wait for a condition; the page's policy lets nobody else evaluate text in it."""
    deadline = time.monotonic() + 60
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, condition
        page.wait_for_timeout(20)


def test_keys_step_on_and_back(opened: Open) -> None:
    page = opened()
    assert _place(page) == "step 0 of 54"
    _press(page, "ArrowRight", "ArrowRight")
    assert _sentence(page).startswith("Take (0,L,∞), the only state on OPEN.\nCase 1, a LIVE MAX node: ")
    assert [chip.inner_text() for chip in page.locator(".chip").all()][:1] == ["(0,L,∞)"]
    _press(page, "ArrowLeft")
    assert _place(page) == "step 1 of 54"
    assert _sentence(page).startswith("The search begins at the root. It comes to OPEN first, with merit ∞")
    _press(page, "End")
    assert "the value of the root is 64" in _sentence(page)
    _press(page, "Home", "l")
    assert "Leaf 1.1.1 is evaluated: 64, the new merit." in _sentence(page)
    _press(page, "c")
    assert "1.2.2 is removed from OPEN" in page.locator(".reasons").inner_text()
    _press(page, "o", "O", "C")
    page.select_option("#speed", "200")
    page.locator(".picture").focus()
    _press(page, "Home", " ")
    _until(page, "document.querySelector('.place').textContent === 'step 54 of 54'")


@pytest.mark.parametrize("size", [(1200, 900), (390, 844)])
def test_the_state_that_is_taken_is_in_view(opened: Open, size: tuple[int, int]) -> None:
    """OPEN comes before the sentences about it, and a long one stays short."""
    page = opened("#a=sss_star&step=1&tree=srimani_1985:figure-a1", size)
    top = "(name) => document.querySelector(name).getBoundingClientRect().top"
    page.locator(".picture").focus()
    longest = 0
    for _ in range(20):
        _press(page, "ArrowRight")
        chips, taken = page.locator(".chips").first.bounding_box(), page.locator(".chip.taken").bounding_box()
        assert chips["y"] <= taken["y"]
        assert taken["y"] + taken["height"] <= chips["y"] + chips["height"] <= size[1]
        assert page.evaluate(top, ".chips") < page.evaluate(top, ".sentence")
        longest = max(longest, page.locator(".chip").count())
    assert longest >= 8


@pytest.mark.parametrize("width", [780, 920, 1200])
def test_two_panels_have_room_for_tree_code_and_sentence(opened: Open, width: int) -> None:
    """As in a notebook, whose frame is narrow."""
    page = opened("#a=alpha_beta&b=sss_star&step=9", (width, 960))
    for panel in page.locator(".panel").all():
        body, lit = panel.locator(".panel-body").bounding_box(), panel.locator(".lit").bounding_box()
        assert lit["y"] >= body["y"]
        assert lit["y"] + lit["height"] <= body["y"] + body["height"] + 1
        for part in (".stage", ".code-box", ".side"):
            box = panel.locator(part).bounding_box()
            assert box["height"] >= body["height"] - 1
            assert box["width"] >= 200


def test_the_address_says_what_is_shown(opened: Open) -> None:
    page = opened("#step=9&a=alpha_beta")
    assert _place(page) == "step 9 of 52"
    assert page.locator(".algorithm").input_value() == "alpha_beta"
    page.evaluate("location.hash = '#step=5&a=ps_star,phases=4&b=sss_star&lock=step'")
    _until(page, "document.querySelectorAll('.panel').length === 2")
    assert page.locator(".parameters input").first.input_value() == "4"
    assert (_place(page)[:6], _place(page, 1)[:6]) == ("step 5", "step 5")
    _press(page, "ArrowRight")
    _until(page, "location.hash.includes('step=6')")
    assert "a=ps_star,phases=4&b=sss_star&lock=step" in page.evaluate("location.hash")
    page.evaluate("location.hash = '#a=nothing&step=2'")
    _until(page, "!document.getElementById('problem').hidden")
    assert "no algorithm 'nothing'" in page.locator("#problem").inner_text()


def test_a_reader_finds_out_why_a_node_is_never_looked_at(opened: Open) -> None:
    page = opened()
    page.locator(".picture").focus()
    _press(page, "End", *("Shift+Arrow" + way for way in ("Up", "Down", "Down", "Right", "Down", "Right")))
    for place in (".tip", ".inspector"):
        text = page.locator(place).inner_text()
        assert "Leaf 1.2.2" in text
        assert "removed from OPEN and not looked at: 1.2.1 is SOLVED with merit 64" in text
    page.locator(".history button").last.click()
    assert _place(page) == "step 18 of 54"
    _press(page, "Home")
    assert "Not looked at so far" in page.locator(".inspector").inner_text()
    assert "removed from OPEN" in page.locator(".history").inner_text()


def test_two_panels_go_together_by_leaves(opened: Open) -> None:
    page = opened()
    page.click("#second-button")
    assert page.locator(".panel").count() == 2
    page.locator(".picture").first.focus()
    for leaves in (1, 2, 3):
        _press(page, "l")
        shown = page.locator(".panel").nth(1).locator(".sentence").inner_text()
        assert shown.startswith(f"Leaf 1.1.{leaves} is evaluated")
    page.locator(".panel").nth(1).locator(".final").click()
    assert _place(page) == "step 54 of 54"
    page.click("#second-button")
    assert page.locator(".panel").count() == 1


def test_what_is_refused_loses_nothing(opened: Open) -> None:
    page = opened("#step=12")
    phases = page.locator(".parameters input").first
    phases.fill("0")
    phases.press("Enter")
    assert "phases must be at least 1" in page.locator(".panel .problem").inner_text()
    assert _place(page) == "step 12 of 54"
    page.click("#tree-button")
    page.fill("#paste", "[[1, 2], [3, x]]")
    page.click("#paste-form button[type=submit]")
    assert "not JSON" in page.locator("#problem").inner_text()
    assert page.locator("#paste").input_value() == "[[1, 2], [3, x]]"
    page.fill("#paste", "[[1, 2], [], 3]")
    page.click("#paste-form button[type=submit]")
    assert "empty list" in page.locator("#problem").inner_text()
    assert _place(page) == "step 12 of 54"
    page.fill("#window-low", "70")
    page.fill("#window-high", "60")
    page.press("#window-high", "Enter")
    assert "is empty" in page.locator("#problem").inner_text()
    assert "at most 70" in page.locator(".answer").inner_text()
    page.fill("#window-high", "80")
    page.press("#window-high", "Enter")
    assert page.locator("#problem").is_hidden()
    assert "at most 70" in page.locator(".answer").inner_text()


def test_trees_can_be_changed(opened: Open) -> None:
    page = opened("#a=alpha_beta")
    page.click("#tree-button")
    page.fill("#paste", "[[3, 5], [4, 6]]")
    page.click("#paste-form button[type=submit]")
    assert "value 4" in page.locator(".answer").inner_text()
    page.locator(".picture").focus()
    _press(page, *("Shift+Arrow" + way for way in ("Up", "Down", "Down")))  # leaf 1.1
    page.locator(".inspector input").fill("9")
    page.locator(".inspector input").press("Enter")
    assert "value 5" in page.locator(".answer").inner_text()
    page.locator(".picture").focus()
    _press(page, "Shift+ArrowUp")
    page.get_by_role("button", name="Add a branch").click()
    assert page.evaluate("document.getElementById('paste').value") == "[[9,5,0],[4,6]]"
    page.get_by_role("button", name="Remove").click()
    assert page.evaluate("document.getElementById('paste').value") == "[[4,6]]"
    page.click("#undo")
    page.click("#undo")
    assert page.evaluate("document.getElementById('paste').value") == "[[9,5],[4,6]]"
    page.click("#reroll")
    assert "random:3,4,0..99,seed=2" in page.locator("#tree-name").inner_text()
    page.select_option("#named", "campbell_marsland_1983:figure-6")
    assert page.locator("#tree-name").inner_text() == "campbell_marsland_1983:figure-6"
    for algorithm in hm.ALGORITHMS:
        page.select_option(".algorithm", algorithm)
        assert page.locator(".panel .problem").is_hidden()


def test_quiz_keeps_a_score(opened: Open) -> None:
    page = opened("#a=alpha_beta")
    page.click("#quiz-button")
    page.select_option("#quiz-kind", "cut")
    assert "Is 1.1.2, the next child of MAX node 1.1, looked at now" in page.locator("#quiz-question").inner_text()
    page.get_by_role("button", name="Looked at").click()
    assert page.locator("#quiz-score").inner_text() == "1 of 1 right at the first try"
    for _ in range(4):
        page.get_by_role("button", name="Looked at").click()
    question, score = page.locator("#quiz-question"), page.locator("#quiz-score")
    assert score.inner_text() == "4 of 5 right at the first try"
    assert "Not that. The window at MAX node 1.2 is now (64, 64)." in question.inner_text()
    assert "Try again: Is 1.2.2," in question.inner_text()
    page.get_by_role("button", name="Cut off").click()
    assert question.inner_text().startswith("Right: 1.2.2 is cut off.")
    assert "Beta cut-off at 1.2" in question.inner_text()
    assert score.inner_text() == "4 of 5 right at the first try"
    page.select_option("#quiz-kind", "leaf")
    box = page.locator(".picture").bounding_box()
    last = box["x"] + box["width"] - 50, box["y"] + box["height"] - 46  # the last leaf, surely not the next
    page.mouse.click(*last)
    assert "too early for 4.4.4" in question.inner_text()
    assert score.inner_text() == "4 of 6 right at the first try"
    page.mouse.click(*last)
    assert question.inner_text().startswith("No, not 4.4.4: 1.3.1. ")
    assert score.inner_text() == "4 of 6 right at the first try"


@pytest.fixture(scope="module")
def first_page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the page that `halfmove explore` makes by itself."""
    file: Path = tmp_path_factory.mktemp("pages") / "first.html"
    assert CliRunner().invoke(main, ["explore", "--html", str(file)]).exit_code == 0
    return file.as_uri()


def test_the_running_line_of_the_pseudo_code_is_lit(opened: Open, first_page: str) -> None:
    page = opened(file=first_page)
    lit = page.locator(".code .lit")
    assert lit.count() == 0
    seen = []
    for key in ("ArrowRight", "l", "ArrowRight", "c", "End"):
        _press(page, key)
        assert lit.count() == 1
        assert lit.get_attribute("aria-current") == "step"
        seen.append(lit.inner_text().split(":")[0])
    assert seen == [
        "alpha_beta(node, a, b)",
        "if node is a leaf",
        "at a MAX node",
        "if a >= b",
        "return a at a MAX node, b at a MIN node",
    ]
    _press(page, "Home")
    assert lit.count() == 0
    page.select_option(".algorithm", "sss_star")
    _press(page, "o", "o")
    assert lit.inner_text() == "LIVE MIN node: put its first child on OPEN"
    sentence = _sentence(page)
    assert sentence.startswith("Take (1,L,∞), the leftmost of 3 states of equal merit")
    assert "Why? MIN may choose any reply, and MAX needs an answer to each." in sentence
    box, line = page.locator(".code-box").bounding_box(), lit.bounding_box()
    assert box["y"] <= line["y"]
    assert line["y"] + line["height"] <= box["y"] + box["height"]


def test_examples_are_one_click_away(opened: Open, first_page: str) -> None:
    page = opened(file=first_page)
    example, difference = page.locator("#example"), page.locator("#difference")
    assert example.locator("option:checked").inner_text() == "Alpha-beta on a small tree"
    assert "8 of 11 leaves" in page.locator("#example-about").inner_text()
    assert difference.is_hidden()
    page.select_option("#example", label="Alpha-beta beside SSS*")
    assert page.locator(".panel").count() == 2
    text = difference.inner_text()
    assert text.startswith("Alpha-beta evaluates 8 leaves, SSS* 6: 2 fewer. Only alpha-beta looks at 1.2.1 and 1.2.2.")
    assert "up to 5 states on OPEN" in text
    page.select_option("#example", label="PS* on a thesis's tree")
    assert page.locator(".panel").count() == 1
    assert difference.is_hidden()
    assert page.locator("#tree-name").inner_text() == "srimani_1985:figure-a1"
    assert page.locator(".parameters input").first.input_value() == "2"
    page.select_option(".algorithm", "minimax")
    assert example.locator("option:checked").inner_text() == "your own search"
    page.select_option("#example", label="SSS* on the same tree")
    assert page.locator("#tree-name").inner_text() == "a small tree"
    assert _place(page) == "step 0 of 21"
    page.click("#second-button")
    assert "Alpha-beta" in difference.inner_text()


def test_about_begins_with_the_idea(opened: Open, first_page: str) -> None:
    page = opened("#a=sss_star", file=first_page)
    page.locator(".about > summary").click()
    assert (
        page.locator(".about-text").inner_text().startswith("The idea\n\nSearch best first instead of left to right.")
    )
    contract = page.locator(".about-text details")
    assert not contract.locator("pre").is_visible()
    contract.locator("summary").click()
    assert "with window (a, b) the returned f means" in contract.locator("pre").inner_text()


def test_zoom_fold_and_picture_as_svg(opened: Open, tmp_path: Path) -> None:
    page = opened()
    page.locator(".picture").focus()
    _press(page, "Shift+ArrowUp", "Shift+ArrowDown", "f", "+", "+", "[", "0")
    box = page.locator(".picture").bounding_box()
    page.mouse.move(box["x"] + 200, box["y"] + 200)
    page.mouse.wheel(0, -200)
    page.mouse.down()
    page.mouse.move(box["x"] + 260, box["y"] + 210)
    page.mouse.up()
    with page.expect_download() as saving:
        page.click("#svg-button")
    saving.value.save_as(tmp_path / "picture.svg")
    picture = (tmp_path / "picture.svg").read_text(encoding="utf-8")
    assert picture.startswith("<svg xmlns=")
    assert "<circle" in picture
    assert "+20" in picture  # nodes below the folded one


def _words(page: Any) -> list[dict[str, Any]]:
    """The words of the picture that would be saved, with their boxes on the screen and whether they are bold."""
    with page.expect_download() as saving:
        page.click("#svg-button")
    picture = saving.value.path().read_text(encoding="utf-8")
    found: list[dict[str, Any]] = page.evaluate(
        """(picture) => {
          const box = document.createElement("div");
          box.innerHTML = picture;
          document.body.append(box);
          const words = [...box.querySelectorAll("text")].map((each) => {
            const { left, right, bottom } = each.getBoundingClientRect();
            return { text: each.textContent, left, right, bottom, bold: each.hasAttribute("font-weight") };
          });
          box.remove();
          return words;
        }""",
        picture,
    )
    return found


@pytest.mark.parametrize(("width", "fewest"), [(1440, 81), (900, 30)])
def test_no_value_of_a_leaf_is_printed_over_another(opened: Open, real_values: str, width: int, fewest: int) -> None:
    page = opened("#step=34&a=sss_star", (width, 800), real_values)
    assert "Leaf 2.1.1.2 is evaluated: 0.864096" in _sentence(page)
    values = [each for each in _words(page) if re.fullmatch(r"0\.\d+|1\.0+", each["text"])]
    assert [each["text"] for each in values if each["bold"]] == ["0.86"]
    assert len(values) >= fewest
    lanes: dict[int, list[dict[str, Any]]] = {}
    for each in values:
        lanes.setdefault(round(each["bottom"]), []).append(each)
    for lane in lanes.values():
        lane.sort(key=lambda each: each["left"])
        assert all(one["right"] <= other["left"] for one, other in itertools.pairwise(lane))


def test_values_have_all_their_digits_where_there_is_room(opened: Open, real_values: str) -> None:
    page = opened("#step=34&a=sss_star", file=real_values)
    page.locator(".picture").focus()
    _press(page, *"+++++", "ArrowLeft", "ArrowRight")  # steps bring their leaf into sight
    assert "0.864096" in [each["text"] for each in _words(page)]


def test_heads_of_the_path_are_not_broken_in_a_word(opened: Open) -> None:
    page = opened("#step=40&a=alpha_beta")
    lines = page.evaluate("""() => {
      const range = document.createRange(), heads = [...document.querySelectorAll(".path th")];
      range.selectNodeContents(heads.find((each) => each.textContent === "player"));
      return range.getClientRects().length;
    }""")
    assert lines == 1


@pytest.mark.parametrize(("width", "dark"), [(360, True), (390, False), (1920, False)])
def test_page_fits_screens(opened: Open, width: int, dark: bool) -> None:
    size, scheme = (width, 800), "dark" if dark else "light"
    page = opened("#step=20&a=ps_star&b=alpha_beta", size, color_scheme=scheme, has_touch=width < 500)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    ends = page.evaluate("""() => [...document.querySelectorAll(".transport button")]
      .map((each) => each.getBoundingClientRect().right - each.closest(".panel").getBoundingClientRect().right)""")
    assert max(ends) < 0
    assert page.evaluate("document.documentElement.dataset.theme") == scheme
    if width < 500:
        page.click("#menu-button")
    for name in ("legend", "keys", "tree", "quiz"):
        page.click(f"#{name}-button")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.click("#theme-button")
    assert page.evaluate("document.documentElement.dataset.theme") == ("light" if dark else "dark")
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("document.documentElement.dataset.theme") == "light"


@pytest.mark.parametrize("width", [718, 1043])  # A4, upright and across
def test_paper_has_drawings_that_are_not_stretched(opened: Open, width: int) -> None:
    page = opened("#step=20&a=ps_star&b=alpha_beta", (1280, 800))
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": width, "height": 1000})
    assert page.locator("canvas:visible").count() == 0
    shapes = page.evaluate("""() => [...document.querySelectorAll(".printed svg")].map((each) => {
      const { width, height } = each.getBoundingClientRect(), { viewBox, parentElement } = each;
      return [width / height, viewBox.baseVal.width / viewBox.baseVal.height, width - parentElement.clientWidth];
    })""")
    assert len(shapes) == 4  # a tree and a plot in each panel
    for shown, drawn, sticks_out in shapes:
        assert shown == pytest.approx(drawn, rel=0.01)
        assert sticks_out < 1  # the width of the parent is rounded
    sizes = page.evaluate("""() => [...document.querySelectorAll(".printed circle")]
      .map((each) => each.getBoundingClientRect()).map(({ width, height }) => width / height)""")
    assert sizes == pytest.approx([1] * len(sizes), rel=0.02)
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert page.locator(".printed").count() == 0
    assert page.locator("canvas:visible").count() == 4


def test_a_box_takes_the_place_of_others_and_escape_closes_it(opened: Open) -> None:
    page = opened("#a=alpha_beta", (1400, 900))

    def boxes() -> set[str]:
        return set(page.evaluate("[...document.querySelectorAll('.box:not([hidden])')].map((each) => each.id)"))

    for name in ("tree", "legend", "keys"):
        page.click(f"#{name}-button")
        assert boxes() == {f"{name}-box"}
    assert "Escape" in page.locator("#keys-box").inner_text()
    page.click("#quiz-button")
    assert boxes() == {"quiz-box"}
    assert page.evaluate("document.documentElement.scrollHeight") <= 900  # the leaf that is asked for is in sight
    page.select_option("#quiz-kind", "cut")
    page.get_by_role("button", name="Looked at").click()
    page.click("#tree-button")
    page.locator("#paste").focus()
    _press(page, "Escape")
    assert boxes() == {"quiz-box"}
    assert page.locator("#quiz-score").inner_text() == "1 of 1 right at the first try"
    assert page.evaluate("document.activeElement.id") == "tree-button"
    _press(page, "Escape")
    assert boxes() == set()
    assert page.locator("#quiz-button").get_attribute("aria-expanded") == "false"
    page.locator(".picture").focus()
    _press(page, "Shift+ArrowUp")
    assert page.locator(".inspector").is_visible()
    _press(page, "Escape")
    assert page.locator(".inspector").is_hidden()


@pytest.mark.parametrize("touch", [True, False])
def test_keys_are_named_only_where_there_are_some(opened: Open, touch: bool) -> None:
    page = opened("#step=0", (366, 620), has_touch=touch, is_mobile=touch)  # a frame of the site on a telephone
    assert "▶ Play" in _sentence(page)
    assert ("arrow key" in _sentence(page)) is not touch
    sentence, controls = (page.locator(each).bounding_box() for each in (".sentence", ".transport"))
    assert sentence["y"] + sentence["height"] <= controls["y"] + 1


@pytest.mark.parametrize(("width", "step"), [(390, 0), (700, 16)])
def test_nodes_keep_their_names_where_numbers_take_the_room(
    opened: Open, width: int, step: int, tmp_path: Path
) -> None:
    file = tmp_path / "narrow.html"
    tree = hm.trees.uniform(3, 3, seed=6, values=(0, 99))
    file.write_text(page_for(tree, [("alpha_beta", {})]), encoding="utf-8")
    page = opened(f"#step={step}", (width, 800), file.as_uri())
    page.click("#menu-button")
    names = {each["text"] for each in _words(page)}
    assert {f"{one}.{two}" for one in (1, 2, 3) for two in (1, 2, 3)} <= names


def test_controls_have_names(opened: Open) -> None:
    page = opened("#step=20&b=alpha_beta")
    nameless = page.evaluate("""() => [...document.querySelectorAll("button, input, select, textarea, canvas[role]")]
      .filter((each) => !(each.textContent.trim() || each.ariaLabel || each.title || (each.labels || []).length))
      .map((each) => each.outerHTML)""")
    assert nameless == []
    assert page.locator(".sentence").first.get_attribute("aria-live") == "polite"
    assert "Tree of 85 nodes" in page.locator(".picture").first.get_attribute("aria-label")


def test_in_a_frame_of_a_notebook(browser: Any) -> None:
    page = browser.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    nasty = hm.trees.explicit([[1, 2], [3, 4]], "<img src=x onerror=alert(1)></script>")
    page.set_content(hm.explore(nasty, "sss_star")._repr_html_())
    frame = page.frame_locator("iframe")
    frame.locator(".next").click()
    assert frame.locator(".place").inner_text().startswith("step 1")
    assert frame.locator("#tree-name").inner_text() == "<img src=x onerror=alert(1)></script>"
    frame.locator("#theme-button").click()
    page.close()
    assert not faults


def test_the_policy_forbids_to_load(browser: Any, thesis: str) -> None:
    page = browser.new_page()
    page.goto(thesis)
    blocked = page.evaluate("""() => new Promise((done) => {
      document.addEventListener("securitypolicyviolation", (event) => done(event.blockedURI));
      const script = document.createElement("script");
      script.src = "http://localhost:9/x.js";
      document.body.append(script);
    })""")
    page.close()
    assert blocked.startswith("http://localhost:9/")


def test_a_large_tree_stays_usable(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "large.html"
    tree = hm.trees.uniform(usually(7, 10), 5, seed=1, values=(0, 999))
    file.write_text(page_for(tree, [("alpha_beta", {}), ("sss_star", {})]), encoding="utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    page.wait_for_selector(".place:has-text('step 0')")
    shown = page.evaluate("""async () => {
      const slider = document.querySelector(".slider"), found = [];
      for (const part of [0.1, 0.9, 0.5, 1, 0.3]) {
        slider.value = Math.round(slider.max * part);
        slider.dispatchEvent(new Event("input"));
        await new Promise(requestAnimationFrame);
        found.push([slider.value, document.querySelector(".place").textContent]);
      }
      return found;
    }""")
    page.close()
    assert all(place.startswith(f"step {step} of ") for step, place in shown)  # benchmarks/explorer.py measures times
