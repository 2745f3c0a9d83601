"""The page of a sheet in Chromium: answers are filled in and checked, and on paper there are lines to write on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from halfmove.exercises import Exercise, sheet
from halfmove.exercises.model import Gap
from tests import browsers
from tests.conftest import usually

playwright = browsers.need_chromium()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    yield from browsers.browsers(playwright)


@pytest.fixture
def open_page(browser: Any) -> Iterator[browsers.Open]:
    yield from browsers.openers(browser)


def opened(open_page: browsers.Open, folder: Path, *given: Any, **options: Any) -> tuple[Any, tuple[Exercise, ...]]:
    made = sheet(*given)
    file = folder / "sheet.html"
    file.write_text(made.html(), encoding="utf-8")
    page = open_page(file.as_uri(), **options)
    assert page.evaluate("document.body.dataset.state") == "ready"
    return page, made.exercises


def field(article: Any, gap: Gap) -> Any:
    where, *at = gap.place.split()
    if where == "node":
        return article.locator(f'[aria-label="{gap.label}"]')
    inside = f'[data-cell="{" ".join(at)}"]' if where == "cell" else f'[data-line="{at[0]}"]'
    return article.locator(f"{inside} .entry:not(.mark)")


def fill(article: Any, exercise: Exercise) -> None:
    for gap in exercise.gaps:
        if gap.how == "branches":
            cross(article, gap)
        elif gap.how == "choice":
            field(article, gap).select_option(gap.right)
        else:
            field(article, gap).fill(", ".join(gap.right) if gap.how == "nodes" else str(gap.right) or "(empty)")


def cross(article: Any, gap: Gap) -> None:
    for cut in gap.right:
        for branch in cut["branches"]:
            article.get_by_role("checkbox", name=f"Branch to {branch}: cut off", exact=True).press("Space")
    for cut in gap.right:
        article.get_by_label(f"Cut-off at {cut['at']}: alpha or beta", exact=True).select_option(cut["kind"])
        article.get_by_label(f"Cut-off at {cut['at']}: shallow or deep", exact=True).select_option(cut["depth"])


def verdict(article: Any) -> str:
    article.get_by_role("button", name="Check").click()
    return str(article.get_by_role("status").inner_text())


@pytest.mark.parametrize("level", range(1, 6))
def test_right_answers_are_right(open_page: browsers.Open, tmp_path: Path, level: int) -> None:
    page, exercises = opened(open_page, tmp_path, None, level, 3, usually(7, 30))
    for number, exercise in enumerate(exercises):
        article = page.locator("article").nth(number)
        fill(article, exercise)
        assert verdict(article) == "✓ Right."
        article.locator("summary").click()
        shown = article.locator(".solved").inner_text()
        assert all(answer in shown for answer in exercise.solution.answers)
        assert article.locator(".wrong").count() == 0
    assert page.locator("#score").inner_text() == f"Right: {len(exercises)} of {len(exercises)} exercises."


def test_a_wrong_answer_has_a_reason_a_second_try_and_the_solution(open_page: browsers.Open, tmp_path: Path) -> None:
    page, (exercise,) = opened(open_page, tmp_path, "windows", 1, 3, 1)
    article = page.locator("article")
    assert verdict(article) == "Fill in your answers first."
    fill(article, exercise)
    wrong = next(gap for gap in exercise.gaps if gap.right not in ("-∞", "∞", "-"))
    field(article, wrong).fill("99")
    first = verdict(article)
    assert f"{len(exercise.gaps) - 1} of {len(exercise.gaps)} right. Try once more." in first
    assert f"{wrong.label}: not 99. {wrong.why}" in first
    assert wrong.right not in first.partition("not 99.")[2].replace(wrong.why, "")
    assert article.locator(".wrong").count() == 1
    assert field(article, wrong).get_attribute("aria-invalid") == "true"
    assert article.locator("details").count() == 0
    field(article, wrong).press("Enter")  # the second try
    assert "The solution is below." in article.get_by_role("status").inner_text()
    assert article.locator("details").count() == 1
    assert not article.locator("details p").first.is_visible()
    field(article, wrong).fill(wrong.right)
    assert verdict(article) == "✓ Right."


def test_bounds_may_be_written_in_several_ways(open_page: browsers.Open, tmp_path: Path) -> None:
    page, (exercise,) = opened(open_page, tmp_path, "windows", 4, 3, 1)
    article = page.locator("article")
    assert "You may write inf for ∞." in article.inner_text()
    ways = {"∞": ["inf", "+∞", "oo", "Infinity"], "-∞": ["-inf", "\u2212∞", "- oo"], "-": ["\u2013", " - ", "\u2014"]}
    for number, gap in enumerate(exercise.gaps):
        ends = ways.get(gap.right, [f" {gap.right} "])
        field(article, gap).fill(ends[number % len(ends)])
    assert verdict(article) == "✓ Right."


def test_an_order_by_values_by_clicks_and_how_far_it_is_right(open_page: browsers.Open, tmp_path: Path) -> None:
    page, (exercise,) = opened(open_page, tmp_path, "order", 2, 3, 1)
    article, (gap,) = page.locator("article"), exercise.gaps
    line, right = field(article, gap), gap.right
    for names, told in (
        (right[:-1], "right as far as it goes, but something is missing"),
        ([*right, right[0]], "goes on too long"),
        ([right[1], right[0], *right[2:]], "wrong from the first node on"),
        ([*right[:2], right[-1]], "the first 2 nodes are right, the next one is not"),
    ):
        line.fill(" ".join(names))
        assert told in verdict(article)
    line.fill(", ".join(str(gap.options[name]) for name in right))
    assert verdict(article) == "✓ Right."
    line.fill("")
    places = [node.name for node in exercise.picture.nodes]  # type: ignore[union-attr]
    for name in right:
        article.locator("svg .node").nth(places.index(name)).click(force=True)
    assert line.input_value() == ", ".join(right)
    assert verdict(article) == "✓ Right."


def test_a_line_by_its_nodes_or_by_its_leaf(open_page: browsers.Open, tmp_path: Path) -> None:
    page, (exercise,) = opened(open_page, tmp_path, "value", 2, 3, 1)
    article = page.locator("article")
    fill(article, exercise)
    gap = next(gap for gap in exercise.gaps if gap.how == "nodes")
    *inner, leaf = gap.right
    other = "2" if inner[0] == "1" else "1"
    for written, told in (
        (leaf, "✓ Right."),
        (f"0 {' '.join(gap.right)}", "✓ Right."),
        (" ".join(inner), "right as far as it goes, but something is missing"),
        (inner[-1], "right as far as it goes, but something is missing"),
        (f"{leaf}.1", "goes on too long"),
        (f"{other}.1.1", "wrong from the first node on"),
        (f"{inner[0]}.9.1", "the first node is right, the next one is not"),
    ):
        field(article, gap).fill(written)
        assert told in verdict(article)


@pytest.mark.parametrize("value", ["-30", "99"])
def test_a_value_fits_into_its_node(open_page: browsers.Open, tmp_path: Path, value: str) -> None:
    page, _ = opened(open_page, tmp_path, "value", 1, 3, 1)
    shapes, inputs = page.locator("svg .node"), page.locator(".at-node input")
    assert inputs.count() == 3  # node 0, and two at which it is MIN's turn
    assert [page.locator(".at-node").nth(at).get_attribute("class").split()[2:] for at in range(3)][1:] == [
        ["round"]
    ] * 2
    for at in range(3):
        inputs.nth(at).fill(value)
        covered, field_at = shapes.nth(at).bounding_box(), inputs.nth(at).bounding_box()
        assert field_at["x"] <= covered["x"]
        assert field_at["y"] <= covered["y"]
        assert field_at["x"] + field_at["width"] >= covered["x"] + covered["width"]
        assert inputs.nth(at).evaluate("(each) => each.scrollWidth <= each.clientWidth")


def test_lists_of_states(open_page: browsers.Open, tmp_path: Path) -> None:
    page, (exercise,) = opened(open_page, tmp_path, "open", 2, 3, 1)
    article = page.locator("article")
    fill(article, exercise)
    gap = next(gap for gap in exercise.gaps if len(re.findall(r"\(", gap.right)) > 1)
    states = re.findall(r"\([^)]*\)", gap.right)
    for written, told in (
        (" ".join(states[::-1]), "the states are right, but not their order"),
        (" ".join(states[:-1]), "something is missing at the end"),
        (" ".join([*states, states[0]]), "too many states"),
        (" ".join(["(9,L,9)", *states[1:]]), "state 1 is wrong"),
        ("what?", "this cannot be read"),
        ("(empty)", "something is missing"),
    ):
        field(article, gap).fill(written)
        assert told in verdict(article)
    field(article, gap).fill(", ".join(states).replace(",", " , ").lower())
    assert verdict(article) == "✓ Right."


def test_branches_are_crossed_out_with_mouse_and_keys(open_page: browsers.Open, tmp_path: Path) -> None:
    page, (exercise,) = opened(open_page, tmp_path, "prune", 2, 3, 1)
    article, (gap,) = page.locator("article"), exercise.gaps
    box = article.get_by_role("checkbox", name="Branch to 1: cut off", exact=True)
    box.click(force=True)
    assert box.get_attribute("aria-checked") == "true"
    told = verdict(article)
    assert gap.why["branches"]["1"] in told
    missing = sum(len(cut["branches"]) for cut in gap.right)
    assert f"Not crossed out yet: {missing} branches that are cut off." in told
    box.focus()
    page.keyboard.press("Enter")
    assert box.get_attribute("aria-checked") == "false"
    cross(article, gap)
    cut = gap.right[0]
    kind = article.get_by_label(f"Cut-off at {cut['at']}: alpha or beta", exact=True)
    kind.select_option("beta" if cut["kind"] == "alpha" else "alpha")
    assert gap.why["cuts"][cut["at"]]["kind"] in verdict(article)
    kind.select_option(cut["kind"])
    assert verdict(article) == "✓ Right."


@pytest.mark.parametrize("width", [1200, 390])
def test_nothing_is_wider_than_the_page(open_page: browsers.Open, tmp_path: Path, width: int) -> None:
    page, _ = opened(open_page, tmp_path, None, 5, 3, 6, size=(width, 900))
    for article in page.locator("article").all():
        article.get_by_role("button").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_on_paper_there_are_lines_and_no_fields(open_page: browsers.Open, tmp_path: Path) -> None:
    page, exercises = opened(open_page, tmp_path, None, 2, 3, 6)
    fill(page.locator("article").first, exercises[0])
    verdict(page.locator("article").first)
    assert not page.locator(".fill i").first.is_visible()
    page.emulate_media(media="print")
    assert page.locator("input:visible, select:visible, button:visible, .verdict:visible, .hit:visible").count() == 0
    assert page.locator(".fill i:visible").count() == 2 + sum(len(each.fields) for each in exercises)
    assert page.locator(".free").is_visible()
    assert page.locator("table").nth(1).is_visible()
    assert len(re.findall(rb"/Type /Page\b", page.pdf(prefer_css_page_size=True))) <= 2
