"""Chromium for the tests of pages: nothing may go wrong in a page, and it may load nothing."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), "")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--disable-sync",
]
Open = Callable[..., Any]


def need_chromium() -> Any:
    """Playwright's module; tests are skipped where it or Chromium is missing."""
    if not CHROMIUM:
        pytest.skip("there is no Chromium on this machine", allow_module_level=True)
    return pytest.importorskip("playwright.sync_api", reason="the package playwright drives Chromium: pip install it")


def browsers(playwright: Any) -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield made
        made.close()


def openers(browser: Any) -> Iterator[Open]:
    """A function that opens a file; at the end no page may have had a fault, or have asked for anything else."""
    faults: list[str] = []
    contexts = []

    def open_page(address: str, size: tuple[int, int] = (1000, 800), faulty: bool = False, **options: Any) -> Any:
        options = {"reduced_motion": "reduce"} | options
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        contexts.append(context)
        page = context.new_page()
        own = ("file:", "blob:", "data:", "about:", address.partition("?")[0].rpartition("/")[0] + "/")
        if not faulty:
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: None if request.url.startswith(own) else faults.append(request.url))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults
