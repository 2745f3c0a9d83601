"""The papers again: every cell has a status, and the status is the right one."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from halfmove import UsageError
from halfmove.cli import reproduce_summary, text
from halfmove.cli.program import main
from halfmove.reports.marks import MARKS, MEANINGS, NAMES
from halfmove.studies import papers, run
from halfmove.studies.formulas import known
from halfmove.studies.papers import PrintedCell, Setting
from halfmove.studies.quantities import Measurement, exactly, measured, nothing
from halfmove.studies.reproduce import ReproducedCell, Results, Selection, choose, compared
from halfmove.studies.verdicts import STATUSES, decimals, verdict
from halfmove.studies.work import Record

from .conftest import refused
from .page_tree import loaded, parsed

TREES = 6


def run_command(*words: str) -> Any:
    return CliRunner().invoke(main, words)


def reproduced(selection: Selection) -> tuple[Results, list[ReproducedCell]]:
    results = Results(selection, run(selection.plan, jobs=1) if selection.needs_searches else None)
    return results, compared(results)


@pytest.fixture(scope="module")
def table() -> tuple[Results, list[ReproducedCell]]:
    return reproduced(choose("srimani_1985", "4.2", TREES))


@pytest.fixture(scope="module")
def cells() -> list[ReproducedCell]:
    """All cells, of which those with searches are not run."""
    return compared(Results(choose(trees=TREES), None))


# Verdicts


def cell(value: float | None, status: str = "", unit: str = "leaves", printed: str = "", **setting: Any) -> PrintedCell:
    given: dict[str, Any] = {"quantity": "leaves", "trees": 100} | setting
    text = printed or str(value)
    return PrintedCell(
        "t", "", "r", "c", value, unit, text, status, "a slip" * (status == "misprint"), Setting(**given)
    )


def about(mean: float, deviation: float = 10.0, trees: int = 100) -> Measurement:
    return Measurement(mean, mean - deviation / 5, mean + deviation / 5, trees, deviation)


@pytest.mark.parametrize(
    ("printed", "ours", "status"),
    [
        (cell(100), about(102), "agrees"),
        (cell(100), about(107), "tolerance"),
        (cell(100), about(130), "disagrees"),
        (cell(100, explanation="other trees"), about(130), "explained"),
        (cell(100, "misprint"), about(130), "explained"),
        (cell(100, "misprint"), about(107), "explained"),
        (cell(100, "misprint"), about(101), "agrees"),
        (cell(100), exactly(101, 10), "disagrees"),
        (cell(100), exactly(100, 10), "agrees"),
        (cell(100), Measurement(130, trees=1), "ambiguous"),
        (cell(None, "blank"), exactly(3), "not printed"),
        (cell(100), nothing("lost"), "not run"),
        (cell(1.618, unit="1"), exactly(1.6184), "agrees"),
        (cell(1.618, unit="1"), exactly(1.6186), "disagrees"),
        (cell(1, unit="claim", quantity="dominates"), exactly(0, 10), "disagrees"),
        (cell(0, unit="claim", quantity="dominates"), exactly(0, 10), "agrees"),
        (cell(0, unit="claim", quantity="dominates"), exactly(1, 10), "ambiguous"),
        (cell(0, unit="claim", quantity="attains minimum"), exactly(1, 10), "disagrees"),
    ],
)
def test_verdicts(printed: PrintedCell, ours: Measurement, status: str) -> None:
    assert verdict(printed, ours)[0] == status


def test_one_of_many_cells_may_be_off_by_chance() -> None:
    far = about(113, 30, 100)
    assert verdict(cell(100), far)[0] == "disagrees"
    assert verdict(cell(100), far, among=100)[0] == "chance"
    assert verdict(cell(100), about(130, 30, 100), among=100)[0] == "disagrees"


def test_fewer_printed_trees_have_a_larger_error() -> None:
    assert verdict(cell(100), about(108, 20), tolerance=0)[0] == "disagrees"
    assert verdict(cell(100, trees=10), about(108, 20), tolerance=0)[0] == "agrees"


def test_the_tolerance_can_be_chosen() -> None:
    assert verdict(cell(100), about(107), tolerance=0.05)[0] == "disagrees"
    assert verdict(cell(100), about(130), tolerance=0.5)[0] == "tolerance"


@pytest.mark.parametrize(
    ("text", "value", "digits"),
    [("1.060", 1.06, 3), ("20,836", 20836, 0), ("40%", 40, 0), ("four", 4, 0), ("8.50", 8.5, 2), ("min(5, 7)", 7, 0)],
)
def test_printed_digits(text: str, value: float, digits: int) -> None:
    assert decimals(cell(value, printed=text)) == digits


def test_every_status_has_a_mark_and_a_meaning() -> None:
    assert set(MARKS) == set(NAMES) == set(MEANINGS) == set(STATUSES)
    assert len(set(MARKS.values())) == len(MARKS)


# Cells


def test_every_formula_of_the_papers_is_known() -> None:
    for name in papers.names():
        paper = papers.load(name)
        assert all(known(formula) for formula in paper.formulas)
        used = {each.setting.formula for each in paper.cells()}
        assert all(known(formula) for formula in used if formula is not None)


def test_every_cell_has_a_status(table: tuple[Results, list[ReproducedCell]]) -> None:
    _, cells = table
    assert len(cells) == len(papers.load("srimani_1985").tables["4.2"].cells)
    assert all(each.status in STATUSES for each in cells)
    assert not [each for each in cells if each.status in ("not run", "not printed")]
    sizes = [each for each in cells if each.column in ("size", "ord=16")]
    assert {each.status for each in sizes} == {"agrees"}
    for each in cells:
        assert each.mean is not None
        assert each.low is not None
        assert each.low <= each.mean <= (each.high or 0)


def test_cells_that_are_not_run_say_why(cells: list[ReproducedCell]) -> None:
    """Without a single search: the formulas, the written trees, and reasons for all the rest."""
    total = sum(1 for name in papers.names() for _ in papers.load(name).cells())
    assert len(cells) == total
    assert all(each.note for each in cells if each.status == "not run")
    assert not [each for each in cells if each.status == "disagrees"]
    written = [each for each in cells if each.table in ("A leaves", "A runs", "figures 6 and 7", "figures 8 and 9")]
    assert len(written) > 35
    assert all(each.status == "agrees" for each in written if each.quantity != "input")


def test_table_5_1_of_srimani_to_the_printed_digits() -> None:
    _, cells = reproduced(choose("srimani_1985", "5.1"))
    assert {each.status for each in cells if each.printed is not None} == {"agrees"}
    assert {each.status for each in cells if each.printed is None} == {"not printed"}


def test_table_5_1_of_baudet_to_the_printed_digits() -> None:
    _, cells = reproduced(choose("baudet_1977", "5.1"))
    own = [each for each in cells if each.column != "from [3]"]
    assert [(each.row, each.column) for each in own if each.status != "agrees"] == [("25", "xi/(1-xi)")]
    assert {each.status for each in own} == {"agrees", "explained"}
    for each in cells:
        if each.column == "from [3]":
            assert each.status == ("explained" if int(each.row) <= 24 else "agrees") or each.printed is None


def test_claims_are_tried_on_many_trees_and_on_the_written_one() -> None:
    _, cells = reproduced(choose("srimani_1985", "claims", TREES))
    assert {each.status for each in cells if each.printed == 1} == {"agrees"}
    assert {each.trees for each in cells} == {TREES * 19}
    paper = papers.load("campbell_marsland_1983")
    setting = paper.tables["dominations"].cell("PAB", "SC, 4-ply").setting
    alike = [Record(1, 0, "exact", 5, 9, *[0] * 9, 0.0)]
    found = measured(setting, 1, lambda _: alike)
    assert (found.mean, found.trees) == (0, 2)


def test_a_choice_of_tables() -> None:
    assert {cell.table for _, cell in choose(table="5.1").cells()} == {"5.1"}
    assert {paper.id for paper, _ in choose(table="5.1").cells()} == {"baudet_1977", "srimani_1985"}
    with pytest.raises(UsageError, match=r"there is no table '4\.9'; did you mean"):
        choose("srimani_1985", "4.9")
    with pytest.raises(UsageError, match="did you mean 'baudet_1977'"):
        choose("baudet_1978")


def test_another_seed_gives_other_trees_and_the_same_gives_the_same(
    table: tuple[Results, list[ReproducedCell]],
) -> None:
    _, cells = table
    assert reproduced(choose("srimani_1985", "4.2", TREES))[1] == cells
    other = reproduced(choose("srimani_1985", "4.2", TREES, seed=2))[1]
    assert [each.mean for each in other] != [each.mean for each in cells]
    assert [each.printed for each in other] == [each.printed for each in cells]


def test_what_two_tables_share_is_run_once() -> None:
    plan = choose(trees=TREES).plan
    assert len({(each.tree, each.algorithm) for each in plan.cells}) == len(plan.cells)


def test_no_printed_number_is_in_the_code() -> None:
    """Numbers that nothing but a printed table has."""
    printed = {each.as_printed for name in papers.names() for each in papers.load(name).cells()}
    rare = {text for text in printed if re.fullmatch(r"\d{4,}|\d+\.\d{3}", text)} - {"1000", "1024", "1.000"}
    package = Path(papers.__file__).parent
    files = [*package.glob("*.py"), *(package.parent / "reports").glob("*.py"), package.parent / "cli/reproduce.py"]
    for file in files:
        found = set(re.findall(r"(?<![\w.])\d[\d.]*", file.read_text(encoding="utf-8"))) & rare
        assert not found, f"{file.name} has {found}"


# The command


def test_json() -> None:
    ran = run_command("reproduce", "baudet_1977", "--table", "5.1", "--json")
    assert ran.exit_code == 0, ran.stderr
    answer = json.loads(ran.stdout)
    assert answer["seed"] == 1
    wanted = {"paper", "table", "row", "column", "printed", "mean", "low", "high", "trees", "status", "note"}
    assert len(answer["cells"]) == 124
    assert all(wanted <= set(each) for each in answer["cells"])
    assert sum(answer["summary"].values()) == 124


def test_text_and_page(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    ran = run_command("reproduce", "srimani_1985", "--table", "4.2", "--trees", "3", "--html", str(file),
                      "--store", str(tmp_path / "s.db"))  # fmt: skip
    assert ran.exit_code == 0, ran.stderr
    assert "25 cells: " in ran.stdout
    assert "halfmove reproduce srimani_1985 --table 4.2 --trees 3 --seed 1" in ran.stdout
    assert loaded(parsed(file.read_text(encoding="utf-8"))) == []
    assert [each.name for each in tmp_path.glob("*.html")] == ["report.html"]
    again = run_command(
        "reproduce", "srimani_1985", "--table", "4.2", "--trees", "3", "--store", str(tmp_path / "s.db")
    )
    assert again.exit_code == 2
    assert "add --resume" in again.stderr
    resumed = run_command("reproduce", "srimani_1985", "--table", "4.2", "--trees", "3", "--resume",
                          "--store", str(tmp_path / "s.db"))  # fmt: skip
    assert resumed.exit_code == 0
    table, others = (each.stdout.partition("25 cells: ")[0] for each in (ran, resumed))
    assert table == others
    assert "Alpha-Beta   size" in table
    assert f"{file} was written" in ran.stdout
    assert "was written" not in resumed.stdout


@pytest.fixture
def found(cells: list[ReproducedCell], monkeypatch: pytest.MonkeyPatch) -> list[ReproducedCell]:
    """The same, but that two are off."""
    odd = [replace(cells[0], status="ambiguous", z=2.5), replace(cells[1], status="ambiguous", z=-4.0), *cells[2:]]

    def chosen(results: Results, _tolerance: float) -> list[ReproducedCell]:
        wanted = {paper.id for paper, *_ in results.selection.papers}
        return [each for each in odd if each.paper in wanted]

    monkeypatch.setattr("halfmove.cli.reproduce.compared", chosen)
    monkeypatch.setattr(Selection, "needs_searches", property(lambda _: False))
    return odd


def test_at_a_glance(found: list[ReproducedCell], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run_command("reproduce", "--trees", "10", "--html", "report.html")
    assert ran.exit_code == 0, ran.stderr
    lines = ran.stdout.splitlines()
    assert len(lines) < 42
    assert [line for line in lines if len(line) > 80] == []
    for paper in papers.names():
        own = [each for each in found if each.paper == paper]
        line = next(line.split() for line in lines if line.startswith(f"{paper} "))
        agree = sum(each.status == "agrees" for each in own)
        assert line[2:4] == [str(len(own)), str(agree)]
        assert int(line[2]) == sum(map(int, line[3:]))
    look = sum(each.status == "ambiguous" for each in found)
    assert any(line.startswith(f"{look} cells need a look") for line in lines)
    shown = [line for line in lines if line.endswith("? ambiguous")]
    assert len(shown) == min(look, 5)
    for line, cell in zip(shown, (found[1], found[0]), strict=False):  # the farthest off first
        assert f"{cell.paper} {cell.table}: {cell.row}, {cell.column}" in line
    assert "report.html was written: all tables, our numbers beside theirs, and the figures." in lines
    assert any(line.startswith("Open it in a browser: ") for line in lines)
    assert Path("report.html").exists()


def test_cells_on_demand(found: list[ReproducedCell]) -> None:
    out = run_command("reproduce", "baudet_1977", "--cells").stdout
    assert out.count("✓ agrees") == sum(each.status == "agrees" for each in found if each.paper == "baudet_1977")
    assert "Try next" not in out
    assert "✓ agrees" not in run_command("reproduce", "baudet_1977").stdout


def test_what_to_try_next_can_be_typed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    called = tmp_path / ".venv" / "bin" / "halfmove"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr(sys, "argv", [str(called), "reproduce"])
    assert text.program() == os.path.join(".venv", "bin", "halfmove")
    assert text.repeated("halfmove list").startswith("repeat: .venv")
    monkeypatch.setattr(sys, "argv", ["/somewhere/halfmove/__main__.py"])
    assert text.program() == "halfmove"
    assert text.program(as_module=True).endswith(" -m halfmove")
    monkeypatch.setattr("shutil.which", lambda _: "/usr/bin/halfmove")
    assert text.program(as_module=True) == "halfmove"
    for words, _ in reproduce_summary.NEXT:
        name, *options = shlex.split(words)
        command = main.get_command(click.Context(main), name)
        assert command is not None
        command.make_context(name, options)  # which fails if an option is not known


def test_exit_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    refused(run_command("reproduce", "nobody_1999"), "'nobody_1999'", *papers.names())
    refused(run_command("reproduce", "--trees", "0"), "--trees", "0 ", "1")
    refused(run_command("reproduce", "--tolerance", "nan"), "--tolerance", "not nan")
    refused(run_command("reproduce", "--table", "figure 5.3"), "figure 5.3", "--html")
    refused(run_command("reproduce", "--table", "figure 5,3"), "'figure 5,3'", "'figure 5.3'")
    found = compared(Results(choose("baudet_1977", "5.1"), None))
    wrong = [replace(found[0], status="disagrees"), *found[1:]]
    monkeypatch.setattr("halfmove.cli.reproduce.compared", lambda *_: wrong)
    ran = run_command("reproduce", "baudet_1977", "--table", "5.1")
    assert ran.exit_code == 1
    assert "1 of 124 cells disagree without an explanation: baudet_1977 5.1 (2, xi/(1-xi))" in ran.stderr


def test_ctrl_c_keeps_what_is_finished(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from halfmove.studies import study

    def stopped(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(study, "run_on_cores", stopped)
    ran = run_command("reproduce", "srimani_1985", "--table", "4.1", "--store", str(tmp_path / "s.db"))
    assert ran.exit_code == 130
    assert "stopped by Ctrl-C after 0 of" in ran.stderr
    assert "--resume" in ran.stderr
    assert "stopped before its trees were searched" in ran.stdout
    page_file = tmp_path / "page.html"
    words = ["reproduce", "srimani_1985", "--table", "4.1", "--store", str(tmp_path / "s.db"), "--resume"]
    ran = run_command(*words, "--json", "--html", str(page_file))
    assert json.loads(ran.stdout)["finished"] is False
    assert "Not finished:</strong> stopped by Ctrl-C" in page_file.read_text()


def test_look_alikes_are_possible_and_not_more() -> None:
    """What was chosen to have the printed numbers confirms nothing."""
    cells = compared(Results(choose("bhattacharya_bagchi_1986", "example"), None))
    status = {each.row: each.status for each in cells}
    assert status.pop("all") == "agrees"
    assert set(status.values()) == {"possible"}
    assert all("was chosen" in each.note for each in cells if each.status == "possible")
    other = replace(exactly(40, 1), chosen=True)
    assert verdict(cell(41), other)[0] == "disagrees"


def test_theorems_on_nodes() -> None:
    cells = compared(Results(choose("bhattacharya_bagchi_1986", "claims", trees=TREES), None))
    status = {each.row: each.status for each in cells if each.column == "holds"}
    assert status.pop("theorem 4.3") == "explained"
    assert status.pop("theorem 4.3, set right") == "not printed"
    assert set(status.values()) == {"agrees"}
    assert len(status) == 4


def test_what_baudet_says_in_passing() -> None:
    cells = {each.row: each for each in compared(Results(choose("baudet_1977", "text", trees=TREES), None))}
    status = {row: each.status for row, each in cells.items()}
    assert {row for row in status if status[row] == "not run"} == {
        row for row in status if row.startswith(("figure 2.2", "figure 4.1")) or row == "FGG: largest n + d"
    }
    assert {row for row in status if status[row] == "possible"} == {
        row for row in status if row.startswith("figure 2.4")
    }
    assert {row for row in status if status[row] == "explained"} == {
        "FGG: constant",
        "section 5.1: T <= d N, for d = 1",
        "theorem 5.1: xi/(1-xi) < R, for n = 2",
    }
    assert "disagrees" not in status.values()
    assert cells["FGG: greatest c(d)"].mean == pytest.approx(1.7745, abs=1e-4)
