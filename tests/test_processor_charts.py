"""Charts of parallel searches: who works when, and that nothing is left out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove.algorithms.parallel_alpha_beta import SCHEMES
from halfmove.cli.program import main
from halfmove.drawing.colours import COLOURS
from halfmove.drawing.processors import Block, Chart, Wait, chart_of, folded
from halfmove.drawing.processors_svg import chart_svg
from halfmove.drawing.processors_text import WIDTH, chart_text
from tests.conftest import random_trees, refused, usually
from tests.test_readme import ROOT

SEARCHES: list[tuple[str, dict[str, Any]]] = [
    *(("parallel_alpha_beta", {"scheme": scheme}) for scheme in SCHEMES),
    ("parallel_aspiration", {"error": 3}),
    ("parallel_ps_star", {}),
    ("parallel_ps_star", {"phases": 2, "siblings": 3}),
    ("parsss_star", {}),
]


@pytest.mark.parametrize(("algorithm", "given"), SEARCHES)
def test_each_leaf_is_one_block_and_the_rest_adds_up(algorithm: str, given: dict[str, Any]) -> None:
    for tree in random_trees(usually(6, 60), 7, ("ties", "reals")):
        for processors, latency in ((1, 0), (3, 0), (4, 2), (40, 5)):
            more = given | {"processors": processors, "latency": latency}
            found = hm.search(hm.trees.explicit(tree), algorithm, compiled=False, trace=True, **more)
            chart, counts = chart_of(found, processors, ""), found.counts
            assert (chart.rounds, len(chart.blocks), chart.idle) == (counts.rounds, counts.leaves, counts.idle)
            assert bool(chart.waits) <= bool(latency)
            assert sorted(block.leaf for block in chart.blocks) == sorted(found.log.leaf_order())
            taken = [(block.processor, block.round) for block in chart.blocks]
            taken += [(each.processor, each.round + n) for each in chart.waits for n in range(each.rounds)]
            assert len(set(taken)) == len(taken)  # nobody does two things at a time
            assert all(0 <= who < processors and 0 <= when < chart.rounds for who, when in taken)


def test_as_text() -> None:
    drawn = str(
        hm.draw(hm.trees.uniform(3, 3, seed=1), "parallel_alpha_beta", by_processor=True, processors=3, latency=2)
    )
    rows = [line.partition("  ")[2] for line in drawn.splitlines() if re.match(r"P\d  ", line)]
    counts = hm.search(hm.trees.uniform(3, 3, seed=1), "parallel_alpha_beta", processors=3, latency=2).counts
    assert [len(row) for row in rows] == [counts.rounds] * 3
    assert "".join(rows).count("·") == counts.idle
    assert "".join(rows).count("~") == 3 * counts.rounds - counts.leaves - counts.idle
    assert "~ work is on its way" in drawn
    assert "A the whole tree" in drawn
    assert "~ work is on its way" not in str(
        hm.draw(hm.trees.uniform(3, 3, seed=1), "parallel_alpha_beta", by_processor=True)
    )


def test_as_svg() -> None:
    tree, given = hm.trees.uniform(3, 3, seed=1), {"processors": 3, "latency": 2}
    counts = hm.search(tree, "parallel_alpha_beta", **given).counts
    drawing = hm.draw(tree, "parallel_alpha_beta", by_processor=True, **given)
    assert repr(drawing).endswith(f"(processors=3, latency=2)', 3 processors, {counts.rounds} rounds>")
    assert drawing._repr_svg_() == drawing.svg
    root = ElementTree.fromstring(drawing.svg)
    leaves = [each for each in root.iter() if each.get("class") == "leaf"]
    assert len(leaves) == counts.leaves
    assert all(len(each) == 1 and (each[0].text or "").startswith("P") for each in leaves)
    assert any(each.get("class") == "transit" for each in root.iter())
    assert root.get("role") == "img"
    assert "16 leaves" in root.get("aria-label", "")
    assert root[0].tag.endswith("title")
    assert root[0].text == root.get("aria-label")


def test_the_picture_of_the_documentation_is_fresh() -> None:
    tree, given = hm.trees.uniform(3, 4, seed=1), {"processors": 4, "latency": 1}
    drawn = hm.draw(tree, "parallel_alpha_beta", by_processor=True, **given)
    file = ROOT / "docs" / "parallel-by-processor.svg"
    assert file.read_text(encoding="utf-8").strip() == drawn.svg.strip()


def test_on_a_page_colours_are_those_of_the_page() -> None:
    """So a dark page can set others: no colour is written where its style could not reach it."""
    found = hm.search(hm.trees.uniform(4, 4, seed=1), "parallel_alpha_beta", trace=True, latency=1)
    drawn = chart_svg(chart_of(found, 4, "a chart"), page=True)
    css = (Path(hm.__file__).parent / "reports" / "page.css").read_text(encoding="utf-8")
    used = {int(number) for number in re.findall(r'<g class="c(\d+)"', drawn)}
    assert used == set(range(len(COLOURS)))
    assert all(f".chart .c{number} {{" in css for number in used)
    assert set(re.findall(r'fill="([^"]*)"', drawn)) <= {"currentColor", "none"}
    assert "<style" not in drawn
    assert "a chart</text>" not in drawn


def test_a_leaf_that_loses_its_use_in_its_own_round() -> None:
    """It is somebody's block, and looks different."""
    for seed in range(20):
        found = hm.search(hm.trees.uniform(3, 4, seed=seed), "parsss_star", processors=5, trace=True)
        chart = chart_of(found, 5, "")
        if "" in chart.jobs:
            break
    assert "" in chart.jobs
    assert "? a leaf that nobody needs anymore" in " ".join(chart_text(chart).split())
    assert 'fill="none" stroke="currentColor" stroke-width="1.5"><title>' in chart_svg(chart)


@pytest.mark.parametrize(
    ("processors", "rounds"), [(1, 1), (1, 5_000), (40, 70), (41, 3), (1_000_000, 1), (1 << 20, 1 << 40), (3, 200)]
)
def test_any_size_fits(processors: int, rounds: int) -> None:
    who, when = processors - 1, rounds - 1
    blocks = (
        [Block(0, 0, "1", 0, 0), Block(who, when, "2", 1, 1)] if processors * rounds > 1 else [Block(0, 0, "1", 0, 0)]
    )
    waits = [Wait(0, 1, rounds - 1)] if rounds > 1 and processors > 1 and rounds < 10_000 else []
    chart = Chart("large", processors, rounds, blocks, waits, ["0", "2"])
    text = chart_text(chart)
    assert max(map(len, text.splitlines())) <= WIDTH
    assert len(text.splitlines()) <= 80
    drawn = chart_svg(chart)
    root = ElementTree.fromstring(drawn)
    assert len(drawn) < 100_000
    width, height = map(float, root.get("viewBox", "").split()[2:])
    assert width == 640
    assert height < 800
    for each in root.iter():
        if "x" in each.attrib:
            assert 0 <= float(each.attrib["x"]) <= width
            assert 0 <= float(each.attrib["y"]) <= height


def test_beside_a_much_longer_search_blocks_still_have_a_size() -> None:
    chart = Chart("", 2, 2, [Block(0, 0, "1", 0, 0), Block(1, 1, "2", 1, 1)], [Wait(1, 0, 1)], ["0", ""])
    drawn = chart_svg(chart, page=True, longest=10**6)
    sizes = [float(size) for size in re.findall(r' (?:width|height)="([^"]*)"', drawn)]
    assert len(sizes) == 4
    assert min(sizes) >= 0


def test_folded_cells_are_shares() -> None:
    blocks = [Block(who, when, "1", 0, 0) for who in range(5) for when in range(7) if who != 1]
    shares = folded(Chart("", 5, 7, blocks, [], ["0"]), 3, 4)
    assert (shares.across, shares.down) == (2, 2)
    assert shares.cells == [[0.5] * 4, [1.0] * 4, [1.0] * 4]


def test_names_are_escaped() -> None:
    chart = Chart("<script>&\x1b[31m", 1, 1, [Block(0, 0, "<b>", 0, 0)], [], ["<i>"], ["<u>"])
    drawn = chart_svg(chart)
    assert ElementTree.fromstring(drawn) is not None
    assert not re.search(r"<(script|b|i|u)>", drawn)
    assert "\x1b" not in drawn + chart_text(chart)


def test_refusals() -> None:
    tree = hm.trees.uniform(3, 3, seed=1)
    with pytest.raises(hm.UsageError, match="alpha_beta searches with one processor"):
        hm.draw(tree, "alpha_beta", by_processor=True)
    with pytest.raises(hm.UsageError, match="needs a parallel search"):
        hm.draw(tree, by_processor=True)
    with pytest.raises(hm.UsageError, match="leave out step"):
        hm.draw(tree, "parsss_star", by_processor=True, step=3)
    with pytest.raises(hm.UsageError, match="100,000 nodes"):
        hm.draw(hm.trees.uniform(10, 6), "parsss_star", by_processor=True)


def test_the_command(tmp_path: Path) -> None:
    words = ["draw", "uniform:3,3,seed=1", "-a", "parallel_alpha_beta", "--processors", "3", "--by-processor"]
    shown = CliRunner().invoke(main, words)
    assert shown.exit_code == 0
    assert "P3  ····EFF" in shown.output
    file = tmp_path / "chart.svg"
    assert CliRunner().invoke(main, [*words, "--svg", str(file)]).exit_code == 0
    assert ElementTree.parse(file).getroot().get("class") == "chart"
    refused(CliRunner().invoke(main, ["draw", "uniform:3,3", "-a", "scout", "--by-processor"]), "one processor")
    refused(CliRunner().invoke(main, ["draw", "uniform:3,3", "--by-processor"]), "name an algorithm with -a")
