"""How fast the page of `halfmove explore` is in Chromium.

    python benchmarks/explorer.py [--width 10] [--depth 5] [--algorithms alpha_beta sss_star] [--moves 40]

The script prints the time to write the page, the time from the start of loading until the page is drawn, and the time
from a move of the slider to a random step until the next frame: median, ninth decile and the longest, with one panel
and with two. Needs `pip install playwright` and Chromium.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

import halfmove as hm
from halfmove.explorer.page import page_for

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--disable-sync",
]
MOVES = """async (parts) => {
  const slider = document.querySelector(".slider"), seek = [], frame = [];
  for (const part of parts) {
    const began = performance.now();
    slider.value = Math.round(slider.max * part);
    slider.dispatchEvent(new Event("input"));
    seek.push(performance.now() - began);
    await new Promise(requestAnimationFrame);
    frame.push(performance.now() - began);
  }
  return { seek, frame };
}"""


def measure(browser: Any, file: Path, moves: int) -> str:
    page = browser.new_page(viewport={"width": 1500, "height": 860})
    page.goto(file.as_uri())
    page.wait_for_selector(".place:has-text('step')")
    opened = page.evaluate(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))"
    )
    chance = random.Random(1)
    times = page.evaluate(MOVES, [chance.random() for _ in range(moves)])
    steps = page.locator(".place").first.inner_text().split()[-1]
    page.close()
    texts = []
    for name, label in (("seek", "script"), ("frame", "next frame")):
        ordered = sorted(times[name])
        middle, late = statistics.median(ordered), ordered[int(0.9 * len(ordered))]
        texts.append(f"{label} {middle:.0f} ms median, {late:.0f} p90, {ordered[-1]:.0f} longest")
    return f"drawn {opened:.0f} ms after loading began; {steps} steps; a slider move: {'; '.join(texts)}"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--width", type=int, default=10)
    options.add_argument("--depth", type=int, default=5)
    options.add_argument("--algorithms", nargs="+", default=["alpha_beta", "sss_star"])
    options.add_argument("--moves", type=int, default=40)
    given = options.parse_args()
    tree = hm.trees.uniform(given.width, given.depth, seed=1, values=(0, 999))
    panels = [[each] for each in given.algorithms] + ([given.algorithms[:2]] if len(given.algorithms) > 1 else [])
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        browser = driver.chromium.launch(executable_path=found, args=ARGUMENTS)
        for names in panels:
            began = time.perf_counter()
            page = page_for(tree, [(name, {}) for name in names])
            file = Path(folder) / "page.html"
            file.write_text(page, encoding="utf-8")
            wrote = time.perf_counter() - began
            print(f"{tree.name}, {' and '.join(names)}: {len(page) / 1e6:.2f} MB written in {wrote:.2f} s")
            print(f"  {measure(browser, file, given.moves)}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
