"""Drawings of trees in Chromium, which knows how wide words are."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

import halfmove as hm

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), "")
if not CHROMIUM:
    pytest.skip("there is no Chromium on this machine", allow_module_level=True)
playwright = pytest.importorskip("playwright.sync_api", reason="the package playwright drives Chromium: pip install it")

# Values of nodes, and by how much each is wider than its node.
_TOO_WIDE = """() => [...document.querySelectorAll("g")].filter((each) => each.querySelector(".node")).map((each) => {
    const [shape, value] = [each.querySelector(".node"), each.querySelector("text")].map((part) => part.getBBox());
    return [each.querySelector("text").textContent, value.width - shape.width];
})"""


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield browser.new_page()
        browser.close()


@pytest.mark.parametrize(
    ("tree", "bound"),
    [
        ([[10, 15], [[4, 22], [30, 31]], [8, 9]], "≤8"),
        ([[10, 15], [[4, 12], [20, 31]], [[22, 7], 3]], "≥20"),
        ([[210, 215], [[4, 212], [420, 31]], [[422, 7], 3]], "210"),
        ([[0.25, 0.5], [[0.75, 0.5], 0.75]], "0.25"),
        ([[-10, -11], [-12, 5]], "-11"),
    ],
)
def test_values_are_inside_their_nodes(page: Any, tree: Any, bound: str) -> None:
    page.set_content(hm.draw(hm.trees.explicit(tree), "alpha_beta").svg)
    too_wide = dict(page.evaluate(_TOO_WIDE))
    assert bound in too_wide
    assert max(too_wide.values()) < -2


def test_letters_in_nodes_can_be_read(page: Any) -> None:
    """A value that is long stands beside its node."""
    page.set_content(hm.draw(hm.trees.explicit([[210, 215], [[4, 212], [420, 31]], [[422, 7], 3]]), "alpha_beta").svg)
    sizes = page.evaluate("""() => [...document.querySelectorAll("text")].filter((each) => each.textContent)
        .map((each) => parseFloat(getComputedStyle(each).fontSize))""")
    assert min(sizes) >= 9
    assert any(words.endswith("≥420") for words in page.locator("text").all_text_contents())
