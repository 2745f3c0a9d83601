"""The findings: studies, pages and figures belong together, and the stored numbers come out again."""

from __future__ import annotations

import csv
import importlib.util
import re
from pathlib import Path

import pytest

from halfmove import studies

FOLDER = Path(__file__).parent.parent / "docs" / "findings"
NAMES = ("unequal_partitions", "memory_curve", "alpha_beta_deviation", "which_wins")
TREES = 2  # of each cell that is searched again


def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def build():
    spec = importlib.util.spec_from_file_location("findings_build", FOLDER / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_there_is_nothing_else(build):
    assert build.NAMES == NAMES
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(NAMES)
    assert {path.stem for path in FOLDER.glob("*.md")} == {*NAMES, "README"}
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f"({name}.md)" in index and f"({name}.toml)" in index for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_numbers_are_those_of_the_study(name):
    plan = studies.load(FOLDER / f"{name}.toml")
    told = [(row["tree"], row["algorithm"], int(row["trees"])) for row in rows(name)]
    assert told == [(str(cell.tree), str(cell.algorithm), cell.count) for cell in plan.cells]


@pytest.mark.parametrize("name", NAMES)
def test_page_names_its_study_and_shows_its_figures(name):
    page = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    assert f"({name}.toml)" in page
    assert "## Conclusion" in page
    shown = set(re.findall(r"!\[.*?\]\((.*?)\)", page))
    assert shown == {path.name for path in FOLDER.glob(f"{name}-*.svg")}
    assert shown
    for target in re.findall(r"\]\(([^)#]*)\)", page):
        assert (FOLDER / target).is_file()
    tables = re.findall(r"<!-- table: .*? -->\n(.*?)<!-- end -->", page, re.DOTALL)
    assert tables
    assert all(len(table.strip().splitlines()) > 2 for table in tables)


# A few cells of each study: trees that begin like this, and every so many-th algorithm.
SLICES = {
    "unequal_partitions": (("uniform:8,6", "ordered:8,6,order=4"), 4),
    "memory_curve": (("uniform:5,6", "uniform:2,15"), 10),
    "alpha_beta_deviation": (("uniform:", "incremental:"), 3),
    "which_wins": (("ordered:8,6,order=first,probability=0.8",), 2),
}


@pytest.mark.parametrize("name", NAMES)
def test_the_same_leaves_again(name):
    beginnings, step = SLICES[name]
    plan = studies.load(FOLDER / f"{name}.toml", trees=TREES)
    known = {(row["tree"], row["algorithm"]): row["first"].split()[:TREES] for row in rows(name)}
    cells = [cell for cell in plan.cells if str(cell.tree).startswith(beginnings)][::step]
    table = studies.run(studies.joined(cells, plan.seed, plan.name), jobs=1)
    assert len(table) >= 2 * TREES
    for cell, records in table.cells():
        found = [str(record.leaves) for record in records]
        assert found == known[str(cell.tree), str(cell.algorithm)], str(cell)


def test_tables_go_to_their_places(build, tmp_path):
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- table: a (1) -->\nold\n<!-- end -->\nafter\n")
    for _ in range(2):
        build.patch(page, {"a (1)": "| new |\n"})
        assert page.read_text() == "before\n<!-- table: a (1) -->\n\n| new |\n\n<!-- end -->\nafter\n"
    with pytest.raises(SystemExit, match="no place for the table 'b'"):
        build.patch(page, {"b": ""})


def test_names_of_partitions(build):
    cuts = {(8, 8): "equal", (1, 8, 7): "one first", (4, 8, 4): "half first", (1, 2, 4, 8, 1): "growing"}
    cuts |= {(8, 4, 2, 1, 1): "shrinking", (8, 1, 1): "large first, then ones", (15, 1): "two, large first"}
    assert {sizes: build.scheme_of(sizes) for sizes in cuts} == cuts
    assert build.interpolated([(1, 100), (100, 1)], 10) == pytest.approx(10)
