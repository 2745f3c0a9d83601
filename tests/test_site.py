"""The documentation site: it is built without a warning, leads nowhere that is not there, and works from disk."""

from __future__ import annotations

import json
import re
import shutil
import sys
import urllib.parse
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import halfmove as hm
from tests.conftest import usually

pytest.importorskip("mkdocs", reason="the site is built by MkDocs: pip install '.[docs]'")
pytest.importorskip("mkdocstrings", reason="the site has an API from docstrings: pip install '.[docs]'")

ROOT = Path(__file__).parent.parent
NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), "")
OWN = ("file:", "data:", "blob:")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


class Links(HTMLParser):
    """What a page loads and leads to, and the names of its places."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if name in ("href", "src") and value:
                self.targets.append(value)
            elif name == "id" and value:
                self.names.add(value)


# The games whose boards are made; each is compiled, and others are played in tests/test_game_pages.py.
BOARDS = usually(("connect_four", "nim:3,4,5"), None)


def built(folder: Path) -> Path:
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder), strict=True)
    config.extra["boards"] = BOARDS
    build(config)
    return folder


def test_the_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One test, because the site takes seconds to build."""
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(ROOT)
    site = built(tmp_path / "site")
    everything_is_there(site)
    every_algorithm_has_its_parts(site)
    every_game_has_its_parts(site)
    all_names_are_in_the_api(site)
    what_explains_is_found_first(site)
    if CHROMIUM:
        works_from_disk(site)


def everything_is_there(site: Path) -> None:
    pages = {page: Links(page.read_text(encoding="utf-8")) for page in sorted(site.rglob("*.html"))}
    assert len(pages) > 90
    for page, links in pages.items():
        if page.parent.name in ("replays", "boards") or page.name == "404.html":  # which knows no place of its own
            continue
        for target in links.targets:
            address = urllib.parse.urlsplit(target)
            if address.scheme in ("http", "https"):
                assert not re.search(r"\.(js|css|woff2?|png|svg)$", address.path), f"{page} loads {target}"
                continue
            if address.scheme:
                continue
            file = (page.parent / urllib.parse.unquote(address.path)).resolve() if address.path else page
            if BOARDS and file.parent.name == "boards":
                continue
            assert file.is_file(), f"{page.relative_to(site)} leads to {target}"
            if address.fragment and file in pages:
                assert urllib.parse.unquote(address.fragment) in pages[file].names, f"{page.name} leads to {target}"


def every_algorithm_has_its_parts(site: Path) -> None:
    for algorithm in hm.ALGORITHMS:
        page = (site / "algorithms" / f"{algorithm}.html").read_text(encoding="utf-8")
        for part in ("idea", "replay", "pseudo-code", "what-it-costs", "when-to-use-it", "paper", "contract", "status"):
            assert f'id="{part}"' in page, f"{algorithm} has no {part}"
        assert re.search(r"<h1[^>]*>.*?</h1>\s*<h2 id=\"idea\"", page, re.DOTALL), (
            f"{algorithm} begins with something else"
        )
        assert f'<iframe src="../replays/{algorithm}.html" loading="lazy"' in page
        replay = (site / "replays" / f"{algorithm}.html").read_text(encoding="utf-8")
        assert f'"algorithms":[{{"id":"{algorithm}"' in replay


def every_game_has_its_parts(site: Path) -> None:
    for game in hm.games.GAMES:
        page = (site / "games" / f"{game}.html").read_text(encoding="utf-8")
        for part in ("play-it", "rules", "tips", "how-it-is-called", "positions-moves-and-scores"):
            assert f'id="{part}"' in page, f"{game} has no {part}"
        frame = re.search(r'<iframe src="\.\./(boards/[\w-]+\.html)" loading="lazy" title="halfmove page (\S+) ', page)
        assert frame, f"{game} has no board"
        assert frame[2].partition(":")[0] == game
        assert (site / frame[1]).is_file() == (BOARDS is None or frame[2] in BOARDS)


def all_names_are_in_the_api(site: Path) -> None:
    places = Links((site / "api.html").read_text(encoding="utf-8")).names
    missing = [name for name in hm.__all__ if f"halfmove.{name}" not in places]
    assert missing == ["ALGORITHMS", "games", "trees"]  # which are told in a table


def what_explains_is_found_first(site: Path) -> None:
    """A search ranks what was measured, and source files, below all other pages."""
    entries = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    low = {each["location"].split("#")[0] for each in entries if each.get("boost", 1) < 0.01}
    assert {"errata.html", "reproduce.html", "findings/real_games.html"} <= low
    assert not [name for name in low if not re.match("findings/|source/|errata|reproduce", name)]


# What people type, and the page that comes first.
FOUND_FIRST = {
    "alpha beta": "algorithms/alpha_beta.html",
    "alpha-beta": "algorithms/alpha_beta.html",
    "alpha_beta": "algorithms/alpha_beta.html",
    "sss": "algorithms/sss_star.html",
    "connect four": "games/connect_four.html",
    "own game": "tutorial/own-game.html",
    "play": "playing.html",
    "quiescence": "the-horizon-effect.html",
}


def found_first(page: Any, words: str) -> str:
    """The address of the first page that a search finds, as seen from the site."""
    page.locator(".md-search__input").first.click()
    page.keyboard.press("Control+A")
    page.keyboard.press("Backspace")
    page.locator(".md-search-result__item").first.wait_for(state="detached", timeout=60_000)
    page.keyboard.insert_text(words)  # all at once: nothing is found by the first letters alone
    page.keyboard.press("End")
    first = page.locator(".md-search-result__item > a").first
    first.wait_for(timeout=60_000)
    return str(first.get_attribute("href")).rpartition("/site/")[2]


def works_from_disk(site: Path) -> None:
    """Nothing is loaded from elsewhere, a search finds a word, a replay makes a step, and a game is played."""
    playwright = pytest.importorskip("playwright.sync_api", reason="the package playwright drives Chromium")
    faults: list[str] = []

    def opened(browser: Any, name: str) -> Any:
        page = browser.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda asked: None if asked.url.startswith(OWN) else faults.append(asked.url))
        page.goto((site / name).as_uri())
        return page

    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = opened(browser, "index.html")
        assert page.title() == "halfmove"
        picture = page.locator(".hero img")
        box = picture.bounding_box()
        assert page.evaluate("document.querySelector('.hero img').naturalWidth") > 600
        assert box["y"] + box["height"] < page.viewport_size["height"]
        assert page.locator(".hero .md-button--primary").inner_text() == "Play now"
        for words, name in FOUND_FIRST.items():
            assert found_first(page, words).startswith(name), words

        page = opened(browser, "algorithms/alpha_beta.html")
        page.locator(".replay iframe").scroll_into_view_if_needed()
        replay = page.frame_locator(".replay iframe")
        replay.locator(".next").click(timeout=60_000)
        assert replay.locator(".place").inner_text().startswith("step 1 of ")
        assert replay.locator(".sentence").inner_text().startswith("The search begins at the root")

        page = opened(browser, "games/connect_four.html")
        page.locator(".board iframe").scroll_into_view_if_needed()
        board = page.frame_locator(".board iframe")
        board.locator("body[data-ready='1']").wait_for(timeout=60_000)
        assert board.locator("#title").inner_text() == "Connect four"
        assert board.locator("#board [data-cell]").count() == 42
        board.locator("#board [data-cell='0,3']").click()
        board.locator("body[data-ply='2'][data-state='yours']").wait_for(timeout=60_000)
        page = opened(browser, "boards/nim-3-4-5.html")
        page.locator("body[data-ready='1']").wait_for(timeout=60_000)
        browser.close()
    assert not faults
