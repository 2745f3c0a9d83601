"""Pages of the papers and of studies in Chromium: on a telephone, in the dark, on paper."""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from halfmove import studies
from halfmove.exercises import sheet
from halfmove.reports import reproduction, study
from halfmove.studies.figures import figures
from halfmove.studies.reproduce import Results, choose, compared
from tests.conftest import usually

from .test_reports import filled

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), "")
if not CHROMIUM:
    pytest.skip("there is no Chromium on this machine", allow_module_level=True)
playwright = pytest.importorskip("playwright.sync_api", reason="the package playwright drives Chromium: pip install it")

# Elements that stick out of the page, but for those inside a box that scrolls.
_OUTSIDE = """() => [...document.querySelectorAll('main *')].filter(each =>
    each.getBoundingClientRect().right > innerWidth + 1 && !each.closest('.wide > *')).map(each => each.outerHTML)"""
_SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield made
        made.close()


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder: Path = tmp_path_factory.mktemp("pages")
    selection = choose("srimani_1985", trees=2)
    results = Results(selection, filled(selection.plan))
    command = "halfmove reproduce --cluster tcp://a-scheduler-with-a-long-name.example:8786 --trees 2"
    papers = reproduction.page(selection, compared(results), figures(results), command, 1.0, 0.1)
    kinds = [f"uniform:{width},2" for width in (2, 3, 5)]
    long = ["alpha_beta", "iter_sss_star:fallback=False,memory=100000", "ps_star:phases=2"]
    plan = studies.plan(kinds, long, trees=3)
    named = studies.Plan(plan.cells, plan.seed, name="A_name_without_any_gap_that_is_longer_than_a_narrow_screen")
    again = "halfmove study " + " ".join(f"--family {kind} -a ps_star:phases={n}" for n, kind in enumerate(kinds, 1))
    pages = {
        "papers": papers,
        "study": study.page(filled(named), ("leaves", "seconds"), command=again),
        "sheet": sheet(level=3, count=6).html(solution=True),
    }
    for name, text in pages.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return {name: (folder / f"{name}.html").as_uri() for name in pages}


def opened(browser: Any, address: str, width: int, **options: Any) -> Any:
    page = browser.new_context(viewport={"width": width, "height": 800}, **options).new_page()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(address)
    assert requests == [address]
    return page


@pytest.mark.parametrize("name", ["papers", "study"])
@pytest.mark.parametrize("width", usually([320, 1119], [320, 390, 800, 1119, 1400]))
def test_nothing_sticks_out(browser: Any, addresses: dict[str, str], name: str, width: int) -> None:
    page = opened(browser, addresses[name], width)
    assert page.evaluate(_SIDEWAYS) <= 0
    assert page.evaluate(_OUTSIDE) == []
    page.context.close()


@pytest.mark.parametrize("name", ["papers", "study"])
def test_dark_pages_are_dark(browser: Any, addresses: dict[str, str], name: str) -> None:
    found = {}
    for scheme in ("light", "dark"):
        page = opened(browser, addresses[name], 1400, color_scheme=scheme)
        looks = page.evaluate(
            """() => ['body', '.chart text', '.chart .c0'].map(each => getComputedStyle(document.querySelector(each)))
            .map(each => [each.backgroundColor, each.color].map(one => one.match(/\\d+/g).slice(0, 3).map(Number)))"""
        )
        found[scheme] = looks
        page.context.close()
    (light, ink), (_, letters), (_, curve) = found["light"]
    (dark, dark_ink), (_, dark_letters), (_, dark_curve) = found["dark"]
    assert min(light) > 200 > 100 > max(dark)
    assert max(ink) < 100 < 200 < min(dark_ink)
    assert (letters, dark_letters) == (ink, dark_ink)
    assert sum(dark_curve) > sum(curve)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_table_shows_on_which_side_more_of_it_is(browser: Any, addresses: dict[str, str], scheme: str) -> None:
    page = opened(browser, addresses["papers"], 390, color_scheme=scheme)
    box = page.locator(".wide").first
    assert box.evaluate("each => each.scrollWidth > each.clientWidth")
    for place, expected in ((0, (False, True)), (60, (True, True)), (10_000, (True, False))):
        box.evaluate("(each, place) => { each.scrollLeft = place }", place)
        picture = Image.open(io.BytesIO(box.screenshot())).convert("RGB")
        ends = [picture.getpixel((x, 2)) for x in (0, picture.width - 1)]  # above the words of the caption
        paper = picture.getpixel((picture.width // 2, 2))
        assert tuple(end != paper for end in ends) == expected
    page.context.close()


def test_letters_in_charts_can_be_read_on_a_telephone(browser: Any, addresses: dict[str, str]) -> None:
    page = opened(browser, addresses["papers"], 390)
    sizes = page.evaluate(
        """() => [...document.querySelectorAll('figure > svg')].map(each => parseFloat(
        getComputedStyle(each.querySelector('text')).fontSize) * each.clientWidth / each.viewBox.baseVal.width)"""
    )
    assert sizes
    assert min(sizes) >= 9.5
    page.context.close()


def test_the_contents_stay_beside_a_wide_page(browser: Any, addresses: dict[str, str]) -> None:
    page = opened(browser, addresses["papers"], 1400)
    page.evaluate("window.scrollTo(0, 3000)")
    box = page.locator("nav.contents").bounding_box()
    assert box["y"] <= 0 < box["y"] + box["height"]
    assert box["x"] + box["width"] <= page.locator("main").bounding_box()["x"]
    page.context.close()


def test_a_figure_is_next_to_its_table(browser: Any, addresses: dict[str, str]) -> None:
    """Beside it where there is room, else directly above it."""
    for width, beside in ((1600, True), (390, False)):
        page = opened(browser, addresses["papers"], width)
        figure, table = (page.locator(f"#srimani-1985-table-4-2 ~ .pair > {each}") for each in ("figure", ".wide"))
        one, other = figure.bounding_box(), table.bounding_box()
        if beside:
            assert one["x"] >= other["x"] + other["width"]
            assert one["y"] == other["y"]
        else:
            assert 0 <= other["y"] - (one["y"] + one["height"]) < 50
        page.context.close()


@pytest.mark.parametrize("name", ["papers", "study"])
def test_paper_is_white_and_nothing_is_cut(browser: Any, addresses: dict[str, str], name: str) -> None:
    page = opened(browser, addresses[name], 688, color_scheme="dark")  # A4 without its margins
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.locator("nav.contents").is_visible()
    wide = "[...document.querySelectorAll('table')].filter(each => each.offsetWidth > innerWidth).length"
    assert page.evaluate(wide) == 0
    page.context.close()


@pytest.mark.parametrize(("name", "width"), [("papers", 700), ("study", 700), ("sheet", 390)])
def test_a_command_is_broken_between_its_words(browser: Any, addresses: dict[str, str], name: str, width: int) -> None:
    """A word that is longer than a line has to be broken, no other."""
    page = opened(browser, addresses[name], width)
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
    lines = page.evaluate("""() => [...document.querySelectorAll('code')].flatMap(code => {
      const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT), found = [];
      const room = code.parentElement.clientWidth;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { index, 0: word } of node.data.matchAll(/\\S+/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const boxes = range.getClientRects(), long = [...boxes].reduce((sum, box) => sum + box.width, 0) > room * 0.8;
          found.push([word, long ? 1 : new Set([...boxes].map(box => box.top)).size]);
        }
      }
      return found;
    })""")
    assert len(lines) > 5
    assert [word for word, count in lines if count > 1] == []
    page.context.close()


def test_exercises_share_pages_of_paper(browser: Any, addresses: dict[str, str]) -> None:
    """Two on a page at this level, each whole, and the solutions too: as many pages as `--pdf` takes."""
    page = opened(browser, addresses["sheet"], 1280)
    printed = page.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b", printed)) == 6
    page.context.close()


def test_tables_of_a_sheet_fit_a_telephone_or_scroll_in_a_box(browser: Any, addresses: dict[str, str]) -> None:
    page = opened(browser, addresses["sheet"], 390)
    assert page.evaluate(_SIDEWAYS) <= 0
    assert page.evaluate("[...document.querySelectorAll('table')].every(each => each.closest('.wide'))")
    narrow = "each => each.scrollWidth <= each.clientWidth"
    assert page.locator(".wide", has_text="shallow or deep").first.evaluate(narrow)
    page.context.close()
