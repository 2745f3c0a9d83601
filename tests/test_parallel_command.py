"""`halfmove parallel`: its table, its files, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from halfmove import studies
from halfmove.algorithms.registry import ALGORITHMS
from halfmove.cli.program import main
from halfmove.studies.parallel import scheme_of
from halfmove.studies.published import STATUSES, published_speedups
from tests.test_parallel_studies import OWN

SMALL = ("uniform:3,4", "--trees", "4", "--jobs", "1")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HALFMOVE_DATA", str(tmp_path / "data"))


def run(*words: str) -> Any:
    return CliRunner().invoke(main, ["parallel", *words])


def test_a_table_for_each_scheme() -> None:
    found = run(*SMALL, "--scheme", "pv_splitting", "--scheme", "young_brothers_wait", "--processors", "2..5")
    assert found.exit_code == 0, found.output
    assert "uniform:3,4: speed-up over alpha_beta, 4 trees" in found.stdout
    assert "uniform:3,4: pv_splitting, 4 trees" in found.stdout
    plan = studies.parallel_plan(["uniform:3,4"], ["pv_splitting"], [2, 4, 5], trees=4)
    last = studies.speedups(studies.run(plan, jobs=1))[-1]
    line = next(line for line in found.stdout.split("pv_splitting, 4 trees")[1].splitlines() if line.startswith("5"))
    assert line.split()[1:5] == [
        f"{last.speedup.value:.2f}",
        f"{last.speedup.low:.2f}",
        "to",
        f"{last.speedup.high:.2f}",
    ]
    assert "repeat: halfmove parallel uniform:3,4 --scheme pv_splitting" in found.stdout.replace(".venv/bin/", "")


def test_no_efficiency_is_rounded_to_nothing() -> None:
    found = run(*SMALL, "--scheme", "pv_splitting", "--processors", "4,1000")
    last = next(line for line in found.stdout.splitlines() if line.startswith("1000"))
    assert 0 < float(last.split()[6]) < 0.005, last


def test_theory_and_published_figures_stand_beside() -> None:
    words = ("uniform:3,4,order=perfect", "--trees", "2", "--jobs", "1", "--processors", "4")
    found = run(*words, "--scheme", "young_brothers_wait", "--published")
    assert found.exit_code == 0, found.output
    assert "at most" in found.stdout
    hyatt = next(line for line in found.stdout.splitlines() if line.startswith("dynamic") and " 4 " in line)
    ours = found.stdout.split("young_brothers_wait, 2 trees")[1].splitlines()[4].split()[1]
    assert hyatt.split("(second-hand)")[1].split()[0] == ours
    latent = run(*words, "--scheme", "young_brothers_wait", "--latency", "2", "--published")
    assert "(latency=2)" in latent.stdout
    assert "3.7 (second-hand)" in hyatt
    assert "agree" not in found.stdout
    assert "order" in run(*words, "--scheme", "tree_splitting").stdout
    assert "at most" not in run(*SMALL, "--scheme", "pv_splitting", "--processors", "2").stdout


def test_the_rows_as_json_and_csv(tmp_path: Path) -> None:
    words = (*SMALL, "--scheme", "parallel_ps_star:phases=2", "--processors", "1,3", "--latency", "5")
    found = json.loads(run(*words, "--json", "--published").stdout)
    assert (found["finished"], found["done"], found["planned"], found["seed"]) == (True, 12, 12, 1)
    assert [row["processors"] for row in found["rows"]] == [1, 3]
    assert {row["scheme"] for row in found["rows"]} == {"parallel_ps_star:phases=2,latency=5"}
    assert len(found["published"]) == len(published_speedups())
    rows = list(csv.DictReader(io.StringIO(run(*words, "--csv", "-").stdout)))
    assert [float(row["speedup"]) for row in rows] == [row["speedup"] for row in found["rows"]]


def test_a_page(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    words = ("uniform:3,4,order=perfect", "uniform:3,4", "--trees", "3", "--jobs", "1", "--processors", "1,4")
    found = run(*words, "--scheme", "tree_splitting", "--scheme", "pv_splitting:latency=2", "--html", str(file))
    assert found.exit_code == 0, found.output
    page = file.read_text(encoding="utf-8")
    for words_on_it in ("order of: tree_splitting", "at most: pv_splitting:latency=2", "in transit", "second-hand"):
        assert words_on_it in page
    assert page.count('<svg class="chart"') == 6
    assert page.count('<figure id="who-works-when-') == 2  # one small chart for each scheme
    assert "small tree of 81 leaves" in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org", "")
    assert "agrees" not in page


def test_a_page_says_which_scheme_has_no_chart(tmp_path: Path) -> None:
    own, file = tmp_path / "own.py", tmp_path / "page.html"
    own.write_text(OWN.format(count="run.rounds = run.leaves"), encoding="utf-8")
    scheme = f"{own}:as_if_alone"
    found = run(*SMALL, "--scheme", scheme, "--processors", "2", "--html", str(file))
    assert found.exit_code == 0, found.output
    assert "as_if_alone does not record its rounds" in file.read_text(encoding="utf-8")


def test_results_are_kept_and_used_again(tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    words = (*SMALL, "--scheme", "pv_splitting", "--processors", "2", "--store", str(store))
    first = run(*words)
    assert run(*words).exit_code == 2
    assert run(*words, "--resume").stdout == first.stdout


def test_what_is_finished_after_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(plan: studies.Plan, **given: Any) -> None:
        table = studies.run(plan, jobs=1)
        *rest, last = table.records
        raise studies.Interrupted(studies.Table(plan, (*rest, last[:2])), 10, 12)

    monkeypatch.setattr("halfmove.cli.study_runner.run", stopped)
    found = run(*SMALL, "--scheme", "pv_splitting", "--processors", "2")
    assert found.exit_code == 130
    assert "unfinished: 10 of 12 searches" in found.stdout
    column = [line.split()[:2] for line in found.stdout.splitlines() if line[:1].isdigit()]
    assert column == [["1", "4"], ["2", "2"]]  # processors, trees
    assert "--resume" in found.stderr


def test_a_study_file(tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_text(
        'families = ["uniform:3,4"]\ntrees = 2\n'
        'algorithms = ["alpha_beta", { id = "parallel_alpha_beta", processors = 3 }]\n',
        encoding="utf-8",
    )
    found = run(str(file), "--jobs", "1", "--trees", "3")
    assert found.exit_code == 0, found.output
    assert "uniform:3,4: parallel_alpha_beta, 3 trees" in found.stdout
    assert "study file says itself" in run(str(file), "--scheme", "pv_splitting").output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["uniform:3,3", "--processors", "0"], "must lie between 1 and"),
        (["uniform:3,3", "--processors", "99999999999"], "must lie between 1 and"),
        (["uniform:3,3", "--processors", "8..2"], "go upwards"),
        (["uniform:3,3", "--processors", "two"], "neither a whole number nor a range"),
        (["uniform:3,3", "--scheme", "alpha_beta"], "no parameter `processors`"),
        (["uniform:3,3", "--scheme", "brothers"], "no scheme 'brothers'"),
        (["uniform"], "uniform"),
        ([], "missing argument"),
    ],
)
def test_wrong_usage(words: list[str], sentence: str) -> None:
    found = run(*words)
    assert found.exit_code == 2
    assert sentence in found.output


def test_the_form_of_published_figures() -> None:
    assert published_speedups()
    for each in published_speedups():
        assert each.status in STATUSES
        assert each.scheme
        assert each.source
        assert each.as_printed
        assert scheme_of(each.beside).algorithm.id in ALGORITHMS
        assert (each.speedup is None) == (each.processors is None)
        assert each.speedup is None or float(each.as_printed) == each.speedup
