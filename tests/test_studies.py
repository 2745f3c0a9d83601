"""Studies: what a plan means, searches without preparations, stores, tables, and the command."""

from __future__ import annotations

import csv
import io
import json
import math
import os
import shutil
import signal
import sqlite3
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove import studies
from halfmove.base.directories import data_directory
from halfmove.base.identity import hash_of_package, signature
from halfmove.cli.program import main
from halfmove.reports.study import charts, curves, page
from halfmove.studies import AlgorithmSpec, Cell, Plan, Record, Store, TreeSpec
from halfmove.studies.file import from_data
from halfmove.studies.searcher import Searcher
from halfmove.studies.statistics import student
from halfmove.studies.work import COUNTERS
from tests.conftest import process, random_trees, usually, variants

EXAMPLE = Path(__file__).parent.parent / "examples" / "study.toml"


def run(*words: str) -> Any:
    return CliRunner().invoke(main, list(words))


# Searches without preparations


def agree(searcher: Searcher, game: hm.Game, algorithm: str, parameters: dict[str, Any], depth: int | None) -> None:
    quick, full = searcher(game), hm.search(game, algorithm, depth=depth, compiled=True, **parameters)
    assert (quick.value, quick.bound, quick.counts) == (full.value, full.bound, full.counts)
    assert type(quick.value) is type(full.value)
    assert quick.compiled


@pytest.mark.parametrize(
    ("algorithm", "parameters"), variants(*usually(("alpha_beta", "mtd_f", "sss_star"), hm.ALGORITHMS))
)
def test_a_searcher_finds_what_search_finds(algorithm: str, parameters: dict[str, Any]) -> None:
    searcher = Searcher(algorithm, **parameters)
    for tree in random_trees(12, 5, ("ties", "integers")):
        agree(searcher, hm.trees.explicit(tree), algorithm, parameters, None)


@pytest.mark.parametrize(
    "algorithm", usually(["alpha_beta", "sss_star"], ["alpha_beta", "sss_star", "iter_sss_star", "mtd_f"])
)
def test_a_searcher_goes_from_game_to_game(algorithm: str) -> None:
    searcher = Searcher(algorithm, depth=3)
    for opening in usually((0, 1, 2, 5) if algorithm == "alpha_beta" else (), (0, 1, 2, 5)):
        agree(searcher, TreeSpec.of("tic_tac_toe", opening=opening).make(opening), algorithm, {}, 3)
    searcher = Searcher(algorithm)
    for seed in range(6):
        for width, depth in ((4, 3), (3, 4)):
            agree(searcher, hm.trees.uniform(width, depth, seed), algorithm, {}, None)
    for tree in ([[3, [7, 2]], [4, 1]], [1, 2], 7):
        agree(searcher, hm.trees.explicit(tree), algorithm, {}, None)


def test_memory_is_used_again() -> None:
    """What a search left in the memory of a worker does not matter to the next, be it larger or smaller."""
    for algorithm in ("sss_star", "mtd_f", "alpha_beta"):
        searcher = Searcher(algorithm)
        for seed in range(3):
            for width, depth in ((6, 4), (2, 9), (9, 3)):
                agree(searcher, hm.trees.uniform(width, depth, seed), algorithm, {}, None)


def test_a_searcher_in_plain_python_and_with_faults() -> None:
    def moves(p):
        yield from (1, 2)

    def play(p, move):
        return p + str(move)

    def result(p):
        return len(p) == 3, p.count("1")

    game = hm.Game("words", "", moves, play, result)
    assert Searcher("alpha_beta")(game).value == hm.search(game).value
    assert not Searcher("alpha_beta")(game).compiled
    with pytest.raises(hm.HalfmoveError, match="stuck"):
        Searcher("iter_sss_star", memory=1, fallback=False)(hm.trees.uniform(3, 4, 1))


# Plans


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("uniform:8,4", "uniform:8,4"),
        ("uniform:depth=4,width=8,values=continuous", "uniform:8,4"),
        ("uniform:8,4,values=0..127", "uniform:8,4,values=0..127"),
        ("uniform:3,4,values=bivalued:0.4", "uniform:3,4,values=0.4"),
        ("uniform:2,2,values=0:0.5,1:0.5", "uniform:2,2,values=0:0.5,1:0.5"),
        ("ordered:8,4,probability=0.9,order=4", "ordered:8,4,order=4,probability=0.9"),
        ("ordered:8,4,order=1", "ordered:8,4"),
        ("incremental:3,4,values=-1.0..1.0", "incremental:3,4,values=-1.0..1.0"),
        ("nim:3,4,5", "nim:3,4,5"),
        ("connect_four:opening=4,look_ahead=6", "connect_four:look_ahead=6,opening=4"),
    ],
)
def test_one_text_a_tree(text: str, canonical: str) -> None:
    spec = TreeSpec.parse(text)
    assert str(spec) == canonical
    assert TreeSpec.parse(canonical) == spec
    assert hash(TreeSpec.parse(canonical)) == hash(spec)
    assert spec.make(3).start == TreeSpec.parse(canonical).make(3).start


def test_seeds_are_pinned() -> None:
    """They decide which trees a study has: a change would silently make every stored study another one."""
    assert TreeSpec.parse("uniform:8,4").seed(1, 1) == PINNED["uniform:8,4"]
    assert TreeSpec.parse("ordered:24,4,order=2").seed(5, 100) == PINNED["ordered:24,4,order=2"]


PINNED = {"uniform:8,4": 5724864482216497857, "ordered:24,4,order=2": 6498901084746381496}


def test_seeds_know_no_algorithm_and_are_all_different() -> None:
    table = studies.run(studies.plan(["uniform:3,3", "uniform:3,4"], ["alpha_beta", "scout"], 20), jobs=1)
    rows = list(table.rows())
    by = {name: [row["seed"] for row in rows if row["algorithm"] == name] for name in ("alpha_beta", "scout")}
    assert by["alpha_beta"] == by["scout"]
    assert len(set(by["scout"])) == 40
    for row in rows[:5]:
        again = hm.search(hm.trees.uniform(3, 3, row["seed"]), "alpha_beta")
        assert (again.value, again.counts.leaves) == (row["value"], row["leaves"])


def test_games_differ_by_their_openings() -> None:
    plan = studies.plan(["tic_tac_toe", "tic_tac_toe:opening=3", "nim:2,3"], ["alpha_beta"], 10)
    assert [cell.count for cell in plan.cells] == [1, 10, 1]
    table = studies.run(plan, jobs=1)
    assert len({record.leaves for record in table.cell("tic_tac_toe:opening=3", "alpha_beta")}) > 1
    assert table.cell("tic_tac_toe", "alpha_beta")[0].value == 0


def test_study_files() -> None:
    plan = studies.load(EXAMPLE)
    assert [str(tree) for tree in plan.trees] == [
        "ordered:8,4",
        "ordered:8,4,order=2",
        "ordered:8,4,order=4",
        "uniform:8,4,values=0..127",
    ]
    assert [str(a) for a in plan.algorithms] == ["alpha_beta", "sss_star", "ps_star:phases=2", "ps_star:phases=4"]
    assert plan.searches == 12 * 100 + 4 * 200
    assert studies.load(EXAMPLE, trees=3, seed=9).searches == 48
    assert studies.load(EXAMPLE, seed=9).seed == 9
    written = {"families": [{"family": "uniform", "width": 2, "depth": 2, "values": {"0": 0.5, "1": 0.5}}]}
    same = from_data({**written, "algorithms": ["ps_star:partitions=1,2"]}).cells[0]
    assert str(same) == "ps_star:partitions=1,2 on uniform:2,2,values=0:0.5,1:0.5"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("families = [", "not TOML"),
        ("familys = ['uniform:8,4']", "no 'familys'"),
        ("families = []\nalgorithms = ['scout']", "families must be a list"),
        ("families = ['uniform:8,4']", "algorithms must be a list"),
        ("families = ['uniforn:8,4']\nalgorithms = ['scout']", "did you mean 'uniform'"),
        ("families = ['uniform:8,4,seed=3']\nalgorithms = ['scout']", "leave the seed out"),
        ("families = ['uniform:8']\nalgorithms = ['scout']", "uniform: missing a required argument: 'depth'"),
        ("families = [7]\nalgorithms = ['scout']", "7 is neither a text such as uniform:8,4"),
        ("families = ['uniform:8,4']\nalgorithms = ['scoutt']", "did you mean 'scout'"),
        ("families = ['uniform:8,4']\nalgorithms = [{id = 'scout', tests = 1}]", "has no parameter 'tests'"),
        (
            "families = ['uniform:8,4']\nalgorithms = ['scout']\ntrees = 0",
            "trees must be a whole number from 1 on, not 0",
        ),
        ("families = ['uniform:8,4']\nalgorithms = ['scout']\nseed = 'x'", "seed must be"),
        ("families = [{family = 'uniform', depth = 4, each = {width = 4}}]\nalgorithms = ['scout']", "table of lists"),
        (
            "families = [{family='uniform', width=3, depth=3, each={width=[2]}}]\nalgorithms = ['scout']",
            "width is given twice",
        ),
        ("families = ['nim:3']\nalgorithms = [{id='ps_star', phases=2, each={phases=[2]}}]", "phases is given twice"),
        ("families = [{family='uniform', width=3, depth=3, name='x'}]\nalgorithms = ['scout']", "no argument 'name'"),
        ("families = ['nim:3']\nalgorithms = [{id='scout', cls='x'}]", "no parameter 'cls'"),
        ("families = [{family=['a']}]\nalgorithms = ['scout']", "neither a text"),
        ("families = ['nim:3']\nalgorithms = [{id=['a']}]", "neither a text"),
        ("families = [{family='nim', game='nim'}]\nalgorithms = ['scout']", "names both a family and a game"),
        ("name = 3\nfamilies = ['nim:3']\nalgorithms = ['scout']", "name must be text"),
    ],
)
def test_wrong_study_files_are_sentences(tmp_path: Path, content: str, told: str) -> None:
    file = tmp_path / "study.toml"
    file.write_text(content)
    with pytest.raises(hm.UsageError, match=r"study\.toml") as error:
        studies.load(file)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_partitions_are_written_down() -> None:
    with pytest.raises(hm.UsageError, match="must be a list, not a function"):
        AlgorithmSpec.of("ps_star", partitions=lambda width: [width])


# Numbers


def test_statistics() -> None:
    found = studies.summarise([2.0, 4.0, 9.0])
    assert (found.count, found.mean) == (3, 5)
    assert found.deviation == pytest.approx(math.sqrt(13))
    assert found.high == pytest.approx(5 + 4.302652730 * math.sqrt(13 / 3))
    assert studies.summarise([3]).low is None
    # Printed in any table of Student's distribution; the seam between sum and expansion shows nothing.
    assert [round(student(n), 4) for n in (3, 10, 30, 120)] == [3.1824, 2.2281, 2.0423, 1.9799]
    assert student(300) - student(301) == pytest.approx(student(301) - student(302), rel=0.05)


def test_tables() -> None:
    plan = studies.plan(["uniform:3,4", "ordered:3,4,order=3"], ["alpha_beta", "sss_star", "minimax"], 12)
    table = studies.run(plan, jobs=1)
    assert table.complete
    assert table.disagreements() == []
    leaves = [record.leaves for record in table.cell("uniform:3,4", "sss_star")]
    aggregate = table.aggregates("leaves")[1]
    assert (aggregate.summary.mean, aggregate.summary.count) == (pytest.approx(sum(leaves) / 12), 12)
    first, second, *_ = table.differences("leaves")
    assert (str(first.algorithm), first.more, first.fewer + first.equal) == ("sss_star", 0, 12)
    assert second.ratio == pytest.approx(12 * 81 / sum(r.leaves for r in table.cell("uniform:3,4", "alpha_beta")))
    assert [str(d.algorithm) for d in table.differences("nodes", "minimax")][:2] == ["alpha_beta", "sss_star"]
    rows = list(csv.DictReader(io.StringIO(table.csv())))
    assert len(rows) == 72
    assert list(rows[0]) == list(table.columns)
    assert {row["order"] for row in rows} == {"random", "3"}
    with pytest.raises(hm.UsageError, match=r"no metric 'leafs'.* leaves"):
        table.aggregates("leafs")
    with pytest.raises(hm.UsageError, match="does not have scout"):
        table.cell("uniform:3,4", "scout")


def test_a_wrong_value_is_seen() -> None:
    plan = studies.plan(["uniform:2,2"], ["alpha_beta", "minimax"], 1)
    good = studies.run(plan, jobs=1)
    bad = studies.Table(plan, (good.records[0], (good.records[1][0]._replace(value=9),)))
    assert "the values differ: alpha_beta" in bad.disagreements()[0]


def test_data_frames_and_parquet(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    table = studies.run(studies.plan(["uniform:3,3", "ordered:3,3"], ["alpha_beta", "ps_star:phases=2"], 5), jobs=1)
    frame = table.pandas()
    assert len(frame) == 20
    means = {(str(each.tree), str(each.algorithm)): each.summary.mean for each in table.aggregates("leaves")}
    assert frame.groupby(["tree", "algorithm"]).leaves.mean().to_dict() == pytest.approx(means)
    table.parquet(tmp_path / "table.parquet")
    read = pandas.read_parquet(tmp_path / "table.parquet")
    assert list(read.leaves) == list(frame.leaves)
    assert list(read.value) == list(frame.value)


def test_what_is_missing_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table = studies.run(studies.plan(["uniform:2,2"], ["alpha_beta"], 2), jobs=1)
    for name in ("pandas", "pyarrow", "distributed"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(hm.UsageError, match=r"pip install 'halfmove\[data\]'"):
        table.pandas()
    with pytest.raises(hm.UsageError, match=r"pip install 'halfmove\[data\]'"):
        table.parquet(tmp_path / "x")
    with pytest.raises(hm.UsageError, match=r"pip install 'halfmove\[cluster\]'"):
        studies.run(table.plan, cluster="tcp://127.0.0.1:1")


# Stores


def one_cell() -> Plan:
    return Plan((Cell(TreeSpec.parse("uniform:3,3"), AlgorithmSpec.parse("alpha_beta"), 10),), seed=1)


def test_what_is_stored_is_not_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "a.db"
    first = studies.run(one_cell(), jobs=1, store=store)
    monkeypatch.setattr("halfmove.studies.cores.run_batch", lambda *given: pytest.fail("done again"))
    assert studies.run(one_cell(), jobs=1, store=store) == first  # seconds too


def test_more_trees_go_on_from_fewer(tmp_path: Path) -> None:
    store, few = tmp_path / "a.db", one_cell()
    many = Plan((Cell(few.cells[0].tree, few.cells[0].algorithm, 25),), seed=1)
    first = studies.run(few, jobs=1, store=store)
    told: list[int] = []
    all_of_them = studies.run(many, jobs=1, store=store, progress=lambda done, total: told.append(done))
    assert told[0] == 10
    assert all_of_them.records[0][:10] == first.records[0]
    assert studies.run(few, jobs=1, store=store) == first


def test_another_seed_is_another_study(tmp_path: Path) -> None:
    store, plan = tmp_path / "a.db", one_cell()
    first = studies.run(plan, jobs=1, store=store)
    other = studies.run(Plan(plan.cells, seed=2), jobs=1, store=store)
    assert [r.value for r in first.records[0]] != [r.value for r in other.records[0]]


def test_values_come_back_as_they_were(tmp_path: Path) -> None:
    plan, store = one_cell(), tmp_path / "a.db"
    values = [3, 3.0, 0.1, -math.inf, 2**62, -5]
    given = [Record(n, value, "exact", *range(11), 0.5) for n, value in enumerate(values, 1)]
    with Store(store) as kept:
        kept.add(1, plan.cells[0], given)
        kept.add(1, plan.cells[0], [given[0]._replace(value=99)])  # whoever comes second changes nothing
        back = kept.records(1, plan.cells[0])
    assert back == given
    assert [type(record.value) for record in back] == [type(value) for value in values]


def test_stores_of_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "a.db"
    studies.run(one_cell(), jobs=1, store=store)
    monkeypatch.setattr("halfmove.studies.store.signature", lambda: "9.9 (abc)")
    with pytest.raises(hm.UsageError, match=r"was written by halfmove .*, this is 9\.9 \(abc\)"):
        studies.run(one_cell(), jobs=1, store=store)
    monkeypatch.undo()
    assert studies.run(one_cell(), jobs=1, store=store).complete
    text = tmp_path / "notes.txt"
    text.write_text("no database, but long enough to be taken for something else " * 50)
    with pytest.raises(hm.UsageError, match=r"notes.txt: cannot use it as a store"):
        studies.run(one_cell(), store=text)
    assert text.read_text().startswith("no database")
    foreign = tmp_path / "foreign.db"
    with sqlite3.connect(foreign) as base:
        base.execute("CREATE TABLE mine (x)")
    with pytest.raises(hm.UsageError, match="not a store of halfmove"):
        studies.run(one_cell(), store=foreign)
    with pytest.raises(hm.UsageError, match="cannot use"):
        studies.run(one_cell(), store=tmp_path / "nowhere" / "a.db")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of halfmove itself."""
    place = tmp_path_factory.mktemp("copy") / "halfmove"
    shutil.copytree(Path(hm.__file__).parent, place, ignore=shutil.ignore_patterns("__pycache__"))
    assert f"({hash_of_package(place)}, Python 3." in signature()
    return place


@pytest.mark.parametrize(
    ("file", "old", "new", "same"),
    [
        ("trees/uniform.py", "def uniform(", "# A comment, and a line more.\n\ndef uniform(", True),
        ("algorithms/alpha_beta.py", '"""', '"""Other words. ', True),
        ("studies/table.py", "def csv(", "def comma_separated(", True),
        ("games/connect_four.py", "7", "8", False),
        ("algorithms/alpha_beta.py", "\nfrom halfmove", "\nX = 1\nfrom halfmove", False),
        ("studies/specs.py", "digest()[:7]", "digest()[:6]", False),
        ("engine/new_file.py", "", "x = 1", False),
        ("engine/native/numba/quick.py", "\nfrom halfmove", "\nX = 1\nfrom halfmove", False),
        ("studies/work.py", "\nfrom halfmove", "\nX = 1\nfrom halfmove", False),
        ("showing/boards.py", "\nfrom halfmove", "\nX = 1\nfrom halfmove", True),
        ("base/notebook.py", "\nfrom halfmove", "\nX = 1\nfrom halfmove", True),
    ],
)
def test_the_signature_is_of_code_not_of_text(package: Path, file: str, old: str, new: str, same: bool) -> None:
    edited = package / file
    source = edited.read_text() if edited.exists() else None
    assert old in (source or "")
    edited.write_text((source or "").replace(old, new, 1))
    try:
        assert (hash_of_package(package) in signature()) is same
    finally:
        if source is None:
            edited.unlink()
        else:
            edited.write_text(source)


def test_damaged_stores_are_sentences(tmp_path: Path) -> None:
    store = tmp_path / "study.db"
    studies.run(one_cell(), jobs=1, store=store)
    with Store(store) as damaged:
        base = sqlite3.connect(store)
        base.execute("DROP TABLE searches")
        base.close()
        with pytest.raises(hm.UsageError, match=r"study\.db: cannot read it: no such table: searches"):
            damaged.records(1, one_cell().cells[0])
        with pytest.raises(hm.UsageError, match="cannot write to it"):
            damaged.add(1, one_cell().cells[0], [Record(1, 0, "exact", *range(11), 0.5)])
    with pytest.raises(hm.UsageError, match=r"study\.db has other tables than a store"):
        studies.run(one_cell(), jobs=1, store=store)
    with pytest.raises(hm.UsageError, match="needs the name of a file"):
        Store("")


def test_results_that_nobody_named_a_file_for_are_never_deleted(tmp_path: Path) -> None:
    first = run(*SMALL, "--csv", "-").stdout
    (old,) = (tmp_path / "data" / "studies").glob("*.db")
    content = rows_in(old)
    os.utime(old, (0, time.time() - 1000 * 86400))
    second = run(*SMALL, "--csv", "-").stdout
    files = sorted((tmp_path / "data" / "studies").glob("*.db"))
    assert [file.name[-5:] for file in files] == ["-1.db", "-2.db"]
    assert rows_in(old) == content
    assert run(*SMALL, "--resume", "--csv", "-").stdout == second  # the latest, seconds too
    assert second != first


def test_records_have_all_counters() -> None:
    """A counter that is added to `Counts` must be added to records, too, in the same order."""
    assert Record._fields == ("repetition", "value", "bound", *COUNTERS, "seconds")
    assert (*COUNTERS, "seconds") == studies.METRICS


def rows_in(store: Path) -> list[Any]:
    with sqlite3.connect(store) as base:
        return base.execute("SELECT * FROM searches").fetchall()


def test_where_results_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path.home()
    monkeypatch.delenv("HALFMOVE_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    monkeypatch.setattr(sys, "platform", "linux")
    assert data_directory() == Path("/data/halfmove")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_directory() == home / ".local" / "share" / "halfmove"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert data_directory() == home / "Library" / "Application Support" / "halfmove"
    monkeypatch.setenv("HALFMOVE_DATA", "/elsewhere")
    assert data_directory() == Path("/elsewhere")


def test_stores_in_the_cache_are_pointed_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("halfmove.studies.results.cache_directory", lambda: tmp_path / "cache")
    assert run(*SMALL).stderr == ""
    (tmp_path / "cache" / "studies").mkdir(parents=True)
    old = tmp_path / "cache" / "studies" / "a.db"
    old.touch()
    told = run(*SMALL).stderr
    assert told.startswith(f"halfmove: note: 1 older stores are in {old.parent}, which is a cache")
    assert told.count("\n") == 1
    assert old.exists()


def test_results_that_cannot_be_kept_are_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("HALFMOVE_DATA", str(tmp_path / "file"))
    ran = run(*SMALL)
    assert ran.exit_code == 2
    assert "cannot keep results in" in ran.stderr
    assert "name a --store" in ran.stderr


def test_jobs_are_checked() -> None:
    for jobs in (0, -1, True, 1.5, 10**6):
        with pytest.raises(hm.UsageError, match="jobs must be"):
            studies.run(one_cell(), jobs=jobs)  # type: ignore[arg-type]


# The command

SMALL = ["study", "--family", "uniform:3,3", "-a", "alpha_beta", "-a", "sss_star", "--trees", "5"]


@pytest.fixture(autouse=True)
def own_stores(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HALFMOVE_DATA", str(tmp_path / "data"))


def test_study_from_options(tmp_path: Path) -> None:
    page, drawing, table = tmp_path / "page.html", tmp_path / "means.svg", tmp_path / "table.csv"
    ran = run(*SMALL, "--html", str(page), "--plot", str(drawing), "--csv", str(table), "--metric", "nodes")
    assert ran.exit_code == 0, ran.output
    assert "uniform:3,3: nodes on 5 trees" in ran.stdout
    assert (
        "repeat: halfmove study --family uniform:3,3 -a alpha_beta -a sss_star --metric nodes --trees 5" in ran.stdout
    )
    assert len(table.read_text().splitlines()) == 11
    assert drawing.read_text().startswith("<svg")
    shown = page.read_text()
    assert "<table>" in shown
    assert "src=" not in shown
    assert "http" not in shown.replace("http://www.w3.org/2000/svg", "")


def test_curves_where_trees_differ_in_one_number() -> None:
    kinds = [f"uniform:{width},{depth}" for depth in (2, 3) for width in (2, 3, 5)]
    table = studies.run(studies.plan([*kinds, "ordered:4,2"], ["alpha_beta", "sss_star"], trees=3), jobs=1)
    drawn = curves(table, "leaves")
    assert [figure.caption for figure in drawn] == [f"leaves against width: uniform depth={depth}" for depth in (2, 3)]
    for figure in drawn:
        assert [series.name for series in figure.series] == ["alpha_beta", "sss_star"]
        assert [point.x for point in figure.series[0].points] == [2, 3, 5]
    ElementTree.fromstring(charts(table))  # one SVG inside another
    assert charts(table).count("<polyline") == 4
    assert charts(table).count("Means of 3 trees each") == len(drawn) + len(kinds) + 1
    assert "95 % intervals" in charts(table)


def test_the_expected_mean_stands_next_to_the_measured_one() -> None:
    kinds = ["uniform:3,3", "ordered:3,2,order=perfect"]
    table = studies.run(studies.plan(kinds, ["alpha_beta", "sss_star"], trees=3), jobs=1)
    found = {(str(each.tree), str(each.algorithm)): each.expected for each in table.aggregates("leaves")}
    assert found.pop(("uniform:3,3", "alpha_beta")) == pytest.approx(19.458, abs=0.001)
    assert found.pop(("uniform:3,3", "sss_star")) == pytest.approx(17.239, abs=0.001)
    assert found == {(kinds[1], "alpha_beta"): 5, (kinds[1], "sss_star"): 5}
    assert all(each.expected is None for each in table.aggregates("nodes"))
    assert "expected by theory" in page(table)
    shown = run("study", "--family", "uniform:3,3", "-a", "alpha_beta", "--trees", "5")
    assert "expected" in shown.stdout
    assert "19.5" in shown.stdout


def test_study_as_json_and_csv() -> None:
    found = json.loads(run(*SMALL, "--json", "--seed", "3").stdout)
    assert (found["seed"], found["finished"]) == (3, True)
    assert [cell["algorithm"] for cell in found["cells"]] == ["alpha_beta", "sss_star"]
    assert found["differences"][0]["reference"] == "alpha_beta"
    assert found["cells"][0]["low"] < found["cells"][0]["mean"] < found["cells"][0]["high"]
    printed = run(*SMALL, "--csv", "-")
    assert printed.stdout.startswith("tree,width,depth,algorithm,seed,")
    assert "repeat:" in printed.stderr


def test_study_from_a_file() -> None:
    ran = run("study", str(EXAMPLE), "--trees", "2")
    assert ran.exit_code == 0, ran.output
    assert "ordered:8,4,order=4: leaves on 2 trees" in ran.stdout


def test_store_and_resume(tmp_path: Path) -> None:
    store = str(tmp_path / "s.db")
    first = run(*SMALL, "--store", store, "--csv", "-")
    assert first.exit_code == 0
    refused = run(*SMALL, "--store", store)
    assert refused.exit_code == 2
    assert "add --resume" in refused.stderr
    assert run(*SMALL, "--store", store, "--resume", "--csv", "-").stdout == first.stdout  # seconds too
    again = run(*SMALL, "--csv", "-").stdout  # a store of its own
    assert run(*SMALL, "--resume", "--csv", "-").stdout == again


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["study", "nowhere.toml"], "cannot read nowhere.toml"),
        (["study", str(EXAMPLE), "--family", "uniform:2,2"], "not both"),
        ([*SMALL, "--json", "--csv", "-"], "both write to standard output"),
        ([*SMALL, "--csv", "/nowhere/x.csv"], "cannot write /nowhere/x.csv"),
        ([*SMALL, "--jobs", "0"], "--jobs"),
        ([*SMALL, "--against", "scott"], "did you mean 'scout'"),
        ([*SMALL, "--against", "mtd_f"], "--against mtd_f: the study has only"),
        ([*SMALL, "--html", "."], "cannot write .: it is a folder"),
        ([*SMALL, "--html", ""], "cannot write --html: the file name is empty"),
        ([*SMALL, "--html", "same.x", "--csv", "./same.x"], "--csv and --html are the same file"),
        ([*SMALL, "--store", "same.db", "--csv", "same.db"], "--store and --csv are the same file"),
        (["study", str(EXAMPLE), "--csv", str(EXAMPLE)], "the study file and --csv are the same file"),
        ([*SMALL, "--html", "-", "--csv", "-"], "--csv and --html - both write to standard output"),
    ],
)
def test_wrong_commands_are_sentences(words: list[str], told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "halfmove.cli.study_runner.run", lambda *_, **__: pytest.fail("this is told before anything is run")
    )
    ran = run(*words)
    assert ran.exit_code == 2
    assert told in ran.stderr
    assert ran.stderr.count("\n") == 1


def _stopped_after(monkeypatch: pytest.MonkeyPatch, batches: list[tuple[int, list[int]]]) -> None:
    """Studies end by Ctrl-C when these trees of these cells are searched."""
    from halfmove.studies import study, work

    def answers(waiting: list[Any], *_: Any) -> Any:
        for cell, trees in batches:
            one = next(batch for batch in waiting if batch.cell == cell)
            yield work.run_batch(replace(one, repetitions=tuple(trees), compiled=False))
        raise KeyboardInterrupt

    monkeypatch.setattr(study, "run_on_cores", answers)


def test_a_study_that_was_stopped_says_what_its_means_are_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    drawing, shown = tmp_path / "means.svg", tmp_path / "page.html"
    _stopped_after(monkeypatch, [(0, [1, 2, 3, 4]), (1, [4, 5])])
    ran = run(*SMALL, "--plot", str(drawing), "--html", str(shown))
    assert ran.exit_code == 130
    title, heads, _, *rows = ran.stdout.splitlines()
    assert title == "uniform:3,3: leaves, unfinished: 6 of 10 searches"
    assert heads.split()[:2] == ["algorithm", "trees"]
    assert [row.split()[:2] for row in rows[:2]] == [["alpha_beta", "4"], ["sss_star", "2"]]
    assert rows[1].split()[-1] == "1"  # the pairs
    assert f"--plot {drawing} --html {shown} --resume\n" in ran.stderr
    texts = ["".join(each.itertext()) for each in ElementTree.fromstring(drawing.read_text()).iter()]
    assert "uniform:3,3: leaves (unfinished: 6 of 10 searches)" in texts
    assert any(each.endswith("(4 trees)") for each in texts)
    assert any(each.endswith("(2 trees)") for each in texts)
    assert "6 of 10 searches" in shown.read_text()
    assert "class=least" not in shown.read_text()  # of different trees
    ran = run(*SMALL, "--json")
    found = json.loads(ran.stdout)
    assert (found["finished"], found["done"], found["planned"]) == (False, 6, 10)
    assert ([each["count"] for each in found["cells"]], found["differences"][0]["count"]) == ([4, 2], 1)


@pytest.mark.parametrize(
    ("batches", "told"),
    [
        ([(0, [1, 2])], "No tree has been searched by sss_star yet."),
        ([(0, [1, 2]), (1, [3, 4])], "have a tree in common yet"),
    ],
)
def test_why_there_are_no_differences_yet(
    monkeypatch: pytest.MonkeyPatch, batches: list[tuple[int, list[int]]], told: str
) -> None:
    _stopped_after(monkeypatch, batches)
    ran = run(*SMALL)
    assert told in ran.stdout
    assert "fewer/equal/more" not in ran.stdout


def test_means_over_other_trees_are_not_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    _stopped_after(monkeypatch, [(0, [1, 2]), (1, [2, 3])])
    with pytest.raises(studies.Interrupted) as stop:
        studies.run(studies.plan(["uniform:3,3"], ["alpha_beta", "sss_star"], 5), jobs=1)
    first, second = str(stop.value.table).splitlines()[-2:]
    assert first.endswith("1.000")
    assert not second.endswith(("0", "1"))


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    store = tmp_path / "s.db"
    words = ["study", "--family", "uniform:8,4", "-a", "alpha_beta", "--trees", "1000000", "--store", str(store)]
    line = [sys.executable, "-m", "halfmove", *words, "--csv", str(tmp_path / "t.csv")]
    with process(*line) as running:
        until = time.monotonic() + 120
        while time.monotonic() < until and not (store.exists() and _stored(store)):
            time.sleep(0.05)
        time.sleep(usually(1.0, 2.5))  # other processes are at work by now
        running.send_signal(signal.SIGINT)
        out, told = running.communicate(timeout=120)
    assert running.returncode == 130
    assert "uniform:8,4: leaves, unfinished" in out
    written, stopped = [line for line in told.splitlines() if "study: " not in line]
    assert written == f"halfmove: {tmp_path / 't.csv'} was written"
    assert stopped.startswith("halfmove: stopped by Ctrl-C after ")
    *before, _option, _store = words
    again = f"{' '.join(before)} --csv {tmp_path / 't.csv'} --store {store} --resume"
    assert told.endswith(f"to continue: halfmove {again}\n")
    rows = len((tmp_path / "t.csv").read_text().splitlines()) - 1
    assert 0 < rows <= _stored(store)


def _stored(store: Path) -> int:
    try:
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as base:
            return int(base.execute("SELECT count(*) FROM searches").fetchone()[0])
    except sqlite3.Error:
        return 0
