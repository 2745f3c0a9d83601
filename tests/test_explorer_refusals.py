"""What the page that replays a search refuses, in Chromium: a sentence says why, and the rest stays as it was."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import halfmove as hm
from halfmove.explorer.page import page_for
from tests.conftest import usually
from tests.test_explorer_browser import ARGUMENTS, CHROMIUM, Open, _place, _press, _until, playwright

TREE = [[3, [7, 2]], [4, 1]]
WRITTEN = "[[3,[7,2]],[4,1]]"
WIDER = [[[5, 6], [7, 4]], [[3, 2], [8, 9]]]
PASTED = "document.getElementById('paste').value"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield made
        made.close()


@cache
def default_page() -> str:
    """The page that most tests open; to make it takes longer than to open it."""
    return page_for(hm.trees.explicit(TREE), [("alpha_beta", {})])


@pytest.fixture
def shows(chromium: Any, tmp_path: Path) -> Iterator[Open]:
    """A function that makes a page and opens it; the page may refuse, but nothing may go wrong in it."""
    faults: list[str] = []
    pages = []

    def open_page(address: str = "", tree: Any = None, algorithm: Any = ("alpha_beta", {}), **options: Any) -> Any:
        file = tmp_path / f"{len(pages)}.html"
        if tree is None and algorithm == ("alpha_beta", {}) and not options:
            made = default_page()
        else:
            made = page_for(hm.trees.explicit(TREE if tree is None else tree), [algorithm], **options)
        file.write_text(made, encoding="utf-8")
        page = chromium.new_page()
        pages.append(page)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(file.as_uri() + address)
        page.wait_for_selector(".panel")
        return page

    yield open_page
    for page in pages:
        page.close()
    assert not faults


def _problem(page: Any) -> str:
    return str(page.locator("#problem").inner_text())


def _asked(page: Any) -> str:
    return str(page.locator("#quiz-question").inner_text())


def _go(page: Any, address: str) -> None:
    """Another address of the same page, as by the button Back."""
    page.evaluate("window.heard = false; addEventListener('hashchange', () => (window.heard = true))")
    page.evaluate(f"location.hash = {address!r}")
    _until(page, "window.heard")


def _paste(page: Any, tree: str) -> None:
    page.fill("#paste", tree)
    page.click("#paste-form button[type=submit]")


def test_a_question_ends_with_its_search(shows: Open) -> None:
    page = shows(tree=WIDER)
    page.click("#quiz-button")
    for _ in range(3):
        page.locator(".jump button").nth(1).click()
        page.get_by_role("button", name="Ask from here").click()
    page.click("#tree-button")
    _paste(page, "[1,2]")
    assert "Which leaf is evaluated next?" in _asked(page)
    _press(page, "Escape")  # closes the box, not the quiz
    assert page.locator("#paste").is_hidden()
    page.locator(".picture").focus()
    box = page.locator(".picture").bounding_box()
    for row in range(20, 40):  # a leaf is hit somewhere in the lower half
        for part in range(16, 24):
            page.mouse.click(box["x"] + box["width"] * part / 40, box["y"] + box["height"] * row / 40)
    assert page.locator("#quiz-score").inner_text().endswith(" of 2 right at the first try")
    page.select_option("#quiz-kind", "cut")
    page.select_option(".algorithm", "sss_star")
    assert page.locator("#quiz-kind").input_value() == "leaf"
    assert page.locator("#quiz-kind option[value=cut]").is_disabled()
    page.select_option(".algorithm", "alpha_beta")
    assert page.locator("#quiz-kind option[value=cut]").is_enabled()


def test_a_question_stands_only_at_its_step(shows: Open) -> None:
    page = shows(tree=WIDER)
    page.click("#quiz-button")
    page.select_option("#quiz-kind", "cut")
    asked, place = _asked(page), _place(page)
    assert "looked at now, or cut off?" in asked
    page.locator(".picture").focus()
    _press(page, "End")
    assert _asked(page) == "This is not the step of the question."
    assert page.get_by_role("button", name="Cut off").count() == 0
    page.get_by_role("button", name="Back to the question").click()
    assert (_asked(page), _place(page)) == (asked, place)
    assert page.locator("#quiz-score").inner_text() == ""
    page.click("#second-button")
    page.locator(".panel").nth(1).locator(".close").click()
    assert asked in _asked(page)


def test_a_refused_algorithm_is_told(shows: Open) -> None:
    page = shows(algorithm=("iter_sss_star", {"memory": 2, "fallback": False}))
    assert page.locator(".algorithm").input_value() == "minimax"
    assert "memory" in _problem(page)
    page.select_option(".algorithm", "alpha_beta")
    assert page.locator("#problem").is_hidden()
    page = shows("#b=ps_star,phases=0")
    assert page.locator(".panel").count() == 1
    assert _problem(page).startswith("ps_star: phases must be at least 1")
    _go(page, "#a=ps_star,partitions=x")
    assert page.locator(".panel .problem").inner_text().endswith("not 'x'")


WRONG_ADDRESSES = {
    "#tree=[]": "is an empty list",
    '#tree=[1,"a"]': "a leaf must be a number",
    "#tree=<script>": "There is no tree '<script>'",
    "#tree=random:2.5,2,0..9,seed=1": "A random tree is written like random:3,4,0..99,seed=1",
    "#window=1e17,1e18": "beyond 2^53",
    "#window=5": "A window is written LOW,HIGH",
    "#window=1,2,3": "A window is written LOW,HIGH",
    "#window=5,x": "must be a number, not 'x'",
    "#a=nothing": "There is no algorithm 'nothing'",
}


def _refuses(page: Any, sentence: str) -> None:
    """A wrong address was told and not followed; the next choice that is right takes the sentence away."""
    assert sentence in _problem(page)
    assert page.evaluate(PASTED) == WRITTEN
    assert _place(page).startswith("step 2 of")
    assert page.locator("#window-low").input_value() == ""
    page.select_option(".algorithm", "scout")
    assert page.locator(".panel .problem").is_hidden()
    assert page.locator("#problem").is_hidden()


@pytest.mark.parametrize("address", usually([*WRONG_ADDRESSES][2::3], WRONG_ADDRESSES))
def test_a_wrong_address_is_told_and_not_followed(shows: Open, address: str) -> None:
    _refuses(shows(address + "&step=2"), WRONG_ADDRESSES[address])


def test_wrong_addresses_one_after_the_other(shows: Open) -> None:
    page = shows()
    for address, sentence in WRONG_ADDRESSES.items():
        _go(page, address + "&step=2")
        _refuses(page, sentence)
        page.select_option(".algorithm", "alpha_beta")


def test_a_refused_window_is_told(shows: Open) -> None:
    page = shows("#step=3", window=(2, 9))
    page.click("#tree-button")
    page.fill("#paste", "[1, 2")
    page.fill("#window-high", "1e17")
    page.press("#window-high", "Enter")
    assert "beyond 2^53" in _problem(page)
    assert page.locator("#window-high").input_value() == "9"
    assert page.locator("#paste").input_value() == "[1, 2"
    assert _place(page).startswith("step 3 of")
    assert page.locator(".panel .problem").is_hidden()


def test_an_address_without_tree_or_window_means_those_of_the_page(shows: Open) -> None:
    page = shows(window=(0, 9))
    _go(page, "#tree=[[1,2],[3,4]]&window=-5,inf")
    assert page.evaluate(PASTED) == "[[1,2],[3,4]]"
    assert (page.locator("#window-low").input_value(), page.locator("#window-high").input_value()) == ("-5", "")
    _go(page, "#step=1")
    assert page.evaluate(PASTED) == WRITTEN
    assert (page.locator("#window-low").input_value(), page.locator("#window-high").input_value()) == ("0", "9")
    assert _place(page).startswith("step 1 of")


WRONG_FIELDS = [
    ("width", "2.5", "The width must be a whole number from 1 to 1000, not 2.5"),
    ("width", "abc", "The width must be a whole number from 1 to 1000, not 'abc'"),
    ("depth", "-1", "The depth must be a whole number from 0 to 60, not -1"),
    ("seed", "-2", "The seed must be a whole number from 0 to 4294967295, not -2"),
    ("seed", " ", "The seed is missing: it must be a whole number from 0 to 4294967295"),
    ("low", "0.5", "The smallest value must be a whole number from"),
    ("low", "100", "The smallest value, 100, must not be above the largest value, 99"),
]


def test_the_form_of_random_trees_says_which_field_is_wrong(shows: Open) -> None:
    page = shows()
    page.click("#tree-button")
    for field, text, sentence in WRONG_FIELDS:
        right = page.locator(f"#random-{field}").input_value()
        page.fill(f"#random-{field}", text)
        page.click("#random-form button[type=submit]")
        assert _problem(page).startswith(sentence)
        assert page.locator(f"#random-{field}").input_value() == text
        assert page.evaluate(PASTED) == WRITTEN
        page.fill(f"#random-{field}", right)


def test_numbers_have_one_format_and_one_leaf_is_a_leaf(shows: Open) -> None:
    page = shows(tree=[[0.9262781234, 0.95], [-0.5, 0.7]])
    page.locator(".picture").focus()
    _press(page, "End")
    assert "value 0.926278" in page.locator(".answer").inner_text()
    _press(page, "C")
    shown = page.locator(".panel").inner_text()
    assert "0.926278" in page.locator(".reasons").inner_text()
    assert "0.9263" not in shown
    assert "−0.5" in shown
    assert "-0.5" not in shown
    page = shows(tree=7)
    assert page.locator("#tree-facts").inner_text() == "1 node, 1 leaf"
    assert "· 1 leaf" in page.locator(".answer").inner_text()
