"""Games and algorithms in a person's own files have the same rights as built-in ones: same commands, same studies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import halfmove as hm
from halfmove import studies
from halfmove.cli.program import main
from halfmove.compare import compare
from halfmove.engine.parallel import workers
from halfmove.studies import AlgorithmSpec, TreeSpec, cores
from tests.dask_cluster import dask_cluster

GAME = """
import halfmove as hm
from rules import MOST

def moves(p):
    for taken in range(1, min(p, MOST) + 1):
        yield taken

def play(p, taken):
    return p - taken

def result(p):
    return p == 0, -1

def heap(stones=12):
    return hm.Game("heap", stones, moves, play, result)

def random_heap(least, most, seed):
    return heap(least + seed % (most - least + 1))

game = heap()
"""
RULES = '"""How many stones may be taken."""\nMOST = 3\n'

KERNEL = '''
"""Alpha-beta under another name."""

from halfmove.algorithms.alpha_beta import alpha_beta
from halfmove.kernels.declaration import Parameter, algorithm


@algorithm(
    title="a twin of alpha-beta",
    source="a test",
    promise="the value",
    parameters=(Parameter("stripes", "int", "how many it has", 1, least=0),),
)
def twin(game, p, height, a, b, run):
    return alpha_beta(game, p, height, a, b, run)
'''


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game of two files, to work in."""
    (tmp_path / "heap.py").write_text(GAME)
    (tmp_path / "rules.py").write_text(RULES)
    (tmp_path / "twins.py").write_text(KERNEL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HALFMOVE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # for workers, which see files that were edited a moment ago
    return tmp_path


def run(*words: str) -> Any:
    return CliRunner().invoke(main, list(words))


def fault(*words: str) -> str:
    """The one sentence of an error."""
    ran = run(*words)
    assert ran.exit_code == 2, ran.output
    assert ran.stderr.startswith("halfmove: ")
    assert ran.stderr.count("\n") == 1
    return str(ran.stderr)


def counts(table: studies.Table) -> list[Any]:
    return [[record[:-1] for record in some] for some in table.records]


# What they are


@pytest.mark.parametrize(
    ("text", "canonical", "seeded"),
    [
        ("heap.py:game", "heap.py:game", False),
        ("heap.py", "heap.py:game", False),
        ("./heap.py:game:opening=2", "heap.py:game:opening=2", True),
        ("heap.py:heap:9,look_ahead=4", "heap.py:heap:stones=9,look_ahead=4", False),
        ("heap.py:heap:stones=12", "heap.py:heap", False),
        ("heap.py:random_heap:5,9", "heap.py:random_heap:5,9", True),
        ("heap.py:random_heap:most=9,least=5,opening=1", "heap.py:random_heap:5,9,opening=1", True),
    ],
)
def test_one_text_for_each_game(text: str, canonical: str, seeded: bool) -> None:
    spec = TreeSpec.parse(text)
    assert (str(spec), spec.seeded) == (canonical, seeded)
    assert TreeSpec.parse(canonical) == spec
    assert spec.make(3).name == "heap"


def test_arguments_from_python() -> None:
    assert TreeSpec.of("heap.py:random_heap", 5, 9, opening=1) == TreeSpec.parse("heap.py:random_heap:5,9,opening=1")
    assert TreeSpec.of("heap.py:random_heap", 5, 9).make(4).start == 9
    with pytest.raises(hm.UsageError, match="pass the arguments separately"):
        TreeSpec.of("heap.py:heap:9")


def test_seeds_do_not_depend_on_the_folder(folder: Path) -> None:
    (folder / "elsewhere").mkdir()
    for name in ("heap.py", "rules.py"):
        (folder / "elsewhere" / name).write_text((folder / name).read_text())
    here, there = TreeSpec.parse("heap.py:random_heap:5,9"), TreeSpec.parse("elsewhere/heap.py:random_heap:5,9")
    assert here.seed(1, 1) == there.seed(1, 1)
    assert here.identity == there.identity


def test_two_files_of_one_name_have_their_own_neighbours(folder: Path) -> None:
    (folder / "other").mkdir()
    (folder / "other" / "heap.py").write_text(GAME)
    (folder / "other" / "rules.py").write_text(RULES.replace("3", "2"))
    here, there = TreeSpec.parse("heap.py:game").make(0), TreeSpec.parse("other/heap.py:game").make(0)
    assert (here.legal(12), there.legal(12)) == ([1, 2, 3], [1, 2])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("heap.py:gane", "heap.py has no game 'gane'; its games are game"),
        ("heap.py:MOST", "heap.py has no game 'MOST'"),
        ("hepa.py:game", "there is no file hepa.py"),
        ("heap.py:heap:a=3", "has no argument 'a'; write heap.py:heap[:stones=12]"),
        ("heap.py:random_heap:5", "missing a required argument: 'most'"),
        ("heap.py:random_heap:5,9,seed=3", "leave the seed out"),
        ("heap.py:heap:opening=-1", "opening must be a whole number from 0 to 1000000, not -1"),
        ("heap.py:moves:3", "must return a Game, not a generator"),
        ("heap.py:heap:x", "heap.py:16: ValueError: invalid literal"),
        ("rules.py", "rules.py names no game; it has no Game and no function that makes one; define one there"),
        ("makes.py", "makes.py names no game; it has no Game, but make makes one; write makes.py:make"),
        ("makes.py:game", "makes.py has no game 'game'; it has no Game, but make makes one"),
        ("nim:3,,4", "'3,,4' has an extra comma"),
        ("broken.py:game", "broken.py:2: NameError"),
        ("unreadable.py:game", "unreadable.py:1: SyntaxError"),
        ("ends.py:game", "ends the program when it is loaded"),
    ],
)
@pytest.mark.parametrize("command", ["compare", "study"])
def test_wrong_games_are_sentences(folder: Path, command: str, text: str, says: str) -> None:
    (folder / "broken.py").write_text("x = 1\ny = nothing\n")
    (folder / "unreadable.py").write_text("x =\n")
    (folder / "makes.py").write_text(
        "import halfmove as hm\nfrom heap import moves, play, result\n"
        "def make(n=5):\n    return hm.Game('made', n, moves, play, result)\n"
    )
    (folder / "ends.py").write_text("import sys\nsys.exit(0)\n")
    if text == "heap.py:heap:x":
        (folder / "heap.py").write_text(GAME.replace('hm.Game("heap", stones', 'hm.Game("heap", int(stones)'))
    assert says in fault(command, "--family", text, "--trees", "2")


# Where they are used


def test_in_compare() -> None:
    ran = run("compare", "--family", "heap.py:random_heap:5,9", "--trees", "6", "-a", "minimax", "--json")
    rows = json.loads(ran.stdout)["rows"]
    assert [(row["family"], row["trees"], row["minimum"]) for row in rows] == [("heap.py:random_heap:5,9", 6, None)] * 2
    assert rows[1]["relative"] > 1
    assert compare(["heap.py:heap:6"], ["minimax"])[1].trees == 1


def test_in_a_study() -> None:
    words = ["study", "--family", "heap.py:game:opening=2", "-a", "alpha_beta", "-a", "minimax", "--trees", "5"]
    found = json.loads(run(*words, "--json").stdout)
    assert {cell["tree"] for cell in found["cells"]} == {"heap.py:game:opening=2"}
    assert [cell["count"] for cell in found["cells"]] == [5, 5]
    assert [cell["expected"] for cell in found["cells"]] == [None, None]


def test_in_a_study_file(folder: Path) -> None:
    (folder / "below").mkdir()
    (folder / "below" / "study.toml").write_text(
        'families = ["../heap.py:heap:6", {game = "../heap.py:heap", each = {stones = [7, 8]}, look_ahead = 3}]\n'
        'algorithms = ["alpha_beta"]\n'
    )
    plan = studies.load("below/study.toml")  # a path is as seen from the study file
    assert [tree.seed_text for tree in plan.trees] == [
        "heap.py:heap:stones=6",
        "heap.py:heap:stones=7,look_ahead=3",
        "heap.py:heap:stones=8,look_ahead=3",
    ]
    assert studies.run(plan, jobs=1).complete


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_in_several_processes(monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    plan = studies.plan(["heap.py:random_heap:5,9", "heap.py:heap:7"], ["alpha_beta", "minimax"], 40)
    alone = counts(studies.run(plan, jobs=1))
    monkeypatch.setattr(workers, "_start_method", lambda: way)
    monkeypatch.setattr(cores, "ALONE", 0.0)
    monkeypatch.setattr(cores, "PATIENCE", 0.001)
    assert counts(studies.run(plan, jobs=2)) == alone


def test_on_a_cluster(folder: Path) -> None:
    """A game and an algorithm of one's own, on one cluster, since that takes long to start."""
    pytest.importorskip("distributed")
    (folder / "worker").mkdir()
    plan = studies.plan(["heap.py:random_heap:5,9"], ["alpha_beta"], 20)
    twins = studies.plan(["uniform:4,4"], ["alpha_beta", "twins.py:twin"], 20)
    alone, own = (counts(studies.run(each, jobs=1)) for each in (plan, twins))
    with dask_cluster(folder / "worker", workers=2) as (address, _):
        assert counts(studies.run(plan, cluster=address)) == alone
        assert counts(studies.run(twins, cluster=address)) == own
        (folder / "rules.py").write_text(RULES.replace("3", "2"))
        edited = studies.plan(["heap.py:random_heap:5,9"], ["alpha_beta"], 20)
        (folder / "rules.py").write_text(RULES.replace("3", "1"))  # and the worker sees only this
        with pytest.raises(hm.UsageError, match="has changed since this began"):
            studies.run(edited, cluster=address)


# Results of one code are not mixed with those of another


def test_an_edited_game_is_refused_by_its_store(folder: Path) -> None:
    words = ["study", "--family", "heap.py:game", "-a", "alpha_beta", "--store", "results.db"]
    assert run(*words).exit_code == 0
    (folder / "heap.py").write_text("# A comment changes nothing.\n" + GAME)
    assert run(*words, "--resume").exit_code == 0
    (folder / "rules.py").write_text(RULES.replace("3", "2"))  # what it imports from beside it counts too
    assert "heap.py was edited since results.db was begun" in fault(*words, "--resume")
    assert run(*words[:-1], "other.db").exit_code == 0


def test_a_store_that_nobody_named_says_so_too(folder: Path) -> None:
    words = ["study", "--family", "heap.py:game", "-a", "alpha_beta"]
    before = run(*words, "--csv", "-").stdout
    (folder / "rules.py").write_text(RULES.replace("3", "2"))
    assert "heap.py was edited since" in fault(*words, "--resume")
    after = run(*words, "--csv", "-")
    assert after.exit_code == 0
    assert after.stdout.split(",")[5:8] == before.split(",")[5:8]
    assert after.stdout != before


def test_a_store_follows_a_file_that_moved(folder: Path) -> None:
    plan, store = studies.plan(["heap.py:random_heap:5,9"], ["alpha_beta"], 10), folder / "s.db"
    first = studies.run(plan, jobs=1, store=store)
    (folder / "moved").mkdir()
    for name in ("heap.py", "rules.py"):
        (folder / name).rename(folder / "moved" / name)
    moved = studies.plan(["moved/heap.py:random_heap:5,9"], ["alpha_beta"], 10)
    assert studies.run(moved, jobs=1, store=store).records == first.records  # seconds too: nothing was done again


def test_a_file_that_changes_under_a_study_is_noticed(folder: Path) -> None:
    spec = TreeSpec.parse("heap.py:game")
    (folder / "heap.py").write_text(GAME.replace("stones=12", "stones=11"))
    assert TreeSpec.parse("heap.py:game").file != spec.file
    assert TreeSpec.parse("heap.py:game").make(0).start == 11
    assert spec.file is not None
    unseen = studies.TreeSpec("heap.py:game", file=type(spec.file)("heap.py", "game", spec.file.place, "0" * 16))
    with pytest.raises(hm.UsageError, match="has changed since this began"):
        unseen.make(0)


# Algorithms


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("twin.py:twin", "there is no file twin.py"),
        ("twins.py", "twins.py: name the algorithm in this file, as in twins.py:my_kernel"),
    ],
)
@pytest.mark.parametrize("words", [("search", "nim:3"), ("trace", "nim:3"), ("compare",), ("study",)])
def test_wrong_algorithms_are_sentences(words: tuple[str, ...], text: str, says: str) -> None:
    assert says in fault(*words, "-a", text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("twins.py:nobody", "nobody"),
        ("twins.py:twin:bars=3", "twin has no parameter 'bars'; it takes stripes"),
        ("twins.py:twin:stripes=x", "stripes must be a whole number"),
        ("twins.py:twin:3", "parameters are written NAME=VALUE"),
    ],
)
@pytest.mark.parametrize("words", [("search", "nim:3"), ("compare",), ("study",)])
def test_wrong_names_and_parameters_are_sentences(words: tuple[str, ...], text: str, says: str) -> None:
    assert says in fault(*words, "-a", text)


def test_one_text_for_each_algorithm(folder: Path) -> None:
    spec = AlgorithmSpec.parse("./twins.py:twin:stripes=3")
    assert str(spec) == "twins.py:twin:stripes=3"
    assert AlgorithmSpec.of("twins.py:twin", stripes=3) == spec == AlgorithmSpec.parse(str(spec))
    assert AlgorithmSpec.of(spec.algorithm, stripes=3).identity == spec.identity
    assert spec.all_parameters == {"stripes": 3}
    (folder / "twins.py").write_text(KERNEL.replace("least=0", "least=-1"))
    assert AlgorithmSpec.parse("twins.py:twin:stripes=3").identity != spec.identity


def test_search_with_an_algorithm_of_ones_own() -> None:
    words = ["search", "heap.py:game", "-a", "twins.py:twin"]
    built_in = json.loads(run("search", "heap.py:game", "--json").stdout)
    for more in (["--stripes", "3"], []):
        found = json.loads(run(*words, *more, "--json").stdout)
        assert found["counts"]["leaves"] == built_in["counts"]["leaves"]
        assert found["parameters"] == {"stripes": 3 if more else 1}
    shown = run(*words, "--stripes", "3").stdout
    assert "twin (a twin of alpha-beta)" in shown
    assert shown.endswith("repeat: halfmove search heap.py:game -a twins.py:twin:stripes=3\n")
    assert "--stripes N" in run(*words, "--help").stdout
    assert "no such option" in fault("search", "heap.py:game", "--stripes", "3")


def test_list_an_algorithm_of_ones_own() -> None:
    shown = run("list", "twins.py:twin").stdout
    assert "a twin of alpha-beta (a test)" in shown
    assert "stripes = whole number (default 1)" in shown
    assert "Alpha-beta under another name." in shown


def test_list_a_game_of_ones_own() -> None:
    assert run("list", "heap.py:heap").stdout == "heap.py:heap[:stones=12]\n"
    assert json.loads(run("list", "heap.py:random_heap", "--json").stdout)["parameters"][2]["name"] == "seed"
    assert "heap.py has no game 'nobody'" in fault("list", "heap.py:nobody")


def test_compare_with_an_algorithm_of_ones_own() -> None:
    words = ["-a", "twins.py:twin:stripes=3", "-a", "minimax", "--family", "uniform:3,4", "--trees", "5"]
    rows = json.loads(run("compare", *words, "--json").stdout)["rows"]
    assert [row["algorithm"] for row in rows] == ["alpha_beta", "twins.py:twin:stripes=3", "minimax"]
    assert rows[0]["leaves"] == rows[1]["leaves"]
    assert rows[1]["expected"] is None  # there is no formula for what anybody may write
    assert "twins.py:twin: stripes=3 " in run("compare", *words).stdout


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_an_algorithm_of_ones_own_in_several_processes(monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    plan = studies.plan(["uniform:4,4", "heap.py:heap:7"], ["alpha_beta", "twins.py:twin"], 40)
    alone = counts(studies.run(plan, jobs=1))
    assert [record[3] for record in alone[0]] == [record[3] for record in alone[1]]  # the leaves
    monkeypatch.setattr(workers, "_start_method", lambda: way)
    monkeypatch.setattr(cores, "ALONE", 0.0)
    monkeypatch.setattr(cores, "PATIENCE", 0.001)
    assert counts(studies.run(plan, jobs=2)) == alone


def test_an_edited_algorithm_is_refused_by_its_store(folder: Path) -> None:
    (folder / "study.toml").write_text(
        'families = ["uniform:3,3"]\nalgorithms = [{id = "twins.py:twin", each = {stripes = [1, 2]}}]\ntrees = 5\n'
    )
    words = ["study", "study.toml", "--store", "results.db"]
    assert run(*words).exit_code == 0
    assert run(*words, "--resume").exit_code == 0
    (folder / "twins.py").write_text(KERNEL.replace("a, b, run)\n", "a, b - 0, run)\n"))
    assert "twins.py was edited since results.db was begun" in fault(*words, "--resume")
