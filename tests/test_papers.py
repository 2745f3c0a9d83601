"""The printed tables: every file has its form, every cell says what to run, no cell is missing."""

from __future__ import annotations

import csv
import inspect
import math
import pickle
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import halfmove as hm
from halfmove.base import shipped
from halfmove.errors import UsageError
from halfmove.studies import TreeSpec, papers
from halfmove.trees import explicit

ALGORITHMS = {each.id: each for each in hm.ALGORITHMS.values()}

# Cells of each table, blank and unreadable ones included.
COUNTS = {
    "baudet_1977": {"5.1": 124, "figure 2.3": 4, "text": 16},
    "bhattacharya_bagchi_1986": {"1": 52, "M_0": 9, "example": 6, "claims": 9, "text": 4},
    "campbell_marsland_1983": {
        "order types": 4,
        "deviations": 6,
        "minima": 10,
        "dominations": 14,
        "principal variation": 3,
        "aspiration": 4,
        "aspiration test": 3,
        "minimal windows": 4,
        "in place of another": 4,
        "guessed windows": 18,
        "repeated searches": 8,
        "6-ply": 24,
        "width": 30,
        "Fuller": 14,
        "figures 6 and 7": 4,
        "figures 8 and 9": 7,
        "storage": 2,
        "text": 20,
    },
    "sarkar_lecture_8": {
        "minimax": 4,
        "bounds": 12,
        "two-ply": 5,
        "alpha": 3,
        "four-ply": 9,
        "orders": 10,
        "worst case": 1,
        "exponents": 16,
        "average": 3,
        "nim": 8,
        "deeper": 2,
        "text": 2,
    },
    "srimani_1985": {
        "4.1": 20,
        "4.2": 25,
        "4.3": 42,
        "4.4": 36,
        "4.5": 20,
        "figure 4.4": 21,
        "5.1": 35,
        "branching": 5,
        "A leaves": 19,
        "A runs": 12,
        "storage": 8,
        "claims": 7,
        "shares": 14,
        "minima": 5,
        "text": 13,
    },
}

PAPERS = {name: papers.load(name) for name in papers.names()}
TABLES = [(paper, table) for paper in PAPERS.values() for table in paper.tables.values()]
FIGURES = [(paper, figure) for paper in PAPERS.values() for figure in paper.figures.values()]
CELLS = [(paper, cell) for paper in PAPERS.values() for cell in paper.cells()]


def name_of(pair: object) -> str:
    paper, table = pair  # type: ignore[misc]
    return f"{paper.id} {table.id}"


def folder_of(paper: papers.Paper) -> Path:
    return shipped.shipped(shipped.PAPERS) / paper.id


def settings(table: papers.Table) -> list[papers.Setting]:
    """Those of the cells; of a figure, which has none, those of all its rows and columns."""
    if table.file:
        return [cell.setting for cell in table.cells]
    rows, columns = list(table.rows) or [None], list(table.columns) or [None]
    return [table.setting(row, column) for row in rows for column in columns] if "quantity" in table.common else []


def node_of(tree: object, name: str) -> object:
    for number in name.split("."):
        tree = tree[int(number) - 1]  # type: ignore[index]
    return tree


def test_every_paper_is_read() -> None:
    assert set(PAPERS) == set(COUNTS)
    for paper in PAPERS.values():
        assert paper.title
        assert paper.authors
        assert paper.published
        if paper.year is None:
            assert "without a date" in paper.published
        else:
            assert str(paper.year) in paper.published or paper.id.endswith(str(paper.year))


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_number_of_cells(paper: papers.Paper) -> None:
    assert {table.id: len(table.cells) for table in paper.tables.values()} == COUNTS[paper.id]


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_tables_and_files_belong_together(paper: papers.Paper) -> None:
    named = [table.file for table in paper.tables.values()]
    assert len(set(named)) == len(named)
    assert {file.name for file in folder_of(paper).glob("*")} == {*named, "paper.toml"}
    assert all(not figure.file for figure in paper.figures.values())
    assert all(point in paper.tables for figure in paper.figures.values() for point in figure.points)


@pytest.mark.parametrize("pair", TABLES, ids=map(name_of, TABLES))
def test_form_of_a_table(pair: tuple[papers.Paper, papers.Table]) -> None:
    paper, table = pair
    about = tomllib.loads((folder_of(paper) / "paper.toml").read_text(encoding="utf-8"))["tables"][table.id]
    assert {"file", "caption", "page", "generation", "sure", "note", "rows", "columns"} <= set(about)
    assert table.caption
    assert table.sure in papers.SURE
    assert table.sure == "documented" or table.note or not table.generation, "a doubt needs a reason"
    with (folder_of(paper) / table.file).open(encoding="utf-8", newline="") as lines:
        header, *rows = list(csv.reader(lines, strict=True))
    assert tuple(header) == papers.COLUMNS
    assert all(len(row) == len(header) for row in rows)
    assert all(text == text.strip() for row in rows for text in row)
    places = Counter((cell.row, cell.column) for cell in table.cells)
    assert max(places.values()) == 1, "two cells in one place"
    assert {cell.row for cell in table.cells} == set(table.rows)
    assert {cell.column for cell in table.cells} == set(table.columns)
    assert set(table.exceptions) <= set(places)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_form_of_a_cell(paper: papers.Paper) -> None:
    for table in paper.tables.values():
        for cell in table.cells:
            where = f"{paper.id} {table.id} {cell.row} {cell.column}"
            assert cell.table == table.id, where
            assert cell.as_printed, where
            assert cell.status in papers.STATUSES, where
            assert re.fullmatch(r"\d*", cell.page), where
            if cell.status in ("blank", "unreadable"):
                assert cell.value is None, where
            else:
                assert cell.value is not None, where
                assert math.isfinite(cell.value), where
            if cell.status in ("misprint", "unreadable"):
                assert cell.note, f"{where}: say what and why"
            if cell.status != "counted" and re.fullmatch(r"-?[\d,]*\.?\d+", cell.as_printed):
                assert float(cell.as_printed.replace(",", "")) == cell.value or cell.note, where


@pytest.mark.parametrize(
    "pair", TABLES + FIGURES, ids=[*map(name_of, TABLES), *(f"{p.id} fig {f.id}" for p, f in FIGURES)]
)
def test_settings_can_be_run(pair: tuple[papers.Paper, papers.Table]) -> None:
    paper, table = pair
    for setting in settings(table):
        assert setting.quantity in papers.QUANTITIES
        assert setting.sure in papers.SURE
        for name, parameters in (
            (setting.algorithm, setting.parameters),
            (setting.against, setting.against_parameters),
        ):
            assert name is None or ALGORITHMS[name].settle(dict(parameters)) is not None
        if setting.formula is not None:
            assert setting.formula in paper.formulas
            known = {*paper.formulas[setting.formula].arguments, "node"}
            assert set(setting.arguments) <= known
        if setting.family == "explicit":
            explicit(**setting.tree)
        elif setting.family is not None:
            TreeSpec.of(setting.family, **setting.tree)
            assert "seed" not in setting.tree
        assert set(setting.window) <= {"low", "high"}
        assert setting.trees is None or setting.trees > 0


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_settings_are_complete(paper: papers.Paper) -> None:
    """What is to be compared can be computed: from a formula, or from an algorithm and trees where these are known."""
    for cell in paper.cells():
        setting = cell.setting
        where = f"{paper.id} {cell.table} {cell.row} {cell.column}"
        unit = papers.QUANTITIES[setting.quantity]
        assert unit in (None, cell.unit), where
        assert cell.unit, where
        if unit == "claim":
            assert cell.value in (0, 1, None), where
            assert (
                setting.against
                or setting.quantity.startswith("attains")
                or setting.quantity in ("holds", "best move", "value known")
                or setting.arguments
            ), where
        if setting.quantity not in ("input", "remark", "leaf value"):
            assert setting.formula or setting.algorithm, where
            assert setting.formula or setting.family or setting.sure == "unknown", where


def test_tables_are_full() -> None:
    """Tables in which every row has every column."""
    full = {"srimani_1985": ["4.1", "4.2", "4.3", "4.4", "4.5", "5.1"], "baudet_1977": ["5.1"]}
    for paper, tables in full.items():
        for table in (PAPERS[paper].tables[each] for each in tables):
            assert len(table.cells) == len(table.rows) * len(table.columns)
    assert list(PAPERS["baudet_1977"].tables["5.1"].rows) == [str(n) for n in range(2, 33)]
    shapes = ("2,15", "3,10", "5,6", "9,5")
    table = PAPERS["bhattacharya_bagchi_1986"].tables["1"]
    for shape in shapes:
        assert all(table.cell(shape, column).value for column in ("terminal nodes", "alphabeta", "SSS*"))
        memories = [row for row in table.rows if row.startswith(f"{shape} M=")]
        assert len(memories) == 5
        for row in memories:
            assert table.cell(row, "ITERSSS*").value
            assert table.cell(row, "M").value == table.setting(row, "ITERSSS*").parameters["memory"]


def test_misprints_are_marked() -> None:
    found = {(paper.id, cell.table, cell.row, cell.column) for paper, cell in CELLS if cell.status == "misprint"}
    rows = PAPERS["srimani_1985"].tables["4.4"].rows
    assert found == {
        ("baudet_1977", "5.1", "25", "xi/(1-xi)"),
        ("sarkar_lecture_8", "bounds", "15:34 MIN, leaf 3", "at least"),
        ("sarkar_lecture_8", "bounds", "15:34 MAX, child 3", "at most"),
        ("srimani_1985", "4.2", "Alpha-Beta", "ord=2"),
        ("srimani_1985", "text", "exponent of the exhaustive count", "number"),
        *(("srimani_1985", "4.4", row, "ord=32") for row in rows),
    }
    unreadable = [(paper.id, cell.table, cell.row) for paper, cell in CELLS if cell.status == "unreadable"]
    assert unreadable == [
        ("baudet_1977", "5.1", "32"),
        ("sarkar_lecture_8", "text", "question 2: value of the tree"),
    ]


def test_numbers_printed_twice_agree() -> None:
    srimani = PAPERS["srimani_1985"].tables
    for cell in srimani["figure 4.4"].cells:
        twin = srimani[cell.note.removeprefix("printed in table ")].cell(cell.row, "size")
        assert (cell.value, cell.unit, cell.setting.quantity) == (twin.value, twin.unit, twin.setting.quantity)
    tree = srimani["A runs"].setting("SSS*", "value").tree["tree"]
    for cell in srimani["A leaves"].cells:
        assert node_of(tree, cell.setting.arguments["node"]) == cell.value


@pytest.mark.parametrize(("table", "row"), [("A runs", "SSS*"), ("A runs", "PS*(2)")])
def test_small_runs_can_be_repeated(table: str, row: str) -> None:
    whole = PAPERS["srimani_1985"].tables[table]
    setting = whole.setting(row, "value")
    result = hm.search(explicit(**setting.tree), setting.algorithm, **setting.parameters)
    assert result.value == whole.cell(row, "value").value
    assert result.counts.leaves == whole.cell(row, "evaluations").value
    assert result.counts.max_open == whole.cell(row, "largest OPEN").value


@pytest.mark.parametrize(
    ("table", "row"), [("figures 6 and 7", "AB"), ("figures 6 and 7", "SSS 1979"), ("figures 8 and 9", "SSS")]
)
def test_small_runs_of_campbell_and_marsland(table: str, row: str) -> None:
    whole = PAPERS["campbell_marsland_1983"].tables[table]
    setting = whole.setting(row, "leaves")
    low, high = setting.window.get("low", -math.inf), setting.window.get("high", math.inf)
    window = {"window": (low, high)} if setting.window else {}
    result = hm.search(explicit(**setting.tree), setting.algorithm, **window, **setting.parameters)
    assert result.counts.leaves == whole.cell(row, "leaves").value


def test_exceptions_and_merging() -> None:
    table = PAPERS["srimani_1985"].tables["4.3"]
    size = table.cell("Alpha-Beta", "size")
    assert (size.setting.quantity, size.unit) == ("stack", "half-moves")
    setting = table.cell("PS*(6)", "prob=0.90 ord=2").setting
    assert setting.parameters == {"phases": 6}
    assert setting.tree == {"width": 24, "depth": 4, "order": 2, "probability": 0.9}
    assert setting.trees == table.common["trees"]


def test_papers_travel_between_processes() -> None:
    for paper in PAPERS.values():
        assert pickle.loads(pickle.dumps(paper)) == paper


def test_wrong_names_are_told() -> None:
    with pytest.raises(UsageError, match="did you mean 'srimani_1985'"):
        papers.load("srimani")
    with pytest.raises(UsageError, match=r"no cell .*'SSS[*]', .*'ord=3'"):
        PAPERS["srimani_1985"].tables["4.1"].cell("SSS*", "ord=3")


def test_readme_names_all_keys() -> None:
    text = (shipped.shipped(shipped.PAPERS) / "README.md").read_text(encoding="utf-8")
    keys = set(inspect.signature(papers.Setting).parameters)
    named = {word for code in re.findall("`([^`\n]+)`", text) for word in (code, *code.split(","))}
    for word in (*papers.COLUMNS, *papers.QUANTITIES, *filter(None, papers.STATUSES), *papers.SURE, *keys):
        assert word in named, word
